"""A desk to play at: presses keys, passes messages on, and writes instructions down in short.

An instruction becomes its kind and the values of its fields, as ``deal 1.1 up shoe`` or
``settle 1.1 bet 10.00 10.00 0.00`` (to_house, returned, won). That its fields are exactly those of
the common vocabulary is checked with every one of them.
"""

from __future__ import annotations

from collections.abc import Mapping

from rigs.emulators.controller import Controller, Instruction
from rigs.roles import SIGNALS, TABLE_CONTROLLER

DOUBLE_ATTACK = "double-attack-blackjack"
DOWN_UNDER = "down-under-blackjack"


def short(instruction: Instruction) -> str:
    signal = SIGNALS[TABLE_CONTROLLER, instruction.kind]
    fields = (*signal.key, *signal.value)
    assert set(instruction.data) == set(fields), instruction
    return " ".join((instruction.kind, *(instruction.data[name] for name in fields)))


def offers(to: str, *options: str) -> list[str]:
    return [f"offer {to} {option}" for option in options]


class Desk:
    def __init__(self, *defects: str) -> None:
        self.controller = Controller(frozenset(defects))
        self.log: list[str] = []

    def _note(self, instructions: list[Instruction]) -> list[str]:
        lines = [short(instruction) for instruction in instructions]
        self.log += lines
        return lines

    def key(self, key: str, **fields: object) -> list[str]:
        return self._note(self.controller.key({"do": "key", "key": key, **fields}))

    def hear(self, role: str, kind: str, **data: str) -> list[str]:
        return self._note(self.controller.hear(role, kind, data))

    def open(self, game: str, *boxes: Mapping[str, object], **rules: str) -> list[str]:
        """Boxes without a seat number get 1, 2, 3 ..."""
        seats = [{"seat": n, **box} for n, box in enumerate(boxes, start=1)]
        return self.key("open-round", game=game, rules=rules, seats=seats)

    def cards(self, cards: str, face: str = "down") -> list[str]:
        """The shoe reports these cards one after the other; what was said to all of them."""
        lines = []
        for card in cards.split():
            lines += self.hear("shoe", "card", card=card, face=face)
        return lines

    def error_card(self, card: str, exposed: str) -> list[str]:
        return self.cards(card) + self.key("drawn-in-error", exposed=exposed)

    def wager(self, seat: int, wager: str, amount: str) -> list[str]:
        return self.key("wager", seat=seat, wager=wager, amount=amount)

    def act(self, hand: str, act: str, **fields: str) -> list[str]:
        seat, number = hand.split(".")
        return self.key("act", seat=int(seat), hand=int(number), act=act, **fields)

    def dealer(self, act: str) -> list[str]:
        return self.key("dealer", act=act)

    def reader(self, blackjack: str) -> list[str]:
        return self.hear("card-reader", "answer", blackjack=blackjack)

    def light(self, colour: str) -> list[str]:
        """The Masque reader lights, then the hole card is taken out again."""
        lines = self.hear("masque-reader", "light", colour=colour)
        return lines + self.hear("masque-reader", "light", colour="none")

    def double_attack(
        self, cards: str, *boxes: Mapping[str, object], attack: str | None = None, **rules: str
    ) -> list[str]:
        """A round of Double Attack to the hole card; `attack` is staked in every box."""
        self.open(DOUBLE_ATTACK, *boxes, **rules)
        first, *others = cards.split()
        self.cards(first)
        for seat in range(1, len(boxes) + 1):
            if attack is not None:
                self.wager(seat, "double_attack", attack)
        self.key("close-wagers")
        return self.cards(" ".join(others))

    def down_under(self, cards: str, *boxes: Mapping[str, object], **rules: str) -> list[str]:
        """A round of Down Under up to and with the hole card."""
        self.open(DOWN_UNDER, *boxes, **rules)
        return self.cards(cards)
