"""Bad cables on real links: an emulator process, a pseudo-terminal or TCP, the real pump."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from rigs.drivers import Note, Opening
from rigs.drivers.burncard import open_driver
from rigs.errors import BenchError
from rigs.faults.cable import Fault, Kind
from rigs.faults.proxy import FaultProxy
from rigs.links.pump import Pump
from rigs.links.wirelog import WireLog
from rigs.rigfile import (
    DeviceSpec,
    Limits,
    LinkSpec,
    SafeState,
    SerialSpec,
    TcpSpec,
    default_rig,
)
from rigs.stimuli.emulator import EmulatorPort

CHECKOUT = Path(__file__).parents[2]
LIMITS = Limits(answer=0.4, late=0.8)
CARDS = ["AS", "2S", "3S", "4S"]
# Frame 3 from the device is its second card, frame 3 to it the acknowledgement of that.
NAMES: dict[tuple[str, Kind], tuple[set[str], str]] = {
    ("rx", "drop"): ({"held"}, ""),
    ("rx", "double"): ({"doubled"}, ""),
    ("rx", "flip"): ({"garbled", "held"}, ""),
    ("rx", "delay"): ({"held"}, ""),
    ("rx", "split"): (set(), ""),
    ("rx", "merge"): (set(), ""),
    ("rx", "reorder"): ({"reordered"}, ""),
    ("rx", "disconnect"): (set(), "LinkLost"),
    ("rx", "baud"): (set(), "DeviceSilent"),
    ("rx", "noise"): ({"garbled"}, ""),
    ("tx", "drop"): ({"doubled"}, ""),
    ("tx", "double"): (set(), ""),
    ("tx", "flip"): ({"garbled"}, ""),
    ("tx", "delay"): ({"doubled"}, ""),
    ("tx", "split"): (set(), ""),
    ("tx", "merge"): (set(), ""),
    ("tx", "reorder"): (set(), ""),
    ("tx", "disconnect"): (set(), "LinkLost"),
    ("tx", "baud"): (set(), "DeviceSilent"),
    ("tx", "noise"): ({"garbled"}, ""),
}
ALWAYS = [("pty", "rx", "drop"), ("pty", "rx", "flip"), ("pty", "rx", "disconnect"),
          ("tcp", "rx", "reorder"), ("tcp", "tx", "drop"), ("tcp", "rx", "baud")]  # fmt: skip


@pytest.fixture(params=["pty", "tcp"])
def shoe(request: pytest.FixtureRequest) -> Iterator[tuple[str, dict[str, str]]]:
    link = ["--pty"] if request.param == "pty" else ["--tcp", "127.0.0.1:0"]
    process = subprocess.Popen(
        [sys.executable, "-m", "rigs.emulators", "shoe", *link],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=CHECKOUT,
    )
    assert process.stdout
    yield request.param, json.loads(process.stdout.readline())
    process.communicate(timeout=30)


def play(
    kind: str, announced: dict[str, str], way: str, fault: Fault
) -> tuple[list[str], set[str], str]:
    """The cards that were heard, the names of what was odd, the error."""
    notes: list[Note] = []
    heard: list[str] = []
    error = ""
    faults = {"rx": (), "tx": (), way: (fault,)}
    stimulus = EmulatorPort("dut", announced["stimulus"], 2.0)
    stimulus.do("reset", {})
    stimulus.do("load", {"cards": CARDS})
    with FaultProxy(announced["link"], rx=faults["rx"], tx=faults["tx"], seed=5) as proxy:
        host, _, port = proxy.address.rpartition(":")
        link: LinkSpec = SerialSpec(port=proxy.address)
        if kind == "tcp":
            link = TcpSpec(host=host, port=int(port))
        spec = DeviceSpec(role="shoe", link=link, safe_state=SafeState(state="still"))
        pump = Pump(lambda link, lost: None)
        log = WireLog()
        driver = open_driver(Opening("dut", spec, LIMITS, pump, log, notes.append))
        try:
            driver.identify()
            driver.status()
            for _ in CARDS:
                stimulus.do("draw", {})
                until = time.monotonic() + 0.02
                while time.monotonic() < until:
                    pump.turn(until - time.monotonic())
            driver.ask_status()
            deadline = time.monotonic() + 3.0
            while not driver.heard_all():
                assert time.monotonic() < deadline, "it hangs"
                pump.turn(0.02)
            until = time.monotonic() + 0.15  # what was not acknowledged comes again
            while time.monotonic() < until:
                pump.turn(until - time.monotonic())
            fault_ = driver.fault()
            if fault_ is not None:
                raise fault_
        except BenchError as ended:
            error = type(ended).__name__
        finally:
            heard += [one.data["card"] for one in driver.collect()]
            driver.close()
            pump.close()
            stimulus.close()
        assert (proxy.rx if way == "rx" else proxy.tx).done, "the fault was never there"
    return heard, {note.kind for note in notes}, error


def check(shoe: tuple[str, dict[str, str]], way: str, kind: Kind) -> None:
    ms = {"delay": 150.0, "split": 1.0}.get(kind, 40.0)
    heard, notes, error = play(*shoe, way, Fault(kind, at=(3,), ms=ms))
    names, ended = NAMES[way, kind]
    assert error == ended
    # Where this process was held up, the device has said a card twice, and frame 3 was another one.
    assert names <= notes or (way == "rx" and "doubled" in notes)
    if not ended:
        assert heard == CARDS


@pytest.mark.parametrize(("way", "kind"), sorted({(way, kind) for _, way, kind in ALWAYS}))
def test_a_sample(shoe: tuple[str, dict[str, str]], way: str, kind: Kind) -> None:
    if (shoe[0], way, kind) not in ALWAYS:
        pytest.skip("in the whole matrix, which is slow")
    check(shoe, way, kind)


@pytest.mark.slow
@pytest.mark.parametrize(("way", "kind"), list(NAMES))
def test_the_whole_matrix(shoe: tuple[str, dict[str, str]], way: str, kind: Kind) -> None:
    check(shoe, way, kind)


@pytest.mark.slow
@pytest.mark.bench
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_scenarios_on_bad_cables_come_to_no_wrong_verdict(seed: int, tmp_path: Path) -> None:
    """All of § 665a.9 with one frame in a hundred damaged: they conform, or say why not."""
    # A cable that drops the link does so also while a device is asked who it is.
    again = "reconnect = { attempts = 5, backoff = 0.1 }\n"
    protocol = 'protocol = "burncard"\n'
    text = default_rig().read_text().replace(protocol, protocol + again)
    (tmp_path / "bench.toml").write_text(text)
    done = subprocess.run(
        [sys.executable, "-m", "burncard", "run", "--rig", str(tmp_path / "bench.toml"), "--out",
         str(tmp_path / "out"), "-k", "s665a_09", "--", "-p", "tests.faults.bad_bench"],
        cwd=CHECKOUT,
        env={**os.environ, "BAD_SEED": str(seed), "PYTHONPATH": str(CHECKOUT)},
        capture_output=True,
        text=True,
        timeout=600,
    )  # fmt: skip
    assert "no scenario was played" not in done.stdout
    run = json.loads((tmp_path / "out" / "run.json").read_bytes())
    verdicts = Counter(one["verdict"] for one in run["scenarios"])
    wrong = [one["id"] + ": " + one["reason"] for one in run["scenarios"]
             if one["verdict"] not in ("conforms", "inconclusive")]  # fmt: skip
    assert wrong == [], done.stdout[-2000:]
    assert verdicts["conforms"] > verdicts["inconclusive"]
    harness = [one["reason"] for one in run["scenarios"] if "harness error" in one["reason"]]
    assert harness == []
    assert any(one["links"] for one in run["scenarios"])
