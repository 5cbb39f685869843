"""Exact probabilities: every course of the dealer's cards played through the engine, in fractions.

Each course is weighed by the number of ways in which it can leave a full shoe. The players' cards
come from the rest and change nothing in that, for no place in a shuffled shoe is better than
another. The closed forms beside it are counted here by hand, with n cards of a rank in the shoe
(4 times the decks) and 3n court cards. The decimals are those of the law file.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod

import pytest

from reference_engine.cards import DECK_WITHOUT_TENS, FULL_DECK
from tests.oracle.hands import is_blackjack, total
from tests.oracle.scripts import DOUBLE_ATTACK, DOWN_UNDER, Json, act, ruling_of

RANKS_48 = "A23456789JQK"
RANKS_52 = "A23456789TJQK"

PAIRS_OF = {
    12: ("K2", "93", "84", "75", "66"),
    13: ("K3", "94", "85", "76"),
    14: ("K4", "95", "86", "77"),
    15: ("K5", "96", "87"),
    16: ("K6", "97", "88"),
}
"""Every pair without an ace that has the total; K stands for any court card. With an ace, a
two-card hand of 12 to 16 is soft and no third card takes it over 21."""


def closed_form(third: str, decks: int) -> Fraction:
    """The probability that the dealer goes over 21 on exactly this third card's rank."""
    n = 4 * decks
    least = {"6": 16, "7": 15, "8": 14, "9": 13, "K": 12, "Q": 12, "J": 12}[third]
    ways = 0
    for pair in (pair for points in range(least, 17) for pair in PAIRS_OF[points]):
        first, second = pair[0], pair[1]
        if first == second:
            ways += n * (n - 1) * (n - 2 if third == first else n)
        else:
            courts = 3 * n if first == "K" else n
            if third == second or (third == first != "K"):
                ways += 2 * courts * n * (n - 1)
            elif first == "K" and third in "KQJ":
                ways += 2 * courts * n * (courts - 1) // 3  # a third of the court cards left
            else:
                ways += 2 * courts * n * n
    cards = 48 * decks
    return Fraction(ways, cards * (cards - 1) * (cards - 2))


def closed_eights(decks: int) -> tuple[Fraction, Fraction]:
    """8-8-8 of one suit, and 8-8-8 of one colour but not of one suit."""
    cards = 48 * decks
    suit = 4 * decks * (decks - 1) * (decks - 2)
    reds = 2 * decks
    colours = 2 * reds * (reds - 1) * (reds - 2)
    shoe = cards * (cards - 1) * (cards - 2)
    return Fraction(suit, shoe), Fraction(colours - suit, shoe)


def ways(cards: tuple[str, ...], of_each: Counter[str], size: int) -> Fraction:
    """The probability that a shoe of `size` cards begins with these ranks (or cards)."""
    seen: Counter[str] = Counter()
    found = Fraction(1)
    for place, card in enumerate(cards):
        found *= Fraction(of_each[card] - seen[card], size - place)
        seen[card] += 1
    return found


def courses(decks: int) -> list[tuple[tuple[str, ...], Fraction]]:
    """The dealer's first three cards by rank, and three 8s by suit, with their probabilities."""
    size = 48 * decks
    by_rank = Counter(dict.fromkeys(RANKS_48, 4 * decks))
    by_card = Counter(dict.fromkeys(DECK_WITHOUT_TENS, decks))
    found: list[tuple[tuple[str, ...], Fraction]] = []
    for cards in product(RANKS_48, repeat=3):
        if cards == ("8", "8", "8"):
            for suits in product("SHDC", repeat=3):
                eights = tuple("8" + suit for suit in suits)
                found.append((eights, ways(eights, by_card, size)))
        else:
            suited = tuple(rank + suit for rank, suit in zip(cards, "SHD", strict=True))
            found.append((suited, ways(cards, by_rank, size)))
    return found


def bust_it_round(dealer: tuple[str, ...], decks: int) -> Json:
    """One box with 9, 9, which stands; it holds a Bust It and, with an ace up, Insurance."""
    up, hole, third = dealer
    insure = [act(1, "insure", amount="1.00")] if up[0] == "A" else []
    stand = [] if is_blackjack((up, hole)) else [act(1, "stand")]
    return {
        "game": DOUBLE_ATTACK,
        "rules": {"decks": decks},
        "seats": [{"seat": 1, "bet": "2.00", "bust_it": "1.00"}],
        "shoe": [up, "9C", "9C", hole, third, "4C", "3C", "2C", "KC", "KC"],
        "acts": [*insure, *stand],
    }


