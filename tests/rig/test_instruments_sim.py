"""The instruments' drivers against pyvisa-sim: what they ask, and what they do not believe."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from rigs.check import check
from rigs.drivers import Driver, Opening, open_driver
from rigs.drivers.colour_sensor import ColourSensor
from rigs.drivers.power_supply import PowerSupply
from rigs.drivers.relay_card import RelayCard
from rigs.errors import DeviceRefused
from rigs.links.pump import Pump
from rigs.links.wirelog import WireLog
from rigs.rigfile import DeviceSpec, Limits, RigFileError, SafeState, VisaSpec, load_rig

Open = Callable[..., Any]
FILE = Path(__file__).with_name("instruments.yaml")


@pytest.fixture
def opened() -> Iterator[Open]:
    """Opens the driver of a simulated instrument."""
    with ExitStack() as stack:

        def start(name: str, driver: str, send: tuple[str, ...] = (), **more: Any) -> Driver:
            spec = DeviceSpec(
                role=driver.replace("_", "-"),
                link=VisaSpec(resource=f"TCPIP::{name}::5025::SOCKET", sim=str(FILE)),
                safe_state=SafeState("off", send),
                protocol="scpi",
                driver=driver,
                **more,
            )
            pump = Pump(lambda link, lost: None)
            limits = Limits(late=0.3)
            made = open_driver(Opening(name, spec, limits, pump, WireLog(), lambda note: None))
            stack.callback(made.close)
            return made

        yield start


def card(opened: Open, name: str) -> RelayCard:
    wires = {"101": "shuffler jam", "102": "shuffler stop"}
    made: RelayCard = opened(name, "relay_card", ("ROUT:OPEN:ALL",), wires=wires)
    return made


def test_a_supply_is_switched_read_back_and_left_off(opened: Open) -> None:
    supply: PowerSupply = opened("supply", "power_supply", ("OUTP OFF",), powers=("shuffler",))
    told = supply.identify()
    assert (told.maker, told.model, told.serial, told.firmware) == (
        "Example",
        "PS-1",
        "SN-9",
        "2.1",
    )
    supply.switch(on=False)
    assert supply.without_power() == ("shuffler",)
    supply.switch(on=True)
    assert supply.status() == "ready"
    assert supply.make_safe() == "it reads back output off"
    assert supply.status() == "off: shuffler"


def test_a_safe_state_that_the_supply_does_not_understand_is_no_safe_state(opened: Open) -> None:
    supply: PowerSupply = opened("supply", "power_supply", ("OUTPUT:STATE:OFF",))
    with pytest.raises(DeviceRefused, match=r"did not take 'OUTPUT:STATE:OFF': -113"):
        supply.make_safe()


def test_a_sensor_names_what_it_sees_in_the_order_of_the_words(opened: Open) -> None:
    sensor: ColourSensor = opened("sensor", "colour_sensor")
    seen = sensor.look("masque-reader", "masque-reader")
    assert (seen.data, seen.raw, seen.witness) == (
        {"lit": "blue+yellow"},
        b"Yellow, blue",
        "sensor",
    )


def test_a_sensor_that_sees_nothing_does_not_say_dark(opened: Open) -> None:
    with pytest.raises(DeviceRefused, match="names no colours"):
        opened("blind-sensor", "colour_sensor").look("masque-reader", "masque-reader")


def test_a_relay_card_that_does_nothing_is_not_believed(opened: Open) -> None:
    dead = card(opened, "dead-card")
    assert dead.channel_of("shuffler", "jam") == "101"
    assert dead.channel_of("shuffler", "break") == ""
    with pytest.raises(DeviceRefused, match="channel 101 did not close"):
        dead.switch("101", closed=True)
    dead.switch("101", closed=False)


def test_a_contact_that_does_not_open_is_not_safe(opened: Open) -> None:
    welded = card(opened, "welded-card")
    assert welded.status() == "closed: 102"
    with pytest.raises(DeviceRefused, match="still closed: 102; take its power away"):
        welded.make_safe()


def test_a_card_that_spells_otherwise_is_refused_by_its_error_queue(opened: Open) -> None:
    other = card(opened, "other-card")
    assert other.identify().maker == "Other"
    with pytest.raises(DeviceRefused, match=r"did not take 'ROUT:CLOS \(@101\)': -113"):
        other.switch("101", closed=True)


RIG = """
[devices.witness]
role = "power-supply"
link = {{ kind = "visa", resource = "TCPIP::supply::5025::SOCKET", sim = "{sim}" }}
protocol = "scpi"
stimulus = "instrument"
{more}safe_state = {{ state = "output off", send = ["OUTP OFF"] }}
"""


def rig_with(folder: Path, sim: str = "sims/bench.yaml", more: str = "") -> Path:
    (folder / "sims").mkdir(exist_ok=True)
    (folder / "sims" / "bench.yaml").write_bytes(FILE.read_bytes())
    path = folder / "rig.toml"
    path.write_text(RIG.format(sim=sim, more=more))
    return path


def test_a_rig_file_names_the_file_that_simulates(tmp_path: Path) -> None:
    rig = load_rig(rig_with(tmp_path))
    assert not rig.has_fixed_ports  # each process has its own
    (row,) = check(rig, pings=3, listen_s=0.0).rows
    assert (row.answers, row.error) == (True, "")
    assert (row.identity.maker, row.identity.serial) == ("Example", "SN-9")
    assert row.link == "TCPIP::supply::5025::SOCKET (simulated by bench.yaml)"


@pytest.mark.parametrize(
    ("sim", "more", "says"),
    [
        ("none.yaml", "", "link.sim: 'none.yaml' is not there; name a pyvisa-sim file"),
        (
            "sims/bench.yaml",
            "emulator = {}\n",
            "emulator: a simulated instrument has none; leave it out",
        ),
    ],
)
def test_a_mistake_in_the_rig_file(tmp_path: Path, sim: str, more: str, says: str) -> None:
    path = rig_with(tmp_path, sim, more)
    with pytest.raises(RigFileError) as caught:
        load_rig(path)
    assert str(caught.value) == f"{path}: devices.witness.{says}"


def test_a_file_that_has_no_such_instrument(tmp_path: Path) -> None:
    path = rig_with(tmp_path)
    path.write_text(path.read_text().replace("TCPIP::supply", "TCPIP::suply"))
    (row,) = check(load_rig(path), pings=3, listen_s=0.0).rows
    assert not row.answers
    assert "its answer to '*IDN?' is empty; check its VISA address" in row.error
