"""What holds for every round script, whoever wrote it: seen from outside, through scripts alone."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reference_engine.script import Ruling, ScriptError, encode, rule
from tests.oracle.random_rounds import random_round
from tests.oracle.scripts import DOUBLE_ATTACK, DOWN_UNDER, Json, act, rows_of

GAMES = st.sampled_from([DOUBLE_ATTACK, DOWN_UNDER])
DICE = st.randoms(use_true_random=False)
often = settings(
    max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)


def holds_together(script: Json, ruling: Ruling) -> None:
    """Chips are conserved, no wager is settled twice, no card is in two places."""
    settled = [(row.seat, row.hand, row.wager) for row in ruling.settlement]
    assert len(set(settled)) == len(settled)
    for row in rows_of(ruling):
        assert row.staked == row.to_house + row.returned
        assert min(row.staked, row.to_house, row.returned, row.won) >= 0
        # What is paid is paid on a wager that was not lost.
        assert row.won == 0 or row.to_house == 0
    net = sum((row.won - row.to_house for row in rows_of(ruling)), Fraction(0))
    assert Fraction(ruling.total.player) == net == -Fraction(ruling.total.house)
    assert all(row.clauses for row in ruling.settlement)
    there: Counter[str] = Counter(script["shoe"]) + Counter(script.get("discard_rack", ()))
    assert Counter(ruling.discard_rack) <= there
    for effect in ruling.effects:
        assert effect.clauses, effect


def one_clear_line(error: ScriptError) -> None:
    """An error for a person: one line, not too long, and it says something."""
    said = str(error)
    assert said.strip()
    assert "\n" not in said
    assert len(said) < 1000
    assert "Traceback" not in said


def ruled_or_refused(script: Any) -> Ruling | None:
    """The ruling, or None after one clear line. Anything else is a failure."""
    try:
        return rule(script)
    except ScriptError as error:
        one_clear_line(error)
        return None


@often
@given(DICE, GAMES)
def test_random_rounds_settle_as_the_tables_say(dice: Random, game: str) -> None:
    made = random_round(dice, game)
    ruling = rule(made.script)
    assert sorted(rows_of(ruling)) == sorted(made.expected)
    holds_together(made.script, ruling)
    # At the end of the round all that was drawn lies in the rack.
    drawn = len(ruling.discard_rack)
    assert sorted(ruling.discard_rack) == sorted(made.script["shoe"][:drawn])
    assert encode(ruling) == encode(rule(json.dumps(made.script).encode()))


@pytest.mark.slow
@pytest.mark.parametrize("game", [DOUBLE_ATTACK, DOWN_UNDER])
def test_many_random_rounds_settle_as_the_tables_say(game: str) -> None:
    for seed in range(20_000):
        made = random_round(Random(seed), game)
        assert sorted(rows_of(rule(made.script))) == sorted(made.expected), made.script


def _with_suits(script: Json, suits: dict[str, str]) -> Json:
    shoe = [card[0] + suits[card[1]] for card in script["shoe"]]
    return {**script, "shoe": shoe}


@often
@given(DICE, GAMES, st.permutations("CDHS"))
def test_suits_do_not_matter(dice: Random, game: str, order: list[str]) -> None:
    script = random_round(dice, game).script
    before = rule(script)
    if before.dealer.cards and [card[0] for card in before.dealer.cards] == ["8", "8", "8"]:
        return  # the one hand of the law whose suits count
    after = rule(_with_suits(script, dict(zip("CDHS", order, strict=True))))
    assert before.settlement == after.settlement
    assert before.total == after.total
    assert [s.data for s in before.signals] == [s.data for s in after.signals]


@pytest.mark.parametrize(
    ("suits", "won"),
    # D, H, D: red. Any change of suits that keeps colours together pays the same.
    [("CDHS", "250.00"), ("SHDC", "250.00"), ("DCSH", "250.00"), ("DHCS", "40.00")],
)
def test_suits_matter_for_three_eights_by_colour_alone(suits: str, won: str) -> None:
    script = {
        "game": DOUBLE_ATTACK,
        "seats": [{"seat": 1, "bet": "20.00", "bust_it": "5.00"}],
        "shoe": ["8D", "9S", "6C", "8H", "8D"],
        "acts": [act(1, "surrender")],
    }
    changed = _with_suits(script, dict(zip("CDHS", suits, strict=True)))
    row = next(row for row in rule(changed).settlement if row.wager == "bust_it")
    assert row.won == won


@often
@given(DICE, st.lists(st.integers(1, 5), min_size=1, max_size=3))
def test_boxes_do_not_touch_each_other(dice: Random, more: list[int]) -> None:
    """Wagers of other sizes in the other boxes leave a box's settlement as it was."""
    script = random_round(dice, DOWN_UNDER).script
    seats = [dict(seat) for seat in script["seats"]]
    if len(seats) < 2 or any("amount" in one for one in script["acts"]):
        return
    for seat, factor in zip(seats[1:], more, strict=False):
        seat["bet"] = f"{100 * factor}.00"
    before = [row for row in rule(script).settlement if row.seat == 1]
    after = [row for row in rule({**script, "seats": seats}).settlement if row.seat == 1]
    assert before == after


