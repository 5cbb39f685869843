"""The emulated Angel Eye shoe: as a process on its line, and in its device, byte by byte."""

from __future__ import annotations

import time

import pytest

from rigs.emulators.angel_eye import AngelEyeShoe
from rigs.emulators.baccarat import Round
from rigs.emulators.device import Refused
from rigs.protocols.angel_eye import Decoder, Reply, Report, encode_command
from tests.emulators.unit import Unit

LIMIT_S = 5.0
Said = list[tuple[str, str]]


def shoe(cards: str = "") -> tuple[AngelEyeShoe, Said]:
    """A shoe with these cards in it, and what it says: code and data in hexadecimal."""
    device = AngelEyeShoe()
    said: Said = []
    device.speak = lambda code, data: said.append((code, data["data"]))
    device.acts["load"]({"do": "load", "cards": cards.split()})
    return device, said


def draw(device: AngelEyeShoe, times: int = 1, **how: object) -> None:
    for _ in range(times):
        device.acts["draw"]({"do": "draw", **how})


# -- what it does with cards -----------------------------------------------------------------------


def test_unlocked_it_deals_baccarat_and_stops_at_the_card_after_the_round() -> None:
    # Player 2 + 3 = 5 draws a 4; banker 5 + 9 = 4, and a 4 makes him draw (2 to 7): an ace, 5.
    device, said = shoe("2H 5C 3H 9C 4H AC KD QD")
    draw(device, 6)
    assert said == [
        ("D", "81C2"),
        ("D", "91A5"),
        ("D", "82C3"),
        ("D", "92A9"),
        ("D", "83C4"),
        ("D", "93A1"),
        ("G", "90"),  # player 9, banker 5
    ]
    said.clear()
    draw(device, 2)  # over-draw, which stops it: these cards are reported as drawn in error mode
    assert said == [("E", "C2"), ("d", "909D"), ("d", "909C")]
    assert device.cancel(2)
    assert said[-1] == ("e", "82")


def test_locked_it_reports_every_card_and_plays_nothing() -> None:
    device, said = shoe("8S " * 9)
    device.lock(on=True)
    draw(device, 9)
    assert said == [("L", "81"), *[("d", "80B8")] * 9]


def test_the_next_round_needs_the_button_and_not_in_mid_round() -> None:
    device, said = shoe("8H 2C KH 3C 9S")
    draw(device)
    device.acts["button"]({"do": "button"})
    assert said[-1] == ("E", "83")
    draw(device, 3)
    assert said[-1] == ("G", "90")  # a natural 8 against 5
    device.acts["button"]({"do": "button"})
    draw(device)
    assert said[-2:] == [("P", ""), ("D", "81B9")]


def test_a_card_pushed_back_is_an_error_and_stays_in_the_shoe() -> None:
    device, said = shoe("8S")
    device.lock(on=True)
    draw(device, push_back="exit")
    draw(device, push_back="midway")
    assert [code for code, _ in said] == ["L", "E", "E"]
    assert [data for _, data in said[1:]] == ["C4", "C5"]
    draw(device)
    assert said[-1] == ("d", "80B8")
    assert device.look()["drawn"] == 1


def test_foreign_unread_cover_and_nothing_left() -> None:
    device, said = shoe("8S 9S cover")
    device.lock(on=True)
    said.clear()
    draw(device, foreign=True)
    draw(device, unreadable=True)
    draw(device, 2)
    assert said == [("E", "C6"), ("E", "C1"), ("C", ""), ("E", "87")]


def test_a_face_up_card_looks_like_any_other() -> None:
    device, said = shoe("8S^")
    device.lock(on=True)
    draw(device)
    assert said[-1] == ("d", "80B8")


def test_a_card_is_reported_again_on_demand() -> None:
    device, said = shoe("8S 9S")
    with pytest.raises(Refused, match="no card has been drawn"):
        device.acts["retransmit"]({"do": "retransmit"})
    draw(device, 2)
    device.acts["retransmit"]({"do": "retransmit"})
    assert said[-2:] == [("D", "91B9"), ("R", "91B9")]


