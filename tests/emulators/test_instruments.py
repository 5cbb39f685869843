"""The instruments speak SCPI, see what is really there, and really cut the power."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
import pyvisa

from tests.emulators.unit import Unit


@pytest.fixture
def reader() -> Iterator[Unit]:
    with Unit("masque-reader", "--defect", "lamp-differs-from-message") as unit:
        yield unit


@pytest.fixture
def sensor(reader: Unit) -> Iterator[Unit]:
    with Unit("colour-sensor", "--aims-at", reader.ready["stimulus"], link="--tcp") as unit:
        yield unit


@pytest.fixture
def shuffler() -> Iterator[Unit]:
    with Unit("shuffler") as unit:
        yield unit


@pytest.fixture
def supply(shuffler: Unit, reader: Unit) -> Iterator[Unit]:
    powered = [shuffler.ready["stimulus"], reader.ready["stimulus"]]
    with Unit("power-supply", "--powers", *powered, link="--tcp") as unit:
        yield unit


def errors(unit: Unit) -> list[str]:
    """The error queue, read until it is empty."""
    found = []
    while (text := unit.ask("SYST:ERR?")) != '0,"No error"':
        found.append(text)
    return found


def test_the_sensor_sees_the_lamp_and_not_the_message(sensor: Unit, reader: Unit) -> None:
    assert sensor.ask("MEAS:LAMP?") == "none"
    reader.act("insert", card="KH")
    assert reader.heard() == [("light", {"colour": "yellow"})]
    assert sensor.ask("MEAS:LAMP?") == "blue"  # its lamps are wired one place on
    assert sensor.ask(":measure:lamp?") == "blue"
    reader.act("remove")
    assert sensor.ask("MEAS:LAMP?") == "none"


def test_the_sensor_sees_two_lights_in_their_order(sensor: Unit, reader: Unit) -> None:
    reader.act("fault", fault="two-lights")
    reader.act("insert", card="KH")
    assert sensor.ask("MEAS:LAMP?") == "red+yellow"


def test_a_lamp_that_is_gone_is_no_darkness(sensor: Unit, reader: Unit) -> None:
    reader.process.kill()
    reader.process.wait()
    assert sensor.ask("MEAS:LAMP?") == "9.91E37"
    assert errors(sensor) == ['-230,"Data corrupt or stale;no lamp in sight"']


def test_a_frozen_device_does_not_freeze_the_sensor(sensor: Unit, reader: Unit) -> None:
    import signal

    reader.process.send_signal(signal.SIGSTOP)
    try:
        started = time.monotonic()
        assert sensor.ask("MEAS:LAMP?") == "9.91E37"
        assert time.monotonic() - started < 10
    finally:
        reader.process.send_signal(signal.SIGCONT)
    assert sensor.ask("MEAS:LAMP?") == "none"


def test_a_sensor_aimed_at_nothing_says_so() -> None:
    with Unit("colour-sensor", link="--tcp") as unit:
        assert unit.ask("MEAS:LAMP?") == "9.91E37"
        assert errors(unit) == ['-241,"Hardware missing;the sensor is aimed at nothing"']


def test_the_supply_cuts_all_it_feeds_and_brings_it_back(
    supply: Unit, shuffler: Unit, reader: Unit
) -> None:
    shuffler.act("insert", cards=["KH", "QH"])
    shuffler.act("start")
    shuffler.heard()
    reader.act("insert", card="KH")
    assert supply.ask("OUTP?") == "1"
    assert supply.ask("OUTP OFF;OUTP?") == "0"
    assert shuffler.act("state")["power"] == "off"
    assert reader.act("lamps")["lit"] == []
    assert supply.ask("MEAS:VOLT?") == "0.0000"
    assert supply.ask("OUTP ON;OUTP?") == "1"
    assert [name for name, _ in shuffler.heard()] == ["hello", "incomplete"]
    assert reader.act("state")["power"] == "on"
    assert errors(supply) == []


def test_the_supply_switches_one_channel(supply: Unit, shuffler: Unit, reader: Unit) -> None:
    assert supply.ask("OUTPut:STATe OFF,(@2);OUTP? (@1,2)") == "1,0"
    assert shuffler.act("state")["power"] == "on"
    assert reader.act("state")["power"] == "off"
    assert supply.ask("INST:NSEL 2;OUTP ON;OUTP?") == "1"
    assert reader.act("state")["power"] == "on"
    assert supply.ask("INST:SEL ALL;OUTP 0;OUTP? (@1:2)") == "0,0"


def test_too_little_voltage_or_current_is_no_power(supply: Unit, shuffler: Unit) -> None:
    assert supply.ask("VOLT 8.9;VOLT?") == "8.9000"
    assert shuffler.act("state")["power"] == "off"
    assert supply.ask("MEAS:VOLT?") == "8.9000"
    assert supply.ask("MEAS:CURR?") == "0.0000"
    assert supply.ask("VOLT 12;MEAS:CURR?") == "0.2500"
    assert shuffler.act("state")["power"] == "on"
    assert supply.ask("CURR 0.1;CURR?") == "0.1000"
    assert shuffler.act("state")["power"] == "off"


def test_reset_of_the_instrument_and_of_the_bench_are_two_things(
    supply: Unit, shuffler: Unit
) -> None:
    assert supply.ask("*RST;OUTP?") == "0"
    assert shuffler.act("state")["power"] == "off"
    assert supply.act("state")["safe"] is True
    supply.act("reset")
    assert supply.ask("OUTP?") == "1"
    assert shuffler.act("state")["power"] == "on"


def test_a_device_that_is_gone_is_an_error_of_the_supply(supply: Unit, shuffler: Unit) -> None:
    shuffler.process.kill()
    shuffler.process.wait()
    assert supply.ask("OUTP OFF;OUTP?") == "0"
    assert errors(supply) == ['-240,"Hardware error;the device on the output is gone"']


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("FLY 3", '-113,"Undefined header"'),
        ("OUTP", '-109,"Missing parameter"'),
        ("OUTP MAYBE", '-224,"Illegal parameter value;ON or OFF"'),
        ("VOLT", '-109,"Missing parameter"'),
        ("VOLT ten", '-104,"Data type error;a decimal number"'),
        ("VOLT 31", '-222,"Data out of range;0 to 30"'),
        ("VOLT -1", '-222,"Data out of range;0 to 30"'),
        ("VOLT nan", '-222,"Data out of range;0 to 30"'),
        ("VOLT 1e400", '-222,"Data out of range;0 to 30"'),
        ("OUTP OFF,(@3)", '-222,"Data out of range;channels are 1 to 2"'),
        ("OUTP OFF,(@)", '-104,"Data type error;a channel list is (@1), (@1,2) or (@1:2)"'),
        ("OUTP? now", '-108,"Parameter not allowed"'),
        ("INST:NSEL 0", '-222,"Data out of range;channels are 1 to 2"'),
        ("INST one", '-104,"Data type error;a channel number, CH1 or ALL"'),
        ("VOLTAG 3", '-113,"Undefined header"'),
        ("\x00\xff", '-113,"Undefined header"'),
    ],
)
def test_a_wrong_command_is_in_the_queue_and_changes_nothing(
    supply: Unit, line: str, error: str
) -> None:
    before = supply.act("state")["channels"]
    supply.send(line.encode("latin-1") + b"\n")
    assert errors(supply) == [error]
    assert supply.act("state")["channels"] == before


def test_the_common_commands(supply: Unit) -> None:
    assert supply.ask("*IDN?") == "Burncard,PS-30,EMU-POWER-SUPPLY-1,1.0.0"
    assert supply.ask("*ESR?") == "128"  # power on
    assert supply.ask("*OPC?") == "1"
    assert supply.ask("*OPC;*ESR?") == "1"
    assert supply.ask("FLY;*STB?") == "4"
    assert supply.ask("*ESR?") == "32"  # command error
    assert supply.ask("*CLS;SYST:ERR?") == '0,"No error"'
    assert supply.ask(";".join(["FLY"] * 20) + ";*STB?") == "4"
    queue = errors(supply)
    assert len(queue) == 16
    assert queue[-1] == '-350,"Queue overflow"'
    supply.send(b"x" * 70_000)
    supply.send(b"\n")
    assert '-363,"Input buffer overrun"' in errors(supply)


def test_an_instrument_without_power_is_silent(sensor: Unit) -> None:
    sensor.act("power", on=False)
    sensor.send(b"*IDN?\n")
    assert sensor.read(0.1) == b""
    sensor.act("power", on=True)
    assert sensor.ask("*ESR?") == "128"


def test_pyvisa_reads_it_as_any_instrument(supply: Unit, shuffler: Unit) -> None:
    host, _, port = supply.ready["link"].rpartition(":")
    supply.hang_up()  # one client at a time
    manager = pyvisa.ResourceManager("@py")
    try:
        instrument = manager.open_resource(
            f"TCPIP::{host}::{port}::SOCKET", read_termination="\n", write_termination="\n"
        )
        assert isinstance(instrument, pyvisa.resources.MessageBasedResource)
        instrument.timeout = 2000
        assert instrument.query("*IDN?").startswith("Burncard,PS-30,")
        assert instrument.query("OUTP OFF;OUTP?") == "0"
        assert shuffler.act("state")["power"] == "off"
    finally:
        manager.close()


def test_a_contact_does_its_act_once_for_each_time_it_closes(shuffler: Unit) -> None:
    wires = ("--wires", f"101={shuffler.ready['stimulus']}/jam")
    with Unit("relay-card", *wires, link="--tcp") as relays:
        every = "ROUT:CLOS? (@101:108)"
        assert relays.ask(every) == "0,0,0,0,0,0,0,0"
        # Nothing runs that could jam: the contact closes all the same, and the queue says why.
        assert relays.ask(f"ROUT:CLOS (@101);{every}") == "1,0,0,0,0,0,0,0"
        (refused,) = errors(relays)
        assert refused.startswith('-240,"Hardware error;')
        relays.ask("ROUT:OPEN:ALL;*OPC?")
        shuffler.act("insert", cards=["KH", "9S"], batch="A")
        shuffler.act("start")
        assert shuffler.heard()[0][0] == "cycle-started"
        relays.ask("route:close (@101,105);*OPC?")
        assert shuffler.heard() == [("jam", {"batch": "A"})]
        relays.ask("ROUT:CLOS (@101);*OPC?")  # it is closed already
        assert relays.ask("ROUT:OPEN (@101);ROUT:OPEN? (@101,105)") == "1,0"
        assert shuffler.heard() == []
        assert relays.ask("*RST;ROUT:CLOS? (@105)") == "0"
        assert errors(relays) == []
        for wrong, number in (
            ("ROUT:CLOS", -109),
            ("ROUT:CLOS (@1x)", -109),
            ("ROUT:CLOS (@1:2:3)", -104),
            ("ROUT:CLOS (@109)", -222),
            ("ROUT:OPEN:ALL 1", -108),
        ):
            relays.ask(f"{wrong};*OPC?")
            (said,) = errors(relays)
            assert said.startswith(f"{number},")
