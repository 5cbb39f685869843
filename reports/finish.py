"""Derive everything a person reads from what a run wrote: ``python -m reports.finish RUN_DIR``.

Works after any end of the run, a ``kill -9`` included, and as often as wanted: plan, records and
wire logs are never changed, and the same files give the same results.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from msgspec import Struct, field

from reference_engine.law import all_clauses
from reports import allure_repair, allure_surroundings
from reports.html.details import Packer
from reports.html.page import clause_link, moment, render, rig_name
from reports.junit import JUNIT, junit
from reports.latency import LatencySummary, summaries
from reports.lines import Latency
from reports.records import (
    BENCHES,
    ENDED,
    RECORDS,
    Plan,
    RunDirError,
    Scenario,
    read_plan,
    read_record,
    record_name,
    resumptions,
    write_atomic,
    write_json,
)
from reports.verdicts import (
    INTERRUPTED,
    NOT_RUN,
    Attempts,
    Judgement,
    LawClause,
    ScenarioVerdict,
    Verdicts,
    judge,
)

if TYPE_CHECKING:
    from reports.qualification import Qualification

REPORT = "report.html"
RUN = "run.json"
VERDICTS = "verdicts.json"

_Kind = TypeVar("_Kind")


class Ended(Struct):
    """``ended.json``; where there is none, the runner was killed (or still runs)."""

    ended: str = ""
    interrupted: str = ""


class Bench(Struct):
    """``bench/<worker>.json``."""

    worker: str = "main"
    devices: list[dict[str, Any]] = []


class Run(Struct):
    """``run.json``. See docs/formats.md."""

    run: dict[str, Any]
    overall: str
    exit_code: int
    counts: dict[str, int]
    ended: Ended | None
    devices: list[dict[str, Any]]
    scenarios: list[ScenarioVerdict]
    problems: list[str]
    latencies: list[LatencySummary] = []
    resumed: list[dict[str, Any]] = []
    """One a resumption, as in ``resumed.jsonl``."""
    format: int = 1


class Derived(Struct):
    """A run as its own files tell it."""

    plan: Plan
    ended: Ended | None
    devices: list[dict[str, Any]]
    judgement: Judgement
    latencies: list[Latency]


class Summary(Struct):
    """What a finished run has to say: the verdicts, and where the report is."""

    run_dir: Path
    report: Path
    verdicts: Verdicts
    scenarios: list[ScenarioVerdict]
    problems: list[str] = field(default_factory=list)

    @property
    def exit_code(self) -> int:
        return self.verdicts.exit_code


def finish(run_dir: Path, law: Iterable[LawClause] | None = None) -> Summary:
    """Write ``run.json``, ``verdicts.json``, ``report.html`` and ``junit.xml``.

    Corrects and completes ``allure-results/`` where there are any.

    `law`: the clauses to answer for; None takes the registry's.

    Raises:
        RunDirError: `run_dir` is no directory, holds nothing of a run, or cannot be written.
    """
    clauses = list(all_clauses() if law is None else law)
    cite = cache(partial(clause_link, {one.id: one for one in clauses}))
    details = Packer()

    def keep(attempts: Attempts) -> None:
        if attempts.counted is not None:
            details.add(attempts.planned.id, attempts.counted, cite)

    derived = derive(run_dir, clauses, keep)
    plan, ended, devices = derived.plan, derived.ended, derived.devices
    judgement, measured = derived.judgement, derived.latencies
    run = _run(plan, judgement, ended, devices)
    run.resumed = resumptions(run_dir)
    run.latencies = summaries(measured, by_signal=True)
    write_json(run_dir / VERDICTS, judgement.verdicts)
    write_json(run_dir / RUN, run)
    write_atomic(
        run_dir / REPORT,
        render(
            _shown(plan.run, run.resumed),
            devices,
            judgement,
            details,
            clauses,
            ended.ended if ended else "",
            run.latencies,
            _qualification(run_dir, judgement.problems),
        ),
    )
    write_atomic(run_dir / JUNIT, junit(plan.run, judgement.scenarios, rig_name(plan.run)))
    torn = finish_allure(run_dir / "allure-results", plan.run, devices, judgement.scenarios)
    return Summary(
        run_dir,
        run_dir / REPORT,
        judgement.verdicts,
        judgement.scenarios,
        [*judgement.problems, *torn],
    )


def finish_allure(
    results_dir: Path,
    run: dict[str, Any],
    devices: list[dict[str, Any]],
    scenarios: list[ScenarioVerdict],
) -> list[str]:
    """Complete Allure's results, where there are any. Returns what could not be read.

    Args:
        results_dir: what allure-pytest was told to write to.
        run: the `run` of the plan.
        devices: what stood on the bench.
        scenarios: all of the run.

    Raises:
        RunDirError: a file cannot be written.
    """
    if not results_dir.is_dir():
        return []
    rig = rig_name(run)
    allure_surroundings.write(results_dir, run, devices, rig)
    return allure_repair.align(results_dir, scenarios, rig)


def derive(
    run_dir: Path,
    law: Iterable[LawClause] | None = None,
    each: Callable[[Attempts], None] = lambda _: None,
) -> Derived:
    """What follows from a run's own files; nothing is written.

    `law`: the clauses to answer for; None takes the registry's. `each` sees the attempts at every
    scenario, with the whole record of the one that counts.

    Raises:
        RunDirError: `run_dir` is no directory, or holds nothing of a run.
    """
    if not run_dir.is_dir():
        raise RunDirError(f"{run_dir}: is not a directory; name the output directory of a run")
    problems: list[str] = []
    plan = _plan(run_dir, problems)
    ended = _read(run_dir / ENDED, Ended, problems)
    devices = _devices(run_dir, problems)
    results: list[ScenarioVerdict] = []
    measured: list[Latency] = []
    for attempts in _scenarios(run_dir, plan, problems):
        results.append(attempts.result())
        if attempts.counted is not None and attempts.counted.closed is not None:
            measured += attempts.counted.closed.latencies
        each(attempts)
    cut_short = any(one.verdict in (INTERRUPTED, NOT_RUN) for one in results)
    judgement = judge(
        plan,
        results,
        all_clauses() if law is None else law,
        interrupted=bool(ended.interrupted) if ended else cut_short,
        problems=problems,
    )
    return Derived(plan, ended, devices, judgement, measured)


def _qualification(run_dir: Path, problems: list[str]) -> Qualification | None:
    """The record of the harness's qualification that lies with the run; None: there is none."""
    from reports.qualified import in_run  # it reads what this module writes

    try:
        return in_run(run_dir)
    except RunDirError as error:
        problems.append(str(error))
        return None


