"""Down Under Blackjack by enumeration: the engine and the tables settle alike.

Plain rounds: every upcard, hole card and two-card hand by rank (13 x 13 x 91), played in each way
that the hand allows: stand, draw one, double, split. Wrong lights (§ 685a.12(h)): every upcard and
hole card, both wrong colours, and both choices of the dealer, with a hand that stands, one over 21,
one doubled and one split. That is 47,996 and 2,704 states.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, product

import pytest

from tests.oracle.hands import COURT, hard, is_blackjack, total
from tests.oracle.scripts import DOWN_UNDER, Json, act, rows_of, ruling_of
from tests.oracle.tables import LARGE, Box, Facts, Hand, Row, settle

RANKS = "A23456789TJQK"
BET, MORE = Fraction(20), Fraction(15)
COLOURS = {
    **dict.fromkeys("2345", "blue"),
    **dict.fromkeys("6789", "red"),
    **dict.fromkeys("TJQKA", "yellow"),
}
DRAWS = ("4C", "6D", "TH", "5S", "8D", "AH", "7C", "2S", "KC", "3D", "9S", "QH")
# 91 hands: 4 Blackjacks, which do not act; 87 that stand, draw or double; among these 13 pairs of a
# rank and 6 of unlike ten-values, which may be split too.
STATES = 13 * 13 * (3 * 87 + 4 + 19)
WRONG_LIGHTS = 13 * 13 * 2 * 2 * 4


class Dealt:
    """Cards of given ranks from eight decks, suits in turn."""

    def __init__(self) -> None:
        self.number = 0

    def card(self, rank: str) -> str:
        self.number += 1
        return rank + "SHDC"[self.number % 4]


def ways(cards: tuple[str, str]) -> list[str]:
    """How this hand may be played."""
    if is_blackjack(cards):
        return ["blackjack"]
    return ["stand", "hit", "double"] + (["split"] if hard(cards[0]) == hard(cards[1]) else [])


HANDS = [
    (cards, way)
    for cards in combinations_with_replacement(RANKS, 2)
    for way in ways((cards[0], cards[1]))
]


class Play:
    """One box: its acts, the cards it draws, and what it holds at the end."""

    def __init__(self, seat: int, cards: list[str], way: str, coming: Iterator[str]) -> None:
        self.acts: list[Json] = []
        self.drawn: list[str] = []
        stakes = {"bet": BET}
        if way == "split":
            self.acts.append(act(seat, "split"))
            self.hands = []
            for number, card in enumerate(cards, start=1):
                self.drawn.append(next(coming))
                self.hands.append(Hand((card, self.drawn[-1]), stakes, "played", True, number))
                if cards[0][0] != "A":
                    self.acts.append(act(seat, "stand", number))
            return
        if way in ("hit", "double"):
            self.drawn.append(next(coming))
            if way == "hit":
                self.acts.append(act(seat, "hit"))
            else:
                self.acts.append(act(seat, "double", amount="15.00"))
                stakes = {**stakes, "double_down": MORE}
        held = (*cards, *self.drawn)
        if way == "stand" or (way == "hit" and total(held) <= 21):
            self.acts.append(act(seat, "stand"))
        self.hands = [Hand(held, stakes)]


def round_of(
    up: str, hole: str, hands: list[tuple[tuple[str, str], str]], number: int, rules: Facts
) -> tuple[Json, list[Row]]:
    """A round with one box a hand, and what the tables say of it."""
    dealt = Dealt()
    start = number % len(DRAWS)
    coming = iter((DRAWS[start:] + DRAWS[:start]) * 3)
    dealer = [dealt.card(up), dealt.card(hole)]
    held = [[dealt.card(rank) for rank in cards] for cards, _ in hands]
    acts: list[Json] = []
    drawn: list[str] = []
    boxes = []
    for seat, (cards, (_, way)) in enumerate(zip(held, hands, strict=True), start=1):
        if is_blackjack(dealer):
            boxes.append(Box(seat, (Hand(tuple(cards), {"bet": BET}),)))
            continue
        play = Play(seat, cards, way, coming)
        acts += play.acts
        drawn += play.drawn
        boxes.append(Box(seat, tuple(play.hands)))
    rest = list(coming)
    firsts, seconds = [cards[0] for cards in held], [cards[1] for cards in held]
    script = {
        "game": DOWN_UNDER,
        "rules": {"decks": 8, **rules},
        "seats": [{"seat": n, "bet": "20.00"} for n in range(1, len(held) + 1)],
        "shoe": [*firsts, dealer[0], *seconds, dealer[1], *drawn, *rest],
        "acts": acts,
    }
    return script, settle("down-under", boxes, dealer, rest, rules)


def check(up: str, hole: str, step: int, rules: Facts) -> int:
    """Settle every `step`-th round of six boxes under these dealer cards; the states in them."""
    mixed = list(HANDS)
    random.Random(up + hole).shuffle(mixed)
    done = 0
    for number, first in enumerate(range(0, len(mixed), 6)):
        if number % step == 0:
            hands = [((c[0], c[1]), way) for c, way in mixed[first : first + 6]]
            script, expected = round_of(up, hole, hands, number, rules)
            ruling = ruling_of(script)
            assert sorted(rows_of(ruling)) == sorted(expected), script
            lights = [s.data["colour"] for s in ruling.signals if s.signal == "light"]
            assert lights == [COLOURS[hole], "none"], script
            done += len(hands)
    return done


RULES: tuple[Facts, ...] = (
    {},
    {"dealer_22": "bust"},
    {"dealer_soft_17": "hit"},
    {"dealer_22": "bust", "dealer_soft_17": "hit"},
)


def test_every_plain_round() -> None:
    assert len(HANDS) * 13 * 13 == STATES
    assert sum(check(up, hole, 1, {}) for up, hole in product(RANKS, RANKS)) == STATES


@pytest.mark.parametrize("rules", RULES[1:], ids=lambda rules: " ".join(rules.values()))
def test_plain_rounds_under_the_other_house_rules(rules: Facts) -> None:
    for up, hole in product(RANKS, RANKS):
        check(up, hole, 8, rules)


def wrong_light(up: str, hole: str, shown: str, choice: str, way: str, rules: Facts) -> None:
    """Box 1 plays its way, box 2 stands on 12; nobody notices before the hole card shows."""
    dealt = Dealt()
    cards = {"stand": "K7", "bust": "K6", "double": "56", "split": "88"}[way]
    mine = [dealt.card(rank) for rank in cards]
    other = ["TC", "2C"]
    dealer = [dealt.card(up), dealt.card(hole)]
    # 6 of box 1: K-6-K is 26; 5-6-K is 21; 8-K is 18 and 8-9 is 17
    play = Play(1, mine, "hit" if way == "bust" else way, iter(["KC", "9C"]))
    rest = ["4C", "6D", "5S", "8D", "AH", "7C", "2S", "3D", "9S"]
    choose: Json = {"dealer": True, "do": choice}
    exposed = shown == "yellow" and up in LARGE
    moves = [*play.acts, act(2, "stand")]
    acts = [choose, *(moves if choice == "continue" else [])] if exposed else [*moves, choose]
    fate = "played"
    hands = play.hands
    drawn = play.drawn
    if choice == "dead-hand":
        fate = "dead"
        if exposed:  # nobody has acted yet
            hands = [Hand(tuple(mine), {"bet": BET})]
            drawn = []
        hands = [hand._replace(fate=fate) for hand in hands]
    boxes = [Box(1, tuple(hands)), Box(2, (Hand(tuple(other), {"bet": BET}, fate),))]
    script = {
        "game": DOWN_UNDER,
        "rules": dict(rules),
        "seats": [{"seat": 1, "bet": "20.00"}, {"seat": 2, "bet": "20.00"}],
        "shoe": [mine[0], other[0], dealer[0], mine[1], other[1], dealer[1], *drawn, *rest],
        "acts": [{"irregularity": "685a.12(h)", "light": shown}, *acts],
    }
    ruling = ruling_of(script)
    assert sorted(rows_of(ruling)) == sorted(settle("down-under", boxes, dealer, rest, rules)), (
        script
    )
    assert [s.data["colour"] for s in ruling.signals if s.signal == "light"] == [shown, "none"]


@pytest.mark.parametrize("returns", ["all_main_wagers", "initial_bet_only"])
def test_every_wrong_light(returns: str) -> None:
    rules = {"dead_hand_returns": returns}
    done = 0
    for up, hole in product(RANKS, RANKS):
        for shown in {"blue", "red", "yellow"} - {COLOURS[hole]}:
            for choice in ("continue", "dead-hand"):
                for way in ("stand", "bust", "double", "split"):
                    wrong_light(up, hole, shown, choice, way, rules)
                    done += 1
    assert done == WRONG_LIGHTS


def test_the_ten_values_are_four() -> None:
    assert len(COURT) == 4
    assert sum(1 for cards, way in HANDS if way == "split") == 13 + 6
