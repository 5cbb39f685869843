"""A link that is lost and comes back: only where the rig file allows it, never silently."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rigs.bench import Bench
from rigs.errors import LinkLost
from rigs.rigfile import RigFileError, load_rig
from tests.rig.wire_device import WireDevice

Start = Callable[..., Bench]


@pytest.fixture
def shoe() -> Iterator[WireDevice]:
    device = WireDevice()
    yield device
    device.close()


@pytest.fixture
def start(shoe: WireDevice, tmp_path: Path) -> Iterator[Start]:
    opened: list[Bench] = []

    def open_bench(reconnect: str = "reconnect = { attempts = 3, backoff = 0.05 }") -> Bench:
        path = tmp_path / "rig.toml"
        path.write_text(
            "[limits]\nanswer = 0.3\nlate = 0.6\nsafe = 0.5\n[devices.dut]\n"
            'role = "shoe"\n'
            f'link = {{ kind = "tcp", port = {shoe.port} }}\n'
            'stimulus = "none"\n'
            f'safe_state = {{ state = "motor stopped" }}\n{reconnect}\n'
        )
        opened.append(Bench.open(load_rig(path), tmp_path / "run"))
        opened[-1].begin_scenario("s.1")
        return opened[-1]

    yield open_bench
    for bench in opened:
        bench.close()


def names(bench: Bench) -> list[str]:
    return [note.kind for note in bench.notes]


def test_a_link_that_comes_back_with_nothing_missed_goes_on(shoe: WireDevice, start: Start) -> None:
    bench = start()
    shoe.say("card", card="KH")
    assert [one.data["card"] for one in bench.observe(bool, 1.0)] == ["KH"]
    shoe.hang_up()
    bench.observe(lambda _: "reconnected" in names(bench), 2.0)
    assert names(bench) == ["link-lost", "reconnected"]
    shoe.say("card", card="9S")
    assert [one.data["card"] for one in bench.observe(bool, 1.0)] == ["9S"]
    assert bench.sync() == []
    log = (bench.rig.path.parent / "run" / "wire" / "s.1.jsonl").read_text()
    assert '"state":"lost"' in log
    assert '"state":"reconnected"' in log


def test_what_it_said_meanwhile_makes_the_scenario_inconclusive(
    shoe: WireDevice, start: Start
) -> None:
    bench = start()
    shoe.hang_up()
    shoe.say("card", card="KH", how="never")
    shoe.say("card", card="9S")  # sent again on the new link
    with pytest.raises(LinkLost) as caught:
        bench.observe(lambda _: False, 2.0)
    assert "its link was lost and is open again after 1 of 3 attempts" in str(caught.value)
    assert "what it said meanwhile, 2 event(s), is no evidence" in str(caught.value)
    bench.begin_scenario("s.2")  # and the next one has its device
    shoe.say("card", card="2C")
    assert [one.data["card"] for one in bench.observe(bool, 1.0)] == ["2C"]


def test_attempts_end(shoe: WireDevice, start: Start) -> None:
    bench = start("reconnect = { attempts = 3, backoff = 0.05 }")
    shoe.stop_listening()
    shoe.hang_up()
    began = time.monotonic()
    with pytest.raises(LinkLost) as caught:
        bench.observe(lambda _: False, 5.0)
    # 50, 100 and 200 ms before the three attempts.
    assert 0.35 <= time.monotonic() - began < 4.5
    assert "and 3 attempts to open it again failed" in str(caught.value)


def test_an_act_waits_for_the_link(shoe: WireDevice, start: Start) -> None:
    bench = start("reconnect = { attempts = 3, backoff = 0.2 }")
    shoe.hang_up()
    bench.observe(lambda _: "link-lost" in names(bench), 1.0)
    assert bench.sync() == []
    assert names(bench) == ["link-lost", "reconnected"]


def test_it_is_off_unless_the_rig_file_says_so(shoe: WireDevice, start: Start) -> None:
    bench = start(reconnect="")
    shoe.hang_up()
    with pytest.raises(LinkLost, match=r"the link is lost \(the other end is gone\)"):
        bench.observe(lambda _: False, 2.0)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{ attempts = -1 }", "reconnect.attempts: expected a whole number >= 0"),
        ("{ tries = 3 }", "reconnect.tries: unknown key; known: attempts backoff"),
        ("{ attempts = 1, backoff = 0 }", "reconnect.backoff: expected a number > 0"),
    ],
)
def test_a_mistake_in_the_rig_file(start: Start, text: str, told: str) -> None:
    with pytest.raises(RigFileError) as caught:
        start(f"reconnect = {text}")
    assert str(caught.value).endswith(f"devices.dut.{told}")


def test_what_is_said_after_the_ruling_is_named_in_the_next_scenario(
    shoe: WireDevice, start: Start
) -> None:
    bench = start("")
    bench.end_scenario()
    shoe.say("card", card="KH")
    time.sleep(0.05)
    bench.begin_scenario("s.2")
    assert [(note.kind, note.text) for note in bench.notes] == [
        ("after-ruling", "said card card=KH after the ruling before")
    ]
    assert bench.observe(bool, 0.1) == []
