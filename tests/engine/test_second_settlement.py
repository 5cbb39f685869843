"""Every reachable state of surrender, settled by the engine and by plain tables of the law."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, product

import pytest

from reference_engine.script import Script, ScriptAct, SeatWagers, play
from tests.engine import decision_tables as tables

RANKS = "A23456789JQK"
LARGE = ("J", "Q", "K")
READ = "AJQK"
BET, ATTACK, BUST, INSURED = "20.00", "12.25", "5.00", "10.00"
BETS = {
    text: int(text.replace(".", "")) * 10_000
    for text in (BET, ATTACK, BUST, INSURED, "32.25", "7.50")
}
"""In millionths: whole cents, so that no decimal is lost on the way."""
EITHER = (False, True)
DRAWS = ["3C", "QD", "6H", "9S", "2C", "2D", "2H", "2S", "3D", "3H", "3S", "4C"]
"""What lies in the shoe behind the hole card and the player's cards."""


def _value_hands(size: int) -> list[tuple[str, ...]]:
    """Hands of `size` cards by value (court cards count once, as kings) that are not over 21."""
    return [
        hand
        for hand in combinations_with_replacement("A23456789K", size)
        if sum(tables.WORTH[rank] for rank in hand) <= 21
    ]


def _dealt(ranks: tuple[str, ...]) -> list[str]:
    return [rank + "CDHS"[place % 4] for place, rank in enumerate(ranks)]


def _draws(salt: int) -> list[str]:
    return DRAWS[salt % 4 :] + DRAWS[: salt % 4]


class State:
    """A box whose only hand is surrendered in the end."""

    def __init__(
        self,
        first: str,
        hole: str,
        hand: tuple[str, ...],
        wagers: tuple[bool, bool, bool],
        doubled: str = "",
    ) -> None:
        attack, bust, insured = wagers
        self.first, self.hole = first + "H", hole + "D"
        self.hand = _dealt(hand)
        self.rest = _draws(sum(map(ord, first + hole)) + len(hand))
        self.wagers = {"bet": BETS[BET]}
        if attack:
            self.wagers["double_attack"] = BETS[ATTACK]
        if doubled:
            self.wagers["double_down"] = BETS[doubled]
        if bust:
            self.wagers["bust_it"] = BETS[BUST]
        acts = [ScriptAct("insure", 1, amount=INSURED)] if insured else []
        if insured:
            self.wagers["insurance"] = BETS[INSURED]
        self.late = len(hand) > 2 or bool(doubled)
        drawn = len(hand) - 2
        acts += [ScriptAct("hit", 1)] * (drawn - bool(doubled))
        if doubled:
            acts.append(ScriptAct("double", 1, amount=doubled))
        acts.append(ScriptAct("surrender", 1))
        seat = SeatWagers(1, BET, ATTACK if attack else None, BUST if bust else None)
        shoe = (self.first, *self.hand[:2], self.hole, *self.hand[2:], *self.rest)
        self.script = Script("double-attack-blackjack", (seat,), shoe, {}, tuple(acts))

    def check(self) -> None:
        expected = tables.settle(self.first, self.hole, self.rest, self.wagers)
        settled = {
            row.wager: (row.to_house, row.returned, row.won)
            for row in play(self.script).table.settlement
        }
        assert settled == expected, self.script


def _states(sizes: tuple[int, ...], doubled: bool) -> Iterator[State]:
    for first, hole in product(RANKS, RANKS):
        blackjack = {first, hole} in ({"A", rank} for rank in LARGE)
        for size in sizes:
            if blackjack and (size > 2 or doubled):
                continue  # The round has ended at the reading.
            for hand in _value_hands(size):
                if size == 2 and hand == ("A", "K"):
                    continue  # A Blackjack is settled on sight.
                if hand[:2] == ("A", "K"):
                    hand = hand[::-1]  # So that the first two cards are none.
                either = EITHER if size == 2 else (True,)
                insured_or_not = either if first == "A" else (False,)
                for attack, bust, insured in product(either, either, insured_or_not):
                    for stake in _stakes(attack) if doubled else ("",):
                        yield State(first, hole, hand, (attack, bust, insured), stake)


def _stakes(attack: bool) -> tuple[str, str]:
    """Doubled for the whole and for less."""
    return ("32.25" if attack else "20.00", "7.50")


def test_two_card_surrenders_all() -> None:
    """First two cards: 144 dealer hands, every player hand by value, every set of wagers."""
    count = 0
    for state in _states((2,), doubled=False):
        state.check()
        count += 1
    # 54 hands; 132 pairs with another first card than an ace, 4 ways; 12 with an ace, 8 ways.
    assert count == 54 * (132 * 4 + 12 * 8)


@pytest.mark.slow
def test_surrenders_after_one_and_two_hits_and_after_a_double() -> None:
    three, four = len(_value_hands(3)), len(_value_hands(4))
    count = 0
    for state in _states((3, 4), doubled=False):
        state.check()
        count += 1
    # Every wager placed. Without the six dealer Blackjacks: 129 pairs under another card than an
    # ace, 9 under one. The oracle tests go through every set of wagers.
    assert count == (three + four) * (129 + 9)
    doubled = 0
    for state in _states((3,), doubled=True):
        state.check()
        doubled += 1
    assert doubled == three * (129 + 9) * 2


@pytest.mark.slow
def test_surrender_of_one_hand_of_a_split_pair() -> None:
    """Each pair, each second card of the surrendered hand; the sister hand stands on its own."""
    count = 0
    for first, hole in product(RANKS, RANKS):
        if {first, hole} in ({"A", rank} for rank in LARGE):
            continue
        for pair, second, attack in product("A23456789K", "A23456789K", (False, True)):
            rest = _draws(count)
            cards = [first + "H", pair + "C", pair + "D", hole + "D", second + "S", "5C", *rest]
            script = Script(
                "double-attack-blackjack",
                (SeatWagers(1, BET, ATTACK if attack else None),),
                tuple(cards),
                {},
                (
                    ScriptAct("split", 1),
                    ScriptAct("surrender", 1, 1),
                    ScriptAct("stand", 1, 2),
                ),
            )
            if first == "A":
                script = Script(
                    script.game,
                    script.seats,
                    script.shoe,
                    {},
                    (ScriptAct("decline", 1), *script.acts),
                )
            wagers = {
                "bet": BETS[BET],
                **({"double_attack": BETS[ATTACK]} if attack else {}),
            }
            expected = tables.settle(cards[0], cards[3], rest, wagers)
            dealer = tables.points(tables.dealer_hand(cards[0], cards[3], rest))
            sister = tables.points([pair + "D", "5C"])
            for row in play(script).table.settlement:
                parts = [row.to_house, row.returned, row.won]
                stake, none = wagers[row.wager], 0
                if row.hand == 1:
                    assert parts == list(expected[row.wager]), script
                elif dealer > 21 or sister > dealer:
                    assert parts == [none, stake, stake], script
                elif sister == dealer:
                    assert parts == [none, stake, none], script
                else:
                    assert parts == [stake, none, none], script
            count += 1
    assert count == 138 * 100 * 2
