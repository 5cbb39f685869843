"""The sums of the settlement, against the tables of the law and against enumeration."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference_engine.cards import DECK_WITHOUT_TENS
from rigs.emulators.controller.games import DOWN_UNDER
from rigs.emulators.controller.hands import Hand, count, is_blackjack, range_of
from rigs.emulators.controller.money import format_amount, parse_amount
from rigs.emulators.controller.settlement import bust_it_odds, halved, outcome


@pytest.mark.parametrize(
    ("cards", "odds"),
    [
        ("8H 8H 8H", 200),
        ("8C 8C 8C", 200),
        ("8H 8D 8H", 50),
        ("8C 8S 8S", 50),
        ("8H 8D 8C", 8),
        ("9C 5D 8C", 8),
        ("KC 6D 6C", 15),
        ("KC 5D 7C", 10),
        ("KC 3D 9C", 6),
        ("7C 5D KC", 3),
        ("7C 5D QC", 3),
        ("7C 5D JC", 3),
        ("7C 5D 9C", None),  # 21
        ("KC 6D", None),
        ("KC 2D 3C 9C", None),  # over 21, but on four cards
    ],
)
def test_bust_it_table(cards: str, odds: int | None) -> None:
    assert bust_it_odds(cards.split()) == odds


@pytest.mark.parametrize(
    ("decks", "chance", "expectation"), [(8, "0.15331", "-0.0801"), (6, "0.15329", "-0.0814")]
)
def test_bust_it_by_enumeration(decks: int, chance: str, expectation: str) -> None:
    """Every order of three cards from a full shoe; the figures are those of the law file."""
    total = 48 * decks
    wins = pays = 0
    for first in DECK_WITHOUT_TENS:
        for second in DECK_WITHOUT_TENS:
            if count([first, second])[0] >= 17:
                continue
            pair = decks * (decks - (second == first))
            for third in DECK_WITHOUT_TENS:
                odds = bust_it_odds([first, second, third])
                if odds is not None:
                    weight = pair * (decks - (third == first) - (third == second))
                    wins += weight
                    pays += weight * odds
    orders = total * (total - 1) * (total - 2)
    assert f"{wins / orders:.5f}" == chance
    assert f"{(pays - (orders - wins)) / orders:.4f}" == expectation


@pytest.mark.parametrize(
    ("cards", "total", "soft"),
    [
        ("AS", 11, True),
        ("AS AD", 12, True),
        ("AS 6D", 17, True),
        ("AS 6D KC", 17, False),
        ("AS AD 9C", 21, True),
        ("AS AD 9C KC", 21, False),
        ("KS TD 2C", 22, False),
    ],
)
def test_totals(cards: str, total: int, soft: bool) -> None:
    assert count(cards.split()) == (total, soft)


def test_blackjack_is_two_cards_only() -> None:
    assert is_blackjack(["AS", "TD"])
    assert is_blackjack(["QS", "AD"])
    assert not is_blackjack(["AS", "TD", "KD"])
    assert not is_blackjack(["9S", "AD"])


def test_ranges() -> None:
    assert [range_of(rank + "S") for rank in "23456789TJQKA"] == (
        ["blue"] * 4 + ["red"] * 4 + ["yellow"] * 5
    )


@pytest.mark.parametrize(
    ("player", "split", "golden", "bust"),
    [
        ("KS QD", False, "win", "win"),
        ("KS QD", True, "push", "win"),
        ("AS AD", False, "win", "win"),
        ("KS 9D", False, "push", "win"),
        ("KS 5D 6C", False, "win", "win"),
        ("KS 5D 5C", False, "push", "win"),
    ],
)
def test_dealer_22(player: str, split: bool, golden: str, bust: str) -> None:
    hand = Hand(1, 1, {}, player.split(), from_split=split)
    dealer = ["KC", "6C", "6D"]
    assert outcome(hand, dealer, DOWN_UNDER, {"dealer_22": "golden_rule"}) == golden
    assert outcome(hand, dealer, DOWN_UNDER, {"dealer_22": "bust"}) == bust


CENTS = st.integers(1, 10**9).map(lambda cents: Fraction(cents, 100))


@given(CENTS, st.sampled_from(["exact", "odd_to_house", "odd_to_player"]))
def test_halves_make_the_whole(stake: Fraction, rounding: str) -> None:
    shares = halved(stake, rounding)
    assert shares.to_house + shares.returned == stake
    difference = shares.to_house - shares.returned
    odd = Fraction(1, 100) if stake * 100 % 2 else 0
    assert difference == {"exact": 0, "odd_to_house": odd, "odd_to_player": -odd}[rounding]


@given(st.integers(1, 10**12), st.integers(0, 6))
def test_amounts_survive_writing_and_reading(units: int, digits: int) -> None:
    amount = Fraction(units, 10**digits)
    text = format_amount(amount)
    assert len(text.partition(".")[2]) >= 2
    assert Fraction(text) == amount
    if amount < 10**12:
        assert parse_amount(text) == amount


def test_an_amount_without_a_decimal_form_is_never_rounded() -> None:
    with pytest.raises(ValueError, match="no finite decimal"):
        format_amount(Fraction(1, 3))
