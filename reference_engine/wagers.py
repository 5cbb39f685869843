"""Wagers: the row that settles one, and the odds that need more than a multiplication."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from reference_engine.cards import Card
from reference_engine.effects import Law
from reference_engine.hands import total
from reference_engine.money import CENT, Money, half

BET = "bet"
DOUBLE_ATTACK = "double_attack"
BUST_IT = "bust_it"
INSURANCE = "insurance"
DOUBLE_DOWN = "double_down"
MATCH_THE_DEALER = "match_the_dealer"

MAIN = (BET, DOUBLE_ATTACK, DOUBLE_DOWN)
"""The wagers that stand on a hand; the others stand on its box."""


class Row(Struct, frozen=True, gc=False, cache_hash=True):
    """The settlement of one wager: staked = to_house + returned; `won` is paid by the house on
    top."""

    seat: int
    hand: int
    wager: str
    staked: Money
    to_house: Money
    returned: Money
    won: Money
    law: Law


class Share(Struct, frozen=True, gc=False, cache_hash=True):
    """What becomes of one wager: the parts of the stake, and what is won."""

    to_house: Money
    returned: Money
    won: Money = 0


@lru_cache(maxsize=4096)
def lost(stake: Money) -> Share:
    return Share(stake, 0)


@lru_cache(maxsize=4096)
def pushed(stake: Money) -> Share:
    return Share(0, stake)


@lru_cache(maxsize=4096)
def won(stake: Money, winnings: Money) -> Share:
    return Share(0, stake, winnings)


def house_half(stake: Money, rounding: str) -> Money:
    """The house's half of `stake`: exact, or in whole cents with the odd one to one side.

    `rounding` is a value of the house rule `surrender_half_rounding`.
    """
    exact = half(stake)
    odd = exact % CENT
    if rounding == "exact" or not odd:
        return exact
    return exact - odd + (CENT if rounding == "odd_to_house" else 0)


_RED = "DH"
_THIRD_CARD = {"6": 15, "7": 10, "8": 8, "9": 6, "J": 3, "Q": 3, "K": 3}


def bust_it_odds(dealer: tuple[Card, ...]) -> tuple[int, ...]:
    """All rows of § 665a.12(c) that the dealer's hand fits, as odds to 1; none where the wager
    loses.

    It wins when the dealer goes over 21 with exactly three cards. Only three eights fit more than
    one row.
    """
    if len(dealer) != 3 or total(dealer) <= 21:
        return ()
    rows = []
    if all(card[0] == "8" for card in dealer):
        suits = {card[1] for card in dealer}
        if len(suits) == 1:
            rows.append(200)
        if len({suit in _RED for suit in suits}) == 1:
            rows.append(50)
    # A 10 is not in this game's decks; the table has no row for one.
    third = _THIRD_CARD.get(dealer[2][0])
    if third is not None:
        rows.append(third)
    return tuple(rows)
