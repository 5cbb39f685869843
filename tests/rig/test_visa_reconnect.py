"""An instrument that is gone and comes back: only where the rig file allows it, never silently."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from pyvisa.constants import EventType, StatusCode
from pyvisa.errors import (
    InvalidBinaryFormat,
    InvalidSession,
    LibraryError,
    OSNotSupported,
    UnknownHandler,
    VisaIOError,
    VisaTypeError,
)
from serial import SerialException

from rigs.bench import Bench as RigBench
from rigs.drivers import Driver, Note, Opening, open_driver
from rigs.errors import (
    BenchError,
    DeviceMismatch,
    DeviceSilent,
    LinkLost,
    PortBusy,
    PortMissing,
)
from rigs.links.pump import Pump
from rigs.links.visa import VisaLink
from rigs.links.wirelog import WireLog
from rigs.rigfile import DeviceSpec, Limits, Reconnect, SafeState, VisaSpec, load_rig
from tests.rig.wire_device import WireDevice

ROOT = Path(__file__).parents[2]
ALLOWED = Reconnect(attempts=3, backoff=0.02)


class Emulator:
    """An emulated instrument as a process that can be killed and started again at its port."""

    def __init__(self, role: str, *words: str) -> None:
        self._role, self._words, self.where = role, words, "127.0.0.1:0"
        self.start()

    def start(self, *more: str) -> None:
        command = [sys.executable, "-m", "rigs.emulators", self._role, "--tcp", self.where]
        self.process = subprocess.Popen(
            [*command, *self._words, *more],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
        )
        assert self.process.stdout is not None
        self.where = json.loads(self.process.stdout.readline())["link"]

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate(timeout=10)

    @property
    def resource(self) -> str:
        host, _, port = self.where.rpartition(":")
        return f"TCPIP::{host}::{port}::SOCKET"


class Bench:
    """What a driver is given, and what it said."""

    def __init__(self, stack: ExitStack, folder: Path) -> None:
        self._stack, self.log = stack, folder / "wire.jsonl"
        self.notes: list[Note] = []

    def emulator(self, role: str, *words: str) -> Emulator:
        made = Emulator(role, *words)
        self._stack.callback(made.kill)
        return made

    def open(self, emulator: Emulator, driver: str, send: str = "", **more: Any) -> Any:
        spec = DeviceSpec(
            role=driver.replace("_", "-"),
            link=VisaSpec(emulator.resource),
            safe_state=SafeState("off", (send,) if send else ()),
            protocol="scpi",
            driver=driver,
            **{"reconnect": ALLOWED, **more},
        )
        pump = Pump(lambda *_: None)
        log = WireLog(self.log)
        limits = Limits(late=5.0)
        made: Driver = open_driver(Opening("inst", spec, limits, pump, log, self.notes.append))
        self._stack.callback(pump.close)
        self._stack.callback(made.close)
        made.identify()
        return made

    @property
    def kinds(self) -> list[str]:
        return [note.kind for note in self.notes]


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    with ExitStack() as stack:
        yield Bench(stack, tmp_path)


def test_a_question_is_asked_again_when_the_instrument_is_back(bench: Bench) -> None:
    emulator = bench.emulator("colour-sensor")
    sensor = bench.open(emulator, "colour_sensor")
    emulator.kill()
    emulator.start()
    assert sensor.status() == "ready"
    assert bench.kinds == ["link-lost", "reconnected"]
    assert bench.notes[1].text == "its link was lost and is open again after 1 of 3 attempts"
    states = [row["state"] for row in map(json.loads, bench.log.read_text().splitlines()[1:])
              if row["dir"] == "state"]  # fmt: skip
    assert states == ["open", "lost", "reconnected"]


def test_attempts_end(bench: Bench) -> None:
    emulator = bench.emulator("colour-sensor")
    sensor = bench.open(emulator, "colour_sensor")
    emulator.kill()
    began = time.monotonic()
    with pytest.raises(LinkLost) as caught:
        sensor.status()
    # 20, 40 and 80 ms before the three attempts; it is not waited for an answer of nobody.
    assert 0.14 <= time.monotonic() - began < 14.0  # waiting for answers would take 15
    assert "inst on TCPIP::127.0.0.1" in str(caught.value)
    assert "and 3 attempts to open it again failed" in str(caught.value)
    assert bench.kinds == ["link-lost"]
    emulator.start()  # and a later question finds it
    assert sensor.status() == "ready"


def test_it_is_off_unless_the_rig_file_says_so(bench: Bench) -> None:
    emulator = bench.emulator("colour-sensor")
    sensor = bench.open(emulator, "colour_sensor", reconnect=Reconnect())
    emulator.kill()
    emulator.start()
    with pytest.raises(LinkLost, match="the link is lost"):
        sensor.status()
    assert bench.kinds == []


def test_a_command_is_not_given_twice(bench: Bench) -> None:
    emulator = bench.emulator("power-supply")
    supply = bench.open(emulator, "power_supply", powers=("shuffler",))
    emulator.kill()
    emulator.start()
    with pytest.raises(LinkLost) as caught:
        supply.switch(on=False, device="shuffler")
    assert "open again after 1 of 3 attempts; whether it took 'OUTP OFF' is not known" in str(
        caught.value
    )
    supply.switch(on=False, device="shuffler")
    assert supply.without_power() == ("shuffler",)


def test_outputs_that_are_not_as_they_were_are_no_evidence(bench: Bench) -> None:
    emulator = bench.emulator("power-supply")
    supply = bench.open(emulator, "power_supply", powers=("shuffler",))
    assert supply.without_power() == ()
    supply.switch(on=False, device="shuffler")
    emulator.kill()
    emulator.start()  # a new one has its outputs on
    with pytest.raises(LinkLost, match=r"not as they were \(shuffler, now none\)"):
        supply.without_power()


def test_off_at_the_end_whatever_happened(bench: Bench) -> None:
    emulator = bench.emulator("power-supply")
    supply = bench.open(emulator, "power_supply", send="OUTP OFF", powers=("shuffler",))
    assert supply.without_power() == ()
    emulator.kill()
    emulator.start()
    assert supply.make_safe() == "it reads back output off"


def test_a_contact_that_was_closed_is_not_closed_any_more(bench: Bench) -> None:
    emulator = bench.emulator("relay-card")
    card = bench.open(emulator, "relay_card", wires={"101": "shuffler jam"})
    card.closed()
    card.switch("101", closed=True)
    emulator.kill()
    emulator.start()
    with pytest.raises(LinkLost, match=r"not as they were \(101, now none\)"):
        card.closed()


def test_another_instrument_in_its_place(bench: Bench) -> None:
    emulator = bench.emulator("colour-sensor")
    sensor = bench.open(emulator, "colour_sensor")
    emulator.kill()
    emulator.start("--serial", "CS-OTHER")
    with pytest.raises(DeviceMismatch, match=r"another instrument answers .* CS-OTHER"):
        sensor.status()


def test_a_bench_goes_on_with_its_supply(bench: Bench, tmp_path: Path) -> None:
    """Killed and started again between two scenarios; what the other device says is heard."""
    emulator = bench.emulator("power-supply")
    shuffler = WireDevice("shuffler")
    path = tmp_path / "rig.toml"
    path.write_text(
        "[limits]\nanswer = 2.0\nlate = 5.0\nsafe = 2.0\n[devices.dut]\n"
        f'role = "shuffler"\nlink = {{ kind = "tcp", port = {shuffler.port} }}\n'
        'stimulus = "none"\nsafe_state = { state = "motor stopped" }\n[devices.psu]\n'
        f'role = "power-supply"\nlink = {{ kind = "visa", resource = "{emulator.resource}" }}\n'
        'protocol = "scpi"\nstimulus = "instrument"\npowers = ["dut"]\n'
        "reconnect = { attempts = 3, backoff = 0.02 }\n"
        'safe_state = { state = "output off", send = ["OUTP OFF"] }\n[lease]\nfolder = "leases"\n'
    )
    try:
        with RigBench.open(load_rig(path), tmp_path / "run") as opened:
            opened.begin_scenario("s.1")
            opened.end_scenario()
            emulator.kill()
            emulator.start()
            opened.begin_scenario("s.2")
            assert [one.kind for one in opened.notes if one.device == "psu"] == [
                "link-lost",
                "reconnected",
            ]
            shuffler.say("jam")
            assert [one.kind for one in opened.observe(bool, 5.0)] == ["jam"]
        assert opened.account is not None
    finally:
        shuffler.close()
    supply = bench.open(emulator, "power_supply", powers=("dut",))
    assert supply.without_power() == ("dut",)  # off at the end


# -- every exception is one of ours ----------------------------------------------------------------

BUSY = {"error_resource_busy", "error_resource_locked", "error_session_not_locked"}
MISSING = {
    "error_resource_not_found",
    "error_invalid_resource_name",
    "error_interface_number_not_configured",
    "error_library_not_found",
    "error_machine_not_available",
    "error_no_permission",
}


class Failing:
    """A session that raises when it is written to."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    def write(self, text: str) -> None:
        raise self._error

    def close(self) -> None: ...


