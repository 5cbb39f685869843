"""``junit.xml``: a run's verdicts as CI servers read them.

One test suite a feature file, one test case a scenario. A finding or an advisory is a *failure*,
what is inconclusive or was interrupted an *error*, what was not run *skipped*. Clauses, devices and
the verdict are properties of the case; `file` and `line` lead GitHub and GitLab to the scenario.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Any

from reference_engine.law import cited
from reports.html.visible import visible
from reports.verdicts import (
    ADVISORY,
    CONFORMS,
    FINDING,
    INCONCLUSIVE,
    INTERRUPTED,
    NOT_RUN,
    ScenarioVerdict,
)

JUNIT = "junit.xml"
ELEMENTS = {
    FINDING: "failure",
    ADVISORY: "failure",
    INCONCLUSIVE: "error",
    INTERRUPTED: "error",
    NOT_RUN: "skipped",
}
"""Verdict to the element that says it; one that conforms has none."""
LONGEST = 20_000
"""Characters of one text; the record has all of it."""


def junit(run: Mapping[str, Any], scenarios: Sequence[ScenarioVerdict], rig: str) -> str:
    """The file's text.

    Args:
        run: the `run` of the plan.
        scenarios: all of the run, in order.
        rig: the name of the rig; it is a property of each suite.
    """
    root = ET.Element("testsuites", {"name": "burncard", **_counts(scenarios)})
    files: dict[str, list[ScenarioVerdict]] = {}
    for one in scenarios:
        files.setdefault(one.file, []).append(one)
    for file, mine in files.items():
        _suite(root, file, mine, {"rig": rig, "run": str(run.get("id", ""))})
    ET.indent(root, " ")
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ET.tostring(root, "unicode") + "\n"


def _suite(
    root: ET.Element, file: str, mine: Sequence[ScenarioVerdict], facts: Mapping[str, str]
) -> None:
    name = mine[0].feature or file or "scenarios"
    counts = _counts(mine) | {"skipped": str(sum(one.verdict == NOT_RUN for one in mine))}
    suite = ET.SubElement(root, "testsuite", {"name": _text(name), **counts})
    if file:
        suite.set("file", _text(file))
    started = min((one.started for one in mine if one.started), default="")
    if started:
        suite.set("timestamp", _text(started))
    _properties(suite, [(key, value) for key, value in facts.items() if value])
    names = Counter(one.name for one in mine)
    for one in mine:
        # GitLab shows one of several cases of the same name only.
        _case(suite, one, one.name if names[one.name] == 1 else f"{one.name} ({one.id})")


def _case(suite: ET.Element, one: ScenarioVerdict, name: str) -> None:
    place = PurePath(one.file).with_suffix("").parts[-2:] if one.file else ()
    case = ET.SubElement(
        suite,
        "testcase",
        name=_text(name),
        classname=_text(".".join(place) or one.feature or "scenarios"),
        time=_seconds(one.ms),
    )
    if one.file:
        case.set("file", _text(one.file))
        case.set("line", str(one.line))
    _properties(
        case,
        [
            ("scenario", one.id),
            ("verdict", one.verdict),
            ("attempt", str(one.attempt)),
            *(("clause", clause) for clause in one.clauses),
            *(("device", device) for device in one.devices),
        ],
    )
    if one.verdict != CONFORMS:
        told = _text(one.reason or one.verdict)
        message = told.split("\n", 1)[0]
        element = ET.SubElement(case, ELEMENTS[one.verdict], message=f"{one.verdict}: {message}")
        if element.tag != "skipped":
            element.set("type", one.verdict)
            element.text = "\n".join(_differences(one)) or told
    ET.SubElement(case, "system-out").text = "\n".join(_told(one))


def _differences(one: ScenarioVerdict) -> list[str]:
    lines = []
    for found in one.discrepancies:
        text, clauses = _text(found.text), cited(*found.clauses)
        told = f"{found.weight}, {found.kind}, {_text(found.device)}: {text}"
        lines.append(told if text.endswith(clauses) else f"{told} ({clauses})")
    return lines


def _told(one: ScenarioVerdict) -> list[str]:
    """What a person reads who opens the case."""
    lines = [f"{one.verdict}{f': {_text(one.reason)}' if one.reason else ''}"]
    lines += _differences(one)
    lines += [
        f"{row.device}: {row.n} answers, median {row.median_ms:.1f} ms, "
        f"longest {row.max_ms:.1f} ms of {row.limit_ms:.0f} ms"
        for row in one.latencies
    ]
    lines += [
        f"{note.device}, {note.kind} ({note.count}): {_text(note.text)}" for note in one.links
    ]
    lines += [f"{lack.device}: not testable: {_text(lack.what)}" for lack in one.not_testable]
    if one.record:
        lines.append(f"record: {one.record}")
    return lines


def _properties(parent: ET.Element, rows: Sequence[tuple[str, str]]) -> None:
    if not rows:
        return
    element = ET.SubElement(parent, "properties")
    for name, value in rows:
        ET.SubElement(element, "property", name=name, value=_text(value))


def _counts(scenarios: Sequence[ScenarioVerdict]) -> dict[str, str]:
    said = Counter(ELEMENTS.get(one.verdict) for one in scenarios)
    return {
        "tests": str(len(scenarios)),
        "failures": str(said["failure"]),
        "errors": str(said["error"]),
        "time": _seconds(sum(one.ms or 0 for one in scenarios)),
    }


def _seconds(ms: float | None) -> str:
    return f"{(ms or 0) / 1000:.3f}"


def _text(value: str) -> str:
    """Text that XML can carry: a control character would make the whole file unreadable."""
    return "\n".join(visible(line, LONGEST) for line in value[: LONGEST * 2].split("\n"))
