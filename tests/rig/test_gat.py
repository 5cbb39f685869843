"""GAT: frames by published check values, and who is believed about a device's software."""

from __future__ import annotations

import binascii
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rigs import gat
from rigs.bench import Bench
from rigs.errors import DeviceMismatch, DeviceSilent
from rigs.links.wirelog import WireLog
from rigs.protocols import gat as wire
from rigs.rigfile import default_rig, load_rig

APPROVED, CHANGED = b"the approved software", b"the approved softwarf"
SALT = "5a17"
# By `printf ... | openssl dgst -sha1 -mac HMAC -macopt hexkey:5a17`.
APPROVED_HASH = "f8e5ae562a17fe43a4e91fc80fd3e6149940c621"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ccitt-false", 0x29B1),
        ("xmodem", 0x31C3),
        ("kermit", 0x2189),
        ("arc", 0xBB3D),
        ("modbus", 0x4B37),
    ],
)
def test_crcs_by_the_check_values_of_their_catalogue(name: str, value: int) -> None:
    assert wire.crc16(b"123456789", name) == value


@pytest.mark.parametrize(
    ("key", "text", "digest"),
    [  # RFC 2202, cases 1, 2 and 3
        (b"\x0b" * 20, b"Hi There", "b617318655057264e28bc0b6fb378c8ef146be00"),
        (b"Jefe", b"what do ya want for nothing?", "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"),
        (b"\xaa" * 20, b"\xdd" * 50, "125d7342b9ac11cd91a39af48aa17b4f63f175d3"),
    ],
)
def test_salted_hashes_by_the_vectors_of_rfc_2202(key: bytes, text: bytes, digest: str) -> None:
    assert wire.salted_hash(key, text) == digest


def test_a_frame_is_command_length_data_and_crc_high_byte_first() -> None:
    raw = wire.encode(wire.Frame(0x04, b"\xba\x00"))
    assert raw[:4] == b"\x04\x06\xba\x00"  # the length counts the whole frame
    assert raw[4:] == binascii.crc_hqx(raw[:4], 0xFFFF).to_bytes(2, "big")
    assert len(wire.encode(wire.Frame(0x83, bytes(251)))) == 255
    with pytest.raises(ValueError, match="a frame holds 251"):
        wire.encode(wire.Frame(0x83, bytes(252)))


@given(
    st.lists(
        st.tuples(st.sampled_from(sorted(wire.COMMANDS)), st.binary(max_size=251)), max_size=4
    ),
    st.integers(1, 9),
)
def test_frames_are_found_however_the_stream_is_cut(
    told: list[tuple[int, bytes]], size: int
) -> None:
    frames = [wire.Frame(*one) for one in told]
    stream = b"".join(map(wire.encode, frames))
    decoder = wire.Decoder(wire.COMMANDS)
    found: list[wire.Frame | wire.BadFrame] = []
    for start in range(0, len(stream), size):
        found += decoder.feed(stream[start : start + size])
    assert found == frames


@given(st.lists(st.binary(min_size=1, max_size=300), max_size=8))
def test_any_bytes_are_accounted_for_and_few_are_held(chunks: list[bytes]) -> None:
    decoder = wire.Decoder(wire.COMMANDS)
    seen = 0
    for chunk in chunks:
        for item in decoder.feed(chunk):
            seen += len(item.raw) if isinstance(item, wire.BadFrame) else len(item.data) + 4
    held = decoder.flush()
    assert len(held) < 255
    assert seen + len(held) == sum(map(len, chunks))


@pytest.mark.parametrize("bit", range(8))
def test_a_flipped_bit_is_no_frame(bit: int) -> None:
    raw = bytearray(wire.encode(wire.Frame(0x81, b"\x06")))
    raw[2] ^= 1 << bit
    (bad,) = wire.Decoder([0x81]).feed(bytes(raw))
    assert bad == wire.BadFrame(bytes(raw), "CRC")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"<a", "no XML"),
        (b'<!DOCTYPE a [<!ENTITY b "c">]><a/>', "declarations"),
        (b'<A><Component Name="UI"/><Component Name="UI"/></A>', "named twice"),
    ],
)
def test_a_result_that_cannot_be_read(text: bytes, said: str) -> None:
    with pytest.raises(wire.NoResult, match=said):
        wire.read_components(text)


def test_a_hash_under_another_salt_is_no_answer() -> None:
    told = wire.hash_xml("UI", "00ff", "a" * 40)
    assert wire.read_hash(told, "UI", "00FF") == "a" * 40
    with pytest.raises(wire.NoResult, match="another salt"):
        wire.read_hash(told, "UI", "00fe")


# -- a port that is there --------------------------------------------------------------------------

Ask = Callable[[str], gat.Software]


@pytest.fixture
def life() -> Iterator[int]:
    """What keeps emulators alive."""
    ends = os.pipe()
    yield ends[0]
    for end in ends:
        os.close(end)


