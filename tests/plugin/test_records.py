"""What a run writes as it goes: the plan, each record before what it records, true verdicts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.plugin.conftest import Suite

pytest_plugins = "pytester"

Played = Callable[..., pytest.RunResult]

EVERYTHING = """@clause:665a.9(c) @device:shoe
Feature: F
  Background:
    Given a table
  Scenario: conforms
    When all is well
  Scenario: finding
    When the device is wrong, finding
    And all is well
  Scenario: advisory
    When the device is wrong, advisory
  Scenario: bench
    When the link is lost
    And all is well
  Scenario: wrong
    When the step is wrong
  Scenario: asserts
    When the step asserts
  Scenario: skipped
    When the step is skipped
"""


def test_verdicts(played: Played, suite: Suite) -> None:
    result = played(EVERYTHING)
    result.assert_outcomes(passed=1, failed=5, skipped=1)
    assert suite.verdicts() == {
        "demo.conforms": "conforms",
        "demo.finding": "finding",
        "demo.advisory": "advisory",
        "demo.bench": "inconclusive",
        "demo.wrong": "inconclusive",
        "demo.asserts": "inconclusive",
        "demo.skipped": "inconclusive",
    }
    counts = suite.json("run.json")["counts"]
    assert (counts["conforms"], counts["finding"], counts["advisory"]) == (1, 1, 1)
    assert counts["inconclusive"] == 4


def test_allure_agrees_with_pytest_and_records(played: Played, suite: Suite) -> None:
    played(EVERYTHING)
    assert {name: one["status"] for name, one in suite.allure().items()} == {
        "demo.conforms": "passed",
        "demo.finding": "failed",
        "demo.advisory": "failed",
        "demo.bench": "broken",
        "demo.wrong": "broken",
        "demo.asserts": "broken",
        "demo.skipped": "broken",
    }


def test_messages_are_for_people(played: Played) -> None:
    text = played(EVERYTHING).stdout.str()
    assert "finding: 1 difference\n  shoe-1, § 665a.9(c): said KH, must say QH\n" in text
    assert "inconclusive: shoe-1 on /dev/ttyS9: the link ended; plug it in\n" in text
    assert "inconclusive: harness error: ValueError: no such hand (demo.feature:16)\n" in text
    assert "inconclusive: harness error: AssertionError" in text
    assert text.count("Traceback (most recent call last)") == 2, "only for mistakes of our own"


def test_a_record_line_by_line(played: Played, suite: Suite) -> None:
    played(EVERYTHING)
    opened, *steps, closed = suite.record("demo.finding")
    assert opened["line"] == "open"
    assert (opened["id"], opened["attempt"], opened["lineno"]) == ("demo.finding", 1, 7)
    assert (opened["clauses"], opened["devices"]) == (["665a.9(c)"], ["shoe"])
    assert [(one["n"], one["keyword"], one["text"], one["status"]) for one in steps] == [
        (1, "Given", "a table", "passed"),
        (2, "When", "the device is wrong, finding", "failed"),
        (3, "And", "all is well", "passed"),
    ]
    assert steps[1]["notes"] == ["it said KH"]
    assert closed["verdict"] == "finding"
    assert [one["text"] for one in closed["discrepancies"]] == ["said KH, must say QH"]
    assert (closed["judged"], closed["house_rules"]) == ({"shoe": True}, {"dealer_22": "bust"})


def test_steps_behind_one_that_broke_are_skipped(played: Played, suite: Suite) -> None:
    played(EVERYTHING)
    _, *steps, closed = suite.record("demo.bench")
    assert [one["status"] for one in steps] == ["passed", "broken", "skipped"]
    assert closed["reason"] == "shoe-1 on /dev/ttyS9: the link ended; plug it in"
    assert closed["judged"] == {}, "a bench that failed has judged nobody"


def test_the_plan_is_there_before_the_first_step(played: Played, suite: Suite) -> None:
    more = """
import json, pathlib
@then("the plan is written")
def _():
    plan = json.loads(pathlib.Path("out/plan.json").read_text())
    assert [one["id"] for one in plan["scenarios"]] == ["demo.one", "demo.two"]
"""
    step = "Then the plan is written"
    feature = f"Feature: F\n Scenario: one\n  {step}\n Scenario: two\n  {step}\n"
    played(feature, more=more).assert_outcomes(passed=2)


def test_the_record_is_open_before_the_first_fixture(played: Played, suite: Suite) -> None:
    more = """
import json, pathlib
@pytest.fixture(autouse=True)
def early(request):
    [line] = pathlib.Path("out/records/demo.one.1.jsonl").read_text().splitlines()
    assert json.loads(line)["line"] == "open"
"""
    played("Feature: F\n Scenario: one\n  When all is well\n", more=more).assert_outcomes(passed=1)


def one_scenario(step: str) -> str:
    return f"Feature: F\n Scenario: one\n  When {step}\n"


def test_a_fixture_that_fails_before_any_step(played: Played, suite: Suite) -> None:
    more = """
@pytest.fixture(autouse=True)
def bench():
    raise LinkLost("the link ended", device="shoe-1", port="/dev/ttyS9", remedy="plug it in")
