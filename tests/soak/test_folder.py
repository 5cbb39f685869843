"""The folder of a soak: one that cannot be used is refused in one line, before any bench."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from steps.resume import hold
from tests.cli.command import start

SOAK = [sys.executable, "-m", "burncard", "soak", "--rounds", "1", "--out"]


def test_another_soak_is_writing_there(tmp_path: Path) -> None:
    held = hold(tmp_path / "night")
    try:
        ended = start([*SOAK, "night"], tmp_path)
    finally:
        os.close(held)
    assert ended.returncode == 2
    assert ended.stderr == (
        "burncard: night: a run is writing there; wait for its end, or name another directory\n"
    )
    assert not any((tmp_path / "night").iterdir())


@pytest.mark.parametrize("place", ["/proc/night", "file/night", "file"])
def test_a_place_that_takes_no_folder(tmp_path: Path, place: str) -> None:
    if place.startswith("/proc") and not Path("/proc/self").exists():
        pytest.skip("no /proc here")
    (tmp_path / "file").write_text("")
    ended = start([*SOAK, place], tmp_path)
    assert ended.returncode == 2
    assert ended.stderr.startswith(f"burncard: --out {place}: ")
    assert ended.stderr.count("\n") == 1