IRREGULARITIES = st.one_of(
    st.builds(
        lambda letter, more: {"irregularity": f"685a.12({letter})", **more},
        st.sampled_from("abcdefghijkl"),
        st.fixed_dictionaries(
            {},
            optional={
                "before_card": st.integers(-1, 12),
                "seat": st.integers(0, 5),
                "hand": st.integers(0, 3),
                "cards": st.integers(-1, 3),
                "found": st.sampled_from(["in-time", "after-reveal", "never"]),
                "light": st.sampled_from(["blue", "red", "yellow", "none", "green"]),
                "spot": st.sampled_from(["blue", "red", "yellow", "green"]),
                "fault": st.sampled_from(
                    "no-light two-lights light-without-card frozen-light jam stopped x".split()
                ),
                "exposed": st.booleans(),
                "shoe": st.lists(st.sampled_from(["2C", "KD", "9H", "AS"]), max_size=4),
                "batch": st.sampled_from(["A", "B", ""]),
            },
        ),
    ),
    st.builds(
        lambda do: {"dealer": True, "do": do},
        st.sampled_from(
            "peek settle continue dead-hand error-found restored sign-placed hand-shuffle x".split()
        ),
    ),
    st.builds(
        act,
        st.integers(0, 5),
        st.sampled_from(
            "hit stand double split surrender insure decline accept refuse late-card dead-hand "
            "continue second-card".split()
        ),
        st.integers(0, 3),
    ),
)


@settings(parent=often, max_examples=300)
@given(DICE, GAMES, st.lists(st.tuples(st.integers(0, 8), IRREGULARITIES), max_size=4))
def test_whatever_happens_is_ruled_on_or_refused(
    dice: Random, game: str, strange: list[tuple[int, Json]]
) -> None:
    script = random_round(dice, game).script
    acts = list(script["acts"])
    for place, happening in strange:
        acts.insert(place, happening)
    changed = {**script, "acts": acts}
    ruling = ruled_or_refused(changed)
    if ruling is not None:
        holds_together(changed, ruling)


JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["NaN", "-1.00", "1e400", "TD", "ZZ", "20.00", "hit", "1.1"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=5,
)


def _replaced(value: Any, path: list[int], junk: Any) -> Any:
    """`value` with `junk` at the place to which the numbers lead."""
    if not path or not isinstance(value, (dict, list)) or not value:
        return junk
    keys = list(value) if isinstance(value, dict) else list(range(len(value)))
    key = keys[path[0] % len(keys)]
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[key] = _replaced(value[key], path[1:], junk)
    return copy


@settings(parent=often, max_examples=250)
@given(DICE, GAMES, st.lists(st.integers(0, 200), min_size=1, max_size=4), JUNK)
def test_junk_in_any_place_is_one_clear_line(
    dice: Random, game: str, path: list[int], junk: Any
) -> None:
    script = _replaced(random_round(dice, game).script, path, junk)
    ruled_or_refused(script)
    ruled_or_refused(json.dumps(script).encode())


