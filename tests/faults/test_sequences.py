"""Any mix of faults on a line: what the bench takes for true is what the device said, or nothing.

Ten thousand seeded sequences are run by ``pytest tests/faults -m slow``; a sample of
them always.
"""

from __future__ import annotations

import random

import pytest

from rigs.faults.cable import Fault
from tests.faults.virtual import TRAVEL_S, Sequence, Told


def mix(seed: int) -> tuple[list[Fault], list[Fault]]:
    """One to three kinds of damage in each direction, rare or heavy."""
    chance = random.Random(f"mix {seed}")
    kinds = ["drop", "double", "flip", "delay", "split", "merge", "reorder", "noise"]
    if chance.random() < 0.1:
        kinds += ["disconnect", "baud"]
    ways: list[list[Fault]] = []
    for _ in range(2):
        rate = chance.choice((0.0, 0.05, 0.2, 0.5, 0.9))
        ways.append(
            [
                Fault(
                    kind,  # type: ignore[arg-type]
                    rate=rate / (6 if kind in ("disconnect", "baud") else 1),
                    ms=chance.choice((1.0, 20.0, 120.0, 900.0)),
                    ratio=chance.choice((0.5, 2.0, 1.1)),
                )
                for kind in chance.sample(kinds, chance.randint(1, 3))
            ]
        )
    return ways[0], ways[1]


def played(patch: pytest.MonkeyPatch, protocol: str, seed: int) -> Told:
    rx, tx = mix(seed)
    return Sequence(patch, protocol, seed, rx, tx).play(seed)


def judge(told: Told, seed: int) -> None:
    if told.error is not None:
        return  # inconclusive: nothing is believed
    assert told.words == told.said, f"seed {seed}: {told.hit} {told.notes}"
    for one, at in zip(told.heard, told.said_at, strict=True):
        # What the line cost is known, so that it is never taken for the device's slowness.
        own_ms = one.at_ns / 1e6 - one.held_ms - at * 1000
        assert own_ms <= TRAVEL_S * 1000 + 1, f"seed {seed}: {own_ms} ms"


@pytest.mark.parametrize("batch", range(2))
def test_no_mix_of_faults_changes_what_was_said(
    batch: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended: dict[bool, int] = {True: 0, False: 0}
    for seed in range(batch * 75, batch * 75 + 75):
        told = played(monkeypatch, "burncard", seed)
        judge(told, seed)
        ended[told.error is None] += 1
    # A test in which everything fails, or nothing does, would show nothing.
    assert min(ended.values()) > 5, ended


@pytest.mark.slow
def test_ten_thousand_sequences(monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(10_000):
        judge(played(monkeypatch, "burncard", seed), seed)
