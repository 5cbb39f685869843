"""A late message counts against its device only for the time that the line cannot have taken."""

from __future__ import annotations

import pytest

from reference_engine.ruling import Certainty, Effect
from rigs.errors import LinkSlow
from rigs.rigfile import Limits
from rigs.roles import TABLE_CONTROLLER, Observation
from steps.compare import Act, compare
from steps.line import acquit

MS = 1_000_000
LIMITS = Limits(answer=0.5, late=1.0)


def play(came_ms: float, held_ms: float, *, in_act: int = 1, fed_ms: float = 0) -> list[str]:
    """`peek` is due in act 1, which begins at 1000 ms; act 2 begins at 5000 ms."""
    peek = Effect("peek", TABLE_CONTROLLER, {}, ("665a.9(b)(2)",), Certainty.READ)
    said = Observation(
        "controller", TABLE_CONTROLLER, "peek", {}, int(came_ms * MS), held_ms=held_ms
    )
    acts = [
        Act(1, {}, (peek,), {TABLE_CONTROLLER: 1000 * MS}, [], 1000 * MS),
        Act(2, {}, (), {TABLE_CONTROLLER: 5000 * MS}, [], 5000 * MS),
    ]
    acts[0].fed_ms = fed_ms
    acts[in_act - 1].observations.append(said)
    found, _ = compare(acts, {TABLE_CONTROLLER: "controller"}, {TABLE_CONTROLLER: 0.5}, ())
    return [one.kind for one in acquit(acts, found, lambda role: LIMITS)]


def test_the_device_was_late_by_itself() -> None:
    assert play(1700, held_ms=0) == ["late"]
    # 100 ms of 700 were the line's: the device needed 600 of its 500.
    assert play(1700, held_ms=100) == ["late"]


def test_the_line_made_it_late() -> None:
    with pytest.raises(LinkSlow, match=r"peek, or what it answers, was up to 300 ms"):
        play(1700, held_ms=300)


def test_the_line_moved_it_into_the_next_act() -> None:
    with pytest.raises(LinkSlow):
        play(5100, held_ms=3900, in_act=2)
    assert play(5100, held_ms=30, in_act=2) == ["late"]


def test_what_it_answers_reached_it_late() -> None:
    with pytest.raises(LinkSlow):
        play(1700, held_ms=0, fed_ms=250)
    assert play(1700, held_ms=0, fed_ms=150) == ["late"]


def test_in_time_nothing_is_asked_of_the_line() -> None:
    assert play(1400, held_ms=390) == []


@pytest.mark.parametrize("certainty", [Certainty.READ, Certainty.INFERRED])
def test_what_is_certain_stands_beside_what_the_line_may_have_done(certainty: Certainty) -> None:
    """A burn that never came is a finding or an advisory, whoever held the late peek up. But an
    advisory is no answer to whether the late peek was a finding."""
    peek = Effect("peek", TABLE_CONTROLLER, {}, ("665a.9(b)(2)",), Certainty.READ)
    burn = Effect("burn", TABLE_CONTROLLER, {}, ("685a.12(e)",), certainty)
    said = Observation("controller", TABLE_CONTROLLER, "peek", {}, 1700 * MS, held_ms=300)
    acts = [Act(1, {}, (peek, burn), {TABLE_CONTROLLER: 1000 * MS}, [said], 1000 * MS)]
    found, _ = compare(acts, {TABLE_CONTROLLER: "controller"}, {TABLE_CONTROLLER: 0.5}, ())
    assert sorted(one.kind for one in found) == ["late", "missing"]
    if certainty is Certainty.INFERRED:
        with pytest.raises(LinkSlow):
            acquit(acts, found, lambda role: LIMITS)
    else:
        (one,) = acquit(acts, found, lambda role: LIMITS)
        assert one.kind == "missing"
