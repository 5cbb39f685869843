"""`burncard qualify`: every defect of the catalogue against the scenarios of its clauses.

It plays nothing itself: each defect, and each control of the conforming bench, is a run of its own,
as `burncard run` makes it, in a process of its own.
"""

from __future__ import annotations

import contextlib
import hashlib
import multiprocessing
import os
import shutil
import signal
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from multiprocessing import forkserver
from multiprocessing.connection import wait
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from types import FrameType

from msgspec import Struct
from rich.console import Console
from rich.live import Live
from rich.text import Text

from burncard import __version__
from burncard.errors import UsageError
from burncard.rig import load
from reports.html.qualification import render
from reports.qualification import (
    CAUGHT,
    JSON,
    NOT_PLAYED,
    STATED_PROBABILITY,
    Control,
    Defect,
    Qualification,
    Result,
    assess,
    control,
    counts,
    selects,
    verdict,
)
from reports.qualification_summary import show
from reports.qualified import PAGE
from reports.records import RunDirError, write_atomic, write_json
from rigs.defective import defect as catalogued
from rigs.defective import with_defects
from rigs.emulators.defects import catalogue
from rigs.rigfile import RigFileError
from steps.features import FeatureFileError, default_features, read_scenarios

RUNS = "runs"
PRELOADED = (
    "rigs.bench",
    "steps.ending",
    "steps.fixtures",
    "steps.progress",
    "steps.qualifying",
    "steps.run",
    "steps.witnesses",
)
"""Loaded once for all runs."""
RUN_LIMIT_S = {True: 180.0, False: 1800.0}
"""Of one run, quick or full: what takes longer has a device that hangs, and is ended."""
END_S = 10.0


class Options(Struct, frozen=True):
    """What was asked for. `probability` below 1 makes the defects intermittent."""

    rig: Path | None = None
    out: Path = Path("qualification")
    quick: bool = False
    names: tuple[str, ...] = ()
    benches: int = 1
    controls: int = 1
    features: Path | None = None
    probability: float | None = None
    seed: int = 0


class Job(Struct):
    """One run: against a defect, or (None) of the conforming bench."""

    run_dir: Path
    arguments: list[str]
    defect: Defect | None = None
    began: float = 0.0
    again: bool = False
    """The bench failed the first time. Only that may be tried again, and only once."""


def qualify(options: Options) -> int:
    """Play, judge, write ``qualification.json`` and ``qualification.html``, print the matrix.

    Returns:
        0 every defect is caught on a clause it violates and the controls are clean, 1 not so,
        3 something could not be played.

    Raises:
        UsageError: a defect, the rig file or the directory cannot be used.
    """
    began = time.monotonic()
    features = options.features or default_features()
    chosen = _chosen(options)
    jobs = _jobs(options, chosen, features)
    _clear(options.out)
    results, controls = _play(options, jobs)
    told, code = verdict(results, controls)
    rig = load(options.rig)
    paths = _feature_files(features)
    qualification = Qualification(
        verdict=told,
        exit_code=code,
        harness=__version__,
        date=datetime.now(UTC).isoformat(timespec="seconds"),
        form="quick" if options.quick else "full",
        rig=rig.name,
        rig_sha256=rig.sha256,
        scenarios=sum(one.rows for one in read_scenarios([features])),
        scenarios_sha256=_digest(features, paths),
        catalogue_sha256=_digest_of_catalogue(),
        probability=options.probability or 1.0,
        seed=options.seed,
        partial=bool(options.names),
        counts=counts(results),
        defects=results,
        controls=controls,
        seconds=round(time.monotonic() - began, 1),
    )
    try:
        write_json(options.out / JSON, qualification)
        write_atomic(options.out / PAGE, render(qualification))
    except RunDirError as error:
        raise UsageError(str(error)) from error
    show(qualification, options.out / PAGE)
    return code


def _chosen(options: Options) -> list[Defect]:
    """The defects, each one that an emulated device of the rig can have."""
    rig = load(options.rig)
    if rig.has_fixed_ports and options.benches > 1:
        raise UsageError(f"{rig.path}: has devices that only one run can use at a time; use -n 1")
    chosen: list[Defect] = []
    try:
        for name in options.names or [one.id for one in catalogue()]:
            with_defects(rig, [name])
            chosen.append(catalogued(name))
    except RigFileError as error:
        raise UsageError(str(error)) from error
    order = [one.id for one in catalogue()]
    return sorted(chosen, key=lambda one: order.index(one.id))


