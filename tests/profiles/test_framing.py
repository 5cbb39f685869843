"""Checksums, frames and templates of profiles. Expected bytes are from elsewhere, or by hand."""

from __future__ import annotations

import binascii
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rigs.profiles.checksum import CHECKSUMS
from rigs.profiles.framing import Bad, Check, Decoder, Escape, Framer, Framing, Length
from rigs.profiles.words import Field, Template


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("crc16-arc", 0xBB3D),
        ("crc16-modbus", 0x4B37),
        ("crc16-ccitt-false", 0x29B1),
        ("crc16-xmodem", 0x31C3),
        ("crc16-kermit", 0x2189),
        ("crc16-x25", 0x906E),
        ("crc32", 0xCBF43926),
        ("xor", 0x31),
        ("sum8", 0xDD),
        ("sum8-negative", 0x23),
        ("sum16", 0x01DD),
    ],
)
def test_the_check_value_of_the_catalogue(kind: str, value: int) -> None:
    """Of ``123456789``; the sums by hand: 49 + 50 + ... + 57 = 477 = 01DD."""
    assert CHECKSUMS[kind].of(b"123456789") == value


@given(st.binary(max_size=60))
def test_crcs_against_the_standard_library(data: bytes) -> None:
    assert CHECKSUMS["crc16-xmodem"].of(data) == binascii.crc_hqx(data, 0)
    assert CHECKSUMS["crc16-ccitt-false"].of(data) == binascii.crc_hqx(data, 0xFFFF)
    assert CHECKSUMS["crc32"].of(data) == zlib.crc32(data)


def decoded(framer: Framer, raw: bytes) -> list[bytes | Bad]:
    return [item for _, item in Decoder(framer).feed(raw)]


def test_the_published_frame_of_an_angel_eye_shoe() -> None:
    """ENQ, body, ETX, XOR over body and ETX in hex: the third row of angel_eye.md."""
    check = Check("xor", over=("body", "end"), place="after-end", form="HEX")
    framer = Framer(Framing(start="\x05", end="\x03"), check)
    assert framer.problem() is None
    raw = bytes.fromhex("05 33 44 81 B8 03 34 44")
    assert framer.encode(bytes.fromhex("33 44 81 B8")) == raw
    assert decoded(framer, raw) == [bytes.fromhex("33 44 81 B8")]
    assert isinstance(decoded(framer, raw[:-1] + b"5")[0], Bad)


def test_a_length_that_counts_the_whole_frame() -> None:
    """Command, length, data, CRC: the layout of GAT's serial profile."""
    framing = Framing(length=Length(at=1, size=1))
    framer = Framer(framing, Check("crc16-ccitt-false", order="big"))
    inside = b"\x02\x06AB"
    raw = inside + binascii.crc_hqx(inside, 0xFFFF).to_bytes(2, "big")
    assert framer.encode(b"\x02\x00AB") == raw
    assert decoded(framer, raw + raw) == [inside, inside]
    # A damaged length costs bytes, not the frames behind it.
    assert [one for one in decoded(framer, b"\x02\x03" + raw) if isinstance(one, bytes)] == [inside]


def test_an_escape_as_in_hdlc() -> None:
    framer = Framer(Framing(start="~", end="~", escape=Escape("}", 0x20)), None)
    assert framer.encode(b"a~b}c") == b"~a}\x5eb}\x5dc~"
    assert decoded(framer, b"~a}\x5eb}\x5dc~") == [b"a~b}c"]
    assert isinstance(decoded(framer, b"~a}~")[0], Bad)


@pytest.mark.parametrize(
    ("framing", "check", "key"),
    [
        (Framing(), None, "framing"),
        (Framing(end="\r", escape=Escape("}}")), None, "framing.escape"),
        (Framing(end="\r", length=Length(at=0), escape=Escape("}")), None, "framing.escape"),
        (Framing(end="\r"), Check("crc99"), "checksum.kind"),
        (Framing(end="\r"), Check("xor"), "checksum.form"),
        (Framing(length=Length(at=0)), Check("xor", place="after-end"), "checksum.place"),
        (Framing(start="AB", length=Length(at=1)), None, "framing.length.at"),
    ],
)
def test_what_cannot_be(framing: Framing, check: Check | None, key: str) -> None:
    problem = Framer(framing, check).problem()
    assert problem is not None
    assert problem[0] == key


