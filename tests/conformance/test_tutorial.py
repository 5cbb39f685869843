"""docs/adding_a_device.md, followed step by step: its files, its commands."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import CHECKOUT, environment

pytestmark = pytest.mark.bench

TEXT = (CHECKOUT / "docs" / "adding_a_device.md").read_text("utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where a reader has saved what the document says, and installed the package."""
    for name, text in re.findall(r"```\w+ file=(\S+)\n(.*?)```", TEXT, re.DOTALL):
        (tmp_path / name).write_text(text)
    # As `pip install` would leave it, without a network.
    info = tmp_path / "acme_burncard-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: acme-burncard\nVersion: 1.0\n")
    points = re.search(r'entry-points\."burncard.drivers"\]\n(.*?)\n\n', TEXT, re.DOTALL)
    assert points
    lines = points[1].replace('"', "")
    (info / "entry_points.txt").write_text(f"[burncard.drivers]\n{lines}\n")
    return tmp_path


@pytest.mark.slow
def test_every_command_of_the_document(folder: Path) -> None:
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    env = {**environment(), "PYTHONPATH": str(folder), "PATH": path}
    commands = "".join(re.findall(r"```sh run\n(.*?)```", TEXT, re.DOTALL)).splitlines()
    assert len(commands) == 3
    for command in commands:
        ended = subprocess.run(
            command.split(),
            cwd=folder,
            env=env,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert ended.returncode == 0, f"{command}\n{ended.stdout}{ended.stderr}"
        if "conformance" in command:
            assert "10 checks pass, 0 fail" in ended.stdout


def test_every_key_of_a_profile_is_in_the_document() -> None:
    from rigs.profiles import format as profile
    from rigs.profiles import framing
    from rigs.profiles.checksum import CHECKSUMS
    from rigs.profiles.words import Field

    structs = (
        *(profile.Profile, profile.Line, profile.Numbers, profile.KeepAlive, profile.Message),
        *(profile.Feed, profile.Commands, framing.Framing, framing.Length, framing.Escape),
        *(framing.Check, Field),
    )
    keys = {key for one in structs for key in one.__struct_fields__} - {"description"}
    missing = {key for key in (*keys, *CHECKSUMS) if not re.search(rf"\b{key}\b", TEXT)}
    assert missing == set()


def test_every_check_is_in_the_document() -> None:
    from rigs.conformance.checks import CHECKS

    rows = re.findall(r"(?m)^\| (`[^|]*`) \|", TEXT[TEXT.index("## What conformance tries") :])
    assert [name.strip("` ") for row in rows for name in row.split(",")] == list(CHECKS)
