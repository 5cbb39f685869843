"""`burncard rig check`: the bench's doctor. Is every device there, is it the right one, is its link
sound, and does it keep still while nobody touches it? Nothing is moved by it.
"""

from __future__ import annotations

import math
import os
import time
from collections import Counter
from collections.abc import Iterable
from contextlib import ExitStack
from typing import Any

import msgspec
from msgspec import Struct

from rigs import calibration, gat, lease
from rigs.calibration import Calibrated
from rigs.device import Device
from rigs.drivers import Identity, Note
from rigs.errors import BenchError, LeaseHeld
from rigs.links.pump import Pump
from rigs.links.stream import StreamLink
from rigs.links.wirelog import WireLog
from rigs.processes import Announcement, Emulator, passing_logs, resolved, what_it_looks_at
from rigs.rigfile import Rig
from rigs.roles import INSTRUMENT_ROLES, SIGNALS

OK, NO_ANSWER = 0, 3
PINGS, LISTEN_S = 50, 0.5
_PING_S = 2.0
_SHOWN = 5
_HELLO = "hello"


class Row(Struct, frozen=True):
    """One device."""

    device: str
    role: str
    link: str
    answers: bool
    identity: Identity = Identity()
    claimed: dict[str, str] = {}
    """What of its identity the rig file names; without an error it is so."""
    state: str = ""
    pings: int = 0
    """Questions that the round trips below are of."""
    round_trip_ms: float | None = None
    """Half of them took no longer; None without an answer."""
    round_trip_p99_ms: float | None = None
    """99 in 100 took no longer: of fewer than 100 the longest."""
    frames: int | None = None
    """Messages that came over its link; None where its driver does not count."""
    bad_frames: int | None = None
    """What came and was none."""
    troubles: dict[str, int] = {}
    """What was odd on its link, by kind, and how often (``doubled``, ``asked-again`` ...)."""
    clock_drift_ms: float | None = None
    """How much more than the bench's clock its own went on; None where it has none."""
    clock_span_ms: float | None = None
    """While the bench's went on so far."""
    unasked: tuple[str, ...] = ()
    """What it said though nothing was done to it, at most the first five."""
    unasked_count: int = 0
    unsaid: tuple[str, ...] = ()
    """Signals of its role that it has no word for."""
    software: gat.Software | None = None
    calibration: Calibrated | None = None
    error: str = ""
    """One line: what is wrong, and what to do."""

    @property
    def is_sound(self) -> bool:
        """Whether a run may use it as it is."""
        expired = self.calibration is not None and self.calibration.state in (
            calibration.EXPIRED,
            calibration.MISSING,
        )
        return self.answers and not self.error and not expired


class Held(Struct, frozen=True):
    """A lease of the bench."""

    name: str
    folder: str
    free: bool
    holder: str = ""
    """Who has it, since when; or who had it, where it has expired."""


class Report(Struct, frozen=True):
    """The whole bench."""

    rig: str
    rows: tuple[Row, ...]
    leases: tuple[Held, ...] = ()

    @property
    def exit_code(self) -> int:
        """0 all is well; 3 a device did not answer or must not be used, or another run has it."""
        sound = all(row.is_sound for row in self.rows) and all(one.free for one in self.leases)
        return OK if sound else NO_ANSWER


def check(rig: Rig, pings: int = PINGS, listen_s: float = LISTEN_S) -> Report:
    """Opens every link of `rig`, asks every device who and how it is, and closes everything.

    One device that is not there does not keep the others from being asked. Emulated devices are
    started for it and ended after it. A bench that another run has is left alone.

    Args:
        pings: how often each device is asked for its state, in at most two seconds.
        listen_s: how long all of them are listened to, untouched.
    """
    with ExitStack() as stack:
        leases = _leases(rig, stack)
        if not all(one.free for one in leases):
            why = "not asked: another run has the bench"
            return Report(rig.name, tuple(_absent(rig, name, why) for name in rig.devices), leases)
        rows = _Doctor(rig, stack).look(pings, listen_s)
    calibrated = {one.device: one for one in calibration.of(rig)}
    return Report(
        rig.name,
        tuple(
            msgspec.structs.replace(rows[name], calibration=calibrated.get(name))
            for name in rig.devices
        ),
        leases,
    )


def held(rig: Rig) -> tuple[Held, ...]:
    """The leases of `rig` as they are now.

    Raises:
        RigUnfit: their folder cannot be used.
    """
    where = lease.folder(rig)
    found: list[Held] = []
    for name in lease.names(rig):
        state = lease.look(where, name)
        free = state is None or state.expired
        found.append(Held(name, str(where), free, state.words() if state else ""))
    return tuple(found)


def as_json(report: Report, **more: Any) -> bytes:
    """The report for a program; `more` beside what it holds."""
    told = {**msgspec.to_builtins(report), "exit_code": report.exit_code, **more}
    for row, raw in zip(report.rows, told["rows"], strict=True):
        if row.software is not None:
            raw["software"]["matches"] = row.software.matches
    return msgspec.json.format(msgspec.json.encode(told), indent=2)


def _leases(rig: Rig, stack: ExitStack) -> tuple[Held, ...]:
    """Takes the leases for the time of the check: two talking to one device hear half each."""
    found: list[Held] = []
    where = lease.folder(rig)
    for name in lease.names(rig):
        try:
            taken = lease.Lease.take(where, name, rig.lease.expires)
        except LeaseHeld as error:
            found.append(Held(name, str(where), free=False, holder=error.what))
        else:
            stack.callback(taken.release)
            found.append(Held(name, str(where), free=True))
    return tuple(found)


def _absent(rig: Rig, name: str, error: str) -> Row:
    spec = rig.devices[name]
    where = spec.link.where or spec.link.kind
    return Row(name, spec.role, where, answers=False, error=error)


