"""The Angel Eye driver: what counts as a card, what is a trouble of the line, what is named."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rigs.errors import (
    AlignmentError,
    BenchError,
    DeviceRefused,
    DeviceRestarted,
    DeviceSilent,
    GarbledFrames,
)
from rigs.protocols.angel_eye import Report, encode_report
from tests.rig.angel_eye_device import Shoe

Start = Callable[..., Shoe]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    running: list[Shoe] = []

    def one(options: str = "", late: float = 2.0) -> Shoe:
        running.append(Shoe(tmp_path, options, late))
        return running[-1]

    yield one
    for shoe in running:
        shoe.__exit__(None, None, None)


def lock_draw(seq: str, card: int) -> Report:
    return Report(ord(seq), "d", bytes((0x80, card)))


def game_draw(seq: str, place: int, card: int, code: str = "D") -> Report:
    return Report(ord(seq), code, bytes((place, card)))


def test_three_copies_are_one_card(start: Start) -> None:
    shoe = start()
    (card,) = shoe.say(lock_draw("1", 0xB8))
    assert (card.kind, card.data["card"], card.raw) == (
        "card",
        "8S",
        encode_report(lock_draw("1", 0xB8)),
    )
    assert shoe.kinds() == []


def test_two_equal_cards_are_two(start: Start) -> None:
    shoe = start()
    told = shoe.say(lock_draw("1", 0xB8), lock_draw("2", 0xB8))
    assert [one.data["card"] for one in told] == ["8S", "8S"]


@pytest.mark.parametrize("lost", [0, 1, 2])
def test_a_garbled_copy_is_made_good_by_the_others(start: Start, lost: int) -> None:
    shoe = start()
    copies = [encode_report(lock_draw("1", 0xB8))] * 3
    copies[lost] = copies[lost][:4] + b"\xb9" + copies[lost][5:]
    told = shoe.send(b"".join(copies))
    assert [one.data["card"] for one in told] == ["8S"]
    assert "garbled" in shoe.kinds()


def test_copies_that_differ_behind_a_right_check_are_an_alignment_error(start: Start) -> None:
    """Two flips in one column pass the check, so it can only be seen by comparing the copies."""
    shoe = start()
    hurt = encode_report(lock_draw("1", 0xB8))
    # 80 B8 becomes 81 B9: the XOR stays.
    hurt = hurt.replace(b"\x80\xb8", b"\x81\xb9")
    told = shoe.send(encode_report(lock_draw("1", 0xB8)) + hurt)
    assert [one.data["card"] for one in told] == ["8S"]  # the first is kept
    assert isinstance(fault := shoe.driver.fault(), AlignmentError)
    assert "two copies" in str(fault)


def test_another_card_for_one_place_is_an_alignment_error(start: Start) -> None:
    shoe = start('mode = "game"')
    told = shoe.say(game_draw("1", 0x81, 0xB8), game_draw("2", 0x81, 0xC8))
    assert [one.data["card"] for one in told] == ["8S"]
    assert isinstance(fault := shoe.driver.fault(), AlignmentError)
    assert "8H" in str(fault)
    assert "player 1" in str(fault)


def test_a_retransmission_of_the_same_card_is_no_new_card(start: Start) -> None:
    shoe = start('mode = "game"')
    told = shoe.say(
        game_draw("1", 0x81, 0xB8), game_draw("2", 0x91, 0xCC), game_draw("3", 0x81, 0xB8, "R")
    )
    assert [one.data["card"] for one in told] == ["8S", "QH"]
    assert shoe.kinds() == ["doubled"]
    assert shoe.driver.fault() is None


def test_a_retransmission_does_not_clear_the_hand(start: Start) -> None:
    shoe = start('mode = "game"')
    shoe.say(game_draw("1", 0x81, 0xB8), game_draw("2", 0x81, 0xB8, "R"))
    shoe.say(game_draw("3", 0x81, 0xC8))
    assert isinstance(shoe.driver.fault(), AlignmentError)


def test_only_the_first_card_after_a_result_begins_a_round(start: Start) -> None:
    shoe = start('mode = "game"')
    shoe.say(game_draw("1", 0x81, 0xB8), game_draw("2", 0x91, 0xB9), Report(ord("3"), "G", b"\xc0"))
    told = shoe.say(game_draw("4", 0x81, 0xC8))
    assert [one.data["card"] for one in told] == ["8H"]
    assert shoe.driver.fault() is None


def test_the_order_counts_and_the_baccarat_place_is_only_recorded(start: Start) -> None:
    shoe = start('mode = "game"')
    told = shoe.say(
        game_draw("1", 0x81, 0xB8), game_draw("2", 0x91, 0xCC), game_draw("3", 0xA0, 0xAA)
    )
    assert [(one.data["card"], one.data["place"]) for one in told] == [
        ("8S", "player 1"),
        ("QH", "banker 1"),
        ("TC", "burn"),
    ]


def test_a_missing_number_is_lost_and_named(start: Start) -> None:
    shoe = start()
    shoe.say(lock_draw("1", 0xB8), lock_draw("3", 0xB9))
    assert isinstance(fault := shoe.driver.fault(), GarbledFrames)
    assert "1 report(s)" in str(fault)


def test_numbers_that_go_back_without_a_start_are_named_where_they_are_known(start: Start) -> None:
    shoe = start('sequence = "0~"')
    shoe.say(lock_draw("5", 0xB8), lock_draw("1", 0xB9))
    assert isinstance(fault := shoe.driver.fault(), GarbledFrames)
    assert "went back" in str(fault)


def test_a_stale_copy_from_before_is_no_card(start: Start) -> None:
    shoe = start('sequence = "0~", repeat_window_ms = "0"')
    shoe.say(lock_draw("1", 0xB8), lock_draw("2", 0xB9))
    assert shoe.say(lock_draw("1", 0xB8)) == []
    assert "stale" in shoe.kinds()
    assert shoe.driver.fault() is None


def test_a_byte_that_is_no_card_behind_a_right_check_is_no_card(start: Start) -> None:
    shoe = start()
    assert shoe.say(lock_draw("1", 0xBF)) == []
    assert isinstance(fault := shoe.driver.fault(), GarbledFrames)
    assert "BF is no card" in str(fault)


def test_s_is_a_new_shoe_after_the_cover_card_and_a_restart_without_it(start: Start) -> None:
    shoe = start()
    boot, ready = Report(ord("1"), "S"), Report(ord("2"), "P")
    assert shoe.say(boot, ready) == []  # the first that was ever heard: nothing was lost
    assert shoe.driver.fault() is None
    (cover,) = shoe.say(Report(ord("3"), "C"))
    assert cover.kind == "cover-card"
    shoe.say(boot, ready)
    assert shoe.driver.fault() is None
    assert shoe.kinds()[-1] == "new-shoe"
    shoe.say(lock_draw("3", 0xB8), boot, ready)
    assert isinstance(shoe.driver.fault(), DeviceRestarted)


def test_a_restart_before_the_first_card_or_of_an_empty_shoe_loses_nothing(start: Start) -> None:
    shoe = start()
    boot, ready = Report(ord("1"), "S"), Report(ord("2"), "P")
    shoe.say(lock_draw("1", 0xB8))
    shoe.driver.forget()
    shoe.say(boot, ready)  # filled for the next scenario
    assert shoe.driver.fault() is None
    shoe.say(lock_draw("3", 0xB8), Report(ord("4"), "E", b"\x87"))
    shoe.say(boot, ready)  # filled because it had run out
    assert shoe.driver.fault() is None
    shoe.say(lock_draw("3", 0xB8), boot)
    assert isinstance(shoe.driver.fault(), DeviceRestarted)


def test_the_cover_card_of_an_earlier_shoe_excuses_no_restart(start: Start) -> None:
    shoe = start()
    boot = Report(ord("1"), "S")
    shoe.say(Report(ord("1"), "C"), boot, lock_draw("2", 0xB8), boot)
    assert isinstance(shoe.driver.fault(), DeviceRestarted)


def test_a_restart_that_the_bench_makes_is_none_of_the_shoes(start: Start) -> None:
    shoe = start()
    shoe.say(lock_draw("1", 0xB8))
    shoe.driver.expect_restart()
    shoe.say(Report(ord("1"), "S"), Report(ord("2"), "P"))
    assert shoe.driver.fault() is None


def test_after_a_restart_the_same_number_and_card_is_new(start: Start) -> None:
    shoe = start()
    shoe.say(Report(ord("1"), "S"), lock_draw("2", 0xB8))
    shoe.driver.expect_restart()
    told = shoe.say(Report(ord("1"), "S"), lock_draw("2", 0xB8))
    assert [one.data["card"] for one in told] == ["8S"]


@pytest.mark.parametrize(
    ("byte", "code"),
    [
        (0xC1, "unread-card"),
        (0xC2, "over-draw"),
        (0x83, "button-misuse"),
        (0xC4, "pushed-back-at-exit"),
        (0xC5, "pushed-back-midway"),
        (0xC6, "foreign-card"),
    ],
)
def test_an_error_is_a_fault_with_its_name(start: Start, byte: int, code: str) -> None:
    shoe = start()
    (fault,) = shoe.say(Report(ord("1"), "E", bytes((byte,))))
    assert (fault.kind, fault.data) == ("fault", {"code": code})


def test_a_timed_out_draw_is_an_empty_shoe_or_nothing_as_the_rig_says(start: Start) -> None:
    timed_out = Report(ord("1"), "E", b"\x87")
    shoe = start()
    assert [one.kind for one in shoe.say(timed_out)] == ["empty"]
    says = shoe.driver.says
    other = start('draw_timed_out = "note"')
    assert other.say(timed_out) == []
    assert says - other.driver.says == {"empty"}
    assert "card.face" not in says


def test_an_over_draw_of_a_shoe_that_plays_baccarat_names_the_mode(start: Start) -> None:
    shoe = start('mode = "game"')
    assert shoe.say(Report(ord("1"), "E", b"\xc2")) == []
    assert isinstance(fault := shoe.driver.fault(), DeviceRefused)
    assert 'options.mode = "lock"' in str(fault)


def test_an_error_is_cancelled_between_scenarios_and_not_in_play(start: Start) -> None:
    shoe = start()
    shoe.say(Report(ord("1"), "E", b"\xc1"))
    hear_all(shoe)
    assert b"EC" not in shoe.heard
    shoe.driver.forget()
    hear_all(shoe)
    assert b"OPEC01" in shoe.heard


def hear_all(shoe: Shoe) -> None:
    shoe.driver.ask_status()
    limit = time.monotonic() + 5
    while not shoe.driver.heard_all():
        assert time.monotonic() < limit
        shoe.pump.turn(0.05)


LOCKED, UNLOCKED = b"\x81", b"\x80"


def lock_said(seq: str, data: bytes) -> bytes:
    return b"\x06" + encode_report(Report(ord(seq), "L", data)) * 3


def test_in_doubt_the_next_number_tells_that_a_report_was_lost(start: Start) -> None:
    shoe = start()
    shoe.say(lock_draw("1", 0xB8))
    # Report 2 was lost with all its copies; turning the lock makes 3 and 4.
    shoe.answers = [lock_said("3", UNLOCKED), lock_said("4", LOCKED)]
    shoe.driver.doubt()
    hear_all(shoe)
    assert isinstance(fault := shoe.driver.fault(), GarbledFrames)
    assert "1 report(s)" in str(fault)
    assert shoe.heard.index(b"OPLK01") < shoe.heard.index(b"OPLK02")


def test_in_doubt_the_next_number_tells_that_nothing_was_lost(start: Start) -> None:
    shoe = start()
    shoe.say(lock_draw("1", 0xB8))
    shoe.answers = [lock_said("2", UNLOCKED), lock_said("3", LOCKED), b"\x06"]
    shoe.driver.doubt()
    hear_all(shoe)
    assert shoe.driver.fault() is None
    assert "unproven" not in shoe.kinds()
    hear_all(shoe)  # doubted once, asked once
    assert shoe.heard.count(b"OPLK01") == 1


def test_a_shoe_that_does_not_report_its_lock_proves_nothing_and_that_is_noted(
    start: Start,
) -> None:
    shoe = start(late=0.3)
    shoe.say(lock_draw("1", 0xB8))
    shoe.driver.doubt()
    hear_all(shoe)
    assert shoe.driver.fault() is None
    assert shoe.kinds() == ["unproven"]


def test_damage_that_no_copy_explains_is_no_evidence(start: Start) -> None:
    shoe = start()
    shoe.say(lock_draw("1", 0xB8))
    hurt = encode_report(lock_draw("2", 0xB9)).replace(b"\xb9", b"\xbb")
    assert shoe.send(hurt * 3) == []
    hear_all(shoe)
    assert isinstance(fault := shoe.driver.fault(), GarbledFrames)
    assert "damaged bytes came that are no copy" in str(fault)


def test_damage_to_a_copy_of_what_was_heard_is_harmless(start: Start) -> None:
    shoe = start()
    whole = encode_report(lock_draw("1", 0xB8))
    hurt = whole.replace(b"\xb8", b"\xba")
    assert len(shoe.send(whole + hurt + hurt)) == 1
    hear_all(shoe)
    assert shoe.driver.fault() is None


def test_a_report_between_a_command_and_its_ack_is_heard(start: Start) -> None:
    shoe = start()
    shoe.answers = [encode_report(lock_draw("1", 0xB8)) * 3 + b"\x06"]
    shoe.driver.command("LK02")
    assert [one.data["card"] for one in shoe.driver.collect()] == ["8S"]


def test_who_it_is_is_the_operators_statement(start: Start) -> None:
    identity = start().driver.identify()
    assert (identity.maker, identity.serial) == ("Angel Playing Cards", "A-7")
    assert identity.source == "operator's statement"


@pytest.mark.parametrize(
    ("span", "other"), [("with-stx", "without-stx"), ("without-stx", "with-stx")]
)
def test_nak_02_on_every_command_names_the_other_span(start: Start, span: str, other: str) -> None:
    shoe = start(f'bcc_span = "{span}"')
    shoe.answers = [b"\x15\x02"]
    with pytest.raises(DeviceRefused, match=rf'NAK 02.*set options.bcc_span = "{other}"'):
        shoe.driver.identify()


def test_nak_02_after_an_ack_is_a_bad_line(start: Start) -> None:
    shoe = start()
    shoe.answers = [b"\x06", b"\x15\x02"]
    shoe.driver.command("LK02")
    with pytest.raises(DeviceRefused, match=r"4 time.*check cable"):
        shoe.driver.command("LK02")


def test_a_busy_shoe_is_asked_again_a_few_times_only(start: Start) -> None:
    shoe = start()
    shoe.answers = [b"\x15\x21", b"\x15\x21", b"\x06"]
    shoe.driver.command("LK02")
    assert shoe.heard.count(b"OPLK02") == 3
    shoe.answers = [b"\x15\x21"]
    with pytest.raises(DeviceRefused, match=r"NAK 21 .busy"):
        shoe.driver.command("LK02")
    assert shoe.heard.count(b"OPLK02") == 7


def test_a_command_that_it_does_not_know_is_not_tried_again(start: Start) -> None:
    shoe = start()
    shoe.answers = [b"\x15\x13"]
    with pytest.raises(DeviceRefused, match=r"1 time.*NAK 13 .command"):
        shoe.driver.command("LK02")


def test_silence_is_named(start: Start) -> None:
    shoe = start(late=0.3)
    shoe.answers = [b""]
    with pytest.raises(DeviceSilent, match=r"neither ACK nor NAK to LK02 in 0.3 s"):
        shoe.driver.status()


def test_bytes_but_no_frames_names_the_speed(start: Start) -> None:
    """What 4800 baud looks like at 9600: bits doubled, so no frame and no reply to believe."""
    shoe = start(late=0.3)
    shoe.answers = [b""]
    shoe.send(b"\x66\x98\x7e\x06\x1e")
    with pytest.raises(
        DeviceSilent, match=r"5 bytes came but no frames: a wrong speed.*4800.*9600"
    ):
        shoe.driver.status()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ('bcc_span = "both"', "bcc_span.*with-stx or without-stx"),
        ('mode = "play"', "mode.*lock or game"),
        ('speed = "3"', "speed.*one of"),
        ('sequence = "~0"', "sequence.*first and last"),
        ('repeat_window_ms = "-1"', "repeat_window_ms.*milliseconds"),
    ],
)
def test_a_wrong_option_is_one_clear_line(tmp_path: Path, options: str, words: str) -> None:
    with pytest.raises(BenchError, match=words) as caught:
        Shoe(tmp_path, options)
    assert "\n" not in str(caught.value)


# -- bad lines -------------------------------------------------------------------------------------


def bad_line(chance: random.Random, frames: list[bytes]) -> bytes:
    """The frames as one or two faults of a line leave them."""
    for _ in range(chance.choice((1, 1, 2))):
        at = chance.randrange(len(frames))
        frame = frames[at] or b"\x05"
        place = chance.randrange(len(frame))
        bit = 1 << chance.randrange(8)
        match chance.choice(("drop", "flip", "column", "double", "noise", "lose", "lose-all")):
            case "drop":
                frames[at] = frame[:place] + frame[place + 1 :]
            case "flip":
                frames[at] = frame[:place] + bytes((frame[place] ^ bit,)) + frame[place + 1 :]
            case "column":  # two flips that the check cannot see, in place and card
                frames[at] = frame.replace(
                    frame[3:5], bytes(byte ^ bit & 0x7F for byte in frame[3:5])
                )
            case "double":
                frames[at] = frame * 2
            case "noise":
                noise = bytes(chance.randrange(256) for _ in range(chance.randrange(1, 12)))
                frames[at] = frame[:place] + noise + frame[place:]
            case "lose":
                frames[at] = b""
            case "lose-all":
                first = at - at % 3
                frames[first : first + 3] = [b"", b"", b""]
    return b"".join(frames)


def outcome_on_bad_line(shoe: Shoe, seed: int) -> tuple[list[str], BenchError | None]:
    """What the driver has heard of six cards over a bad line, and its doubt."""
    chance = random.Random(seed)
    driver = shoe.driver
    driver._watch.forget()
    driver._decoder.pause()
    driver.forget()
    driver.fault()
    boot = encode_report(Report(ord("1"), "S")) * 3
    shoe.send(boot)
    frames = [encode_report(lock_draw(chr(ord("2") + n), CARDS[n])) for n in range(len(CARDS))]
    raw = bad_line(chance, [frame for frame in frames for _ in range(3)])
    told = [one.data.get("card", one.kind) for one in shoe.send(raw)] if raw else []
    shoe.answers = [lock_said("8", UNLOCKED), lock_said("9", LOCKED), b"\x06"]
    driver.doubt()
    try:
        hear_all(shoe)
    except BenchError as error:
        return told, error
    return told + [one.data.get("card", one.kind) for one in driver.collect()], driver.fault()


CARDS = (0xB8, 0xCC, 0xAA, 0x91, 0xB8, 0xCD)
TRUTH = ["8S", "QH", "TC", "AD", "8S", "KH"]


def check_bad_lines(shoe: Shoe, seeds: range) -> int:
    """How many were heard right; every other one has to be known as no evidence."""
    right = 0
    for seed in seeds:
        told, fault = outcome_on_bad_line(shoe, seed)
        assert told == TRUTH or fault is not None, f"seed {seed}: {told}"
        right += told == TRUTH and fault is None
    return right


def test_a_bad_line_is_made_good_or_named_and_never_believed(start: Start) -> None:
    shoe = start('sequence = "0~"')
    assert check_bad_lines(shoe, range(40)) > 20  # most single faults cost one copy of three


@pytest.mark.slow
def test_two_thousand_bad_lines(start: Start) -> None:
    shoe = start('sequence = "0~"')
    assert check_bad_lines(shoe, range(2_000)) > 1_000
