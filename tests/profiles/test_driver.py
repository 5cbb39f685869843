"""The driver of profiles, against bytes written here by hand."""

from __future__ import annotations

import binascii
import os
import select
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rigs.bench import Bench
from rigs.drivers import Note, Opening
from rigs.drivers.profile import ProfileDriver, open_driver
from rigs.errors import (
    AlignmentError,
    BenchError,
    DeviceRefused,
    DeviceRestarted,
    DeviceSilent,
    GarbledFrames,
    LinkLost,
)
from rigs.links.pump import Pump
from rigs.links.stream import StreamLink
from rigs.links.wirelog import WireLog
from rigs.rigfile import default_rig, load_rig
from rigs.roles import Observation
from tests.emulators.unit import Unit
from tests.rig.pipe import Line


def digits(body: str) -> bytes:
    """A frame of the digit reader; the CRC is the standard library's."""
    return f":{body}{binascii.crc_hqx(body.encode(), 0xFFFF):04X}\r".encode()


class Dut:
    """A device that the test plays, and the driver at the other end of its line."""

    def __init__(self, folder: Path, role: str, profile: str, late: float = 2.0) -> None:
        self.line = Line()
        path = folder / f"{role}.toml"
        path.write_text(
            f"[limits]\nanswer = {late}\nlate = {late}\n"
            f'[devices.dut]\nrole = "{role}"\ndriver = "profile"\nstimulus = "none"\n'
            f'link = {{ kind = "serial", port = "{self.line.port}" }}\n'
            f'options = {{ profile = "{profile}" }}\nexpect = {{ serial = "P-7" }}\n'
            'safe_state = { state = "motor off" }\n'
        )
        rig = load_rig(path)
        self.notes: list[Note] = []
        self.pump = Pump(self._lost)
        spec, limits = rig.devices["dut"], rig.limits_of("dut")
        self.driver: ProfileDriver = open_driver(
            Opening("dut", spec, limits, self.pump, WireLog(), self.notes.append)
        )
        self.heard: list[bytes] = []

    def say(self, raw: bytes) -> list[Observation]:
        self.line.write(raw)
        assert self.pump.turn(5.0)
        return self.driver.collect()

    def answering(self, *answers: bytes) -> threading.Thread:
        """Gives one answer to each thing that it hears."""

        def answer() -> None:
            for one in answers:
                self.heard.append(self.line.read())
                self.line.write(one)

        thread = threading.Thread(target=answer)
        thread.start()
        return thread

    def kinds(self) -> list[str]:
        return [note.kind for note in self.notes]

    def failed(self) -> BenchError:
        fault = self.driver.fault()
        assert fault is not None
        return fault

    def close(self) -> None:
        self.driver.close()
        self.pump.close()
        self.line.close()

    def _lost(self, link: StreamLink, error: LinkLost) -> None:
        raise error


Start = Callable[..., Dut]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    running: list[Dut] = []

    def one(role: str, profile: str, late: float = 2.0) -> Dut:
        running.append(Dut(tmp_path, role, profile, late))
        return running[-1]

    yield one
    for each in running:
        each.close()


# -- lines without numbers: the text shuffler ------------------------------------------------------


@pytest.fixture
def shuffler(start: Start) -> Dut:
    return start("shuffler", "text-shuffler")


def test_what_a_shuffler_says(shuffler: Dut) -> None:
    said = shuffler.say(
        b"notify name=MShuffleState value=SHUFFLING\r\nnotify name=MScreen value=4\r\n"
        b"notify name=MShuffleDone value=52\r\nnotify name=MShuffleState value=JAM\r\n"
        b"notify name=MService value=OUT\r\n"
    )
    assert [(one.kind, one.data) for one in said] == [
        ("cycle-started", {}),
        ("cycle-done", {"count": "52"}),
        ("jam", {}),
        ("fault", {"code": "out-of-service"}),
    ]
    assert shuffler.driver.fault() is None


def test_what_is_unknown_is_inconclusive_and_names_the_profile(shuffler: Dut) -> None:
    assert shuffler.say(b"notify name=MShuffleDone value=5x\r\n") == []
    error = shuffler.failed()
    assert isinstance(error, GarbledFrames)
    assert 'add a [[messages]] to text-shuffler.toml, with say = "nothing"' in str(error)


