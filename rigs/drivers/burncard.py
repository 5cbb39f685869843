"""Devices that speak the Burncard protocol (rigs/protocols/burncard.md), whatever their role."""

from __future__ import annotations

import contextlib
import time

from rigs.drivers import Driver, Identity, Note, Opening
from rigs.errors import (
    BenchError,
    DeviceRefused,
    DeviceRestarted,
    DeviceSilent,
    GarbledFrames,
    LinkLost,
)
from rigs.links.opening import open_stream
from rigs.protocols import burncard as wire
from rigs.protocols.sequence import SequenceWatch, Trouble
from rigs.roles import Observation

_ASK_AGAIN_S = 0.25
_FATAL = {
    "lost": (GarbledFrames, "run the scenario again; check cable, speed and load of the line"),
    "altered": (GarbledFrames, "two devices on one line, or a device that numbers wrongly"),
    "restarted": (DeviceRestarted, "check its power supply and its log"),
}


_OF_THE_LAST = ("doubled", "altered", "stale", "reordered")


def open_driver(opening: Opening) -> BurncardDriver:
    """The device on the link of `opening.spec`. Nothing is asked yet."""
    return BurncardDriver(opening)


class BurncardDriver(Driver):
    """One device: acknowledges its events, orders them, and asks it things."""

    def __init__(self, opening: Opening) -> None:
        self._name, self._role = opening.name, opening.spec.role
        self._limits, self._pump, self._note = opening.limits, opening.pump, opening.note
        self._log = opening.log
        self._spec = opening.spec.link
        self._link = open_stream(opening.name, self._spec, opening.log, opening.limits)
        self.port = self._link.port
        self._decoder = wire.Decoder()
        self._watch = SequenceWatch(late_ms=opening.limits.answer * 1000)
        self._arrived: dict[int, tuple[bytes, int]] = {}
        self._answers: dict[int, wire.Frame] = {}
        self._new: list[Observation] = []
        self._due: list[tuple[wire.Frame, int]] = []
        """Events to be acknowledged, and when they came."""
        self._fault: BenchError | None = None
        self._clock: tuple[int, int] | None = None
        self._seq = -1
        self._open: dict[int, int] = {}
        """Commands that have no answer yet, and when they were first sent (monotonic ns)."""
        self._asked: _Asked | None = None
        self._said_until: int | None = None
        self._restart_expected = False
        self._pump.add(self._link, self._take)

    @property
    def clock(self) -> tuple[int, int] | None:
        return self._clock

    @property
    def is_open(self) -> bool:
        return self._link.open

    def reopen(self) -> int | None:
        heard = self._watch.expected
        self._link = open_stream(self._name, self._spec, self._log, self._limits)
        self._decoder = wire.Decoder()
        self._watch.reopened()
        self._answers.clear()
        self._open.clear()
        self._due.clear()
        self._asked = self._said_until = None
        self._pump.add(self._link, self._take)
        following = self.request("status").get("next", "")
        if heard is None or not following.isdigit():
            return None
        return (int(following) - heard) % wire.SEQ_MODULUS

    # -- commands ---------------------------------------------------------------------------------

    def request(self, name: str, data: dict[str, str] | None = None) -> dict[str, str]:
        """The answer's data to a command.

        Raises:
            DeviceSilent: no answer within the limit ``late``, though asked again and again.
            DeviceRefused: it answered with an error.
            LinkLost, WriteBlocked: the link is gone, or takes no bytes.
        """
        asked = self._ask(name, data or {})
        while (answer := self._answered(asked)) is None:
            self._pump.turn(asked.wait_s())
        return answer.data

    def feed(self, message: Observation) -> None:
        """Pass a sensor's message on to this table controller.

        Raises:
            BenchError: as `request`.
        """
        self.request("feed", {"from": message.role, "kind": message.kind, **message.data})

    def identify(self) -> Identity:
        told = self.request("identify")
        known = {key: told.get(key, "") for key in (*wire.IDENTITY_KEYS, "role")}
        return Identity(**known)

    def status(self) -> str:
        return self.request("status").get("state", "")

    def make_safe(self) -> str:
        state = self.request("safe").get("state", "")
        if state != "safe":
            raise DeviceRefused(
                f"it was told to be safe and answered state {state!r}",
                device=self._name,
                port=self.port,
                remedy="make it safe by hand",
            )
        return "it answered safe"

    # -- having heard everything ------------------------------------------------------------------

    def ask_status(self) -> None:
        self._said_until = None
        self._asked = self._ask("status", {})

    def heard_all(self) -> bool:
        now = time.monotonic_ns()
        if self._asked is not None:
            answer = self._answered(self._asked)
            if answer is None:
                return False
            self._asked = None
            text = answer.data.get("next", "")
            if not text.isdigit():
                raise DeviceRefused(
                    f"its status has no number `next` but {text!r}",
                    device=self._name,
                    port=self.port,
                    remedy="rigs/protocols/burncard.md tells what a status holds",
                )
            self._said_until = int(text) % wire.SEQ_MODULUS
        if self._said_until is None:
            return True
        if self._watch.expect(self._said_until, now):
            self._said_until = None
            return True
        self._overdue(now)
        if self._watch.gap_older_than_limit(now):
            self._in_order(*self._watch.give_up(self._said_until, now), now)
        return False

    def forget(self) -> None:
        self._new.clear()
        self._fault = None
        self._restart_expected = False

    def expect_restart(self) -> None:
        self._restart_expected = True

    def collect(self) -> list[Observation]:
        self._overdue(time.monotonic_ns())
        new, self._new = self._new, []
        return new

    def fault(self) -> BenchError | None:
        fault, self._fault = self._fault, None
        return fault

    def close(self) -> None:
        with contextlib.suppress(BenchError):
            self._acknowledge()
        self._link.close()

    # -- bytes in ---------------------------------------------------------------------------------

    def _take(self, chunk: bytes, at_ns: int) -> None:
        for raw, item in self._decoder.feed_raw(chunk):
            if isinstance(item, wire.BadFrame):
                self._link.health.garbled += 1
                text = f"{len(raw)} bytes are no frame ({item.reason})"
                self._note(Note(at_ns, self._name, "garbled", text, raw))
                continue
            self._link.health.frames += 1
            if item.kind == wire.EVENT:
                self._event(item, raw, at_ns)
            elif item.kind == wire.ANSWER or (item.kind == wire.ERROR and item.name != "garbled"):
                self._answer(item, raw, at_ns)
            elif item.kind == wire.ERROR:
                self._note(Note(at_ns, self._name, "garbled", "it read a garbled frame", raw))
                if self._asked is not None:
                    self._asked.again_at = 0.0
            else:
                text = f"a device never sends a frame of kind {item.kind}"
                self._note(Note(at_ns, self._name, "garbled", text, raw))

    def _answer(self, frame: wire.Frame, raw: bytes, at_ns: int) -> None:
        asked_ns = self._open.pop(frame.seq, None)
        if asked_ns is None:
            text = f"an answer to {frame.name!r}, which was answered before or not asked"
            self._note(Note(at_ns, self._name, "leftover", text, raw))
            return
        self._answers[frame.seq] = frame
        self._clock = (at_ns, frame.clock_ms)
        trouble = self._watch.answer(frame, asked_ns, at_ns)
        if trouble is not None:
            self._in_order([], [trouble], at_ns)

    def _event(self, frame: wire.Frame, raw: bytes, at_ns: int) -> None:
        # The event first: to write wakes the device, which may then run in our place.
        if not self._due:
            self._pump.later(self._link, self._acknowledge)
        self._due.append((frame, at_ns))
        # The first copy counts: it is when the event was there.
        self._arrived.setdefault(frame.seq, (raw, at_ns))
        self._in_order(*self._watch.take(frame, at_ns), at_ns, raw)
        if not self._watch.holds(frame.seq):
            self._arrived.pop(frame.seq, None)

    def _acknowledge(self) -> None:
        due, self._due = self._due, []
        for frame, at_ns in due:
            self._log.clock(self._name, at_ns, frame.counter, frame.clock_ms)
        acks = (wire.Frame(wire.ACK, frame.seq, 0, 0, frame.name) for frame, _ in due)
        if due and self._link.open:
            self._link.write(b"".join(map(wire.encode, acks)), self._limits.late)

    def _overdue(self, now_ns: int) -> None:
        if self._watch.gap:
            self._in_order(*self._watch.overdue(now_ns), now_ns)

    def _in_order(
        self, ready: list[wire.Frame], troubles: list[Trouble], now_ns: int, last: bytes = b""
    ) -> None:
        """`last`: the bytes that have just come, which most troubles are about."""
        for trouble in troubles:
            kept = self._arrived.get(trouble.seq, (b"", 0))[0]
            told = last if trouble.kind in _OF_THE_LAST else kept if trouble.frame else b""
            self._note(Note(now_ns, self._name, trouble.kind, trouble.text, told))
            if trouble.kind == "restarted":
                self._arrived = {
                    key: val for key, val in self._arrived.items() if key == trouble.seq
                }
                if self._restart_expected:
                    continue
            if trouble.kind in _FATAL and self._fault is None:
                error, remedy = _FATAL[trouble.kind]
                self._fault = error(
                    f"{trouble.kind}: {trouble.text}",
                    device=self._name,
                    port=self.port,
                    remedy=remedy,
                )
        for frame in ready:
            raw, at_ns = self._arrived.pop(frame.seq, (b"", now_ns))
            held_ms = self._watch.held_ms(frame.seq)
            if frame.name == wire.HELLO:
                text = f"it started ({frame.data.get('cause', 'no cause given')})"
                self._note(Note(at_ns, self._name, "started", text, raw))
                continue
            self._new.append(
                Observation(
                    device=self._name,
                    role=self._role,
                    kind=frame.name,
                    data=frame.data,
                    at_ns=at_ns,
                    raw=raw,
                    counter=frame.counter,
                    device_ms=frame.clock_ms,
                    held_ms=held_ms,
                )
            )

    # -- asking -----------------------------------------------------------------------------------

    def _ask(self, name: str, data: dict[str, str]) -> _Asked:
        self._seq = (self._seq + 1) % wire.SEQ_MODULUS
        self._answers.pop(self._seq, None)
        self._open[self._seq] = time.monotonic_ns()
        raw = wire.encode(wire.Frame(wire.COMMAND, self._seq, 0, 0, name, data))
        asked = _Asked(self._seq, name, raw, self._limits.late)
        self._pump.settle()
        self._link.write(raw, self._limits.late)
        return asked

    def _answered(self, asked: _Asked) -> wire.Frame | None:
        answer = self._answers.pop(asked.seq, None)
        if answer is None:
            if not self._link.open:
                raise LinkLost(
                    "the link is lost",
                    device=self._name,
                    port=self.port,
                    remedy="check cable and power, and that its process still runs",
                )
            now = time.monotonic()
            if now >= asked.until:
                self._open.pop(asked.seq, None)
                raise self._silent(asked)
            if now >= asked.again_at:
                asked.again_at = now + _ASK_AGAIN_S
                text = f"no answer to {asked.name!r} yet: the question or the answer was lost"
                self._note(Note(time.monotonic_ns(), self._name, "asked-again", text))
                self._link.write(asked.raw, self._limits.late)
            return None
        if answer.kind == wire.ERROR:
            raise DeviceRefused(
                f"it refused {asked.name!r}: {answer.name} ({answer.data.get('text', '')})",
                device=self._name,
                port=self.port,
                remedy="check that this device does what its role in the rig file needs",
            )
        return answer

    def _silent(self, asked: _Asked) -> DeviceSilent:
        rest = self._decoder.pending
        if rest:
            text = f"{len(rest)} bytes that are no frame, and nothing after them"
            self._note(Note(time.monotonic_ns(), self._name, "garbled", text, rest))
        return DeviceSilent(
            f"no answer to {asked.name!r} in {self._limits.late:g} s (link {self._link.flags})",
            device=self._name,
            port=self.port,
            remedy=self._link.health.remedy(len(rest)),
        )


class _Asked:
    """A command on its way."""

    def __init__(self, seq: int, name: str, raw: bytes, limit_s: float) -> None:
        self.seq, self.name, self.raw = seq, name, raw
        now = time.monotonic()
        self.until, self.again_at = now + limit_s, now + _ASK_AGAIN_S

    def wait_s(self) -> float:
        """Until something has to be done about it, seconds."""
        return min(self.until, self.again_at) - time.monotonic()
