"""The fixtures that steps ask for: the rig, its bench, the scenario's record, the play on it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
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
from steps.session import run_of

if TYPE_CHECKING:
    from steps.collect import ScenarioItem

_CALIBRATIONS = pytest.StashKey[tuple[Calibrated, ...]]()


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
    run = run_of(pytestconfig)
    worker = run.worker
    if run.resumes:  # what the first part of the run left of its bench is evidence
        worker = f"{worker}-resumed-{run.left.number}"
    label = "" if worker == "main" else worker
    derive = (sys.executable, "-m", "reports.finish", str(run_dir))
    with Bench.open(rig, run_dir, label=label, finalise=derive) as bench:
        devices = bench.describe()
        if run.resumes and (other := check_devices(read_benches(run_dir), devices)):
            raise RigUnfit(
                f"{other}: not what the run began with", remedy="put it back, or begin a new run"
            )
        write_bench(run_dir, devices, worker)
        pytestconfig.stash[_CALIBRATIONS] = bench.calibrations
        yield bench


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
    except RigUnfit as error:
        if run_of(item.config).is_worker:  # xdist cannot go on without a worker
            raise
        # Nothing may be played on it, so nothing was: this scenario has not begun either.
        if item.record is not None:
            item.record.abandon()
            item.record.path.unlink(missing_ok=True)
            item.record = None
        item.session.shouldstop = f"no scenario was played: {error}"
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