def _jobs(options: Options, chosen: Sequence[Defect], features: Path) -> list[Job]:
    """The controls first, as they are the longest; then a run for each defect."""
    try:
        scenarios = read_scenarios([features])
    except FeatureFileError as error:
        raise UsageError(str(error)) from error
    wanted: dict[str, None] = {}
    clauses: dict[str, None] = {}
    jobs: list[Job] = []
    for one in chosen:
        files = dict.fromkeys(
            scenario.file
            for scenario in scenarios
            if selects(one, scenario.clauses, scenario.devices)
        )
        clauses |= dict.fromkeys(one.clauses)
        wanted |= files
        arguments = [f"--defect={one.id}", f"--hunt={'first' if options.quick else 'all'}"]
        if options.probability is not None:
            arguments += [f"--probability={options.probability}"]
            arguments += [f"--defect-seed={options.seed}"]
        # A defect without a scenario is played all the same: its run says that there is none.
        jobs.append(
            Job(options.out / RUNS / one.id, [*arguments, *(files or [str(features)])], one)
        )
    # Without named defects the whole suite is the control.
    control_of = (
        [*(f"--clause={one}" for one in clauses), *wanted] if options.names else [str(features)]
    )
    conforming = [
        Job(options.out / RUNS / f"control-{n}", control_of) for n in range(1, options.controls + 1)
    ]
    return [*conforming, *jobs]


# -- the runs --------------------------------------------------------------------------------------


def _play(options: Options, jobs: Sequence[Job]) -> tuple[list[Result], list[Control]]:
    """Play the jobs, `options.benches` at a time, each in a process of its own."""
    results: dict[str, Result] = {}
    controls: dict[str, Control] = {}
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(list(PRELOADED))
    _serve_forks()
    signal.signal(signal.SIGTERM, _terminated)
    waiting, running = list(jobs), dict[int, tuple[ForkServerProcess, Job]]()
    with _progress(len(jobs)) as progress:
        try:
            while waiting or running:
                while waiting and len(running) < options.benches:
                    job = waiting.pop(0)
                    process = context.Process(
                        target=_run, args=(options.rig, job.run_dir, job.arguments)
                    )
                    job.began = time.monotonic()
                    process.start()
                    running[process.sentinel] = (process, job)
                for sentinel in wait(list(running), timeout=1.0):
                    assert isinstance(sentinel, int)  # noqa: S101 - they are the keys
                    process, job = running.pop(sentinel)
                    process.join()
                    if _judge(options, job, results, controls):
                        progress.ended(job, results)
                    else:
                        waiting.append(_once_more(job))
                _end_overdue(running, RUN_LIMIT_S[options.quick])
        finally:
            _end(process for process, _ in running.values())
    return [results[one.defect.id] for one in jobs if one.defect is not None], [*controls.values()]


def _serve_forks() -> None:
    """Start what the runs are forks of. Ctrl-C while it imports is for us, not for it."""
    ours = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        forkserver.ensure_running()
    finally:
        signal.signal(signal.SIGINT, ours)


