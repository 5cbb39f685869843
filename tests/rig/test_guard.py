"""The guard: whatever ends the runner, the device is told to be safe within a second."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rigs.guard import Plan
from rigs.guard import _make_safe as make_safe
from rigs.links.lock import PortLock
from rigs.rigfile import DeviceSpec, Limits, SafeState, SerialSpec

Start = Callable[..., Any]
Write = Callable[..., Path]
ROOT = Path(__file__).parents[2]

RUNNER = """
import os, sys, time
from pathlib import Path
from rigs.bench import Bench
from rigs.rigfile import load_rig
rig, run_dir, limit, how = sys.argv[1:]
final = [sys.executable, "-c", f"open({run_dir!r} + '/final', 'w').write('made')"]
with Bench.open(load_rig(rig), Path(run_dir), run_limit_s=float(limit), finalise=final) as bench:
    print("open", flush=True)
    if how == "crash":
        os.abort()
    if how == "hang":
        time.sleep(60)
    if how == "error":
        raise RuntimeError("in a step")
"""


@pytest.fixture
def run() -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Starts a runner on a rig, with its bench open when it returns."""
    started: list[subprocess.Popen[str]] = []

    def start(rig: Path, run_dir: Path, how: str, limit: float = 60.0) -> subprocess.Popen[str]:
        runner = subprocess.Popen(
            [sys.executable, "-c", RUNNER, str(rig), str(run_dir), str(limit), how],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            cwd=ROOT,
            start_new_session=True,
        )
        started.append(runner)
        assert runner.stdout
        assert runner.stdout.readline() == "open\n"
        return runner

    yield start
    for runner in started:
        runner.kill()
        runner.communicate()


def account(run_dir: Path) -> dict[str, Any]:
    deadline = time.monotonic() + 5
    while not (run_dir / "guard.json").exists():
        assert time.monotonic() < deadline, (run_dir / "guard.log").read_text()
        time.sleep(0.01)
    told: dict[str, Any] = json.loads((run_dir / "guard.json").read_text())
    return told


def await_file(path: Path) -> str:
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline:
        # Empty between its making and its writing.
        if path.exists() and (text := path.read_text()):
            return text
        time.sleep(0.01)
    raise AssertionError(f"{path} was not made")


@pytest.mark.parametrize(
    "number",
    [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT],
    ids=lambda number: signal.Signals(number).name,
)
def test_a_signal_that_ends_the_runner(
    number: signal.Signals, line_device: Start, line_rig: Write, run: Start, tmp_path: Path
) -> None:
    device = line_device()
    runner = run(line_rig(device.port), tmp_path / "run", "hang")
    sent = time.monotonic()
    # To the whole group, as a terminal or a service manager does: the guard must not go with it.
    os.killpg(runner.pid, number)
    word, at = device.said().split()
    assert word == "SAFE"
    assert float(at) - sent < 1.0
    runner.wait(5)
    told = account(tmp_path / "run")
    assert told["end"] == "runner gone"
    assert told["all_safe"] is True
    assert told["devices"]["dut"]["how"] == "sent; the device does not answer"
    assert await_file(tmp_path / "run" / "final") == "made"


@pytest.mark.parametrize("how", ["crash"])
def test_a_crash(how: str, line_device: Start, line_rig: Write, run: Start, tmp_path: Path) -> None:
    device = line_device()
    run(line_rig(device.port), tmp_path / "run", how).wait(5)
    assert device.said().startswith("SAFE")
    assert account(tmp_path / "run")["end"] == "runner gone"


@pytest.mark.parametrize("how", ["", "error"])
def test_an_end_in_order(
    how: str, line_device: Start, line_rig: Write, run: Start, tmp_path: Path
) -> None:
    device = line_device()
    run(line_rig(device.port), tmp_path / "run", how).wait(5)
    told = account(tmp_path / "run")
    assert told["end"] == "normal"
    assert told["all_safe"] is True
    # Once by the bench, once by the guard that makes sure.
    assert device.close().count("SAFE") == 2
    assert not (tmp_path / "run" / "final").exists()


def test_interrupt(line_device: Start, line_rig: Write, run: Start, tmp_path: Path) -> None:
    device = line_device()
    # A background shell ignores SIGINT, and children would inherit that.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        runner = run(line_rig(device.port), tmp_path / "run", "hang")
    finally:
        signal.signal(signal.SIGINT, before)
    os.killpg(runner.pid, signal.SIGINT)
    assert device.said().startswith("SAFE")
    runner.wait(5)
    assert account(tmp_path / "run")["all_safe"] is True


