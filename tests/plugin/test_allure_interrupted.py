"""However a run is cut short, Allure has one result for each attempt, and none wrongly passed.

A signal comes between any two lines. So each scenario of one run is cut short at another line of
what stands between the record and Allure's file: the first at the first line, and so on, until the
lines are used up and the rest are played in peace.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from reports.allure_identity import SCENARIO_LABEL
from reports.allure_repair import STATUS

if TYPE_CHECKING:
    from tests.plugin.conftest import Suite

pytest_plugins = "pytester"

SCENARIOS = 900
FEATURE = """@clause:665a.9(c) @device:shoe
Feature: F
  Scenario Outline: row <n>
    When all is well

    Examples:
      | n |
"""
CUT_SHORT = """
import sys

import allure_commons.reporter
import allure_pytest.listener

import reports.allure
import reports.records
import steps.playing

MODULES = (allure_commons.reporter, allure_pytest.listener, reports.allure, steps.playing)
FILES = {module.__file__ for module in MODULES}
OPENING = reports.records.open_record.__code__

def pytest_collection_finish(session):
    # Registered now, it stands around all the others.
    session.config.pluginmanager.register(CutsShort())

class CutsShort:
    def __init__(self):
        self.played, self.fixtures = 0, []

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_fixture_setup(self, fixturedef):
        if fixturedef.scope == "function":
            self.fixtures.append(fixturedef)
        return (yield)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item, nextitem):
        self.played += 1
        self.fixtures.clear()
        left = self.played

        def trace(frame, event, arg):
            nonlocal left
            if frame.f_code.co_filename not in FILES and frame.f_code is not OPENING:
                return None
            if event == "line":
                left -= 1
                if not left:
                    raise KeyboardInterrupt
            return trace

        before = sys.gettrace()
        sys.settrace(trace)
        try:
            return (yield)
        except (KeyboardInterrupt, AttributeError):  # allure-pytest misses what it has not begun
            # Here pytest would end. Played on, with all as new, one run tells of every line.
            listener = item.config.pluginmanager.get_plugin("allure_listener")
            listener._cache = allure_pytest.listener.ItemCache()
            listener.allure_logger._items.thread_context.clear()
            item.session._setupstate.stack.clear()
            for one in self.fixtures:
                one._finalizers.clear()
                one.cached_result = None
            return True
        finally:
            sys.settrace(before)
"""


def test_one_result_an_attempt_wherever_it_is_cut_short(suite: Suite) -> None:
    suite.player(CUT_SHORT)
    suite.write(demo=FEATURE + "".join(f"      | {n} |\n" for n in range(SCENARIOS)))
    suite.run(".", "--alluredir=al", "-Wignore")

    verdicts = {one["id"]: one["verdict"] for one in suite.json("run.json")["scenarios"]}
    assert len(verdicts) == SCENARIOS
    cut = [name for name, verdict in verdicts.items() if verdict != "conforms"]
    assert {verdicts[name] for name in cut} == {"interrupted", "not run"}
    assert len(cut) > 100
    assert all(verdict == "conforms" for verdict in list(verdicts.values())[-20:])

    found: dict[str, list[str]] = {}
    for path in (suite.path / "al").glob("*-result.json"):
        result = json.loads(path.read_text())
        (scenario,) = (one["value"] for one in result["labels"] if one["name"] == SCENARIO_LABEL)
        found.setdefault(scenario, []).append(result["status"])
    assert found == {name: [STATUS[verdict]] for name, verdict in verdicts.items()}