@cache
def played(decks: int) -> tuple[dict[str, Fraction], dict[str, Fraction], dict[str, Fraction]]:
    """Through the engine: Bust It row -> probability; up -> Blackjack; and Insurance's result."""
    rows: dict[str, Fraction] = {}
    blackjack: dict[str, Fraction] = {}
    insurance: dict[str, Fraction] = {}
    certain = Fraction(0)
    for dealer, probability in courses(decks):
        certain += probability
        ruling = ruling_of(bust_it_round(dealer, decks))
        settled = {row.wager: row for row in ruling.settlement}
        bust_it = settled["bust_it"]
        won = Fraction(bust_it.won) - Fraction(bust_it.to_house)
        key = f"{won}"
        if won == 3:
            key = f"3 on {ruling.dealer.cards[2][0]}"
        rows[key] = rows.get(key, Fraction(0)) + probability
        up = dealer[0][0]
        if ruling.dealer.blackjack:
            blackjack[up] = blackjack.get(up, Fraction(0)) + probability * len(RANKS_48)
        if "insurance" in settled:
            row = settled["insurance"]
            result = Fraction(row.won) - Fraction(row.to_house)
            insurance[f"{result}"] = insurance.get(f"{result}", Fraction(0)) + (
                probability * len(RANKS_48)
            )
    assert certain == 1
    return rows, blackjack, insurance


@pytest.mark.parametrize("decks", [6, 8])
def test_every_row_of_the_bust_it_table(decks: int) -> None:
    rows, _, _ = played(decks)
    suit, one_colour = closed_eights(decks)
    assert rows["200"] == suit
    assert rows["50"] == one_colour
    assert rows["15"] == closed_form("6", decks)
    assert rows["10"] == closed_form("7", decks)
    assert rows["8"] == closed_form("8", decks) - suit - one_colour
    assert rows["6"] == closed_form("9", decks)
    for court in "JQK":
        assert rows[f"3 on {court}"] == closed_form(court, decks)
    assert set(rows) == {"200", "50", "15", "10", "8", "6", "3 on J", "3 on Q", "3 on K", "-1"}
    assert sum(rows.values()) == 1


def test_the_bust_it_numbers_of_eight_decks() -> None:
    rows, _, _ = played(8)
    decimals = {name: round(float(probability), 6) for name, probability in rows.items()}
    assert decimals["15"] == 0.005122
    assert decimals["10"] == 0.010991
    assert decimals["8"] == 0.017233
    assert decimals["50"] == 0.000096
    assert decimals["200"] == 0.000024
    assert decimals["6"] == 0.024314
    assert decimals["3 on K"] == decimals["3 on Q"] == decimals["3 on J"] == 0.031842


@pytest.mark.parametrize(("decks", "win", "value"), [(8, 0.15331, -0.0801), (6, 0.15329, -0.0814)])
def test_the_expectation_of_a_bust_it(decks: int, win: float, value: float) -> None:
    rows, _, _ = played(decks)
    assert round(float(1 - rows["-1"]), 5) == win
    expected = sum(Fraction(name.split(" ", maxsplit=1)[0]) * p for name, p in rows.items())
    assert round(float(expected), 4) == value
    # The same from the closed forms and § 665a.12(c)'s odds alone.
    suit, one_colour = closed_eights(decks)
    by_hand = 200 * suit + 50 * one_colour + 8 * (closed_form("8", decks) - suit - one_colour)
    by_hand += 15 * closed_form("6", decks) + 10 * closed_form("7", decks)
    by_hand += 6 * closed_form("9", decks) + 9 * closed_form("K", decks)
    winning = sum(closed_form(third, decks) for third in "6789JQK")
    assert expected == by_hand - (1 - winning)


@pytest.mark.parametrize(
    ("decks", "courts", "aces", "rest"), [(8, 96, 32, 383), (6, 72, 24, 287)], ids=["8", "6"]
)
def test_a_dealer_blackjack_for_each_upcard(decks: int, courts: int, aces: int, rest: int) -> None:
    _, blackjack, _ = played(decks)
    assert blackjack == {
        "A": Fraction(courts, rest),
        **dict.fromkeys("JQK", Fraction(aces, rest)),
    }


