"""The fixtures that steps ask for: the rig, its bench, the scenario's record, the play on it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from reports.records import RecordWriter, write_bench
from rigs.bench import Bench
from rigs.rigfile import Rig
from steps.play import Play
from steps.session import run_of

if TYPE_CHECKING:
    from steps.collect import ScenarioItem


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
    worker = run_of(pytestconfig).worker
    label = "" if worker == "main" else worker
    derive = (sys.executable, "-m", "reports.finish", str(run_dir))
    with Bench.open(rig, run_dir, label=label, finalise=derive) as bench:
        write_bench(run_dir, bench.describe(), worker)
        yield bench


@pytest.fixture
def record(request: pytest.FixtureRequest) -> RecordWriter:
    """The record of the scenario that is being played."""
    item: ScenarioItem = request.node
    if item.record is None:
        raise RuntimeError("this test is no scenario, so it has no record")
    return item.record


@pytest.fixture
def bench(open_bench: Bench | None, request: pytest.FixtureRequest) -> Iterator[Bench | None]:
    """The bench for one scenario: its devices as new, its wire log open."""
    if open_bench is None:
        yield None
        return
    item: ScenarioItem = request.node
    open_bench.begin_scenario(f"{item.planned.id}.{item.attempt}")
    yield open_bench
    open_bench.end_scenario()


@pytest.fixture
def play(
    bench: Bench | None, record: RecordWriter, rig: Rig, request: pytest.FixtureRequest
) -> Play:
    """The scenario played on the bench, ruled on by the engine, and compared at the end."""
    item: ScenarioItem = request.node
    return Play(bench, record, item.planned.clauses, rig.house_rules)
