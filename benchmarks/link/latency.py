"""A request and an event: Burncard's stack beside two raw pyserial loops, on one terminal.

    python benchmarks/link/latency.py [--rounds 60] [--count 100] [--pin]

The raw loops send ready-made frames and look for the newline. Burncard's driver checks and orders
each frame, acknowledges each event, and writes every byte into the wire log. An event is there when
who waits for it has it; all acknowledge it after that. Rounds are short and ways take turns in
them, another one first each time, so that a busy moment of the machine hits all of them.

Rounds are dealt into `BLOCKS` blocks, every fifth to one; each block has a median and a 99th
percentile of its own, and the table gives the median of the blocks and, as lowest to highest, how
far blocks differ: where that is far, the machine was too busy to tell. ``--pin`` keeps this process
and the device on processors of their own. Exit code 1: Burncard is slower than `read_until`, at the
median or at the 99th percentile, in every block; slower in the median block only is not told.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import serial

from rigs.drivers import Note, Opening
from rigs.drivers.burncard import BurncardDriver, open_driver
from rigs.links.pump import Pump
from rigs.links.wirelog import WireLog
from rigs.protocols.burncard import ACK, COMMAND, Decoder, Frame, encode
from rigs.rigfile import DeviceSpec, Limits, SafeState, SerialSpec

HERE = Path(__file__).parent
INTERVAL_US = 4000
BLOCKS = 5
NO = "NO"
IDIOM, BEST, OURS = "`read_until`", "`read(max(1, in_waiting))`", "Burncard"


def command(seq: int, name: str, data: dict[str, str] | None = None) -> bytes:
    return encode(Frame(COMMAND, seq, 0, 0, name, data or {}))


class Raw:
    """A loop that people write. `read`: how it reads one line."""

    def __init__(self, port: str, read: Callable[[serial.Serial], bytes]) -> None:
        self._line = serial.Serial(port, 115200, timeout=2, exclusive=True)
        self._read, self._seq = read, 0

    def close(self) -> None:
        self._line.close()

    def ask(self, name: str, data: dict[str, str] | None = None) -> bytes:
        self._seq += 1
        self._line.write(command(self._seq, name, data))
        return self._read(self._line)

    def requests(self, count: int) -> list[float]:
        took: list[float] = []
        ready = [command(self._seq + n + 1, "ping") for n in range(count)]
        self._seq += count
        for frame in ready:
            began = time.perf_counter_ns()
            self._line.write(frame)
            answer = self._read(self._line)
            took.append((time.perf_counter_ns() - began) / 1000)
            assert answer.startswith(b":R|"), answer
        return took

    def events(self, count: int) -> list[float]:
        self.ask("stream", {"count": str(count), "interval_us": str(INTERVAL_US)})
        took: list[float] = []
        while len(took) < count:
            lines = self._read(self._line)
            now = time.monotonic_ns()
            for line in lines.splitlines(keepends=True):
                took.append((now - int(line.partition(b"|t=")[2].partition(b"*")[0])) / 1000)
                seq = int(line.split(b"|")[1])
                self._line.write(encode(Frame(ACK, seq, 0, 0, "tick")))
        return took


def until_newline(line: serial.Serial) -> bytes:
    return line.read_until(b"\n")


def what_is_there(line: serial.Serial) -> bytes:
    held = b""
    while not held.endswith(b"\n"):
        held += line.read(max(1, line.in_waiting))
    return held


class Ours:
    """The driver on the pump, as the bench uses it."""

    def __init__(self, port: str, folder: Path) -> None:
        self._log = WireLog(folder / "wire.jsonl")
        self.notes: list[Note] = []
        spec = DeviceSpec("shoe", SerialSpec(port=port), SafeState(state="still"))
        self._pump = Pump(_lost)
        opening = Opening("shoe", spec, Limits(), self._pump, self._log, self.notes.append)
        driver = open_driver(opening)
        assert isinstance(driver, BurncardDriver)
        self._driver = driver

    def close(self) -> None:
        self._driver.close()
        self._pump.close()
        self._log.close()

    def requests(self, count: int) -> list[float]:
        took: list[float] = []
        for _ in range(count):
            began = time.perf_counter_ns()
            self._driver.request("ping")
            took.append((time.perf_counter_ns() - began) / 1000)
        return took

    def events(self, count: int) -> list[float]:
        self._driver.request("stream", {"count": str(count), "interval_us": str(INTERVAL_US)})
        took: list[float] = []
        while len(took) < count:
            self._pump.turn(1.0)
            new = self._driver.collect()
            now = time.monotonic_ns()
            took += [(now - int(one.data["t"])) / 1000 for one in new]
        return took


def _lost(link: object, lost: Exception) -> None:
    raise lost


class Bare:
    """The least that Python can do: os-level reads through the same codec, nothing recorded."""

    def __init__(self, port: str) -> None:
        self._line = serial.Serial(port, 115200, timeout=2, exclusive=True)
        self._seq = 0

    def close(self) -> None:
        self._line.close()

    def requests(self, count: int) -> list[float]:
        took: list[float] = []
        decoder = Decoder()
        for _ in range(count):
            self._seq += 1
            began = time.perf_counter_ns()
            self._line.write(command(self._seq, "ping"))
            while not decoder.feed(self._line.read(max(1, self._line.in_waiting))):
                pass
            took.append((time.perf_counter_ns() - began) / 1000)
        return took

    def events(self, count: int) -> list[float]:
        raise NotImplementedError


@contextmanager
def device() -> Iterator[str]:
    process = subprocess.Popen(
        [sys.executable, str(HERE / "device.py"), "shoe"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout
        yield process.stdout.readline().strip()
    finally:
        process.communicate(timeout=5)


Took = list[list[float]]
"""Microseconds of each request or event, by round."""


def percentile(times: list[float], percent: int) -> float:
    return sorted(times)[len(times) * percent // 100]


def by_block(rounds: Took, percent: int) -> list[float]:
    """The percentile of each block."""
    blocks = [[one for times in rounds[n::BLOCKS] for one in times] for n in range(BLOCKS)]
    return [percentile(block, percent) for block in blocks if block]


def ratios(ours: Took, theirs: Took, percent: int) -> list[float]:
    """Block by block."""
    pairs = zip(by_block(ours, percent), by_block(theirs, percent), strict=True)
    return [one / other for one, other in pairs]


def ratio(ours: Took, theirs: Took, percent: int) -> str:
    return f"{statistics.median(ratios(ours, theirs, percent)):.2f}"


def judged(ours: Took, theirs: Took, percent: int) -> str:
    """Is Burncard no slower than the idiom?"""
    blocks = ratios(ours, theirs, percent)
    if statistics.median(blocks) <= 1.0:
        return "yes"
    return NO if min(blocks) > 1.0 else "not told, the machine is too busy"


def row(name: str, took: dict[str, Took]) -> str:
    cells = [name]
    for percent in (50, 99):
        blocks = by_block(took[name], percent)
        spread = f"{min(blocks):.0f} to {max(blocks):.0f}"
        cells.append(f"{statistics.median(blocks):.0f} ({spread})")
    cells.append(ratio(took[name], took[BEST], 50))
    cells += [ratio(took[name], took[IDIOM], percent) for percent in (50, 99)]
    return f"| {' | '.join(cells)} |"


def measured(ways: dict[str, Raw | Ours | Bare], what: str, rounds: int, count: int) -> bool:
    """Print the table. False: Burncard was slower than the idiom."""
    names = [name for name, one in ways.items() if what == "requests" or not isinstance(one, Bare)]
    took: dict[str, Took] = {name: [] for name in names}
    for number in range(rounds):
        first = number % len(names)
        for name in names[first:] + names[:first]:
            took[name].append(getattr(ways[name], what)(count))
    print(f"\n{what}: microseconds, median and lowest to highest of {BLOCKS} blocks\n")
    print("| way | median | p99 | median x best raw loop | median x idiom | p99 x idiom |")
    print("| --- | --- | --- | --- | --- | --- |")
    for name in names:
        print(row(name, took))
    median, p99 = (judged(took[OURS], took[IDIOM], percent) for percent in (50, 99))
    print(f"\nBurncard no slower than {IDIOM}: median {median}; p99 {p99}")
    return NO not in (median, p99)


def main() -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--count", type=int, default=100, help="requests or events a round")
    parser.add_argument("--pin", action="store_true", help="processors of their own")
    given = parser.parse_args()
    mine, *others = sorted(os.sched_getaffinity(0)) if given.pin else [0]
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        makers: dict[str, Callable[[str], Raw | Ours | Bare]] = {
            IDIOM: lambda port: Raw(port, until_newline),
            BEST: lambda port: Raw(port, what_is_there),
            "the same, frames made and checked": Bare,
            OURS: lambda port: Ours(port, folder),
        }
        if others:
            os.sched_setaffinity(0, others)  # what is started now inherits it
        ports = [stack.enter_context(device()) for _ in makers]
        if others:
            os.sched_setaffinity(0, {mine})
        ways: dict[str, Raw | Ours | Bare] = {}
        for (name, make), port in zip(makers.items(), ports, strict=True):
            ways[name] = make(port)
            stack.callback(ways[name].close)
            ways[name].requests(50)
        good = [measured(ways, what, given.rounds, given.count) for what in ("requests", "events")]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
