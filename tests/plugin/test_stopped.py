"""Whoever stops a run is told in one line how far it came, what is safe, and how to go on."""

from __future__ import annotations

import json
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from steps.stopped import _safe

if TYPE_CHECKING:
    from tests.plugin.conftest import Suite

pytest_plugins = "pytester"

FEATURE = """Feature: F
  Scenario: one
    When all is well
  Scenario: two
    When Ctrl-C is pressed
  Scenario: three
    When all is well
"""


def stopped(suite: Suite, feature: str = FEATURE, more: str = "") -> pytest.RunResult:
    """In a process of its own: pytester passes a Ctrl-C of the inner run on to the outer one."""
    suite.player(more)
    suite.write(demo=feature)
    return suite.run_apart(".")


def test_one_line_in_place_of_where_the_code_was(suite: Suite) -> None:
    result = stopped(suite)
    assert result.ret == pytest.ExitCode.INTERRUPTED
    said = [line for line in result.outlines if "stopped" in line]
    assert said == [
        "stopped by Ctrl-C after 1 of 3 scenarios; go on with: burncard run --resume out"
    ]
    assert "KeyboardInterrupt" not in result.stdout.str()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_is_named(suite: Suite, how: signal.Signals) -> None:
    pressed = f"""
@when("the run is ended")
def _(play):
    import os
    os.kill(os.getpid(), {int(how)})
"""
    result = stopped(suite, FEATURE.replace("Ctrl-C is pressed", "the run is ended"), pressed)
    assert any(
        line.startswith(f"stopped by {how.name} after 1 of 3 scenarios; go on with: ")
        for line in result.outlines
    )
    assert "KeyboardInterrupt" not in result.stdout.str()


def test_before_the_first_scenario(suite: Suite) -> None:
    suite.steps("def pytest_collect_file(): raise KeyboardInterrupt\n")
    suite.write(demo=FEATURE)
    command = (sys.executable, "-m", "burncard", "run", "--", "demo.feature")
    result = suite.pytester.run(*command, timeout=60)
    assert result.ret == 130
    assert "stopped before the first scenario; nothing was played" in result.outlines
    assert "KeyboardInterrupt" not in result.stdout.str()
    assert not (suite.path / "out" / "plan.json").exists()


def _account(run_dir: Path, label: str, **safe: bool) -> None:
    devices = {name: {"safe": one, "how": "x", "ms": 1.0} for name, one in safe.items()}
    account = {"end": "normal", "at": "", "all_safe": all(safe.values()), "took_ms": 1.0}
    (run_dir / f"guard{label}.json").write_text(json.dumps({**account, "devices": devices}))


def test_what_is_safe(tmp_path: Path) -> None:
    assert _safe(tmp_path) == ""  # no bench was open
    (tmp_path / "bench").mkdir()
    for worker in ("gw0", "gw1"):
        (tmp_path / "bench" / f"{worker}.json").write_text("{}")
    _account(tmp_path, "-gw0", shoe=True)
    assert _safe(tmp_path) == "a guard is making the devices safe at this moment"
    _account(tmp_path, "-gw1", shoe=True)
    assert _safe(tmp_path) == "every device is in its safe state"
    _account(tmp_path, "-gw1", shoe=True, shuffler=False)
    assert _safe(tmp_path).startswith("NOT SAFE: shuffler, see guard.json")