def test_who_it_is(shuffler: Dut) -> None:
    thread = shuffler.answering(
        b"get.response name=MProduct value=DM2\r\n",
        b"get.response name=MSerial value=77\r\n",
        # A report may come before the answer.
        b"notify name=MShuffleDone value=52\r\nget.response name=MVersion value=2.1\r\n",
    )
    told = shuffler.driver.identify()
    thread.join(5)
    assert (told.model, told.serial, told.firmware, told.source) == ("DM2", "77", "2.1", "")
    assert shuffler.heard[0] == b"get.request name=MProduct\r\n"
    assert [one.kind for one in shuffler.driver.collect()] == ["cycle-done"]


def test_safe_and_refused(shuffler: Dut) -> None:
    thread = shuffler.answering(b"set.response name=UMotor value=0\r\n")
    assert shuffler.driver.make_safe() == "it answered safe"
    thread.join(5)
    thread = shuffler.answering(b"set.error name=UMotor why=DOOR\r\n")
    with pytest.raises(DeviceRefused, match=r"refused 'set.request name=UMotor value=0': DOOR"):
        shuffler.driver.make_safe()
    thread.join(5)


def test_silence_ends_in_time_and_the_question_was_repeated(start: Start) -> None:
    dut = start("shuffler", "text-shuffler", late=0.6)
    begun = time.monotonic()
    with pytest.raises(DeviceSilent, match=r"no answer to 'get.request name=MStatus' in 0.6 s"):
        dut.driver.status()
    assert time.monotonic() - begun < 10
    assert dut.line.read().count(b"get.request name=MStatus\r\n") >= 2


def test_an_answer_to_nothing_is_left_over(shuffler: Dut) -> None:
    assert shuffler.say(b"get.response name=MStatus value=READY\r\n") == []
    assert shuffler.kinds() == ["leftover"]
    assert shuffler.driver.fault() is None


def test_a_restart(shuffler: Dut) -> None:
    shuffler.driver.expect_restart()
    shuffler.say(b"notify name=MPower value=UP\r\n")
    assert shuffler.driver.fault() is None
    shuffler.driver.forget()
    shuffler.say(b"notify name=MPower value=UP\r\n")
    assert isinstance(shuffler.failed(), DeviceRestarted)


# -- frames with CRC, numbers, acknowledgement and echo: the digit reader --------------------------


@pytest.fixture
def reader(start: Start) -> Dut:
    return start("card-reader", "digit-reader")


def test_what_a_reader_says_is_acknowledged(reader: Dut) -> None:
    (answer,) = reader.say(digits("0711"))
    assert (answer.kind, answer.data, answer.counter) == ("answer", {"blackjack": "yes"}, 7)
    assert reader.line.read() == digits("0790")


def test_sent_again_is_no_second_answer(reader: Dut) -> None:
    assert len(reader.say(digits("0711") + digits("0711") + digits("0810"))) == 2
    assert reader.kinds() == ["doubled"]
    assert reader.driver.fault() is None


def test_the_same_number_with_another_answer(reader: Dut) -> None:
    reader.say(digits("0711") + digits("0710"))
    assert isinstance(reader.failed(), AlignmentError)


def test_a_missing_number_and_one_that_wraps(reader: Dut) -> None:
    reader.say(digits("9911") + digits("0010"))
    assert reader.driver.fault() is None
    reader.say(digits("0211"))
    assert "lost: 1 message(s) before number 2" in str(reader.failed())


def test_garbled_and_sent_again_is_nothing_lost(reader: Dut) -> None:
    reader.say(digits("0710"))
    assert reader.say(digits("0811").replace(b"0811", b"0810")) == []
    assert reader.kinds() == ["garbled"]
    (answer,) = reader.say(digits("0811"))
    assert answer.data == {"blackjack": "yes"}
    assert reader.driver.fault() is None


def test_an_echo_is_taken_out_once(reader: Dut) -> None:
    """The bench's own question comes back before the answer, and is not taken for it."""
    echo = digits("S")
    thread = reader.answering(echo + digits("S0"))
    assert reader.driver.status() == "ready"
    thread.join(5)
    # Without the question it is no echo any more.
    reader.say(echo)
    assert isinstance(reader.failed(), GarbledFrames)


def test_a_burst_is_acknowledged_before_its_echoes_are_read(reader: Dut) -> None:
    burst = [f"{number:02}1{number % 2}" for number in range(60)]
    assert len(reader.say(b"".join(map(digits, burst)))) == 60
    acks = b"".join(digits(f"{number:02}90") for number in range(60))
    assert reader.say(acks) == []
    assert reader.driver.fault() is None


