"""Speaks for any emulated device in the words of a profile (docs/adding_a_device.md).

What the profile does not tell of a real device is assumed: it acknowledges what it is asked at
once, sends a message again that the bench does not acknowledge, and numbers from ``first`` on.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from rigs.emulators.device import CommandRefused, Device, Refused
from rigs.emulators.ends import End
from rigs.emulators.loop import Loop, Timer
from rigs.profiles.format import RESTARTED, Asked, ProfileError, find, load_profile
from rigs.profiles.framing import Bad, Decoder

AGAIN_S = 0.1
TIMES = 5


class _Pending:
    """A message that the bench has not acknowledged; `ack` is what it would send to do so."""

    def __init__(self, frame: bytes, ack: str) -> None:
        self.frame, self.ack, self.sent = frame, ack, 1
        self.timer: Timer | None = None


class ProfileSide:
    """The electrical side. Option: ``profile``, its file or its name."""

    def __init__(self, loop: Loop, end: End, device: Device, options: dict[str, str]) -> None:
        if set(options) != {"profile"}:
            raise Refused("--option profile=FILE is needed, and no other")
        try:
            self._dialect = load_profile(find(options["profile"], Path()))
        except ProfileError as error:
            raise Refused(str(error)) from None
        profile = self._dialect.profile
        if profile.role != device.role:
            raise Refused(f"{options['profile']} is of a {profile.role}, not of a {device.role}")
        self._loop, self._end, self._device = loop, end, device
        self._numbers, self._echo = profile.numbers, profile.line.echo
        self._pending: list[_Pending] = []
        self._forget()
        end.hear = self._hear
        device.speak = self._say
        device.restart, device.recount = lambda: self.boot("watchdog"), self._recount

    def boot(self, cause: str, unheard: bool = False) -> None:
        """It starts: numbers begin again, and it says so if it has a word for it."""
        self._forget()
        if not unheard:
            self._say(RESTARTED, {})

    def die(self) -> None:
        """No power: what was waiting is gone."""
        self._forget()

    def _recount(self) -> None:
        self._number = self._numbers.first if self._numbers else 0

    def _forget(self) -> None:
        for one in self._pending:
            if one.timer:
                one.timer.cancel()
        self._pending = []
        self._decoder = Decoder(self._dialect.framer)
        self._held: list[tuple[str, dict[str, str]]] | None = None
        self._recount()

    # -- what it says -----------------------------------------------------------------------------

    def _say(self, kind: str, data: dict[str, str]) -> None:
        if self._held is not None:
            self._held.append((kind, data))
            return
        number = {self._numbers.field: str(self._number)} if self._numbers else {}
        for message in self._dialect.messages:
            if message.say != kind:
                continue
            try:
                text = message.write(data, number)
            except ValueError as error:
                raise Refused(f"the device cannot say that: {error}") from None
            if text is not None:
                self._event(text, message.match.read(text) or {})
                return
        # A profile without a word for it: such a device says nothing of it.

    def _event(self, text: str, fields: Mapping[str, str]) -> None:
        if self._numbers and self._numbers.field in fields:
            self._number += 1
            if self._number > self._numbers.last:
                self._number = self._numbers.first
        frame = self._write(text)
        ack = self._dialect.acknowledge
        if ack is not None and set(ack.names) <= set(fields):
            pending = _Pending(frame, ack.write(fields))
            pending.timer = self._loop.after(AGAIN_S, lambda: self._again(pending))
            self._pending.append(pending)

    def _again(self, pending: _Pending) -> None:
        if pending not in self._pending:
            return
        if pending.sent > TIMES:
            self._pending.remove(pending)
            return
        pending.sent += 1
        pending.timer = self._loop.after(AGAIN_S, lambda: self._again(pending))
        self._end.write(pending.frame)

    def _write(self, text: str) -> bytes:
        frame = self._dialect.framer.encode(text.encode("latin-1"))
        self._end.write(frame)
        return frame

    # -- what it hears ----------------------------------------------------------------------------

    def _hear(self, data: bytes) -> None:
        if not self._device.powered:
            return
        if not data:
            self._decoder = Decoder(self._dialect.framer)
        for raw, body in self._decoder.feed(data):
            if isinstance(body, Bad):
                continue
            if self._echo:
                self._end.write(raw)
            self._command(body.decode("latin-1"))

    def _command(self, text: str) -> None:
        for pending in self._pending:
            if pending.ack == text:
                self._pending.remove(pending)
                if pending.timer:
                    pending.timer.cancel()
                return
        dialect = self._dialect
        for asked in dialect.asked:
            try:
                fields = asked.send.read(text)
            except ValueError:
                continue
            if fields is None:
                continue
            # What a command sets off is said after its answer.
            self._held = []
            self._answer(asked, fields)
            held, self._held = self._held, None
            for kind, data in held:
                self._say(kind, data)
            return

    def _answer(self, asked: Asked, fields: dict[str, str]) -> None:
        told: dict[str, str] = {}
        try:
            if asked in self._dialect.safe:
                self._device.make_safe()
                self._device.resting = True
                told = {"state": "safe"}
            elif asked in self._dialect.identify:
                told = self._device.identity()
            elif asked in self._dialect.status:
                told = {"state": self._device.condition()}
            elif asked in self._dialect.feed:
                hear = self._device.commands["feed"]
                hear({"from": asked.role, "kind": asked.signal, **fields})
        except CommandRefused as refused:
            if asked.refused is not None:
                self._write(asked.refused.write({"why": refused.code}))
            return
        if asked.answer is None:
            return
        try:
            self._write(asked.answer.write({**fields, **told}))
        except ValueError as error:
            print(f"no answer to {asked.send.text!r}: {error}", file=sys.stderr)  # noqa: T201
