"""The bench with devices that lose, double, garble, hang and lie about who they are."""

from __future__ import annotations

import socket
import sys
import time
from collections.abc import Callable, Iterator
from importlib import util
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from rigs.bench import Bench
from rigs.errors import (
    DeviceMismatch,
    DeviceRefused,
    DeviceRestarted,
    DeviceSilent,
    GarbledFrames,
    LinkLost,
    PortBusy,
    PortMissing,
    ScenarioTooLong,
    StimulusError,
)
from rigs.rigfile import load_rig
from rigs.roles import Observation


def _module() -> ModuleType:
    spec = util.spec_from_file_location("wire_device", Path(__file__).with_name("wire_device.py"))
    assert spec
    assert spec.loader
    module = util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


WireDevice: Callable[..., Any] = _module().WireDevice


@pytest.fixture
def shoe() -> Iterator[Any]:
    device = WireDevice()
    yield device
    device.close()


@pytest.fixture
def bench(shoe: Any, rig_file: Callable[..., Path], tmp_path: Path) -> Iterator[Bench]:
    with Bench.open(load_rig(rig_file(shoe.port)), tmp_path / "run") as bench:
        bench.begin_scenario("s.1")
        yield bench


@pytest.fixture
def rig_file(tmp_path: Path) -> Callable[..., Path]:
    def write(port: int, more: str = "", role: str = "shoe") -> Path:
        path = tmp_path / "rig.toml"
        path.write_text(
            "[limits]\nanswer = 0.3\nlate = 0.6\nsafe = 0.5\n[devices.dut]\n"
            f'role = "{role}"\n'
            f'link = {{ kind = "tcp", port = {port} }}\n'
            'stimulus = "none"\n'
            'safe_state = { state = "motor stopped" }\n' + more
        )
        return path

    return write


def cards(arrived: list[Observation]) -> list[str]:
    return [one.data["card"] for one in arrived]


def notes(bench: Bench) -> list[str]:
    return [note.kind for note in bench.notes]


def test_who_it_is_and_what_it_says(shoe: Any, bench: Bench) -> None:
    assert bench.devices["dut"].identity.serial == "7"
    assert bench.devices["dut"].identity.sha256 == "ab" * 32
    before = time.monotonic_ns()
    shoe.say("card", card="KH", face="down")
    (one,) = bench.observe(bool, 1.0)
    assert (one.device, one.role, one.kind) == ("dut", "shoe", "card")
    assert one.data == {"card": "KH", "face": "down"}
    assert before < one.at_ns < time.monotonic_ns()
    assert one.raw.startswith(b":E|0|1|")
    assert one.raw.endswith(b"\n")
    assert one.counter == 1
    assert bench.sync() == []
    assert shoe.acknowledged() == [0]
    assert notes(bench) == []


def test_lost_at_first_and_sent_again(shoe: Any, bench: Bench) -> None:
    shoe.say("card", card="KH", how="lost")
    shoe.say("card", card="9S")
    assert cards(bench.observe(lambda new: len(new) == 2, 1.0)) == ["KH", "9S"]


def test_garbled_at_first_and_sent_again(shoe: Any, bench: Bench) -> None:
    shoe.say("card", card="KH", how="garbled")
    assert cards(bench.observe(bool, 1.0)) == ["KH"]
    assert notes(bench) == ["garbled", "held"]


def test_doubled_is_one(shoe: Any, bench: Bench) -> None:
    shoe.say("card", card="KH", how="doubled")
    shoe.say("card", card="9S")
    assert cards(bench.sync()) == ["KH", "9S"]
    assert notes(bench) == ["doubled"]


def test_sync_waits_for_what_is_still_to_be_sent_again(shoe: Any, bench: Bench) -> None:
    shoe.say("card", card="KH", how="lost")
    assert cards(bench.sync()) == ["KH"]


def test_lost_for_ever_is_found_by_what_comes_after(shoe: Any, bench: Bench) -> None:
    shoe.say("card", card="QD")
    shoe.say("card", card="KH", how="never")
    shoe.say("card", card="9S")
    with pytest.raises(
        GarbledFrames, match=r"dut on 127.*lost: 1 event\(s\) from sequence number 1"
    ):
        bench.observe(lambda new: len(new) == 3, 2.0)
    assert cards(bench.observe(bool, 0.1)) == ["QD", "9S"]
    assert notes(bench) == ["lost"]


def test_lost_for_ever_at_the_end_is_found_by_sync(shoe: Any, bench: Bench) -> None:
    shoe.say("card", card="QD")
    shoe.say("card", card="KH", how="never")
    begun = time.monotonic()
    with pytest.raises(GarbledFrames, match="lost"):
        bench.sync()
    assert time.monotonic() - begun < 5


def test_noise_is_noted_with_its_bytes(shoe: Any, bench: Bench) -> None:
    shoe.send(b"BOOT v1\r\n\xff\n")
    shoe.say("card", card="KH")
    assert cards(bench.sync()) == ["KH"]
    assert b"".join(note.raw for note in bench.notes) == b"BOOT v1\r\n\xff\n"


def test_restarted_unasked(shoe: Any, bench: Bench) -> None:
    shoe.say("card", card="KH")
    bench.sync()
    shoe.restart()
    with pytest.raises(DeviceRestarted, match="the device started anew"):
        bench.observe(bool, 1.0)
    bench.begin_scenario("s.2")
    shoe.say("card", card="9S")
    assert cards(bench.sync()) == ["9S"]


def test_silent(shoe: Any, bench: Bench) -> None:
    shoe.mute.add("status")
    begun = time.monotonic()
    told = (
        r"no answer to 'status' in 0.6 s \(link open, \d+ bytes seen, \d+ frames decoded\); check"
    )
    with pytest.raises(DeviceSilent, match=told):
        bench.sync()
    assert 0.5 < time.monotonic() - begun < 5
    asked = [frame for frame in shoe.heard if frame.name == "status"]
    assert len({frame.seq for frame in asked[-3:]}) == 1, "asked again under the same number"