def test_what_is_sent_again_behind_later_messages_is_known(reader: Dut) -> None:
    said = reader.say(digits("0711") + digits("0810") + digits("0711") + digits("0911"))
    assert [one.data["blackjack"] for one in said] == ["yes", "no", "yes"]
    assert reader.kinds() == ["doubled"]
    assert reader.driver.fault() is None


def test_the_link_is_lost_while_asking(reader: Dut) -> None:
    reader.line.hang_up()
    with pytest.raises(LinkLost):
        reader.driver.status()


# -- what else a profile may say -------------------------------------------------------------------

CONTROLLER = """
name = "feedable"
role = "table-controller"
[framing]
end = "\\n"
[line]
unknown = "note"
quiet_ms = 1
[keep_alive]
send = "PING"
every_ms = 60000
answer = "PONG"
[fields.face]
values = { u = "up", d = "down" }
[[messages]]
match = "ROUND OVER"
say = "round-over"
[[commands.feed]]
role = "shoe"
signal = "card"
send = "CARD {card} {face}"
answer = "OK"
"""


def test_feed_and_keep_alive_and_no_identity(start: Start, tmp_path: Path) -> None:
    (tmp_path / "p.toml").write_text(CONTROLLER)
    dut = start("table-controller", "p.toml")
    assert dut.driver.identify().source == "operator's statement"
    assert dut.driver.identify().serial == "P-7"
    thread = dut.answering(b"OK\n")
    dut.driver.feed(Observation("shoe", "shoe", "card", {"card": "KH", "face": "up"}, 1))
    thread.join(5)
    assert dut.heard == [b"CARD KH u\n"]
    with pytest.raises(BenchError, match=r"no way to be told empty of the shoe; add a \[\[comm"):
        dut.driver.feed(Observation("shoe", "shoe", "empty", {}, 1))
    dut.driver.collect()
    dut.driver.collect()
    assert dut.line.read() == b"PING\n"
    said = dut.say(b"PONG\nWHAT\nROUND OVER\n")
    assert [one.kind for one in said] == ["round-over"]
    assert dut.kinds() == ["leftover", "unknown"]
    assert dut.driver.fault() is None


@pytest.mark.bench
def test_an_emulated_device_by_the_name_of_its_profile() -> None:
    """A stranger's client, and bytes by hand: the model is the emulated shuffler's."""
    options = ("--protocol", "profile", "--option", "profile=text-shuffler")
    with Unit("shuffler", *options) as unit:
        os.write(unit.fd, b"get.request name=MProduct\r\n")
        wanted = b"get.response name=MProduct value=SH-52\r\n"
        told = b""
        while len(told) < len(wanted) and select.select((unit.fd,), (), (), 5.0)[0]:
            told += os.read(unit.fd, 4096)
        assert told == wanted


# -- both examples on a bench, emulated ------------------------------------------------------------


@pytest.mark.bench
def test_the_worked_examples(tmp_path: Path) -> None:
    text = default_rig().with_name("profiles.toml").read_text("utf-8")
    blocks = text.split("\n[devices.")
    head = blocks[0]
    kept = [one for one in blocks[1:] if one.startswith(("shuffler]", "card-reader]"))]
    path = tmp_path / "rig.toml"
    path.write_text("\n[devices.".join([head, *kept]) + "\n")
    with Bench.open(load_rig(path), tmp_path / "run") as bench:
        assert bench.devices["shuffler"].identity.model == "SH-52"
        assert bench.devices["card-reader"].identity.model == "HR-2"
        bench.begin_scenario("s.1")
        bench.stimulate("card-reader", "insert", card="QH", upcard="AS")
        bench.stimulate("card-reader", "remove")
        bench.stimulate("shuffler", "insert", cards=["KH", "QH", "2C"], batch="A")
        bench.stimulate("shuffler", "start")
        bench.stimulate("shuffler", "advance")
        said = bench.sync()
        assert sorted((one.kind, *one.data.values()) for one in said) == [
            ("answer", "yes"),
            ("cycle-done", "3"),
            ("cycle-started",),
        ]
        bench.power("shuffler", on=False)
        bench.power("shuffler", on=True)
        assert bench.sync() == []
    assert bench.account is not None
    assert bench.account.all_safe
