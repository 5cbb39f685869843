"""Allure's results against the records: passed is what conforms, nothing else."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from reports.allure_repair import align
from reports.verdicts import ScenarioVerdict


def scenario(name: str, verdict: str) -> ScenarioVerdict:
    return ScenarioVerdict(
        id=name,
        name=name.upper(),
        file="f.feature",
        clauses=("665a.9(c)",),
        verdict=verdict,
        started="2026-11-30T09:00:00.000+00:00",
        ended="2026-11-30T09:00:01.500+00:00" if verdict == "conforms" else "",
    )


def result(
    folder: Path, uuid: str, scenario_id: str = "", status: str = "passed", **more: object
) -> Path:
    path = folder / f"{uuid}-result.json"
    labels = [{"name": "scenario_id", "value": scenario_id}] if scenario_id else []
    path.write_text(json.dumps({"uuid": uuid, "status": status, "labels": labels, **more}))
    return path


def statuses(folder: Path) -> Counter[str]:
    return Counter(load(path)["status"] for path in folder.glob("*-result.json"))


def load(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text())
    return found


def test_results_that_agree_are_left_alone(tmp_path: Path) -> None:
    paths = [
        result(tmp_path, "1", "a"),
        result(tmp_path, "2", "b", "failed", statusDetails={"message": "m"}),
    ]
    before = [path.read_bytes() for path in paths]
    assert align(tmp_path, [scenario("a", "conforms"), scenario("b", "finding")], "lab-1") == []
    assert [path.read_bytes() for path in paths] == before
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.parametrize(
    ("verdict", "status"),
    [
        ("finding", "failed"),
        ("advisory", "failed"),
        ("inconclusive", "broken"),
        ("interrupted", "broken"),
        ("not run", "skipped"),
    ],
)
def test_passed_is_taken_from_what_does_not_conform(
    tmp_path: Path, verdict: str, status: str
) -> None:
    path = result(tmp_path, "1", "a", statusDetails={"trace": "t"})
    align(tmp_path, [scenario("a", verdict)], "lab-1")
    found = load(path)
    assert found["status"] == status
    assert found["statusDetails"] == {"trace": "t", "message": verdict}


def test_what_ctrl_c_left_without_labels_is_not_passed(tmp_path: Path) -> None:
    path = result(tmp_path, "1")
    align(tmp_path, [scenario("a", "interrupted")], "lab-1")
    assert load(path)["status"] == "broken"
    assert statuses(tmp_path) == {"broken": 2}


def test_results_of_other_tests_are_not_ours_to_change(tmp_path: Path) -> None:
    path = result(tmp_path, "1", historyId="abc")
    align(tmp_path, [], "lab-1")
    assert load(path)["status"] == "passed"


def test_a_scenario_without_a_result_gets_one_once(tmp_path: Path) -> None:
    scenarios = [scenario("a", "conforms"), scenario("b", "interrupted"), scenario("c", "not run")]
    align(tmp_path, scenarios, "lab-1")
    first = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert statuses(tmp_path) == {"passed": 1, "broken": 1, "skipped": 1}
    made = next(load(path) for path in tmp_path.iterdir() if b'"A"' in path.read_bytes())
    assert made["stop"] - made["start"] == 1500
    align(tmp_path, scenarios, "lab-1")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == first


def test_a_made_result_goes_when_the_real_one_is_there(tmp_path: Path) -> None:
    align(tmp_path, [scenario("a", "not run")], "lab-1")
    path = result(tmp_path, "1", "a")
    align(tmp_path, [scenario("a", "conforms")], "lab-1")
    assert list(tmp_path.iterdir()) == [path]


def test_of_several_passed_results_the_last_stays(tmp_path: Path) -> None:
    old = result(tmp_path, "2", "a", stop=1000)
    new = result(tmp_path, "1", "a", stop=2000)
    align(tmp_path, [scenario("a", "conforms")], "lab-1")
    assert (load(old)["status"], load(new)["status"]) == ("broken", "passed")


def test_a_torn_result_is_set_aside_and_named(tmp_path: Path) -> None:
    (tmp_path / "1-result.json").write_text('{"uuid": "1", "sta')
    problems = align(tmp_path, [scenario("a", "interrupted")], "lab-1")
    assert len(problems) == 1
    assert "1-result.json: not an Allure result" in problems[0]
    assert (tmp_path / "1-result.json.torn").exists()
    assert statuses(tmp_path) == {"broken": 1}


def test_without_allure_nothing_is_made(tmp_path: Path) -> None:
    assert align(tmp_path / "allure-results", [scenario("a", "conforms")], "lab-1") == []
    assert list(tmp_path.iterdir()) == []
