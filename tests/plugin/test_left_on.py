"""A scenario after which something may still be on says nothing good of a device."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.plugin.conftest import Suite

pytest_plugins = "pytester"

BENCH = """
from rigs.errors import DeviceMismatch, TeardownFailed
from steps.fixtures import bench

class Bench:
    def begin_scenario(self, scenario): pass
    def end_scenario(self):
        raise TeardownFailed("after the scenario something may still be on: shuffler: its motor")

@pytest.fixture(scope="session")
def open_bench():
    return Bench()

@given("a bench")
def _(bench, play): pass
"""

FEATURE = """@clause:665a.9(c) @device:shoe
Feature: F
  Scenario: good
    Given a bench
    When all is well
  Scenario: bad
    Given a bench
    When the device is wrong, finding
  Scenario: lost
    Given a bench
    When the link is lost
"""


def test_a_teardown_that_fails_undoes_a_pass_and_nothing_else(suite: Suite) -> None:
    suite.player(BENCH)
    suite.write(demo=FEATURE)
    suite.run()
    told = {name: suite.record(name)[-1] for name in suite.verdicts()}
    left = "after the scenario something may still be on: shuffler: its motor"
    assert {name: one["verdict"] for name, one in told.items()} == {
        "demo.good": "inconclusive",
        "demo.bad": "finding",
        "demo.lost": "inconclusive",
    }
    assert told["demo.good"]["reason"] == left
    assert left in told["demo.bad"]["reason"]
    assert told["demo.lost"]["reason"].startswith("shoe-1 on /dev/ttyS9: the link ended")
    assert told["demo.lost"]["reason"].endswith(left)


def test_on_an_unfit_bench_nothing_is_played_and_nothing_recorded(suite: Suite) -> None:
    raises = 'raise DeviceMismatch("it is another", device="shoe")'
    suite.player(BENCH.replace("return Bench()", raises))
    suite.write(demo=FEATURE)
    result = suite.run()
    assert result.ret == pytest.ExitCode.INTERRUPTED
    result.stdout.fnmatch_lines(["*no scenario was played: shoe: it is another*"])
    assert suite.verdicts() == {}
    told = suite.json("run.json")
    assert [one["verdict"] for one in told["scenarios"]] == ["not run"] * 3
    assert told["exit_code"] == 3
