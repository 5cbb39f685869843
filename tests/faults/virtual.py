"""A driver and an emulated device at the two ends of a bad cable, in a time that costs nothing.

The real driver, codec and electrical side run; only the clock, the descriptors and the waiting are
replaced. So ten thousand sequences, each with its waits of a second, take a minute.
"""

from __future__ import annotations

import heapq
import random
import re
from collections import deque
from collections.abc import Callable, Iterable

import pytest
from msgspec import Struct

from rigs.drivers import Driver, Note, Opening, open_driver
from rigs.drivers.line import LineDriver
from rigs.emulators.angel_eye import AngelEyeShoe, AngelEyeSide
from rigs.emulators.bee_tek import BeeTekShoe, BeeTekSide
from rigs.emulators.device import Device
from rigs.emulators.electrical import Electrical
from rigs.emulators.loop import Timer
from rigs.emulators.shoe import Shoe
from rigs.errors import BenchError, DeviceSilent, LinkLost
from rigs.faults.cable import Cable, Cutter, Fault, as_sent, by_end
from rigs.links.stream import Health
from rigs.links.wirelog import WireLog
from rigs.rigfile import DeviceSpec, Limits, SafeState, SerialSpec
from rigs.roles import Observation

LIMITS = Limits(answer=1.0, late=2.0)
TRAVEL_S = 0.001
TIMED = ("rigs.drivers.stream", "rigs.drivers.burncard", "rigs.drivers.angel_eye",
         "rigs.drivers.bee_tek", "rigs.drivers.line", "rigs.emulators.electrical",
         "rigs.emulators.angel_eye", "rigs.emulators.bee_tek")  # fmt: skip
OPTIONS = {"angel-eye": {"sequence": "0~"}, "bee-tek": {"repeats": "yes"}}


def by_part(chunk: bytes) -> list[bytes]:
    """The message of a card and its repeat, which a Bee-Tek shoe writes in one go."""
    return [part for part in re.split(rb"(?<=\n)", chunk) if part]


CUTTERS: dict[str, Callable[[], Cutter]] = {
    "burncard": lambda: by_end(b"\n"),
    "angel-eye": lambda: as_sent,
    "bee-tek": lambda: by_part,
}


class Clock:
    """Stands in for the module `time`."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now

    def monotonic_ns(self) -> int:
        return round(self.now * 1e9)

    def time(self) -> float:
        return self.now

    def time_ns(self) -> int:
        return round(self.now * 1e9)


class Timeline:
    """What happens when: the loop of the emulated device, and the cables."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self._due: list[tuple[float, int, Timer]] = []
        self._count = 0

    def after(self, seconds: float, call: Callable[[], None]) -> Timer:
        return self.at(self.clock.now + seconds, call)

    def at(self, when: float, call: Callable[[], None]) -> Timer:
        timer = Timer(when, call)
        self._count += 1
        heapq.heappush(self._due, (when, self._count, timer))
        return timer

    def step(self, until: float) -> bool:
        """Let the next thing happen, if it is due until then; else it is then."""
        while self._due and self._due[0][0] <= until:
            when, _, timer = heapq.heappop(self._due)
            if timer.call is not None:
                self.clock.now = max(self.clock.now, when)
                timer.call()
                return True
        self.clock.now = max(self.clock.now, until)
        return False


