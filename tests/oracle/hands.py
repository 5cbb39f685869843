"""Totals, Blackjacks and the dealer's draw, counted on their own: nothing here is the engine's."""

from __future__ import annotations

from collections.abc import Iterable

COURT = "TJQK"
RED = "DH"


def ranks(cards: Iterable[str]) -> str:
    """The ranks of `cards`, in order."""
    return "".join(card[0] for card in cards)


def hard(cards: Iterable[str]) -> int:
    """The hard total: every ace is 1 (§ 665a.1, § 685a.1)."""
    return sum(1 if r == "A" else 10 if r in COURT else int(r) for r in ranks(cards))


def is_soft(cards: Iterable[str]) -> bool:
    """Whether an ace counts 11."""
    held = ranks(cards)
    return "A" in held and hard(held) <= 11


def total(cards: Iterable[str]) -> int:
    """The total that counts: an ace is 11 unless that takes the hand over 21."""
    held = ranks(cards)
    return hard(held) + (10 if is_soft(held) else 0)


def is_blackjack(cards: Iterable[str]) -> bool:
    """An ace and a card worth 10, and nothing else."""
    held = ranks(cards)
    return len(held) == 2 and "A" in held and any(r in COURT for r in held)


def colour(card: str) -> str:
    """Red or black."""
    return "red" if card[1] in RED else "black"


def dealer_hand(cards: list[str], draws: Iterable[str], hit_soft_17: bool = False) -> list[str]:
    """The dealer's hand once he has drawn to 16 and stands on 17 and over."""
    hand = list(cards)
    coming = iter(draws)
    while total(hand) < 17 or (hit_soft_17 and total(hand) == 17 and is_soft(hand)):
        hand.append(next(coming))
    return hand
