"""What docs/nightly.md shows is what works."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from burncard.nightly.plan import read

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "nightly.md").read_text("utf-8")


def _block(kind: str) -> str:
    found = re.search(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None
    return found[1]


def test_the_plan_is_one(tmp_path: Path) -> None:
    """Also with every line that is commented out: a key that is gone would be refused."""
    shown = _block("toml")
    path = tmp_path / "plan.toml"
    path.write_text(shown)
    assert [one.name for one in read(path).jobs] == ["emulated"]
    whole = re.sub(r"(?m)^# (?=\S)", "", shown)
    for name in ("lab-1.toml", "features"):
        (tmp_path / name).touch()
    path.write_text(whole)
    found = read(path)
    assert [one.name for one in found.jobs] == ["emulated", "lab-1-1.5.0-rc1"]
    assert found.plan.webhook.url_env == "LAB_WEBHOOK"
    assert found.jobs[1].build is not None
    assert found.jobs[1].build.expect == {"shoe": "1.5.0"}


def test_the_ci_example_is_the_file_beside_it() -> None:
    assert (DOCS / "nightly-ci.yml").read_text("utf-8") == _block("yaml")


def test_systemd_takes_the_units(tmp_path: Path) -> None:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("systemd-analyze is not installed")
    units = []
    for unit in sorted((DOCS / "systemd").iterdir()):
        text = re.sub(r"(?m)^ExecStart=\S+", "ExecStart=/bin/true", unit.read_text("utf-8"))
        (tmp_path / unit.name).write_text(text)
        units.append(str(tmp_path / unit.name))
    assert len(units) == 3
    done = subprocess.run(
        [program, "verify", *units], capture_output=True, text=True, timeout=30, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