@often
@given(DICE, GAMES, st.integers(0, 4000))
def test_json_cut_short_is_one_clear_line(dice: Random, game: str, place: int) -> None:
    text = json.dumps(random_round(dice, game).script).encode()
    if place < len(text):
        assert ruled_or_refused(text[:place]) is None


@settings(parent=often, max_examples=300)
@given(st.binary(max_size=60))
def test_any_bytes_are_one_clear_line(text: bytes) -> None:
    assert ruled_or_refused(text) is None


def _seat(bet: Any, **more: Any) -> Json:
    return {
        "game": DOUBLE_ATTACK,
        "seats": [{"seat": 1, "bet": bet, **more}],
        "shoe": ["7D", "9S", "6C", "KH"],
        "acts": [act(1, "surrender")],
    }


DEEP = 100_000
BAD: dict[str, Any] = {
    "a negative Bet": _seat("-1.00"),
    "a Bet of nothing": _seat("0.00"),
    "NaN": _seat("NaN"),
    "Infinity": _seat("Infinity"),
    "1e400": _seat("1e400"),
    "a number": _seat(20),
    "a float": _seat(20.0),
    "digits without end": _seat("9" * 10_000),
    "other digits": _seat("٢٠"),
    "an underscore": _seat("2_0"),
    "blanks": _seat(" 20 "),
    "hexadecimal": _seat("0x14"),
    "a fraction": _seat("1/3"),
    "more decimals than money has": _seat("0.0000001"),
    "a Double Attack over the Bet": _seat("20.00", double_attack="20.01"),
    "a negative Bust It": _seat("20.00", bust_it="-5.00"),
    "a 10 in a player's hand": {**_seat("20.00"), "shoe": ["7D", "TS", "6C", "KH"]},
    "a 10 in the hole": {**_seat("20.00"), "shoe": ["7D", "9S", "6C", "TH"]},
    "no shoe": {**_seat("20.00"), "shoe": []},
    "a shoe of three": {**_seat("20.00"), "shoe": ["7D", "9S", "6C"]},
    "no seats": {**_seat("20.00"), "seats": []},
    "two of one seat": {**_seat("20.00"), "seats": [{"seat": 1, "bet": "1.00"}] * 2},
    "seat nought": {**_seat("20.00"), "seats": [{"seat": 0, "bet": "1.00"}]},
    "seat a million": {**_seat("20.00"), "seats": [{"seat": 10**6, "bet": "1.00"}]},
    "a seat of 400 digits": b'{"game":"down-under-blackjack","seats":[{"seat":'
    + b"9" * 400
    + b',"bet":"1.00"}],"shoe":[]}',
    "no game": {k: v for k, v in _seat("20.00").items() if k != "game"},
    "another game": {**_seat("20.00"), "game": "spanish-21"},
    "an act of nobody": {**_seat("20.00"), "acts": [{"do": "hit"}]},
    "an act out of turn": {**_seat("20.00"), "acts": [act(2, "hit")]},
    "a hand that is not there": {**_seat("20.00"), "acts": [act(1, "hit", 2)]},
    "an unknown act": {**_seat("20.00"), "acts": [act(1, "jump")]},
    "an amount of a hit": {**_seat("20.00"), "acts": [act(1, "double", amount="-5.00")]},
    "a double of NaN": {**_seat("20.00"), "acts": [act(1, "double", amount="NaN")]},
    "deep lists": b"[" * DEEP,
    "deep objects": b'{"a":' * DEEP,
    "deep in a field": b'{"game":' + b"[" * DEEP + b"]" * DEEP + b"}",
    "a number of 5,000 digits": b'{"game":' + b"1" * 5000 + b"}",
    "1e400 as a number": b'{"game": 1e400}',
    "not UTF-8": b'{"game": "\xff"}',
    "half a surrogate": b'{"game": "\\ud800"}',
    "a key twice and more": b'{"game": "x", "game": "y"} trailing',
    "nothing": b"",
    "null": b"null",
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_one_clear_line(name: str) -> None:
    with pytest.raises(ScriptError) as caught:
        rule(BAD[name])
    one_clear_line(caught.value)
