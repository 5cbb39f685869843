"""Bring Allure's result files in line with the records.

allure-pytest writes a test that Ctrl-C cut short as *passed*, and nothing for one that was killed.
After `align` exactly the scenarios that conform are passed, and every planned one has a result.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5

import msgspec
from msgspec import Struct

from reports import allure_identity as identity
from reports.allure_identity import BEGUN_LABEL, SCENARIO_LABEL
from reports.html.visible import visible_lines
from reports.records import write_json
from reports.verdicts import (
    ADVISORY,
    CONFORMS,
    FINDING,
    INCONCLUSIVE,
    INTERRUPTED,
    NOT_RUN,
    ScenarioVerdict,
)

STATUS = {
    CONFORMS: "passed",
    FINDING: "failed",
    ADVISORY: "failed",
    INCONCLUSIVE: "broken",
    INTERRUPTED: "broken",
    NOT_RUN: "skipped",
}
_MADE_HERE = "burncard-"
"""How the names of results begin that are made here, so that they can be made anew."""


class _Result(Struct):
    path: Path
    content: dict[str, Any]


def align(results_dir: Path, scenarios: Iterable[ScenarioVerdict], rig: str) -> list[str]:
    """Correct and complete the results of a run. Returns what could not be read, a line each.

    Does nothing where `results_dir` does not exist (the run was not asked for Allure results).
    `rig`: the name of the rig, as in the results.

    Raises:
        RunDirError: a result cannot be written.
    """
    if not results_dir.is_dir():
        return []
    problems: list[str] = []
    by_id = {one.id: one for one in scenarios}
    found: dict[str, list[_Result]] = {name: [] for name in by_id}
    for path in sorted(results_dir.glob("*-result.json")):
        if path.name.startswith(_MADE_HERE):
            path.unlink()
            continue
        result = _read(path, problems)
        if result is None:
            continue
        name = _label(result.content, SCENARIO_LABEL)
        if name in found:
            found[name].append(result)
        elif _label(result.content, BEGUN_LABEL) in found:
            path.unlink()  # cut short before it was told whose it is; the records know more
        elif not name and not result.content.get("historyId"):
            # What Ctrl-C leaves of a test: passed, without labels. Tests of others have an id.
            _correct(result, STATUS[INTERRUPTED], "interrupted: no closed record")
    for name, results in found.items():
        scenario = by_id[name]
        results.sort(key=lambda one: int(one.content.get("stop") or 0))
        passed = [one for one in results if one.content.get("status") == "passed"]
        for one in passed if scenario.verdict != CONFORMS else ():
            _correct(one, STATUS[scenario.verdict], _message(scenario))
        conforming = max(1, scenario.attempts.count(CONFORMS))
        for one in passed[:-conforming] if scenario.verdict == CONFORMS else ():
            _correct(one, "broken", "superseded: a later result of this scenario counts")
        if not results or (scenario.verdict == CONFORMS and not passed):
            made = _made(scenario, rig)
            write_json(results_dir / f"{_MADE_HERE}{made['uuid']}-result.json", made)
    return problems


def _read(path: Path, problems: list[str]) -> _Result | None:
    try:
        return _Result(path, msgspec.json.decode(path.read_bytes(), type=dict[str, Any]))
    except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
        # Torn by a kill. Allure would refuse the whole folder for it, so it goes.
        problems.append(f"{path.name}: not an Allure result ({error}); renamed to *.torn")
        path.rename(path.with_name(path.name + ".torn"))
        return None


def _correct(result: _Result, status: str, message: str) -> None:
    if result.content.get("status") != "passed":
        return
    details = result.content.get("statusDetails") or {}
    result.content |= {"status": status, "statusDetails": {**details, "message": message}}
    write_json(result.path, result.content)


def _label(result: dict[str, Any], name: str) -> str:
    for label in result.get("labels") or ():
        if isinstance(label, dict) and label.get("name") == name:
            return str(label.get("value", ""))
    return ""


def _made(scenario: ScenarioVerdict, rig: str) -> dict[str, Any]:
    """A result for a scenario that Allure has none of."""
    start = _epoch_ms(scenario.started)
    return {
        "uuid": str(uuid5(NAMESPACE_URL, f"burncard:{scenario.id}:{scenario.attempt}")),
        "testCaseId": identity.case_id(scenario.id),
        "historyId": identity.history_id(scenario.id, rig),
        "name": scenario.name,
        "fullName": identity.full_name(scenario),
        "titlePath": identity.title_path(scenario),
        "status": STATUS[scenario.verdict],
        "statusDetails": {"message": _message(scenario)},
        "stage": "finished",
        "start": start,
        "stop": max(start, _epoch_ms(scenario.ended)),
        "parameters": identity.parameters(rig, dict(scenario.row), scenario.attempt),
        "labels": [
            {"name": name, "value": value}
            for name, value in identity.labels(
                scenario, scenario.severity, scenario.owner, scenario.tags
            )
        ],
        "links": [
            {"type": "clause", "name": cite, "url": address}
            for cite, address in identity.links(scenario.clauses)
        ],
    }


def _message(scenario: ScenarioVerdict) -> str:
    reason = visible_lines(scenario.reason)
    return f"{scenario.verdict}: {reason}" if reason else scenario.verdict


def _epoch_ms(text: str) -> int:
    try:
        return int(datetime.fromisoformat(text).timestamp() * 1000)
    except ValueError:
        return 0
