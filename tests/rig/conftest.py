"""Devices to try the rig layer on: a line device in its own process, and rig files for it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

DEVICE = Path(__file__).with_name("line_device.py")


class LineDevice:
    """A running line device."""

    def __init__(self, *options: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, str(DEVICE), *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.port = self.said()

    def said(self) -> str:
        """The next line that it prints."""
        assert self.process.stdout
        return self.process.stdout.readline().strip()

    def close(self) -> str:
        """Ends it; what else it has printed."""
        try:
            rest, _ = self.process.communicate(timeout=5)
        except ValueError:  # ended before
            rest = ""
        return rest


@pytest.fixture
def line_device() -> Iterator[Callable[..., LineDevice]]:
    """Starts line devices, and ends them after the test."""
    running: list[LineDevice] = []

    def start(*options: str) -> LineDevice:
        running.append(LineDevice(*options))
        return running[-1]

    yield start
    for device in running:
        device.process.kill()
        device.close()


@pytest.fixture
def line_rig(tmp_path: Path) -> Callable[..., Path]:
    """A rig file with one line device on a port."""

    def write(port: str, more: str = "") -> Path:
        path = tmp_path / "line.toml"
        path.write_text(
            "[devices.dut]\n"
            'role = "bench-device"\n'
            f'link = {{ kind = "serial", port = "{port}" }}\n'
            'protocol = "line"\n'
            'stimulus = "none"\n'
            'safe_state = { state = "output off", send = ["SAFE\\n"] }\n' + more
        )
        return path

    return write
