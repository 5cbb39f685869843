"""Steps are bound once a text, at collection; playing a scenario looks nothing up."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.plugin.conftest import Suite

pytest_plugins = "pytester"

COUNTING = """
import json, pathlib
import pytest
import steps.plugin
steps.plugin.STEP_MODULES = ()
from pytest_bdd import given, parsers, then, when

matched, playing = [], []

def counted(self, name, match=parsers.parse.is_matching):
    matched.append((bool(playing), name))
    return match(self, name)

@pytest.fixture(scope="session", autouse=True)
def _play():
    playing.append(True)

def pytest_sessionstart():
    parsers.parse.is_matching, parsers.parse.kept = counted, parsers.parse.is_matching

for number in range(300):
    @when(parsers.parse("device %d does {what}" % number))
    def _(what): pass

@given(parsers.parse("a list of {words}"), target_fixture="words", converters={"words": str.split})
def _(words):
    return words

@when(parsers.parse("{word} is added"))
def _(words, word): words.append(word)

@then(parsers.parse("it has {count:d}"))
def _(words, count): assert len(words) == count, words

def pytest_sessionfinish():
    parsers.parse.is_matching = parsers.parse.kept
    pathlib.Path("matched.json").write_text(json.dumps(matched))
"""

SCENARIO = """  Scenario: number {}
    Given a list of one two
    When device 7 does this
    And three is added
    Then it has 3
"""


def test_a_text_is_matched_once_and_never_while_playing(suite: Suite) -> None:
    suite.steps(COUNTING)
    suite.write(demo="Feature: F\n" + "".join(SCENARIO.format(n) for n in range(20)))
    suite.run(".").assert_outcomes(passed=20)
    matched = json.loads((suite.path / "matched.json").read_text())
    assert not [name for playing, name in matched if playing]
    # 300 definitions begin with "device"; one begins with a parameter and could match any text.
    assert sorted(name for _, name in matched).count("device 7 does this") == 301
    assert len(matched) < 310


def test_values_that_a_step_changes_are_made_anew(suite: Suite) -> None:
    """The list of one scenario must not be that of the next, though their texts are the same."""
    suite.steps(COUNTING)
    suite.write(demo="Feature: F\n" + SCENARIO.format(1) + SCENARIO.format(2))
    suite.run(".").assert_outcomes(passed=2)


def test_words_of_a_definition_match_as_pytest_bdd_matches_them(suite: Suite) -> None:
    """`parse` ignores case: the first word must not be too strict."""
    suite.steps(
        """
import steps.plugin
steps.plugin.STEP_MODULES = ()
from pytest_bdd import given, parsers
@given(parsers.parse("The shoe holds {cards}"))
def _(cards): assert cards == "KH"
@given(parsers.parse("{seat:d}: bets"))
def _(seat): pass
@given(parsers.parse("shoe{number:d} is there"))
def _(number): pass
"""
    )
    suite.write(
        demo="Feature: F\n Scenario: one\n  Given the shoe holds KH\n  And THE SHOE HOLDS KH\n"
        "  And 1: bets\n  And shoe2 is there\n"
    )
    suite.run(".").assert_outcomes(passed=1)
