"""The card reader device (§ 665a.1): does this hole card make a Blackjack under that upcard?

It sees no rank, only the mark that aces and ten-value cards carry; so it must be told the upcard,
as the dealer does by a switch on the device, or the table system over the wire.
"""

from __future__ import annotations

from collections.abc import Set
from typing import ClassVar

from reference_engine.cards import Card, NotACard, parse_card
from rigs.emulators.device import Answer, Command, CommandRefused, Device, Refused, card_of

UNMARKED = {
    "queen-is-no-ten": "Q",
    "jack-is-no-ten": "J",
    "king-is-no-ten": "K",
    "king-of-clubs-is-no-ten": "KC",
}
"""Defect to the cards whose mark is not known."""


class CardReader(Device):
    """Reports ``answer`` when a card is inserted, or ``fault`` if no upcard has been set."""

    role = "card-reader"
    model = "HR-2"
    seconds: ClassVar[dict[str, float]] = {"insert": 0.001, "remove": 0.001}

    def __init__(self, defects: Set[str] = frozenset(), serial: str = "") -> None:
        super().__init__(defects, serial)
        self.acts = {"insert": self.insert, "remove": self.remove, "upcard": self.turn_switch}
        self.commands = {"upcard": self.hear_upcard}
        self.reset()

    def reset(self) -> None:
        self.card: Card | None = None
        self.upcard: Card | None = None
        self.scanner_lit = False
        self.last = "no"
        self.said = ""
        """Its answer on the card that is in it."""

    def insert(self, command: Command) -> Answer:
        """The hole card goes in, after the dealer has set `upcard` (if the stimulus says so)."""
        card = card_of(command, "card")
        if self.card is not None:
            raise Refused("insert: a card is in the reader; remove it first")
        if command.get("upcard") is not None:
            self.turn_switch(command)
        self.card = card
        self.defects.new_round()
        self._read(card)
        return {}

    def remove(self, command: Command) -> Answer:
        """The card comes out again."""
        if self.card is None:
            raise Refused("remove: no card is in the reader")
        self.card = None
        self.scanner_lit = False
        if self.said and self.has("answers-again-on-removal"):
            self.say("answer", blackjack=self.said)
        return {}

    def turn_switch(self, command: Command) -> Answer:
        """The dealer sets the upcard on the device; without power the switch does nothing."""
        upcard = card_of(command, "upcard")
        if self.powered:
            self.upcard = upcard
        return {}

    def hear_upcard(self, data: dict[str, str]) -> dict[str, str]:
        """The table system tells the upcard over the wire."""
        try:
            self.upcard = parse_card(data.get("card", ""))
        except NotACard as error:
            raise CommandRefused("bad-value", str(error)) from None
        return {}

    def _read(self, card: Card) -> None:
        self.said = ""
        if not self.powered:
            return
        self.scanner_lit = True
        if self.upcard is None:
            self.say("fault", code="no-upcard")
            return
        if self.has("answers-before-the-card"):
            self.say("answer", blackjack="no")
        answer = "yes" if self._makes_blackjack(self.upcard, card) else "no"
        answer, self.last = self.last if self.has("keeps-last-answer") else answer, answer
        if self.has("inverted"):
            answer = "no" if answer == "yes" else "yes"
        if answer == "yes" and self.has("silent-on-blackjack"):
            return
        if answer == "no" and self.has("silent-without-blackjack"):
            return
        self.said = answer
        self.say("answer", blackjack=answer)

    def _makes_blackjack(self, upcard: Card, hole: Card) -> bool:
        seen = self._mark(hole)
        if self.has("ignores-upcard"):
            return seen in ("ace", "ten")
        if upcard[0] == "A":
            return seen == "ten"
        return upcard[0] in "KQJT" and seen == "ace"

    def _mark(self, card: Card) -> str:
        if card[0] == "A":
            if self.has("ace-is-a-ten"):
                return "ten"
            return "" if self.has("says-no-to-ace") else "ace"
        if card[0] == "K" and self.has("king-is-an-ace"):
            return "ace"
        if card[0] == "2" and self.has("two-is-an-ace"):
            return "ace"
        for defect, unmarked in UNMARKED.items():
            if card.startswith(unmarked) and self.has(defect):
                return ""
        if card[0] == "9" and self.has("nine-is-a-ten"):
            return "ten"
        return "ten" if card[0] in "KQJT" else ""

    def make_safe(self) -> None:
        self.scanner_lit = False

    def is_safe(self) -> bool:
        return not self.scanner_lit

    def look(self) -> Answer:
        return {
            "card": self.card,
            "upcard": self.upcard,
            "scanner": "on" if self.scanner_lit else "off",
        }

    def lost_power(self) -> None:
        self.upcard = None
        self.scanner_lit = False
        self.last = "no"