def _run(
    plan: Plan, judgement: Judgement, ended: Ended | None, devices: list[dict[str, Any]]
) -> Run:
    return Run(
        run=plan.run,
        overall=judgement.verdicts.overall,
        exit_code=judgement.verdicts.exit_code,
        counts=judgement.verdicts.counts,
        ended=ended,
        devices=devices,
        scenarios=judgement.scenarios,
        problems=judgement.problems,
    )


def _shown(run: dict[str, Any], resumed: list[dict[str, Any]]) -> dict[str, Any]:
    if not resumed:
        return run
    times = ", ".join(moment(str(one.get("resumed", ""))) for one in resumed)
    return {**run, "resumed": times}


def _plan(run_dir: Path, problems: list[str]) -> Plan:
    try:
        return read_plan(run_dir)
    except RunDirError as error:
        if not (run_dir / RECORDS).is_dir():
            raise
        # The records say what they are about: better a report that misses the plan than none.
        problems.append(str(error))
        return Plan()


def _scenarios(run_dir: Path, plan: Plan, problems: list[str]) -> Iterator[Attempts]:
    """Each scenario with its attempts, one at a time: as planned, then the unplanned."""
    files: dict[str, list[Path]] = {}
    for path in sorted((run_dir / RECORDS).glob("*.jsonl"), key=record_name):
        files.setdefault(record_name(path)[0], []).append(path)
    planned = {one.id for one in plan.scenarios}
    unplanned = [Scenario(id=name, name=name) for name in files if name not in planned]
    for scenario in (*plan.scenarios, *unplanned):
        attempts = Attempts(scenario)
        paths = files.get(scenario.id, [])
        for path in paths:
            record = read_record(path)
            # Where a later attempt stands for it, the torn end of one takes nothing from the run.
            passed_over = record.torn if path != paths[-1] else ()
            problems.extend(one for one in record.problems if one not in passed_over)
            if scenario.id not in planned:
                problems.append(f"{path.name}: its scenario is not in the plan")
                attempts.plan_from(record)
            attempts.take(record)
        yield attempts


def _devices(run_dir: Path, problems: list[str]) -> list[dict[str, Any]]:
    """The devices of all workers' benches. What differs in its port only is listed once."""
    devices: dict[bytes, dict[str, Any]] = {}
    for path in sorted((run_dir / BENCHES).glob("*.json")):
        bench = _read(path, Bench, problems)
        for device in bench.devices if bench else ():
            link = str(device.pop("link", ""))
            key = msgspec.json.encode(device, order="sorted")
            links = devices.setdefault(key, {**device, "link": []})["link"]
            if link and link not in links:
                links.append(link)
    return [{**one, "link": ", ".join(one["link"])} for one in devices.values()]


def _read(path: Path, kind: type[_Kind], problems: list[str]) -> _Kind | None:
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
        problems.append(f"{path.name}: cannot be read: {error}")
        return None


def main(arguments: list[str]) -> int:
    """``python -m reports.finish RUN_DIR``. Exit code 0: derived; 2: not a run, or not writable."""
    if len(arguments) != 1:
        sys.stderr.write("usage: python -m reports.finish RUN_DIR\n")
        return 2
    try:
        summary = finish(Path(arguments[0]))
    except RunDirError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    sys.stdout.write(f"{summary.verdicts.overall}: {summary.report}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
