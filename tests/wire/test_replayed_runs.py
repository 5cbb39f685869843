"""A recorded run is played again against its own wire log: same verdicts, same differences.

Everything real: the run of `burncard run`, with the recorded session in each device's place.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from rigs.rigfile import default_rig
from tests.cli.command import start
from tests.defects.test_eight import EIGHT, with_defect

pytestmark = pytest.mark.bench


def run(folder: Path, out: str, *arguments: str) -> CompletedProcess[str]:
    return start(
        [sys.executable, "-m", "burncard", "run", "--out", out, *arguments], folder, limit=500
    )


def replaying(
    folder: Path, log: str, timing: str = '"fast"', only: str = "", bench: str = ""
) -> str:
    """An emulated bench with recorded sessions in the places of all devices, or of one."""
    rig = default_rig().with_name(f"{bench or 'emulated'}.toml")
    parts = re.split(r"(?m)^(?=\[devices\.)", rig.read_text("utf-8"))
    link = f'link = {{ kind = "replay", log = "{log}", timing = {timing} }}'
    for place, part in enumerate(parts[1:], start=1):
        if not only or part.startswith(f"[devices.{only}]"):
            part = re.sub(r"(?m)^emulator = .*\n", "", part)
            parts[place] = re.sub(r"(?m)^link = .*", link, part)
    path = folder / f"replay-{len(list(folder.glob('*.toml')))}.toml"
    text = "".join(parts)
    path.write_text(text if bench else text.replace("late = 2.0", "late = 1.1"), "utf-8")
    return str(path)


def outcome(out: Path) -> dict[str, tuple[str, list[dict[str, Any]]]]:
    """Scenario to verdict and discrepancies, without the times, which are those of each run."""
    scenarios = json.loads((out / "run.json").read_text("utf-8"))["scenarios"]
    return {
        one["id"]: (
            one["verdict"],
            [
                {k: v for k, v in each.items() if k not in ("t", "text")}
                for each in one["discrepancies"]
            ],
        )
        for one in scenarios
    }


def counts(out: Path) -> dict[str, int]:
    found: dict[str, int] = json.loads((out / "verdicts.json").read_text("utf-8"))["counts"]
    return {verdict: number for verdict, number in found.items() if number}


def test_a_defect_caught_in_the_field_is_caught_again_from_its_recording(tmp_path: Path) -> None:
    # A reader that takes a queen for no ten: against QC its answer is wrong, against KC it is not.
    _, select = EIGHT["card-reader", "queen-is-no-ten"]
    select = select.replace("QC", "(QC or KC)")
    rig = with_defect(tmp_path, "card-reader", "queen-is-no-ten")
    run(tmp_path, "field", "--rig", str(rig), "-k", select)
    recorded = outcome(tmp_path / "field")
    assert {verdict for verdict, _ in recorded.values()} == {"finding", "conforms"}

    run(tmp_path, "again", "--rig", replaying(tmp_path, "field"), "-k", select)

    # Discrepancies carry the device's bytes: the same to the last bit, numbers and clock included.
    assert outcome(tmp_path / "again") == recorded


OTHERS = {
    # bench: a defect of the device that speaks otherwise, scenarios that catch it, and one more
    "angel-eye": ("skips-double-fed-card", "it-is-held-and-nothing or (665a.7(g) and kc)"),
    "bee-tek": ("skips-double-fed-card", "it-is-held-and-nothing or (665a.7(g) and kc)"),
    "profiles": ("queen-is-no-ten", "an-ace-up-with-the-hole and (QC or KC)"),
}


@pytest.mark.parametrize("bench", OTHERS)
def test_devices_that_speak_otherwise_come_to_the_same_verdicts(tmp_path: Path, bench: str) -> None:
    defect, select = OTHERS[bench]
    rig = str(default_rig().with_name(f"{bench}.toml"))
    done = run(tmp_path, "field", "--rig", rig, "-k", select, "--", "--defect", defect)
    recorded = outcome(tmp_path / "field")
    assert {verdict for verdict, _ in recorded.values()} == {"finding", "conforms"}, done.stdout

    run(tmp_path, "again", "--rig", replaying(tmp_path, "field", bench=bench), "-k", select)

    assert outcome(tmp_path / "again") == recorded


FEATURE = """\
Feature: One round
  Background:
    Given a Double Attack Blackjack table

  @clause:665a.9(b)(1) @device:shoe @device:table-controller
  Scenario: Surrender on two cards
    Given the shoe is stacked with 7D 9S {card} KH
    And seat 1 bets 20.00
    When the round is dealt
    And seat 1 surrenders
    Then {then}
