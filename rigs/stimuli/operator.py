"""A person does the act: asked on the terminal, confirms there, within a time limit."""

from __future__ import annotations

import contextlib
import os
import select
import termios
import time
from collections.abc import Iterable
from typing import Any

from rigs.errors import StimulusError

_TERMINAL = "/dev/tty"
_WORDING = {
    "draw": "Draw the next card from the shoe",
    "load": "Load the shoe with these cards, first one first",
    "insert": "Insert",
    "remove": "Take the card out",
    "start": "Start a full cycle",
    "advance": "Let the cycle run to its end",
    "jam": "Jam it",
    "stop": "Stop it in mid-cycle",
    "incomplete": "End the cycle before it is complete",
    "break": "Put it out of order",
    "restore": "Put it in order again",
    "reset": "Bring it to its initial state: no cards in it, no fault, counters as they are",
    "key": "Press",
    "fault": "Cause the fault",
    "cut-link": "Unplug its data cable",
    "power": "Switch its power",
}


class Operator:
    """Asks for acts on `device`; each has `limit_s` seconds.

    The terminal is opened for each question, not taken from stdin, which a test runner takes away.
    """

    def __init__(self, device: str, limit_s: float, terminal: str = _TERMINAL) -> None:
        self._device, self._limit_s, self._terminal = device, limit_s, terminal

    def do(self, act: str, fields: dict[str, Any]) -> dict[str, Any]:
        """Asks for `act`; Enter confirms it, ``no`` (and a reason) says that it could not be done.

        Raises:
            StimulusError: not done, not confirmed in time, or there is no terminal to ask on.
        """
        question = (
            f"\n[{self._device}] {_wording(act, fields)}.\n  Enter: done.  no REASON: not done > "
        )
        answer = self._ask(question)
        if answer is None:
            raise self._error(f"{act!r} was not confirmed in {self._limit_s:g} s")
        word, _, reason = answer.strip().partition(" ")
        if word.lower() in ("n", "no"):
            raise self._error(f"{act!r} was not done: {reason or 'the operator gave no reason'}")
        return {}

    def close(self) -> None:
        """Nothing stays open."""

    def _ask(self, question: str) -> str | None:
        try:
            fd = os.open(self._terminal, os.O_RDWR | os.O_NOCTTY | os.O_CLOEXEC)
        except OSError:
            raise self._error("there is no terminal to ask the operator on") from None
        try:
            if not os.isatty(fd):
                raise self._error(f"{self._terminal} is no terminal to ask the operator on")
            with contextlib.suppress(termios.error):
                # A key pressed before the question is no answer to it.
                termios.tcflush(fd, termios.TCIFLUSH)
            os.write(fd, question.encode())
            deadline, held = time.monotonic() + self._limit_s, b""
            while b"\n" not in held:
                left = deadline - time.monotonic()
                if left <= 0 or not select.select((fd,), (), (), left)[0]:
                    return None
                chunk = os.read(fd, 1024)
                if not chunk:
                    raise self._error("the terminal was closed")
                held += chunk
            return held.partition(b"\n")[0].decode("utf-8", "replace")
        except OSError as error:
            raise self._error(f"the terminal failed ({error.strerror})") from None
        finally:
            os.close(fd)

    def _error(self, what: str) -> StimulusError:
        return StimulusError(
            what,
            device=self._device,
            remedy="run it again with an operator at the terminal",
        )


def _wording(act: str, fields: dict[str, Any]) -> str:
    if act == "power":
        return f"Switch its power {'on' if fields.get('on') else 'off'}"
    details = ", ".join(f"{key} {_plain(value)}" for key, value in fields.items())
    return f"{_WORDING.get(act, act)}: {details}" if details else _WORDING.get(act, act)


def _plain(value: object) -> str:
    if isinstance(value, dict):
        return "(" + ", ".join(f"{key} {_plain(one)}" for key, one in value.items()) + ")"
    if isinstance(value, str) or not isinstance(value, Iterable):
        return str(value)
    return " ".join(_plain(one) for one in value)
