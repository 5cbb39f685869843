"""The dealing shoe: cards lie in it in an order, and each that leaves is read and reported once."""

from __future__ import annotations

from collections import deque
from typing import ClassVar

from msgspec import Struct

from reference_engine.cards import NotACard, parse_card
from rigs.emulators.device import Answer, Command, Device, Refused, flag_of, list_of

COVER = "cover"
"""The cover card, as a stimulus names it."""


class Slot(Struct, frozen=True):
    """One card in the shoe; `card` is `COVER` for the cover card, `face` is ``up`` or ``down``."""

    card: str
    face: str


class Shoe(Device):
    """Reports ``card``, ``cover-card``, ``empty``, and ``fault`` for a card it could not read."""

    role = "shoe"
    model = "DS-8"
    seconds: ClassVar[dict[str, float]] = {"draw": 0.001}

    def __init__(self, defects: frozenset[str] = frozenset(), serial: str = "") -> None:
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
            if not self.has("hides-cover-card"):
                self.say("cover-card")
        elif (double and self.has("skips-double-fed-card")) or (
            self.drawn % 3 == 0 and self.has("misses-every-third-card")
        ):
            pass
        elif unreadable:
            self.say("fault", code="unread-card")
        else:
            self._report(slot)
        return {"card": slot.card, "face": slot.face}

    def _report(self, slot: Slot) -> None:
        card = slot.card
        if card[0] == "9" and self.has("misreads-nine-as-ten"):
            card = "T" + card[1]
        face = "down" if self.has("ignores-face-up") else slot.face
        self.say("card", card=card, face=face)
        # The worn sensor bounces on every second card, so that even the shortest round shows it.
        if self.drawn % 2 == 0 and self.has("reports-card-twice"):
            self.say("card", card=card, face=face)

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
