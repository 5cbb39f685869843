"""The run as a whole: its plan before the first step, its end however it comes, its summary."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from _pytest.terminal import TerminalReporter

from reports.finish import Summary, finish, finish_allure
from reports.github import VARIABLE, append_step_summary
from reports.records import PLAN, RunDirError, Scenario, read_plan, resumptions, write_ended
from reports.summary import show
from steps import fixtures, plan, playing, resume, signals, stopped
from steps.collect import ScenarioItem
from steps.session import WORKER_MET, Run, run_of

_PLAN_S = 60.0
"""How long a worker waits for the first one, which collects the same files at the same time."""
_LOOK_S = 0.01


def _check_ids(run: Run) -> None:
    """Two files whose scenarios share an id would write into one record."""
    first: dict[str, str] = {}
    for one in run.collected:
        place = f"{one.file}:{one.line}"
        other = first.setdefault(one.id.casefold(), place)
        if other != place:
            raise pytest.UsageError(
                f"{place}: its id {one.id} is that of {other} too; rename one of the two files"
            )


def _chosen(session: pytest.Session) -> list[Scenario]:
    """The scenarios to play, each once, however often it is repeated."""
    planned = {
        one.planned.id: one.planned for one in session.items if isinstance(one, ScenarioItem)
    }
    return list(planned.values())


@pytest.hookimpl(tryfirst=True)
def pytest_collection_finish(session: pytest.Session) -> None:
    config = session.config
    chosen = _chosen(session)
    run = run_of(config)
    if not chosen or session.testsfailed:
        return
    _check_ids(run)
    if config.option.collectonly or config.option.burncard_plan:
        return
    if run.worker in ("main", "gw0"):
        # xdist's controller starts the first scenario when all workers have collected.
        setting = run.setting  # a wrong rig file is told before anything is written
        try:
            run.lock = resume.hold(run.run_dir)
            config.add_cleanup(lambda: os.close(run.lock))
            if run.resumes:
                resume.begin(run.run_dir, run.info, len(chosen))
            else:
                plan.write(run.run_dir, {**run.info, **setting}, chosen, run.collected)
            results = config.getoption("allure_report_dir", None)
            if results:  # it may have been part of the run that stood here before
                Path(results).mkdir(parents=True, exist_ok=True)
        except RunDirError as error:
            if not run.is_worker:
                raise pytest.UsageError(str(error)) from error
            # With a usage error the controller would wait for the other workers for ever.
            session.shouldstop = f"no scenario was played: {error}"
            raise session.Failed(session.shouldstop) from None
    elif not run.resumes:
        _await_plan(session, run)
    playing.prepare_allure(config)
    signals.watch(config, run)
    if run.is_worker:
        config.workeroutput[WORKER_MET] = True  # type: ignore[attr-defined]
        fixtures.open_early(
            session, (one for one in session.items if isinstance(one, ScenarioItem))
        )


def _await_plan(session: pytest.Session, run: Run) -> None:
    """The first worker clears the directory for the plan: before that, others must not write there.

    Raises:
        pytest.Session.Failed: no plan came.
    """
    deadline = time.monotonic() + _PLAN_S
    while not _has_plan(run):
        if run.orphaned or time.monotonic() > deadline:
            session.shouldstop = f"no scenario was played: {run.run_dir}: no plan was written"
            raise session.Failed(session.shouldstop)
        time.sleep(_LOOK_S)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """``--plan``: list what would be played, instead of playing it."""
    if not session.config.option.burncard_plan:
        return None
    if session.testsfailed:
        raise session.Interrupted(f"{session.testsfailed} errors during collection")
    chosen = _chosen(session)
    reporter = _terminal(session.config)
    if reporter is not None:
        reporter.ensure_newline()
        reporter.write_line(plan.listing(chosen))
    return True


def pytest_unconfigure(config: pytest.Config) -> None:
    signals.restore(config)


# -- the end ---------------------------------------------------------------------------------------


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Derive the reports, when the bench is closed and before anything is summed up."""
    config = session.config
    run = run_of(config)
    fixtures.close_early(config)
    if (run.is_worker and not run.orphaned) or not _has_plan(run):
        return
    try:
        if not run.orphaned:  # then the runner did not come to its end
            write_ended(run.run_dir, interrupted=run.signal)
        results = config.getoption("allure_report_dir", None)
        with _alone(run.run_dir):
            run.summary = finish(run.run_dir)
        if results and Path(results).resolve() != (run.run_dir / "allure-results").resolve():
            told = json.loads((run.run_dir / "run.json").read_bytes())
            finish_allure(Path(results), told["run"], told["devices"], run.summary.scenarios)
        if not run.orphaned:
            _tell_github(run.summary)
    except RunDirError as error:
        session.exitstatus = pytest.ExitCode.INTERNAL_ERROR
        reporter = _terminal(config)
        if reporter is not None:
            reporter.write_line(str(error), red=True)
        return
    if run.summary.exit_code and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@contextlib.contextmanager
def _alone(run_dir: Path) -> Iterator[None]:
    """Workers that have lost their controller derive the reports one after the other."""
    with (run_dir / PLAN).open("rb") as plan_file:
        fcntl.flock(plan_file, fcntl.LOCK_EX)
        yield


def pytest_terminal_summary(terminalreporter: TerminalReporter, config: pytest.Config) -> None:
    run = run_of(config)
    if run.summary is not None:
        terminalreporter.ensure_newline()
        show(run.summary, terminalreporter._tw._file)
    stopped.tell(terminalreporter, run)


def _has_plan(run: Run) -> bool:
    """Whether the plan in the run directory is this run's."""
    try:
        if run.resumes and len(resumptions(run.run_dir)) < run.left.number:
            return False  # it was refused before it began
        return bool(read_plan(run.run_dir).run.get("id") == run.info["id"])
    except RunDirError:
        return False


def _tell_github(summary: Summary) -> None:
    try:
        append_step_summary(summary.verdicts, summary.scenarios, os.environ)
    except OSError as error:
        summary.problems.append(f"{VARIABLE}: {error.filename}: {error.strerror}")


def _terminal(config: pytest.Config) -> TerminalReporter | None:
    reporter: TerminalReporter | None = config.pluginmanager.get_plugin("terminalreporter")
    return reporter
