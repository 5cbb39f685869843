"""Random walks through rounds with irregularities: whatever is chosen, the ruling holds together.

A walk asks for a ruling on a script without acts. Where the script ends too early the one line says
who is on turn and what is open; the walk takes one of these, or lets something go wrong, and asks
again. What is refused is taken back.
"""

from __future__ import annotations

import re
from random import Random

import pytest

from reference_engine.script import Ruling, ScriptError, rule
from tests.oracle.random_rounds import random_round
from tests.oracle.scripts import DOUBLE_ATTACK, DOWN_UNDER, Json, act
from tests.oracle.test_properties import holds_together, one_clear_line

STEPS = 120
OPEN = re.compile(
    r"acts: they end too early, (?:hand )?(dealer|\d\.\d) (?:is on turn|chooses): (.*)"
)
RULES = {
    "exposed_offer": ("all_players_even_stood",),
    "refusal_scope": ("player",),
    "dealer_accident_totals": ("exactly_17", "hard_17_only"),
    "dead_hand_returns": ("initial_bet_only",),
}
MASQUE_RULES = {"masque_error_choice": ("player",), "masque_error_scope": ("hand",)}


def _irregular(letter: str, **more: object) -> Json:
    return {"irregularity": f"685a.12({letter})", **more}


WRONG: list[Json] = [
    _irregular("b"),
    _irregular("c"),
    _irregular("d"),
    _irregular("d", exposed=False),
    _irregular("j", fault="jam", batch="B"),
    _irregular("k"),
    _irregular("h", spot="yellow"),
    _irregular("i", fault="no-light"),
    {"dealer": True, "do": "error-found"},
    {"dealer": True, "do": "sign-placed"},
    {"dealer": True, "do": "hand-shuffle"},
    {"dealer": True, "do": "restored", "how": "repaired", "inspected": True},
]


def _beginning(dice: Random, game: str) -> Json:
    script = random_round(dice, game).script
    acts = []
    if dice.random() < 0.3:
        acts.append(_irregular("a", before_card=dice.randint(1, 10)))
    if dice.random() < 0.2:
        acts.append(_irregular("c", before_card=dice.randint(1, 8)))
    if dice.random() < 0.2:
        seat = dice.randint(1, len(script["seats"]))
        acts.append(_irregular("f", seat=seat, cards=dice.randint(0, 1)))
    choices = {**RULES, **(MASQUE_RULES if game == DOWN_UNDER else {})}
    rules = {n: dice.choice(values) for n, values in choices.items() if dice.random() < 0.2}
    if game == DOWN_UNDER:
        if dice.random() < 0.4:
            acts.append(_irregular("h", light=dice.choice(("blue", "red", "yellow"))))
        if dice.random() < 0.05:
            acts.append(_irregular("i", fault="no-light", before_card=dice.randint(1, 8)))
    elif dice.random() < 0.3:
        rules["peek_timing"] = "on_surrender"
    return {**script, "acts": acts, "rules": {**script["rules"], **rules}}


def _next(dice: Random, who: str, options: list[str]) -> list[Json]:
    if dice.random() < 0.2:
        return [dice.choice(WRONG)]
    choice = dice.choice(options)
    if who == "dealer":
        return [{"dealer": True, "do": choice}]
    seat, hand = (int(number) for number in who.split("."))
    made = [act(seat, choice, hand)]
    if choice == "hit" and dice.random() < 0.15:
        found = dice.choice(("in-time", "after-reveal"))
        made.append(_irregular("g", seat=seat, hand=hand, found=found))
    return made


def walk(dice: Random, game: str) -> tuple[Json, Ruling] | None:
    """A script that came to its end, or None where the walk lost itself."""
    script = _beginning(dice, game)
    for _ in range(STEPS):
        try:
            return script, rule(script)
        except ScriptError as error:
            one_clear_line(error)
            said = OPEN.match(str(error))
        if said is None and not script["acts"]:
            return None
        acts = script["acts"][:-1]
        if said is not None:
            acts = [*script["acts"], *_next(dice, said[1], said[2].split(", "))]
        script = {**script, "acts": acts}
    return None


def check_walks(game: str, seeds: range) -> None:
    """Most walks end, with every kind of irregularity among them, and every ruling holds."""
    ended = 0
    met: set[str] = set()
    for seed in seeds:
        found = walk(Random(seed), game)
        if found is None:
            continue
        ended += 1
        script, ruling = found
        holds_together(script, ruling)
        met |= {one["irregularity"][-2] for one in script["acts"] if "irregularity" in one}
        bets = {row.seat for row in ruling.settlement if row.wager == "bet"}
        assert bets == {seat["seat"] for seat in script["seats"]}, script
        for wager in ("double_attack", "bust_it"):
            settled = {row.seat for row in ruling.settlement if row.wager == wager}
            assert settled == {s["seat"] for s in script["seats"] if wager in s}, script
    assert ended > len(seeds) * 0.6
    assert met >= set("abcdfg") | (set("hi") if game == DOWN_UNDER else set())


@pytest.mark.parametrize("game", [DOUBLE_ATTACK, DOWN_UNDER])
def test_walks(game: str) -> None:
    check_walks(game, range(400))


@pytest.mark.slow
@pytest.mark.parametrize("game", [DOUBLE_ATTACK, DOWN_UNDER])
def test_many_walks(game: str) -> None:
    check_walks(game, range(400, 2400))
