"""A device that answers lines with lines. It is asked as fast as the link allows.

Options in the rig file (``options = {...}``): ``terminator`` (default ``"\\n"``), ``identify`` and
``status`` (lines to ask, without terminator; by default nothing is asked).
"""

from __future__ import annotations

import time

from rigs.drivers import Driver, Identity, Note, Opening
from rigs.errors import DeviceSilent
from rigs.links.opening import open_stream

_QUIET_S = 0.05


def open_driver(opening: Opening) -> LineDriver:
    """The device on the link of `opening.spec`."""
    return LineDriver(opening)


class LineDriver(Driver):
    """One device. Not on the pump: `ask` waits on its link alone, which costs least."""

    def __init__(self, opening: Opening) -> None:
        self._name, self._limit_s, self._note = opening.name, opening.limits.late, opening.note
        self._options, self._safe = opening.spec.options, opening.spec.safe_state
        self._end = self._options.get("terminator", "\n").encode()
        self._link = open_stream(opening.name, opening.spec.link, opening.log, opening.limits)
        self.port = self._link.port
        self._out_of_step = False

    @property
    def is_open(self) -> bool:
        return self._link.open

    def ask(self, line: bytes, limit_s: float | None = None) -> bytes:
        """Sends `line` (with its terminator) and returns the answer, with its terminator.

        `limit_s`: from now to the answer's last byte; default: the rig file's ``late``.

        Raises:
            DeviceSilent: no whole line in time. Before the next question the late answer is waited
                for once more so long, so that it is not taken for another question's.
            LinkLost, WriteBlocked: the link is gone, or takes no bytes.
        """
        limit_s = self._limit_s if limit_s is None else limit_s
        link, end = self._link, self._end
        if self._out_of_step or link.wait(0.0):  # an answer too late, or one too many
            self._drain(limit_s)
        deadline = time.monotonic() + limit_s
        link.write(line, limit_s)
        answer = b""
        while link.wait(deadline - time.monotonic()):
            answer += link.read()[0]
            if answer.endswith(end):
                if answer.count(end) == 1:
                    link.health.frames += 1
                    return answer
                break
        self._out_of_step = True
        what = f"no line in answer to {line!r} in {limit_s:g} s, only {answer!r}"
        if answer.count(end) > 1:
            what = f"several lines in answer to {line!r}: {answer!r}"
        raise DeviceSilent(
            f"{what} (link {link.flags})",
            device=self._name,
            port=self.port,
            remedy="check that it is on, and the speed and terminator in the rig file",
        )

    def tell(self, line: bytes) -> None:
        """Sends `line`, which has no answer."""
        self._link.write(line, self._limit_s)

    def identify(self) -> Identity:
        question = self._options.get("identify", "")
        if not question:
            return Identity(role=self._options.get("role", ""))
        told = self.ask(question.encode() + self._end).decode("utf-8", "replace").strip()
        parts = [part.strip() for part in told.split(",")] + [""] * 4
        return Identity(maker=parts[0], model=parts[1], serial=parts[2], firmware=parts[3])

    def status(self) -> str:
        question = self._options.get("status", "")
        if not question:
            return "not asked"
        return self.ask(question.encode() + self._end).decode("utf-8", "replace").strip()

    def make_safe(self) -> str:
        for text in self._safe.send:
            self._link.write(text.encode("latin-1"), self._limit_s)
        return "sent; the device does not answer" if self._safe.send else "nothing to send"

    def close(self) -> None:
        self._link.close()

    def _drain(self, limit_s: float) -> None:
        deadline = time.monotonic() + limit_s
        wait_s = limit_s if self._out_of_step else 0.0
        while self._link.wait(wait_s):
            wait_s = _QUIET_S
            chunk, at_ns = self._link.read()
            self._note(Note(at_ns, self._name, "leftover", "a late answer, thrown away", chunk))
            if time.monotonic() > deadline:
                return
        self._out_of_step = False
