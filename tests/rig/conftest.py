"""Devices to try the rig layer on: a line device in its own process, and rig files for it."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
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
        )
        self._held = b""
        self.port = self.said()

    def said(self) -> str:
        """The next line that it prints, within five seconds."""
        assert self.process.stdout
        deadline = time.monotonic() + 5
        while b"\n" not in self._held:
            left = max(0.0, deadline - time.monotonic())
            assert select.select((self.process.stdout,), (), (), left)[0], "it says nothing"
            chunk = os.read(self.process.stdout.fileno(), 4096)
            assert chunk, "it ended"
            self._held += chunk
        line, _, self._held = self._held.partition(b"\n")
        return line.decode()

    def close(self) -> str:
        """Ends it; what else it has printed."""
        try:
            rest, _ = self.process.communicate(timeout=5)
        except ValueError:  # ended before
            rest = b""
        return (self._held + rest).decode()


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
