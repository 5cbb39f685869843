"""Intervals and rounds against published tables, by hand, and by simulation."""

from __future__ import annotations

from random import Random

import pytest

from reports.chance import at_least, rate, rounds_needed


@pytest.mark.parametrize(
    ("hits", "tries", "low", "high"),
    [
        # Clopper-Pearson, 95 %: none of n has the upper bound 1 - 0.025 ** (1 / n)
        (0, 10, 0.0, 1 - 0.025 ** (1 / 10)),
        (10, 10, 0.025 ** (1 / 10), 1.0),
        (0, 1, 0.0, 0.975),
        # 1 of 10 and 5 of 10, as tables of the interval print them
        (1, 10, 0.0025, 0.4450),
        (5, 10, 0.1871, 0.8129),
    ],
)
def test_the_interval_is_that_of_the_tables(hits: int, tries: int, low: float, high: float) -> None:
    found = rate(hits, tries)
    assert found.rate == hits / tries
    assert found.low == pytest.approx(low, abs=5e-5)
    assert found.high == pytest.approx(high, abs=5e-5)


def test_the_bounds_are_where_the_tails_are() -> None:
    found = rate(3, 20)
    assert at_least(3, 20, found.low) == pytest.approx(0.025)
    assert 1 - at_least(4, 20, found.high) == pytest.approx(0.025)


@pytest.mark.parametrize(("hits", "tries"), [(1, 0), (0, 0), (3, 2), (-1, 5)])
def test_no_count_is_refused(hits: int, tries: int) -> None:
    with pytest.raises(ValueError, match="is no count"):
        rate(hits, tries)


@pytest.mark.parametrize(
    ("probability", "confidence", "share", "rounds"),
    [
        (0.01, 0.95, 1.0, 299),  # ln 0.05 / ln 0.99 = 298.07
        (0.01, 0.99, 1.0, 459),  # ln 0.01 / ln 0.99 = 458.2
        (0.5, 0.875, 1.0, 3),  # 1 - 0.5 ** 3 is 0.875 to the last digit
        (0.1, 0.95, 0.5, 59),  # ln 0.05 / ln 0.95 = 58.4
        (1.0, 0.99, 1.0, 1),
        (1.0, 0.99, 0.5, 7),  # 1 - 0.5 ** 7 = 0.992
    ],
)
def test_rounds_needed_by_hand(
    probability: float, confidence: float, share: float, rounds: int
) -> None:
    assert rounds_needed(probability, confidence, share) == rounds


@pytest.mark.parametrize(
    "bad", [(0.0, 0.95, 1.0), (1.1, 0.95, 1.0), (0.5, 1.0, 1.0), (0.5, 0.9, 0)]
)
def test_a_defect_that_never_shows_has_no_number(bad: tuple[float, float, float]) -> None:
    with pytest.raises(ValueError, match="probability"):
        rounds_needed(*bad)


def test_that_many_rounds_show_it_that_often() -> None:
    """4,000 series of so many rounds: 95 % of them must show it, 1.5 % give or take."""
    chance = Random(7)
    rounds = rounds_needed(0.05, 0.95, 0.4)
    series = 4000
    seen = sum(
        any(chance.random() < 0.4 and chance.random() < 0.05 for _ in range(rounds))
        for _ in range(series)
    )
    assert seen / series == pytest.approx(0.95, abs=0.015)
