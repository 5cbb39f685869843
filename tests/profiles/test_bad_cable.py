"""Seeded damage between device and driver: never a wrong message, and what is lost is said."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rigs.errors import BenchError
from rigs.faults.cable import Cable, Fault, Kind
from rigs.protocols import bee_tek
from tests.profiles.test_driver import Dut, digits
from tests.rig.test_bee_tek import Shoe

SEEDS = 15


def over(cable: Cable, frames: list[bytes]) -> bytes:
    """What arrives of `frames`, in order; the last two are unhurt: one may end a torn one."""
    pieces = [piece for frame in frames[:-2] for piece in cable.carry(frame, 0.0)]
    arrived = sorted(pieces, key=lambda piece: piece.at)
    return b"".join(piece.data or b"" for piece in arrived) + b"".join(frames[-2:])


@pytest.mark.parametrize("kind", ["drop", "double", "flip", "split", "merge", "reorder", "noise"])
def test_numbered_frames_with_a_crc(tmp_path: Path, kind: Kind) -> None:
    for seed in range(SEEDS):
        chance = random.Random(seed)
        bits = [chance.choice("01") for _ in range(12)]
        frames = [digits(f"{number:02}1{bit}") for number, bit in enumerate(bits)]
        dut = Dut(tmp_path, "card-reader", "digit-reader")
        try:
            cable = Cable([Fault(kind, rate=0.3)], seed)
            heard = dut.say(over(cable, frames))
            fault = dut.driver.fault()
        finally:
            dut.close()
        said = {number: {"0": "no", "1": "yes"}[bit] for number, bit in enumerate(bits)}
        for one in heard:
            assert one.counter is not None
            assert one.data["blackjack"] == said[one.counter]
        whole = [one.counter for one in heard] == list(said)
        # In the very first messages there is no number before that could be missed.
        first = heard[0].counter if heard else None
        assert whole or isinstance(fault, BenchError) or first, (kind, seed, cable.done)


@pytest.mark.parametrize("kind", ["flip", "split", "merge", "noise"])
def test_cards_of_a_bee_tek_shoe_and_their_repeats(tmp_path: Path, kind: Kind) -> None:
    """A message that vanishes whole, or comes twice whole, cannot be told: see its document."""
    for seed in range(SEEDS):
        chance = random.Random(seed)
        cards = [chance.choice(bee_tek.RANKS) + chance.choice(bee_tek.SUITS) for _ in range(8)]
        frames = [
            bee_tek.encode(f"Card:{card}", bee_tek.GAME) + card.encode("ascii") for card in cards
        ]
        shoe = Shoe(tmp_path, 'repeats = "yes"')
        try:
            cable = Cable([Fault(kind, rate=0.3)], seed)
            heard = shoe.say(over(cable, frames))
            shoe.hear_out()
            heard += shoe.driver.collect()
            fault = shoe.driver.fault()
        finally:
            shoe.close()
        if fault is None:
            assert [one.data["card"] for one in heard] == cards, (kind, seed, cable.done)
