"""The electrical side of a device: the Burncard protocol (rigs/protocols/burncard.md) on a link."""

from __future__ import annotations

import contextlib
import time
from collections import deque
from collections.abc import Callable

from rigs.emulators.device import CommandRefused, Device, Refused
from rigs.emulators.ends import End
from rigs.emulators.loop import Loop, Timer
from rigs.protocols.burncard import (
    ACK,
    ANSWER,
    COMMAND,
    ERROR,
    EVENT,
    HELLO,
    MAX_UNACKNOWLEDGED,
    RESEND_LIMIT,
    RESEND_MS,
    SEQ_MODULUS,
    BadFrame,
    Decoder,
    Frame,
    encode,
)


class _Pending:
    """An event that the host has not acknowledged."""

    def __init__(self, raw: bytes) -> None:
        self.raw = raw
        self.sent = 1
        self.timer: Timer | None = None


class Electrical:
    """Speaks for `device` on `end`: events sent until acknowledged, commands answered."""

    def __init__(self, loop: Loop, end: End, device: Device) -> None:
        self._loop, self._end, self._device = loop, end, device
        self._boots = 0
        self._pending: dict[int, _Pending] = {}
        self._commands: dict[str, Callable[[dict[str, str]], dict[str, str]]] = {
            "identify": lambda data: device.identity(),
            "status": lambda data: self._status(),
            "ping": dict,
            "safe": self._make_safe,
            **device.commands,
        }
        end.hear = self._hear
        device.speak = self._event
        device.restart = lambda: self.boot("watchdog")
        device.recount = self._recount

    def boot(self, cause: str, unheard: bool = False) -> None:
        """The processor starts: numbers and clock begin again, `hello` is the first event.

        `unheard`: that was before anyone could listen, so `hello` is counted but not sent.
        """
        self._forget()
        self._boots += 1
        if unheard:
            self._counter = 1
        else:
            self._event(HELLO, {"cause": cause, "boot": f"{time.time_ns():x}-{self._boots}"})

    def die(self) -> None:
        """No power: whatever was waiting is gone."""
        self._forget()

    def _recount(self) -> None:
        self._counter = 0

    def _forget(self) -> None:
        for seq in list(self._pending):
            self._drop(seq)
        self._decoder = Decoder()
        self._started = time.monotonic()
        self._counter = 0
        self._given_up = 0
        self._answered: tuple[Frame, bytes] | None = None
        self._held: deque[tuple[str, dict[str, str]]] | None = None

    def _clock_ms(self) -> int:
        return int((time.monotonic() - self._started) * 1000)

    def _event(self, name: str, data: dict[str, str]) -> None:
        if self._held is not None:
            self._held.append((name, data))
            return
        seq = self._counter % SEQ_MODULUS
        try:
            raw = encode(Frame(EVENT, seq, self._counter + 1, self._clock_ms(), name, data))
        except ValueError as error:
            raise Refused(f"the device cannot say that: {error}") from None
        self._counter += 1
        if len(self._pending) >= MAX_UNACKNOWLEDGED:
            self._give_up(next(iter(self._pending)))
        pending = self._pending[seq] = _Pending(raw)
        pending.timer = self._loop.after(RESEND_MS / 1000, lambda: self._again(seq))
        self._end.write(raw)

    def _again(self, seq: int) -> None:
        pending = self._pending[seq]
        if pending.sent > RESEND_LIMIT:
            self._give_up(seq)
            return
        pending.sent += 1
        pending.timer = self._loop.after(RESEND_MS / 1000, lambda: self._again(seq))
        self._end.write(pending.raw)

    def _give_up(self, seq: int) -> None:
        self._given_up += 1
        self._drop(seq)

    def _drop(self, seq: int) -> None:
        pending = self._pending.pop(seq, None)
        if pending and pending.timer:
            pending.timer.cancel()

    def _hear(self, data: bytes) -> None:
        if not self._device.powered:
            return
        if not data:
            self._decoder = Decoder()
        for frame in self._decoder.feed(data):
            if isinstance(frame, BadFrame):
                self._reply(Frame(ERROR, 0, 0, 0, "garbled", {"text": frame.reason}))
            elif frame.kind == ACK:
                self._drop(frame.seq)
            elif frame.kind == COMMAND:
                self._command(frame)

    def _command(self, frame: Frame) -> None:
        if self._answered and self._answered[0] == frame:
            self._end.write(self._answered[1])
            return
        # What a command sets off is said after its answer.
        self._held = deque()
        try:
            action = self._commands.get(frame.name)
            if action is None:
                raise CommandRefused(
                    "unknown-command", f"this {self._device.role} knows {' '.join(self._commands)}"
                )
            raw = self._reply(Frame(ANSWER, frame.seq, 0, 0, frame.name, action(frame.data)))
        except CommandRefused as refused:
            raw = self._reply(Frame(ERROR, frame.seq, 0, 0, refused.code, {"text": str(refused)}))
        self._answered = (frame, raw)
        held, self._held = self._held, None
        for name, data in held:
            with contextlib.suppress(Refused):  # what cannot be said over this wire is not said
                self._event(name, data)

    def _reply(self, frame: Frame) -> bytes:
        raw = encode(
            Frame(frame.kind, frame.seq, self._counter, self._clock_ms(), frame.name, frame.data)
        )
        self._end.write(raw)
        return raw

    def _status(self) -> dict[str, str]:
        return {
            "state": self._device.condition(),
            "next": str(self._counter % SEQ_MODULUS),
            "pending": str(len(self._pending)),
            "given-up": str(self._given_up),
        }

    def _make_safe(self, data: dict[str, str]) -> dict[str, str]:
        self._device.make_safe()
        self._device.resting = True
        return {"state": "safe"}
