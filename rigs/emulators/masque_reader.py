"""The Masque Card Reader device (§ 685a.1): one light for the hole card's range.

Blue is small (2 to 5), red medium (6 to 9), yellow large (10, jack, queen, king, ace). The lamps
are physical: the colour sensor sees them, and they need not be what the message says.
"""

from __future__ import annotations

from collections.abc import Set
from typing import ClassVar

from reference_engine.cards import Card
from rigs.emulators.device import Answer, Command, Device, Refused, card_of, one_of

COLOURS = ("blue", "red", "yellow")
FAULTS = ("no-light", "two-lights", "light-without-card", "frozen-light")
SWAPS = {
    "swaps-red-yellow": ("red", "yellow"),
    "swaps-blue-red": ("blue", "red"),
    "swaps-blue-yellow": ("blue", "yellow"),
}
"""Defect to the two colours that are exchanged, in lamp and message."""
MISTAKEN = {
    "ace-is-small": ("A", "blue"),
    "ten-is-medium": ("T", "red"),
    "six-is-small": ("6", "blue"),
    "five-is-medium": ("5", "red"),
    "nine-is-large": ("9", "yellow"),
    "jack-is-medium": ("J", "red"),
    "queen-is-medium": ("Q", "red"),
    "king-is-medium": ("K", "red"),
    "king-of-clubs-is-medium": ("KC", "red"),
    "ace-is-medium": ("A", "red"),
    "two-is-large": ("2", "yellow"),
}
"""Defect to the cards that are put in a wrong range, and its colour."""
_RANGES = {"2345": "blue", "6789": "red", "TJQKA": "yellow"}


class MasqueReader(Device):
    """Reports ``light`` when a card goes in or out, ``fault`` when it finds itself broken."""

    role = "masque-reader"
    model = "MQ-1"
    seconds: ClassVar[dict[str, float]] = {"insert": 0.001, "remove": 0.001}

    def __init__(self, defects: Set[str] = frozenset(), serial: str = "") -> None:
        super().__init__(defects, serial)
        self.acts = {
            "insert": self.insert,
            "remove": self.remove,
            "lamps": self.lamps,
            "fault": self.break_down,
        }
        self.reset()

    def reset(self) -> None:
        self.card: Card | None = None
        self.fault = ""
        self.lit: tuple[str, ...] = ()
        self.latched = ""
        """The light of the card before."""

    def insert(self, command: Command) -> Answer:
        """The hole card goes in, face down. `force`: the light that the device is made to show."""
        card = card_of(command, "card")
        forced = one_of(command, "force", COLOURS, default="")
        if self.card is not None:
            raise Refused("insert: a card is in the reader; remove it first")
        self.card = card
        self.defects.new_round()
        if self.powered:
            self._show(forced or self._range(card))
        return {}

    def remove(self, command: Command) -> Answer:
        """The card comes out again, and the light with it."""
        if self.card is None:
            raise Refused("remove: no card is in the reader")
        self.card = None
        if not self.powered:
            return {}
        if self.fault:
            self._burn_as_broken()
        else:
            if not self.has("lamp-stays-on"):
                self.lit = ()
            if not self.has("end-of-light-untold"):
                self.say("light", colour="none")
        return {}

    def lamps(self, command: Command) -> Answer:
        """What really burns, in the order blue, red, yellow: for the colour sensor's eye."""
        return {"lit": list(self.lit)}

    def break_down(self, command: Command) -> Answer:
        """The device breaks in one of `FAULTS`; its self-test notices."""
        self.fault = one_of(command, "fault", FAULTS)
        if self.powered:
            self._burn_as_broken()
            self.say("fault", code=self.fault)
        return {}

    def _range(self, card: Card) -> str:
        rank = card[0]
        for defect, (cards, colour) in MISTAKEN.items():
            if card.startswith(cards) and self.has(defect):
                return colour
        return next(colour for ranks, colour in _RANGES.items() if rank in ranks)

    def _show(self, colour: str) -> None:
        if self.fault:
            self._burn_as_broken()
            self.say("fault", code=self.fault)
            return
        for defect, pair in SWAPS.items():
            if colour in pair and self.has(defect):
                colour = pair[1 - pair.index(colour)]
        before, self.latched = self.latched or "blue", colour
        if self.has("keeps-last-light"):
            colour = before
        self.lit = self._burning(colour)
        if self.has("light-without-message"):
            return
        self.say("light", colour=colour)
        if self.has("light-told-twice"):
            self.say("light", colour=colour)

    def _burning(self, colour: str) -> tuple[str, ...]:
        neighbour = COLOURS[(COLOURS.index(colour) + 1) % 3]
        if self.has("lamp-differs-from-message"):
            return (neighbour,)
        if self.has("two-lights"):
            return tuple(lamp for lamp in COLOURS if lamp in (colour, neighbour))
        return () if self.has("lamp-dead") else (colour,)

    def _burn_as_broken(self) -> None:
        match self.fault:
            case "no-light":
                self.lit = ()
            case "two-lights":
                self.lit = ("red", "yellow") if self.card else ()
            case "light-without-card":
                self.lit = self.lit or ("blue",)
            case "frozen-light":
                self.lit = (self.latched or "blue",)

    def make_safe(self) -> None:
        self.lit = ()

    def is_safe(self) -> bool:
        return not self.lit

    def is_broken(self) -> bool:
        return bool(self.fault)

    def look(self) -> Answer:
        return {"card": self.card, "lit": list(self.lit), "fault": self.fault}

    def lost_power(self) -> None:
        self.lit = ()
        self.latched = ""

    def woke(self) -> None:
        if self.fault:
            self._burn_as_broken()
            self.say("fault", code=self.fault)
