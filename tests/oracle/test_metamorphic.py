"""What an irregularity may not change: a round with it settles as the same round without it.

Each rule is read off § 685a.12 and needs no settlement of our own: a card that lay face up (a) and
one that the dealer drew on 17 (d) are as if they were not there; a card drawn too early and unseen
(b) is the next card all the same; an exposed card that the hand on turn accepts (c) is a card it
asked for; a shoe that is filled up again from the rack (e) goes on; a shuffler's trouble (j), (k)
is none of the round's.
"""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from reference_engine.script import Ruling, ScriptError, rule
from tests.oracle.random_rounds import random_round
from tests.oracle.scripts import DOUBLE_ATTACK, DOWN_UNDER, Json, rows_of
from tests.oracle.tables import Row

GAMES = st.sampled_from([DOUBLE_ATTACK, DOWN_UNDER])
DICE = st.randoms(use_true_random=False)
often = settings(
    max_examples=100,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


def rows(ruling: Ruling) -> list[Row]:
    """The settlement, in an order of its own."""
    return sorted(rows_of(ruling))


def card_that_is_left(script: Json) -> str:
    """A card that the shoe of the script has not used up."""
    return next(r + s for r in "952" for s in "CDHS" if script["shoe"].count(r + s) < 4)


def turns(script: Json) -> list[int]:
    """Where in the acts a hand is on turn for a card, a stand, a double or a split."""
    names = ("hit", "stand", "double", "split")
    return [n for n, one in enumerate(script["acts"]) if one["do"] in names]


def with_act(script: Json, place: int, one: Json) -> Json:
    """The script with one more act before the one at `place`."""
    acts = list(script["acts"])
    acts.insert(place, one)
    return {**script, "acts": acts}


@often
@given(DICE, GAMES, st.integers(0, 1000))
def test_a_card_face_up_is_as_if_it_were_not_there(dice: Random, game: str, n: int) -> None:
    script = random_round(dice, game).script
    plain = rule(script)
    place = n % len(plain.discard_rack)
    card = card_that_is_left(script)
    shoe = [*script["shoe"][:place], card, *script["shoe"][place:]]
    found = {"irregularity": "685a.12(a)", "before_card": place + 1}
    ruling = rule({**script, "shoe": shoe, "acts": [found, *script["acts"]]})
    assert rows(ruling) == rows(plain)
    assert sorted(ruling.discard_rack) == sorted([*plain.discard_rack, card])


@often
@given(DICE, GAMES, st.integers(0, 1000))
def test_b_a_card_drawn_unseen_is_the_next_card(dice: Random, game: str, n: int) -> None:
    script = random_round(dice, game).script
    places = turns(script)
    assume(places)
    plain = rule(script)
    ruling = rule(with_act(script, places[n % len(places)], {"irregularity": "685a.12(b)"}))
    assert rows(ruling) == rows(plain)
    assert ruling.dealer == plain.dealer


@often
@given(DICE, GAMES, st.integers(0, 1000))
def test_c_an_accepted_card_is_a_card_that_was_asked_for(dice: Random, game: str, n: int) -> None:
    script = random_round(dice, game).script
    places = [place for place in turns(script) if script["acts"][place]["do"] == "hit"]
    assume(places)
    place = places[n % len(places)]
    acts = list(script["acts"])
    acts[place : place + 1] = [
        {"irregularity": "685a.12(c)"},
        {**acts[place], "do": "accept"},
    ]
    assert rows(rule({**script, "acts": acts})) == rows(rule(script))


@often
@given(DICE, GAMES, st.booleans())
def test_d_a_card_drawn_by_a_standing_dealer_changes_nothing(
    dice: Random, game: str, exposed: bool
) -> None:
    script = random_round(dice, game).script
    plain = rule(script)
    accident = {"irregularity": "685a.12(d)", "exposed": exposed}
    changed = {**script, "acts": [*script["acts"], accident]}
    reveals = [effect for effect in plain.effects if effect.effect == "reveal" and effect.required]
    # Turned because a hand or a Bust It was still open, and not laid open before the play.
    waits = bool(reveals) and "685a.7(h)" not in reveals[0].clauses
    try:
        ruling = rule(changed)
    except ScriptError:
        # He never came to stand on a total: a Blackjack, or nobody was left to play for.
        assert plain.dealer.blackjack or not waits
        return
    assert rows(ruling) == rows(plain)
    assert ruling.dealer == plain.dealer
    assert len(ruling.discard_rack) == len(plain.discard_rack) + 1


@often
@given(DICE, GAMES, st.integers(0, 1000), st.sampled_from(["jam", "stopped", "incomplete", ""]))
def test_j_k_a_shuffler_is_none_of_the_round(dice: Random, game: str, n: int, fault: str) -> None:
    script = random_round(dice, game).script
    places = turns(script)
    assume(places)
    trouble = {"irregularity": "685a.12(j)", "fault": fault, "batch": "B"}
    if not fault:
        trouble = {"irregularity": "685a.12(k)"}
    ruling = rule(with_act(script, places[n % len(places)], trouble))
    plain = rule(script)
    assert rows(ruling) == rows(plain)
    assert ruling.discard_rack == plain.discard_rack


def refilled(script: Json, used: int, drawn: int) -> list[Ruling]:
    """The round with a shoe of `used` cards, then the rest of it from the rack behind one burn."""
    burn = card_that_is_left(script)
    rest = script["shoe"][used:drawn] + script["shoe"][drawn : drawn + 3]
    short = {**script, "shoe": script["shoe"][:used], "discard_rack": [*reversed(rest), burn]}
    found = []
    for place in range(len(script["acts"]) + 1):
        try:
            shuffled = {"irregularity": "685a.12(e)", "shoe": [burn, *rest]}
            found.append(rule(with_act(short, place, shuffled)))
        except ScriptError:
            continue  # the shoe did not run out there
    return found


@pytest.mark.parametrize("game", [DOUBLE_ATTACK, DOWN_UNDER])
def test_e_a_round_goes_on_with_the_cards_of_the_rack(game: str) -> None:
    went_on = 0
    for seed in range(150):
        script = random_round(Random(seed), game).script
        plain = rule(script)
        drawn = len(plain.discard_rack)
        for used in (drawn // 2, drawn - 1):
            for ruling in refilled(script, used, drawn):
                went_on += 1
                assert rows(ruling) == rows(plain)
                assert ruling.dealer == plain.dealer
    assert went_on > 100
