"""A run that was cut short is gone on with: what has no verdict yet, and nothing else."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from reports.history.diff import compare
from reports.history.view import of_directory
from reports.records import RunDirError
from steps.resume import check_devices, hold, left
from tests.plugin.conftest import ARGUMENTS, Suite

pytest_plugins = "pytester"

FEATURE = """
@device:shoe
Feature: a table
  Scenario: one
    Given a table
    When all is well
  Scenario: two
    Given a table
    When the plug is loose
  Scenario: three
    Given a table
    When the device is wrong, finding
  Scenario: four
    Given a table
    When the night is cut short
  Scenario: five
    Given a table
    When all is well
"""
MENDED = """
from pathlib import Path

def mended():
    return Path("mended").exists()

@when("the plug is loose")
def _(play):
    if not mended():
        raise LinkLost("the link ended", device="shoe-1", port="x", remedy="plug it in")

@when("the night is cut short")
def _(play):
    if not mended():
        raise KeyboardInterrupt
"""
"""The bench as it is until someone plugs it in."""


@pytest.fixture
def cut_short(suite: Suite) -> Suite:
    suite.player(MENDED)
    suite.write(demo=FEATURE)
    interrupted(suite, "--alluredir=out/allure-results")
    return suite


def interrupted(suite: Suite, *words: str) -> None:
    """Play up to the Ctrl-C; then someone mends the bench."""
    suite.pytester.runpytest_inprocess(*ARGUMENTS, "demo.feature", *words, no_reraise_ctrlc=True)
    (suite.path / "mended").touch()


def attempts(suite: Suite) -> dict[str, list[str]]:
    """Scenario name to the verdicts of its attempts."""
    return {one["name"]: one["attempts"] for one in suite.json("run.json")["scenarios"]}


def test_what_has_no_verdict_is_played_as_a_further_attempt(cut_short: Suite) -> None:
    assert attempts(cut_short) == {
        "one": ["conforms"],
        "two": ["inconclusive"],
        "three": ["finding"],
        "four": ["interrupted"],
        "five": [],
    }
    before = cut_short.json("plan.json")
    first = cut_short.record("demo.four")
    cut_short.run("demo.feature", "--resume", "--alluredir=out/allure-results")
    assert attempts(cut_short) == {
        "one": ["conforms"],
        "two": ["inconclusive", "conforms"],
        "three": ["finding"],
        "four": ["interrupted", "conforms"],
        "five": ["conforms"],
    }
    assert cut_short.json("plan.json") == before
    assert cut_short.record("demo.four") == first
    assert cut_short.json("ended.json")["interrupted"] == ""
    verdicts = cut_short.json("verdicts.json")
    assert (verdicts["overall"], verdicts["exit_code"]) == ("finding", 1)
    (resumed,) = cut_short.json("run.json")["resumed"]
    assert resumed["scenarios"] == 3
    statuses: dict[str, list[str]] = {}
    for path in (cut_short.path / "out" / "allure-results").glob("*-result.json"):
        result = json.loads(path.read_text())
        statuses.setdefault(result["name"], []).append(result["status"])
    # What Ctrl-C left of the fourth is there beside its second attempt, and is not passed.
    assert {name: sorted(found).count("passed") for name, found in statuses.items()} == {
        "one": 1,
        "two": 1,
        "three": 0,
        "four": 1,
        "five": 1,
    }


def test_each_repetition_without_a_verdict_is_due(suite: Suite) -> None:
    suite.player(MENDED)
    suite.write(demo=FEATURE)
    interrupted(suite, "--repeat=3")
    due = left(suite.path / "out").attempts
    # Three losses of the link; Ctrl-C in the first of three; none of the last.
    assert due["demo.two"] == (4, 5, 6)
    assert due["demo.four"] == (2, 3, 4)
    assert due["demo.five"] == (1, 2, 3)
    assert set(due) == {"demo.two", "demo.four", "demo.five"}
    suite.run("demo.feature", "--repeat=3", "--resume")
    assert attempts(suite)["two"] == ["inconclusive"] * 3 + ["conforms"] * 3
    assert left(suite.path / "out").attempts == {}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("Scenario: five\n    Given a table\n", "Scenario: five\n", "is not what was planned"),
        ("Scenario: five", "Scenario: six", "is not in the plan"),
        ("@device:shoe", "@device:shuffler", "is not what was planned"),
    ],
)
def test_other_features_are_refused(cut_short: Suite, old: str, new: str, said: str) -> None:
    records = sorted((cut_short.path / "out" / "records").iterdir())
    cut_short.write(demo=FEATURE.replace(old, new))
    result = cut_short.run("demo.feature", "--resume")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    (line,) = [one for one in result.errlines + result.outlines if "demo.feature:" in one]
    assert said in line
    assert sorted((cut_short.path / "out" / "records").iterdir()) == records
    assert not (cut_short.path / "out" / "resumed.jsonl").exists()


def test_a_moved_scenario_is_the_same(cut_short: Suite) -> None:
    cut_short.write(demo="# a remark\n\n" + FEATURE)
    cut_short.run("demo.feature", "--resume")
    assert attempts(cut_short)["five"] == ["conforms"]


def test_another_rig_file_is_refused(cut_short: Suite) -> None:
    plan = cut_short.json("plan.json")
    other = cut_short.path / "other.toml"
    shutil.copy(plan["run"]["rig_file"], other)
    other.write_text(other.read_text() + "\n# another\n")
    result = cut_short.run("demo.feature", "--resume", f"--rig={other}")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    (line,) = [one for one in result.errlines + result.outlines if "other.toml" in one]
    assert "is not the rig file of the run" in line


def test_a_run_is_written_by_one_at_a_time(
    cut_short: Suite, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("steps.resume._PATIENCE_S", 0.2)
    lock = hold(cut_short.path / "out")
    try:
        for words in (("--resume",), ()):
            result = cut_short.run("demo.feature", *words)
            assert result.ret == pytest.ExitCode.USAGE_ERROR
            said = result.errlines + result.outlines
            assert sum("is writing there" in line for line in said) == 1
    finally:
        os.close(lock)
    assert attempts(cut_short)["one"] == ["conforms"]


def test_without_a_plan_there_is_nothing_to_go_on_with(tmp_path: Path) -> None:
    with pytest.raises(RunDirError, match="there is no plan"):
        left(tmp_path)


def test_another_device_of_the_same_name_is_named() -> None:
    before = [{"name": "shoe", "identity": {"serial": "77", "firmware": "1.0"}}]
    same = [{"name": "shoe", "identity": {"serial": "77", "firmware": "1.0"}, "link": "/dev/x"}]
    other = [{"name": "shoe", "identity": {"serial": "77", "firmware": "1.1"}}]
    assert check_devices(before, same) == ""
    assert check_devices(before, [{"name": "reader", "identity": {}}]) == ""
    assert check_devices(before, other) == "shoe: firmware was '1.0' and is '1.1'"


# -- the command, killed at any moment -------------------------------------------------------------


def start(folder: Path, *words: str) -> subprocess.Popen[bytes]:
    with (folder / "console.txt").open("ab") as console:
        return subprocess.Popen(
            [sys.executable, "-m", "burncard", "run", *words],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=console,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )


def wait_for(true: Callable[[], bool], limit: float = 30.0) -> None:
    deadline = time.monotonic() + limit
    while not true():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.05)


def kill(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()


def check(folder: Path, *more: str) -> dict[str, Any]:
    """Resume, and hold the result against what the plan promised."""
    process = start(folder, "--resume", "out", *more)
    assert process.wait(120) == 0, (folder / "console.txt").read_text()[-2000:]
    run: dict[str, Any] = json.loads((folder / "out" / "run.json").read_bytes())
    plan = json.loads((folder / "out" / "plan.json").read_bytes())
    assert [one["id"] for one in run["scenarios"]] == [one["id"] for one in plan["scenarios"]]
    assert run["counts"]["conforms"] == len(plan["scenarios"])
    for one in run["scenarios"]:
        # Nothing that had a verdict was played again.
        assert one["attempts"].count("conforms") == 1, one
        assert one["attempts"][-1] == "conforms"
    passed: dict[str, int] = {}
    for path in (folder / "out" / "allure-results").glob("*-result.json"):
        result = json.loads(path.read_bytes())
        labels = {one["name"]: one["value"] for one in result["labels"]}
        name = labels.get("scenario_id", "")
        passed[name] = passed.get(name, 0) + (result["status"] == "passed")
    assert {name: count for name, count in passed.items() if count} == {
        one["id"]: 1 for one in plan["scenarios"]
    }
    return run


@pytest.mark.bench
def test_killed_in_mid_run_and_resumed_by_the_command(tmp_path: Path) -> None:
    words = ("-k", "after-a-double")
    process = start(tmp_path, *words)
    records = tmp_path / "out" / "records"
    try:
        wait_for(lambda: records.is_dir() and len(list(records.iterdir())) > 3)
    finally:
        kill(process)
    seen = of_directory(tmp_path / "out")
    assert seen.exit_code == 130
    run = check(tmp_path)
    assert len(run["resumed"]) == 1
    assert compare(seen, of_directory(tmp_path / "out")).exit_code == 0
    assert left(tmp_path / "out").attempts == {}


@pytest.mark.slow
@pytest.mark.parametrize("more", [(), ("-n", "2")])
def test_the_command_refuses_in_one_line(tmp_path: Path, more: tuple[str, ...]) -> None:
    feature = tmp_path / "a.feature"
    feature.write_text(
        "@clause:665a.9(c) @device:shoe\nFeature: x\n"
        "  Scenario: one\n    Given a Double Attack Blackjack table\n"
        "  Scenario: two\n    Given a Double Attack Blackjack table\n"
    )
    assert start(tmp_path, "--rig", "none", "--", "a.feature").wait(60) == 3
    (record,) = (tmp_path / "out" / "records").glob("*two*")
    record.unlink()
    feature.write_text(feature.read_text().replace("two", "three"))
    (tmp_path / "console.txt").unlink()
    assert start(tmp_path, "--resume", "out", *more).wait(60) == 2
    said = (tmp_path / "console.txt").read_text()
    assert said.count("scenario a.three is not in the plan") == 1
    assert "Traceback" not in said
    assert "INTERNALERROR" not in said
    assert not (tmp_path / "out" / "resumed.jsonl").exists()


@pytest.mark.slow
@pytest.mark.bench
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.timeout(300)
def test_killed_at_any_moment_and_again_while_it_is_resumed(tmp_path: Path, seed: int) -> None:
    """From before the plan to after the reports; twice; half of them with two benches."""
    chance = random.Random(seed)
    more = ("-n", "2") if seed % 2 else ()
    process = start(tmp_path, "-k", "665a.9(c) and doubl", *more)
    time.sleep(chance.uniform(0.3, 9.0))
    kill(process)
    if not (tmp_path / "out" / "plan.json").exists():
        # Nothing was begun; the same command begins it, whatever lies there.
        process = start(tmp_path, "-k", "665a.9(c) and doubl", *more)
        wait_for((tmp_path / "out" / "plan.json").exists)
        kill(process)
    of_directory(tmp_path / "out")
    process = start(tmp_path, "--resume", "out", *more)
    time.sleep(chance.uniform(0.3, 9.0))
    kill(process)
    of_directory(tmp_path / "out")
    check(tmp_path, *more)
