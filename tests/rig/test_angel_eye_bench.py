"""The bench with an emulated Angel Eye shoe: real processes, real bytes, the law's scenarios."""

from __future__ import annotations

import json
import os
import re
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rigs.bench import Bench
from rigs.errors import BenchError, DeviceRefused, DeviceRestarted, GarbledFrames
from rigs.rigfile import default_rig, load_rig
from rigs.roles import Observation
from tests.cli.command import start

pytestmark = pytest.mark.bench

RIG = default_rig().with_name("angel-eye.toml")
LIMIT_S = 5.0
Rigs = Callable[..., Path]


@pytest.fixture
def rig(tmp_path: Path) -> Rigs:
    """Writes the bench's rig file, with some texts of it replaced."""

    def write(*changes: tuple[str, str], shoe_only: bool = False) -> Path:
        text = RIG.read_text("utf-8")
        if shoe_only:
            before, shoe = text.split("[devices.shoe]")
            text = before + "[devices.shoe]" + shoe.split("\n[")[0] + "\n"
        for old, new in changes:
            assert old in text
            text = text.replace(old, new)
        path = tmp_path / "rig.toml"
        path.write_text(text, "utf-8")
        return path

    return write


@pytest.fixture
def shoe(rig: Rigs, tmp_path: Path) -> Iterator[Bench]:
    with Bench.open(load_rig(rig(shoe_only=True)), tmp_path / "run") as bench:
        bench.begin_scenario("s.1")
        yield bench


def draw(bench: Bench, times: int = 1, **how: object) -> list[Observation]:
    """Draws, one card at a time, and what the shoe says of it."""
    said: list[Observation] = []
    for _ in range(times):
        bench.stimulate("shoe", "draw", **how)
        said += bench.observe(bool, LIMIT_S)
    return said + bench.sync()


def test_a_round_of_blackjack_is_followed_card_by_card(shoe: Bench) -> None:
    """Three boxes and a dealer: ten cards in a row, which no baccarat round has."""
    cards = "2C 3D 4H 5S 6C 7D 8H 9S TC JD".split()
    shoe.stimulate("shoe", "load", cards=[*cards, "cover"])
    said = draw(shoe, 12)
    assert [one.data["card"] for one in said[:10]] == cards
    assert {one.data["place"] for one in said[:10]} == {"lock"}
    assert [one.kind for one in said[10:]] == ["cover-card", "empty"]
    assert not any("face" in one.data for one in said)


def test_the_key_turned_in_play_is_noted_and_the_order_still_counts(shoe: Bench) -> None:
    shoe.stimulate("shoe", "load", cards=["2C", "3D", "4H"])
    said = draw(shoe)
    shoe.stimulate("shoe", "key-lock", on=False)
    said += draw(shoe)
    assert [(one.data["card"], one.data["place"]) for one in said] == [
        ("2C", "lock"),
        ("3D", "player 1"),
    ]
    assert {"key", "unlocked"} <= {note.kind for note in shoe.notes}
    # The next time that the bench asks, it locks the shoe again.
    assert draw(shoe)[0].data == {"card": "4H", "place": "lock"}


def test_a_card_pushed_back_is_a_fault_and_no_card(shoe: Bench) -> None:
    shoe.stimulate("shoe", "load", cards=["2C"])
    shoe.stimulate("shoe", "draw", push_back="midway")
    (fault,) = shoe.observe(bool, LIMIT_S)
    assert fault.data == {"code": "pushed-back-midway"}
    assert [one.data["card"] for one in draw(shoe)] == ["2C"]


def test_power_lost_in_a_round_is_a_restart_and_not_a_new_shoe(shoe: Bench) -> None:
    shoe.stimulate("shoe", "load", cards=["2C", "3D"])
    draw(shoe)
    device = shoe.devices["shoe"]
    device.stimulus.do("power", {"on": False})  # not by the bench, which would expect it
    device.stimulus.do("power", {"on": True})
    with pytest.raises(DeviceRestarted, match=r"shoe.*started anew"):
        shoe.observe(bool, LIMIT_S)
    # The next scenario begins on the same shoe, locked again.
    shoe.begin_scenario("s.2")
    shoe.stimulate("shoe", "load", cards=["4H"])
    assert [one.data for one in draw(shoe)] == [{"card": "4H", "place": "lock"}]


