"""One direction of a bad cable: frames in, what arrives of them and when out. No I/O, no clock.

The same seed and the same frames give the same damage.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Literal, NamedTuple

from msgspec import Struct

Kind = Literal[
    "drop", "double", "flip", "delay", "split", "merge", "reorder", "disconnect", "baud", "noise"
]
KINDS: tuple[Kind, ...] = (
    "drop",
    "double",
    "flip",
    "delay",
    "split",
    "merge",
    "reorder",
    "disconnect",
    "baud",
    "noise",
)


class Fault(Struct, frozen=True):
    """One kind of damage.

    `kind`:
        ``drop``       the frame never arrives;
        ``double``     it arrives twice;
        ``flip``       one to three bits of one byte are other ones;
        ``delay``      it and all behind it arrive `ms` later;
        ``split``      it arrives in pieces of a few bytes, up to `ms` apart;
        ``merge``      it waits up to `ms` and arrives together with what comes behind it;
        ``reorder``    it waits `ms`, and what comes behind it overtakes it;
        ``disconnect`` the link ends in the middle of it;
        ``baud``       from it on everything is read at `ratio` times the speed it is sent at;
        ``noise``      random bytes arrive before it.

    `at`: the frames that it hits, counted from 0; `rate`: how likely it hits any other.
    """

    kind: Kind
    at: tuple[int, ...] = ()
    rate: float = 0.0
    ms: float = 20.0
    ratio: float = 2.0


class Delivery(NamedTuple):
    """Bytes that arrive at a time (seconds); None: there the link ends."""

    at: float
    data: bytes | None


class Cable:
    """One direction. `done` tells which frames were hit, and by what."""

    def __init__(self, faults: Iterable[Fault], seed: int) -> None:
        self._faults = tuple(faults)
        self._chance = random.Random(seed)  # noqa: S311 - repeatable, not secret
        self._count = 0
        self._behind = 0.0
        """Nothing arrives before this: a line keeps its order."""
        self._misread: float | None = None
        self._ended = False
        self.done: list[tuple[int, Kind]] = []

    def mend(self) -> None:
        """The link has been plugged in again."""
        self._ended = False

    def carry(self, frame: bytes, now: float) -> list[Delivery]:
        """What arrives of `frame`, which was sent at `now` (seconds)."""
        number, self._count = self._count, self._count + 1
        if self._ended:
            return []
        hit = [
            fault
            for fault in self._faults
            if number in fault.at or (fault.rate and self._chance.random() < fault.rate)
        ]
        self.done += [(number, fault.kind) for fault in hit]
        pieces = [Delivery(max(now, self._behind), frame)]
        overtaken = False
        for fault in hit:
            pieces = self._damage(fault, pieces)
            overtaken = overtaken or fault.kind == "reorder"
        if self._misread is not None:
            ratio = self._misread
            pieces = [
                Delivery(at, data and misread(data, ratio, self._chance)) for at, data in pieces
            ]
        if pieces and not overtaken:
            self._behind = max(self._behind, *(at for at, _ in pieces))
        self._ended = any(data is None for _, data in pieces)
        return pieces

    def _damage(self, fault: Fault, pieces: list[Delivery]) -> list[Delivery]:
        chance, wait_s = self._chance, fault.ms / 1000
        match fault.kind:
            case "drop":
                return []
            case "double":
                return pieces + pieces
            case "delay" | "merge" | "reorder":
                return [Delivery(at + wait_s, data) for at, data in pieces]
            case "flip":
                return [Delivery(at, data and flipped(data, chance)) for at, data in pieces]
            case "noise":
                noise = chance.randbytes(chance.randint(1, 12))
                return [Delivery(at, noise) for at, _ in pieces[:1]] + pieces
            case "split":
                return [part for one in pieces for part in self._split(one, wait_s)]
            case "disconnect":
                return [part for one in pieces for part in self._torn(one)]
            case "baud":
                self._misread = fault.ratio
                return pieces

    def _split(self, piece: Delivery, wait_s: float) -> list[Delivery]:
        at, data = piece
        parts: list[Delivery] = []
        while data:
            length = self._chance.randint(1, 7)
            parts.append(Delivery(at, data[:length]))
            data = data[length:]
            at += self._chance.uniform(0, wait_s)
        return parts or [piece]

    def _torn(self, piece: Delivery) -> list[Delivery]:
        at, data = piece
        if data is None:
            return [piece]
        return [Delivery(at, data[: self._chance.randrange(len(data) or 1)]), Delivery(at, None)]


def flipped(data: bytes, chance: random.Random) -> bytes:
    """`data` with one to three bits of one byte turned."""
    if not data:
        return data
    place = chance.randrange(len(data))
    mask = sum(1 << bit for bit in chance.sample(range(8), chance.randint(1, 3)))
    return data[:place] + bytes((data[place] ^ mask,)) + data[place + 1 :]


def misread(data: bytes, ratio: float, chance: random.Random) -> bytes:
    """What a UART (8N1) makes of `data` when it samples at `ratio` times the speed it was sent at.

    A byte is a start bit 0, eight bits from the lowest, a stop bit 1; between frames the line is 1.
    A byte whose stop bit is not 1 is a framing error: Linux gives such a byte as NUL.
    """
    line: list[int] = []
    for byte in data:
        line += [0, *(byte >> bit & 1 for bit in range(8)), 1]
        line += [1] * chance.randint(0, 2)
    got = bytearray()
    at = 0.0
    step = 1 / ratio
    while (start := next((n for n in range(int(at), len(line)) if not line[n]), None)) is not None:
        begin = max(at, float(start))
        bits = [_level(line, begin + (n + 0.5) * step) for n in range(10)]
        if bits[0]:  # too short to be a start bit
            at = begin + step
            continue
        byte = sum(bit << n for n, bit in enumerate(bits[1:9]))
        got.append(byte if bits[9] else 0)
        at = begin + 9.5 * step
    return bytes(got)


def _level(line: list[int], at: float) -> int:
    return line[int(at)] if at < len(line) else 1


Cutter = Callable[[bytes], list[bytes]]
"""Bytes as they come to whole frames; what is left over it keeps for the next time."""


def by_end(end: bytes) -> Cutter:
    """A cutter for frames that end with `end`."""
    held = bytearray()

    def cut(chunk: bytes) -> list[bytes]:
        held.extend(chunk)
        *whole, rest = bytes(held).split(end)
        held[:] = rest
        return [one + end for one in whole]

    return cut


def as_sent(chunk: bytes) -> list[bytes]:
    """A cutter for devices that write a frame in one go, and wait between frames."""
    return [chunk]