@pytest.mark.parametrize(
    # An ace up: courts x 5/2 - the others, of the cards left. 240 - 287; 180 - 215.
    ("decks", "win", "value"),
    [(8, Fraction(96, 383), Fraction(-47, 383)), (6, Fraction(72, 287), Fraction(-35, 287))],
    ids=["8", "6"],
)
def test_insurance_at_5_to_2(decks: int, win: Fraction, value: Fraction) -> None:
    _, _, insurance = played(decks)
    assert insurance == {"5/2": win, "-1": 1 - win}
    assert sum(Fraction(name) * p for name, p in insurance.items()) == value


def light_round(up: str, hole: str, decks: int) -> Json:
    """A Down Under round with 9, 9; insured where it can be."""
    insure = [act(1, "insure", amount="1.00")] if up[0] == "A" else []
    stand = [] if is_blackjack((up, hole)) else [act(1, "stand")]
    draws: list[str] = []
    while total([up, hole, *draws]) < 17:
        draws.append("5C" if total([up, hole, *draws]) < 12 else "6C")
    return {
        "game": DOWN_UNDER,
        "rules": {"decks": decks},
        "seats": [{"seat": 1, "bet": "2.00"}],
        "shoe": ["9C", up, "9C", hole, *draws],
        "acts": [*insure, *stand],
    }


def light_of(script: Json) -> str:
    """The one light that shows, and that goes out again."""
    lights = [s.data["colour"] for s in ruling_of(script).signals if s.signal == "light"]
    assert lights[1:] == ["none"]
    return lights[0]


COLOURS = {
    **dict.fromkeys("2345", "blue"),
    **dict.fromkeys("6789", "red"),
    **dict.fromkeys("TJQKA", "yellow"),
}
"""§ 685a.1: Small, Medium, Large."""


@pytest.mark.parametrize("hole", FULL_DECK)
def test_each_card_lights_its_colour(hole: str) -> None:
    for up in ("7H", "KH", "AH"):
        assert light_of(light_round(up, hole, 6)) == COLOURS[hole[0]]


@pytest.mark.parametrize("decks", [6, 8])
def test_the_probability_of_each_light(decks: int) -> None:
    # Of the 13 ranks 4 are Small, 4 Medium, 5 Large, whatever the dealer's other card is; knowing
    # it, one card of its range is gone.
    n = 4 * decks
    of_each = Counter(dict.fromkeys(RANKS_52, n))
    found = dict.fromkeys(("blue", "red", "yellow"), Fraction(0))
    given = {rank: dict(found) for rank in RANKS_52}
    for up, hole in product(RANKS_52, repeat=2):
        light = light_of(light_round(up + "S", hole + "H", decks))
        probability = ways((up, hole), of_each, 52 * decks)
        found[light] += probability
        given[up][light] += probability * len(RANKS_52)
    assert found == {"blue": Fraction(4, 13), "red": Fraction(4, 13), "yellow": Fraction(5, 13)}
    rest = 52 * decks - 1
    in_all = {"blue": 4 * n, "red": 4 * n, "yellow": 5 * n}
    for up in RANKS_52:
        assert given[up] == {
            colour: Fraction(count - (COLOURS[up] == colour), rest)
            for colour, count in in_all.items()
        }


@pytest.mark.parametrize(
    # 16n cards worth 10 of 52 decks: an ace up, twice them less the others, of the cards left.
    ("decks", "value"),
    [(6, Fraction(2 * 96 - 215, 311)), (8, Fraction(2 * 128 - 287, 415))],
    ids=["6", "8"],
)
def test_insurance_at_2_to_1_down_under(decks: int, value: Fraction) -> None:
    of_each = Counter(dict.fromkeys(RANKS_52, 4 * decks))
    result = Fraction(0)
    for hole in RANKS_52:
        settled = ruling_of(light_round("AS", hole + "H", decks)).settlement
        row = next(row for row in settled if row.wager == "insurance")
        chance = ways(("A", hole), of_each, 52 * decks) * len(RANKS_52)
        result += chance * (Fraction(row.won) - Fraction(row.to_house))
    assert result == value


def test_the_number_of_courses_is_that_of_the_ranks() -> None:
    # 12 x 12 x 12 by rank, with 8-8-8 laid out by suit: 4 x 4 x 4 in its place.
    assert len(courses(8)) == prod((12, 12, 12)) - 1 + prod((4, 4, 4))