class Link:
    """As `StreamLink` and the device's `End` in one, with the cables between them."""

    device, port = "dut", "virtual"

    def __init__(self, line: Timeline, rx: Cable, tx: Cable, cut: Callable[[], Cutter]) -> None:
        self.health = Health()
        self.open = True
        self.hear: Callable[[bytes], None] = lambda data: None
        self._line, self._rx, self._tx = line, rx, tx
        self._cut_rx, self._cut_tx = cut(), cut()
        self._arrived: deque[bytes | None] = deque()
        self.peak = 0

    # -- the driver's side ---

    @property
    def flags(self) -> str:
        return self.health.flags(self.open)

    @property
    def waiting(self) -> bool:
        return bool(self._arrived)

    def read(self) -> tuple[bytes, int]:
        now = self._line.clock.monotonic_ns()
        if not self._arrived:
            return b"", now
        chunks: list[bytes] = []
        while self._arrived:
            chunk = self._arrived[0]
            if chunk is None:
                break
            chunks.append(chunk)
            self._arrived.popleft()
        if not chunks:
            self.open = False
            raise LinkLost("the link is lost", device="dut", port="virtual")
        data = b"".join(chunks)
        self.health.bytes_in += len(data)
        return data, now

    def wait(self, limit_s: float) -> bool:
        until = self._line.clock.now + max(0.0, limit_s)
        while not self._arrived and self._line.step(until):
            pass
        return bool(self._arrived)

    def write(self, data: bytes, limit_s: float = 1.0) -> None:
        if not self.open:
            raise LinkLost("the link is lost", device="dut", port="virtual")
        self.health.bytes_out += len(data)
        for frame in self._cut_tx(data):
            for at, piece in self._tx.carry(frame, self._line.clock.now + TRAVEL_S):
                self._line.at(at, lambda piece=piece: self._to_device(piece))  # type: ignore[misc]

    def close(self) -> None:
        self.open = False

    def _to_device(self, piece: bytes | None) -> None:
        if piece is None:
            self._arrived.append(None)
        else:
            self.hear(piece)

    # -- the device's side ---

    address, is_cut = "virtual", False

    def cut(self) -> None: ...

    def join(self) -> None: ...

    def send(self, data: bytes) -> None:
        """What the device writes."""
        for frame in self._cut_rx(data):
            for at, piece in self._rx.carry(frame, self._line.clock.now + TRAVEL_S):
                self._line.at(at, lambda piece=piece: self._arrived.append(piece))  # type: ignore[misc]


class DeviceEnd:
    """The device's face of a link: `write` there is `send` here."""

    address, is_cut = "virtual", False

    def __init__(self, link: Link) -> None:
        self._link = link
        self.write = link.send

    @property
    def hear(self) -> Callable[[bytes], None]:
        return self._link.hear

    @hear.setter
    def hear(self, call: Callable[[bytes], None]) -> None:
        self._link.hear = call

    def cut(self) -> None: ...

    def join(self) -> None: ...


class VirtualPump:
    """As `Pump`, for one link."""

    def __init__(self, line: Timeline) -> None:
        self._line = line
        self._link: Link | None = None
        self._take: Callable[[bytes, int], None] = lambda data, at_ns: None
        self._later: list[Callable[[], None]] = []

    def add(self, link: Link, take: Callable[[bytes, int], None]) -> None:
        self._link, self._take = link, take

    def later(self, link: Link, do: Callable[[], None]) -> None:
        self._later.append(do)

    def settle(self) -> None:
        while self._later:
            self._later.pop(0)()

    def turn(self, limit_s: float) -> bool:
        self.settle()
        link = self._link
        assert link is not None
        if not link.open or not link.wait(limit_s):
            return False
        chunk, at_ns = link.read()
        if chunk:
            self._take(chunk, at_ns)
        return True


class Told(Struct):
    """How a sequence ended."""

    said: list[tuple[str, str]]
    """What the device said: when it had happened is in `said_at`."""
    said_at: list[float]
    heard: list[Observation]
    error: BenchError | None
    notes: list[str]
    hit: dict[str, int]
    """Fault to how many frames it hit."""

    @property
    def words(self) -> list[tuple[str, str]]:
        """What the bench took for true."""
        return [(one.kind, one.data.get("card", "")) for one in self.heard]

    @property
    def names(self) -> set[str]:
        """By what names what was wrong goes."""
        return {*self.notes, *({type(self.error).__name__} if self.error else set())}


CARDS = [rank + suit for suit in "CDHS" for rank in "A23456789JQK"]


