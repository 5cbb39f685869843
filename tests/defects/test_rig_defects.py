"""Defects that the rig file puts in are told of, as those of ``--defect``."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.cli.command import CHECKOUT, start


@pytest.mark.bench
def test_the_defects_of_the_rig_file_are_in_the_plan(tmp_path: Path) -> None:
    sound = (CHECKOUT / "rigs" / "benches" / "emulated.toml").read_text("utf-8")
    place = sound.index("defects = []", sound.index("[devices.masque-reader]"))
    bad = sound[:place] + 'defects = ["swaps-red-yellow", "two-lights"]' + sound[place + 12 :]
    (tmp_path / "bad.toml").write_text(bad, "utf-8")
    features = CHECKOUT / "features" / "down_under_685a" / "s685a_01_masque_light.feature"
    arguments = ["run", "--rig", "bad.toml", "-k", "large-hole-card and tc", "--"]
    more = [str(features), "--defect", "two-lights", "--defect", "hides-empty"]
    ended = start([sys.executable, "-m", "burncard", *arguments, *more], tmp_path, limit=120)

    assert ended.returncode == 1, ended.stdout
    run = json.loads((tmp_path / "out" / "plan.json").read_text())["run"]
    assert run["defects"] == ["two-lights", "hides-empty"]
    assert run["rig_defects"] == ["swaps-red-yellow (masque-reader)"]