FRAMERS = {
    "lines": Framer(Framing(end="\r\n"), None),
    "colon and hex": Framer(Framing(start=":", end="\r"), Check("crc16-ccitt-false", form="HEX")),
    "xor behind": Framer(
        Framing(start="\x05", end="\x03"), Check("xor", ("body", "end"), "after-end", "HEX")
    ),
    "length": Framer(Framing(start="S", length=Length(at=1)), Check("crc16-modbus")),
    "escape": Framer(Framing("~", "~", escape=Escape("}")), Check("crc16-x25", order="little")),
}


@pytest.mark.parametrize("name", FRAMERS)
@given(raw=st.binary(max_size=600), size=st.integers(1, 50))
@settings(deadline=None, max_examples=60)
def test_any_bytes_in_any_pieces(name: str, raw: bytes, size: int) -> None:
    """No crash, every byte accounted for, memory bounded, and the pieces make no difference."""
    framer = FRAMERS[name]
    pieces = Decoder(framer)
    found = []
    for at in range(0, len(raw), size):
        found += list(pieces.feed(raw[at : at + size]))
        assert len(pieces.pending) <= framer.framing.max + size
    found += pieces.pause()
    assert b"".join(part for part, _ in found) == raw

    def bodies(items: list[tuple[bytes, bytes | Bad]]) -> list[bytes]:
        return [item for _, item in items if isinstance(item, bytes)]

    whole = Decoder(framer)
    assert bodies(found) == bodies([*whole.feed(raw), *whole.pause()])


@pytest.mark.parametrize("name", FRAMERS)
@given(bodies=st.lists(st.binary(min_size=1, max_size=40), max_size=5), noise=st.binary(max_size=9))
@settings(deadline=None, max_examples=60)
def test_what_is_framed_is_found_again(name: str, bodies: list[bytes], noise: bytes) -> None:
    framer = FRAMERS[name]
    frames, sent = [], []
    for body in bodies:
        if name not in ("length", "escape"):
            body = body.translate(None, b"\r\n:\x03\x05") or b"x"
        frames.append(framer.encode(body if name != "length" else b"\0" + body))
        sent.append(body)
    found = [one for one in decoded(framer, b"".join(frames)) if isinstance(one, bytes)]
    assert [one[1:] if name == "length" else one for one in found] == sent
    if name != "length":  # a length that is noise may swallow what follows, as on any such line
        noise = noise.translate(None, framer.start + framer.end + b"\x05:~")
        end = framer.end if not framer.start else b""
        again = decoded(framer, noise + end + b"".join(frames))
        assert [one for one in again if isinstance(one, bytes)][-len(sent) :] == sent or not sent


# -- templates -------------------------------------------------------------------------------------


def test_a_template_reads_and_writes() -> None:
    fields = {
        "n": Field(kind="number", width=3),
        "b": Field(kind="byte"),
        "c": Field(kind="card", values={"s4": "4S", "hT": "TH"}),
        "s": Field(values={"0": "no", "1": "yes"}),
    }
    template = Template("{{{n}}} {b}{c}:{s}", fields)
    words = {"n": "7", "b": "65", "c": "TH", "s": "yes"}
    assert template.write(words) == "{007} AhT:1"
    assert template.read("{007} AhT:1") == words
    assert template.read("{007} AhT:2") is None
    with pytest.raises(ValueError, match="'maybe' is none of no yes"):
        template.write({**words, "s": "maybe"})


def test_a_card_that_is_none_is_an_error_and_not_another_message() -> None:
    template = Template("C {card}", {"card": Field(kind="card")})
    assert template.read("C KH") == {"card": "KH"}
    with pytest.raises(ValueError, match="KX"):
        template.read("C KX")


@pytest.mark.parametrize("text", ["{", "a}b", "{a}{a}", "{A}"])
def test_what_is_no_template(text: str) -> None:
    with pytest.raises(ValueError, match=r"single|twice"):
        Template(text, {})
