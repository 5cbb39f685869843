"""The SCPI that the emulated instruments share: short and long headers, error queue, IEEE 488.2."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Set

from rigs.emulators.device import Device
from rigs.emulators.ends import End

MAX_LINE = 65536
QUEUE = 16
"""Errors the queue holds; one more takes the place of the last as ``-350,"Queue overflow"``."""

_COMMAND_ERROR, _EXECUTION_ERROR, _POWER_ON, _OPERATION_COMPLETE = 32, 16, 128, 1

Handler = Callable[[str], str | None]
"""Parameters as text -> the answer of a query, None of a command."""


class ScpiError(Exception):
    """A number and text of the SCPI standard, for the error queue."""

    def __init__(self, number: int, text: str) -> None:
        self.number = number
        super().__init__(f'{number},"{text}"')


def header(pattern: str) -> re.Pattern[str]:
    """A header as manuals write it: in ``OUTPut[:STATe]?`` capitals must be, brackets may be."""
    text = pattern.replace("*", r"\*").replace("?", r"\?")
    text = text.replace("[", "(?:").replace("]", ")?")
    text = re.sub("([A-Z]+)([a-z]+)", lambda word: f"{word[1]}(?:{word[2].upper()})?", text)
    return re.compile(f":?{text}$")


class Instrument(Device):
    """An instrument: a device that speaks SCPI instead of the Burncard protocol."""

    def __init__(self, defects: Set[str] = frozenset(), serial: str = "") -> None:
        super().__init__(defects, serial)
        self.errors: deque[str] = deque()
        self.events = _POWER_ON
        self.handlers: list[tuple[re.Pattern[str], Handler]] = []
        self.on("*IDN?", lambda _: f"{self.maker},{self.model},{self.serial},{self.firmware}")
        self.on("*RST", lambda _: self.preset())
        self.on("*CLS", lambda _: self.clear_errors())
        self.on("*OPC?", lambda _: "1")
        self.on("*OPC", self._operation_complete)
        self.on("*ESR?", self._event_status)
        self.on("*STB?", lambda _: "4" if self.errors else "0")
        self.on("*TST?", lambda _: "0")
        self.on("SYSTem:ERRor[:NEXT]?", self._next_error)
        self.on("SYSTem:VERSion?", lambda _: "1999.0")

    def on(self, pattern: str, handler: Handler) -> None:
        """Serve a header."""
        self.handlers.append((header(pattern), handler))

    def preset(self) -> None:
        """``*RST``: the settings of the manual; the error queue is not touched."""

    def clear_errors(self) -> None:
        """``*CLS``"""
        self.errors.clear()
        self.events = 0

    def run(self, line: str) -> str:
        """One message, commands parted by ``;``: its answers, parted in the same way."""
        answers = [self._one(part.strip()) for part in line.split(";") if part.strip()]
        return ";".join(answer for answer in answers if answer is not None)

    def error(self, problem: ScpiError) -> None:
        """Put into the queue, and into the event status register."""
        self.events |= _COMMAND_ERROR if -200 < problem.number <= -100 else _EXECUTION_ERROR
        if len(self.errors) < QUEUE:
            self.errors.append(str(problem))
        else:
            self.errors[-1] = '-350,"Queue overflow"'

    def _one(self, part: str) -> str | None:
        name, _, parameters = part.partition(" ")
        handler = next(
            (handler for pattern, handler in self.handlers if pattern.match(name.upper())), None
        )
        try:
            if handler is None:
                raise ScpiError(-113, "Undefined header")
            return handler(parameters.strip())
        except ScpiError as problem:
            self.error(problem)
            return None

    def _operation_complete(self, _: str) -> None:
        self.events |= _OPERATION_COMPLETE

    def _event_status(self, _: str) -> str:
        events, self.events = self.events, 0
        return str(events)

    def _next_error(self, _: str) -> str:
        return self.errors.popleft() if self.errors else '0,"No error"'


class ScpiSide:
    """The electrical side of an instrument: lines in, lines out, on any link."""

    def __init__(self, end: End, instrument: Instrument) -> None:
        self._end, self._instrument = end, instrument
        self._held = b""
        end.hear = self._hear

    def boot(self, cause: str, unheard: bool = False) -> None:
        """Power is on: the queue is empty, the register says so."""
        self._held = b""
        self._instrument.clear_errors()
        self._instrument.events = _POWER_ON

    def die(self) -> None:
        """No power: what had come in is gone."""
        self._held = b""

    def _hear(self, data: bytes) -> None:
        if not self._instrument.powered:
            return
        if not data:
            self._held = b""
        *lines, self._held = (self._held + data).split(b"\n")
        if len(self._held) > MAX_LINE:
            self._held = b""
            self._instrument.error(ScpiError(-363, "Input buffer overrun"))
        for line in lines:
            if len(line) > MAX_LINE:
                self._instrument.error(ScpiError(-363, "Input buffer overrun"))
                continue
            answer = self._instrument.run(line.decode("ascii", "replace"))
            if answer:
                self._end.write(answer.encode("ascii", "replace") + b"\n")
