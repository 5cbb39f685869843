"""Hands: totals, soft and hard, and what makes a Blackjack (§ 665a.1, § 685a.1)."""

from __future__ import annotations

from itertools import product

from reference_engine.cards import FULL_DECK, VALUES, Card

_WORTH = {card: VALUES[card[0]] for card in FULL_DECK}
_worth = _WORTH.__getitem__
_ACES = frozenset(card for card in FULL_DECK if card[0] == "A")


def total(cards: tuple[Card, ...]) -> int:
    """The total: one ace counts 11 where that does not go over 21."""
    # Most totals that are asked for are those of two cards.
    return _PAIRS.get(cards) or _total(cards)


def _total(cards: tuple[Card, ...]) -> int:
    hard = sum(map(_worth, cards))
    if hard <= 11 and not _ACES.isdisjoint(cards):
        return hard + 10
    return hard


def is_soft(cards: tuple[Card, ...]) -> bool:
    """Whether an ace counts 11 in the total."""
    return sum(map(_worth, cards)) <= 11 and not _ACES.isdisjoint(cards)


_PAIRS: dict[tuple[Card, ...], int] = {pair: _total(pair) for pair in product(FULL_DECK, repeat=2)}
_BLACKJACKS = frozenset(pair for pair, points in _PAIRS.items() if points == 21)


def is_blackjack(cards: tuple[Card, ...]) -> bool:
    """Whether these are an ace and a card worth 10, and nothing else.

    That they are the *initial* two cards, and not those of a split hand, is for the caller to know.
    """
    return cards in _BLACKJACKS


def is_large(card: Card) -> bool:
    """10, jack, queen, king or ace (§ 685a.1 Large)."""
    return card[0] in "ATJQK"


def light(card: Card) -> str:
    """The colour of the Masque Card Reader device for a hole card (§ 685a.1)."""
    if is_large(card):
        return "yellow"
    return "blue" if card[0] in "2345" else "red"
