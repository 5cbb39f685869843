"""Whatever comes on a line, no codec crashes, hangs, loses a byte or grows.

`atheris_codecs.py` beside this file tries the same with coverage guiding it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rigs.profiles.format import find, load_profile
from rigs.profiles.reading import reading
from rigs.protocols import angel_eye, bee_tek, burncard, gat
from rigs.protocols.burncard import Frame
from rigs.protocols.copies import CopyWatch
from rigs.protocols.reading import Reading, reader
from rigs.protocols.sequence import SequenceWatch
from tests.fuzz.codecs import CODECS, FRAMERS, Codec

# Bytes that mean something to one of the codecs, so that frames are begun, ended and broken often.
WORDS = rb": \n | * = %4 :E|1|1|1|card* OPLK02 [ ] < > [Game]<".split(b" ")
TELLING = st.sampled_from(
    [
        *WORDS,
        *(b"\n", b" ", b"\r\n", b"\x02", b"\x03", b"\x05", b"\x06", b"\x15", b"\x15\x02"),
        burncard.encode(Frame("A", 1, 0, 0, "card")),
        angel_eye.encode_command("LK02", "with-stx"),
        angel_eye.encode_report(angel_eye.Report(0x31, "d", b"\x80\xb8")),
        bee_tek.encode("4S", "Game"),
        gat.encode(gat.results(1)),
        *(framer.encode(b"S1") for framer in FRAMERS.values()),
    ]
)
STREAM = st.lists(st.one_of(TELLING, st.binary(max_size=12)), max_size=40).map(b"".join)
CUTS = st.lists(st.integers(1, 9), min_size=1, max_size=20)


def pieces(stream: bytes, cuts: list[int]) -> list[bytes]:
    parts: list[bytes] = []
    place = 0
    while place < len(stream):
        length = cuts[len(parts) % len(cuts)]
        parts.append(stream[place : place + length])
        place += length
    return parts


@pytest.mark.parametrize("codec", CODECS, ids=lambda codec: codec.name)
@settings(max_examples=60, deadline=None)
@given(stream=STREAM, cuts=CUTS)
def test_any_bytes_in_any_pieces(codec: Codec, stream: bytes, cuts: list[int]) -> None:
    decoder, whole = codec.make(), codec.make()
    told: list[object] = []
    for piece in pieces(stream, cuts):
        told += decoder.feed(piece)
        assert codec.held(decoder) <= codec.most
    if codec.cut_anywhere:
        assert told == whole.feed(stream)


@pytest.mark.parametrize("codec", CODECS, ids=lambda codec: codec.name)
@pytest.mark.parametrize("byte", [b"x", b":", b"\x02", b"\x05", b"\x15", b"[", b"<", b"\xff"])
def test_a_babbling_line_costs_no_memory(codec: Codec, byte: bytes) -> None:
    decoder = codec.make()
    for _ in range(50):
        for _ in decoder.feed(byte * 2000):
            """Some tell as they are asked."""
        assert codec.held(decoder) <= codec.most


FRAMES = st.builds(
    Frame,
    st.just("E"),
    st.integers(0, 65535) | st.integers(0, 5) | st.integers(65530, 65535),
    st.integers(0, 10) | st.integers(0, 10**15),
    st.integers(0, 5000) | st.integers(0, 10**15),
    st.sampled_from(["hello", "card"]),
    st.fixed_dictionaries({"n": st.sampled_from("ab")}),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(FRAMES, st.integers(0, 10**9), st.booleans()), max_size=30))
def test_any_frames_in_any_order(arrivals: list[tuple[Frame, int, bool]]) -> None:
    """Frames of a device that is broken or lies: each is told once at most, and nothing grows."""
    watch = SequenceWatch()
    now = 0
    for frame, later, is_answer in arrivals:
        now += later
        if is_answer:
            watch.answer(frame, max(0, now - 1000), now)
            watch.expect(frame.seq, now)
            continue
        ready, troubles = watch.take(frame, now)
        more, _ = watch.overdue(now)
        assert len(ready) + len(more) <= 70
        assert all(trouble.text for trouble in troubles)
        for one in (*ready, *more):
            assert watch.held_ms(one.seq) >= 0


REPORTS = st.builds(
    angel_eye.Report,
    st.integers(0x20, 0x7E),
    st.sampled_from("dDRCEePGLMS?"),
    st.binary(max_size=3),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(REPORTS, st.integers(0, 10**9)), max_size=60), st.booleans())
def test_any_reports_in_any_order(
    arrivals: list[tuple[angel_eye.Report, int]], numbered: bool
) -> None:
    watch = CopyWatch(250, "0~") if numbered else CopyWatch(250)
    now = 0
    for report, later in arrivals:
        now += later
        what, trouble = watch.take(report, now, 3)
        assert what in ("new", "copy", "refused")
        assert trouble is None or trouble.text


def xml(read: Callable[[bytes], object]) -> Callable[[bytes], object]:
    """What is no list of components, and no hash, is told as such."""

    def reads(raw: bytes) -> object:
        try:
            return read(raw)
        except gat.NoResult as told:
            return str(told)

    return reads


def in_words(reading: Callable[[], Reading]) -> Callable[[bytes], object]:
    """`burncard wire show` on a line of noise: every byte is shown, nothing is lost."""

    def reads(raw: bytes) -> object:
        one = reading()
        pieces = [piece for at in range(0, len(raw), 7) for piece in one.feed(raw[at : at + 7])]
        shown = b"".join(piece.raw for piece in pieces) + one.held()
        assert len(shown) <= len(raw)
        return [(piece.kind, piece.name, piece.data) for piece in pieces]

    return reads


READERS: list[Callable[[bytes], object]] = [
    xml(gat.read_components),
    xml(gat.read_functions),
    xml(lambda raw: gat.read_hash(raw, "UI", "00")),
    *(
        in_words(lambda name=name, way=way: reader(name, way))  # type: ignore[misc]
        for name in ("burncard", "angel-eye", "bee-tek", "line")
        for way in ("rx", "tx")
    ),
    *(
        in_words(lambda name=name, way=way: reading(load_profile(find(name, Path())), way))  # type: ignore[misc]
        for name in ("text-shuffler", "digit-reader")
        for way in ("rx", "tx")
    ),
    lambda raw: [angel_eye.read_error(byte) for byte in raw],
    lambda raw: bee_tek.read_card(raw.decode("latin-1")),
    burncard.decode,
]


@pytest.mark.parametrize("read", READERS)
@settings(max_examples=60, deadline=None)
@given(raw=STREAM)
def test_readers_take_anything(read: Callable[[bytes], object], raw: bytes) -> None:
    read(raw)


@pytest.mark.parametrize("byte", range(256))
def test_a_card_byte_is_a_card_or_refused(byte: int) -> None:
    """By hand: four suits of thirteen ranks are cards, suit 0 with bit 7 is a card not read."""
    suit, rank, marked = byte >> 4 & 7, byte & 15, byte >= 0x80
    if marked and suit == 0:
        assert angel_eye.read_card(byte) is None
    elif marked and 1 <= suit <= 4 and 1 <= rank <= 13:
        assert angel_eye.read_card(byte)
    else:
        with pytest.raises(angel_eye.NoSuchValue, match=f"{byte:02X}"):
            angel_eye.read_card(byte)