@pytest.fixture
def rig(tmp_path: Path) -> Callable[[str], Path]:
    """The emulated bench, its shuffler with a GAT port."""
    (tmp_path / "approved.bin").write_bytes(APPROVED)
    (tmp_path / "changed.bin").write_bytes(CHANGED)

    def write(table: str) -> Path:
        path = tmp_path / "gat.toml"
        path.write_text(default_rig().read_text() + f"\n[devices.shuffler.gat]\n{table}\n")
        return path

    return write


@pytest.fixture
def ask(rig: Callable[[str], Path], life: int, tmp_path: Path) -> Ask:
    def ask(table: str) -> gat.Software:
        return gat.verify(load_rig(rig(table)), "shuffler", life, tmp_path / "logs", WireLog())

    return ask


PTY = 'link = { kind = "pty" }\nlimits = { answer = 0.2 }\n'
EXPECT = f'salt = "{SALT}"\nexpect = {{ UI = "{APPROVED_HASH}" }}\n'


def unit(image: str, more: str = "") -> str:
    return f'emulator = {{ options = {{ "image.UI" = "{image}.bin"{more} }} }}\n'


def test_a_device_is_believed_only_as_far_as_its_own_word(ask: Ask) -> None:
    told = ask(PTY + EXPECT + unit("approved", ', "version.UI" = "2.1"'))
    (ui,) = told.components
    assert (told.matches, ui.how, ui.told) == (True, "self-reported", APPROVED_HASH)
    assert (ui.name, ui.version) == ("UI", "2.1")
    assert told.functions == ("Special Functions", "Get File", "Component")
    assert told.words() == "UI 2.1 self-reported, matches"


def test_an_image_read_out_of_band_is_hashed_here_under_a_fresh_salt(ask: Ask) -> None:
    table = PTY + 'image = { UI = "approved.bin" }\n' + unit("approved")
    first, second = (ask(table).components[0] for _ in range(2))
    assert (first.matches, first.how) == (True, "checked against image")
    assert first.salt != second.salt
    assert first.told != second.told


def test_changed_software_that_says_so_is_found(ask: Ask) -> None:
    told = ask(PTY + EXPECT + unit("changed"))
    assert not told.matches
    assert told.components[0].why == "it tells another hash than the approved one"


def test_one_that_kept_the_original_passes_by_its_word_and_fails_by_its_image(ask: Ask) -> None:
    tampered = unit("changed", ', "claims.UI" = "approved.bin"')
    assert ask(PTY + EXPECT + tampered).words() == "UI self-reported, matches"
    told = ask(PTY + 'image = { UI = "changed.bin" }\n' + tampered)
    assert not told.matches
    assert told.components[0].how == "checked against image"
    # The image itself is held against the approved value too.
    both = ask(PTY + EXPECT + 'image = { UI = "changed.bin" }\n' + tampered)
    assert both.components[0].why == "the image read from it is not the approved software"


def test_a_recorded_answer_is_of_no_use_under_a_fresh_salt(ask: Ask) -> None:
    replays = unit("approved", f', "replays.UI" = "{APPROVED_HASH}"')
    assert ask(PTY + EXPECT + replays).matches
    assert not ask(PTY + 'image = { UI = "approved.bin" }\n' + replays).matches


def test_versions_components_that_are_missing_and_those_nobody_asked_for(ask: Ask) -> None:
    told = ask(
        PTY
        + 'version = { UI = "2.2", CardRec = "7" }\nimage = { NXP = "approved.bin" }\n'
        + unit("approved", ', "version.UI" = "2.1", "image.Games" = "changed.bin"')
    )
    seen = {one.name: (one.matches, one.why) for one in told.components}
    assert seen == {
        "UI": (False, "version '2.1', the rig file says '2.2'"),
        "Games": (None, ""),
        "NXP": (False, "the device does not list it"),
        "CardRec": (False, "the device does not list it"),
    }


def test_a_list_that_needs_several_frames(ask: Ask, tmp_path: Path) -> None:
    many = ", ".join(f'"image.component-{n:02}" = "approved.bin"' for n in range(30))
    told = ask(PTY + EXPECT + unit("approved", f", {many}"))
    assert len(told.components) == 31


def test_a_port_that_drops_what_has_another_crc(ask: Ask) -> None:
    crc = 'options = { gat_crc = "kermit" }\n'
    assert ask(PTY + crc + EXPECT + unit("approved")).crc == "kermit"
    with pytest.raises(DeviceSilent, match=r"shuffler\.gat on .*gat_crc"):
        # The unit has another CRC than the rig file says.
        ask(PTY + EXPECT + unit("approved", ', "gat_crc" = "kermit"'))


@pytest.mark.bench
def test_a_bench_whose_shuffler_runs_other_software_is_not_opened(
    rig: Callable[[str], Path], tmp_path: Path
) -> None:
    wrong = load_rig(rig(PTY + EXPECT + unit("changed")))
    with pytest.raises(DeviceMismatch, match=r"shuffler on .*UI: it tells another hash"):
        Bench.open(wrong, tmp_path / "run")
    right = load_rig(rig(PTY + EXPECT + unit("approved")))
    with Bench.open(right, tmp_path / "run") as bench:
        (told,) = [one["software"] for one in bench.describe() if "software" in one]
    assert told["matches"] is True
    assert told["components"][0]["how"] == "self-reported"