def test_an_error_of_one_scenario_is_cancelled_before_the_next(shoe: Bench) -> None:
    shoe.stimulate("shoe", "load", cards=["2C"])
    shoe.stimulate("shoe", "draw", unreadable=True)
    assert [one.data["code"] for one in shoe.observe(bool, LIMIT_S)] == ["unread-card"]
    shoe.begin_scenario("s.2")
    assert shoe.devices["shoe"].driver.status() == "ready"


def test_in_game_mode_the_seventh_card_is_inconclusive_and_names_the_mode(
    rig: Rigs, tmp_path: Path
) -> None:
    path = rig(('mode = "lock"', 'mode = "game"'), shoe_only=True)
    with Bench.open(load_rig(path), tmp_path / "run") as bench:
        bench.begin_scenario("s.1")
        # Player 5 draws a 4, banker 4 draws: six cards, then the round is over.
        bench.stimulate("shoe", "load", cards="2H 5C 3H 9C 4H AC KD".split())
        said = draw(bench, 6)
        assert [one.data["place"] for one in said] == [
            "player 1", "banker 1", "player 2", "banker 2", "player 3", "banker 3",
        ]  # fmt: skip
        with pytest.raises(DeviceRefused, match=r'over-draw; set options.mode = "lock"'):
            draw(bench)


def test_a_retransmission_brings_no_second_card(rig: Rigs, tmp_path: Path) -> None:
    path = rig(('mode = "lock"', 'mode = "game"'), shoe_only=True)
    with Bench.open(load_rig(path), tmp_path / "run") as bench:
        bench.begin_scenario("s.1")
        bench.stimulate("shoe", "load", cards=["2H", "5C"])
        draw(bench)
        bench.stimulate("shoe", "retransmit")
        assert bench.sync() == []
        assert [one.data["card"] for one in draw(bench)] == ["5C"]


def test_who_the_shoe_is_is_the_operators_word_in_what_reports_are_made_of(shoe: Bench) -> None:
    (described,) = shoe.describe()
    assert described["identity"]["serial"] == "EMU-SHOE-1"
    assert described["identity"]["source"] == "operator's statement"
    assert "card.face" not in described["says"]


def test_however_the_bench_ends_the_shoe_is_locked(rig: Rigs, tmp_path: Path) -> None:
    with Bench.open(load_rig(rig(shoe_only=True)), tmp_path / "run") as bench:
        bench.begin_scenario("s.1")
    assert bench.account is not None
    assert bench.account.all_safe
    assert bench.account.devices["shoe"].how == "it acknowledged the lock"


def test_a_killed_shoe_is_an_error_of_the_bench(shoe: Bench) -> None:
    shoe.stimulate("shoe", "load", cards=["2C"])
    os.kill(shoe._emulators["shoe"].announced.pid, signal.SIGKILL)
    with pytest.raises(BenchError, match="shoe"):
        draw(shoe)
    shoe.begin_scenario("s.2")
    shoe.stimulate("shoe", "load", cards=["4H"])
    assert [one.data["card"] for one in draw(shoe)] == ["4H"]


def test_rig_check_names_the_wrong_span(rig: Rigs, tmp_path: Path) -> None:
    path = rig(
        ('speed = "100", bcc_span = "with-stx"', 'speed = "100", bcc_span = "without-stx"'),
        shoe_only=True,
    )
    ended = start([sys.executable, "-m", "burncard", "rig", "check", str(path)], tmp_path)
    assert ended.returncode == 3
    assert "NAK 02 (checksum)" in ended.stdout
    assert 'set options.bcc_span = "without-stx"' in ended.stdout


def test_rig_check_says_whose_word_the_identity_is(rig: Rigs, tmp_path: Path) -> None:
    words = [sys.executable, "-m", "burncard", "rig", "check", str(rig(shoe_only=True)), "--json"]
    ended = start(words, tmp_path)
    assert ended.returncode == 0
    (row,) = json.loads(ended.stdout)["rows"]
    assert row["identity"]["source"] == "operator's statement"


# -- the law's scenarios ---------------------------------------------------------------------------

CHOSEN = " or ".join(
    (
        "face-up-in-place-of-due",
        "empty-when-the-dealer-draws",
        "empty-when-a-player-has-asked",
        "it-is-held-and-nothing",
        "first-one-card-face-up",
        "while-a-player-draws",
        "the-surrender-settles-bet",
    )
)


