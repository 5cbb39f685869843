"""One device with its driver, alone: acted on and listened to."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import NoReturn

from rigs.conformance.courses import Step, Word, expected
from rigs.device import Device
from rigs.drivers import Note
from rigs.errors import BenchError, DeviceSilent
from rigs.faults.cable import Fault, as_sent
from rigs.faults.proxy import FaultProxy
from rigs.links.pump import Pump
from rigs.links.stream import StreamLink
from rigs.links.wirelog import WireLog
from rigs.processes import Announcement, resolved
from rigs.rigfile import Rig
from rigs.roles import SHOE, SIGNALS, Observation, Signal

_TURN_S = 0.02


class NotRight(Exception):
    """A check did not find what it looked for; says what it found."""


class Stand:
    """The device `name` of `rig`; `announced`: where its emulator is, or empty."""

    def __init__(self, rig: Rig, name: str, announced: Announcement) -> None:
        self.rig, self.name = rig, name
        self.notes: list[Note] = []
        self._announced = announced
        self.emulated = rig.devices[name].emulator is not None
        self._open(announced)

    def close(self) -> None:
        """Link, stimulus and pump."""
        self.device.close()
        self._pump.close()

    @property
    def says(self) -> frozenset[str] | None:
        return self.device.driver.says

    @contextmanager
    def through(self, *faults: Fault) -> Iterator[FaultProxy]:
        """Meanwhile the line to the driver has these faults."""
        self.close()
        try:
            with FaultProxy(self._announced.link, rx=faults, seed=7, cut=lambda: as_sent) as proxy:
                bad = Announcement(proxy.address, self._announced.stimulus, self._announced.pid)
                self._open(bad)
                try:
                    yield proxy
                finally:
                    self.close()
        finally:
            # Whatever was wrong there says nothing of the checks that come after it.
            self._open(self._announced)

    def rejoin(self, link: str) -> None:
        """The emulated device is at `link` now: open it, and make sure that it is the same."""
        self._announced = Announcement(link, self._announced.stimulus, self._announced.pid)
        self.device.relink(resolved(self.rig.devices[self.name].link, self._announced))

    # -- acting and listening ---------------------------------------------------------------------

    def do(self, act: str, **fields: object) -> dict[str, object]:
        """A stimulus."""
        return self.device.stimulus.do(act, fields)

    def perform(self, step: Step) -> None:
        """The act of a step, or the message that it passes on."""
        if step.feed:
            told = Observation(SHOE, SHOE, "card", step.feed, time.monotonic_ns())
            self.device.driver.feed(told)
        else:
            self.device.stimulus.do(step.do, dict(step.fields))

    def fresh(self) -> None:
        """The device as new, and everything heard of before forgotten."""
        driver = self.device.driver
        driver.forget()
        if self.device.spec.stimulus != "none":
            driver.expect_restart()
            self.do("reset")
        self.sync()
        driver.forget()
        self.notes.clear()

    def course(self, steps: Iterable[Step]) -> None:
        """Each step, and that exactly what it makes the device say is heard, in order.

        Raises:
            NotRight: something else was heard.
            BenchError: the driver gave up.
        """
        for number, step in enumerate(steps, 1):
            wanted = expected([step], self.says)
            self.perform(step)
            heard = self.listen(len(wanted))
            what = f"step {number} ({step.do or 'feed'})"
            self.compare(what, wanted, heard)

    def compare(self, what: str, wanted: list[Word], heard: Sequence[Observation]) -> None:
        """Raises:
        NotRight: `heard` is not `wanted`, word for word.
        """
        told = [word_of(one) for one in heard]
        if len(told) == len(wanted) and all(map(agrees, wanted, told)):
            return
        raise NotRight(f"{what}: expected {plain(wanted)}, heard {plain(told)}")

    def listen(self, count: int) -> list[Observation]:
        """What the device says until there are `count`, and whatever else it has to say.

        Raises:
            BenchError: the driver gave up, or found the line untrustworthy.
        """
        heard: list[Observation] = []
        deadline = time.monotonic() + self.device.limits.answer
        self._pump.turn(0.0)
        while True:
            heard += self._collect()
            left = deadline - time.monotonic()
            if len(heard) >= count or left <= 0:
                return heard + self.sync()
            self._pump.turn(min(left, _TURN_S))

    def sync(self) -> list[Observation]:
        """Everything that it has said, asked to the end.

        Raises:
            BenchError: it does not answer, or does not end.
        """
        driver = self.device.driver
        driver.ask_status()
        heard: list[Observation] = []
        deadline = time.monotonic() + self.device.limits.late + 2.0
        while not driver.heard_all():
            if time.monotonic() > deadline:
                raise DeviceSilent("it does not finish what it has to say", device=self.name)
            heard += self._collect()
            self._pump.turn(_TURN_S)
        return heard + self._collect()

    def idle(self, seconds: float) -> list[Observation]:
        """What comes while nothing happens."""
        heard: list[Observation] = []
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            self._pump.turn(min(left, _TURN_S))
            heard += self._collect()
        return heard

    def until(self, true: Callable[[], bool], seconds: float) -> bool:
        """Listens until `true`, at most `seconds`. Was it?"""
        deadline = time.monotonic() + seconds
        while not true() and (left := deadline - time.monotonic()) > 0:
            self._pump.turn(min(left, _TURN_S))
        return true()

    def _collect(self) -> list[Observation]:
        new = self.device.driver.collect()
        fault = self.device.driver.fault()
        if fault is not None:
            raise fault
        return new

    def _open(self, announced: Announcement) -> None:
        def lost(link: StreamLink, error: BenchError) -> NoReturn:
            raise error

        spec = self.rig.devices[self.name]
        link = resolved(spec.link, announced) if announced.link else spec.link
        self._pump = Pump(lost)
        try:
            self.device = Device(
                self.rig, self.name, link, self._pump, WireLog(), self.notes.append
            )
        except BaseException:
            self._pump.close()
            raise
        self.device.connect_stimulus(announced.stimulus)


def word_of(one: Observation) -> Word:
    """A message without fields of the device's own."""
    signal = SIGNALS.get((one.role, one.kind), Signal(one.role, one.kind))
    return one.kind, {
        name: one.data[name] for name in (*signal.key, *signal.value) if name in one.data
    }


def agrees(wanted: Word, heard: Word) -> bool:
    """Whether `heard` says all that `wanted` does."""
    return wanted[0] == heard[0] and wanted[1].items() <= heard[1].items()


def plain(words: Sequence[Word]) -> str:
    """Words for a person: at most the first four."""
    shown = [" ".join((kind, *fields.values())) for kind, fields in words[:4]]
    more = [f"{len(words) - 4} more"] if len(words) > 4 else []
    return ", ".join([*shown, *more]) or "nothing"
