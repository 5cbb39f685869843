"""The rank test against counts that can be done by hand."""

from __future__ import annotations

import math

import pytest

from reports.history.ranks import higher, holm


@pytest.mark.parametrize(
    ("before", "after", "p"),
    [
        # Of the 20 ways to choose which three of six lie where, one is as extreme.
        ([1, 2, 3], [4, 5, 6], 1 / 20),
        ([4, 5, 6], [1, 2, 3], 1.0),
        # One against one: either may be the higher.
        ([1], [2], 1 / 2),
        # U is 5 of 6 for {1,2,4} against {3,5}; of the 10 orders only {4,5} has 6 and {3,5} has 5.
        ([1, 2, 4], [3, 5], 2 / 10),
    ],
)
def test_small_samples_are_counted_exactly(
    before: list[float], after: list[float], p: float
) -> None:
    assert higher(before, after) == pytest.approx(p)


def test_equal_values_say_nothing() -> None:
    assert higher([2.0] * 50, [2.0] * 50) == 1.0
    assert higher([], [1.0]) == 1.0
    assert higher([1.0], []) == 1.0


def test_ties_are_corrected_for() -> None:
    # Ranks: 1.5, 1.5, 4, 4 | 4, 6.5, 6.5, 8. U = 25 - 10 = 15; ties 2, 3, 2: 6 + 24 + 6 = 36.
    variance = 4 * 4 / 12 * (9 - 36 / (8 * 7))
    z = (15 - 8 - 0.5) / math.sqrt(variance)
    expected = 0.5 * math.erfc(z / math.sqrt(2))
    assert higher([1, 1, 2, 2], [2, 3, 3, 4]) == pytest.approx(expected)


def test_one_outlier_makes_no_device_slower() -> None:
    before = [10 + n / 100 for n in range(40)]
    after = [*before[:-1], 5000.0]
    assert higher(before, after) > 0.4


def test_holm() -> None:
    # Sorted 0.01, 0.03, 0.04: times 3, 2, 1, and none below the one before it.
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    assert holm([]) == []
