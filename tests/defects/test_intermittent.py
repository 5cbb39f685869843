"""A device that fails now and then: the scenario says so, and no repetition makes it conform."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from reports.html import words
from reports.records import Plan, Scenario
from reports.verdicts import ScenarioVerdict, judge
from reports.verdicts import _intermittent as intermittent
from tests.cli.command import CHECKOUT, start


@pytest.mark.bench
def test_a_scenario_that_disagrees_with_itself_is_reported_with_its_rate(tmp_path: Path) -> None:
    arguments = ["run", "--repeat", "8", "-k", "s685a_01_masque_light and large-hole-card and tc"]
    features = CHECKOUT / "features" / "down_under_685a" / "s685a_01_masque_light.feature"
    bad = [str(features), "--defect", "two-lights", "--probability", "0.5", "--defect-seed", "3"]
    ended = start([sys.executable, "-m", "burncard", *arguments, "--", *bad], tmp_path, limit=120)

    assert ended.returncode == 1, ended.stdout
    run = json.loads((tmp_path / "out" / "run.json").read_text())
    [one] = run["scenarios"]
    assert one["verdict"] == "finding"
    attempts = one["attempts"]
    assert len(attempts) == 8
    assert set(attempts) == {"conforms", "finding"}
    rate = one["intermittent"]
    assert (rate["hits"], rate["tries"]) == (attempts.count("finding"), 8)
    assert 0 < rate["low"] < rate["rate"] < rate["high"] < 1
    assert "Intermittent" in ended.stdout
    assert "intermittent</b>" in (tmp_path / "out" / "report.html").read_text()
    assert run["run"]["defects"] == ["two-lights"]
    results = [
        json.loads(path.read_text())["status"]
        for path in (tmp_path / "out" / "allure-results").glob("*-result.json")
    ]
    assert "passed" not in results


@pytest.mark.parametrize(
    ("attempts", "hits", "tries"),
    [
        (["conforms", "finding", "conforms"], 1, 3),
        (["advisory", "conforms"], 1, 2),
        (["inconclusive", "finding", "conforms"], 1, 2),  # the bench's failure is no vote
    ],
)
def test_what_counts_as_a_vote(attempts: list[str], hits: int, tries: int) -> None:
    found = intermittent(attempts)
    assert found is not None
    assert (found.hits, found.tries) == (hits, tries)


@pytest.mark.parametrize(
    "attempts", [["finding"] * 3, ["conforms"] * 3, ["inconclusive", "conforms"], []]
)
def test_a_scenario_that_agrees_with_itself_is_not_intermittent(attempts: list[str]) -> None:
    assert intermittent(attempts) is None


def test_a_repetition_that_was_not_played_leaves_the_run_unverified() -> None:
    plan = Plan(run={"repeat": 3, "partial": True}, scenarios=(Scenario("a", "a"),))
    one = ScenarioVerdict("a", "a", verdict="conforms", attempts=["conforms", "conforms"])
    told = judge(plan, [one], [], interrupted=False)
    assert told.verdicts.missing == ["a: played 2 of 3 times"]
    assert told.verdicts.exit_code == 3


def test_many_attempts_are_counted() -> None:
    assert words.attempts(["conforms", "finding"]) == "conforms, finding"
    assert words.attempts(["conforms"] * 9 + ["finding"]) == "9 × conforms, 1 × finding"
