"""Totals, and the hands and boxes that chips and cards lie on."""

from __future__ import annotations

from dataclasses import dataclass, field

from reference_engine.cards import VALUES, Card
from rigs.emulators.controller.money import Money

MAIN_WAGERS = ("bet", "double_attack", "double_down")
"""The wagers of a hand, in the order in which they are settled."""

RANGES = {"blue": "2345", "red": "6789", "yellow": "TJQKA"}
"""The Masque light's colours and the ranks that each stands for (685a.1: Small, Medium, Large)."""


def value(card: Card) -> int:
    """The hard value of a card: an ace is 1, a court card 10."""
    return VALUES[card[0]]


def is_large(card: Card) -> bool:
    """A ten-value card or an ace (685a.1 Large)."""
    return card[0] in RANGES["yellow"]


def range_of(card: Card) -> str:
    """The colour of the light that this hole card deserves."""
    return next(colour for colour, ranks in RANGES.items() if card[0] in ranks)


def count(cards: list[Card]) -> tuple[int, bool]:
    """The best total, and whether it is soft (an ace counts 11)."""
    hard = sum(value(card) for card in cards)
    if hard <= 11 and any(card[0] == "A" for card in cards):
        return hard + 10, True
    return hard, False


def is_blackjack(cards: list[Card]) -> bool:
    """An ace with a ten-value card as the only two cards. A split hand is the caller's matter."""
    return len(cards) == 2 and sorted(value(card) for card in cards) == [1, 10]


@dataclass
class Hand:
    """One hand of a box."""

    seat: int
    number: int
    stakes: dict[str, Money]
    """Main wagers still open."""
    cards: list[Card] = field(default_factory=list)
    status: str = "live"
    """live stood bust surrendered blackjack frozen dead settled; `live` may still decide."""
    lost: dict[str, Money] = field(default_factory=dict)
    """Wagers lost by going over 21: they go back when the hands are called dead."""
    from_split: bool = False
    split_ace: bool = False
    doubled: bool = False
    surrendering: bool = False
    """Surrender was announced and waits for the card reader's answer."""
    late: str = ""
    """It asked for a card and was passed over: `in-time` or `after-reveal` (685a.12(g))."""
    on_layout: bool = True
    """Its cards have not gone to the rack."""

    @property
    def name(self) -> str:
        return f"{self.seat}.{self.number}"

    @property
    def total(self) -> int:
        return count(self.cards)[0]

    @property
    def blackjack(self) -> bool:
        return not self.from_split and is_blackjack(self.cards)

    @property
    def complete(self) -> bool:
        """No further card may come: the double's card or a split ace's one card is here."""
        return len(self.cards) >= 2 and (self.doubled or self.split_ace)

    @property
    def contests(self) -> bool:
        """Its main wagers are still to be decided against the dealer."""
        return self.status in ("live", "stood", "frozen", "blackjack")


@dataclass
class Box:
    """A betting box: its hands, and the wagers that belong to the box itself."""

    seat: int
    hands: list[Hand]
    side: dict[str, Money] = field(default_factory=dict)
    """`bust_it`, `insurance`, `match_the_dealer` while open."""

    @property
    def first(self) -> Hand:
        return self.hands[0]
