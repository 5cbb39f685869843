"""Defects that bite now and then, and those that begin late."""

from __future__ import annotations

import pytest

from reports.chance import rate, rounds_needed
from rigs.emulators.defects import Switches
from rigs.emulators.shoe import Shoe
from tests.emulators.unit import Unit


def empty_shoe(seed: int, probability: float) -> Shoe:
    return Shoe(Switches(["hides-empty"], probability, seed))


def silent(shoe: Shoe, draws: int) -> list[bool]:
    """Whether each draw from the empty shoe went untold."""
    heard: list[str] = []
    shoe.speak = lambda kind, data: heard.append(kind)
    found = []
    for _ in range(draws):
        heard.clear()
        shoe.draw({"do": "draw"})
        found.append(not heard)
    return found


def test_it_bites_as_often_as_it_was_told_to() -> None:
    bitten = silent(empty_shoe(7, 0.1), 2000)
    found = rate(sum(bitten), len(bitten), 0.999)
    assert found.low < 0.1 < found.high


def test_the_same_seed_fails_in_the_same_way_and_another_does_not() -> None:
    first = silent(empty_shoe(7, 0.2), 200)
    assert silent(empty_shoe(7, 0.2), 200) == first
    assert silent(empty_shoe(8, 0.2), 200) != first


def test_the_stated_rounds_show_it_with_the_stated_confidence() -> None:
    """400 units, each as many rounds as 95 % confidence asks for: 380 show it, 13 give or take."""
    rounds = rounds_needed(0.05, 0.95)
    shown = sum(any(silent(empty_shoe(seed, 0.05), rounds)) for seed in range(400))
    assert 380 - 13 <= shown <= 380 + 13


def test_it_begins_after_so_many_sound_rounds_and_reset_does_not_begin_anew() -> None:
    shoe = Shoe(Switches(["hides-empty"], after=2))
    seen = []
    for _ in range(4):
        shoe.reset()
        shoe.load({"do": "load", "cards": []})
        seen += silent(shoe, 1)
    assert seen == [False, False, True, True]


def test_a_sound_unit_has_no_switch() -> None:
    assert not list(Switches())
    assert "hides-empty" not in Switches(probability=0.5)


def test_a_build_that_fails_otherwise_has_another_hash() -> None:
    one = ["hides-empty"]
    builds = {
        Switches().build(),
        Switches(one).build(),
        Switches(one, 0.5, 1).build(),
        Switches(one, 0.5, 2).build(),
        Switches(one, after=3).build(),
    }
    assert len(builds) == 5


def test_the_process_takes_the_switches() -> None:
    with Unit("shoe", "--defect", "hides-empty", "--after", "1") as unit:
        unit.act("load", cards=[])
        unit.act("draw")
        assert unit.heard() == [("empty", {})]
        unit.act("load", cards=[])
        unit.act("draw")
        assert unit.heard() == []


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--probability", "0"], "no number above 0"),
        (["--probability", "nan"], "no number above 0"),
        (["--after", "-1"], "expected one argument|no number of rounds"),
        (["--after", "3"], "are for a unit with a --defect"),
    ],
)
def test_a_switch_that_makes_no_sense_is_one_line(
    words: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    from rigs.emulators import main

    try:
        code = main(["shoe", *words])
    except SystemExit as ended:
        code = int(ended.code or 0)
    assert code == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert any(part in error for part in why.split("|"))
