"""Play the bound steps of one scenario, in order, and say what came of it.

The hooks of pytest-bdd are called as pytest-bdd calls them, so its own reports and other plugins
work; the look-up of steps, which it does here, was done at collection.
"""

from __future__ import annotations

import sys
import time
import traceback
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import pytest
from _pytest.fixtures import call_fixture_func
from _pytest.outcomes import Failed, OutcomeException, Skipped
from msgspec import Struct
from pytest_bdd.compat import inject_fixture
from pytest_bdd.parser import Step

from reference_engine.cards import NotACard
from reference_engine.law import cited
from reference_engine.ruling import NotPossible
from reports.allure import AllureSteps
from rigs.errors import BenchError
from steps.binding import Bound
from steps.play import Contradiction

if TYPE_CHECKING:
    from steps.collect import ScenarioItem

ALLURE = pytest.StashKey[AllureSteps]()
"""In the config's stash while an Allure report is written."""


class Player(Protocol):
    """What the plugin needs of the `play` fixture."""

    def take_notes(self) -> list[str]:
        """The differences seen since the last call."""

    def outcome(self) -> dict[str, Any]:
        """What the record's close line says: the fields of `Outcome`."""


@runtime_checkable
class Measuring(Protocol):
    """A player whose measurements stand whatever comes of the scenario."""

    latencies: list[dict[str, Any]]

    def links(self) -> list[dict[str, Any]]:
        """What was odd on the links."""


class Outcome(Struct):
    """How a scenario ended, as its record says it."""

    verdict: str = "conforms"
    reason: str = ""
    discrepancies: tuple[Mapping[str, Any], ...] = ()
    judged: Mapping[str, bool] = {}
    not_testable: Sequence[Mapping[str, Any]] = ()
    latencies: Sequence[Mapping[str, Any]] = ()
    links: Sequence[Mapping[str, Any]] = ()
    table: Mapping[str, Any] | None = None
    house_rules: Mapping[str, str] = {}

    def message(self) -> str:
        """What pytest shows for a scenario that does not conform."""
        if self.verdict == "inconclusive":
            return f"inconclusive: {self.reason}"
        lines = [
            f"  {one.get('device', '')}, {cited(*one.get('clauses', ())) or 'no clause'}: "
            f"{one.get('text') or one.get('kind', '')}"
            for one in self.discrepancies
        ]
        count = len(lines)
        what = f"{count} difference{'' if count == 1 else 's'}" if count else self.reason
        return "\n".join([f"{self.verdict}: {what}", *lines])


def play_steps(request: pytest.FixtureRequest) -> None:
    """Play the scenario of this item; fail the test unless it conforms."""
    __tracebackhide__ = True
    item: ScenarioItem = request.node
    error, line = _all_steps(item, request)
    outcome = item.outcome = judge(_player(request), error, f"{item.planned.file}:{line}")
    if isinstance(error, OutcomeException) and not isinstance(error, Failed):
        raise error  # a skip stays a skip for pytest; the record says inconclusive
    if error is not None and not isinstance(error, (BenchError, Contradiction)):
        item.add_report_section("call", "traceback", "".join(traceback.format_exception(error)))
    if outcome.verdict != "conforms":
        pytest.fail(outcome.message(), pytrace=False)


def judge(player: Player | None, error: BaseException | None, where: str = "") -> Outcome:
    """The outcome of a scenario that ended with `error`, or without one.

    `where`: the step that raised it, as ``file:line``.

    Only the comparison makes a finding. A bench that failed and a mistake of our own are both
    *inconclusive*: they say nothing about a device.
    """
    outcome = Outcome()
    harness = error is not None and not isinstance(error, (BenchError, Skipped))
    # A bench that failed is not asked again: it would only fail once more, after its time limits.
    if player is not None and not isinstance(error, BenchError):
        try:
            outcome = Outcome(**player.outcome())
        except Exception as late:
            error = error or late
    if error is not None and isinstance(player, Measuring):
        outcome.latencies, outcome.links = player.latencies, player.links()
    if error is not None:
        outcome.verdict, outcome.reason = "inconclusive", reason(error)
        if harness and where:
            outcome.reason += f" ({where})"
    return outcome


def reason(error: BaseException) -> str:
    """Why a scenario is inconclusive, in one line where the error is one line."""
    if isinstance(error, BenchError):
        return str(error)
    if isinstance(error, Skipped):
        return f"skipped: {error.msg}"
    if isinstance(error, (Contradiction, NotPossible, NotACard)):
        return f"harness error: {error}"
    return f"harness error: {type(error).__name__}: {error}"


def _player(request: pytest.FixtureRequest) -> Player | None:
    """The scenario's `play` fixture, if any step or fixture has asked for it."""
    active = request._fixture_defs.get("play")
    if active is None or active.cached_result is None or active.cached_result[2] is not None:
        return None
    player: Player = active.cached_result[0]
    return player