class _Doctor:
    """Holds what a check has opened, until `stack` closes it."""

    def __init__(self, rig: Rig, stack: ExitStack) -> None:
        self._rig = rig
        self._folder = stack.enter_context(passing_logs("burncard-check-"))
        self._life = os.pipe()
        self._emulators: dict[str, Emulator] = {}
        self._devices: dict[str, Device] = {}
        self._notes: list[Note] = []
        self._lost: dict[str, str] = {}
        self._clocks: dict[str, tuple[int, int]] = {}
        self._pump = Pump(self._on_loss)
        self._rows: dict[str, Row] = {}
        stack.callback(self._end)

    def look(self, pings: int, listen_s: float) -> dict[str, Row]:
        # Instruments last: they are aimed at the others.
        devices = self._rig.devices
        for name in sorted(devices, key=lambda name: devices[name].role in INSTRUMENT_ROLES):
            try:
                self._rows[name] = self._ask(name, pings)
            except BenchError as error:
                self._fail(name, str(error))
        self._listen(listen_s)
        for name, row in self._rows.items():
            if not row.error and name in self._lost:
                self._fail(name, self._lost[name])
        return self._rows

    def _ask(self, name: str, pings: int) -> Row:
        device = self._devices[name] = self._open(name)
        identity = device.identify()
        self._clock(device)
        state, trips = "", list[float]()
        deadline = time.monotonic() + _PING_S
        while not trips or (len(trips) < pings and time.monotonic() < deadline):
            begun = time.monotonic()
            state = device.driver.status()
            trips.append((time.monotonic() - begun) * 1000)
        trips.sort()
        row = Row(
            device=name,
            role=device.role,
            link=device.recording or device.driver.port,
            answers=True,
            identity=identity,
            claimed=device.spec.expect.named(),
            state=state,
            pings=len(trips),
            round_trip_ms=round(_quantile(trips, 0.5), 3),
            round_trip_p99_ms=round(_quantile(trips, 0.99), 3),
            unsaid=_unsaid(device.role, device.driver.says),
        )
        if self._rig.devices[name].gat is not None:
            try:
                software = self._software(name)
                row = msgspec.structs.replace(row, software=software)
                gat.insist(name, software)
            except BenchError as error:
                row = msgspec.structs.replace(row, error=str(error))
        return row

    def _open(self, name: str) -> Device:
        spec = self._rig.devices[name]
        announced = Announcement("", "", 0)
        if spec.started:
            looks_at = what_it_looks_at(spec, self._emulators)
            emulator = Emulator(name, spec, self._life[0], self._folder, looks_at)
            self._emulators[name] = emulator
            announced = emulator.ready(time.monotonic() + self._rig.limits.connect)
        link = resolved(spec.link, announced) if announced.link else spec.link
        return Device(self._rig, name, link, self._pump, WireLog(), self._notes.append)

    def _software(self, name: str) -> gat.Software:
        return gat.verify(self._rig, name, self._life[0], self._folder, WireLog())

    def _listen(self, listen_s: float) -> None:
        """To all devices at once, while nothing is done to them."""
        for device in self._devices.values():
            device.driver.collect()
        deadline = time.monotonic() + listen_s
        while (left := deadline - time.monotonic()) > 0:
            self._pump.turn(left)
        for name, device in self._devices.items():
            if not self._rows[name].answers:
                continue
            said = [one for one in device.driver.collect() if one.kind != _HELLO]
            fault = device.driver.fault()
            try:
                drift, span = self._drift(device)
            except BenchError as error:
                self._fail(name, str(error))
                continue
            health = device.driver.health
            row = msgspec.structs.replace(
                self._rows[name],
                frames=None if health is None else health.frames,
                bad_frames=None if health is None else health.garbled,
                troubles=dict(Counter(one.kind for one in self._notes if one.device == name)),
                clock_drift_ms=drift,
                clock_span_ms=span,
                unasked=tuple(_words(one.kind, one.data) for one in said[:_SHOWN]),
                unasked_count=len(said),
            )
            if fault is not None and not row.error:
                row = msgspec.structs.replace(row, error=str(fault))
            self._rows[name] = row

    def _drift(self, device: Device) -> tuple[float | None, float | None]:
        first = self._clocks.get(device.name) if device.driver.is_open else None
        if first is None:
            return None, None
        device.driver.status()
        last = device.driver.clock
        if last is None or last[0] == first[0]:
            return None, None
        span = (last[0] - first[0]) / 1e6
        return round(last[1] - first[1] - span, 1), round(span, 1)

    def _clock(self, device: Device) -> None:
        if device.driver.clock is not None:
            self._clocks[device.name] = device.driver.clock

    def _fail(self, name: str, error: str) -> None:
        row = self._rows.get(name)
        if row is None:
            self._rows[name] = _absent(self._rig, name, error)
        else:
            self._rows[name] = msgspec.structs.replace(row, answers=False, error=error)

    def _on_loss(self, link: StreamLink, error: BenchError) -> None:
        self._lost[link.device] = str(error)

    def _end(self) -> None:
        for device in self._devices.values():
            device.close()
        self._pump.close()
        for descriptor in self._life:
            os.close(descriptor)
        for emulator in self._emulators.values():
            emulator.reap()


def _quantile(ordered: list[float], share: float) -> float:
    """Of ordered values: the smallest that `share` of them do not exceed."""
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def _unsaid(role: str, says: Iterable[str] | None) -> tuple[str, ...]:
    if says is None:
        return ()
    known = frozenset(says)
    return tuple(kind for of, kind in SIGNALS if of == role and kind not in known)


def _words(kind: str, data: dict[str, str]) -> str:
    return " ".join((kind, *(f"{key}={value}" for key, value in data.items())))
