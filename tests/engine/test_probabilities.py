"""Exact probabilities by full enumeration through the engine, as fractions."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from reference_engine import events as e
from reference_engine.script import Script, ScriptAct, SeatWagers, play
from tests.engine.rounds import DA, DU, At, settle

RANKS = "A23456789JQK"
FILL = tuple("2C 2D 2H 2S 3C 3D 3H 3S 2C 2D".split())


def _odds(first: str, second: str, third: str) -> int:
    """What a Bust It Wager of 1 wins by the engine when the dealer's cards are these; -1: lost."""
    seat = SeatWagers(1, "2.00", None, "1.00")
    shoe = (first, "9S", "6D", second, third, *FILL)
    acts = (ScriptAct("surrender", 1),)
    table = play(Script(DA, (seat,), shoe, {}, acts)).table
    (row,) = (row for row in table.settlement if row.wager == "bust_it")
    return -1 if row.to_house else row.won // row.staked


def _bust_it(decks: int) -> Counter[str | int]:
    """Ordered ways of the dealer's first three cards, by the row that pays."""
    of_rank, of_card = 4 * decks, decks
    ways: Counter[str | int] = Counter()
    for ranks in product(RANKS, repeat=3):
        if ranks == ("8", "8", "8"):
            for suits in product("CDHS", repeat=3):
                count, left = 1, Counter(dict.fromkeys("CDHS", of_card))
                for suit in suits:
                    count *= left[suit]
                    left[suit] -= 1
                won = _odds(*("8" + suit for suit in suits))
                ways[{200: "suit", 50: "colour", 8: "8"}[won]] += count
            continue
        left = Counter(dict.fromkeys(RANKS, of_rank))
        count = 1
        for rank in ranks:
            count *= left[rank]
            left[rank] -= 1
        won = _odds(*(rank + suit for rank, suit in zip(ranks, "CDH", strict=True)))
        if won > 0:
            assert won == {"6": 15, "7": 10, "8": 8, "9": 6, "J": 3, "Q": 3, "K": 3}[ranks[2]]
        ways["lost" if won < 0 else ranks[2]] += count
    cards = 48 * decks
    assert sum(ways.values()) == cards * (cards - 1) * (cards - 2)
    return ways


PAYS = {"suit": 200, "colour": 50, "6": 15, "7": 10, "8": 8, "9": 6, "J": 3, "Q": 3, "K": 3}


@pytest.mark.parametrize(
    ("decks", "win", "expectation"), [(8, "0.15331", "-0.0801"), (6, "0.15329", "-0.0814")]
)
def test_bust_it(decks: int, win: str, expectation: str) -> None:
    ways = _bust_it(decks)
    total = sum(ways.values())
    won = Fraction(total - ways["lost"], total)
    assert f"{float(won):.5f}" == win
    value = sum(
        (Fraction(ways[row], total) * odds for row, odds in PAYS.items()), Fraction(0)
    ) - Fraction(ways["lost"], total)
    assert f"{float(value):.4f}" == expectation
    if decks == 8:
        rows = {row: f"{float(Fraction(ways[row], total)):.6f}" for row in PAYS}
        assert rows == {
            "suit": "0.000024",
            "colour": "0.000096",
            "6": "0.005122",
            "7": "0.010991",
            "8": "0.017233",
            "9": "0.024314",
            "J": "0.031842",
            "Q": "0.031842",
            "K": "0.031842",
        }


@pytest.mark.parametrize("third", "A2345")
def test_a_small_third_card_never_busts(third: str) -> None:
    for first, second in product(RANKS, repeat=2):
        assert _odds(first + "C", second + "D", third + "H") == -1


@pytest.mark.parametrize("decks", [6, 8])
@pytest.mark.parametrize("upcard", RANKS)
def test_dealer_blackjack_for_each_upcard(decks: int, upcard: str) -> None:
    ways = sum(
        4 * decks - (hole == upcard)
        for hole in RANKS
        if settle(DA, "1 20", f"{upcard}C 9S 6D {hole}D {' '.join(FILL)}", "1 surrender")["1.1 bet"]
        == "20/0/0"
    )
    # Under an ace 12 court cards a deck make it, under a court card 4 aces.
    expected = {"A": 12 * decks, "J": 4 * decks, "Q": 4 * decks, "K": 4 * decks}
    assert Fraction(ways, 48 * decks - 1) == Fraction(expected.get(upcard, 0), 48 * decks - 1)


@pytest.mark.parametrize(
    ("decks", "expected"),
    [
        # 96 of 383 hole cards pay 5 to 2: (2.5 x 96 - 287) / 383.
        (8, Fraction(-47, 383)),
        # 72 of 287: (2.5 x 72 - 215) / 287.
        (6, Fraction(-35, 287)),
    ],
)
def test_insurance_at_5_to_2(decks: int, expected: Fraction) -> None:
    value = Fraction(0)
    for hole in RANKS:
        made = settle(DA, "1 20", f"AC 9S 6D {hole}D {' '.join(FILL)}", "1 insure 10, 1 surrender")
        ways = 4 * decks - (hole == "A")
        value += ways * {"10/0/0": Fraction(-1), "0/10/25": Fraction(5, 2)}[made["1.1 insurance"]]
    assert value / (48 * decks - 1) == expected


@pytest.mark.parametrize("upcard", ["6C", "KC"])
def test_each_masque_light(upcard: str) -> None:
    """Six decks: 96 Small, 96 Medium, 120 Large, less the upcard itself."""
    found: Counter[str] = Counter()
    for rank in "A23456789TJQK":
        table = At(DU, insurance_offered="no").open("1 20").draw(f"9S {upcard} 6D {rank}H")
        table.do(e.Peek())
        light = table.effects[0].data["colour"]
        found[light] += 24 - (rank == upcard[0])
    expected = Counter({"blue": 96, "red": 96, "yellow": 120})
    expected["red" if upcard == "6C" else "yellow"] -= 1
    assert found == expected
    assert Fraction(found["blue"], 311) == Fraction(96, 311)