"""


def test_another_round_than_the_recorded_one_is_named_and_inconclusive(tmp_path: Path) -> None:
    one = tmp_path / "one.feature"
    one.write_text(FEATURE.format(card="6C", then="the discard rack holds 9S 6C 7D KH"), "utf-8")
    assert run(tmp_path, "field", "--", str(one)).returncode == 0
    rig = replaying(tmp_path, "field")
    # The shoe alone is a recording, in its own time, among live devices.
    alone = replaying(tmp_path, "field", '"recorded"', only="shoe")
    assert run(tmp_path, "same", "--rig", alone, "--", str(one)).returncode == 0
    assert counts(tmp_path / "same") == {"conforms": 1}

    one.write_text(FEATURE.format(card="5C", then="the discard rack holds 9S 5C 7D KH"), "utf-8")
    ended = run(tmp_path, "other", "--rig", rig, "--", str(one))

    assert ended.returncode == 3
    assert counts(tmp_path / "other") == {"inconclusive": 1}
    reason = json.loads((tmp_path / "other" / "run.json").read_text())["scenarios"][0]["reason"]
    assert "shoe" in reason
    assert 'the bench does \'load\' {"cards":["7D","9S","5C","KH"]}' in reason
    assert 'the act \'load\' {"cards":["7D","9S","6C","KH"]}' in reason


@pytest.mark.parametrize("last", [False, True], ids=["in the middle", "the last line"])
def test_a_recording_with_a_hole_charges_no_device(tmp_path: Path, last: bool) -> None:
    """A shoe without numbers: what the lost line held would pass for a card never reported."""
    one = tmp_path / "one.feature"
    one.write_text(FEATURE.format(card="6C", then="the discard rack holds 9S 6C 7D KH"), "utf-8")
    rig = str(default_rig().with_name("bee-tek.toml"))
    assert run(tmp_path, "field", "--rig", rig, "--", str(one)).returncode == 0
    (log,) = (tmp_path / "field" / "wire").glob("one.*.jsonl")
    lines = log.read_text().splitlines(keepends=True)
    said = [n for n, line in enumerate(lines) if '"shoe","dir":"rx"' in line]
    hole = said[-1] if last else said[1]
    lines[hole] = lines[hole][:-9] if last else lines[hole][:-9] + "\n"
    log.write_text("".join(lines[: hole + 1] if last else lines))

    again = replaying(tmp_path, "field", only="shoe", bench="bee-tek")
    ended = run(tmp_path, "again", "--rig", again, "--", str(one))

    assert ended.returncode == 3, ended.stdout
    assert counts(tmp_path / "again") == {"inconclusive": 1}
    assert f"line {hole + 1}" in ended.stdout
    assert "a recording with a hole" in ended.stdout


@pytest.mark.slow
@pytest.mark.parametrize("timing", ['"fast"', '"recorded"'])
@pytest.mark.parametrize(("role", "defect"), EIGHT)
def test_each_of_eight_bad_units_replayed(
    tmp_path: Path, role: str, defect: str, timing: str
) -> None:
    _, select = EIGHT[role, defect]
    run(tmp_path, "field", "--rig", str(with_defect(tmp_path, role, defect)), "-k", select)
    recorded = outcome(tmp_path / "field")
    run(tmp_path, "again", "--rig", replaying(tmp_path, "field", timing), "-k", select)
    again = outcome(tmp_path / "again")
    # Where two devices spoke in one moment, the recorded controller may be fed in another order:
    # that is named. It is never another verdict.
    torn = {name for name, (verdict, _) in again.items() if verdict == "inconclusive"}
    assert len(torn) <= 1
    # In recorded time on a busy machine, a message that nothing calls for may be counted to the
    # next act, and so to its clauses. At once, nothing may differ.
    parts = 2 if timing == '"fast"' else 1
    assert {name: one[:parts] for name, one in again.items() if name not in torn} == {
        name: one[:parts] for name, one in recorded.items() if name not in torn
    }
    assert "finding" in {verdict for verdict, _ in again.values()}


@pytest.mark.slow
def test_every_scenario_of_a_good_bench_replayed(tmp_path: Path) -> None:
    run(tmp_path, "field")
    run(tmp_path, "again", "--rig", replaying(tmp_path, "field"))
    assert outcome(tmp_path / "again") == outcome(tmp_path / "field")
