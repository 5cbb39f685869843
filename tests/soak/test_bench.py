"""A soak on the emulated bench: real processes, real bytes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from reference_engine import events as e
from reference_engine.money import parse
from rigs.bench import Bench
from rigs.defective import with_defects
from rigs.rigfile import load_rig
from steps.soak.case import Case, Deed
from steps.soak.playing import play_case
from tests.cli.command import start

DU = "down-under-blackjack"
SEAT = e.Seat(1, parse("10.00"))
BURNCARD = [sys.executable, "-m", "burncard"]


def _case(*events: e.Event) -> Case:
    return Case(DU, {}, tuple(Deed(event) for event in events))


def _dealt(cards: str) -> list[e.Event]:
    return [e.OpenRound((SEAT,)), *(e.DrawCard(card) for card in cards.split()), e.Peek()]


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    """Its Masque reader takes red for yellow and yellow for red."""
    rig = with_defects(load_rig(None), ["swaps-red-yellow"])
    with Bench.open(rig, tmp_path_factory.mktemp("bench"), label="") as bench:
        yield bench


def test_a_reader_that_was_wrong_before_its_link_went_is_the_one_to_blame(
    bench: Bench, tmp_path: Path
) -> None:
    case = _case(*_dealt("9S 7C 8S KD"), e.MasqueFault("link-lost"))
    played = play_case(bench, case, "wrong-then-gone", tmp_path, {})

    assert played.verdict == "finding"
    assert {one.key.role for one in played.failures} == {"masque-reader"}


def test_a_reader_is_heard_again_once_it_is_restored(bench: Bench, tmp_path: Path) -> None:
    case = _case(
        e.MasqueFault("power-lost"),
        e.MasqueRestored("repaired", inspected=True),
        *_dealt("9S 7C 8S 5D"),  # a five is Small: blue, which this reader knows
        e.Act(1, "stand"),
    )
    played = play_case(bench, case, "gone-then-back", tmp_path, {})

    assert played.verdict == "conforms", played.reason


def _soak(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return start([*BURNCARD, "soak", "--out", str(folder / "soak"), *words], folder, limit=400)


def _state(folder: Path) -> dict[str, object]:
    read: dict[str, object] = json.loads((folder / "soak" / "soak.json").read_text())
    return read


def _found(folder: Path, role: str, clauses: set[str]) -> dict[str, object]:
    rows = _state(folder)["found"]
    assert isinstance(rows, list)
    match = [one for one in rows if one["key"]["role"] == role and one["key"]["clause"] in clauses]
    assert match, rows
    one: dict[str, object] = match[0]
    return one


def _proves_itself(folder: Path, defect: str, scenario: object) -> None:
    """The scenario fails with the defect and passes without it, by the command that a lab uses."""
    feature = str(folder / "soak" / str(scenario))
    bad = start(
        [*BURNCARD, "run", "--out", "bad", "--", feature, "--defect", defect], folder, limit=120
    )
    assert bad.returncode == 1, bad.stdout + bad.stderr
    good = start([*BURNCARD, "run", "--out", "good", "--", feature], folder, limit=120)
    assert good.returncode == 0, good.stdout + good.stderr


def test_a_defect_is_found_shrunk_and_told(tmp_path: Path) -> None:
    """A shoe that says each card twice: the first card of a round is enough to show it."""
    ended = _soak(tmp_path, "--rounds", "1", "--seed", "5", "--defect", "reports-card-twice")

    assert ended.returncode == 1, ended.stdout + ended.stderr
    rows = _state(tmp_path)["found"]
    assert isinstance(rows, list)
    assert rows[0]["key"]["role"] == "shoe"
    assert rows[0]["cards"] <= 2
    _proves_itself(tmp_path, "reports-card-twice", rows[0]["scenario"])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("defect", "role", "clauses", "rounds"),
    [
        ("halves-bust-it-on-surrender", "table-controller", {"665a.9(c)"}, "60"),
        ("swaps-red-yellow", "masque-reader", {"685a.1 Masque Card Reader device"}, "30"),
        ("done-after-jam", "shuffler", {"685a.12(j)", "665a.13~jam"}, "120"),
    ],
)
def test_defects_are_found_shrunk_and_told(
    tmp_path: Path, defect: str, role: str, clauses: set[str], rounds: str
) -> None:
    _soak(tmp_path, "--rounds", rounds, "--seed", "5", "--defect", defect)

    one = _found(tmp_path, role, clauses)
    assert isinstance(one["cards"], int)
    assert one["cards"] <= 6
    _proves_itself(tmp_path, defect, one["scenario"])


def test_a_killed_soak_goes_on_where_it_was(tmp_path: Path) -> None:
    words = [*BURNCARD, "soak", "--out", "soak", "--seed", "2", "--rounds"]
    process = subprocess.Popen([*words, "1000000"], cwd=tmp_path, stdout=subprocess.DEVNULL)
    state = tmp_path / "soak" / "soak.json"
    try:
        deadline = time.monotonic() + 30
        while not state.exists() and time.monotonic() < deadline:
            time.sleep(0.2)
    finally:
        os.kill(process.pid, signal.SIGKILL)
        process.wait(10)
    before = json.loads(state.read_text())
    assert before["rounds"] > 0
    assert before["ended"] == ""

    wanted = str(before["rounds"] + 3)
    wrong = start(
        [*BURNCARD, "soak", "--out", "soak", "--seed", "3", "--rounds", wanted, "--resume"],
        tmp_path,
    )
    assert wrong.returncode == 2
    assert "its seed is 2, not 3" in wrong.stderr
    ended = start([*words, wanted, "--resume"], tmp_path, limit=120)
    after = json.loads(state.read_text())
    assert after["rounds"] == before["rounds"] + 3, ended.stdout + ended.stderr
    assert sum(after["verdicts"].values()) == after["rounds"]
    assert after["ended"] == "done"
    assert not list((tmp_path / "soak" / "wire").glob("round-*")), "of sound rounds nothing is kept"


def test_a_directory_with_something_else_is_not_used(tmp_path: Path) -> None:
    (tmp_path / "soak").mkdir()
    (tmp_path / "soak" / "thesis.txt").write_text("mine")
    ended = _soak(tmp_path, "--rounds", "1")

    assert ended.returncode == 2
    assert "is not an empty directory" in ended.stderr
