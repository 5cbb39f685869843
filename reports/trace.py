"""Traceability both ways: clause to scenarios, verdict and evidence, and back."""

from __future__ import annotations

import csv
import io
from hashlib import sha256
from pathlib import Path

import msgspec
from msgspec import Struct

from reference_engine.law import all_clauses
from reports.finish import Run
from reports.records import RunDirError, read_derived
from reports.verdicts import NOT_TESTED, Verdicts

COLUMNS = (
    "clause",
    "certainty",
    "clause verdict",
    "device",
    "device verdict",
    "scenario",
    "scenario name",
    "file",
    "scenario verdict",
    "attempt",
    "record",
    "record sha256",
    "wire log",
    "wire log sha256",
    "gist",
)
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


class Evidence(Struct, frozen=True):
    """The files of the attempt that counts, with their SHA-256; "" where there is none."""

    record: str = ""
    record_sha256: str = ""
    wire: str = ""
    wire_sha256: str = ""


class TracedClause(Struct):
    """A clause, and what stands for it. `devices`: role to verdict and scenarios."""

    id: str
    cite: str
    gist: str
    certainty: str
    section: str
    leaf: bool
    required: bool
    verdict: str
    devices: dict[str, tuple[str, list[str]]]
    scenarios: list[str]


class TracedScenario(Struct):
    """A scenario, and what it stands for."""

    id: str
    name: str
    rule: str
    file: str
    line: int
    verdict: str
    reason: str
    attempt: int
    clauses: list[str]
    """Those that its tags name, and those that it was counted on."""
    devices: list[str]
    evidence: Evidence


class Trace(Struct):
    """Both ways in one."""

    run: str
    ended: str
    overall: str
    clauses: list[TracedClause]
    scenarios: list[TracedScenario]
    format: int = 1


def trace(run_dir: Path) -> Trace:
    """The trace of a run whose reports have been derived.

    Raises:
        RunDirError: ``run.json`` or ``verdicts.json`` is missing or cannot be read.
    """
    run = read_derived(run_dir / "run.json", Run)
    verdicts = read_derived(run_dir / "verdicts.json", Verdicts)
    back: dict[str, dict[str, None]] = {one.id: {} for one in run.scenarios}
    clauses: list[TracedClause] = []
    known = {one.id: one for one in all_clauses()}
    for name, found in verdicts.clauses.items():
        law = known.get(name)
        devices = {role: (cell.verdict, cell.scenarios) for role, cell in found.devices.items()}
        scenarios = dict.fromkeys(found.scenarios)
        for _, ids in devices.values():
            scenarios.update(dict.fromkeys(ids))
        for one in scenarios:
            back.setdefault(one, {})[name] = None
        clauses.append(
            TracedClause(
                id=name,
                cite=law.cite if law else name,
                gist=law.gist if law else "not in the registry",
                certainty=str(law.certainty) if law else "",
                section=law.section if law else "",
                leaf=law.leaf if law else True,
                required=found.required,
                verdict=found.verdict,
                devices=devices,
                scenarios=list(scenarios),
            )
        )
    return Trace(
        run=str(run.run.get("id", "")),
        ended=(run.ended.ended if run.ended else "") or str(run.run.get("started", "")),
        overall=verdicts.overall,
        clauses=clauses,
        scenarios=[
            TracedScenario(
                id=one.id,
                name=one.name,
                rule=one.rule,
                file=one.file,
                line=one.line,
                verdict=one.verdict,
                reason=one.reason,
                attempt=one.attempt,
                clauses=list(back[one.id]),
                devices=list(one.devices),
                evidence=_evidence(run_dir, one.record),
            )
            for one in run.scenarios
        ],
    )


def as_json(traced: Trace) -> str:
    """The trace as JSON; see docs/evidence.md."""
    return msgspec.json.format(msgspec.json.encode(traced), indent=1).decode() + "\n"


def as_csv(traced: Trace) -> str:
    """A row for each clause, device and scenario; a clause without evidence has one row too.

    A text that a spreadsheet would take for a formula gets an apostrophe before it.
    """
    scenarios = {one.id: one for one in traced.scenarios}
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for clause in traced.clauses:
        counted = {one for _, ids in clause.devices.values() for one in ids}
        uncounted = [one for one in clause.scenarios if one not in counted]
        cells = dict(clause.devices)
        if uncounted or not cells:
            cells[""] = (NOT_TESTED, uncounted)
        for device, (verdict, ids) in cells.items():
            for name in ids or [""]:
                writer.writerow(_row(clause, device, verdict, scenarios.get(name)))
    return out.getvalue()


def _row(
    clause: TracedClause, device: str, verdict: str, one: TracedScenario | None
) -> list[object]:
    evidence = one.evidence if one else Evidence()
    row: list[object] = [
        clause.cite,
        clause.certainty,
        clause.verdict,
        device,
        verdict,
        one.id if one else "",
        one.name if one else "",
        f"{one.file}:{one.line}" if one else "",
        one.verdict if one else "",
        one.attempt if one else "",
        evidence.record,
        evidence.record_sha256,
        evidence.wire,
        evidence.wire_sha256,
        clause.gist,
    ]
    return [f"'{cell}" if str(cell).startswith(_FORMULA) else cell for cell in row]


def _evidence(run_dir: Path, record: str) -> Evidence:
    if not record:
        return Evidence()
    wire = f"wire/{Path(record).name}"
    there = (run_dir / wire).is_file()
    return Evidence(
        record=record,
        record_sha256=_sha256(run_dir / record),
        wire=wire if there else "",
        wire_sha256=_sha256(run_dir / wire) if there else "",
    )


def _sha256(path: Path) -> str:
    try:
        return sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise RunDirError(f"{path}: cannot be read: {error.strerror}") from error
