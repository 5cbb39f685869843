"""How often a failing round is played again, with devices that fail as a list says."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import cycle
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from steps.soak import phrases
from steps.soak.case import Case
from steps.soak.shrink import Fails, rate

if TYPE_CHECKING:
    from steps.soak.playing import Failure

CASE = Case("down-under-blackjack", {}, ())


def test_a_title_is_cut_between_words() -> None:
    long = "shoe said " + "card " * 40
    failure = cast("Failure", SimpleNamespace(text=f"{long}: § 1"))
    title = phrases._title(failure)
    assert len(title) <= 150
    assert title.endswith(" card ...")
    assert phrases._title(cast("Failure", SimpleNamespace(text="short: § 1"))) == "short"


def device(course: Iterable[bool]) -> Fails:
    """It fails, or not, in this course."""
    played = iter(course)
    return lambda case: 1 if next(played) else None


@pytest.mark.parametrize(
    ("course", "hits", "tries"),
    [
        ([True], 3, 3),
        ([True, False], 5, 10),
        ([False] * 9 + [True], 1, 10),
        ([False] * 19 + [True], 3, 60),  # one in twenty: not in ten, but in sixty
        ([False], 0, 60),
    ],
)
def test_a_round_is_played_as_often_as_its_rate_needs(
    course: list[bool], hits: int, tries: int
) -> None:
    found = rate(CASE, device(cycle(course)))
    assert (found.hits, found.tries) == (hits, tries)


def test_no_more_than_ten_once_the_time_is_over() -> None:
    found = rate(CASE, device(cycle([False])), seconds=0.0)
    assert (found.hits, found.tries) == (0, 10)


@pytest.mark.parametrize(
    ("course", "needed"),
    [
        ([True], 1),
        ([True, False], 5),  # ln 0.05 / ln 0.5 = 4.3
        ([False] * 9 + [True], 20),  # ln 0.05 / ln 0.9 = 28.4, and twenty are the most
    ],
)
def test_a_smaller_round_counts_as_sound_after_so_many_tries(
    course: list[bool], needed: int
) -> None:
    assert rate(CASE, device(cycle(course))).needed == needed
