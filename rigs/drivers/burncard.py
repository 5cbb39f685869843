"""Devices that speak the Burncard protocol (rigs/protocols/burncard.md), whatever their role."""

from __future__ import annotations

import contextlib
import time

from rigs.drivers import Identity, Opening
from rigs.drivers.stream import Question, StreamDriver
from rigs.errors import BenchError, DeviceRefused
from rigs.protocols import burncard as wire
from rigs.protocols.sequence import SequenceWatch, Trouble
from rigs.roles import Observation

_OF_THE_LAST = ("doubled", "altered", "stale", "reordered")


def open_driver(opening: Opening) -> BurncardDriver:
    """The device on the link of `opening.spec`. Nothing is asked yet."""
    return BurncardDriver(opening)


class BurncardDriver(StreamDriver):
    """One device: acknowledges its events, orders them, and asks it things."""

    def __init__(self, opening: Opening) -> None:
        super().__init__(opening)
        self._role = opening.spec.role
        self._decoder = wire.Decoder()
        self._watch = SequenceWatch(late_ms=opening.limits.answer * 1000)
        self._arrived: dict[int, tuple[bytes, int]] = {}
        self._answers: dict[int, wire.Frame] = {}
        self._due: list[tuple[wire.Frame, int]] = []
        """Events to be acknowledged, and when they came."""
        self._clock: tuple[int, int] | None = None
        self._seq = -1
        self._open: dict[int, int] = {}
        """Commands that have no answer yet, and when they were first sent (monotonic ns)."""
        self._asked: _Asked | None = None
        self._said_until: int | None = None

    @property
    def clock(self) -> tuple[int, int] | None:
        return self._clock

    def reopen(self) -> int | None:
        heard = self._watch.expected
        self._open_link()
        self._decoder = wire.Decoder()
        self._watch.reopened()
        self._answers.clear()
        self._open.clear()
        self._due.clear()
        self._asked = self._said_until = None
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
        return self._await(asked, lambda: self._answered(asked)).data

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
            what = f"it was told to be safe and answered state {state!r}"
            raise self._error(DeviceRefused, what, "make it safe by hand")
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
                what = f"its status has no number `next` but {text!r}"
                remedy = "rigs/protocols/burncard.md tells what a status holds"
                raise self._error(DeviceRefused, what, remedy)
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

    def collect(self) -> list[Observation]:
        self._overdue(time.monotonic_ns())
        return super().collect()

    def close(self) -> None:
        with contextlib.suppress(BenchError):
            self._acknowledge()
        super().close()

    # -- bytes in ---------------------------------------------------------------------------------

    def _take(self, chunk: bytes, at_ns: int) -> None:
        for raw, item in self._decoder.feed_raw(chunk):
            if isinstance(item, wire.BadFrame):
                self._link.health.garbled += 1
                text = f"{len(raw)} bytes are no frame ({item.reason})"
                self._remark("garbled", text, at_ns, raw)
                continue
            self._link.health.frames += 1
            if item.kind == wire.EVENT:
                self._event(item, raw, at_ns)
            elif item.kind == wire.ANSWER or (item.kind == wire.ERROR and item.name != "garbled"):
                self._answer(item, raw, at_ns)
            elif item.kind == wire.ERROR:
                self._remark("garbled", "it read a garbled frame", at_ns, raw)
                if self._asked is not None:
                    self._asked.again_at = 0.0
            else:
                text = f"a device never sends a frame of kind {item.kind}"
                self._remark("garbled", text, at_ns, raw)

    def _answer(self, frame: wire.Frame, raw: bytes, at_ns: int) -> None:
        asked_ns = self._open.pop(frame.seq, None)
        if asked_ns is None:
            text = f"an answer to {frame.name!r}, which was answered before or not asked"
            self._remark("leftover", text, at_ns, raw)
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
            self._remark(trouble.kind, trouble.text, now_ns, told)
            if trouble.kind == "restarted":
                self._arrived = {
                    key: val for key, val in self._arrived.items() if key == trouble.seq
                }
            self._settle(trouble.kind, trouble.text)
        for frame in ready:
            raw, at_ns = self._arrived.pop(frame.seq, (b"", now_ns))
            held_ms = self._watch.held_ms(frame.seq)
            if frame.name == wire.HELLO:
                text = f"it started ({frame.data.get('cause', 'no cause given')})"
                self._remark("started", text, at_ns, raw)
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
        self._send(asked)
        return asked

    def _answered(self, asked: _Asked) -> wire.Frame | None:
        answer = self._answers.pop(asked.seq, None)
        if answer is None:
            why = f"no answer to {asked.what!r} yet: the question or the answer was lost"
            self._look_after(asked, why)
            return None
        if answer.kind == wire.ERROR:
            what = f"it refused {asked.what!r}: {answer.name} ({answer.data.get('text', '')})"
            remedy = "check that this device does what its role in the rig file needs"
            raise self._error(DeviceRefused, what, remedy)
        return answer

    def _silence(self, question: Question) -> BenchError:
        if isinstance(question, _Asked):
            self._open.pop(question.seq, None)
        if rest := self._decoder.pending:
            text = f"{len(rest)} bytes that are no frame, and nothing after them"
            self._remark("garbled", text, time.monotonic_ns(), rest)
        return super()._silence(question)

    @property
    def _pending(self) -> int:
        return len(self._decoder.pending)


class _Asked(Question):
    """A command on its way."""

    def __init__(self, seq: int, name: str, raw: bytes, limit_s: float) -> None:
        super().__init__(name, raw, limit_s)
        self.seq = seq
