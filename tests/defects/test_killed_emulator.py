"""An emulator killed in mid-run is named, says nothing about any device, and the run goes on.

One run loses every device in turn, killed and surely dead at a known moment: by a plugin in the
runner itself, so that nothing depends on how quick anybody is.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import environment

ROLES = (
    "shoe",
    "shuffler",
    "card-reader",
    "masque-reader",
    "table-controller",
    "colour-sensor",
    "power-supply",
)

KILLER = f"""
import os

import psutil

LEFT = list({ROLES})
TURN = 0


def kill():
    role = LEFT.pop(0)
    (victim,) = (
        one
        for one in psutil.Process().children(recursive=True)
        if "rigs.emulators" in one.cmdline() and role in one.cmdline()
    )
    victim.kill()
    os.waitid(os.P_PID, victim.pid, os.WEXITED | os.WNOWAIT)  # dead, and the runner does not know
"""

BETWEEN = """

def pytest_runtest_logfinish():
    global TURN
    TURN += 1
    if LEFT and TURN % 2:
        kill()
"""

IN_A_STEP = """

def pytest_bdd_before_step(scenario, step):
    global TURN
    if step is scenario.steps[2]:
        TURN += 1
        if LEFT and TURN % 2 == 0:
            kill()
"""


def _played(folder: Path, select: str) -> tuple[Path, subprocess.CompletedProcess[str]]:
    out = folder / "out"
    words = ["run", "--out", str(out), "-k", select, "--", "-p", "killer"]
    done = subprocess.run(
        [sys.executable, "-m", "burncard", *words],
        cwd=folder,
        env={**environment(), "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return out, done


@pytest.mark.bench
@pytest.mark.parametrize("moment", [BETWEEN, IN_A_STEP], ids=["between", "in-a-step"])
def test_every_device_killed_in_a_run_is_named(tmp_path: Path, moment: str) -> None:
    (tmp_path / "killer.py").write_text(KILLER + moment)
    out, done = _played(tmp_path, "s665a_09_b1")

    assert done.returncode == 3, done.stdout + done.stderr
    played = json.loads((out / "run.json").read_text())["scenarios"]
    told = [(one["verdict"], one["reason"]) for one in played]
    # The first and every second one after it have lost nobody.
    assert {verdict for verdict, _ in told[::2] + told[15:]} == {"conforms"}, told
    lost = told[1:14:2]
    assert [verdict for verdict, _ in lost] == ["inconclusive"] * len(ROLES)
    for (_, reason), role, number in zip(lost, ROLES, range(1, 14, 2), strict=True):
        assert [one for one in ROLES if one in reason] == [role], reason
        if moment == BETWEEN:
            before, after = played[number - 1]["id"], played[number]["id"]
            assert f"it ended (exit code -9) between {before}.1 and {after}.1" in reason


LAST = """

def pytest_runtest_teardown(nextitem):
    global TURN
    TURN = nextitem is None

def pytest_fixture_post_finalizer(fixturedef):
    # The scenario is over for its devices; the bench is still open.
    if fixturedef.argname == "bench" and TURN and "shoe" in LEFT:
        kill()
"""


@pytest.mark.bench
def test_a_device_killed_after_the_last_scenario_is_named(tmp_path: Path) -> None:
    """No scenario is left that could meet it, and still the run does not say that all was well."""
    (tmp_path / "killer.py").write_text(KILLER + LAST)
    out, done = _played(tmp_path, "685a.12(d)")

    assert done.returncode == 3, done.stdout + done.stderr
    *others, last = json.loads((out / "run.json").read_text())["scenarios"]
    assert {one["verdict"] for one in others} == {"conforms"}
    assert last["verdict"] == "inconclusive"
    assert last["reason"].startswith(f"shoe: it ended (exit code -9) after {last['id']}.1")
