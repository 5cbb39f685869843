"""A scenario leaves nothing on, and whatever ends the run, no contact stays closed."""

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

from rigs.bench import Bench
from rigs.drivers.power_supply import PowerSupply
from rigs.drivers.relay_card import RelayCard
from rigs.errors import StimulusError, TeardownFailed
from rigs.rigfile import default_rig, load_rig
from rigs.stimuli.emulator import EmulatorPort

pytestmark = pytest.mark.bench
ROOT = Path(__file__).parents[2]
RELAYS = default_rig().with_name("emulated-relay.toml")


@pytest.fixture(scope="module")
def open_bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    folder = tmp_path_factory.mktemp("run")
    path = folder / "relay.toml"
    path.write_text(RELAYS.read_text().replace("late = 2.0", "late = 1.0\nteardown = 2.0"))
    with Bench.open(load_rig(path), folder) as bench:
        yield bench


@pytest.fixture
def bench(open_bench: Bench, request: pytest.FixtureRequest) -> Bench:
    open_bench.begin_scenario(f"{request.node.name}.1")
    return open_bench


def look(bench: Bench, name: str) -> dict[str, Any]:
    """The device as a person sees it; instruments have stimulus ports too."""
    port = EmulatorPort(name, bench._emulators[name].announced.stimulus, 2.0)
    try:
        return port.do("state", {})
    finally:
        port.close()


def wire(bench: Bench, scenario: str) -> list[dict[str, Any]]:
    path = bench._run_dir / "wire" / f"{scenario}.1.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_an_act_that_is_wired_is_done_by_the_contact(
    bench: Bench, request: pytest.FixtureRequest
) -> None:
    bench.stimulate("shuffler", "insert", cards=["KH", "9S"], batch="A")
    bench.stimulate("shuffler", "start")
    bench.observe(bool, 2.0)
    bench.stimulate("shuffler", "jam")
    assert [one.kind for one in bench.observe(bool, 2.0)] == ["jam"]
    assert look(bench, "relay-card")["closed"] == []
    lines = wire(bench, request.node.name)
    acts = [(one["do"], one.get("by", "")) for one in lines if one["dir"] == "act"]
    assert acts[-2:] == [("start", ""), ("jam", "relay-card")]
    said = [
        bytes.fromhex(one["hex"]).decode().strip()
        for one in lines
        if (one["link"], one["dir"]) == ("relay-card", "tx")
    ]
    every = "ROUT:CLOS? (@101,102,103,104)"
    queue = "SYST:ERR?"
    assert said[-6:] == ["ROUT:CLOS (@101)", queue, every, "ROUT:OPEN (@101)", queue, every]


def test_an_act_that_the_device_refuses_is_an_error_of_the_bench_and_the_contact_opens(
    bench: Bench,
) -> None:
    with pytest.raises(StimulusError, match=r"'jam' was not done on 'shuffler' by relay .*-240"):
        bench.stimulate("shuffler", "jam")  # nothing runs in it
    assert look(bench, "relay-card")["closed"] == []


def test_lamps_motors_contacts_and_power_are_as_before_when_a_scenario_ends(bench: Bench) -> None:
    bench.stimulate("masque-reader", "insert", card="QH")
    bench.stimulate("shuffler", "insert", cards=["KH", "9S"], batch="A")
    bench.stimulate("shuffler", "start")
    bench.observe(lambda new: len(new) == 2, 2.0)
    assert look(bench, "masque-reader")["safe"] is False
    assert look(bench, "shuffler")["safe"] is False
    relays = bench.devices["relay-card"].driver
    assert isinstance(relays, RelayCard)
    relays.switch("102", closed=True)  # its motor stops, and the contact stays
    assert look(bench, "relay-card")["closed"] == [102]
    bench.end_scenario()
    for name in ("masque-reader", "shuffler", "relay-card"):
        assert look(bench, name)["safe"] is True
    supply = bench.devices["power-supply"].driver
    assert isinstance(supply, PowerSupply)
    assert supply.without_power() == ()


def test_power_that_a_scenario_took_is_back_when_it_ends(bench: Bench) -> None:
    bench.stimulate("masque-reader", "insert", card="QH")
    bench.power("masque-reader", on=False)
    bench.power("shuffler", on=False)
    bench.stimulate("shoe", "cut-link")
    bench.end_scenario()
    for name in ("masque-reader", "shuffler", "shoe"):
        state = look(bench, name)
        assert (state["power"], state["safe"]) == ("on", True)
        assert state["link"]


def test_what_cannot_be_put_right_is_named_in_bounded_time(bench: Bench) -> None:
    bench.stimulate("masque-reader", "insert", card="QH")
    os.kill(bench._emulators["masque-reader"].announced.pid, signal.SIGSTOP)
    try:
        begun = time.monotonic()
        with pytest.raises(TeardownFailed, match=r"may still be on: masque-reader on .*no answer"):
            bench.end_scenario()
        # The teardown's limit is 2 s; a wait that had begun before is let end.
        assert time.monotonic() - begun < 10
    finally:
        os.kill(bench._emulators["masque-reader"].announced.pid, signal.SIGCONT)
    assert look(bench, "shuffler")["safe"] is True  # the others are seen to all the same


RUNNER = """
import sys, time
from pathlib import Path
from rigs.bench import Bench
from rigs.rigfile import load_rig
with Bench.open(load_rig(sys.argv[1]), Path(sys.argv[2])) as bench:
    bench.begin_scenario("s.1")
    bench.stimulate("masque-reader", "insert", card="QH")
    bench.devices["relay-card"].driver.switch("104", closed=True)
    print("closed", flush=True)
    time.sleep(60)
"""


def test_after_sigkill_the_guard_opens_contacts_and_switches_power_off(tmp_path: Path) -> None:
    run = tmp_path / "run"
    runner = subprocess.Popen(
        [sys.executable, "-c", RUNNER, str(RELAYS), str(run)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    try:
        assert runner.stdout is not None
        assert runner.stdout.readline() == "closed\n"
        runner.kill()
        runner.wait(5)
        deadline = time.monotonic() + 5
        while not (run / "guard.json").exists():
            assert time.monotonic() < deadline, (run / "guard.log").read_text()
            time.sleep(0.01)
    finally:
        runner.kill()
        runner.communicate()
    told = json.loads((run / "guard.json").read_text())
    assert (told["end"], told["all_safe"]) == ("runner gone", True)
    assert told["took_ms"] < 1000
    assert told["devices"]["relay-card"]["how"] == "it reads back all open"
    assert told["devices"]["power-supply"]["how"] == "it reads back output off"
    lines = (run / "wire" / "guard.jsonl").read_text().splitlines()
    sent = [
        bytes.fromhex(one["hex"]).decode().strip()
        for one in map(json.loads, lines)
        if (one["link"], one["dir"]) == ("relay-card", "tx")
    ]
    # Its first line tells how each link talks, so that `wire show` can decode it.
    assert json.loads(lines[0])["links"]["relay-card"]["protocol"] == "scpi"
    assert sent[0] == "ROUT:OPEN:ALL"