class Sequence:
    """One device on one bad cable."""

    def __init__(
        self,
        patch: pytest.MonkeyPatch,
        protocol: str,
        seed: int,
        rx: Iterable[Fault] = (),
        tx: Iterable[Fault] = (),
    ) -> None:
        self.clock = Clock()
        for module in TIMED:
            patch.setattr(f"{module}.time", self.clock)
        self._line = Timeline(self.clock)
        self._rx, self._tx = Cable(rx, seed), Cable(tx, seed + 1)
        self.link = Link(self._line, self._rx, self._tx, CUTTERS[protocol])
        self.device: Device
        end = DeviceEnd(self.link)
        if protocol == "burncard":
            self.device = Shoe()
            Electrical(self._line, end, self.device).boot("power-on", unheard=True)  # type: ignore[arg-type]
        elif protocol == "bee-tek":
            self.device = BeeTekShoe()
            BeeTekSide(self._line, end, self.device, {}).boot("power-on", unheard=True)  # type: ignore[arg-type]
        else:
            self.device = AngelEyeShoe()
            AngelEyeSide(self._line, end, self.device, {}).boot("power-on", unheard=True)  # type: ignore[arg-type]
        patch.setattr("rigs.drivers.stream.open_stream", lambda *given: self.link)
        self.pump = VirtualPump(self._line)
        self.notes: list[Note] = []
        spec = DeviceSpec(
            role="shoe",
            link=SerialSpec(port="virtual"),
            safe_state=SafeState(state="still"),
            protocol=protocol,  # type: ignore[arg-type]
            driver=protocol,
            options=OPTIONS.get(protocol, {}),
        )
        opening = Opening("dut", spec, LIMITS, self.pump, WireLog(), self.notes.append)  # type: ignore[arg-type]
        self.driver: Driver = open_driver(opening)
        self.said: list[tuple[str, str]] = []
        self.said_at: list[float] = []
        self.heard: list[Observation] = []

    def say(self, card: str) -> None:
        """The device says that this card left it."""
        self.said.append(("card", card))
        self.said_at.append(self.clock.now)
        self.device.say("card", card=card, face="down")

    def listen(self, seconds: float) -> None:
        """As `Bench.observe`."""
        until = self.clock.now + seconds
        while self.clock.now < until:
            self.pump.turn(until - self.clock.now)
            self.collect()

    def collect(self) -> None:
        """As `Bench._collect`."""
        self.heard += self.driver.collect()
        fault = self.driver.fault()
        if fault is not None:
            raise fault

    def sync(self) -> None:
        """As `Bench.sync`."""
        deadline = self.clock.now + LIMITS.late + 2.0
        self.driver.ask_status()
        while not self.driver.heard_all():
            if self.clock.now > deadline:
                raise DeviceSilent("it does not finish", device="dut")
            self.collect()
            self.pump.turn(0.05)
        self.collect()

    def play(self, seed: int, events: int = 8) -> Told:
        """Events at random moments, questions between them, and the sync at the end."""
        chance = random.Random(seed)
        error: BenchError | None = None
        try:
            self.driver.identify()
            self.sync()
            for _ in range(events):
                self.say(chance.choice(CARDS))
                if chance.random() < 0.3:
                    self.driver.status()
                self.listen(chance.choice((0.0, 0.002, 0.02, 0.15, 0.4)))
            self.sync()
        except BenchError as ended:
            error = ended
        return self._told(error)

    def in_step(self, cards: Iterable[str], apart_s: float) -> Told:
        """Identity, status, `cards` at equal distances, status."""
        error: BenchError | None = None
        try:
            self.driver.identify()
            self.sync()
            for card in cards:
                self.say(card)
                self.listen(apart_s)
            self.sync()
            self.listen(1.0)
        except BenchError as ended:
            error = ended
        return self._told(error)

    def _told(self, error: BenchError | None) -> Told:
        hit: dict[str, int] = {}
        for _, kind in (*self._rx.done, *self._tx.done):
            hit[kind] = hit.get(kind, 0) + 1
        notes = [note.kind for note in self.notes]
        return Told(self.said, self.said_at, self.heard, error, notes, hit)


class LineDevice:
    """A device that answers `ASK n` with `ACK n`, on a bad cable, and its driver."""

    def __init__(self, patch: pytest.MonkeyPatch, way: str, fault: Fault) -> None:
        clock = Clock()
        for module in TIMED:
            patch.setattr(f"{module}.time", clock)
        line = Timeline(clock)
        rx, tx = (Cable([fault] if way == one else [], 7) for one in ("rx", "tx"))
        link = Link(line, rx, tx, CUTTERS["burncard"])
        patch.setattr("rigs.drivers.line.open_stream", lambda *given: link)
        held = bytearray()

        def hear(data: bytes) -> None:
            held.extend(data)
            *whole, rest = bytes(held).split(b"\n")
            held[:] = rest
            for question in whole:
                if question.startswith(b"ASK "):
                    link.send(question.replace(b"ASK", b"ACK") + b"\n")

        link.hear = hear
        self.notes: list[Note] = []
        spec = DeviceSpec(
            role="line",
            link=SerialSpec(port="virtual"),
            safe_state=SafeState(state="still"),
            protocol="line",
            driver="line",
        )
        opening = Opening("dut", spec, LIMITS, VirtualPump(line), WireLog(), self.notes.append)  # type: ignore[arg-type]
        driver = open_driver(opening)
        assert isinstance(driver, LineDriver)
        self.driver = driver
