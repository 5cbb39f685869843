"""`burncard emulate`: a device for any client, started and ended as a person does."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import Run, environment


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_a_device_says_where_it_is_and_ends_on_a_signal(
    tmp_path: Path, end: signal.Signals
) -> None:
    command = [sys.executable, "-m", "burncard", "emulate", "shoe", "--tcp", "127.0.0.1:0"]
    with subprocess.Popen(
        command,
        cwd=tmp_path,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            said = json.loads(process.stdout.readline())
            assert said["pid"] == process.pid
            host, _, port = said["stimulus"].rpartition(":")
            with socket.create_connection((host, int(port)), timeout=5) as link:
                link.settimeout(5)
                link.sendall(b'{"do":"load","cards":["KH"]}\n{"do":"fly"}\n')
                with link.makefile() as answers:
                    assert json.loads(answers.readline())["ok"] is True
                    assert json.loads(answers.readline())["ok"] is False
            process.send_signal(end)
            _, errors = process.communicate(timeout=5)
        finally:
            process.kill()
    assert "Traceback" not in errors
    assert process.returncode in (0, 128 + end)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("sho",), "invalid choice: 'sho'"),
        (("shoe", "--defect", "skips"), "skips-double-fed-card"),
        (("shoe", "--tcp", "nowhere"), "nowhere"),
    ],
)
def test_a_mistake_is_one_line(burncard: Run, words: tuple[str, ...], said: str) -> None:
    done = burncard("emulate", *words)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("burncard emulate: ")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
