"""The bad cable itself does what it says, and the same by the same seed."""

from __future__ import annotations

import random

import pytest

from rigs.faults.cable import KINDS, Cable, Fault, by_end, flipped, misread

FRAME = b":E|7|8|48213|card|card=KH|face=down*09C9\n"


def through(*faults: Fault, frames: int = 3, seed: int = 1) -> list[tuple[float, bytes | None]]:
    cable = Cable(faults, seed)
    return [piece for n in range(frames) for piece in cable.carry(b"%d\n" % n, float(n))]


def test_a_good_cable() -> None:
    assert through() == [(0.0, b"0\n"), (1.0, b"1\n"), (2.0, b"2\n")]


@pytest.mark.parametrize(
    ("fault", "arrives"),
    [
        (Fault("drop", at=(1,)), [(0.0, b"0\n"), (2.0, b"2\n")]),
        (Fault("double", at=(1,)), [(0.0, b"0\n"), (1.0, b"1\n"), (1.0, b"1\n"), (2.0, b"2\n")]),
        (Fault("delay", at=(0,), ms=1500), [(1.5, b"0\n"), (1.5, b"1\n"), (2.0, b"2\n")]),
        (Fault("merge", at=(0,), ms=1500), [(1.5, b"0\n"), (1.5, b"1\n"), (2.0, b"2\n")]),
        (Fault("reorder", at=(0,), ms=1500), [(1.5, b"0\n"), (1.0, b"1\n"), (2.0, b"2\n")]),
    ],
)
def test_what_arrives_and_when(fault: Fault, arrives: list[tuple[float, bytes]]) -> None:
    assert through(fault) == arrives


def test_a_torn_link_carries_nothing_until_it_is_mended() -> None:
    cable = Cable([Fault("disconnect", at=(1,))], 1)
    assert cable.carry(FRAME, 0.0) == [(0.0, FRAME)]
    part, end = cable.carry(FRAME, 1.0)
    assert part.data is not None
    assert len(part.data) < len(FRAME)
    assert FRAME.startswith(part.data)
    assert end.data is None
    assert cable.carry(FRAME, 2.0) == []
    cable.mend()
    assert cable.carry(FRAME, 3.0) == [(3.0, FRAME)]


def test_pieces_are_the_frame() -> None:
    pieces = Cable([Fault("split", at=(0,), ms=5)], 3).carry(FRAME, 1.0)
    assert b"".join(piece.data or b"" for piece in pieces) == FRAME
    assert len(pieces) >= 6
    assert [piece.at for piece in pieces] == sorted(piece.at for piece in pieces)


def test_a_flip_changes_one_byte() -> None:
    for seed in range(50):
        hurt = flipped(FRAME, random.Random(seed))
        assert sum(one != other for one, other in zip(FRAME, hurt, strict=True)) == 1


@pytest.mark.parametrize("ratio", [0.25, 0.5, 2.0, 4.0])
def test_another_speed_makes_other_bytes(ratio: float) -> None:
    got = misread(FRAME * 4, ratio, random.Random(1))
    assert got
    assert FRAME not in got


def test_the_same_speed_and_one_nearly_the_same_read_well() -> None:
    """A UART takes 2 % of difference: its tenth sample is then a fifth of a bit off."""
    assert misread(FRAME, 1.0, random.Random(1)) == FRAME
    assert misread(FRAME, 1.02, random.Random(1)) == FRAME


def test_0x55_at_half_speed_by_hand() -> None:
    # 0x55 on the line: 0 1010 1010 1. Read at half the speed, a sample every two bits, the first in
    # the middle of the start's two: bits 0/1 boundary -> places 1, 3, 5, 7, 9: all 1. No start bit.
    assert misread(b"\x55", 0.5, random.Random(1)) == b""


def test_the_same_seed_does_the_same() -> None:
    faults = [Fault(kind, rate=0.3) for kind in KINDS]
    assert through(*faults, frames=40, seed=9) == through(*faults, frames=40, seed=9)
    assert through(*faults, frames=40, seed=9) != through(*faults, frames=40, seed=10)


def test_frames_are_found_however_they_come() -> None:
    cut = by_end(b"\n")
    assert [cut(chunk) for chunk in (b"a\nb", b"c", b"\n\n")] == [[b"a\n"], [], [b"bc\n", b"\n"]]
