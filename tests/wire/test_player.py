"""A recorded session played by hand: what is compared, what is adapted, what is never touched.

The frames are the worked example of rigs/protocols/burncard.md, or were made with its rules.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rigs.links.wirefile import Entry, LinkHead, WireFile
from rigs.protocols.burncard import checksum
from rigs.replay.player import Differs, Player
from rigs.replay.script import script

MS = 1_000_000
CARD = b":E|7|8|48213|card|card=KH|face=down*09C9\n"
CARD_ACK = b":A|7|0|0|card*B886\n"
FEED = b":C|2|0|0|feed|from=shoe|kind=card|card=KH|face=down*EFC4\n"
FED = b":R|2|8|48230|feed*F209\n"
IDENTIFY = b":C|1|0|0|identify*091A\n"


def framed(body: str) -> bytes:
    return b":%b*%04X\n" % (body.encode(), checksum(body.encode()))


def entry(ms: float, direction: str, raw: bytes = b"", link: str = "dut", **more: Any) -> Entry:
    return Entry(int(ms * MS), 0.0, link, direction, hex=raw.hex(), **more)


class Rehearsal:
    """A player with a clock that only moves when told, in milliseconds."""

    def __init__(
        self, *entries: Entry, protocol: str = "burncard", factor: float = 1.0, marked: bool = False
    ) -> None:
        heads = {"dut": LinkHead(protocol=protocol)}
        log = WireFile(Path("x"), "a.1", "lab", heads, entries, 0)
        self.sent: list[bytes] = []
        self.cuts = 0
        self.now = 0.0
        known = {(b"", b"WHO\n"): b"ME\n"} if protocol == "line" else {}
        self.player = Player(
            protocol, self._send, self._cut, factor, {"maker": "Example", "role": "shoe"}, known
        )
        self.player.begin(script(log, "dut"), 0.0, marked)

    def _send(self, raw: bytes) -> None:
        if raw:
            self.sent.append(raw)

    def _cut(self) -> None:
        self.cuts += 1

    def hear(self, data: bytes) -> list[bytes]:
        self.player.hear(data, self.now / 1000)
        return self.take()

    def act(self, do: str, **fields: Any) -> dict[str, Any]:
        return self.player.act(do, fields, self.now / 1000)

    def at(self, ms: float) -> list[bytes]:
        self.now = ms
        self.player.advance(ms / 1000)
        return self.take()

    def take(self) -> list[bytes]:
        sent, self.sent = self.sent, []
        return sent


def drawn() -> tuple[Entry, ...]:
    return (
        entry(10, "act", do="draw"),
        entry(12, "done", do="draw", told={"card": "KH"}),
        entry(30, "rx", CARD),
        entry(31, "tx", CARD_ACK),
    )


def test_an_event_comes_bit_for_bit_when_the_act_is_done_and_the_recorded_time_has_passed() -> None:
    play = Rehearsal(*drawn())
    assert play.at(500) == []  # nothing is drawn, nothing is said
    assert play.act("draw") == {"card": "KH"}
    assert play.take() == []
    assert play.player.due_in(0.5) == pytest.approx(0.020)
    assert play.at(518) == []
    assert play.at(520) == [CARD]
    assert play.hear(CARD_ACK) == []
    assert (play.player.left, play.player.difference) == (0, "")


def test_any_timing() -> None:
    fast, slow = Rehearsal(*drawn(), factor=0.0), Rehearsal(*drawn(), factor=3.0)
    fast.act("draw")
    assert fast.take() == [CARD]
    slow.act("draw")
    assert slow.at(58) == []
    assert slow.at(60) == [CARD]


def test_damaged_bytes_stay_damaged() -> None:
    broken = CARD.replace(b"KH", b"QH")  # its checksum is another's
    noise = b"\x00\xffnoise"
    play = Rehearsal(
        entry(10, "act", do="draw"),
        entry(11, "rx", noise + broken[:20]),
        entry(12, "rx", broken[20:]),
    )
    play.act("draw")
    assert b"".join(play.at(100)) == noise + broken


def test_an_answer_gets_the_number_of_the_command_and_nothing_else_changes() -> None:
    play = Rehearsal(entry(1, "tx", FEED), entry(2, "rx", FED))
    same = framed("C|2|0|0|feed|from=shoe|kind=card|card=KH|face=down")
    assert same == FEED
    assert play.hear(FEED) + play.at(10) == [FED]
    assert play.player.account.renumbered == 0

    play = Rehearsal(entry(1, "tx", FEED), entry(2, "rx", FED))
    sent = play.hear(framed("C|977|0|0|feed|from=shoe|kind=card|card=KH|face=down")) + play.at(10)
    assert sent == [framed("R|977|8|48230|feed")]
    assert play.player.account.renumbered == 1


def test_a_command_sent_again_is_answered_again_and_is_one_in_the_script() -> None:
    play = Rehearsal(
        entry(1, "tx", FEED),
        entry(2, "tx", FEED),
        entry(3, "rx", FED),
        entry(4, "rx", FED),
        *drawn(),
    )
    assert play.hear(FEED) + play.at(10) == [FED]
    assert play.hear(FEED) == [FED]
    play.act("draw")
    assert play.at(100) == [CARD]


def test_another_command_is_named_and_refused_from_then_on() -> None:
    play = Rehearsal(entry(1, "tx", FEED), entry(2, "rx", FED))
    (answer,) = play.hear(framed("C|2|0|0|feed|from=shoe|kind=card|card=QH|face=down"))
    assert answer.startswith(b":X|2|0|0|fault|text=")
    assert "card=QH" in play.player.difference
    assert "recorded next, at 0.001 s: the host sends :C|2|0|0|feed" in play.player.difference
    with pytest.raises(Differs, match="card=QH"):
        play.act("draw")


def test_another_act_or_one_too_many_is_named() -> None:
    play = Rehearsal(*drawn())
    with pytest.raises(
        Differs, match=r"the bench does 'insert' .*recorded next, at 0.010 s: the act 'draw'"
    ):
        play.act("insert", card="KH")
    play = Rehearsal(*drawn())
    play.act("draw")
    with pytest.raises(Differs, match="'draw'; the recorded session has nothing more"):
        play.act("draw")
    assert play.take() == [CARD]  # what was said before an act is said before it


def test_questions_beside_the_script_are_answered_and_missing_ones_left_out() -> None:
    status = b":C|3|0|0|status*%04X\n" % checksum(b"C|3|0|0|status")
    ready = framed("R|3|7|48000|status|state=ready|next=7|pending=0|given-up=0")
    play = Rehearsal(entry(1, "tx", status), entry(2, "rx", ready), *drawn())
    assert play.hear(IDENTIFY) == [framed("R|1|0|0|identify|maker=Example|role=shoe")]
    play.act("draw")  # the status of the recording is not asked this time
    assert play.at(100) == [CARD]
    assert play.hear(framed("C|9|0|0|status")) == [
        framed("R|9|8|48213|status|state=ready|next=8|pending=0|given-up=0")
    ]
    account = play.player.account
    assert (account.from_memory, account.left_out, account.said) == (2, 1, len(CARD))


def test_an_acknowledgement_of_what_was_never_sent_is_a_difference() -> None:
    play = Rehearsal(*drawn())
    play.hear(CARD_ACK)
    assert play.player.difference == "the host acknowledged card 7, never sent"


def test_a_link_that_went_away_goes_away_again_and_a_device_without_power_is_silent() -> None:
    play = Rehearsal(
        entry(1, "act", do="power", fields={"on": False}), entry(5, "state", state="lost")
    )
    play.act("power", on=False)
    assert play.hear(IDENTIFY) == []
    play.at(100)
    assert play.cuts == 1


def test_a_scenario_may_begin_after_another_end_than_the_recorded_one() -> None:
    on = entry(1, "act", do="power", fields={"on": True})
    reset = entry(2, "act", do="reset")
    play = Rehearsal(on, reset, *drawn())
    play.act("reset")  # the device had its power already
    play.act("draw")
    assert play.at(100) == [CARD]
    play = Rehearsal(reset, *drawn())
    play.act("power", on=True)  # it had none, other than when it was recorded
    play.act("reset")
    play.act("draw")


# -- protocols that are not known ------------------------------------------------------------------


def test_a_line_device_is_compared_byte_for_byte_however_the_bytes_are_cut() -> None:
    recorded = (
        entry(1, "tx", b"STEP 1\n"),
        entry(9, "rx", b"ACK 1\n"),
        entry(10, "tx", b"STEP 2\n"),
    )
    play = Rehearsal(*recorded, protocol="line")
    assert play.hear(b"STE") == []
    assert play.hear(b"P 1\nWHO\n") == []
    assert play.at(50) == [b"ACK 1\n", b"ME\n"]
    play.hear(b"STEP 3\n")
    assert "the host sent STEP 3" in play.player.difference
    assert "recorded next, at 0.010 s: the host sends STEP 2" in play.player.difference


def test_an_instrument_answers_as_it_did_at_this_point_of_the_round() -> None:
    ask = b"MEAS:LAMP?\n"
    recorded = (
        entry(1, "act", link="masque-reader", do="insert"),
        entry(2, "tx", ask), entry(3, "rx", b"none\n"),
        entry(4, "tx", ask), entry(5, "rx", b"red\n"),
        entry(6, "act", link="masque-reader", do="insert"),
        entry(7, "tx", ask), entry(8, "rx", b"blue\n"),
    )  # fmt: skip
    play = Rehearsal(*recorded, protocol="scpi", factor=0.0, marked=True)
    play.player.elsewhere("masque-reader", "insert", 0.0)
    assert play.hear(ask) == [b"none\n"]  # asked once, not twice as then
    play.player.elsewhere("masque-reader", "insert", 0.0)
    assert play.hear(ask) == [b"blue\n"]
    assert play.hear(ask) == [b"blue\n"]  # asked more often than then: as it last was
