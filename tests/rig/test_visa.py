"""Instruments by VISA: a late answer is never another question's, every refusal is seen."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import pyvisa

from rigs.drivers import Opening, open_driver
from rigs.drivers.colour_sensor import ColourSensor
from rigs.drivers.power_supply import PowerSupply
from rigs.errors import BenchError, DeviceRefused, DeviceSilent, LinkLost, PortBusy
from rigs.links.pump import Pump
from rigs.links.serial_port import open_serial
from rigs.links.visa import VisaLink
from rigs.links.wirelog import WireLog
from rigs.rigfile import DeviceSpec, Limits, SafeState, VisaSpec


class Instrument:
    """A SCPI server: answers by `answers`, and refuses commands that are not in `commands`."""

    def __init__(self) -> None:
        self.answers = {"*IDN?": "Example,PS-1,9,2.1", "OUTP? (@1,2)": "1,0"}
        self.commands = {"OUTP OFF,(@1,2)"}
        self.errors: list[str] = []
        self.heard: list[str] = []
        self._server = socket.create_server(("127.0.0.1", 0))
        self.resource = f"TCPIP::127.0.0.1::{self._server.getsockname()[1]}::SOCKET"
        self._clients: list[socket.socket] = []
        self._threads = [threading.Thread(target=self._accept)]
        self._threads[0].start()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._server.accept()
            except OSError:
                return
            self._clients.append(client)
            self._threads.append(threading.Thread(target=self._serve, args=(client,)))
            self._threads[-1].start()

    def _serve(self, client: socket.socket) -> None:
        with client, client.makefile("rw", newline="\n") as lines:
            try:
                for line in lines:
                    self._line(line.strip(), lines.write)
                    lines.flush()
            except (OSError, ValueError):
                return

    def _line(self, line: str, write: Callable[[str], object]) -> None:
        self.heard.append(line)
        if line == "SLOW?":
            time.sleep(0.4)
            write("12.5\n")
        elif line == "SYST:ERR?":
            write((self.errors.pop(0) if self.errors else '0,"No error"') + "\n")
        elif line in self.answers:
            write(self.answers[line] + "\n")
        elif not line.endswith("?") and line not in self.commands:
            self.errors.append('-113,"Undefined header"')

    def hang_up(self) -> None:
        for client in self._clients:
            try:
                client.shutdown(socket.SHUT_RDWR)
            except OSError:
                continue

    def close(self) -> None:
        self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()
        self.hang_up()
        for thread in self._threads:
            thread.join(5)


@pytest.fixture
def instrument() -> Iterator[Instrument]:
    server = Instrument()
    yield server
    server.close()


@pytest.fixture
def link(instrument: Instrument, tmp_path: Path) -> Iterator[VisaLink]:
    opened = VisaLink("psu", instrument.resource, WireLog(tmp_path / "wire.jsonl"), 0.2)
    yield opened
    opened.close()


def test_a_late_answer_is_not_the_next_one(link: VisaLink) -> None:
    with pytest.raises(DeviceSilent, match=r"psu on TCPIP.*no answer to 'SLOW\?' in 0.2 s"):
        link.ask("SLOW?")
    assert link.ask("*IDN?") == b"Example,PS-1,9,2.1"
    time.sleep(0.3)
    assert link.ask("*IDN?") == b"Example,PS-1,9,2.1"


def test_a_command_and_a_question_do_not_wait_for_each_other(link: VisaLink) -> None:
    took = []
    for _ in range(20):
        begun = time.monotonic()
        link.tell("OUTP OFF,(@1,2)")
        link.ask("*IDN?")
        took.append(time.monotonic() - begun)
    # Without TCP_NODELAY each takes 40 ms and more.
    assert min(took) < 0.03


def test_both_ways_are_in_the_wire_log(link: VisaLink, tmp_path: Path) -> None:
    link.ask("*IDN?")
    rows = [json.loads(line) for line in (tmp_path / "wire.jsonl").read_text().splitlines()]
    assert [(row["dir"], bytes.fromhex(row["hex"])) for row in rows if "hex" in row] == [
        ("tx", b"*IDN?\n"),
        ("rx", b"Example,PS-1,9,2.1\n"),
    ]


def test_the_instrument_goes_and_comes_back(link: VisaLink, instrument: Instrument) -> None:
    link.ask("*IDN?")
    instrument.hang_up()
    with pytest.raises((LinkLost, DeviceSilent)):
        link.ask("*IDN?")
    assert link.ask("*IDN?") == b"Example,PS-1,9,2.1"


def test_nobody_there() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        resource = f"TCPIP::127.0.0.1::{server.getsockname()[1]}::SOCKET"

    def identify() -> None:
        link = VisaLink("psu", resource, WireLog(), 0.5)
        try:
            link.ask("*IDN?")
        finally:
            link.close()

    # pyvisa-py opens such a socket without complaint: the first question must find out.
    with pytest.raises(BenchError, match="psu on TCPIP"):
        identify()


def test_one_owner(link: VisaLink, instrument: Instrument) -> None:
    with pytest.raises(PortBusy, match="psu2 on TCPIP"):
        VisaLink("psu2", instrument.resource, WireLog(), 0.2)
    assert link.ask("*IDN?")


def opening(instrument: Instrument, role: str) -> Opening:
    spec = DeviceSpec(
        role=role,
        link=VisaSpec(instrument.resource),
        safe_state=SafeState("output off", ("OUTP OFF,(@1,2)",)),
        protocol="scpi",
        driver=role.replace("-", "_"),
        powers=("shuffler", "masque-reader"),
        aims_at="masque-reader",
    )
    limits = Limits(late=0.5, answer=0.5)
    return Opening("inst", spec, limits, Pump(lambda *_: None), WireLog(), lambda _: None)


@pytest.fixture
def supply(instrument: Instrument) -> Iterator[PowerSupply]:
    driver = open_driver(opening(instrument, "power-supply"))
    assert isinstance(driver, PowerSupply)
    yield driver
    driver.close()


def test_who_and_which_are_off(supply: PowerSupply) -> None:
    identity = supply.identify()
    assert (identity.maker, identity.model, identity.serial, identity.firmware) == (
        "Example",
        "PS-1",
        "9",
        "2.1",
    )
    assert supply.without_power() == ("masque-reader",)


def test_a_command_that_is_not_taken(supply: PowerSupply) -> None:
    with pytest.raises(DeviceRefused, match=r"did not take 'OUTP OFF,\(@2\)': -113"):
        supply.switch(on=False, device="masque-reader")


def test_an_output_that_does_not_go_off(supply: PowerSupply) -> None:
    with pytest.raises(DeviceRefused, match=r"the output \(@1,2\) did not go off"):
        supply.switch(on=False)


def test_the_safe_state_is_read_back(supply: PowerSupply, instrument: Instrument) -> None:
    with pytest.raises(DeviceRefused, match="output still on for shuffler"):
        supply.make_safe()
    instrument.answers["OUTP? (@1,2)"] = "0,0"
    assert supply.make_safe() == "it reads back output off"


@pytest.mark.parametrize(
    ("answer", "lit"),
    [
        ("yellow", "yellow"),
        ("none", "none"),
        ("RED,BLUE", "blue+red"),
        ("blue+yellow", "blue+yellow"),
    ],
)
def test_what_the_sensor_sees(answer: str, lit: str, instrument: Instrument) -> None:
    instrument.answers["MEAS:LAMP?"] = answer
    driver = open_driver(opening(instrument, "colour-sensor"))
    assert isinstance(driver, ColourSensor)
    seen = driver.look("reader", "masque-reader")
    driver.close()
    assert (seen.device, seen.role, seen.kind, seen.data, seen.witness) == (
        "reader",
        "masque-reader",
        "lamp",
        {"lit": lit},
        "inst",
    )


@pytest.mark.parametrize("answer", ["green", "9.91E37", "yellow none of these"])
def test_what_is_no_colour(answer: str, instrument: Instrument) -> None:
    instrument.answers["MEAS:LAMP?"] = answer
    driver = open_driver(opening(instrument, "colour-sensor"))
    assert isinstance(driver, ColourSensor)
    try:
        with pytest.raises(DeviceRefused, match="names no colours"):
            driver.look("reader", "masque-reader")
    finally:
        driver.close()


def test_an_instrument_on_a_serial_line() -> None:
    supply = subprocess.Popen(
        [sys.executable, "-m", "rigs.emulators", "power-supply", "--pty"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=Path(__file__).parents[2],
    )
    try:
        assert supply.stdout
        port = json.loads(supply.stdout.readline())["link"]
        link = VisaLink("psu", f"ASRL{port}::INSTR", WireLog(), 2.0, baud=19200)
        try:
            assert link.ask("*IDN?").startswith(b"Burncard,PS-30,")
            with pytest.raises(PortBusy):  # the same port by its path
                open_serial("other", port, WireLog())
        finally:
            link.close()
    finally:
        supply.communicate(timeout=5)


def test_managers_that_somebody_else_has_closed(instrument: Instrument) -> None:
    """All of pyvisa's managers in a process are one: any owner can close it for all."""
    first = VisaLink("inst", instrument.resource, WireLog(), 2.0)
    first.close()
    pyvisa.ResourceManager("@py").close()
    second = VisaLink("inst", instrument.resource, WireLog(), 2.0)
    try:
        assert second.ask("*IDN?") == b"Example,PS-1,9,2.1"
    finally:
        second.close()
