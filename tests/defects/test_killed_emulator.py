"""An emulator killed in mid-run says nothing about any device, and the run ends in bounded time."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from tests.cli.command import environment

LIMIT_S = 60.0


def _emulator(runner: psutil.Process, role: str) -> psutil.Process | None:
    for process in runner.children(recursive=True):
        try:
            command = process.cmdline()
        except psutil.Error:
            continue
        if "rigs.emulators" in command and role in command:
            return process
    return None


def _pause(what: str, deadline: float) -> None:
    assert time.monotonic() < deadline, f"{what} did not come"

    time.sleep(0.005)


@pytest.mark.slow
@pytest.mark.bench
@pytest.mark.parametrize("role", ["shoe", "table-controller"])
def test_a_killed_emulator_is_inconclusive_and_no_finding(tmp_path: Path, role: str) -> None:
    out = tmp_path / "out"
    command = [sys.executable, "-m", "burncard", "run", "--out", str(out), "-k", "s665a_09_b1"]
    deadline = time.monotonic() + LIMIT_S
    with subprocess.Popen(
        command, cwd=tmp_path, env=environment(), stdout=subprocess.PIPE, text=True
    ) as runner:
        try:
            while len(list((out / "records").glob("*.jsonl"))) < 3:
                _pause("the third scenario", deadline)
            victim = _emulator(psutil.Process(runner.pid), role)
            assert victim is not None
            victim.kill()
            printed, _ = runner.communicate(timeout=deadline - time.monotonic())
        finally:
            runner.kill()

    assert runner.returncode == 3, printed
    run = json.loads((out / "run.json").read_text())
    verdicts = [one["verdict"] for one in run["scenarios"]]
    assert "finding" not in verdicts
    assert "advisory" not in verdicts
    assert 1 <= verdicts.count("inconclusive") <= 2, "the bench starts the device again"
    assert verdicts.count("conforms") == len(verdicts) - verdicts.count("inconclusive")
    (reason, *_) = [one["reason"] for one in run["scenarios"] if one["verdict"] == "inconclusive"]
    assert role in reason
