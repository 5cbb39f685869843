"""The Angel Eye protocol on its published vectors, both ways, and on bad lines."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference_engine.cards import FULL_DECK
from rigs.protocols import angel_eye as wire
from rigs.protocols.angel_eye import Bad, Decoder, Reply, Report
from rigs.protocols.copies import CopyWatch

# Published vectors: bytes as printed, and what they say.
REPORTS = [
    ("05 31 53 03 36 31", Report(0x31, "S")),
    ("05 32 50 03 36 31", Report(0x32, "P")),
    ("05 33 44 81 B8 03 34 44", Report(0x33, "D", b"\x81\xb8")),
    ("05 34 44 91 CC 03 32 45", Report(0x34, "D", b"\x91\xcc")),
    ("05 35 44 A0 AA 03 37 38", Report(0x35, "D", b"\xa0\xaa")),
    ("05 36 43 03 37 36", Report(0x36, "C")),
    ("05 37 47 C0 03 42 33", Report(0x37, "G", b"\xc0")),
    ("05 38 45 C1 03 42 46", Report(0x38, "E", b"\xc1")),
    ("05 39 4C 81 03 46 37", Report(0x39, "L", b"\x81")),
]
COMMANDS = [
    ("LK02", "02 4F 50 4C 4B 30 32 03", "31 42", "31 39"),
    ("LK01", "02 4F 50 4C 4B 30 31 03", "31 38", "31 41"),
    ("EC01", "02 4F 50 45 43 30 31 03", "31 39", "31 42"),
]


@pytest.mark.parametrize(("text", "report"), REPORTS)
def test_a_published_report_is_read_and_written(text: str, report: Report) -> None:
    raw = bytes.fromhex(text)
    assert Decoder().feed(raw) == [(raw, report)]
    assert wire.encode_report(report) == raw


@pytest.mark.parametrize(("command", "body", "with_stx", "without"), COMMANDS)
def test_a_published_command_has_two_checks(
    command: str, body: str, with_stx: str, without: str
) -> None:
    spans: list[tuple[wire.Span, str]] = [("with-stx", with_stx), ("without-stx", without)]
    for span, check in spans:
        raw = bytes.fromhex(body + check)
        other: wire.Span = "without-stx" if span == "with-stx" else "with-stx"
        assert wire.encode_command(command, span) == raw
        assert wire.CommandDecoder(span).feed(raw) == [command]
        assert wire.CommandDecoder(other).feed(raw) == [Reply(0x02)]


def test_what_the_published_bytes_mean() -> None:
    assert (wire.read_place(0x81, "D"), wire.read_card(0xB8)) == (("player", 1), "8S")
    assert (wire.read_place(0x91, "D"), wire.read_card(0xCC)) == (("banker", 1), "QH")
    assert (wire.read_place(0xA0, "D"), wire.read_card(0xAA)) == (("burn", 0), "TC")
    assert wire.read_place(0x90, "d") == ("error", 0)
    assert wire.read_error(0xC1) == (1, True)
    assert wire.read_error(0x87) == (7, False)
    assert wire.read_card(0x80) is None


@pytest.mark.parametrize(
    ("byte", "card"),
    [(0x91, "AD"), (0x9D, "KD"), (0xA1, "AC"), (0xB1, "AS"), (0xC1, "AH"), (0xCA, "TH")],
)
def test_suits_and_ranks_by_hand(byte: int, card: str) -> None:
    assert wire.card_byte(card) == byte
    assert wire.read_card(byte) == card


def test_every_card_has_a_byte_of_its_own_with_its_top_bit_set() -> None:
    bytes_ = [wire.card_byte(card) for card in FULL_DECK]
    assert len(set(bytes_)) == 52
    assert all(byte & 0x80 for byte in bytes_)


@pytest.mark.parametrize("byte", [0x31, 0xB0, 0xBE, 0xBF, 0xD1, 0xF3])
def test_a_byte_that_is_no_card(byte: int) -> None:
    with pytest.raises(wire.NoSuchValue, match="is no card"):
        wire.read_card(byte)


@pytest.mark.parametrize(
    ("byte", "code"), [(0x80, "D"), (0x90, "R"), (0xB1, "D"), (0x01, "D"), (0xB0, "d")]
)
def test_a_byte_that_is_no_place(byte: int, code: str) -> None:
    with pytest.raises(wire.NoSuchValue):
        wire.read_place(byte, code)


STREAM = bytes.fromhex("".join(text for text, _ in REPORTS[:4])) + b"\x06\x15\x02"
SAID: list[Report | Reply] = [*(report for _, report in REPORTS[:4]), Reply(), Reply(0x02)]


@given(st.lists(st.integers(0, len(STREAM)), max_size=12))
def test_any_chunks_say_the_same(cuts: list[int]) -> None:
    decoder, found = Decoder(), []
    places = [0, *sorted(cuts), len(STREAM)]
    for begin, end in pairwise(places):
        found += [item for _, item in decoder.feed(STREAM[begin:end])]
    assert found == SAID


@given(st.lists(st.binary(max_size=60), max_size=12))
def test_no_byte_is_lost_and_memory_is_bounded_whatever_comes(chunks: list[bytes]) -> None:
    decoder, back = Decoder(), b""
    for chunk in chunks:
        back += b"".join(raw for raw, _ in decoder.feed(chunk))
        assert len(decoder.pending) <= wire.MAX_FRAME
    assert back + decoder.pending == b"".join(chunks)


@given(st.binary(max_size=80))
def test_it_is_in_step_again_with_the_second_report_after_garbage(garbage: bytes) -> None:
    # The first may be swallowed by what the garbage has begun; the shoe sends each three times.
    raw = bytes.fromhex(REPORTS[2][0])
    found = [item for _, item in Decoder().feed(garbage + raw * 3)]
    assert found[-2:] == [REPORTS[2][1]] * 2


@given(st.lists(st.binary(max_size=40), max_size=8))
def test_the_shoe_side_survives_anything_and_answers_the_next_command(chunks: list[bytes]) -> None:
    decoder = wire.CommandDecoder("with-stx")
    for chunk in chunks:
        decoder.feed(chunk)
    decoder.feed(wire.encode_command("LK02", "with-stx"))  # ends whatever has begun
    assert decoder.feed(wire.encode_command("LK01", "with-stx"))[-1] == "LK01"


def test_no_reply_is_believed_in_the_middle_of_garbage() -> None:
    decoder = Decoder()
    assert decoder.feed(b"\xf0\xe1") == [(b"\xf0\xe1", Bad(b"\xf0\xe1", "noise"))]
    assert [type(item) for _, item in decoder.feed(b"\x06")] == [Bad]
    assert decoder.pause() == []
    assert [item for _, item in decoder.feed(b"\x06")] == [Reply()]


def test_a_report_that_never_ends_is_given_up_at_a_pause() -> None:
    decoder = Decoder()
    assert decoder.feed(b"\x053D\x81") == []
    assert decoder.pause() == [(b"\x053D\x81", Bad(b"\x053D\x81", "cut short"))]
    assert decoder.feed(b"\x05" + b"A" * 40)[0][1] == Bad(b"\x05" + b"A" * 31, "too long")


def test_each_single_flipped_bit_is_seen() -> None:
    raw = bytes.fromhex(REPORTS[2][0])
    for place in range(len(raw)):
        for bit in range(8):
            hurt = bytearray(raw)
            hurt[place] ^= 1 << bit
            found = [item for _, item in Decoder().feed(bytes(hurt))]
            assert not any(isinstance(item, Report) for item in found), (place, bit)


def test_the_check_is_blind_to_two_flips_in_one_column() -> None:
    # 33 44 81 B8 and 32 44 81 B9: the number and the rank each change by the lowest bit.
    hurt = bytes.fromhex("05 32 44 81 B9 03 34 44")
    assert Decoder().feed(hurt)[0][1] == Report(0x32, "D", b"\x81\xb9")
    assert wire.read_card(0xB9) == "9S"  # an 8 has become a 9, and the check is content


@pytest.mark.parametrize(
    ("raw", "nak"),
    [
        (b"\x02OPLK021B\x02", 0x03),  # no ETX before the next STX
        (b"\x02OPL\x03" + wire.bcc(b"\x02OPL\x03"), 0x11),
        (b"\x02OPXX01\x03" + wire.bcc(b"\x02OPXX01\x03"), 0x13),
        (b"\x02OPLK02\x03FF", 0x02),
    ],
)
def test_what_is_no_command_gets_the_nak_of_its_reason(raw: bytes, nak: int) -> None:
    assert wire.CommandDecoder("with-stx").feed(raw) == [Reply(nak)]


# -- copies ----------------------------------------------------------------------------------------

MS = 1_000_000
EIGHT, NINE = Report(0x33, "D", b"\x81\xb8"), Report(0x33, "D", b"\x81\xb9")


def test_three_copies_are_one_report_and_a_fourth_is_noted() -> None:
    watch = CopyWatch(250)
    told = [watch.take(EIGHT, at * MS, 3) for at in (0, 19, 38, 57)]
    assert [what for what, _ in told] == ["new", "copy", "copy", "copy"]
    assert [trouble and trouble.kind for _, trouble in told] == [None, None, None, "doubled"]


def test_a_number_that_comes_back_is_another_report_when_its_content_differs() -> None:
    watch = CopyWatch(250)
    watch.take(EIGHT, 0, 3)
    watch.take(Report(0x34, "C"), 100 * MS, 3)
    what, trouble = watch.take(NINE, 5000 * MS, 3)  # the numbers have wrapped
    assert what == "new"
    assert trouble is not None
    assert trouble.kind == "renumbered"


def test_the_same_report_after_the_window_and_another_is_new() -> None:
    watch = CopyWatch(250)
    watch.take(EIGHT, 0, 3)
    watch.take(Report(0x34, "C"), 100 * MS, 3)
    assert watch.take(EIGHT, 5000 * MS, 3)[0] == "new"


def test_copies_that_differ_are_refused_and_named() -> None:
    watch = CopyWatch(250)
    watch.take(EIGHT, 0, 3)
    what, trouble = watch.take(NINE, 19 * MS, 3)
    assert what == "refused"
    assert trouble is not None
    assert trouble.kind == "conflict"


def test_a_copy_whose_code_has_changed_is_refused_too() -> None:
    watch = CopyWatch(250)
    watch.take(Report(0x33, "d", b"\x80\xb8"), 0, 3)
    what, trouble = watch.take(Report(0x33, "D", b"\xa0\xb8"), 19 * MS, 3)
    assert (what, trouble and trouble.kind) == ("refused", "conflict")


def test_a_gap_is_named_also_across_the_wrap_where_the_numbers_are_known() -> None:
    watch = CopyWatch(250, "09")
    watch.take(Report(ord("9"), "P"), 0, 3)
    assert watch.take(Report(ord("0"), "C"), 400 * MS, 3) == ("new", None)
    what, trouble = watch.take(Report(ord("2"), "P"), 800 * MS, 3)
    assert what == "new"
    assert trouble is not None
    assert (trouble.kind, trouble.text[:1]) == ("lost", "1")
    what, trouble = watch.take(Report(ord("9"), "P"), 1200 * MS, 3)  # from before
    assert (what, trouble and trouble.kind) == ("copy", "stale")


def test_a_number_from_before_with_a_new_content_is_no_copy_and_named() -> None:
    watch = CopyWatch(250, "0~")
    watch.take(Report(0x35, "d", b"\x80\xb8"), 0, 3)
    watch.take(Report(0x36, "C"), 400 * MS, 3)
    what, trouble = watch.take(Report(0x31, "d", b"\x80\xb8"), 800 * MS, 3)
    assert (what, trouble and trouble.kind) == ("new", "unordered")


def test_three_hundred_reports_across_the_wrap_are_three_hundred() -> None:
    watch = CopyWatch(250, "0~")
    new = 0
    for number in range(300):
        report = Report(ord("0") + number % 79, "d", b"\x80\xb8")
        for copy in range(3):
            what, trouble = watch.take(report, (number * 60 + copy * 19) * MS, 3)
            assert trouble is None
            new += what == "new"
    assert new == 300
