"""The dealing shoe: cards lie in it in an order, and each that leaves is read and reported once."""

from __future__ import annotations

from collections import deque
from collections.abc import Set
from typing import ClassVar

from msgspec import Struct

from reference_engine.cards import NotACard, parse_card
from rigs.emulators.device import Answer, Command, Device, Refused, flag_of, list_of

COVER = "cover"
"""The cover card, as a stimulus names it."""


MISREADS = {
    "misreads-ace-as-two": ("A", "2"),
    "misreads-two-as-three": ("2", "3"),
    "misreads-three-as-four": ("3", "4"),
    "misreads-four-as-five": ("4", "5"),
    "misreads-five-as-six": ("5", "6"),
    "misreads-six-as-seven": ("6", "7"),
    "misreads-seven-as-eight": ("7", "8"),
    "misreads-eight-as-nine": ("8", "9"),
    "misreads-nine-as-ten": ("9", "T"),
    "misreads-ten-as-jack": ("T", "J"),
    "misreads-jack-as-queen": ("J", "Q"),
    "misreads-queen-as-king": ("Q", "K"),
    "misreads-king-as-ace": ("K", "A"),
    "misreads-ace-as-king": ("A", "K"),
    "misreads-ten-as-nine": ("T", "9"),
    "misreads-two-as-ace": ("2", "A"),
    "misreads-three-as-two": ("3", "2"),
    "misreads-four-as-three": ("4", "3"),
    "misreads-five-as-four": ("5", "4"),
    "misreads-six-as-five": ("6", "5"),
    "misreads-seven-as-six": ("7", "6"),
    "misreads-eight-as-seven": ("8", "7"),
    "misreads-nine-as-eight": ("9", "8"),
    "misreads-jack-as-ten": ("J", "T"),
    "misreads-queen-as-jack": ("Q", "J"),
    "misreads-king-as-queen": ("K", "Q"),
}
"""Defect to the rank that is read wrong and the rank that is read."""


class Slot(Struct, frozen=True):
    """One card in the shoe; `card` is `COVER` for the cover card, `face` is ``up`` or ``down``."""

    card: str
    face: str


class Shoe(Device):
    """Reports ``card``, ``cover-card``, ``empty``, and ``fault`` for a card it could not read."""

    role = "shoe"
    model = "DS-8"
    seconds: ClassVar[dict[str, float]] = {"draw": 0.001}

    def __init__(self, defects: Set[str] = frozenset(), serial: str = "") -> None:
        super().__init__(defects, serial)
        self.acts = {"load": self.load, "draw": self.draw}
        self.reset()

    def reset(self) -> None:
        self.slots: deque[Slot] = deque()
        self.drawn = 0
        self.scanner_lit = False

    def load(self, command: Command) -> Answer:
        """Take out what is left and fill with `cards`, in the order they will leave."""
        self.slots = deque(_slot(text) for text in list_of(command, "cards"))
        self.drawn = 0
        self.defects.new_round()
        first = next((slot for slot in self.slots if slot.card != COVER), None)
        if first is not None and self.has("reads-ahead"):
            self._report(first)
        return {"cards": len(self.slots)}

    def draw(self, command: Command) -> Answer:
        """Pull the next card out.

        `double`: it comes out stuck to the card before it, with no gap between them at the sensor.
        `unreadable`: its index is too dirty to be read.
        """
        double, unreadable = flag_of(command, "double"), flag_of(command, "unreadable")
        self.scanner_lit = self.powered
        if not self.slots:
            if not self.has("hides-empty"):
                self.say("empty")
            return {"card": None}
        slot = self.slots.popleft()
        self.drawn += 1
        if slot.card == COVER:
            self._cover()
        elif (double and self.has("skips-double-fed-card")) or (
            self.drawn % 3 == 0 and self.has("misses-every-third-card")
        ):
            pass
        elif unreadable:
            self.say("fault", code="unread-card")
        else:
            self._report(slot)
        if not self.slots and self.has("empty-too-soon"):
            self.say("empty")
        if self.drawn % 5 == 0 and self.has("restarts-in-mid-round"):
            self.restart()
        if self.drawn % 5 == 0 and self.has("counter-restarts"):
            self.recount()
        return {"card": slot.card, "face": slot.face}

    def _cover(self) -> None:
        if self.has("hides-cover-card"):
            return
        if self.has("cover-card-is-unread"):
            self.say("fault", code="unread-card")
            return
        self.say("cover-card")
        if self.has("cover-card-twice"):
            self.say("cover-card")

    def _report(self, slot: Slot) -> None:
        card = self._read(slot.card)
        face = slot.face
        if face == "up" and self.has("ignores-face-up"):
            face = "down"
        elif face == "down" and self.drawn % 3 == 0 and self.has("sees-face-up"):
            face = "up"
        self.say("card", card=card, face=face)
        # The worn sensor bounces on every second card, so that even the shortest round shows it.
        if self.drawn % 2 == 0 and self.has("reports-card-twice"):
            self.say("card", card=card, face=face)

    def _read(self, card: str) -> str:
        for defect, (true, read) in MISREADS.items():
            if card[0] == true and self.has(defect):
                return read + card[1]
        if card[1] == "H" and self.has("misreads-hearts-as-diamonds"):
            return card[0] + "D"
        return card

    def make_safe(self) -> None:
        self.scanner_lit = False

    def is_safe(self) -> bool:
        return not self.scanner_lit

    def look(self) -> Answer:
        return {
            "cards": [slot.card + ("^" if slot.face == "up" else "") for slot in self.slots],
            "drawn": self.drawn,
            "scanner": "on" if self.scanner_lit else "off",
        }

    def lost_power(self) -> None:
        self.scanner_lit = False


def _slot(text: str) -> Slot:
    if text == COVER:
        return Slot(COVER, "down")
    try:
        return Slot(parse_card(text.removesuffix("^")), "up" if text.endswith("^") else "down")
    except NotACard as error:
        raise Refused(f'load: "cards": {error}, KH^ for one that lies face up, or cover') from None
