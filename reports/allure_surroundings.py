"""What stands beside Allure's results: the bench and the versions, and the kinds of failure."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from reports.html.visible import visible
from reports.records import write_atomic

CATEGORIES = (
    ("Findings: the device did what the law forbids, or not what it commands", "failed", "finding"),
    ("Advisories: against an inferred clause or a house rule", "failed", "advisory"),
    ("Harness errors: a mistake of the scenario or of Burncard", "broken", "inconclusive: harness"),
    ("Inconclusive: the bench, a link or the operator failed", "broken", "inconclusive"),
    ("Interrupted: the run was cut short", "broken", "interrupted"),
    ("Superseded: a later attempt counts", "broken", "superseded"),
    ("Not run: planned, and never begun", "skipped", "not run"),
)
"""Category, Allure's status, how the message begins. The first that fits counts."""


def categories() -> list[dict[str, Any]]:
    """The categories as Allure 2 reads them; each failure fits one only."""
    found: list[dict[str, Any]] = []
    for name, status, start in CATEGORIES:
        longer = [
            other[len(start) :]
            for _, also, other in CATEGORIES
            if also == status and other != start and other.startswith(start)
        ]
        rest = "".join(f"(?!{re.escape(one)})" for one in longer)
        found.append(
            {"name": name, "matchedStatuses": [status], "messageRegex": f"(?s)^{start}{rest}.*"}
        )
    return found


def environment(
    run: Mapping[str, Any], devices: Iterable[Mapping[str, Any]], rig: str
) -> dict[str, str]:
    """What the report says of the run: bench, devices as they told it, versions."""
    versions = run.get("versions")
    found = {
        "Rig": rig,
        "Rig.file": run.get("rig_file"),
        "Run": run.get("id"),
        "Python": run.get("python"),
        "Platform": run.get("platform"),
        **{f"Device.{one.get('name', '')}": _who(one.get("identity")) for one in devices},
        **(versions if isinstance(versions, Mapping) else {}),
    }
    return {name: str(value) for name, value in found.items() if value}


def write(
    results_dir: Path, run: Mapping[str, Any], devices: Iterable[Mapping[str, Any]], rig: str
) -> None:
    """Write ``environment.properties`` and ``categories.json`` into the results.

    Raises:
        RunDirError: they cannot be written.
    """
    told = environment(run, devices, rig)
    lines = (f"{_key(name)}={_value(text)}\n" for name, text in told.items())
    write_atomic(results_dir / "environment.properties", "".join(lines))
    write_atomic(results_dir / "categories.json", json.dumps(categories(), indent=1))


def _who(identity: object) -> str:
    if not isinstance(identity, Mapping):
        return ""
    said = (str(identity.get(key) or "") for key in ("maker", "model", "serial", "firmware"))
    who = " ".join(part for part in said if part)
    return f"{who} ({identity['source']})" if who and identity.get("source") else who


def _key(name: str) -> str:
    return re.sub(r"[^\w.-]+", ".", name)


def _value(text: str) -> str:
    return visible(text.replace("\n", " ").replace("\r", " ")).replace("\\", "\\\\")