def _all_steps(
    item: ScenarioItem, request: pytest.FixtureRequest
) -> tuple[BaseException | None, int]:
    """Play the steps until one ends badly; how it ended, and the line of the last step."""
    scenario = item.scenario
    hook = request.config.hook
    injected: dict[str, Any] = {}
    done = 0
    hook.pytest_bdd_before_scenario(request=request, feature=scenario.feature, scenario=scenario)
    try:
        for step, bound in zip(scenario.steps, item.bound, strict=True):
            done += 1
            _step(item, request, done, step, bound, injected)
    except (Exception, OutcomeException) as error:
        _leave_out(item, done)
        return error, scenario.steps[done - 1].line_number
    finally:
        hook.pytest_bdd_after_scenario(request=request, feature=scenario.feature, scenario=scenario)
    return None, scenario.line_number


def _leave_out(item: ScenarioItem, done: int) -> None:
    """Steps behind one that ended badly are not played, and say so."""
    allure = item.config.stash.get(ALLURE, None)
    for n, step in enumerate(item.scenario.steps[done:], start=done + 1):
        if item.record is not None:
            item.record.step(n, step.keyword, step.name, "skipped", 0.0)
        if allure is not None:
            allure.start(step.keyword, step.name)
            allure.stop("skipped", "not played")


def _step(
    item: ScenarioItem,
    request: pytest.FixtureRequest,
    n: int,
    step: Step,
    bound: Bound,
    injected: dict[str, Any],
) -> None:
    allure = item.config.stash.get(ALLURE, None)
    if allure is not None:
        table = step.datatable.raw() if step.datatable is not None else None
        allure.start(step.keyword, step.name, table, step.docstring)
    status, notes = "broken", []
    began = time.perf_counter_ns()
    try:
        _call(item, request, step, bound, injected, allure)
        status = "passed"
    except Skipped as error:
        status, notes = "skipped", [str(error.msg)]
        raise
    except (Exception, Failed) as error:
        notes = [reason(error)]
        raise
    except BaseException as error:
        # Ctrl-C or a signal: the record gets no line for a step that did not end.
        if allure is not None:
            allure.stop("broken", f"interrupted: {type(error).__name__}")
            allure = None
        status = ""
        raise
    finally:
        if status:
            took = (time.perf_counter_ns() - began) / 1e6
            player = _player(request)
            seen = player.take_notes() if player is not None else []
            if seen and status == "passed":
                status = "failed"
            notes = [*seen, *notes]
            if item.record is not None:
                item.record.step(n, step.keyword, step.name, status, took, notes)
            if allure is not None:
                allure.stop(status, "\n".join(notes), sys.exc_info()[2])


def _call(
    item: ScenarioItem,
    request: pytest.FixtureRequest,
    step: Step,
    bound: Bound,
    injected: dict[str, Any],
    allure: AllureSteps | None,
) -> None:
    hook = request.config.hook
    kw: dict[str, Any] = {
        "request": request,
        "feature": item.scenario.feature,
        "scenario": item.scenario,
        "step": step,
        "step_func": bound.call,
    }
    arguments: dict[str, Any] = {}
    hook.pytest_bdd_before_step(**kw)
    try:
        arguments = bound.arguments()
        if allure is not None and arguments:
            allure.parameters(arguments)
        if step.datatable is not None and "datatable" in bound.parameters:
            arguments["datatable"] = step.datatable.raw()
        if step.docstring is not None and "docstring" in bound.parameters:
            arguments["docstring"] = step.docstring
        for name in bound.fixtures:
            if name not in arguments:
                arguments[name] = request.getfixturevalue(name)
        hook.pytest_bdd_before_step_call(step_func_args=arguments, **kw)
        if bound.yields:
            value = call_fixture_func(bound.call, request, arguments)
        else:
            value = bound.call(**arguments)
    except (Exception, Failed) as error:
        hook.pytest_bdd_step_error(step_func_args=arguments, exception=error, **kw)
        raise
    if bound.target is not None:
        _inject(request, bound.target, value, injected)
    hook.pytest_bdd_after_step(step_func_args=arguments, **kw)


def _inject(
    request: pytest.FixtureRequest, name: str, value: object, injected: dict[str, Any]
) -> None:
    """Make `value` the fixture `name` for the rest of the scenario, as pytest-bdd does.

    pytest-bdd registers one more fixture each time, and pytest walks through all of them; here a
    second value for a name replaces the first.
    """
    if name not in injected:
        inject_fixture(request, name, value)
        injected[name] = request._fixture_defs[name]
    injected[name].cached_result = (value, None, None)
