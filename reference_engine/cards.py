"""Cards: rank then suit, as ``"KH"``. The one part of the engine that the rig layer may import.

A card is plain text, so that it is the same thing in a feature file, on a wire, in a round script
and in a report. Two cards of one rank and suit are equal: where it matters which of eight equal
cards is meant, the place in the shoe says so.
"""

from __future__ import annotations

from collections.abc import Iterable

RANKS = "A23456789TJQK"
SUITS = "CDHS"

Card = str
"""Two characters: one of `RANKS`, one of `SUITS`."""

FULL_DECK: tuple[Card, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""The 52 cards of Down Under Blackjack."""

DECK_WITHOUT_TENS: tuple[Card, ...] = tuple(card for card in FULL_DECK if card[0] != "T")
"""The 48 cards of Double Attack Blackjack."""

VALUES: dict[str, int] = {rank: min(place, 10) for place, rank in enumerate(RANKS, start=1)}
"""Rank to its hard value: an ace is 1, a ten, jack, queen or king is 10."""


class NotACard(ValueError):
    """Text that is no card. `text` is what was read."""

    def __init__(self, text: str) -> None:
        self.text = text
        super().__init__(f"{text!r} is not a card: write rank then suit, as KH ({RANKS}, {SUITS})")


def parse_card(text: str) -> Card:
    """`text` as a card.

    Raises:
        NotACard: it is not two characters of `RANKS` and `SUITS`.
    """
    if len(text) == 2 and text[0] in RANKS and text[1] in SUITS:
        return text
    raise NotACard(text)


def parse_cards(text: str | Iterable[str]) -> tuple[Card, ...]:
    """Cards in order, from text with blanks between them or from a sequence of texts."""
    words = text.split() if isinstance(text, str) else text
    return tuple(parse_card(word) for word in words)
