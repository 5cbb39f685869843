"""What a run sets out to do: the plan, written before the first step, and ``--plan``'s list."""

from __future__ import annotations

import platform
from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any
from uuid import uuid4

from reference_engine.law import cited
from reports.evidence.digests import code_and_law, of_files
from reports.records import Scenario, clear_run, now, write_plan
from steps.features import FeatureFileError, default_features, read_scenarios

_PACKAGES = ("burncard", "pytest", "pytest-bdd", "allure-pytest", "pyserial", "PyVISA", "PyVISA-py")


def new_run(command: Sequence[str], run_id: str = "") -> dict[str, Any]:
    """What is known of a run before it collects: its id, versions and command line."""
    return {
        "id": run_id or uuid4().hex,
        "started": now(),
        "command": [Path(command[0]).name, *command[1:]],
        "python": platform.python_version(),
        "platform": platform.platform(),
        "versions": {name: _version(name) for name in _PACKAGES},
    }


def write(
    run_dir: Path,
    run: Mapping[str, Any],
    scenarios: Iterable[Scenario],
    collected: Iterable[Scenario],
) -> None:
    """Make `run_dir` ready and write the plan into it.

    `collected`: every scenario of the files that were read; those not among `scenarios` were
    deselected.

    Raises:
        RunDirError: the directory holds something else, or cannot be written.
    """
    chosen = list(scenarios)
    ids = {one.id for one in chosen}
    deselected = [one.id for one in collected if one.id not in ids]
    clear_run(run_dir)
    write_plan(
        run_dir,
        {
            **run,
            "partial": bool(deselected) or not _whole_law(chosen),
            "deselected": deselected,
            "baseline": {**code_and_law(), "scenarios": _features(chosen)},
        },
        chosen,
    )


def _features(chosen: Iterable[Scenario]) -> str:
    """The digest of the feature files that are played; of one that is out of sight, its name."""
    found: dict[str, Path] = {}
    for name in {one.file for one in chosen}:
        for root in (Path(), default_features().parent):
            if (root / name).is_file():
                found[name] = root / name
                break
    return of_files(found)


def _whole_law(chosen: Iterable[Scenario]) -> bool:
    """Whether all scenarios that Burncard ships are in the plan, by feature, rule and clauses."""
    there = {(one.feature, one.rule, clause) for one in chosen for clause in one.clauses}
    try:
        shipped = read_scenarios([default_features()])
    except FeatureFileError:
        return False
    return bool(shipped) and all(
        (one.feature, one.rule, clause) in there for one in shipped for clause in one.clauses
    )


def listing(scenarios: Sequence[Scenario]) -> str:
    """The plan as text: scenarios by feature and rule, then what they cover."""
    lines: list[str] = []
    shown = ("", "")
    for one in scenarios:
        if one.feature != shown[0]:
            lines += ["", one.feature]
        if (one.feature, one.rule) != shown and one.rule:
            lines.append(f"  {one.rule}")
        shown = (one.feature, one.rule)
        lines.append(f"    {one.name}  [{one.file}:{one.line}]")
        lines.append(f"      {cited(*one.clauses) or 'no clause'} | {' '.join(one.devices) or '-'}")
    clauses = sorted({clause for one in scenarios for clause in one.clauses})
    devices = sorted({device for one in scenarios for device in one.devices})
    count = len(scenarios)
    lines += [
        "",
        f"{count} scenario{'' if count == 1 else 's'}, "
        f"{len(clauses)} clause{'' if len(clauses) == 1 else 's'}, "
        f"devices: {', '.join(devices) or 'none'}",
    ]
    return "\n".join(lines).strip("\n")


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""
