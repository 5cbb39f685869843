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
from typing import Any

import pytest

from reference_engine import events as e
from reference_engine.money import parse
from rigs.bench import Bench
from rigs.defective import defect, with_defects
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
    return start([*BURNCARD, "soak", "--out", str(folder / "soak"), *words], folder, limit=1500)


def _rows(folder: Path) -> list[dict[str, Any]]:
    """What it has found."""
    rows: list[dict[str, Any]] = json.loads((folder / "soak" / "soak.json").read_text())["found"]
    return rows


def _proves_itself(folder: Path, name: str, scenario: str) -> None:
    """The scenario fails with the defect and passes without it, by the command that a lab uses."""
    feature = str(folder / "soak" / scenario)
    bad = start(
        [*BURNCARD, "run", "--out", "bad", "--", feature, "--defect", name], folder, limit=120
    )
    assert bad.returncode == 1, bad.stdout + bad.stderr
    good = start([*BURNCARD, "run", "--out", "good", "--", feature], folder, limit=120)
    assert good.returncode == 0, good.stdout + good.stderr


def test_a_defect_is_found_shrunk_and_told(tmp_path: Path) -> None:
    """A shoe that says each card twice: the first card of a round is enough to show it."""
    ended = _soak(tmp_path, "--rounds", "1", "--seed", "5", "--defect", "reports-card-twice")

    assert ended.returncode == 1, ended.stdout + ended.stderr
    rows = _rows(tmp_path)
    assert rows[0]["key"]["role"] == "shoe"
    assert rows[0]["cards"] <= 2
    _proves_itself(tmp_path, "reports-card-twice", rows[0]["scenario"])


TEN = (
    "reports-card-twice",
    "skips-double-fed-card",
    "ignores-face-up",
    "queen-is-no-ten",
    "swaps-red-yellow",
    "lamp-differs-from-message",
    "done-after-jam",
    "halves-bust-it-on-surrender",
    "insurance-pays-2-to-1",
    "hand-shuffle-without-sign",
)
MOST_CARDS = 6
STEPS = ("1", "2", "3", "5", "8", "13", "21", "34", "55", "89", "144", "233")
"""Rounds after which a soak is looked at; it goes on where it was until it has found something."""


@pytest.mark.slow
@pytest.mark.parametrize("name", TEN)
def test_ten_defects_are_found_shrunk_and_told(tmp_path: Path, name: str) -> None:
    """Found by a soak with a fixed seed, shrunk, written; fails on that bench, passes without."""
    words = ["--seed", "1", "--defect", name, "--shrink", "600"]
    rows: list[dict[str, Any]] = []
    for number, rounds in enumerate(STEPS):
        ended = _soak(tmp_path, *words, "--rounds", rounds, *(["--resume"] if number else []))
        assert ended.returncode in (0, 1, 3), ended.stdout + ended.stderr
        rows = _rows(tmp_path)
        if rows:
            break

    assert rows, "not found"
    assert {row["key"]["role"] for row in rows} == {defect(name).role}
    one = min(rows, key=lambda row: (row["cards"], row["deeds"]))
    assert one["cards"] <= MOST_CARDS
    assert (one["rate"]["hits"], one["rate"]["tries"]) == (3, 3)
    _proves_itself(tmp_path, name, one["scenario"])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "rounds"), [("reports-card-twice", "40"), ("losing-bet-returned", "150")]
)
def test_an_intermittent_defect_is_found_and_its_rate_is_told(
    tmp_path: Path, name: str, rounds: str
) -> None:
    """Of twenty times that it could bite, it bites once: each round again may fail or not."""
    rare = ["--defect", name, "--probability", "0.05"]
    ended = _soak(tmp_path, *rare, "--seed", "1", "--rounds", rounds)
    assert ended.returncode in (1, 3), ended.stdout + ended.stderr

    rows = [one for one in _rows(tmp_path) if 0 < one["rate"]["rate"] < 1]
    assert rows, "never found as intermittent"
    one = rows[0]
    assert one["key"]["role"] == defect(name).role
    rate, own = one["rate"], one["scenario_rate"]
    assert rate["tries"] in (10, 60)
    assert rate["low"] < rate["rate"] < rate["high"]
    assert own["tries"] == 20
    assert own["low"] <= own["rate"] <= own["high"]
    text = (tmp_path / "soak" / one["scenario"]).read_text()
    assert (
        f"Intermittent: played again, the round failed {rate['hits']} of {rate['tries']} " in text
    )
    assert f"This scenario failed {own['hits']} of 20 times" in text
    good = start(
        [*BURNCARD, "run", "--out", "good", "--", f"soak/{one['scenario']}"], tmp_path, limit=120
    )
    assert good.returncode == 0, good.stdout + good.stderr


def test_a_killed_soak_goes_on_where_it_was(tmp_path: Path) -> None:
    words = [*BURNCARD, "soak", "--out", "soak", "--seed", "2", "--rounds"]
    process = subprocess.Popen([*words, "1000000"], cwd=tmp_path, stdout=subprocess.DEVNULL)
    state = tmp_path / "soak" / "soak.json"
    try:
        deadline = time.monotonic() + 120
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
