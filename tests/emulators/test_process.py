"""An emulator as a process: how it starts, and every way in which it ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from rigs.emulators.process import ROLES
from tests.emulators.unit import ROOT, Unit

LIMIT_S = 5.0


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "rigs.emulators", *words],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=LIMIT_S,
        check=False,
    )


@pytest.mark.parametrize("role", ROLES)
def test_every_role_starts_says_where_it_is_and_ends_when_its_stdin_closes(role: str) -> None:
    with Unit(role, link="--tcp") as unit:
        assert unit.ready["pid"] == unit.process.pid
        assert unit.act("state")["role"] == role
        assert unit.process.stdin is not None
        unit.process.stdin.close()
        assert unit.process.wait(LIMIT_S) == 0
        assert unit.process.stderr is not None
        assert unit.process.stderr.read() == b""


def test_it_starts_quickly() -> None:
    with Unit("shoe") as unit:
        used = psutil.Process(unit.process.pid).cpu_times()
        # 0.05 s on the machine where this was written; room for a slow one.
        assert used.user + used.system < 0.4


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_ends_it_cleanly(number: signal.Signals) -> None:
    with Unit("masque-reader") as unit:
        unit.process.send_signal(number)
        assert unit.process.wait(LIMIT_S) == 0
        assert unit.process.stderr is not None
        assert unit.process.stderr.read() == b""
        assert unit.is_gone()


def test_a_killed_one_takes_its_link_with_it() -> None:
    for link in ("--pty", "--tcp"):
        with Unit("shoe", link=link) as unit:
            unit.process.kill()
            unit.process.wait(LIMIT_S)
            assert unit.is_gone()


def test_it_does_not_outlive_a_killed_parent() -> None:
    parent = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import subprocess, sys, time\n"
            "p = subprocess.Popen([sys.executable, '-m', 'rigs.emulators', 'shoe'],"
            " stdin=subprocess.PIPE, stdout=subprocess.PIPE)\n"
            "print(p.stdout.readline().decode(), end='', flush=True)\n"
            "time.sleep(60)\n",
        ],
        cwd=ROOT,
        stdout=subprocess.PIPE,
    )
    with parent:
        assert parent.stdout is not None
        child = psutil.Process(json.loads(parent.stdout.readline())["pid"])
        parent.kill()
        parent.wait(LIMIT_S)
        _, alive = psutil.wait_procs([child], timeout=LIMIT_S)
        assert not alive


def test_with_no_stdin_to_close_it_runs_until_a_signal() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "rigs.emulators", "shoe"],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
    ) as process:
        try:
            assert process.stdout is not None
            process.stdout.readline()
            time.sleep(0.2)
            assert process.poll() is None
            process.terminate()
            assert process.wait(LIMIT_S) == 0
        finally:
            process.kill()


def test_an_idle_one_uses_no_processor_time() -> None:
    with Unit("table-controller", link="--tcp") as unit:
        process = psutil.Process(unit.process.pid)
        before = process.cpu_times()
        time.sleep(0.5)
        after = process.cpu_times()
        assert (after.user + after.system) - (before.user + before.system) <= 0.02


def test_it_leaves_no_descriptor_open_after_many_clients() -> None:
    with Unit("shoe", link="--tcp") as unit:
        process = psutil.Process(unit.process.pid)
        unit.act("state")
        before = process.num_fds()
        for _ in range(20):
            unit.open(unit.ready["link"])
            unit.command("ping")
            unit.act("cut-link")
            unit.act("join-link")
        unit.open(unit.ready["link"])
        unit.command("ping")
        assert process.num_fds() == before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("shoo",), "invalid choice: 'shoo'"),
        (("shoe", "--defect", "ignores-face-upp"), "near it: ignores-face-up"),
        (("shoe", "--defect", "inverted"), "that is a defect of the card-reader"),
        (("colour-sensor", "--defect", "inverted-eye"), "this role has no defects"),
        (("shoe", "--tcp", "127.0.0.1"), "'127.0.0.1' is no HOST:PORT"),
        (("shoe", "--tcp", "127.0.0.1:99999"), "'127.0.0.1:99999' is no HOST:PORT"),
        (("shoe", "--pty", "--tcp", "127.0.0.1:0"), "not allowed with argument"),
        (("shoe", "--aims-at", "127.0.0.1:1"), "--aims-at is for the colour-sensor"),
        (("shoe", "--powers", "127.0.0.1:1"), "--powers is for the power-supply"),
        ((), "ROLE"),
    ],
)
def test_wrong_arguments_are_one_line_and_exit_2(words: tuple[str, ...], said: str) -> None:
    done = run(*words)
    assert done.returncode == 2
    assert done.stdout == ""
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_port_that_is_taken_is_one_line() -> None:
    with Unit("shoe", link="--tcp") as unit:
        done = run("shoe", "--tcp", unit.ready["link"])
        assert done.returncode == 2
        assert done.stderr.count("\n") == 1
        assert "Address already in use" in done.stderr


def test_a_parent_that_left_before_it_was_ready_makes_no_noise(tmp_path: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "rigs.emulators", "shoe"],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=writer,
            stderr=subprocess.PIPE,
            timeout=LIMIT_S,
            check=False,
        )
    finally:
        os.close(writer)
    assert done.returncode == 0
    assert done.stderr == b""