def test_silence_of_who_is_gone_is_not_asked(shoe: Any, bench: Bench) -> None:
    shoe.mute.add("status")
    assert bench.sync({"shoe"}) == []


def test_unplugged(shoe: Any, bench: Bench) -> None:
    shoe.hang_up()
    with pytest.raises(LinkLost, match=r"dut on 127.0.0.1:\d+: the link is lost"):
        bench.observe(bool, 1.0)
    with pytest.raises(LinkLost):
        bench.sync()
    bench.begin_scenario("s.2")
    shoe.say("card", card="KH")
    assert cards(bench.sync()) == ["KH"]


def test_messages_before_a_scenario_are_not_of_it(shoe: Any, bench: Bench) -> None:
    shoe.say("card", card="KH")
    bench.end_scenario()
    bench.begin_scenario("s.2")
    assert bench.sync() == []


def test_what_came_is_in_the_wire_log_of_its_scenario(
    shoe: Any,
    bench: Bench,
    tmp_path: Path,
) -> None:
    shoe.say("card", card="KH")
    bench.sync()
    bench.end_scenario()
    bench.begin_scenario("s.2")
    assert b"card=KH".hex() in (tmp_path / "run/wire/s.1.jsonl").read_text()
    assert b"card=KH".hex() not in (tmp_path / "run/wire/s.2.jsonl").read_text()


def test_safe_at_the_end(shoe: Any, rig_file: Callable[..., Path], tmp_path: Path) -> None:
    with Bench.open(load_rig(rig_file(shoe.port)), tmp_path / "run") as bench:
        pass
    assert [frame.name for frame in shoe.heard if frame.kind == "C"].count("safe") == 2
    assert bench.account is not None
    assert bench.account.all_safe
    assert bench.account.devices["dut"].how == "it answered safe"


def test_a_device_that_does_not_become_safe_is_told(
    shoe: Any, rig_file: Callable[..., Path], tmp_path: Path
) -> None:
    shoe.safe = "ready"
    with Bench.open(load_rig(rig_file(shoe.port)), tmp_path / "run") as bench:
        pass
    assert bench.account is not None
    assert not bench.account.all_safe
    assert "it was told to be safe and answered state 'ready'" in bench.account.devices["dut"].how
    assert [note.kind for note in bench.notes] == ["not-safe"]


def test_feed_and_a_refusal(rig_file: Callable[..., Path], tmp_path: Path) -> None:
    device = WireDevice("table-controller")
    rig = load_rig(rig_file(device.port, role="table-controller"))
    try:
        with Bench.open(rig, tmp_path / "run") as bench:
            bench.feed(Observation("shoe", "shoe", "card", {"card": "KH", "face": "down"}, 0))
            (fed,) = [frame for frame in device.heard if frame.name == "feed"]
            assert fed.data == {"from": "shoe", "kind": "card", "card": "KH", "face": "down"}
            with pytest.raises(
                DeviceRefused, match=r"it refused 'feed': bad-value \(kind nonsense\)"
            ):
                bench.feed(Observation("shoe", "shoe", "nonsense", {}, 0))
    finally:
        device.close()


@pytest.mark.parametrize(
    ("more", "role", "what"),
    [
        ('expect = { serial = "8" }\n', "shoe", "its serial is '7', the rig file says '8'"),
        ('expect = { firmware = "1.3" }\n', "shoe", "its firmware is '1.2', the rig file says"),
        ("", "shuffler", "it is a shoe, the rig file says shuffler"),
    ],
)
def test_another_device(
    more: str,
    role: str,
    what: str,
    shoe: Any,
    rig_file: Callable[..., Path],
    tmp_path: Path,
) -> None:
    with pytest.raises(DeviceMismatch, match=f"dut on .*{what}.*plug in the right one"):
        Bench.open(load_rig(rig_file(shoe.port, more, role)), tmp_path / "run")


def test_a_bench_opens_once(
    shoe: Any,
    bench: Bench,
    rig_file: Callable[..., Path],
    tmp_path: Path,
) -> None:
    # By another name it is another bench, with a lease of its own, and the port is the same.
    other = rig_file(shoe.port).rename(tmp_path / "other.toml")
    with pytest.raises(PortBusy, match="dut on 127"):
        Bench.open(load_rig(other), tmp_path / "second")
    assert bench.sync() == []


def test_nobody_there(rig_file: Callable[..., Path], tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    with pytest.raises(PortMissing, match="Connection refused"):
        Bench.open(load_rig(rig_file(port)), tmp_path / "run")


def test_a_scenario_has_a_time_limit(
    shoe: Any, rig_file: Callable[..., Path], tmp_path: Path
) -> None:
    path = rig_file(shoe.port)
    path.write_text(path.read_text().replace("[limits]\n", "[limits]\nscenario = 0.3\n"))
    with Bench.open(load_rig(path), tmp_path / "run") as bench:
        bench.begin_scenario("s.1")
        begun = time.monotonic()
        with pytest.raises(ScenarioTooLong, match=r"longer than 0.3 s"):
            bench.observe(bool, 20.0)
        assert time.monotonic() - begun < 10
        bench.begin_scenario("s.2")
        assert bench.sync() == []


def test_no_such_role(bench: Bench) -> None:
    assert bench.by_role("shuffler") is None
    with pytest.raises(StimulusError, match="there is no shuffler on this bench"):
        bench.stimulate("shuffler", "jam")
    with pytest.raises(StimulusError, match="nobody can 'draw' it"):
        bench.stimulate("shoe", "draw")
