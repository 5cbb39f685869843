"""The protocol's codec, against its document: frames, escapes, checksums, recovery from garbage."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rigs.protocols.burncard as wire
from rigs.protocols.burncard import BadFrame, Decoder, Frame, checksum, decode, encode

DOCUMENT = Path(wire.__file__).with_suffix(".md").read_text("utf-8")
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
FRAMES = st.builds(
    Frame,
    kind=st.sampled_from("EACRX"),
    seq=st.integers(0, 65535),
    counter=st.integers(0, 10**15 - 1),
    clock_ms=st.integers(0, 10**15 - 1),
    name=TEXT,
    data=st.dictionaries(TEXT, TEXT, max_size=6),
)
NOISE = st.binary(max_size=60).map(lambda raw: raw.replace(b":", b"").replace(b"\n", b""))


@pytest.mark.parametrize(
    ("body", "crc"),
    [(b"", 0xFFFF), (b"A", 0xB915), (b"123456789", 0x29B1), (b"C|1|0|0|identify", 0x091A)],
)
def test_checksum_vectors(body: bytes, crc: int) -> None:
    # 29B1 is the published check value of CRC-16/IBM-3740; B915 was worked out bit by bit.
    assert checksum(body) == crc == _bit_by_bit(body)


def _bit_by_bit(body: bytes) -> int:
    register = 0xFFFF
    for byte in body:
        register ^= byte << 8
        for _ in range(8):
            register = (register << 1) ^ (0x1021 if register & 0x8000 else 0)
        register &= 0xFFFF
    return register


def test_every_example_of_the_document_is_a_frame() -> None:
    examples = re.findall(r"^(?:host|device)\s+(:.*\*[0-9A-F]{4})$", DOCUMENT, re.MULTILINE)
    assert len(examples) == 7
    for text in examples:
        frame = decode(text.encode() + b"\n")
        assert isinstance(frame, Frame), text
        assert encode(frame) == text.encode() + b"\n"


def test_the_hex_of_the_document_is_its_text() -> None:
    lines = DOCUMENT.splitlines()
    pairs = [
        (text.split()[1], bytes.fromhex(after.strip()))
        for text, after in pairwise(lines)
        if text.startswith(("host", "device")) and re.fullmatch(r"\s+([0-9a-f]{2} ?)+", after)
    ]
    assert len(pairs) == 3
    for text, raw in pairs:
        assert raw == text.encode() + b"\n"


def test_a_frame_byte_by_byte() -> None:
    frame = Frame("E", 7, 8, 48213, "card", {"card": "KH", "face": "down"})
    assert encode(frame) == b":E|7|8|48213|card|card=KH|face=down*09C9\n"


def test_escapes() -> None:
    frame = Frame("E", 9, 10, 5, "note", {"text": "50% : a|b=c*d é\n"})
    assert b"|text=50%25 %3A a%7Cb%3Dc%2Ad %C3%A9%0A*" in encode(frame)


@given(FRAMES)
def test_any_text_passes(frame: Frame) -> None:
    raw = encode(frame)
    assert raw[:1] == b":"
    assert raw[-1:] == b"\n"
    assert raw.count(b":") == raw.count(b"\n") == 1
    assert decode(raw) == frame


@given(st.lists(FRAMES, min_size=1, max_size=6), st.lists(NOISE, min_size=7, max_size=7), st.data())
def test_however_it_is_cut_and_whatever_is_between(
    frames: list[Frame], noise: list[bytes], data: st.DataObject
) -> None:
    stream = noise[0] + b"".join(
        encode(frame) + gap for frame, gap in zip(frames, noise[1:], strict=False)
    )
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=10)))
    decoder = Decoder()
    found: list[tuple[bytes, Frame | BadFrame]] = []
    for start, end in pairwise([0, *cuts, len(stream)]):
        found += decoder.feed_raw(stream[start:end])
    assert [item for _, item in found if isinstance(item, Frame)] == frames
    # No byte is lost: what came out and what is still held is what went in.
    assert b"".join(raw for raw, _ in found) + decoder.pending == stream


@given(st.binary(max_size=9000), FRAMES)
def test_one_frame_after_any_garbage(garbage: bytes, frame: Frame) -> None:
    decoder = Decoder()
    decoder.feed(garbage)
    assert len(decoder.pending) <= wire.MAX_FRAME
    assert decoder.feed(encode(frame))[-1:] == [frame]


@given(FRAMES, st.integers(min_value=0), st.integers(1, 255))
def test_a_flipped_byte_is_never_another_frame(frame: Frame, place: int, flip: int) -> None:
    raw = bytearray(encode(frame))
    raw[place % len(raw)] ^= flip
    assert not any(isinstance(item, Frame) for item in Decoder().feed(bytes(raw)))


def test_memory_is_bounded() -> None:
    for garbage in (b"x" * 1_000_000, b":" + b"x" * 1_000_000):
        decoder = Decoder()
        bad = decoder.feed(garbage)
        assert len(decoder.pending) <= wire.MAX_FRAME
        assert all(isinstance(one, BadFrame) and len(one.raw) <= wire.MAX_FRAME for one in bad)


def _framed(body: bytes) -> bytes:
    return b":%b*%04X\n" % (body, checksum(body))


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b":E|1|1|1|card*0000\n", "checksum"),
        (_framed(b"E|1|1|1"), "fields missing"),
        (_framed(b"Q|1|1|1|card"), "kind"),
        (_framed(b"E|65536|1|1|card"), "sequence number"),
        (_framed(b"E|-1|1|1|card"), "number"),
        (_framed(b"E|1|\xb2|1|card"), "byte not printable"),
        (_framed(b"E|1|1||card"), "number"),
        (_framed(b"E|1|1|1|card|face"), "field without one ="),
        (_framed(b"E|1|1|1|card|face=a=b"), "field without one ="),
        (_framed(b"E|1|1|1|card|face=a|face=b"), "key twice"),
        (_framed(b"E|1|1|1|card|face=%4"), "escape"),
        (_framed(b"E|1|1|1|card|face=%zz"), "escape"),
        (_framed(b"E|1|1|1|card|face=%+1"), "escape"),
        (_framed(b"E|1|1|1|card|face=%C3"), "escape"),
        (_framed(b"E|1|1|1|card|face=a*b"), "escape"),
        (b":E|1\n", "cut short"),
    ],
)
def test_what_is_no_frame(raw: bytes, reason: str) -> None:
    assert Decoder().feed(raw) == [BadFrame(raw, reason)]


@pytest.mark.parametrize(
    "frame",
    [
        Frame("Z", 0, 0, 0, "x"),
        Frame("E", 65536, 0, 0, "x"),
        Frame("E", 0, -1, 0, "x"),
        Frame("E", 0, 0, 0, "x" * 5000),
        Frame("E", 0, 0, 0, "\ud800"),
    ],
)
def test_what_cannot_be_sent(frame: Frame) -> None:
    with pytest.raises(ValueError, match=r"frame|sequence|counter|surrogates"):
        encode(frame)
