"""A run as the history keeps it, and as two runs are compared: without records and bytes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec import Struct

from reference_engine.law import cited
from reports.finish import Derived, derive
from reports.latency import LatencySummary, summaries
from reports.lines import Discrepancy, Latency
from reports.verdicts import NOT_RUN, NOT_TESTED, ScenarioVerdict


class Played(Struct, frozen=True):
    """A scenario in a run."""

    id: str
    sha256: str = ""
    name: str = ""
    feature: str = ""
    rule: str = ""
    clauses: tuple[str, ...] = ()
    verdict: str = NOT_RUN
    attempts: tuple[str, ...] = ()
    """The verdict of each."""
    ms: float | None = None
    reason: str = ""
    discrepancies: tuple[str, ...] = ()
    """What was found, each in words that are the same whenever it is found again."""


class Measured(Struct, frozen=True):
    """How long a device took to say one signal: every measurement of the run."""

    device: str
    role: str
    signal: str
    limit_ms: float
    median_ms: float
    p95_ms: float
    max_ms: float
    ms: tuple[float, ...]


class ClauseSeen(Struct, frozen=True):
    """A clause with one role, or under "" as a whole."""

    clause: str
    device: str
    verdict: str


class Device(Struct, frozen=True):
    """Who stood on the bench, by its own word or by the rig file's."""

    name: str
    role: str
    identity: dict[str, Any] = {}


class View(Struct, frozen=True):
    """A run."""

    id: str
    label: str = ""
    """What it was made for, as ``nightly:lab/emulated``; runs of one label make a series."""
    started: str = ""
    ended: str = ""
    rig: str = ""
    rig_sha256: str = ""
    overall: str = ""
    exit_code: int = 0
    partial: bool = False
    counts: dict[str, int] = {}
    house_rules: dict[str, Any] = {}
    versions: dict[str, str] = {}
    directory: str = ""
    devices: tuple[Device, ...] = ()
    scenarios: tuple[Played, ...] = ()
    clauses: tuple[ClauseSeen, ...] = ()
    latencies: tuple[Measured, ...] = ()


def of_directory(run_dir: Path, label: str = "") -> View:
    """The run in `run_dir`, however it ended. Nothing there is changed.

    Raises:
        RunDirError: it is not the directory of a run.
    """
    derived = derive(run_dir)
    run, verdicts = derived.plan.run, derived.judgement.verdicts
    digests = {one.id: one.sha256 for one in derived.plan.scenarios}
    rig = run.get("rig", "")
    return View(
        id=str(run.get("id", "")) or f"unplanned-{run_dir.absolute().name}",
        label=label,
        started=str(run.get("started", "")),
        ended=derived.ended.ended if derived.ended is not None else "",
        rig=str(rig.get("name", "")) if isinstance(rig, dict) else str(rig),
        rig_sha256=str(run.get("rig_sha256", "")),
        overall=verdicts.overall,
        exit_code=verdicts.exit_code,
        partial=verdicts.partial,
        counts=verdicts.counts,
        house_rules=dict(run.get("house_rules", {})),
        versions=dict(run.get("versions", {})),
        directory=str(run_dir.absolute()),
        devices=tuple(
            Device(str(one.get("name", "")), str(one.get("role", "")), one.get("identity") or {})
            for one in derived.devices
        ),
        scenarios=tuple(
            _played(one, digests.get(one.id, "")) for one in derived.judgement.scenarios
        ),
        clauses=tuple(_clauses(derived)),
        latencies=tuple(_measured(derived.latencies)),
    )


def _played(one: ScenarioVerdict, sha256: str) -> Played:
    return Played(
        id=one.id,
        sha256=sha256,
        name=one.name,
        feature=one.feature,
        rule=one.rule,
        clauses=one.clauses,
        verdict=one.verdict,
        attempts=tuple(one.attempts),
        ms=one.ms,
        reason=one.reason,
        discrepancies=tuple(dict.fromkeys(map(_named, one.discrepancies))),
    )


def _named(one: Discrepancy) -> str:
    """A discrepancy without what differs from night to night: times, bytes, amounts seen."""
    said = one.expected or one.seen
    what = said.signal if said is not None else "message"
    of = f" of {said.data['hand']}" if said is not None and said.data.get("hand") else ""
    wager = f" {said.data['wager']}" if said is not None and said.data.get("wager") else ""
    clauses = f" ({cited(*one.clauses)})" if one.clauses else ""
    return f"{one.weight}: {one.role or one.device}: {one.kind} {what}{wager}{of}{clauses}"


def _clauses(derived: Derived) -> list[ClauseSeen]:
    found = []
    for name, one in derived.judgement.verdicts.clauses.items():
        if one.verdict == NOT_TESTED and not one.required:
            continue  # not asked of this run
        found.append(ClauseSeen(name, "", one.verdict))
        found += [ClauseSeen(name, device, cell.verdict) for device, cell in one.devices.items()]
    return found


def _measured(latencies: list[Latency]) -> list[Measured]:
    samples: dict[tuple[str, str], list[float]] = {}
    for one in latencies:
        samples.setdefault((one.device, one.signal), []).append(round(one.ms, 3))
    return [
        _one_signal(one, samples[one.device, one.signal])
        for one in summaries(latencies, by_signal=True)
        if one.signal
    ]


def _one_signal(one: LatencySummary, ms: list[float]) -> Measured:
    return Measured(
        device=one.device,
        role=one.role,
        signal=one.signal,
        limit_ms=one.limit_ms,
        median_ms=one.median_ms,
        p95_ms=one.p95_ms,
        max_ms=one.max_ms,
        ms=tuple(ms),
    )
