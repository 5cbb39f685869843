"""Every reachable state of a surrender (§ 665a.9), settled by the engine and by the tables.

A state is: the dealer's first card (12 ranks), his hole card (10 values), the hand's cards by
value (two to four of them, not over 21), plain or after a split, doubled or not, announced before
the reading of the hole card or after it, and which of Double Attack, Bust It and Insurance are
staked. A Blackjack cannot be surrendered, a split ace has two cards and is not doubled, and once
the reader has said Blackjack nobody acts any more, so these states do not exist; under the house
rule that reads the hole card on a surrender they do, and are counted apart.

There are 1,866,800 states with the reading before players act (`STATES`), and 74,240 more in which
the reading that a surrender causes finds a Blackjack (`STATES_ON_SURRENDER`). In rounds of up to
six boxes every state stands in a box of its own; a split hand surrenders first or last in turn.

The normal run settles all early states and a fixed sample of rounds under every pair of dealer
cards; the slow test settles them all. Beside it: every hand by value that has stood, has gone over
21 or is a Blackjack, and is refused.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import NamedTuple

import pytest

from reference_engine.script import Ruling, ScriptError, rule
from tests.oracle.hands import COURT, is_blackjack, total
from tests.oracle.scripts import DOUBLE_ATTACK, Json, act, rows_of, ruling_of
from tests.oracle.tables import Box, Facts, Hand, Row, settle

UPCARDS = "A23456789JQK"
HOLES = "A23456789K"
VALUES = "A23456789K"
"""One rank a value. K, Q and J take turns on the table."""

# 3,712 shapes: 569 plain, 515 doubled, 1,364 split, 1,264 split and doubled. Dealer cards without
# Blackjack, times the wagers that may or may not be staked: 9 x 8 with an ace up, 3 x 9 x 4 with a
# court card, 8 x 10 x 4 with the rest; early 54 plain hands of two cards, 10 x 8 and 3 x 10 x 4.
STATES = 3_712 * (72 + 108 + 320) + 54 * (80 + 120)
# An ace up with 8 choices of wagers, and three court cards with 4.
STATES_ON_SURRENDER = 3_712 * (8 + 3 * 4)

BET, ATTACK, BUST_IT, INSURANCE, DOUBLE = (Fraction(n) for n in (20, 12, 5, 8, 15))
COPIES = 32 - 2
SAMPLE = 60
"""The normal run settles one round in so many."""


class State(NamedTuple):
    """One surrender: the ranks of the hand's cards, and what else matters."""

    cards: str
    split: bool
    doubled: bool
    early: bool
    attack: bool
    bust_it: bool
    insured: bool


def shapes() -> Iterator[tuple[str, bool, bool]]:
    """Every hand by value, with whether it was split and whether it was doubled."""
    for size in (2, 3, 4):
        for cards in combinations_with_replacement(VALUES, size):
            if total(cards) <= 21 and not is_blackjack(cards):
                if is_blackjack(cards[:2]):  # A K K: dealt as K K A, it is no Blackjack
                    cards = cards[::-1]
                yield "".join(cards), False, False
                if size > 2:
                    yield "".join(cards), False, True
    for first, size in product(VALUES, (1, 2, 3)):
        for rest in combinations_with_replacement(VALUES, size):
            cards = (first, *rest)
            if total(cards) > 21 or (first == "A" and size > 1):
                continue
            yield "".join(cards), True, False
            if size > 1:
                yield "".join(cards), True, True


SHAPES = tuple(shapes())


def dealer_has_blackjack(up: str, hole: str) -> bool:
    """Whether the reader would say yes."""
    return is_blackjack((up, hole))


def states(up: str, hole: str, *, on_surrender: bool = False) -> list[State]:
    """Every state under these two dealer cards."""
    found = []
    for cards, split, doubled in SHAPES:
        moments = []
        if on_surrender or not dealer_has_blackjack(up, hole):
            moments.append(False)
        if up in "AKQJ" and len(cards) == 2 and not split and not on_surrender:
            moments.append(True)
        for early, attack, bust_it in product(moments, (False, True), (False, True)):
            for insured in (False, True) if up == "A" else (False,):
                found.append(State(cards, split, doubled, early, attack, bust_it, insured))
    return found