"""
    result = played(one_scenario("all is well"), more=more)
    result.assert_outcomes(errors=1)
    assert "Traceback" not in result.stdout.str()
    [_, closed] = suite.record("demo.one")
    assert closed["verdict"] == "inconclusive"
    assert closed["reason"] == "shoe-1 on /dev/ttyS9: the link ended; plug it in"
    assert suite.allure()["demo.one"]["status"] == "broken"


TEARDOWN = """
@pytest.fixture(autouse=True)
def bench():
    yield
    raise LinkLost("the link ended", device="shoe-1", port="/dev/ttyS9", remedy="plug it in")
"""


@pytest.mark.parametrize(
    ("step", "verdict", "status"),
    [
        ("all is well", "inconclusive", "broken"),
        ("the device is wrong, finding", "finding", "failed"),
    ],
)
def test_a_teardown_that_fails_undoes_a_pass_but_no_finding(
    played: Played, suite: Suite, step: str, verdict: str, status: str
) -> None:
    played(one_scenario(step), more=TEARDOWN)
    assert suite.record("demo.one")[-1]["verdict"] == verdict
    assert suite.allure()["demo.one"]["status"] == status


def test_an_outcome_that_cannot_be_had(played: Played, suite: Suite) -> None:
    more = """
class Broken(Player):
    def outcome(self):
        raise LinkLost("the link ended", device="shoe-1", port="/dev/ttyS9", remedy="plug it in")
@pytest.fixture
def play():
    return Broken()
"""
    played(one_scenario("all is well"), more=more).assert_outcomes(failed=1)
    assert suite.record("demo.one")[-1]["verdict"] == "inconclusive"


def test_ctrl_c_leaves_the_record_open(suite: Suite) -> None:
    suite.player()
    feature = (
        "Feature: F\n Scenario: one\n  When all is well\n"
        " Scenario: two\n  When all is well\n  And Ctrl-C is pressed\n"
        " Scenario: three\n  When all is well\n"
    )
    suite.write(demo=feature)
    result = suite.run_apart(".", "--alluredir=al")
    assert result.ret == pytest.ExitCode.INTERRUPTED
    assert suite.verdicts() == {"demo.one": "conforms", "demo.two": "interrupted"}
    verdicts = suite.json("verdicts.json")
    assert verdicts["exit_code"] == 130
    counts: dict[str, Any] = verdicts["counts"]
    assert (counts["conforms"], counts["interrupted"], counts["not run"]) == (1, 1, 1)
    statuses = {name: one["status"] for name, one in suite.allure().items()}
    assert statuses == {"demo.one": "passed", "demo.two": "broken", "demo.three": "skipped"}


def test_a_pass_without_a_full_run_is_no_pass(played: Played, suite: Suite) -> None:
    """A scenario that was planned and left out by -x: pytest alone would be content."""
    more = """
@when("pytest is stopped")
def _(request): request.session.shouldstop = "enough"
"""
    feature = (
        "Feature: F\n Scenario: one\n  When pytest is stopped\n Scenario: two\n  When all is well\n"
    )
    result = played(feature, more=more)
    assert result.ret != pytest.ExitCode.OK
    assert suite.json("verdicts.json")["exit_code"] in (3, 130)


def test_attempts_never_overwrite_each_other(played: Played, suite: Suite) -> None:
    more = """
from _pytest.runner import runtestprotocol
def pytest_collection_modifyitems(items):
    items += items
"""
    played(one_scenario("all is well"), more=more)
    assert suite.record("demo.one", 1)[0]["attempt"] == 1
    assert suite.record("demo.one", 2)[0]["attempt"] == 2


def test_a_new_run_takes_the_place_of_the_old(played: Played, suite: Suite) -> None:
    played("Feature: F\n Scenario: old\n  When all is well\n")
    played("Feature: F\n Scenario: new\n  When all is well\n")
    assert suite.verdicts() == {"demo.new": "conforms"}


def test_a_folder_with_other_things_is_not_touched(played: Played, suite: Suite) -> None:
    (suite.path / "out").mkdir()
    (suite.path / "out" / "thesis.txt").write_text("years of work")
    result = played(one_scenario("all is well"))
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert [one.name for one in (suite.path / "out").iterdir()] == ["thesis.txt"]
    result.stderr.fnmatch_lines(["*out: is not empty and holds no run*"])


def test_a_wrong_rig_file_is_one_line(played: Played, suite: Suite) -> None:
    (suite.path / "bad.toml").write_text("[devices]\n")
    result = played(one_scenario("all is well"), "--rig=bad.toml")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "Traceback" not in result.stderr.str()
    assert not (suite.path / "out").exists()


def test_plan_plays_nothing(played: Played, suite: Suite) -> None:
    result = played(EVERYTHING, "--plan")
    assert result.ret == pytest.ExitCode.OK
    result.stdout.fnmatch_lines(
        ["F", "    conforms *demo.feature:5*", "      § 665a.9(c) | shoe", "7 scenarios, 1 clause*"]
    )
    assert not (suite.path / "out").exists()


def test_plan_fails_on_an_undefined_step(played: Played) -> None:
    result = played("Feature: F\n Scenario: one\n  When nobody wrote this\n", "--plan")
    assert result.ret == pytest.ExitCode.INTERRUPTED
    result.stdout.fnmatch_lines(["*demo.feature:3: When nobody wrote this: no step definition*"])
