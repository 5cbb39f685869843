"""Eight units built wrong on purpose: each must bring a finding on the clause that it breaks.

The whole way is used: rig file, emulator process, link, driver, comparison, verdicts. The clauses
are those that each unit breaks by the law, not what the harness happened to say.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from rigs.rigfile import default_rig
from tests.cli.command import start

MASQUE = "685a.1 Masque Card Reader device"
EIGHT = {
    ("card-reader", "queen-is-no-ten"): ("665a.9(b)(2)(i)", "an-ace-up-with-the-hole and QC"),
    ("card-reader", "keeps-last-answer"): ("665a.9(b)(2)(i)", "an-ace-up-with-the-hole and QC"),
    ("masque-reader", "swaps-red-yellow"): (MASQUE, "s685a_01_masque_light"),
    ("masque-reader", "lamp-differs-from-message"): (MASQUE, "s685a_01_masque_light"),
    ("shoe", "skips-double-fed-card"): ("685a.12(b)", "it-is-held-and-nothing"),
    ("shoe", "reports-card-twice"): ("685a.7(e)(1)", "s685a_07_deal"),
    ("shuffler", "done-after-jam"): ("685a.12(j)", "s685a_12_j and the-shuffler"),
    ("table-controller", "halves-bust-it-on-surrender"): (
        "665a.9(c)",
        "the-surrender-settles-bet",
    ),
}
"""Role and defect to a clause that such a unit breaks, and the scenarios to play."""


def with_defect(folder: Path, role: str, defect: str) -> Path:
    """The emulated bench with one bad unit; its devices carry the names of their roles."""
    head, device, tail = default_rig().read_text("utf-8").partition(f"[devices.{role}]")
    assert device, role
    rig = folder / f"{defect}.toml"
    tail = tail.replace("defects = []", f'defects = ["{defect}"]', 1)
    head = re.sub(r"(?m)^late = [\d.]+", "late = 1.1", head)  # what never comes is soon given up
    rig.write_text(head + device + tail, "utf-8")
    return rig


def run(folder: Path, *arguments: str) -> CompletedProcess[str]:
    """``burncard run`` with these arguments."""
    return start([sys.executable, "-m", "burncard", "run", *arguments], folder, limit=120)


@pytest.mark.parametrize(("role", "defect"), EIGHT)
def test_the_defect_is_found_on_its_clause(tmp_path: Path, role: str, defect: str) -> None:
    clause, select = EIGHT[role, defect]
    rig = with_defect(tmp_path, role, defect)
    out = tmp_path / "out"

    ended = run(tmp_path, "--rig", str(rig), "--out", str(out), "-k", select)

    verdicts = json.loads((out / "verdicts.json").read_text())
    device = verdicts["clauses"][clause]["devices"].get(role, {})
    assert device.get("verdict") == "finding", ended.stdout
    assert ended.returncode == 1
    innocent = {
        name
        for entry in verdicts["clauses"].values()
        for name, one in entry["devices"].items()
        if one["verdict"] == "finding" and name != role
    }
    assert not innocent, f"findings against devices that did nothing wrong: {innocent}"


def test_the_same_scenarios_find_nothing_wrong_with_the_conforming_bench(tmp_path: Path) -> None:
    out = tmp_path / "out"

    selected = sorted({select for _, select in EIGHT.values()})
    ended = run(tmp_path, "--out", str(out), "-k", " or ".join(selected))

    assert ended.returncode == 0, ended.stdout
    verdicts = json.loads((out / "verdicts.json").read_text())
    assert {one: verdicts["clauses"][one]["verdict"] for one, _ in EIGHT.values()} == dict.fromkeys(
        (one for one, _ in EIGHT.values()), "conforms"
    )
