"""A full disk is no fault of Burncard, nor of a device: one line, and no verdict."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rigs.errors import disk_full
from tests.cli.command import environment

FULL = Path("/dev/full")


def burncard(
    words: list[str], folder: Path, **more: str
) -> tuple[subprocess.CompletedProcess[str], str]:
    with FULL.open("w") as full:
        ended = subprocess.run(
            [sys.executable, "-m", "burncard", *words],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=full,
            stderr=subprocess.PIPE,
            env={**environment(), **more},
            text=True,
            timeout=60,
            check=False,
        )
    return ended, ended.stderr


@pytest.mark.skipif(not FULL.exists(), reason="no /dev/full here")
@pytest.mark.parametrize(
    "words",
    [["law"], ["law", "--house-rules"], ["emulate", "shoe", "--list-defects"], ["run", "--plan"]],
    ids=" ".join,
)
def test_standard_output_that_takes_nothing(tmp_path: Path, words: list[str]) -> None:
    ended, told = burncard(words, tmp_path)
    assert ended.returncode == 3
    assert told.splitlines()[-1] == (
        "burncard: the output: cannot be written (No space left on device)"
    )
    assert "Traceback" not in told
    assert "fault of Burncard" not in told


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
def test_a_run_whose_folder_takes_no_more(tmp_path: Path, number: int) -> None:
    """As pytest's own plugins meet it, after the first scenario and again at the end."""
    (tmp_path / "no_disk.py").write_text(
        "import pytest\n"
        f"FULL = {number}, {os.strerror(number)!r}, 'out/allure-results/x.json'\n"
        "@pytest.hookimpl(wrapper=True, tryfirst=True)\n"
        "def pytest_runtest_protocol():\n    yield\n    raise OSError(*FULL)\n"
        "@pytest.hookimpl(wrapper=True, tryfirst=True)\n"
        "def pytest_sessionfinish():\n    yield\n"
        "    raise ExceptionGroup('two', [ValueError(), OSError(*FULL)])\n"
    )
    words = ["run", "--rig", "none", "-k", "surrender"]
    ended = subprocess.run(
        [sys.executable, "-m", "burncard", *words, "--", "-p", "no_disk"],
        cwd=tmp_path,
        capture_output=True,
        env={**environment(), "PYTHONPATH": str(tmp_path)},
        text=True,
        timeout=60,
        check=False,
    )
    assert ended.returncode == 3
    says = f"out/allure-results/x.json: cannot be written ({os.strerror(number)})"
    assert says in ended.stdout
    assert ended.stderr.splitlines()[-1] == f"burncard: {says}"
    assert "Traceback" not in ended.stdout + ended.stderr
    assert "INTERNALERROR" not in ended.stdout + ended.stderr


def test_what_is_no_full_disk() -> None:
    assert disk_full(ValueError()) is None
    assert disk_full(OSError(errno.EACCES, "no")) is None
    assert disk_full(ExceptionGroup("two", [ValueError(), KeyError()])) is None
