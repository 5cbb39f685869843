"""`burncard rig check`: is every device there, and is it the right one? Nothing is moved by it."""

from __future__ import annotations

import os
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import NoReturn

import msgspec
from msgspec import Struct

from rigs.device import Device
from rigs.drivers import Identity, Note
from rigs.errors import BenchError
from rigs.links.pump import Pump
from rigs.links.stream import StreamLink
from rigs.links.wirelog import WireLog
from rigs.processes import Announcement, Emulator, resolved
from rigs.rigfile import Rig
from rigs.roles import INSTRUMENT_ROLES

OK, NO_ANSWER = 0, 3


class Row(Struct, frozen=True):
    """One device."""

    device: str
    role: str
    link: str
    answers: bool
    identity: Identity = Identity()
    state: str = ""
    round_trip_ms: float | None = None
    """Of the quickest of three questions; None without an answer."""
    error: str = ""
    """One line: what is wrong, and what to do."""


class Report(Struct, frozen=True):
    """The whole bench."""

    rig: str
    rows: tuple[Row, ...]

    @property
    def exit_code(self) -> int:
        """0 all answer, 3 a device did not."""
        return OK if all(row.answers for row in self.rows) else NO_ANSWER


def check(rig: Rig) -> Report:
    """Opens every link of `rig`, asks every device who and how it is, and closes everything.

    One device that is not there does not keep the others from being asked. Emulated devices are
    started for it and ended after it.
    """
    rows: dict[str, Row] = {}
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="burncard-check-")))
        life = os.pipe()
        emulators: dict[str, Emulator] = {}

        def end() -> None:
            for descriptor in life:
                os.close(descriptor)
            for emulator in emulators.values():
                emulator.reap()

        stack.callback(end)
        # Instruments last: they are aimed at the others.
        names = sorted(rig.devices, key=lambda name: rig.devices[name].role in INSTRUMENT_ROLES)
        for name in names:
            try:
                link = _start(rig, name, emulators, life[0], folder)
                rows[name] = _ask(rig, name, link)
            except BenchError as error:
                spec = rig.devices[name]
                where = spec.link.where or spec.link.kind
                rows[name] = Row(name, spec.role, where, answers=False, error=str(error))
    return Report(rig.name, tuple(rows[name] for name in rig.devices))


def _start(
    rig: Rig, name: str, emulators: dict[str, Emulator], life: int, folder: Path
) -> Announcement:
    spec = rig.devices[name]
    if not spec.started:
        return Announcement("", "", 0)
    looks_at = tuple(
        emulators[other].announced.stimulus
        for other in (*spec.powers, spec.aims_at)
        if other in emulators
    )
    emulators[name] = Emulator(name, spec, life, folder, looks_at)
    return emulators[name].ready(time.monotonic() + rig.limits.connect)


def _ask(rig: Rig, name: str, announced: Announcement) -> Row:
    def lost(link: StreamLink, error: BenchError) -> NoReturn:
        raise error

    def ignore(note: Note) -> None:
        """A check asks; what else the device says is of no interest."""

    spec = rig.devices[name]
    link = resolved(spec.link, announced) if announced.link else spec.link
    pump = Pump(lost)
    device = Device(rig, name, link, pump, WireLog(), ignore)
    try:
        identity = device.identify()
        state, quickest = "", float("inf")
        for _ in range(3):
            begun = time.monotonic()
            state = device.driver.status()
            quickest = min(quickest, time.monotonic() - begun)
        return Row(
            device=name,
            role=spec.role,
            link=device.recording or device.driver.port,
            answers=True,
            identity=identity,
            state=state,
            round_trip_ms=round(quickest * 1000, 3),
        )
    finally:
        device.close()
        pump.close()


def as_json(report: Report) -> bytes:
    """The report for a program."""
    return msgspec.json.format(msgspec.json.encode(report), indent=2)
