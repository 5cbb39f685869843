"""The fixtures that steps ask for: the rig, its bench, the scenario's record, the play on it."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from _pytest.terminal import TerminalReporter

from reports.records import RecordWriter, read_benches, write_bench
from rigs.bench import Bench
from rigs.calibration import DUE_SOON, Calibrated
from rigs.errors import BenchError, RigUnfit
from rigs.rigfile import Rig
from steps.play import Play
from steps.resume import check_devices
from steps.session import Run, run_of

if TYPE_CHECKING:
    from steps.collect import ScenarioItem

_CALIBRATIONS = pytest.StashKey[tuple[Calibrated, ...]]()
_READY = pytest.StashKey[tuple[Bench, contextlib.ExitStack]]()
"""A worker's bench, opened before its first scenario, and what closes it."""


@pytest.fixture(scope="session")
def rig(pytestconfig: pytest.Config) -> Rig:
    """The rig of this run: ``--rig FILE``, or the emulated bench."""
    return run_of(pytestconfig).rig


@pytest.fixture(scope="session")
def run_dir(pytestconfig: pytest.Config) -> Path:
    """Where this run writes: ``--run-dir DIR``."""
    where: Path = run_of(pytestconfig).run_dir
    return where


@pytest.fixture(scope="session")
def open_bench(rig: Rig, run_dir: Path, pytestconfig: pytest.Config) -> Iterator[Bench]:
    """The bench, opened once a process, and safe afterwards however this process ends."""
    if _READY in pytestconfig.stash:
        bench, closing = pytestconfig.stash[_READY]
        with closing:
            yield bench
        return
    with _opened(run_of(pytestconfig), pytestconfig) as bench:
        yield bench


@contextlib.contextmanager
def _opened(run: Run, config: pytest.Config) -> Iterator[Bench]:
    worker = run.worker
    if run.resumes:  # what the first part of the run left of its bench is evidence
        worker = f"{worker}-resumed-{run.left.number}"
    label = "" if worker == "main" else worker
    derive = (sys.executable, "-m", "reports.finish", str(run.run_dir))
    with Bench.open(run.rig, run.run_dir, label=label, finalise=derive) as bench:
        devices = bench.describe()
        if run.resumes and (other := check_devices(read_benches(run.run_dir), devices)):
            raise RigUnfit(
                f"{other}: not what the run began with", remedy="put it back, or begin a new run"
            )
        write_bench(run.run_dir, devices, worker)
        config.stash[_CALIBRATIONS] = bench.calibrations
        yield bench
        bench.end_run()


def open_early(session: pytest.Session, items: Iterable[ScenarioItem]) -> None:
    """In a worker: open the bench before the controller hands out the first scenario.

    Workers play at the same time. Were each to open its bench with its first scenario, one would
    play while another finds that the rig is unfit.

    Raises:
        pytest.Session.Failed: the bench cannot be used; `session.shouldstop` says why.
    """
    run = run_of(session.config)
    if run.without_devices or not any(_is_ours(session, one) for one in items):
        return
    closing = contextlib.ExitStack()
    try:
        bench = closing.enter_context(_opened(run, session.config))
    except BenchError as error:
        session.shouldstop = _unplayed(error)
        raise session.Failed(session.shouldstop) from None
    session.config.stash[_READY] = (bench, closing)


def close_early(config: pytest.Config) -> None:
    """Close the bench that no scenario of this worker has asked for."""
    if _READY in config.stash:
        config.stash[_READY][1].close()


def _is_ours(session: pytest.Session, item: ScenarioItem) -> bool:
    """Whether the scenario is played on `open_bench` of this module: all may be overridden."""
    manager = session._fixturemanager
    found = (manager.getfixturedefs(name, item) for name in ("play", "bench", "open_bench"))
    return all(defs and defs[-1].func.__module__ == __name__ for defs in found)


def _unplayed(error: BenchError) -> str:
    return f"no scenario was played: {error}"


def pytest_terminal_summary(terminalreporter: TerminalReporter, config: pytest.Config) -> None:
    """At the end, where a person reads: what is written while a test runs is captured."""
    for one in config.stash.get(_CALIBRATIONS, ()):
        if one.state == DUE_SOON:
            terminalreporter.ensure_newline()
            terminalreporter.write_line(f"warning: {one.device}: {one.words()}", yellow=True)


@pytest.fixture
def record(request: pytest.FixtureRequest) -> RecordWriter:
    """The record of the scenario that is being played."""
    item: ScenarioItem = request.node
    if item.record is None:
        raise RuntimeError("this test is no scenario, so it has no record")
    return item.record


@pytest.fixture
def bench(request: pytest.FixtureRequest) -> Iterator[Bench | None]:
    """The bench for one scenario: its devices as new, its wire log open."""
    item: ScenarioItem = request.node
    try:
        bench: Bench | None = request.getfixturevalue("open_bench")
    except BenchError as error:
        # Nothing may be played on it, so nothing was: this scenario has not begun either.
        if item.record is not None:
            item.record.abandon()
            item.record.path.unlink(missing_ok=True)
            item.record, item.attempt = None, 0
        item.session.shouldstop = _unplayed(error)
        raise
    if bench is None:
        yield None
        return
    bench.begin_scenario(f"{item.planned.id}.{item.attempt}")
    yield bench
    try:
        bench.end_scenario()
    except BenchError as error:
        if item.outcome is None or item.outcome.verdict == "conforms":
            raise
        item.outcome.reason = f"{item.outcome.reason}; {error}".removeprefix("; ")


@pytest.fixture
def play(
    bench: Bench | None, record: RecordWriter, rig: Rig, request: pytest.FixtureRequest
) -> Play:
    """The scenario played on the bench, ruled on by the engine, and compared at the end."""
    item: ScenarioItem = request.node
    return Play(bench, record, item.planned.clauses, rig.house_rules)
