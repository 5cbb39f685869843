"""The emulated bench as a whole: real processes, real bytes."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from rigs.bench import Bench
from rigs.errors import BenchError, EmulatorFailed, StimulusError
from rigs.rigfile import EmulatorSpec, default_rig, load_rig
from rigs.roles import Observation

pytestmark = pytest.mark.bench


@pytest.fixture(scope="module")
def open_bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    folder = tmp_path_factory.mktemp("run")
    text = default_rig().read_text()
    path = folder / "quick.toml"
    # Shorter limits, so that a test of what never answers takes no longer than it must.
    path.write_text(re.sub(r"(?m)^(answer|late) = [0-9.]+", r"\1 = 0.7", text))
    with Bench.open(load_rig(path), folder) as bench:
        yield bench


@pytest.fixture
def bench(open_bench: Bench, request: pytest.FixtureRequest) -> Bench:
    open_bench.begin_scenario(f"{request.node.name}.1")
    return open_bench


def said(arrived: list[Observation]) -> list[tuple[str, str, dict[str, str]]]:
    return [(one.role, one.kind, one.data) for one in arrived]


def test_cards_in_the_order_they_were_loaded(bench: Bench) -> None:
    bench.stimulate("shoe", "load", cards=["KH", "9S^", "cover"])
    arrived: list[Observation] = []
    for _ in range(4):
        bench.stimulate("shoe", "draw")
        arrived += bench.observe(bool, 2.0)
    assert said(arrived) == [
        ("shoe", "card", {"card": "KH", "face": "down"}),
        ("shoe", "card", {"card": "9S", "face": "up"}),
        ("shoe", "cover-card", {}),
        ("shoe", "empty", {}),
    ]


def test_refused_stimulus(bench: Bench) -> None:
    with pytest.raises(StimulusError, match=r"shoe on .*was refused"):
        bench.stimulate("shoe", "jamm")


def test_the_sensor_sees_the_lamps(bench: Bench) -> None:
    bench.stimulate("masque-reader", "insert", card="QH")
    assert said(bench.observe(bool, 2.0)) == [("masque-reader", "light", {"colour": "yellow"})]
    seen = bench.sense("colour-sensor")
    assert (seen.device, seen.role, seen.kind) == ("masque-reader", "masque-reader", "lamp")
    assert seen.witness == "colour-sensor"
    assert seen.data == {"lit": "yellow"}
    bench.stimulate("masque-reader", "remove")
    assert bench.sense("colour-sensor").data == {"lit": "none"}


def test_power_cut_in_mid_cycle_by_the_supply(bench: Bench) -> None:
    bench.stimulate("shuffler", "insert", cards=["KH", "9S"], batch="A")
    bench.stimulate("shuffler", "start")
    assert said(bench.observe(bool, 2.0)) == [("shuffler", "cycle-started", {"batch": "A"})]
    bench.power("shuffler", on=False)
    assert bench.stimulate("shuffler", "state")["power"] == "off"
    assert bench.sync() == []
    bench.power("shuffler", on=True)
    assert said(bench.observe(bool, 2.0)) == [("shuffler", "incomplete", {"batch": "A"})]


def test_a_cut_link_is_no_error_when_the_bench_cut_it(bench: Bench) -> None:
    bench.stimulate("masque-reader", "cut-link")
    assert bench.sync() == []
    assert "link-lost" in [note.kind for note in bench.notes]
    bench.stimulate("masque-reader", "restore")
    bench.stimulate("masque-reader", "insert", card="2C")
    assert said(bench.observe(bool, 2.0)) == [("masque-reader", "light", {"colour": "blue"})]


def test_a_device_left_without_power_or_link_is_back_in_the_next_scenario(bench: Bench) -> None:
    bench.power("masque-reader", on=False)
    bench.stimulate("card-reader", "cut-link")
    bench.end_scenario()
    bench.begin_scenario("after.1")
    bench.stimulate("masque-reader", "insert", card="2C")
    bench.stimulate("card-reader", "insert", card="KH", upcard="AS")
    arrived = bench.observe(lambda new: len(new) == 2, 2.0)
    assert sorted(one.role for one in arrived) == ["card-reader", "masque-reader"]


@pytest.mark.parametrize("role", ["shoe", "table-controller", "colour-sensor"])
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP])
def test_an_emulator_that_dies_or_hangs_spoils_one_scenario(
    role: str, number: signal.Signals, bench: Bench
) -> None:
    device = bench.by_role(role)
    assert device is not None
    os.kill(bench._emulators[device.name].announced.pid, number)
    begun = time.monotonic()

    def use() -> None:
        if role == "colour-sensor":
            bench.sense(role)
        else:
            bench.sync()

    with pytest.raises(BenchError) as caught:
        use()
    assert caught.value.device == role
    assert time.monotonic() - begun < 20
    bench.begin_scenario("next.1")
    use()


def test_describe(bench: Bench) -> None:
    rows = {row["name"]: row for row in bench.describe()}
    assert len(rows) == 7
    assert len(rows["shoe"]["identity"]["sha256"]) == 64
    json.dumps(rows)


def test_two_benches_at_once(tmp_path: Path, bench: Bench) -> None:
    with Bench.open(load_rig(), tmp_path, label="gw1") as other:
        other.begin_scenario("s.1")
        other.stimulate("shoe", "load", cards=["KH"])
        other.stimulate("shoe", "draw")
        assert len(other.observe(bool, 2.0)) == 1
        assert bench.sync() == []
    assert other.account is not None
    assert other.account.all_safe
    assert (tmp_path / "guard-gw1.json").exists()


def test_a_link_cut_in_the_last_scenario_is_safe_at_the_end(tmp_path: Path) -> None:
    with Bench.open(load_rig(), tmp_path) as bench:
        bench.begin_scenario("last.1")
        bench.stimulate("masque-reader", "cut-link")
        bench.power("shuffler", on=False)
    assert bench.account is not None
    assert bench.account.all_safe, bench.account


def test_an_emulator_that_does_not_start_is_told_and_nothing_stays(tmp_path: Path) -> None:
    rig = load_rig(default_rig())
    before = _children()
    spec = rig.devices["shoe"]
    wrong = msgspec.structs.replace(spec, emulator=EmulatorSpec(defects=("swaps-red-yelow",)))
    rig = msgspec.structs.replace(rig, devices={**rig.devices, "shoe": wrong})
    with pytest.raises(EmulatorFailed, match=r"shoe: its emulator failed.*swaps-red-yelow"):
        Bench.open(rig, tmp_path / "run")
    assert _children() == before


def _children() -> set[str]:
    here = str(os.getpid())
    found: set[str] = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            if stat.read_text().rpartition(")")[2].split()[1] == here:
                found.add(stat.parent.name)
    return found
