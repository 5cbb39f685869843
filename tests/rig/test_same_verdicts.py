"""The same scenarios come to the same verdicts whatever carries the bytes, bad units included.

Other shoes: test_angel_eye_bench.py, test_bee_tek.py; recorded ones: tests/wire/test_replayed_runs.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from rigs.rigfile import default_rig
from tests.cli.command import start

pytestmark = pytest.mark.bench

# A reader that takes a queen for no ten: against QC its answer is wrong, against KC it is not.
DEFECT, SELECT = "queen-is-no-ten", "an-ace-up-with-the-hole and (QC or KC)"


def outcome(folder: Path, rig: str) -> dict[str, tuple[str, list[dict[str, Any]]]]:
    """Scenario to verdict and discrepancies, without what is of the moment."""
    path = folder / "bench.toml"
    path.write_text(rig, "utf-8")
    words = ["run", "--rig", str(path), "--out", "out", "-k", SELECT, "--", "--defect", DEFECT]
    done = start([sys.executable, "-m", "burncard", *words], folder, limit=300)
    assert done.returncode == 1, done.stdout
    return {
        one["id"]: (
            one["verdict"],
            [
                {key: each[key] for key in ("kind", "device", "clauses", "expected", "seen")}
                for each in one["discrepancies"]
            ],
        )
        for one in json.loads((folder / "out" / "run.json").read_text("utf-8"))["scenarios"]
    }


@pytest.fixture(scope="module")
def on_terminals(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return outcome(tmp_path_factory.mktemp("pty"), default_rig().read_text("utf-8"))


@pytest.mark.parametrize("kind", ["tcp", "rfc2217"])
def test_over_other_links(tmp_path: Path, kind: str, on_terminals: dict[str, Any]) -> None:
    rig = default_rig().read_text("utf-8").replace('kind = "pty"', f'kind = "{kind}"')
    assert rig.count(f'kind = "{kind}"') >= 4
    assert {verdict for verdict, _ in on_terminals.values()} == {"finding", "conforms"}
    assert outcome(tmp_path, rig) == on_terminals