OTHERS = (
    VisaTypeError("wrong type"),
    UnknownHandler(EventType.exception, print, "user"),
    OSNotSupported("plan9"),
    InvalidBinaryFormat("no block"),
    InvalidSession(),
    LibraryError("no library"),
    SerialException("device reports readiness to read but returned no data"),
    ConnectionResetError(104, "Connection reset by peer"),
    BrokenPipeError(32, "Broken pipe"),
    TimeoutError("timed out"),
    ValueError("Could not open"),
    AttributeError("'NoneType' object has no attribute 'send'"),
    Exception("could not connect: error_timeout"),
)


def error_of(code: StatusCode) -> type[BenchError]:
    if code.name == "error_timeout":
        return DeviceSilent
    return PortBusy if code.name in BUSY else PortMissing if code.name in MISSING else LinkLost


FAILURES = [
    *((VisaIOError(code), error_of(code)) for code in StatusCode if code.name.startswith("error")),
    *((error, LinkLost) for error in OTHERS),
]


@pytest.mark.parametrize(("raised", "kind"), FAILURES, ids=lambda one: repr(one)[:60])
def test_every_exception_names_device_port_and_remedy(
    raised: Exception, kind: type[BenchError], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(VisaLink, "_open", lambda link: Failing(raised))
    link = VisaLink("inst", "TCPIP::bench-psu::5025::SOCKET", WireLog(), 0.2)
    try:
        with pytest.raises(BenchError) as caught:
            link.ask("*IDN?")
    finally:
        link.close()
    assert type(caught.value) is kind
    assert caught.value.device == "inst"
    assert caught.value.port == "TCPIP::bench-psu::5025::SOCKET"
    assert caught.value.remedy


@pytest.mark.parametrize(("raised", "kind"), FAILURES, ids=lambda one: repr(one)[:60])
def test_what_cannot_be_opened_is_busy_or_missing(
    raised: Exception, kind: type[BenchError], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(link: VisaLink, manager: object) -> object:
        raise raised

    monkeypatch.setattr(VisaLink, "_session_of", fails)
    with pytest.raises(BenchError) as caught:
        VisaLink("inst", "TCPIP::bench-psu::5025::SOCKET", WireLog(), 0.2)
    assert type(caught.value) is (PortBusy if kind is PortBusy else PortMissing)
    assert (caught.value.device, bool(caught.value.remedy)) == ("inst", True)
