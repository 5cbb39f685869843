"""A feature played by the plugin does what pytest-bdd itself does with it, call by call.

Both play the same file with the same steps; each writes down its calls, and the lists are equal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.plugin.conftest import Suite

pytest_plugins = "pytester"

FEATURE = '''@feature_tag
Feature: Parity
  Background:
    Given a log

  Scenario: fixtures and arguments
    Given an amount of 5
    And an amount of 7
    When it is doubled
    Then it is 14
    * it is 14
    But the chain ends in 14

  Scenario: table and text
    When the table is
      | a | b   |
      | 1 | <x> |
    And the text is
      """
      two
        lines
      """

  Scenario Outline: examples of <who>
    Given an amount of <n>
    When the table is
      | a | b   |
      | 1 | <n> |
    Then it is <n>

    Examples: first
      | who | n |
      | me  | 1 |
      | you | 2 |

    Examples: second
      | who  | n |
      | them | 3 |

  Rule: with its own background
    Background:
      Given an amount of 100

    @slow
    Scenario: in the rule
      Then it is 100

  Scenario: behind the rule
    Given a thing that cleans up
    When cards KH QH are dealt

  Scenario: a default
    When an optional thing happens
    And an optional thing happens twice

  Scenario: it breaks
    When it breaks
    Then it is 1
'''

STEPS = """
import json, pathlib
import pytest
import steps.plugin
steps.plugin.STEP_MODULES = ()
from pytest_bdd import given, when, then, step, parsers

CALLS = pathlib.Path("calls.jsonl")

def log(*what):
    with CALLS.open("a") as file:
        file.write(json.dumps(what) + "\\n")

@pytest.fixture
def amount(): return "not set"

@pytest.fixture
def chain(amount): return f"chain of {amount}"

@given("a log", target_fixture="log_file")
def _(request, tmp_path):
    log("a log", request.node.name.partition("[")[0])
    return "log"

@given(parsers.parse("an amount of {n:d}"), target_fixture="amount")
def _(n, log_file):
    log("amount", n, log_file)
    return n

@when("it is doubled", target_fixture="amount")
def _(amount): return amount * 2

@then(parsers.parse("it is {n:d}"))
def _(amount, n): log("is", amount, n)

@then(parsers.re(r"the chain ends in (?P<n>\\d+)"), converters={"n": int})
def _(chain, n): log("chain", chain, n)

@when("the table is")
def _(datatable): log("table", datatable)

@when("the text is")
def _(docstring): log("text", docstring)

@given("a thing that cleans up")
def _(request):
    log("made")
    yield "thing"
    log("cleaned", request.node.name)

@when(parsers.re(r"cards (?P<cards>.+) are dealt"), converters={"cards": str.split})
def _(cards): log("cards", cards)

@when(parsers.re(r"an optional thing happens(?: (?P<how>twice))?"))
def _(how="once"): log("optional", how)

@step("it breaks")
def _(): raise ValueError("broken")

def pytest_bdd_before_scenario(request, feature, scenario):
    log("before_scenario", scenario.name, feature.name, scenario.rule and scenario.rule.name)
def pytest_bdd_after_scenario(request, feature, scenario):
    log("after_scenario", scenario.name)
def pytest_bdd_before_step(request, feature, scenario, step, step_func):
    log("before_step", step.keyword, step.name, step.type)
def pytest_bdd_before_step_call(request, feature, scenario, step, step_func, step_func_args):
    log("before_step_call", step.name, sorted(step_func_args))
def pytest_bdd_after_step(request, feature, scenario, step, step_func, step_func_args):
    log("after_step", step.name, sorted(step_func_args))
def pytest_bdd_step_error(request, feature, scenario, step, step_func, step_func_args, exception):
    log("step_error", step.name, sorted(step_func_args), str(exception))
def pytest_bdd_apply_tag(tag, function):
    log("tag", tag)
"""

BY_PYTEST_BDD = "from pytest_bdd import scenarios\nscenarios('parity.feature')\n"
MARKERS = "[pytest]\nmarkers =\n  feature_tag: x\n  slow: x\n"


def calls(suite: Suite, *arguments: str) -> tuple[list[str], dict[str, int]]:
    """What was called, and how the tests ended."""
    log = suite.path / "calls.jsonl"
    log.unlink(missing_ok=True)
    result = suite.pytester.runpytest_subprocess(
        "--disable-plugin-autoload", "-ppytest_bdd.plugin", "-pno:cacheprovider", *arguments
    )
    # Both apply tags at collection, pytest-bdd in the order of a set.
    lines = log.read_text().splitlines()
    played = [line for line in lines if not line.startswith('["tag"')]
    return played, result.parseoutcomes()


def test_the_same_calls_in_the_same_order(suite: Suite) -> None:
    suite.steps(STEPS)
    suite.write(parity=FEATURE)
    suite.pytester.makeini(MARKERS)
    suite.pytester.makepyfile(test_parity=BY_PYTEST_BDD)
    theirs, their_ends = calls(suite, "test_parity.py")
    ours, our_ends = calls(suite, "-psteps.plugin", "parity.feature")
    # pytest-bdd names its tests after the scenario's identifier, the plugin by its name.
    theirs = [line for line in theirs if '"a log"' not in line and '"cleaned"' not in line]
    ours = [line for line in ours if '"a log"' not in line and '"cleaned"' not in line]
    assert ours == theirs
    assert len(ours) > 100
    assert our_ends == their_ends == {"passed": 8, "failed": 1}


@pytest.mark.parametrize("select", ["slow", "not slow", "feature_tag"])
def test_tags_select_the_same(suite: Suite, select: str) -> None:
    suite.steps(STEPS)
    suite.write(parity=FEATURE)
    suite.pytester.makeini(MARKERS)
    suite.pytester.makepyfile(test_parity=BY_PYTEST_BDD)
    theirs, _ = calls(suite, "test_parity.py", "-m", select)
    ours, _ = calls(suite, "-psteps.plugin", "parity.feature", "-m", select)
    begun = [line for line in theirs if line.startswith('["before_scenario"')]
    assert [line for line in ours if line.startswith('["before_scenario"')] == begun != []


def test_module_scoped_fixtures_live_for_one_file(suite: Suite) -> None:
    suite.steps(
        """
import pytest
import steps.plugin
steps.plugin.STEP_MODULES = ()
from pytest_bdd import given
made = []
@pytest.fixture(scope="module")
def bench(request):
    made.append(request.node.name)
    return len(made)
@given("a bench")
def _(bench): assert bench == len(made)
def pytest_sessionfinish():
    open("made.txt", "w").write(" ".join(made))
"""
    )
    text = "Feature: F\n Scenario: one\n  Given a bench\n Scenario: two\n  Given a bench\n"
    suite.write(first=text, second=text)
    suite.run(".").assert_outcomes(passed=4)
    assert (suite.path / "made.txt").read_text() == "first.feature second.feature"
