"""A script that cannot be played names the act, the seat or the place, and what is wrong there."""

from __future__ import annotations

import codecs
import json
from typing import Any

import pytest

from reference_engine.script import LONGEST, ScriptError, read, rule
from tests.engine.rounds import DA, DU, seats

LOW = "9S 6C 6D KH 5S 2S 3S 4S"
ACE = "9S AC 6D KH"
UPCARD_KING = "KC 9S 6D 7H"
TURN = "hand 1.1 is on turn: hit, stand, double"
NO_AMOUNT = "'x' is not an amount: it must be digits with at most one decimal point"


def _f(**more: Any) -> dict[str, Any]:
    return {"irregularity": "685a.12(f)", **more}


def _of(letter: str, **more: Any) -> dict[str, Any]:
    return {"irregularity": f"685a.12({letter})", **more}


def _act(do: str, **more: Any) -> dict[str, Any]:
    return {"seat": 1, "do": do, **more}


STAND = _act("stand")
PEEK = {"dealer": True, "do": "peek"}

BAD: list[tuple[str, str, str, list[dict[str, Any]], str]] = [
    # What an act needs.
    (DU, "1 20", LOW, [STAND, _f(cards=1)], "act 2: 'seat' is missing"),
    (DU, "1 20", LOW, [_f(seat=1)], "act 1: 'cards' is missing"),
    (DU, "1 20", LOW, [_of("g")], "act 1: 'seat' is missing"),
    (DU, "1 20", LOW, [_of("h")], "act 1: 'light or spot' is missing"),
    (DU, "1 20", LOW, [_of("i")], "act 1: 'fault' is missing"),
    (DU, "1 20", LOW, [_of("j")], "act 1: 'fault' is missing"),
    (DU, "1 20", LOW, [{"dealer": True}], "act 1: 'do' is missing"),
    (DU, "1 20", LOW, [{"do": "stand"}], "act 1: 'seat' is missing"),
    (DU, "1 20", LOW, [{"seat": 1}], "act 1: 'do' is missing"),
    (
        DU,
        "1 20",
        LOW,
        [STAND, _of("z")],
        "act 2: irregularity '685a.12(z)': write 685a.12(a) to 685a.12(k)",
    ),
    # Amounts.
    (DU, "1 20", LOW, [_act("double", amount="x")], f"act 1, amount: {NO_AMOUNT}"),
    (DU, "1 20", ACE, [_act("insure", amount="x")], f"seat 1, amount: {NO_AMOUNT}"),
    (DA, "1 x", LOW, [STAND], f"seat 1, bet: {NO_AMOUNT}"),
    (DA, "1 20 bust x", LOW, [STAND], f"seat 1, bust_it: {NO_AMOUNT}"),
    (DU, "1 20 match x", LOW, [STAND], f"seat 1, match_the_dealer: {NO_AMOUNT}"),
    # What the law refuses.
    (
        DU,
        "1 20",
        ACE,
        [_act("insure", amount="10.0001")],
        "act 1: seat 1: a wager insurance of 10.0001 is refused (the table waits for insurance)",
    ),
    (
        DA,
        "1 20+30",
        LOW,
        [STAND],
        "seats: seat 1: a wager double_attack of 30.00 is refused (the table waits for wagers)",
    ),
    (
        DU,
        "1 20",
        LOW,
        [STAND, _act("hit")],
        "act 2: 1.1 hit is refused (the dealer's hand is done)",
    ),
    (
        DU,
        "1 20",
        LOW,
        [STAND, _of("b"), _act("hit")],
        "act 3: 1.1 hit is refused (the dealer's hand is done)",
    ),
    # What cannot happen.
    (
        DU,
        "1 20 match 5",
        LOW,
        [STAND],
        "seats: the odds of Match-the-Dealer are not known: set the house rule "
        "match_the_dealer_odds",
    ),
    (
        DA,
        "1 20",
        UPCARD_KING,
        [PEEK, PEEK],
        "act 2: peek is not due: the table waits for act to 1.1 (surrender, hit, stand, double)",
    ),
    (
        DU,
        "1 20",
        LOW,
        [_of("j", fault="smoke")],
        "act 1: 'smoke' is no fault: jam, stopped, incomplete",
    ),
    (
        DU,
        "1 20",
        LOW,
        [_of("h", spot="green")],
        "act 1: a spot is blue, red or yellow, not 'green'",
    ),
    (
        DU,
        "1 20",
        LOW,
        [STAND, _of("k"), _of("k")],
        "act 3: the shuffler is out of use already",
    ),
    (
        DU,
        "1 20",
        LOW,
        [STAND, {"dealer": True, "do": "cycle-done", "count": 5}],
        "act 2: no cycle is running: batch A is not shuffled before a new full cycle",
    ),
    # The ends.
    (DU, "1 20", LOW[:11], [], f"acts: they end too early, {TURN}"),
    (DU, "1 20", LOW[:11], [_of("b")], "act 1: the shoe is empty"),
    (
        DU,
        "1 20",
        LOW[:11],
        [_act("hit")],
        "shoe: it ends after 4 cards, and a card is due to 1.1",
    ),
    (
        DU,
        "1 20",
        LOW,
        [STAND, _of("e", shoe=["2C"])],
        "act 2: the round is over, and it never came to this",
    ),
    (
        DU,
        "1 20",
        LOW,
        [STAND, _of("b", before_card=30)],
        "act 2: the round is over, and it never came to this",
    ),
    # 9 + 6 + K = 25: nothing is left to do.
    (DU, "1 20", "9S 6C 6D KH KS", [_act("hit"), STAND], "act 2: the round is over already"),
    (
        DU,
        "1 20",
        "9S 6C 6D KH KS",
        [_act("hit"), {"dealer": True, "do": "continue"}],
        "act 2: the round is over already",
    ),
    (
        DU,
        "1 20",
        "9S 6C 6D KH KS",
        [_act("hit"), _act("hand-shuffle")],
        "act 2: the round is over already",
    ),
]


