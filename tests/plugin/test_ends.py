"""A run that is cut short, as a whole process: Ctrl-C, SIGTERM, SIGKILL in the eleventh of twenty.

The device answers ten and a half scenarios and falls silent; then the signal comes. Every output
must say ten, never eleven, and the device must be in its safe state within a second.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import tty
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.timeout(90)]

SCENARIOS, STEPS, STALL_AFTER = 20, 2, 21
PATIENCE_S = 20.0

STEP = """
from pytest_bdd import parsers, when

@when(parsers.parse("exchange {number:d} is answered"))
def answered(bench, number):
    line = bench.devices["echo"].driver.ask(b"STEP %06d\\n" % number)
    assert line == b"ACK %06d\\n" % number
"""

RIG = """
name = "echo"
[limits]
late = 60.0
[devices.echo]
role = "line"
protocol = "line"
stimulus = "none"
link = {{ kind = "serial", port = "{port}" }}
safe_state = {{ state = "safe", send = ["SAFE\\n"] }}
"""


class Echo:
    """A line device on a pseudo-terminal that falls silent after some answers."""

    def __init__(self) -> None:
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        self.port = os.ttyname(self._slave)
        self.stalled = Event()
        self.safe_at = 0.0
        self._thread = Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        answered, pending = 0, b""
        while True:
            try:
                pending += os.read(self._master, 4096)
            except OSError:
                return
            *lines, pending = pending.split(b"\n")
            for line in lines:
                if line == b"SAFE":
                    self.safe_at = time.monotonic()
                elif line == b"END":
                    return
                elif answered == STALL_AFTER:
                    self.stalled.set()
                else:
                    answered += 1
                    os.write(self._master, b"ACK " + line[5:] + b"\n")

    def close(self) -> None:
        os.write(self._slave, b"END\n")
        self._thread.join(5.0)
        os.close(self._master)
        os.close(self._slave)


@pytest.fixture
def echo() -> Iterator[Echo]:
    device = Echo()
    yield device
    device.close()


def feature() -> str:
    lines = ["Feature: exchanges"]
    for number in range(SCENARIOS):
        lines.append(f"  Scenario: run {number + 1}")
        lines += [f"    When exchange {number * STEPS + n} is answered" for n in range(STEPS)]
    return "\n".join(lines)


def start(folder: Path, port: str) -> subprocess.Popen[bytes]:
    (folder / "conftest.py").write_text(STEP)
    (folder / "echo.toml").write_text(RIG.format(port=port))
    (folder / "exchanges.feature").write_text(feature())
    command = [sys.executable, "-m", "burncard", "run", "--rig", "echo.toml", "--"]
    with (folder / "console.txt").open("wb") as console:
        return subprocess.Popen(
            [*command, "exchanges.feature", "--junitxml=junit.xml"],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=console,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            # A shell in the background ignores SIGINT, and children inherit that.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )


def wait_until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not true():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.05)


def load(path: Path) -> Any:
    return json.loads(path.read_text())


def results(folder: Path) -> dict[str, list[str]]:
    """Scenario name to the statuses of its Allure results."""
    found: dict[str, list[str]] = {}
    for path in (folder / "out" / "allure-results").glob("*-result.json"):
        result = load(path)
        found.setdefault(result["name"], []).append(result["status"])
    return found


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_ten_and_never_eleven(tmp_path: Path, echo: Echo, how: signal.Signals) -> None:
    process = start(tmp_path, echo.port)
    try:
        assert echo.stalled.wait(PATIENCE_S), (tmp_path / "console.txt").read_text()
        process.send_signal(how)
        sent = time.monotonic()
        code = process.wait(PATIENCE_S)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    out = tmp_path / "out"
    wait_until((out / "run.json").exists)
    # After SIGKILL the guard derives everything, and corrects the Allure results last.
    wait_until(lambda: len(results(tmp_path)) == SCENARIOS)

    assert 0.0 <= echo.safe_at - sent < 1.0
    assert code == (-signal.SIGKILL if how == signal.SIGKILL else 130)

    names = [f"run {number + 1}" for number in range(SCENARIOS)]
    assert [one["name"] for one in load(out / "plan.json")["scenarios"]] == names

    records = [path.read_text().splitlines() for path in (out / "records").glob("*.jsonl")]
    closed = {json.loads(one[0])["name"] for one in records if '"line":"close"' in one[-1]}
    opened = {json.loads(one[0])["name"] for one in records}
    assert closed == set(names[:10])
    assert opened == set(names[:11])

    run = {one["name"]: one["verdict"] for one in load(out / "run.json")["scenarios"]}
    assert run == {
        **dict.fromkeys(names[:10], "conforms"),
        "run 11": "interrupted",
        **dict.fromkeys(names[11:], "not run"),
    }
    assert load(out / "verdicts.json")["exit_code"] == 130

    assert results(tmp_path) == {
        **{name: ["passed"] for name in names[:10]},
        "run 11": ["broken"],
        **{name: ["skipped"] for name in names[11:]},
    }


def test_a_second_sigterm_does_not_cut_the_teardown_short(tmp_path: Path, echo: Echo) -> None:
    process = start(tmp_path, echo.port)
    try:
        assert echo.stalled.wait(PATIENCE_S), (tmp_path / "console.txt").read_text()
        for _ in range(3):
            process.send_signal(signal.SIGTERM)
            time.sleep(0.02)
        assert process.wait(PATIENCE_S) == 130
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    assert echo.safe_at > 0.0
    assert load(tmp_path / "out" / "run.json")["counts"]["conforms"] == 10


def test_the_last_line_is_pytests_own(tmp_path: Path, echo: Echo) -> None:
    process = start(tmp_path, echo.port)
    try:
        assert echo.stalled.wait(PATIENCE_S)
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE_S)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    last = (tmp_path / "console.txt").read_text().rstrip().splitlines()[-1]
    assert last.startswith("10 passed in ")
