"""A request and an event: Burncard's stack beside two raw pyserial loops, on one terminal.

    python benchmarks/link/latency.py [--rounds 5] [--count 1000]

The raw loops send ready-made frames and look for the newline. Burncard's driver checks and orders
each frame, acknowledges each event, and writes every byte into the wire log. Ways take turns, so
that a busy moment of the machine hits all of them.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
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


def row(name: str, took: list[list[float]], base: list[list[float]]) -> str:
    medians = [statistics.median(one) for one in took]
    ratios = [ours / statistics.median(best) for ours, best in zip(medians, base, strict=True)]
    p99 = statistics.median(sorted(one)[int(len(one) * 0.99)] for one in took)
    median = statistics.median(medians)
    return f"| {name} | {median:.0f} | {p99:.0f} | {statistics.median(ratios):.2f} |"


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--count", type=int, default=1000)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        ways: dict[str, Callable[[str], Raw | Ours | Bare]] = {
            "`read_until`": lambda port: Raw(port, until_newline),
            "`read(max(1, in_waiting))`": lambda port: Raw(port, what_is_there),
            "the same, frames made and checked": Bare,
            "Burncard": lambda port: Ours(port, Path(folder)),
        }
        for what in ("requests", "events"):
            took: dict[str, list[list[float]]] = {name: [] for name in ways}
            for _ in range(given.rounds):
                for name, way in ways.items():
                    if what == "events" and way is Bare:
                        continue
                    with device() as port:
                        one = way(port)
                        one.requests(50)
                        took[name].append(getattr(one, what)(given.count))
                        one.close()
            print(f"\n{what}: microseconds\n\n| way | median | p99 | x best raw loop |")
            print("| --- | --- | --- | --- |")
            for name, times in took.items():
                if times:
                    print(row(name, times, took["`read(max(1, in_waiting))`"]))


if __name__ == "__main__":
    main()