class Deal:
    """Cards of given ranks, no two of them the same of 32 in eight decks."""

    def __init__(self) -> None:
        self.used: Counter[str] = Counter()

    def card(self, rank: str) -> str:
        """The next card of `rank`; J and Q stand in for K in turn."""
        self.used[rank] += 1
        if rank == "K":
            rank = "KQJ"[self.used[rank] % 3]
        return rank + "SHCD"[self.used[rank] % 4]


def draws(deal: Deal, number: int) -> list[str]:
    """Cards for the dealer: a court card, an 8, a 6 ... in an order that `number` picks."""
    ranks = "K8697K52438"
    start = number % len(ranks)
    return [deal.card(rank) for rank in ranks[start:] + ranks[:start]]


def round_of(
    up: str, hole: str, boxes: list[State], number: int, rules: Facts
) -> tuple[Json, list[Row], dict[str, str]]:
    """A script with one box a state, the rows that the tables say, and the surrendered cards."""
    deal = Deal()
    first, second, later = [], [], []
    insure: list[Json] = []
    early: list[Json] = []
    acts: list[Json] = []
    seats: list[Json] = []
    settled: list[Box] = []
    given_up: dict[str, str] = {}
    shown = [deal.card(up) if up not in "JQ" else up + "S", deal.card(hole)]
    for seat, state in enumerate(boxes, start=1):
        wagers: Json = {"seat": seat, "bet": "20.00"}
        stakes = {"bet": BET}
        if state.attack:
            wagers["double_attack"] = "12.00"
            stakes["double_attack"] = ATTACK
        if state.bust_it:
            wagers["bust_it"] = "5.00"
        if state.insured:
            insure.append(act(seat, "insure", amount="8.00"))
        seats.append(wagers)
        hand = [deal.card(rank) for rank in state.cards]
        own = {**stakes, "double_down": DOUBLE} if state.doubled else stakes
        mine = 1
        first.append(hand[0])
        if state.split:
            sister = [deal.card(state.cards[0]), deal.card("79"[number % 2])]
            second.append(sister[0])
            acts.append(act(seat, "split"))
            mine = 1 + (number + seat) % 2
            if mine == 2:
                # The hands change places: the second card dealt starts the second hand.
                first[-1], second[-1] = sister[0], hand[0]
        else:
            second.append(hand[1])
        drawn = hand[1:] if state.split else hand[2:]
        turn: list[Json] = []
        if state.early:
            early.append(act(seat, "surrender"))
        else:
            # The first card of a split hand comes without asking; the last of a double with it.
            asked = drawn[1:] if state.split else drawn
            for place in range(len(asked)):
                if state.doubled and place == len(asked) - 1:
                    turn.append(act(seat, "double", mine, amount="15.00"))
                else:
                    turn.append(act(seat, "hit", mine))
            turn.append(act(seat, "surrender", mine))
        hands = [Hand(tuple(hand), own, "surrendered", state.split, mine)]
        given_up[f"{seat}.{mine}"] = " ".join(hand)
        if state.split:
            other = Hand(tuple(sister), stakes, "played", split=True, number=3 - mine)
            # A split ace says nothing; neither does a second hand once the round is over.
            over = mine == 1 and dealer_has_blackjack(up, hole)
            stands = [] if state.cards[0] == "A" or over else [act(seat, "stand", 3 - mine)]
            later += [*drawn, sister[1]] if mine == 1 else [sister[1], *drawn]
            acts += [*turn, *stands] if mine == 1 else [*stands, *turn]
            hands = [hands[0], other] if mine == 1 else [other, hands[0]]
        else:
            later += drawn
            acts += turn
        settled.append(
            Box(
                seat,
                tuple(hands),
                BUST_IT if state.bust_it else None,
                INSURANCE if state.insured else None,
            )
        )
    coming = draws(deal, number)
    on_surrender = rules.get("peek_timing") == "on_surrender"
    peek = [{"do": "peek", "dealer": True}] if up in "AKQJ" and not on_surrender else []
    script = {
        "game": DOUBLE_ATTACK,
        "rules": dict(rules),
        "seats": seats,
        "shoe": [shown[0], *first, *second, shown[1], *later, *coming],
        "acts": [*insure, *early, *peek, *acts],
    }
    if dealer_has_blackjack(up, hole) and not on_surrender:
        script["acts"] = [*insure, *early]
    return script, settle("double-attack", settled, shown, coming, rules), given_up