@pytest.mark.parametrize(
    ("player", "banker", "then"),
    [
        ("9H KH", "2C 3C", None),  # a natural ends it
        ("KH 6H", "2C 3C", ("banker", 3)),  # player stands on 6, banker draws on 5
        ("KH 6H", "2C 4C", None),
        ("2H 3H", "2C 4C", ("player", 3)),
        ("2H 3H 8H", "KC 3C", None),  # the one third card on which banker 3 stands
        ("2H 3H 9H", "KC 3C", ("banker", 3)),
        ("2H 3H AH", "KC 4C", None),
        ("2H 3H 2H", "KC 4C", ("banker", 3)),
        ("2H 3H 3H", "KC 5C", None),
        ("2H 3H 4H", "KC 5C", ("banker", 3)),
        ("2H 3H 5H", "KC 6C", None),
        ("2H 3H 6H", "KC 6C", ("banker", 3)),
        ("2H 3H 6H", "KC 7C", None),
        ("2H 3H KH", "KC 2C", ("banker", 3)),
        ("2H 3H KH", "KC 2C AC", None),
    ],
)
def test_the_third_card_of_baccarat(player: str, banker: str, then: tuple[str, int] | None) -> None:
    game = Round()
    game.hands = {"player": player.split(), "banker": banker.split()}
    assert game.next_place() == then


@pytest.mark.parametrize(
    ("player", "banker", "byte"),
    [
        ("KH 9H", "2C 3C", 0x90),
        ("KH 2H", "4C 5C", 0xC0),
        ("4H 4S", "3C 5C", 0xA1),
        ("9H 9S", "4C 4S", 0xA3),
        ("2H 3H", "KC KS", 0x92),
    ],
)
def test_results(player: str, banker: str, byte: int) -> None:
    game = Round()
    game.hands = {"player": player.split(), "banker": banker.split()}
    assert game.result() == byte


# -- on its line -----------------------------------------------------------------------------------


def listen(unit: Unit, count: int) -> list[object]:
    """The next `count` reports, copies and replies."""
    decoder, limit = Decoder(), time.monotonic() + LIMIT_S
    found: list[object] = []
    while len(found) < count:
        assert time.monotonic() < limit, found
        found += [item for _, item in decoder.feed(unit.read(0.5) or b"")]
    assert len(found) == count
    return found


def test_each_report_is_sent_three_times_with_one_number_and_the_next_has_the_next() -> None:
    with Unit("shoe", "--protocol", "angel-eye", "--option", "speed=100") as unit:
        unit.act("load", cards=["8S", "cover"])
        unit.act("draw")
        unit.act("draw")
        said = listen(unit, 6)
    assert said == [Report(0x31, "D", b"\x81\xb8")] * 3 + [Report(0x32, "C")] * 3


def test_it_is_as_slow_as_its_line() -> None:
    with Unit("shoe", "--protocol", "angel-eye") as unit:
        unit.act("load", cards=["8S"])
        begun = time.monotonic()
        unit.act("draw")
        listen(unit, 3)
        took_ms = (time.monotonic() - begun) * 1000
    # 3 copies of 8 bytes of 10 bits at 4800 bit/s.
    assert 50 <= took_ms < 5000


def test_it_locks_says_so_after_its_ack_and_its_safe_state_is_seen() -> None:
    with Unit("shoe", "--protocol", "angel-eye", "--option", "speed=100") as unit:
        unit.send(encode_command("LK02", "with-stx"))
        assert listen(unit, 4) == [Reply(), *[Report(0x31, "L", b"\x81")] * 3]
        assert unit.act("state")["locked"] is True
        unit.send(encode_command("LK02", "with-stx"))  # again changes nothing
        assert listen(unit, 1) == [Reply()]
        unit.send(encode_command("LK01", "with-stx"))
        assert listen(unit, 4)[1] == Report(0x32, "L", b"\x80")


def test_a_command_with_the_other_span_gets_nak_02_and_does_nothing() -> None:
    words = ["--protocol", "angel-eye", "--option", "speed=100", "--option", "bcc_span=without-stx"]
    with Unit("shoe", *words) as unit:
        unit.send(encode_command("LK02", "with-stx"))
        assert listen(unit, 1) == [Reply(0x02)]
        assert unit.act("state")["locked"] is False


def test_after_a_power_loss_it_starts_with_s_and_p_and_numbers_begin_again() -> None:
    with Unit("shoe", "--protocol", "angel-eye", "--option", "speed=100") as unit:
        unit.send(encode_command("LK02", "with-stx"))
        listen(unit, 4)
        unit.act("power", on=False)
        unit.act("power", on=True)
        assert listen(unit, 6) == [Report(0x31, "S")] * 3 + [Report(0x32, "P")] * 3
        assert unit.act("state")["locked"] is False
