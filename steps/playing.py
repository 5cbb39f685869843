"""One scenario, from the first line of its record to the last: hooks of the pytest plugin."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest
from _pytest.reports import TestReport
from _pytest.runner import CallInfo
from allure_commons import plugin_manager as allure_plugins
from allure_commons.logger import AllureFileLogger

from reports import allure
from reports.records import RunDirError, open_record, record_name
from rigs.errors import BenchError
from steps.collect import ScenarioItem
from steps.execute import ALLURE, Outcome, judge, reason
from steps.session import run_of


def prepare_allure(config: pytest.Config) -> None:
    """Take part in the Allure report, if one is written."""
    listener = config.pluginmanager.get_plugin("allure_listener")
    if listener is None:
        return
    config.stash[ALLURE] = allure.AllureSteps(listener.allure_logger)
    for logger in allure_plugins.get_plugins():
        if isinstance(logger, AllureFileLogger):
            allure.lean(logger)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    if not isinstance(item, ScenarioItem):
        return (yield)
    run = run_of(item.config)
    item.outcome, item.attempt, item.dressed = None, 0, False
    _claim(item)
    try:
        # Two workers may have two repetitions of one scenario at once.
        attempt = item.due or (item.time if run.repeat > 1 else None)
        item.record = open_record(run.run_dir, item.planned, attempt)
    except RunDirError as error:
        raise pytest.exit(f"{error}", returncode=3) from error
    item.attempt = record_name(item.record.path)[1]
    try:
        return (yield)
    finally:
        if item.record is not None:
            # Cut short: without a close line the record counts as interrupted.
            item.record.abandon()
            item.record = None
            item.dressed = False
        if item.attempt and not item.dressed:
            _dress(item)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: CallInfo[Any]
) -> Generator[None, TestReport, TestReport]:
    if not isinstance(item, ScenarioItem):
        return (yield)
    if call.when != "call" and call.excinfo is not None:
        _failed_beside(item, call.excinfo.value)
    if call.when == "teardown":
        if item.outcome is None:
            item.outcome = Outcome("inconclusive", "harness error: the scenario has no outcome")
        item.user_properties += [
            ("scenario", item.planned.id),
            ("verdict", item.outcome.verdict),
        ]
    report = yield
    if call.excinfo is not None and isinstance(call.excinfo.value, BenchError):
        report.longrepr = f"inconclusive: {call.excinfo.value}"
    if call.when == "teardown":
        _close(item)
    return report


def _failed_beside(item: ScenarioItem, error: BaseException) -> None:
    """Setup or teardown failed. That undoes a pass, but no finding: it was made before."""
    if item.outcome is None:
        item.outcome = judge(None, error)
    elif item.outcome.verdict == "conforms":
        item.outcome.verdict, item.outcome.reason = "inconclusive", reason(error)


def _close(item: ScenarioItem) -> None:
    record, outcome = item.record, item.outcome
    if record is None or outcome is None:
        return
    try:
        record.close(
            outcome.verdict,  # type: ignore[arg-type]  # `close` checks it
            reason=outcome.reason,
            discrepancies=outcome.discrepancies,
            judged=outcome.judged,
            not_testable=outcome.not_testable,
            latencies=outcome.latencies,
            links=outcome.links,
            table=outcome.table,
            house_rules=outcome.house_rules,
        )
    except RunDirError as error:
        raise pytest.exit(f"{error}", returncode=3) from error
    item.record = None
    _dress(item)


def _allure(item: ScenarioItem) -> tuple[Any, Any] | None:
    """allure-pytest's reporter and its result of this scenario, if there is one."""
    listener = item.config.pluginmanager.get_plugin("allure_listener")
    if ALLURE not in item.config.stash or listener is None:
        return None
    result = listener.allure_logger.get_test(None)
    return None if result is None else (listener.allure_logger, result)


def _claim(item: ScenarioItem) -> None:
    """Whatever cuts the scenario short, its Allure result is known to be of one of ours."""
    if (found := _allure(item)) is not None:
        allure.claim(found[1], item.planned.id)


def _dress(item: ScenarioItem) -> None:
    """Give the scenario's Allure result its true verdict, labels and attachments."""
    if (found := _allure(item)) is None:
        return
    reporter, result = found
    run = run_of(item.config)
    played = allure.Played(
        planned=item.planned,
        attempt=item.attempt,
        description=item.description,
        severity=item.told.severity,
        tags=item.told.others,
        row=item.values,
        rig=run.rig.name,
        owner=item.told.owner,
    )
    allure.dress(reporter, result, played, run.run_dir)
    item.dressed = True
