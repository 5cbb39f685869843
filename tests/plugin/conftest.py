"""A folder of features played by a pytest of its own, in this process or in another."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import allure_pytest.plugin  # noqa: F401  pytester forgets what an inner run imports first
import pytest
import pytest_bdd.plugin  # noqa: F401

import steps.ending
import steps.plugin
import steps.progress
from rigs.rigfile import default_rig

ARGUMENTS = (
    "--disable-plugin-autoload",  # hypothesis does not stand being imported anew
    "-ppytest_bdd.plugin",
    "-pallure_pytest.plugin",
    "-psteps.plugin",
    "-pno:cacheprovider",
    f"--rig={default_rig()}",
)

PLAYER = """
import pytest
import steps.plugin
steps.plugin.STEP_MODULES = ()  # also where another process plays
from pytest_bdd import given, when, then, parsers
from rigs.errors import LinkLost

class Player:
    def __init__(self):
        self.notes, self.found = [], []
    def take_notes(self):
        notes, self.notes = self.notes, []
        return notes
    def outcome(self):
        weights = {one["weight"] for one in self.found}
        verdict = "finding" if "finding" in weights else "advisory" if weights else "conforms"
        return {"verdict": verdict, "reason": "", "discrepancies": self.found,
                "judged": {"shoe": True}, "table": {}, "house_rules": {"dealer_22": "bust"}}

@pytest.fixture
def play():
    return Player()

@given("a table")
def _(play): pass

@when(parsers.parse("the device is wrong, {weight}"))
def _(play, weight):
    play.notes.append("it said KH")
    play.found.append({"kind": "wrong", "device": "shoe-1", "role": "shoe", "weight": weight,
                       "clauses": ["665a.9(c)"], "text": "said KH, must say QH"})

@when("all is well")
def _(play): pass

@when("the link is lost")
def _(play):
    raise LinkLost("the link ended", device="shoe-1", port="/dev/ttyS9", remedy="plug it in")

@when("the step is wrong")
def _(play): raise ValueError("no such hand")

@when("the step asserts")
def _(play): assert 1 == 2

@when("the step is skipped")
def _(play): pytest.skip("no load on this bench")

@when("Ctrl-C is pressed")
def _(play): raise KeyboardInterrupt
"""


class Suite:
    """Feature files in a folder, and what their run leaves."""

    def __init__(self, pytester: pytest.Pytester) -> None:
        self.pytester = pytester
        self.path = pytester.path

    def write(self, **files: str) -> None:
        """``name="text"`` writes name.feature; the rest is as pytester does it."""
        for name, text in files.items():
            (self.path / f"{name}.feature").write_text(text, encoding="utf-8")

    def steps(self, text: str) -> None:
        self.pytester.makeconftest(text)

    def player(self, more: str = "") -> None:
        """The steps of `PLAYER`, and `more`."""
        self.steps(PLAYER + more)

    def run(self, *arguments: str) -> pytest.RunResult:
        return self.pytester.runpytest_inprocess(*ARGUMENTS, *(arguments or (".",)))

    def run_apart(self, *arguments: str) -> pytest.RunResult:
        """In a process of its own, as signals and xdist need it."""
        return self.pytester.runpytest_subprocess(*ARGUMENTS, *(arguments or (".",)), timeout=60)

    def json(self, name: str) -> Any:
        return json.loads((self.path / "out" / name).read_text())

    def record(self, scenario: str, attempt: int = 1) -> list[dict[str, Any]]:
        path = self.path / "out" / "records" / f"{scenario}.{attempt}.jsonl"
        return [json.loads(line) for line in path.read_text().splitlines()]

    def verdicts(self) -> dict[str, str]:
        """Scenario id to the verdict of its record; *interrupted* where it is not closed."""
        found = {}
        for path in (self.path / "out" / "records").glob("*.jsonl"):
            lines = [json.loads(line) for line in path.read_text().splitlines()]
            found[lines[0]["id"]] = lines[-1].get("verdict", "interrupted")
        return found

    def allure(self, folder: str = "al") -> dict[str, dict[str, Any]]:
        """Scenario id to its Allure result."""
        results = {}
        for path in (self.path / folder).glob("*-result.json"):
            result = json.loads(path.read_text())
            labels = {one["name"]: one["value"] for one in result["labels"]}
            results[labels["scenario_id"]] = result
        return results


@pytest.fixture
def suite(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Suite:
    """A folder with steps of its own only: what the plugin does, apart from Burncard's phrases."""
    monkeypatch.setattr(steps.plugin, "STEP_MODULES", ())
    return Suite(pytester)


@pytest.fixture
def played(suite: Suite) -> Callable[..., pytest.RunResult]:
    """Play one feature with the steps of `PLAYER`, with an Allure report."""

    def play(feature: str, *arguments: str, more: str = "") -> pytest.RunResult:
        suite.player(more)
        suite.write(demo=feature)
        return suite.run(".", "--alluredir=al", *arguments)

    return play