def batches(
    up: str, hole: str, wanted: Iterable[State], size: int = 6
) -> Iterator[tuple[int, list[State]]]:
    """States six to a round, mixed so that no rank runs out; each with a number of its own."""
    mixed = list(wanted)
    random.Random(up + hole).shuffle(mixed)
    batch: list[State] = []
    number = 0
    for state in mixed:
        ranks = Counter("".join(s.cards + s.cards[0] for s in [*batch, state]))
        if len(batch) == size or max(ranks.values()) > COPIES - 6 - 4:
            yield number, batch
            batch, number = [], number + 1
        batch.append(state)
    if batch:
        yield number, batch


def check(up: str, hole: str, number: int, boxes: list[State], rules: Facts) -> int:
    """Settle one round by both; the number of states in it."""
    script, expected, given_up = round_of(up, hole, boxes, number, rules)
    ruling = ruling_of(script)
    got = rows_of(ruling)
    assert sorted(got) == sorted(expected), script
    net = sum((row.won - row.to_house for row in expected), Fraction(0))
    assert Fraction(ruling.total.player) == net, script
    assert Fraction(ruling.total.house) == -net, script
    answers = [s.data["blackjack"] for s in ruling.signals if s.signal == "answer"]
    if up in "AKQJ":
        assert answers == ["yes" if dealer_has_blackjack(up, hole) else "no"], script
    else:
        assert answers == [], script
    check_order(ruling, given_up, script)
    return len(boxes)


def check_order(ruling: Ruling, given_up: dict[str, str], script: Json) -> None:
    """No chip and no card of a surrendered hand moves before the answer; its cards are its own."""
    answered = script["shoe"][0][0] not in "AKQJ"
    racked: dict[str, str] = {}
    for effect in ruling.effects:
        if not effect.required:
            continue
        if effect.effect == "answer":
            answered = True
        elif effect.effect in ("settle", "rack"):
            hand = effect.data.get("hand") or effect.data["source"]
            assert answered or hand not in given_up, script
            if effect.effect == "rack":
                racked[hand] = effect.data["cards"]
        elif effect.effect == "deal" and effect.data["to"] in given_up:
            assert effect.data["to"] not in racked, script
    for hand, cards in given_up.items():
        assert racked[hand] == cards, script


PAIRS = tuple(product(UPCARDS, HOLES))
VARIANTS: tuple[Facts, ...] = (
    {"surrender_double_down": "all_to_house"},
    {"surrender_double_down": "all_returned"},
    {"dealer_bj_double_attack": "to_house"},
    {"dealer_soft_17": "hit"},
)
BLACKJACKS = tuple(pair for pair in PAIRS if dealer_has_blackjack(*pair))
ON_SURRENDER = {"peek_timing": "on_surrender"}


def test_the_states_are_counted() -> None:
    assert sum(len(states(*pair)) for pair in PAIRS) == STATES
    counted = sum(len(states(*pair, on_surrender=True)) for pair in BLACKJACKS)
    assert counted == STATES_ON_SURRENDER


@pytest.mark.parametrize("up", UPCARDS)
def test_a_sample_of_the_states(up: str) -> None:
    for hole in HOLES:
        for number, boxes in batches(up, hole, states(up, hole)):
            if number % SAMPLE == 0:
                check(up, hole, number, boxes, {})


@pytest.mark.parametrize("up", "AKQJ")
def test_every_early_surrender(up: str) -> None:
    for hole in HOLES:
        wanted = [state for state in states(up, hole) if state.early]
        for number, boxes in batches(up, hole, wanted):
            check(up, hole, number, boxes, {})


