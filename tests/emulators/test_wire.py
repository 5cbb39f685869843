"""The electrical side on both links, byte by byte as rigs/protocols/burncard.md has it."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator

import pytest

from rigs.protocols.burncard import BadFrame, Decoder, Frame, encode
from tests.emulators.unit import Unit


@pytest.fixture(params=["--pty", "--tcp"])
def shoe(request: pytest.FixtureRequest) -> Iterator[Unit]:
    with Unit("shoe", "--serial", "S-77", link=request.param) as unit:
        yield unit


def test_identity_answers_the_documents_own_bytes(shoe: Unit) -> None:
    shoe.send(bytes.fromhex("3a437c317c307c307c6964656e746966792a303931410a"))  # C|1|0|0|identify
    answer = shoe._next("RX")
    assert (answer.kind, answer.seq, answer.name) == ("R", 1, "identify")
    assert {key: answer.data[key] for key in ("role", "maker", "model", "serial", "firmware")} == {
        "role": "shoe",
        "maker": "Burncard",
        "model": "DS-8",
        "serial": "S-77",
        "firmware": "1.0.0",
    }
    assert len(answer.data["sha256"]) == 64
    assert set(answer.data["sha256"]) <= set("0123456789abcdef")


def test_a_changed_build_has_another_hash() -> None:
    with Unit("shoe") as good, Unit("shoe", "--defect", "ignores-face-up") as bad:
        first, second = (unit.command("identify").data for unit in (good, bad))
        assert first["firmware"] == second["firmware"]
        assert first["sha256"] != second["sha256"]


def test_events_are_numbered_and_come_before_the_next_answer(shoe: Unit) -> None:
    shoe.act("load", cards=["KH", "9S^", "cover"])
    for _ in range(4):
        shoe.act("draw")
    status = shoe.command("status")
    # By number: a slow listener may have got one twice.
    events = list({one.seq: one for one in shoe.frames if isinstance(one, Frame)}.values())
    assert [(event.name, event.data) for event in events] == [
        ("card", {"card": "KH", "face": "down"}),
        ("card", {"card": "9S", "face": "up"}),
        ("cover-card", {}),
        ("empty", {}),
    ]
    # `hello` was event 1 with number 0, before anybody could listen.
    assert [(event.seq, event.counter) for event in events] == [(1, 2), (2, 3), (3, 4), (4, 5)]
    clocks = [event.clock_ms for event in events]
    assert clocks == sorted(clocks)
    assert status.data["next"] == "5"
    assert status.data["state"] == "ready"


def test_an_acknowledged_event_is_not_sent_again(shoe: Unit) -> None:
    shoe.act("load", cards=["KH"])
    shoe.act("draw")
    assert {frame.name for frame in shoe.listen(0.25)} == {"card"}
    assert shoe.listen(0.25) == []
    assert shoe.command("status").data["pending"] == "0"


def test_an_event_that_nobody_acknowledges_comes_six_times_and_is_given_up(shoe: Unit) -> None:
    shoe.acknowledges = False
    shoe.act("load", cards=["KH"])
    started = time.monotonic()
    shoe.act("draw")
    said, came = b"", []
    while chunk := shoe.read(1.0):
        said += chunk
        came += [time.monotonic() - started] * chunk.count(b"\n")
    copies = said.splitlines(keepends=True)
    assert copies == copies[:1] * 6  # once, and again 5 times
    for place, at in enumerate(came):
        assert at + 0.002 >= place * 0.1
    status = shoe.command("status").data
    assert (status["pending"], status["given-up"]) == ("0", "1")


def test_an_acknowledgement_in_time_ends_the_resending(shoe: Unit) -> None:
    shoe.acknowledges = False
    shoe.act("load", cards=["KH"])
    shoe.act("draw")
    first = shoe.event()
    again = shoe.event()
    assert again == first
    shoe.send(encode(Frame("A", first.seq, 0, 0, first.name)))
    assert all(late == first for late in shoe.listen(0.25))
    status = shoe.command("status").data
    assert (status["pending"], status["given-up"]) == ("0", "0")


def test_more_than_64_unacknowledged_events_give_up_the_oldest(shoe: Unit) -> None:
    shoe.acknowledges = False
    shoe.act("load", cards=["2C"] * 66)
    for _ in range(66):
        shoe.act("draw")
    status = shoe.command("status").data
    assert int(status["given-up"]) >= 2
    assert int(status["pending"]) <= 64


def test_garbage_is_answered_and_then_forgotten(shoe: Unit) -> None:
    good = encode(Frame("C", 9, 0, 0, "ping", {"text": "50% : a|b=c*d é\n"}))
    bad = good.replace(b"ping", b"pong")
    shoe.send(b"\x00\xff noise \r\n" + bad + good[:12] + good)
    answers = [shoe._next("RX") for _ in range(4)]
    assert [(answer.kind, answer.seq, answer.name) for answer in answers] == [
        ("X", 0, "garbled"),
        ("X", 0, "garbled"),
        ("X", 0, "garbled"),
        ("R", 9, "ping"),
    ]
    assert answers[-1].data == {"text": "50% : a|b=c*d é\n"}


def test_a_frame_in_pieces_and_frames_in_one_piece(shoe: Unit) -> None:
    for byte in encode(Frame("C", 1, 0, 0, "ping", {"n": "1"})):
        shoe.send(bytes([byte]))
    assert shoe._next("RX").data == {"n": "1"}
    shoe.send(b"".join(encode(Frame("C", n, 0, 0, "ping", {"n": str(n)})) for n in (2, 3, 4)))
    assert [shoe._next("RX").data["n"] for _ in range(3)] == ["2", "3", "4"]


def test_the_same_bytes_again_are_answered_from_memory(shoe: Unit) -> None:
    raw = encode(Frame("C", 5, 0, 0, "status"))
    shoe.send(raw)
    first = shoe._next("RX")
    shoe.act("load", cards=["KH"])
    shoe.act("draw")  # a status made now would say another `next`
    shoe.send(raw)
    assert shoe._next("RX") == first


@pytest.mark.parametrize(
    ("role", "name", "data", "code"),
    [
        ("shoe", "dance", {}, "unknown-command"),
        ("shoe", "upcard", {"card": "KH"}, "unknown-command"),
        ("card-reader", "upcard", {"card": "1H"}, "bad-value"),
        ("card-reader", "upcard", {}, "bad-value"),
        ("table-controller", "feed", {"kind": "card"}, "bad-value"),
        ("table-controller", "feed", {"from": "moon", "kind": "card"}, "bad-value"),
    ],
)
def test_commands_that_cannot_be_done(
    role: str, name: str, data: dict[str, str], code: str
) -> None:
    with Unit(role) as unit:
        unit.send(encode(Frame("C", 3, 0, 0, name, data)))
        answer = unit._next("RX")
        assert (answer.kind, answer.seq, answer.name) == ("X", 3, code)
        assert answer.data["text"]
        assert unit.command("ping").kind == "R"


def test_power_off_is_silence_and_power_on_a_new_start(shoe: Unit) -> None:
    shoe.act("load", cards=["KH", "2C"])
    shoe.act("power", on=False)
    shoe.send(encode(Frame("C", 1, 0, 0, "ping")))
    shoe.act("draw")  # the card leaves all the same; nobody sees it
    assert shoe.listen(0.1) == []
    shoe.act("power", on=True)
    first = shoe.event()
    assert (first.name, first.seq, first.counter) == ("hello", 0, 1)
    assert first.data["cause"] == "power-on"
    assert first.clock_ms < 1000
    shoe.act("draw")
    second = shoe.event()
    assert (second.data["card"], second.seq, second.counter) == ("2C", 1, 2)
    shoe.act("power", on=False)
    shoe.act("power", on=True)
    assert shoe.event().data["boot"] != first.data["boot"]


def test_what_was_unacknowledged_before_a_power_loss_is_gone(shoe: Unit) -> None:
    shoe.acknowledges = False
    shoe.act("load", cards=["KH"])
    shoe.act("draw")
    shoe.act("power", on=False)
    shoe.listen(0.02)
    shoe.act("power", on=True)
    assert {frame.name for frame in shoe.listen(0.25)} == {"hello"}


def test_power_that_is_on_already_changes_nothing(shoe: Unit) -> None:
    shoe.act("power", on=True)
    assert shoe.heard() == []


def test_a_cut_link_goes_away_and_reset_brings_it_back(shoe: Unit) -> None:
    shoe.act("cut-link")
    assert shoe.is_gone()
    assert shoe.act("state")["link"] is None
    answer = shoe.act("reset")
    shoe.open(answer["link"])
    status = shoe.command("status").data
    # It started anew, and had said `hello` before the link was open again.
    assert (status["next"], status["pending"]) == ("1", "0")
    assert shoe.listen(0.15) == []
    assert "link" not in shoe.act("reset")


def test_a_cut_tcp_link_refuses_until_it_is_joined_at_the_same_port() -> None:
    with Unit("shoe", link="--tcp") as unit:
        host, _, port = unit.ready["link"].rpartition(":")
        unit.act("cut-link")
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection((host, int(port)), 1)
        assert unit.act("join-link")["link"] == unit.ready["link"]
        unit.open(unit.ready["link"])
        assert unit.command("ping").kind == "R"


def test_a_second_tcp_client_is_turned_away_and_the_first_goes_on() -> None:
    with Unit("shoe", link="--tcp") as unit:
        host, _, port = unit.ready["link"].rpartition(":")
        with socket.create_connection((host, int(port)), 2) as second:
            assert second.recv(10) == b""
        assert unit.command("ping").kind == "R"
        unit.open(unit.ready["link"])  # hangs up first: the next client is taken
        assert unit.command("ping").kind == "R"


def test_half_a_frame_of_a_client_that_left_does_not_spoil_the_next() -> None:
    with Unit("shoe", link="--tcp") as unit:
        unit.send(b":C|1|0|0|pi")
        unit.open(unit.ready["link"])
        assert unit.command("ping").kind == "R"


def test_a_reader_that_does_not_read_loses_bytes_but_not_the_device(shoe: Unit) -> None:
    shoe.acknowledges = False
    raw = encode(Frame("C", 1, 0, 0, "ping", {"text": "x" * 3000}))
    sent = 0
    until = time.monotonic() + 1
    while sent < 400 and time.monotonic() < until:
        try:
            shoe.send(raw)
            sent += 1
        except BlockingIOError:
            time.sleep(0.002)
    assert shoe.act("state")["power"] == "on"  # it still takes acts
    while shoe.read(0.1):
        pass
    shoe.send(b"\n" + encode(Frame("C", 2, 0, 0, "ping", {"text": "after"})))
    decoder = Decoder()
    found: list[Frame | BadFrame] = []
    while not any(isinstance(frame, Frame) and frame.seq == 2 for frame in found):
        chunk = shoe.read(2)
        assert chunk
        found += decoder.feed(chunk)
