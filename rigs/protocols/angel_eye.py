"""The Angel Eye II-EX shoe: frames to bytes and back, both ways. Its document is ``angel_eye.md``.

Both ends use this module. It does no I/O and reads no clock. A card, a place and an error are one
byte each, of which two bit fields matter, so they are read here with a shift and a mask.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from reference_engine.cards import RANKS, Card

ENQ, STX, ETX, ACK, NAK = 0x05, 0x02, 0x03, 0x06, 0x15

DATA_BYTES = {
    "S": 0,
    "P": 0,
    "D": 2,
    "d": 2,
    "R": 2,
    "C": 0,
    "G": 1,
    "E": 1,
    "e": 1,
    "L": 1,
    "M": 6,
}
"""Report code to the number of bytes after it."""
MAX_FRAME = 32
"""Bytes of the longest frame that is taken for one; the longest known report has 12."""
COPIES = 3
"""How often the shoe sends each report, with the same sequence byte."""

Span = Literal["with-stx", "without-stx"]
SPANS: tuple[Span, ...] = ("with-stx", "without-stx")
"""Where the checksum of a command begins: published text and published example differ."""
COMMANDS = ("LK01", "LK02", "GP00", *(f"EC{code:02}" for code in range(1, 8)))
"""Unlock, lock, confirm the game, cancel the error of this number."""

SUITS = {1: "D", 2: "C", 3: "S", 4: "H"}
TARGETS = {0: "player", 1: "banker", 2: "burn", 4: "first-card", 5: "burn-count"}
MODES = {0: "lock", 1: "error", 2: "setting"}
ERRORS = {
    1: "unread-card",
    2: "over-draw",
    3: "button-misuse",
    4: "pushed-back-at-exit",
    5: "pushed-back-midway",
    6: "foreign-card",
    7: "draw-timed-out",
}
UNREAD, OVER_DRAW, BUTTON, BACK_AT_EXIT, BACK_MIDWAY, FOREIGN, TIMED_OUT = range(1, 8)
NAKS = {
    0x01: "overrun, framing or parity",
    0x02: "checksum",
    0x03: "no ETX",
    0x11: "format or length",
    0x12: "address",
    0x13: "command",
    0x14: "type",
    0x21: "busy",
    0x22: "write in progress",
    0xFF: "other",
}
NAK_CHECKSUM, NAK_NO_ETX, NAK_FORMAT, NAK_COMMAND, NAK_BUSY = 0x02, 0x03, 0x11, 0x13, 0x21


class Report(Struct, frozen=True):
    """Shoe to host. `seq` is one byte, `code` one letter, `data` what follows it."""

    seq: int
    code: str
    data: bytes = b""


class Reply(Struct, frozen=True):
    """Shoe to host, to a command: `nak` is None for ACK, else the reason, one of `NAKS`."""

    nak: int | None = None


class Bad(Struct, frozen=True):
    """Bytes that are no frame: ``noise``, ``cut short``, ``checksum`` or ``too long``."""

    raw: bytes
    reason: str


class NoSuchValue(ValueError):
    """A byte of a whole frame that stands for nothing."""


# -- frames ----------------------------------------------------------------------------------------


def bcc(span: bytes) -> bytes:
    """The check of `span`: all bytes XORed, as two upper case hex digits.

    It is weak: two flips of the same bit in two bytes cancel out.
    """
    total = 0
    for byte in span:
        total ^= byte
    return b"%02X" % total


def encode_report(report: Report) -> bytes:
    """The bytes of one copy of a report."""
    body = bytes((report.seq,)) + report.code.encode("ascii") + report.data + bytes((ETX,))
    return bytes((ENQ,)) + body + bcc(body)


def encode_command(command: str, span: Span) -> bytes:
    """The bytes of a command, as ``LK02``; `span` says where the check begins."""
    body = b"OP" + command.encode("ascii") + bytes((ETX,))
    whole = bytes((STX,)) + body
    return whole + bcc(whole if span == "with-stx" else body)


def encode_reply(reply: Reply) -> bytes:
    """ACK, or NAK and its reason."""
    return bytes((ACK,)) if reply.nak is None else bytes((NAK, reply.nak))


class Decoder:
    """The host's ear: reports and replies in a stream of bytes, however it is cut.

    ENQ always begins a report and no control byte but its ETX is inside one, so it is in step again
    with the next report. A reply is one or two bytes without any check: after garbage none is
    believed until the next report, or until `pause`. Memory is bounded by `MAX_FRAME`.
    """

    def __init__(self) -> None:
        self._held = bytearray()
        self._noisy = False

    @property
    def pending(self) -> bytes:
        """The bytes of a frame that has begun and not ended."""
        return bytes(self._held)

    def pause(self) -> list[tuple[bytes, Bad]]:
        """The line was silent for longer than any frame lasts: what has begun does not end."""
        self._noisy = False
        if not self._held:
            return []
        raw = self._cut(len(self._held))
        return [(raw, Bad(raw, "cut short"))]

    def feed(self, chunk: bytes) -> list[tuple[bytes, Report | Reply | Bad]]:
        """What `chunk` completes, in order, each with its bytes; every byte is accounted for."""
        self._held += chunk
        found: list[tuple[bytes, Report | Reply | Bad]] = []
        while self._held:
            length, item = self._next()
            if not length:
                break
            raw = self._cut(length)
            self._noisy = isinstance(item, str)
            found.append((raw, Bad(raw, item) if isinstance(item, str) else item))
        return found

    def _next(self) -> tuple[int, Report | Reply | str]:
        """How many bytes the next thing has (0: more are needed), and what it is or lacks."""
        held = self._held
        if held[0] == ENQ:
            return _report(held)
        if held[0] == ACK and not self._noisy:
            return 1, Reply()
        if held[0] == NAK and not self._noisy:
            if len(held) == 1:
                return 0, ""
            if held[1] in NAKS:
                return 2, Reply(held[1])
        start = held.find(ENQ)
        return (start if start > 0 else len(held)), "noise"

    def _cut(self, length: int) -> bytes:
        piece = bytes(self._held[:length])
        del self._held[:length]
        return piece


def _report(held: bytearray) -> tuple[int, Report | str]:
    for at in range(1, min(len(held), MAX_FRAME)):
        if held[at] < 0x20:
            if held[at] != ETX or at < 3:
                return at, "cut short"
            break
    else:
        return (MAX_FRAME, "too long") if len(held) >= MAX_FRAME else (0, "")
    for place in range(at + 1, min(at + 3, len(held))):
        if held[place] not in b"0123456789ABCDEF":
            return place, "cut short"
    if len(held) < at + 3:
        return 0, ""
    if bytes(held[at + 1 : at + 3]) != bcc(bytes(held[1 : at + 1])):
        return at + 3, "checksum"
    return at + 3, Report(held[1], chr(held[2]), bytes(held[3:at]))


def read_command(raw: bytes) -> str | None:
    """The command in `raw`, one whole frame, whichever span its check has; None: it is none."""
    for span in SPANS:
        told = CommandDecoder(span).feed(raw)
        if len(told) == 1 and isinstance(told[0], str):
            return told[0]
    return None


class CommandDecoder:
    """The shoe's ear: commands, and for what is none the reason of the NAK that it gets."""

    def __init__(self, span: Span) -> None:
        self._span: Span = span
        self._held = bytearray()

    def feed(self, chunk: bytes) -> list[str | Reply]:
        """Commands as ``LK02``, or the NAK to send; bytes before an STX get no answer."""
        held = self._held
        held += chunk
        found: list[str | Reply] = []
        while True:
            start = held.find(STX)
            del held[: start if start >= 0 else len(held)]
            again = held.find(STX, 1)
            end = held.find(ETX)
            if again > 0 and (end < 0 or again < end):
                found.append(Reply(NAK_NO_ETX))
                del held[:again]
            elif not 0 <= end <= MAX_FRAME and len(held) > MAX_FRAME:
                found.append(Reply(NAK_NO_ETX))
                del held[: MAX_FRAME + 1]
            elif end < 0 or len(held) < end + 3:
                return found
            else:
                found.append(self._command(bytes(held[: end + 3]), end))
                del held[: end + 3]

    def _command(self, raw: bytes, end: int) -> str | Reply:
        span = raw[: end + 1] if self._span == "with-stx" else raw[1 : end + 1]
        if raw[end + 1 :] != bcc(span):
            return Reply(NAK_CHECKSUM)
        text = raw[1:end].decode("latin-1")
        if len(text) != 6 or not text.isascii() or not text.startswith("OP"):
            return Reply(NAK_FORMAT)
        return text[2:] if text[2:] in COMMANDS else Reply(NAK_COMMAND)