@pytest.mark.parametrize("rules", VARIANTS, ids=lambda rules: " ".join(*rules.items()))
def test_a_sample_under_other_house_rules(rules: Facts) -> None:
    for up, hole in (*PAIRS[::7], *BLACKJACKS):
        for number, boxes in batches(up, hole, states(up, hole)[::SAMPLE]):
            check(up, hole, number, boxes, rules)


def test_a_blackjack_found_on_a_surrender_may_cost_the_double() -> None:
    rules = {**ON_SURRENDER, "surrender_bj_double_down": "to_house"}
    for up, hole in BLACKJACKS:
        wanted = states(up, hole, on_surrender=True)
        for number, boxes in batches(up, hole, wanted[:: SAMPLE * 2], size=1):
            check(up, hole, number, boxes, rules)


@pytest.mark.slow
@pytest.mark.parametrize(("up", "hole"), PAIRS)
def test_every_state(up: str, hole: str) -> None:
    wanted = states(up, hole)
    done = sum(check(up, hole, n, boxes, {}) for n, boxes in batches(up, hole, wanted))
    assert done == len(wanted)


@pytest.mark.parametrize(("up", "hole"), BLACKJACKS)
def test_a_sample_of_readings_that_a_surrender_causes(up: str, hole: str) -> None:
    for number, boxes in batches(up, hole, states(up, hole, on_surrender=True), size=1):
        if number % SAMPLE in (0, 1):  # a split hand surrenders first or last
            check(up, hole, number, boxes, ON_SURRENDER)


@pytest.mark.slow
@pytest.mark.parametrize(("up", "hole"), BLACKJACKS)
def test_every_reading_that_a_surrender_causes(up: str, hole: str) -> None:
    wanted = states(up, hole, on_surrender=True)
    for number, boxes in batches(up, hole, wanted, size=1):
        check(up, hole, number, boxes, ON_SURRENDER)


def test_the_court_card_that_stands_for_its_value_is_each_of_three() -> None:
    deal = Deal()
    assert {deal.card("K")[0] for _ in range(3)} == set(COURT) - {"T"}


def refused(cards: str, acts: list[Json], up: str = "7") -> None:
    """A second box, on turn afterwards, keeps the round open: it is the act that is refused."""
    deal = Deal()
    hand = [deal.card(rank) for rank in cards]
    script = {
        "game": DOUBLE_ATTACK,
        "seats": [{"seat": 1, "bet": "20.00"}, {"seat": 2, "bet": "20.00"}],
        "shoe": [deal.card(up), hand[0], "9H", hand[1], "9H", "7H", *hand[2:], "2C", "3C"],
        "acts": acts,
    }
    with pytest.raises(ScriptError) as caught:
        rule(script)
    assert f"act {len(acts)}" in str(caught.value), script
    assert "665a.9(a)" in str(caught.value), script


@pytest.mark.parametrize("up", "7K")
def test_every_hand_that_has_stood_is_refused(up: str) -> None:
    for cards, split, doubled in SHAPES:
        if not split and not doubled:
            hits = [act(1, "hit")] * (len(cards) - 2)
            refused(cards, [*hits, act(1, "stand"), act(1, "surrender")], up)


@pytest.mark.parametrize("up", "7K")
def test_every_hand_that_has_gone_over_21_is_refused(up: str) -> None:
    for size in (3, 4):
        for cards in combinations_with_replacement(VALUES, size):
            if total(cards) > 21 and total(cards[:-1]) <= 21 and not is_blackjack(cards[:2]):
                hits = [act(1, "hit")] * (size - 2)
                refused("".join(cards), [*hits, act(1, "surrender")], up)


@pytest.mark.parametrize("up", "7K")
@pytest.mark.parametrize("court", "KQJ")
def test_every_blackjack_is_refused(up: str, court: str) -> None:
    refused("A" + court, [act(1, "surrender")], up)
    refused(court + "A", [act(1, "surrender")], up)