@pytest.mark.parametrize(("game", "wagers", "shoe", "does", "said"), BAD)
def test_it_says_where_and_what(
    game: str, wagers: str, shoe: str, does: list[dict[str, Any]], said: str
) -> None:
    script = {"game": game, "seats": seats(wagers), "shoe": shoe.split(), "acts": does}
    with pytest.raises(ScriptError) as fault:
        rule(script)
    told, _, law = str(fault.value).partition(". § ")
    assert told.removesuffix("; write it as '25.00'") == said
    assert "\n" not in law


def _script(**more: Any) -> bytes:
    return json.dumps({"game": DU, "seats": seats("1 20"), "shoe": LOW.split(), **more}).encode()


def test_a_script_may_be_as_long_as_is_said_and_no_longer() -> None:
    whole = _script()
    assert read(whole + b" " * (LONGEST - len(whole))).game == DU
    with pytest.raises(ScriptError, match=f"at most {LONGEST} bytes, and this one has more"):
        read(whole + b" " * (LONGEST - len(whole) + 1))


def test_the_mark_that_some_editors_put_before_the_text() -> None:
    assert read(codecs.BOM_UTF8 + _script()).game == DU
    with pytest.raises(ScriptError, match="UTF-16"):
        read(codecs.BOM_UTF16_LE + _script())


def test_an_exposed_card_is_seen_and_an_unexposed_one_is_not() -> None:
    for letter, exposed in (("b", False), ("c", True)):
        does = [_of(letter), *([_act("refuse")] if exposed else [STAND])]
        made = rule({"game": DU, "seats": seats("1 20"), "shoe": LOW.split(), "acts": does})
        held = [effect.effect for effect in made.effects]
        assert ("freeze" in held, "hold" in held) == (exposed, not exposed)


@pytest.mark.parametrize("letter", ["i", "j", "k"])
def test_a_device_may_fail_after_the_end_of_the_round(letter: str) -> None:
    fault = {"i": {"fault": "no-light"}, "j": {"fault": "jam"}, "k": {}}[letter]
    shoe = "9S 6C 6D KH KS".split()
    does = [_act("hit"), _of(letter, **fault)]
    made = rule({"game": DU, "seats": seats("1 20"), "shoe": shoe, "acts": does})
    said = [effect.effect for effect in made.effects]
    after = said[said.index("round-over") + 1 :]
    assert after[-1] == {"i": "block", "j": "cycle-done", "k": "cover"}[letter]