# -- what the bytes mean ---------------------------------------------------------------------------


def card_byte(card: Card) -> int:
    """The byte of a card."""
    suit = next(number for number, letter in SUITS.items() if letter == card[1])
    return 0x80 | suit << 4 | RANKS.index(card[0]) + 1


def read_card(byte: int) -> Card | None:
    """The card of a byte; None for the suit "none", a card that was not read.

    Raises:
        NoSuchValue: no card has this byte.
    """
    suit, rank = byte >> 4 & 7, byte & 15
    if byte & 0x80 and suit == 0:
        return None
    if not byte & 0x80 or suit not in SUITS or not 1 <= rank <= len(RANKS):
        raise NoSuchValue(f"{byte:02X} is no card")
    return RANKS[rank - 1] + SUITS[suit]


def place_byte(target: str, index: int) -> int:
    """The byte of a place in a baccarat round, or of a mode in which a card is drawn outside it."""
    names = MODES if target in MODES.values() else TARGETS
    number = next(key for key, name in names.items() if name == target)
    return 0x80 | number << 4 | index


def read_place(byte: int, code: str) -> tuple[str, int]:
    """Where a drawn card goes (codes ``D``, ``R``) or in which mode it came (``d``), and its index.

    Raises:
        NoSuchValue: no place, no mode, or a hand's index 0.
    """
    names = MODES if code == "d" else TARGETS
    number, index = byte >> 4 & 7, byte & 15
    if not byte & 0x80 or number not in names:
        raise NoSuchValue(f"{byte:02X} is no {'mode' if code == 'd' else 'place'}")
    if names is TARGETS and number < 2 and index == 0:
        raise NoSuchValue(f"{byte:02X} is card 0 of a hand; they count from 1")
    return names[number], index


def describe(report: Report) -> dict[str, str]:
    """What the data of a report say, for a person; as hexadecimal where that is nothing known."""
    data = report.data
    if DATA_BYTES.get(report.code) == len(data):
        try:
            if report.code in ("D", "d", "R"):
                target, index = read_place(data[0], report.code)
                place = f"{target} {index}" if index else target
                return {"place": place, "card": read_card(data[1]) or "not read"}
            if report.code in ("E", "e"):
                code, stopped = read_error(data[0])
                return {"error": ERRORS.get(code, str(code)), "stopped": "yes" if stopped else "no"}
            if report.code == "L":
                return {"locked": "yes" if data[0] & 1 else "no"}
        except NoSuchValue:
            pass
    return {"data": data.hex(" ")} if data else {}


def error_byte(code: int, *, stopped: bool) -> int:
    """The byte of an error; `stopped`: the shoe is in error mode from now on."""
    return 0x80 | (0x40 if stopped else 0) | code


def read_error(byte: int) -> tuple[int, bool]:
    """The number of an error, and whether the shoe is in error mode."""
    return byte & 0x3F, bool(byte & 0x40)
