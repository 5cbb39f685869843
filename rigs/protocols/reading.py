"""Bytes of a link in words, for a person: one reader a direction, by the link's protocol.

A protocol that is not known here is shown as lines of text, or as bytes.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from msgspec import Struct

from rigs.protocols import angel_eye, bee_tek, burncard

_KINDS = {
    burncard.EVENT: "event",
    burncard.ACK: "ack",
    burncard.COMMAND: "command",
    burncard.ANSWER: "answer",
    burncard.ERROR: "error",
}

_PAUSE_MS = 200.0
"""As the drivers of the shoes have it: no message of theirs stops for so long."""


class Piece(Struct, frozen=True):
    """One message, or bytes that are none.

    `kind`: ``event ack command answer error`` of the Burncard protocol, ``report reply`` of the
    Angel Eye and Bee-Tek shoes, those of a profile (rigs/profiles/reading.py), ``line``, ``bytes``,
    or ``damaged`` with `name` telling why. `seq`, `counter` and `device_ms` are None where the
    protocol has none.
    """

    raw: bytes
    kind: str
    name: str = ""
    data: dict[str, Any] = {}
    seq: int | None = None
    counter: int | None = None
    device_ms: int | None = None

    @property
    def damaged(self) -> bool:
        """Whether the bytes are no message of the protocol."""
        return self.kind == "damaged"


class Reading(NamedTuple):
    """How one direction of a link is read."""

    feed: Callable[[bytes], list[Piece]]
    """Takes chunks as they came; gives the messages that each completes."""
    held: Callable[[], bytes]
    """The bytes of a message that has begun and not ended."""
    pause: Callable[[], list[Piece]] = list
    """The line was silent for `pause_ms`: what has begun does not end any more."""
    pause_ms: float = 0.0
    """0: a message may stop for as long as it likes."""


def reader(protocol: str, direction: str) -> Reading:
    """A reading of ``rx`` or ``tx`` of a link with this protocol."""
    if protocol == "burncard":
        frames = burncard.Decoder()
        return Reading(
            lambda chunk: [_frame(*one) for one in frames.feed_raw(chunk)], lambda: frames.pending
        )
    if protocol == "angel-eye" and direction == "rx":
        reports = angel_eye.Decoder()
        return Reading(
            lambda chunk: [_angel(*one) for one in reports.feed(chunk)],
            lambda: reports.pending,
            lambda: [_angel(*one) for one in reports.pause()],
            _PAUSE_MS,
        )
    if protocol == "angel-eye":
        # The host writes a command at a time, so a chunk is one.
        return Reading(lambda chunk: [_command(chunk)], bytes)
    if protocol == "bee-tek":
        messages = bee_tek.Decoder()
        return Reading(
            lambda chunk: [_bee(*one) for one in messages.feed(chunk)],
            lambda: _torn(messages),
            lambda: [_bee(*one) for one in messages.pause()],
            _PAUSE_MS,
        )
    lines = _Lines()
    return Reading(lines.feed, lambda: bytes(lines.held))


def _frame(raw: bytes, item: burncard.Frame | burncard.BadFrame) -> Piece:
    if isinstance(item, burncard.BadFrame):
        return Piece(raw, "damaged", item.reason)
    from_host = item.kind in (burncard.ACK, burncard.COMMAND)
    return Piece(
        raw,
        _KINDS[item.kind],
        item.name,
        item.data,
        item.seq,
        None if from_host else item.counter,
        None if from_host else item.clock_ms,
    )


def _angel(raw: bytes, item: angel_eye.Report | angel_eye.Reply | angel_eye.Bad) -> Piece:
    if isinstance(item, angel_eye.Bad):
        return Piece(raw, "damaged", item.reason)
    if isinstance(item, angel_eye.Reply):
        if item.nak is None:
            return Piece(raw, "reply", "ACK")
        why = angel_eye.NAKS.get(item.nak, "unknown")
        return Piece(raw, "reply", "NAK", {"why": f"{item.nak:02X} {why}"})
    return Piece(raw, "report", item.code, dict(angel_eye.describe(item)), item.seq)


def _command(raw: bytes) -> Piece:
    command = angel_eye.read_command(raw)
    return Piece(raw, "command", command) if command else Piece(raw, "bytes", raw.hex(" "))


def _torn(messages: bee_tek.Decoder) -> bytes:
    """What it holds, unless that is the last card's two characters, which nothing ends."""
    held = messages.pending
    return b"" if bee_tek.read_card(held.decode("latin-1")) else held


def _bee(raw: bytes, item: bee_tek.Message) -> Piece:
    match item:
        case bee_tek.CardRead():
            return Piece(raw, "report", "card", {"card": item.card, "mode": item.mode})
        case bee_tek.Unread():
            return Piece(raw, "report", "not read", {"mode": item.mode})
        case bee_tek.Alarm():
            return Piece(raw, "report", "alarm", {"code": item.code, "text": item.text})
        case bee_tek.Warned():
            return Piece(raw, "report", "warning", {"code": item.code})
        case bee_tek.Repeat():
            return Piece(raw, "report", "repeated", {"card": item.card})
        case bee_tek.Bad():
            return Piece(raw, "damaged", item.reason)


class _Lines:
    """Text by its lines; what is no text is shown as bytes, as it came."""

    def __init__(self) -> None:
        self.held = bytearray()

    def feed(self, chunk: bytes) -> list[Piece]:
        self.held += chunk
        if not _is_text(self.held):
            raw = bytes(self.held)
            self.held.clear()
            return [Piece(raw, "bytes", raw.hex(" "))]
        # Some end their lines with CR alone: then the LF that may follow is the next chunk's.
        lines = re.findall(rb"[^\r\n]*(?:\r?\n|\r)", self.held)
        del self.held[: sum(map(len, lines))]
        return [Piece(one, "line", one.decode("ascii").rstrip("\r\n")) for one in lines]


def _is_text(data: bytes | bytearray) -> bool:
    return all(32 <= byte < 127 or byte in b"\r\n\t" for byte in data)