def play(folder: Path, rig_file: Path, select: str) -> dict[str, Any]:
    """The run's ``run.json`` and ``verdicts.json`` in one."""
    out = folder / "out"
    words = ["--rig", str(rig_file), "--out", str(out), "-k", select]
    ended = start([sys.executable, "-m", "burncard", "run", *words], folder, limit=120)
    assert ended.returncode in (0, 1, 3), ended.stdout + ended.stderr
    verdicts: dict[str, Any] = json.loads((out / "verdicts.json").read_text())
    return {**json.loads((out / "run.json").read_text()), **verdicts}


def of_scenarios(run: dict[str, Any]) -> dict[str, str]:
    return {one["id"]: one["verdict"] for one in run["scenarios"]}


@pytest.mark.slow
def test_the_scenarios_have_the_verdicts_of_the_emulated_bench(tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    own = play(tmp_path / "own", default_rig(), CHOSEN)
    angel = play(tmp_path, RIG, CHOSEN)
    assert of_scenarios(angel) == of_scenarios(own)
    assert len(of_scenarios(own)) > 8
    assert set(of_scenarios(own).values()) == {"conforms"}

    # Only what the shoe has no word for differs: how a card lies in it.
    cells = [
        {
            (clause, role): cell["verdict"]
            for clause, entry in run["clauses"].items()
            for role, cell in entry["devices"].items()
        }
        for run in (own, angel)
    ]
    differ = {key for key in cells[0] if cells[0][key] != cells[1][key]}
    assert ("685a.12(a)", "shoe") in differ
    assert {cells[1][key] for key in differ} == {"not tested"}
    assert {role for _, role in differ} == {"shoe"}
    assert any("cannot say card face up" in line for line in angel["missing"])


@pytest.mark.parametrize(
    ("defect", "error", "words"),
    [
        ("restarts-in-mid-round", DeviceRestarted, "started anew"),
        ("counter-restarts", GarbledFrames, "went back"),
    ],
)
def test_a_shoe_that_starts_anew_by_itself_is_no_evidence(
    rig: Rigs, tmp_path: Path, defect: str, error: type[BenchError], words: str
) -> None:
    path = rig(
        ("emulator = { options", f'emulator = {{ defects = ["{defect}"], options'),
        # As quick as this shoe is, its old numbers would still be in the window for copies.
        ('quiet_ms = "0"', 'quiet_ms = "0", repeat_window_ms = "0"'),
        shoe_only=True,
    )
    with Bench.open(load_rig(path), tmp_path / "run") as bench:
        bench.begin_scenario("s.1")
        bench.stimulate("shoe", "load", cards=["2C"] * 9)
        with pytest.raises(error, match=words):
            draw(bench, 9)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("defect", "clause", "select"),
    [
        ("reports-card-twice", "685a.7(e)(1)", "first-one-card-face-up"),
        ("skips-double-fed-card", "685a.12(b)", "it-is-held-and-nothing"),
    ],
)
def test_a_bad_shoe_is_found_over_this_protocol_too(
    rig: Rigs, tmp_path: Path, defect: str, clause: str, select: str
) -> None:
    path = rig(("emulator = { options", f'emulator = {{ defects = ["{defect}"], options'))
    path.write_text(re.sub(r"(?m)^late = [\d.]+", "late = 1.1", path.read_text()))
    run = play(tmp_path, path, select)
    assert run["clauses"][clause]["devices"]["shoe"]["verdict"] == "finding"
    assert {
        role
        for entry in run["clauses"].values()
        for role, cell in entry["devices"].items()
        if cell["verdict"] == "finding"
    } == {"shoe"}


@pytest.mark.slow
def test_a_shoe_with_no_word_for_empty_is_not_judged_on_it_and_the_dealer_tells(
    rig: Rigs, tmp_path: Path
) -> None:
    path = rig(('mode = "lock", ', 'mode = "lock", draw_timed_out = "note", '))
    run = play(tmp_path, path, "empty-when-the-dealer-draws")
    (scenario,) = run["scenarios"]
    assert scenario["verdict"] == "conforms"
    assert scenario["judged"] == {**scenario["judged"], "shoe": False, "table-controller": True}
    assert [one["what"] for one in scenario["not_testable"]] == ["empty"]
    assert "685a.12(e)" in scenario["not_testable"][0]["clauses"]
    assert run["clauses"]["685a.12(e)"]["devices"]["shoe"]["verdict"] == "not tested"