def _terminated(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt  # the runs that are in progress are ended first


def _run(rig: Path | None, run_dir: Path, arguments: list[str]) -> None:
    """In the process of one run: what it prints goes into its log."""
    from steps.run import run

    signal.signal(signal.SIGINT, signal.default_int_handler)
    run_dir.parent.mkdir(parents=True, exist_ok=True)
    with run_dir.with_name(f"{run_dir.name}.log").open("w", encoding="utf-8") as log:
        os.dup2(log.fileno(), 1)
        os.dup2(log.fileno(), 2)
        code = run(rig, run_dir, pytest_args=arguments, with_allure=False)
        sys.stdout.flush()
    raise SystemExit(code)


def _once_more(job: Job) -> Job:
    return Job(
        job.run_dir.with_name(job.run_dir.name + ".2"), job.arguments, job.defect, again=True
    )


def _judge(
    options: Options, job: Job, results: dict[str, Result], controls: dict[str, Control]
) -> bool:
    """Take the run's result; False where the bench failed and the run is worth a second try."""
    seconds = time.monotonic() - job.began
    if job.defect is None:
        played = control(job.run_dir, options.out, seconds)
        controls[job.run_dir.name.removesuffix(".2")] = played
        return played.clean or bool(played.findings) or job.again
    result = results[job.defect.id] = assess(
        job.defect,
        job.run_dir,
        options.out,
        seconds,
        stopped=options.quick,
        probability=STATED_PROBABILITY if options.probability is None else options.probability,
    )
    if result.result == NOT_PLAYED and not (job.run_dir / "run.json").exists():
        result.reason = _last_words(job.run_dir) or result.reason
    return result.result != NOT_PLAYED or job.again


def _last_words(run_dir: Path) -> str:
    """What a run without results had to say."""
    try:
        lines = run_dir.with_name(f"{run_dir.name}.log").read_text("utf-8", "replace").splitlines()
    except OSError:
        return ""
    said = [line for line in lines if ".feature:" in line or line.startswith("ERROR")]
    return (said or [line for line in lines if line.strip()] or [""])[-1]


def _end_overdue(running: dict[int, tuple[ForkServerProcess, Job]], limit_s: float) -> None:
    now = time.monotonic()
    for process, job in running.values():
        if job.defect is not None and now - job.began > limit_s:
            process.terminate()  # its run ends with SIGTERM: bench safe, records kept


def _end(processes: Iterable[ForkServerProcess]) -> None:
    ended = list(processes)
    for process in ended:
        process.terminate()
    until = time.monotonic() + END_S
    for process in ended:
        process.join(max(0.0, until - time.monotonic()))
        if process.is_alive():
            process.kill()
            process.join()


class _Progress:
    """One live line: runs done of all, what was missed."""

    def __init__(self, live: Live | None, total: int) -> None:
        self._live, self._total = live, total
        self._done = self._bad = 0
        self._began = time.monotonic()

    def ended(self, job: Job, results: dict[str, Result]) -> None:
        """One more run is done."""
        self._done += 1
        self._bad += job.defect is not None and results[job.defect.id].result != CAUGHT
        if self._live is None:
            return
        seconds = int(time.monotonic() - self._began)
        full = 20 * self._done // self._total
        line = Text("━" * full, "green", no_wrap=True, overflow="ellipsis", end="")
        line.append("━" * (20 - full), "bright_black")
        line.append(f" {self._done}/{self._total} {seconds // 60}:{seconds % 60:02}", "default")
        if self._bad:
            line.append(f"  {self._bad} not caught", "bold red")
        line.append(f"  {job.run_dir.name}", "bright_black")
        self._live.update(line, refresh=True)


@contextlib.contextmanager
def _progress(total: int) -> Iterator[_Progress]:
    console = Console()
    if not console.is_terminal:
        yield _Progress(None, total)
        return
    # No thread of its own: the runs are forked from a server, but this process waits for them.
    with Live(console=console, auto_refresh=False, transient=True) as live:
        yield _Progress(live, total)


# -- files -----------------------------------------------------------------------------------------


def _clear(out: Path) -> None:
    """Make room: what an earlier qualification left is removed, anything else is respected."""
    try:
        if out.exists():
            if not out.is_dir():
                raise UsageError(f"--out {out}: is a file; name a directory")
            found = {entry.name for entry in out.iterdir()}
            if found - {JSON, PAGE, RUNS}:
                raise UsageError(
                    f"--out {out}: holds something else than a qualification; name another"
                )
            shutil.rmtree(out / RUNS, ignore_errors=True)
            for name in (JSON, PAGE):
                (out / name).unlink(missing_ok=True)
        (out / RUNS).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"--out {out}: {error.strerror}; name another directory") from error


def _feature_files(features: Path) -> list[Path]:
    return sorted(features.rglob("*.feature")) if features.is_dir() else [features]


def _digest(base: Path, paths: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in paths:
        name = path.relative_to(base).as_posix() if path != base else path.name
        digest.update(f"{name}\0".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def _digest_of_catalogue() -> str:
    from rigs.emulators import defects

    return hashlib.sha256(Path(defects.__file__).with_suffix(".toml").read_bytes()).hexdigest()