def test_time_limit(line_device: Start, line_rig: Write, run: Start, tmp_path: Path) -> None:
    device = line_device()
    runner = run(line_rig(device.port), tmp_path / "run", "hang", limit=0.6)
    assert runner.wait(5) == -signal.SIGKILL
    assert device.said().startswith("SAFE")
    told = account(tmp_path / "run")
    assert told["end"] == "time limit"
    assert told["all_safe"] is True


def test_a_device_that_cannot_be_made_safe_is_named(
    line_device: Start, line_rig: Write, run: Start, tmp_path: Path
) -> None:
    device = line_device()
    # By a name of our own: that of a pseudo-terminal may soon be another program's.
    name = tmp_path / "dut"
    name.symlink_to(device.port)
    runner = run(line_rig(str(name)), tmp_path / "run", "hang")
    device.process.kill()
    device.process.wait()
    name.unlink()
    runner.kill()
    runner.wait()
    told = account(tmp_path / "run")
    assert told["all_safe"] is False
    assert told["devices"]["dut"]["safe"] is False
    assert "No such file" in told["devices"]["dut"]["how"]


def plan_for(port: str, emulators: dict[str, int]) -> Plan:
    spec = DeviceSpec(
        role="x",
        link=SerialSpec(port),
        safe_state=SafeState("off", ("SAFE\n",)),
        protocol="line",
        driver="line",
    )
    return Plan(os.getpid(), {"dut": spec}, Limits(safe=1.0), emulators, 60.0)


def test_a_port_that_is_free_a_moment_later(line_device: Start, tmp_path: Path) -> None:
    device = line_device()
    held = PortLock("dut", device.port)
    release = threading.Timer(0.15, held.release)
    release.start()
    outcomes = make_safe(plan_for(device.port, {}), (), time.monotonic(), tmp_path)
    release.join()
    assert outcomes["dut"].safe, outcomes
    assert outcomes["dut"].ms > 100
    assert device.said().startswith("SAFE")


def test_a_port_that_is_never_free(line_device: Start, tmp_path: Path) -> None:
    device = line_device()
    held = PortLock("dut", device.port)
    begun = time.monotonic()
    outcomes = make_safe(plan_for(device.port, {}), (), time.monotonic(), tmp_path)
    held.release()
    assert time.monotonic() - begun < 10
    assert not outcomes["dut"].safe
    assert f"process {os.getpid()} has it open" in outcomes["dut"].how


def test_safe_though_nothing_can_be_written(line_device: Start, tmp_path: Path) -> None:
    device = line_device()
    (tmp_path / "wire").write_text("a file where a folder should be")
    outcomes = make_safe(plan_for(device.port, {}), (), time.monotonic(), tmp_path)
    assert outcomes["dut"].safe, outcomes
    assert device.said().startswith("SAFE")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full disk")
def test_safe_though_the_disk_is_full(line_device: Start, tmp_path: Path) -> None:
    device = line_device()
    (tmp_path / "wire").mkdir()
    (tmp_path / "wire" / "guard.jsonl").symlink_to("/dev/full")
    outcomes = make_safe(plan_for(device.port, {}), (), time.monotonic(), tmp_path)
    assert outcomes["dut"].safe, outcomes
    assert device.said().startswith("SAFE")


def test_nothing_is_sent_to_the_terminal_of_an_emulator_that_is_gone(
    line_device: Start, tmp_path: Path
) -> None:
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    device = line_device()  # in its place: another program's terminal of the same name
    outcomes = make_safe(plan_for(device.port, {"dut": gone.pid}), (), time.monotonic(), tmp_path)
    assert not outcomes["dut"].safe
    assert outcomes["dut"].how == "dut: its emulator is gone"
    assert device.close() == ""


@pytest.mark.bench
def test_emulated_bench_after_sigkill(run: Start, tmp_path: Path) -> None:
    runner = run(ROOT / "rigs/benches/emulated.toml", tmp_path, "hang")
    pids = [int(path.name) for path in Path("/proc").glob("[0-9]*") if _child_of(path, runner.pid)]
    assert len(pids) == 8  # seven devices and the guard
    runner.kill()
    runner.wait()
    told = account(tmp_path)
    assert told["all_safe"] is True, told
    assert told["took_ms"] < 1000
    assert set(told["devices"]) == {
        "shoe",
        "shuffler",
        "card-reader",
        "masque-reader",
        "table-controller",
        "colour-sensor",
        "power-supply",
    }
    assert await_file(tmp_path / "final") == "made"
    deadline = time.monotonic() + 3
    while time.monotonic() < deadline and any(map(_runs, pids)):
        time.sleep(0.02)
    assert not any(map(_runs, pids))


def _child_of(path: Path, parent: int) -> bool:
    try:
        return path.joinpath("stat").read_text().rpartition(")")[2].split()[1] == str(parent)
    except OSError:
        return False


def _runs(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"
