"""What counts as a change, and which of them is a regression."""

from __future__ import annotations

from typing import Any

import pytest

from reports.history.diff import Diff, compare
from reports.history.page import diff_page
from reports.history.view import Device
from reports.history.words import sections, sentence
from tests.history.views import measured, played, view


def of(before: str, after: str, **more: Any) -> Diff:
    """One scenario with these verdicts; "" where the run did not plan it."""
    found = more.pop("found", ())
    return compare(
        view("1", [played("a", before)] if before else []),
        view("2", [played("a", after, discrepancies=found)] if after else [], **more),
    )


@pytest.mark.parametrize(
    ("before", "after", "sort", "code"),
    [
        ("conforms", "finding", "new_findings", 1),
        ("conforms", "advisory", "new_findings", 1),
        ("advisory", "finding", "new_findings", 1),
        ("inconclusive", "finding", "new_findings", 1),
        ("", "finding", "new_findings", 1),
        ("finding", "conforms", "fixed", 0),
        ("advisory", "conforms", "fixed", 0),
        ("finding", "advisory", "changed", 0),
        ("inconclusive", "conforms", "changed", 0),
        ("conforms", "inconclusive", "lost", 3),
        ("finding", "interrupted", "lost", 3),
        ("conforms", "not run", "not_run", 3),
        ("conforms", "", "not_run", 3),
        ("inconclusive", "not run", "not_run", 0),
    ],
)
def test_a_changed_verdict(before: str, after: str, sort: str, code: int) -> None:
    diff = of(before, after)
    assert diff.exit_code == code
    sorts = ("new_findings", "fixed", "lost", "not_run", "changed")
    assert {name: len(getattr(diff, name)) for name in sorts} == {
        name: int(name == sort) for name in sorts
    }
    (change,) = getattr(diff, sort)
    assert (change.scenario, change.before, change.after) == ("a", before, after)


@pytest.mark.parametrize("verdict", ["conforms", "finding", "inconclusive", "not run"])
def test_what_stays_is_no_change(verdict: str) -> None:
    diff = compare(
        view("1", [played("a", verdict, discrepancies=("x",))]),
        view("2", [played("a", verdict, discrepancies=("x",))]),
    )
    assert sections(diff) == []
    assert diff.exit_code == 0
    assert sentence(diff) == "nothing that matters is different"


def test_another_discrepancy_in_a_scenario_that_had_a_finding_is_new() -> None:
    diff = compare(
        view("1", [played("a", "finding", discrepancies=("wrong settle",))]),
        view("2", [played("a", "finding", discrepancies=("wrong settle", "late deal"))]),
    )
    assert [one.found for one in diff.new_findings] == [("late deal",)]
    assert diff.regression


def test_slower_needs_significance_and_a_size_that_matters() -> None:
    base = [10 + n / 10 for n in range(50)]

    def against(ms: list[float]) -> Diff:
        return compare(view("1", latencies=(measured(base),)), view("2", latencies=(measured(ms),)))

    (slower,) = against([ms + 5 for ms in base]).slower
    assert (slower.device, slower.signal, slower.before_n, slower.after_n) == (
        "shoe",
        "card",
        50,
        50,
    )
    assert slower.after_ms - slower.before_ms == pytest.approx(5)
    assert slower.p < 1e-6
    assert against([ms + 5 for ms in base]).exit_code == 1
    # Beyond chance, but by half a millisecond: no one would act on it.
    assert against([ms + 0.5 for ms in base[:1]] * 400).slower == ()
    assert against([ms - 5 for ms in base]).slower == ()
    # Two measurements may differ by chance, however far apart.
    few = compare(
        view("1", latencies=(measured([1, 2]),)), view("2", latencies=(measured([90, 99]),))
    )
    assert few.slower == ()


def test_flaky_is_a_regression_only_when_it_is_new() -> None:
    steady = played("a", "finding", attempts=("finding", "finding"), discrepancies=("x",))
    flaky = played("a", "finding", attempts=("conforms", "finding"), discrepancies=("x",))
    assert compare(view("1", [steady]), view("2", [flaky])).exit_code == 1
    both = compare(view("1", [flaky]), view("2", [flaky]))
    assert [one.new for one in both.flaky] == [False]
    assert both.exit_code == 0


def test_an_attempt_that_was_cut_short_makes_nothing_flaky() -> None:
    resumed = played("a", attempts=("interrupted", "inconclusive", "conforms"))
    assert compare(view("1", [played("a")]), view("2", [resumed])).flaky == ()


def test_devices_rules_and_scenarios_that_changed_are_told() -> None:
    diff = compare(
        view("1", [played("a"), played("gone")]),
        view(
            "2",
            [played("a", sha256="c" * 64), played("new")],
            devices=(Device("shoe", "shoe", {"serial": "77", "firmware": "1.1.0"}),),
            house_rules={"down-under-blackjack": {"dealer_22": "bust"}},
            versions={"burncard": "0.2.0"},
            rig_sha256="d" * 64,
        ),
    )
    assert [(one.what, one.before, one.after) for one in diff.devices] == [
        ("shoe: firmware", "1.0.0", "1.1.0")
    ]
    assert [(one.what, one.before, one.after) for one in diff.rules] == [
        ("down-under-blackjack: dealer_22", "push", "bust")
    ]
    assert [one.what for one in diff.harness] == ["rig file", "burncard"]
    assert diff.scenarios_changed == ("a",)
    assert diff.scenarios_new == ("new",)
    assert diff.scenarios_gone == ("gone",)
    assert not diff.regression


def test_hostile_text_is_shown_as_text() -> None:
    reason = "<script>alert(1)</script>\x1b[31m\u202e"
    page = diff_page(of("conforms", "finding", found=(reason,)))
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    assert "\x1b" not in page
    assert "\u202e" not in page
