"""A device of no known family, driven by a profile (docs/adding_a_device.md): data, no Python.

Options in the rig file: ``profile``, a file from the rig file's folder on, or the name of one that
comes with Burncard.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Mapping
from pathlib import Path

from rigs.drivers import Identity, Opening
from rigs.drivers.stream import Question, StreamDriver
from rigs.errors import BenchError, DeviceRefused, GarbledFrames
from rigs.profiles.format import (
    IDENTITY,
    NOTE,
    NOTHING,
    RESTARTED,
    Asked,
    Dialect,
    ProfileError,
    Said,
    load_profile,
)
from rigs.profiles.framing import Bad, Decoder
from rigs.profiles.words import Template
from rigs.roles import Observation

_RECENT = 32
"""Messages of which a copy is known again, at most half of its numbers."""
_ECHOES = 1024
"""Sent frames whose echo may still come: a burst is acknowledged before its echoes are read."""


def open_driver(opening: Opening) -> ProfileDriver:
    """The device on the link of `opening.spec`. Nothing is asked yet.

    Raises:
        BenchError: the profile cannot be used, or the link not opened.
    """
    for key in opening.spec.options:
        if key != "profile":
            raise BenchError(
                f"options.{key} in the rig file is not known",
                device=opening.name,
                remedy="write options.profile only; what else there is stands in the profile",
            )
    try:
        dialect = load_profile(Path(opening.spec.options.get("profile", "")))
    except ProfileError as error:
        raise BenchError(str(error), device=opening.name) from None
    return ProfileDriver(opening, dialect)


class ProfileDriver(StreamDriver):
    """One device, understood by its profile."""

    def __init__(self, opening: Opening, dialect: Dialect) -> None:
        super().__init__(opening)
        self._dialect, self._line = dialect, dialect.profile.line
        self._decoder = Decoder(dialect.framer)
        self._last_ns = self._asked_ns = 0
        self._torn: bytes | None = None
        """Bytes that were no frame; with numbers the next message tells whether one is lost."""
        self._last_number: tuple[int, bytes] | None = None
        self._recent: deque[tuple[int, bytes]] = deque(maxlen=_RECENT)
        if numbers := dialect.profile.numbers:
            half = (numbers.last - numbers.first + 1) // 2
            self._recent = deque(maxlen=min(_RECENT, max(1, half)))
        self._echoes: deque[bytes] = deque(maxlen=_ECHOES)
        self._asked: _Open | None = None
        self._todo: list[Asked] = []
        self._alive_at = 0.0

    @property
    def says(self) -> frozenset[str]:
        return self._dialect.says

    # -- questions and commands -------------------------------------------------------------------

    def identify(self) -> Identity:
        """What it tells; where its profile has nothing to ask, whom the rig file says."""
        told: dict[str, str] = {}
        for one in self._dialect.identify:
            told |= self._exchange(one, {})
        if not self._dialect.identify:
            return self._stated()
        return Identity(**{key: told.get(key, "") for key in IDENTITY})

    def status(self) -> str:
        told: dict[str, str] = {}
        for one in self._dialect.status:
            told |= self._exchange(one, {})
        if not self._dialect.status:
            return "not known: its profile has no question for it"
        return told.get("state", "ready")

    def make_safe(self) -> str:
        answered = [one for one in self._dialect.safe if one.answer is not None]
        for one in self._dialect.safe:
            state = self._exchange(one, {}).get("state", "safe")
            if state != "safe":
                what = f"it was told to be safe and answered state {state!r}"
                raise self._error(DeviceRefused, what, "make it safe by hand")
        if not self._dialect.safe:
            return "nothing to send"
        return "it answered safe" if answered else "sent; the device does not answer"

    def feed(self, message: Observation) -> None:
        for one in self._dialect.feed:
            if (one.role, one.signal) == (message.role, message.kind):
                self._exchange(one, message.data)
                return
        what = f"its profile has no way to be told {message.kind} of the {message.role}"
        raise self._error(BenchError, what, "add a [[commands.feed]] to the profile")

    # -- having heard everything ------------------------------------------------------------------

    def ask_status(self) -> None:
        self._asked_ns = time.monotonic_ns()
        self._todo = list(self._dialect.status)
        if self._todo:
            self._ask(self._todo.pop(0), {})

    def heard_all(self) -> bool:
        self._insist_on_link()
        if self._asked is not None and self._answered() is None:
            return False
        if self._todo:
            self._ask(self._todo.pop(0), {})
            return False
        now = time.monotonic_ns()
        since = self._last_ns if self._dialect.status else max(self._last_ns, self._asked_ns)
        if now - since < self._line.quiet_ms * 1e6:
            return False
        for raw, item in self._decoder.pause():
            self._frame(raw, item, now)
        if self._torn is not None:
            self._lose(f"{self._torn!r:.60} is no frame, and nothing came in its place")
        return True

    def forget(self) -> None:
        super().forget()
        self._torn = None

    def collect(self) -> list[Observation]:
        self._keep_alive()
        return super().collect()

    # -- bytes in ---------------------------------------------------------------------------------

    def _take(self, chunk: bytes, at_ns: int) -> None:
        late = at_ns - self._last_ns > self._line.pause_ms * 1e6
        before = self._decoder.pause() if late else []
        self._last_ns = at_ns
        for raw, item in before:
            self._frame(raw, item, at_ns)
        for raw, item in self._decoder.feed(chunk):
            self._frame(raw, item, at_ns)

    def _frame(self, raw: bytes, item: bytes | Bad, at_ns: int) -> None:
        if isinstance(item, Bad):
            self._link.health.garbled += 1
            text = f"{raw!r:.60} is no frame ({item.reason})"
            self._remark("garbled", text, at_ns, raw)
            if self._dialect.profile.numbers is None:
                self._lose(text)
            else:
                self._torn = self._torn or raw
            return
        self._link.health.frames += 1
        if self._is_echo(raw):
            return
        text = item.decode("latin-1")
        try:
            if self._is_answer(text, at_ns, raw) or self._is_message(text, at_ns, raw):
                return
        except ValueError as error:
            self._remark("garbled", f"{text!r:.60}: {error}", at_ns, raw)
            self._lose(f"in {text!r:.60} {error}")
            return
        if any(one.answer and _reads(one.answer, text) for one in self._dialect.asked):
            self._remark("leftover", f"{text!r:.60} answers nothing that was asked", at_ns, raw)
            return
        self._remark("unknown", f"its profile has no message {text!r:.60}", at_ns, raw)
        if self._line.unknown == "fail":
            what = f"it says {text!r:.60}, which its profile does not know"
            remedy = f'add a [[messages]] to {self._dialect.path.name}, with say = "nothing" if it '
            self._fail(GarbledFrames, what, f"{remedy}means nothing")

    def _is_echo(self, raw: bytes) -> bool:
        if raw not in self._echoes:
            return False
        while self._echoes.popleft() != raw:
            """An echo before it never came."""
        return True

    def _is_answer(self, text: str, at_ns: int, raw: bytes) -> bool:
        asked = self._asked
        if asked is None or asked.told is not None:
            return False
        if asked.exchange.refused is not None:
            refused = asked.exchange.refused.read(text)
            if refused is not None:
                asked.refused = refused.get("why", text)
                return True
        if asked.exchange.answer is not None:
            asked.told = asked.exchange.answer.read(text)
        return asked.told is not None

    def _is_message(self, text: str, at_ns: int, raw: bytes) -> bool:
        for one in self._dialect.messages:
            read = one.read(text)
            if read is not None:
                fields, data = read
                self._acknowledge(fields)
                if self._is_new(one, fields, at_ns, raw):
                    self._tell(one, fields, data, at_ns, raw)
                return True
        return False

    def _is_new(self, one: Said, fields: Mapping[str, str], at_ns: int, raw: bytes) -> bool:
        """Whether its number follows the one before; what that says of the line is noted."""
        numbers = self._dialect.profile.numbers
        if numbers is None or numbers.field not in fields:
            return True
        number, last = int(fields[numbers.field]), self._last_number
        torn, self._torn = self._torn, None
        if one.say == RESTARTED or last is None:
            self._last_number = (number, raw)
            self._recent.clear()
            self._recent.append((number, raw))
            if torn is not None and one.say != RESTARTED:
                self._lose(f"{torn!r:.60} is no frame")
            return True
        if (number, raw) in self._recent:
            self._torn = torn
            self._remark("doubled", f"message {number} came again", at_ns, raw)
            return False
        self._recent.append((number, raw))
        if number == last[0]:
            self._torn = torn
            what = f"two messages have the number {number}: {last[1]!r:.60} and {raw!r:.60}"
            self._odd("conflict", what, at_ns, raw)
            return False
        self._last_number = (number, raw)
        span = numbers.last - numbers.first + 1
        missing = (number - last[0] - 1) % span
        if missing > span // 2:
            self._odd("unordered", f"its numbers went back from {last[0]} to {number}", at_ns, raw)
        elif missing:
            text = f"{missing} message(s) before number {number} never came"
            self._odd("lost", text, at_ns, raw)
        return True

    def _tell(
        self, one: Said, fields: Mapping[str, str], data: dict[str, str], at_ns: int, raw: bytes
    ) -> None:
        if one.say == NOTHING:
            return
        if one.say == NOTE:
            self._remark("said", f"{raw!r:.60}", at_ns, raw)
        elif one.say == RESTARTED:
            self._odd("restarted", "it started anew", at_ns, raw)
        else:
            numbers = self._dialect.profile.numbers
            told = fields.get(numbers.field) if numbers else None
            counter = None if told is None else int(told)
            self._new.append(
                Observation(self._name, self._spec.role, one.say, data, at_ns, raw, counter)
            )

    # -- bytes out --------------------------------------------------------------------------------

    def _acknowledge(self, fields: Mapping[str, str]) -> None:
        template = self._dialect.acknowledge
        if template is not None and set(template.names) <= set(fields):
            self._write(self._frame_of(template.write(fields)))

    def _keep_alive(self) -> None:
        alive, now = self._dialect.profile.keep_alive, time.monotonic()
        if alive is None or self._dialect.keep_alive is None or now < self._alive_at:
            return
        self._alive_at = now + alive.every_ms / 1000
        if self._link.open:
            self._write(self._frame_of(self._dialect.keep_alive.send.write({})))

    def _frame_of(self, text: str) -> bytes:
        try:
            return self._dialect.framer.encode(text.encode("latin-1"))
        except ValueError as error:
            raise self._error(
                BenchError, f"cannot be sent: {error}", "correct its profile"
            ) from None

    def _write(self, raw: bytes) -> None:
        if self._line.echo:
            self._echoes.append(raw)
        super()._write(raw)

    def _exchange(self, one: Asked, words: Mapping[str, str]) -> dict[str, str]:
        return self._await(self._ask(one, words), self._answered)

    def _ask(self, one: Asked, words: Mapping[str, str]) -> _Open:
        try:
            text = one.send.write(words)
        except ValueError as error:
            raise self._error(
                BenchError, f"cannot be asked: {error}", "correct its profile"
            ) from None
        # Telling a controller twice is not asking it twice.
        again_s = self._limits.late if one.signal else self._line.again_ms / 1000
        self._asked = _Open(one, text, self._frame_of(text), self._limits.late, again_s)
        if one.answer is None:
            self._asked.told = {}
        self._send(self._asked)
        return self._asked

    def _answered(self) -> dict[str, str] | None:
        """What the device told; None: not yet. Asks again where its time has come."""
        asked = self._asked
        if asked is None:
            return {}
        if asked.refused is not None:
            self._asked = None
            what = f"it refused {asked.what!r}: {asked.refused}"
            raise self._error(DeviceRefused, what, "see its manual")
        if asked.told is not None:
            self._asked = None
            return asked.told
        self._look_after(asked, asked.what)
        return None

    def _silence(self, question: Question) -> BenchError:
        self._asked = None
        return super()._silence(question)

    # -- troubles ---------------------------------------------------------------------------------

    def _lose(self, what: str) -> None:
        self._torn = None
        self._settle("garbled", what)


class _Open(Question):
    """A question on its way."""

    told: dict[str, str] | None = None
    refused: str | None = None

    def __init__(
        self, exchange: Asked, text: str, raw: bytes, limit_s: float, again_s: float
    ) -> None:
        super().__init__(text, raw, limit_s, again_s)
        self.exchange = exchange


def _reads(template: Template, text: str) -> bool:
    try:
        return template.read(text) is not None
    except ValueError:
        return False
