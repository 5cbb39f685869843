"""The messages of the Bee-Tek shoe (bee_tek.md). No I/O."""

from __future__ import annotations

import re
from typing import Literal

from msgspec import Struct

from reference_engine.cards import Card, NotACard, parse_card

BAUD = 9600
GAME, ALARMED, BURN = "Game", "GameAlarm", "Manual Burn Cards"
MODES = (GAME, ALARMED, BURN)
NOT_READ = "E3"
"""The alarm of a card that was not read."""
MAX_MESSAGE = 128
RANKS, SUITS = "A23456789TJQK", "DCSH"

Order = Literal["rank-suit", "suit-rank"]
ORDERS: tuple[Order, ...] = ("rank-suit", "suit-rank")

_BLANK = b" \t\r\n"
_MESSAGE = re.compile(rb"(?:\[([^\[\]<>]*)\])?<([^\[\]<>]*)>")
_INSIDE = re.compile(rb"[ -;=?-Z\\^-~]*")
_WORD = re.compile(rb"[0-9A-Za-z]+")
_RANK_SUIT = re.compile(r"(10|[2-9TJQKA])([CDHS])")
_SUIT_RANK = re.compile(r"([CDHS])(10|[2-9TJQKA])")
_ALARM = re.compile(r"Alarm:(E[0-9]+) ([ -~]+)")
_WARNING = re.compile(r"W0x[0-9A-Fa-f]{1,4}")


class CardRead(Struct, frozen=True):
    """A card has passed. `order` is the order in which it wrote rank and suit."""

    mode: str
    card: Card
    order: Order


class Unread(Struct, frozen=True):
    """A card has passed and was not read."""

    mode: str


class Alarm(Struct, frozen=True):
    """`code` as ``E3``, `text` in the shoe's own words."""

    mode: str
    code: str
    text: str


class Warned(Struct, frozen=True):
    """A numbered warning, as ``W0x01``."""

    code: str


class Repeat(Struct, frozen=True):
    """The characters of a card alone: what the shoe sends once more after a card in a game."""

    card: Card


class Bad(Struct, frozen=True):
    """Bytes that are no message; `reason` for a person."""

    reason: str


Message = CardRead | Unread | Alarm | Warned | Repeat | Bad


class WrittenCard(Struct, frozen=True):
    """A card as it was written, and in which order."""

    card: Card
    order: Order


def read_card(text: str) -> WrittenCard | None:
    """The card in ``4S``, ``S4``, ``TH`` or ``10H``; None if it is none.

    Ranks and suits share no character, so the order shows.
    """
    if found := _RANK_SUIT.fullmatch(text):
        rank, suit, order = found[1], found[2], ORDERS[0]
    elif found := _SUIT_RANK.fullmatch(text):
        rank, suit, order = found[2], found[1], ORDERS[1]
    else:
        return None
    try:
        return WrittenCard(parse_card(rank.replace("10", "T") + suit), order)
    except NotACard:
        return None


def write_card(card: Card, order: Order = "rank-suit", ten: str = "T") -> str:
    """`card` as a shoe writes it that orders and spells so."""
    rank = ten if card[0] == "T" else card[0]
    return rank + card[1] if order == "rank-suit" else card[1] + rank


def encode(body: str, mode: str = "") -> bytes:
    """A message as it is on the line: a blank on either side, then CR LF."""
    head = f"[{mode}]" if mode else ""
    return f" {head}<{body}> \r\n".encode("ascii")


class Decoder:
    """Messages in a stream of bytes, however it is cut.

    ``[`` or ``<`` begins a message and ``>`` ends it; neither is inside one, so it is in step again
    with the next message. Memory is bounded by `MAX_MESSAGE`.
    """

    def __init__(self) -> None:
        self._held = bytearray()

    @property
    def pending(self) -> bytes:
        """The bytes of a message that has begun and not ended."""
        return bytes(self._held)

    def pause(self) -> list[tuple[bytes, Message]]:
        """The line was silent for longer than inside any message: what has begun is all of it."""
        if not self._held:
            return []
        raw = bytes(self._held)
        self._held.clear()
        return [(raw, _word(raw) if _WORD.fullmatch(raw) else Bad("cut short"))]

    def feed(self, chunk: bytes) -> list[tuple[bytes, Message]]:
        """What `chunk` completes, in order, each with its bytes; blanks between are left out."""
        self._held += chunk
        found: list[tuple[bytes, Message]] = []
        while True:
            self._held = self._held.lstrip(_BLANK)
            length, message = _next(bytes(self._held))
            if message is None:
                return found
            found.append((bytes(self._held[:length]), message))
            del self._held[:length]


def _next(held: bytes) -> tuple[int, Message | None]:
    """How many bytes the next thing has, and what it is; None: more bytes are needed."""
    if not held:
        return 0, None
    if held[:1] in (b"[", b"<"):
        return _bracketed(held)
    if word := _WORD.match(held):
        if word.end() == len(held) and len(held) <= MAX_MESSAGE:
            return 0, None
        return word.end(), _word(word[0])
    rest = re.search(rb"[\[< \t\r\n0-9A-Za-z]", held[1:])
    return (rest.start() + 1 if rest else len(held)), Bad("noise")


def _bracketed(held: bytes) -> tuple[int, Message | None]:
    if found := _MESSAGE.match(held):
        mode, body = found[1], found[2]
        if not _printable(mode or b"") or not _printable(body):
            return found.end(), Bad("bytes that are no text")
        return found.end(), _meaning((mode or b"").decode("ascii"), body.decode("ascii"))
    # Incomplete, or spoiled: the first byte that cannot be in a message tells.
    at = _inside(held, 1)
    if held[:1] == b"[" and held[at : at + 1] == b"]":
        if at + 1 < len(held) and held[at + 1 : at + 2] != b"<":
            return at + 1, Bad("a mode without a message")
        at = _inside(held, at + 2)
    if at < len(held):
        return max(at, 1), Bad("cut short")
    return (len(held), Bad("too long")) if len(held) > MAX_MESSAGE else (0, None)


def _inside(held: bytes, start: int) -> int:
    found = _INSIDE.match(held, min(start, len(held)))
    return found.end() if found else start


def _printable(data: bytes) -> bool:
    return all(0x20 <= byte < 0x7F for byte in data)


def _word(raw: bytes) -> Message:
    written = read_card(raw.decode("ascii"))
    return Repeat(written.card) if written else Bad("noise")


def _meaning(mode: str, body: str) -> Message:
    if not mode:
        return Warned(body) if _WARNING.fullmatch(body) else Bad(f"<{body}> is no warning")
    if mode not in MODES:
        return Bad(f"{mode!r} is no mode")
    if body == "Game":
        return Unread(mode)
    if found := _ALARM.fullmatch(body):
        return Alarm(mode, found[1], found[2])
    written = read_card(body.removeprefix("Card:")) if body.startswith("Card:") else None
    if written is None:
        return Bad(f"<{body}> is no message")
    return CardRead(mode, written.card, written.order)
