"""The line driver: the right answer to each question, never another's, always in time."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rigs.bench import Bench
from rigs.drivers.line import LineDriver
from rigs.errors import DeviceSilent, LinkLost
from rigs.rigfile import load_rig

Start = Callable[..., Any]
Write = Callable[..., Path]


def driver_of(bench: Bench) -> LineDriver:
    driver = bench.devices["dut"].driver
    assert isinstance(driver, LineDriver)
    return driver


def test_questions_and_answers(line_device: Start, line_rig: Write, tmp_path: Path) -> None:
    device = line_device()
    more = 'options = { identify = "WHO" }\n'
    with Bench.open(load_rig(line_rig(device.port, more)), tmp_path / "run") as bench:
        assert bench.devices["dut"].identity.model == "LD-1"
        assert bench.devices["dut"].identity.firmware == "2.0"
        bench.begin_scenario("many.1")
        for number in range(200):
            assert driver_of(bench).ask(b"STEP %06d\n" % number) == b"ACK %06d\n" % number
        bench.end_scenario()
    lines = (tmp_path / "run" / "wire" / "many.1.jsonl").read_text().splitlines()
    sent = b"".join(
        bytes.fromhex(row["hex"]) for row in map(json.loads, lines) if row["dir"] == "tx"
    )
    assert sent == b"".join(b"STEP %06d\n" % number for number in range(200))
    assert device.said().startswith("SAFE")


def test_a_late_answer_is_not_the_next_one(
    line_device: Start, line_rig: Write, tmp_path: Path
) -> None:
    rig = load_rig(line_rig(line_device("slow", "0.6").port))
    with Bench.open(rig, tmp_path / "run") as bench:
        driver = driver_of(bench)
        with pytest.raises(DeviceSilent, match="no line in answer to"):
            driver.ask(b"STEP 1\n", 0.2)
        time.sleep(0.8)
        assert driver.ask(b"STEP 2\n", 2.0) == b"ACK 2\n"
        assert [(note.kind, note.raw) for note in bench.notes] == [("leftover", b"ACK 1\n")]


def test_two_lines_are_no_answer(line_device: Start, line_rig: Write, tmp_path: Path) -> None:
    with Bench.open(load_rig(line_rig(line_device().port)), tmp_path / "run") as bench:
        with pytest.raises(DeviceSilent, match=r"several lines in answer"):
            driver_of(bench).ask(b"TWO\n")
        assert driver_of(bench).ask(b"STEP 5\n") == b"ACK 5\n"


def test_the_device_dies(line_device: Start, line_rig: Write, tmp_path: Path) -> None:
    device = line_device()
    # By a name of our own: that of a pseudo-terminal may soon be another program's.
    name = tmp_path / "dut"
    name.symlink_to(device.port)
    with Bench.open(load_rig(line_rig(str(name))), tmp_path / "run") as bench:
        device.process.kill()
        device.process.wait()
        name.unlink()
        with pytest.raises(LinkLost):
            driver_of(bench).ask(b"STEP 1\n")
    assert bench.account is not None
    assert not bench.account.all_safe
    assert "No such file" in bench.account.devices["dut"].how
