"""Random lawful rounds: the engine and the emulated controller, written apart, say the same."""

from __future__ import annotations

from random import Random

import pytest

from steps.soak.case import possible, ruled
from steps.soak.coverage import Coverage, features
from steps.soak.walk import make
from tests.soak.witnesses import first_difference


def _agree(rounds: int, seed: str) -> None:
    coverage = Coverage()
    for number in range(rounds):
        case, rulings = make(Random(f"{seed}:{number}"), coverage)
        assert not first_difference(case, rulings), (number, case)
        coverage.add(features(case, rulings))


def test_engine_and_controller_agree() -> None:
    _agree(250, "agree")


@pytest.mark.slow
def test_engine_and_controller_agree_for_long() -> None:
    _agree(20_000, "long")


def test_one_seed_makes_the_same_rounds() -> None:
    one, other = ([make(Random(f"7:{n}"), Coverage()).case for n in range(20)] for _ in range(2))

    assert one == other
    assert len({str(case) for case in one}) == 20


def test_any_part_of_a_round_is_lawful_again() -> None:
    dice = Random(3)
    for number in range(60):
        case = make(Random(f"part:{number}"), Coverage()).case
        kept = tuple(deed for deed in case.deeds if dice.random() < 0.6)
        part = possible(type(case)(case.game, case.rules, kept))
        assert len(ruled(part)) == len(part.deeds)
        assert not first_difference(part, ruled(part)), part
