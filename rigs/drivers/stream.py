"""What drivers of devices on a stream of bytes share: what was heard, what is odd, asking again."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import NoReturn, TypeVar

from rigs.drivers import Driver, Identity, Note, Opening
from rigs.errors import (
    AlignmentError,
    BenchError,
    DeviceRestarted,
    DeviceSilent,
    GarbledFrames,
    LinkLost,
)
from rigs.links.opening import open_stream
from rigs.roles import Observation

T = TypeVar("T")

ASK_AGAIN_S = 0.25
_CABLE = "check cable and speed of its line"
_AGAIN = "run the scenario again; check cable, speed and load of the line"
_FATAL: dict[str, tuple[type[BenchError], str]] = {
    "lost": (GarbledFrames, _AGAIN),
    "garbled": (GarbledFrames, _AGAIN),
    "unordered": (GarbledFrames, _AGAIN),
    "altered": (GarbledFrames, "two devices on one line, or a device that numbers wrongly"),
    "conflict": (AlignmentError, _CABLE),
    "restarted": (DeviceRestarted, "check its power supply and its log"),
}
"""After these nobody knows what the device said. Anything else that is odd is noted only."""


class Question:
    """Something that was asked in the bytes `raw`, and has no answer yet.

    It is asked again every `again_s` until `limit_s` is over.
    """

    def __init__(self, what: str, raw: bytes, limit_s: float, again_s: float = ASK_AGAIN_S) -> None:
        self.what, self.raw, self.limit_s, self.again_s = what, raw, limit_s, again_s
        now = time.monotonic()
        self.until, self.again_at = now + limit_s, now + again_s

    def wait_s(self) -> float:
        """Until something has to be done about it, seconds."""
        return max(0.0, min(self.until, self.again_at) - time.monotonic())


class StreamDriver(Driver):
    """A device on a link that carries bytes: `_take` is given them as they come."""

    def __init__(self, opening: Opening) -> None:
        self._name, self._spec, self._limits = opening.name, opening.spec, opening.limits
        self._pump, self._log, self._note = opening.pump, opening.log, opening.note
        self._new: list[Observation] = []
        self._fault: BenchError | None = None
        self._restart_expected = False
        self._open_link()

    def _open_link(self) -> None:
        self._link = open_stream(self._name, self._spec.link, self._log, self._limits)
        self.port = self._link.port
        self._pump.add(self._link, self._take)

    def _take(self, chunk: bytes, at_ns: int) -> None:
        raise NotImplementedError

    @property
    def is_open(self) -> bool:
        return self._link.open

    def close(self) -> None:
        self._link.close()

    def collect(self) -> list[Observation]:
        new, self._new = self._new, []
        return new

    def fault(self) -> BenchError | None:
        fault, self._fault = self._fault, None
        return fault

    def forget(self) -> None:
        self._new.clear()
        self._fault = None
        self._restart_expected = False

    def expect_restart(self) -> None:
        self._restart_expected = True

    def _stated(self) -> Identity:
        """Whom the rig file says: its protocol has no identity."""
        said = self._spec.expect
        return Identity(
            maker=said.maker,
            model=said.model,
            serial=said.serial,
            firmware=said.firmware,
            sha256=said.sha256,
            role=self._spec.role,
            source="operator's statement",
        )

    # -- what was said, and what was odd ----------------------------------------------------------

    def _say(self, kind: str, data: dict[str, str], at_ns: int, raw: bytes) -> None:
        self._new.append(Observation(self._name, self._spec.role, kind, data, at_ns, raw))

    def _remark(self, kind: str, text: str, at_ns: int, raw: bytes = b"") -> None:
        self._note(Note(at_ns, self._name, kind, text, raw))

    def _odd(self, kind: str, text: str, at_ns: int, raw: bytes = b"", remedy: str = "") -> None:
        """Notes what is odd; where a message is lost by it, the scenario is no evidence."""
        self._remark(kind, text, at_ns, raw)
        self._settle(kind, text, remedy)

    def _settle(self, kind: str, text: str, remedy: str = "") -> None:
        if kind not in _FATAL or (kind == "restarted" and self._restart_expected):
            return
        error, usual = _FATAL[kind]
        what = text if kind == "conflict" else f"{kind}: {text}"
        self._fail(error, what, remedy or usual)

    def _fail(self, kind: type[BenchError], what: str, remedy: str) -> None:
        self._fault = self._fault or self._error(kind, what, remedy)

    def _error(self, kind: type[BenchError], what: str, remedy: str) -> BenchError:
        return kind(what, device=self._name, port=self.port, remedy=remedy)

    # -- asking -----------------------------------------------------------------------------------

    def _await(self, question: Question, answered: Callable[[], T | None]) -> T:
        """What `answered` gives when it gives something; it looks after `question` itself."""
        while (answer := answered()) is None:
            self._pump.turn(question.wait_s())
        self._pump.settle()  # nobody may listen again for long
        return answer

    def _send(self, question: Question) -> None:
        question.again_at = time.monotonic() + question.again_s
        self._write(question.raw)

    def _write(self, raw: bytes) -> None:
        self._link.write(raw, self._limits.late)

    def _look_after(self, question: Question, why: str) -> None:
        """Asks again what has no answer yet, when it is time.

        Raises:
            LinkLost: the link is gone.
            DeviceSilent: as `_silence` says, when the time is over.
        """
        self._insist_on_link()
        now = time.monotonic()
        if now >= question.until:
            raise self._silence(question)
        if now >= question.again_at:
            self._remark("asked-again", why, time.monotonic_ns())
            self._send(question)

    def _insist_on_link(self) -> None:
        if not self._link.open:
            remedy = "check cable and power, and that its process still runs"
            raise self._error(LinkLost, "the link is lost", remedy)

    def _silence(self, question: Question) -> BenchError:
        """The error for a question that has no answer when its time is over."""
        what = f"no answer to {question.what!r} in {question.limit_s:g} s"
        remedy = self._link.health.remedy(self._pending)
        return self._error(DeviceSilent, f"{what} (link {self._link.flags})", remedy)

    @property
    def _pending(self) -> int:
        """Bytes of a frame that has begun and not ended."""
        return 0


def options_of(
    opening: Opening,
    defaults: Mapping[str, str],
    choices: Mapping[str, tuple[str, ...]],
    millis: Mapping[str, int],
) -> dict[str, str]:
    """The options of a device in the rig file, over `defaults`.

    `choices`: what an option may be; `millis`: options in milliseconds, and the least of each.

    Raises:
        BenchError: an option is not known, or is none of its choices.
    """
    given = opening.spec.options
    options = {**defaults, **given}
    for key in given:
        if key not in defaults:
            wrong_option(opening, key, f"one of {' '.join(defaults)}")
    for key, known in choices.items():
        if options[key] not in known:
            wrong_option(opening, key, " or ".join(known))
    for key, least in millis.items():
        text = options[key]
        if not text.isascii() or not text.isdigit() or not least <= int(text) <= 60000:
            wrong_option(opening, key, f"milliseconds, {least} to 60000, as text")
    return options


def wrong_option(opening: Opening, key: str, right: str) -> NoReturn:
    """Raises the error for an option that is wrong."""
    raise BenchError(
        f"options.{key} = {opening.spec.options[key]!r} in the rig file",
        device=opening.name,
        remedy=f"write {right}",
    )
