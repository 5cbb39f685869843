"""Reports that are sent several times: which one is new, and what is wrong with their numbers.

For shoes that send each report in copies and are never acknowledged. A report is known again by its
number *and* its content: a number alone comes back when the shoe starts anew or its numbers wrap.
"""

from __future__ import annotations

from collections import deque
from typing import Literal

from msgspec import Struct

from rigs.protocols.angel_eye import Report

_HISTORY = 32


class Trouble(Struct, frozen=True):
    """`kind`: ``doubled`` ``conflict`` ``lost`` ``stale`` ``renumbered``."""

    kind: str
    text: str


class CopyWatch:
    """Tells copies from new reports.

    `window_ms`: for so long after a report the same one again is a copy of it.
    `first`, `last`: the sequence characters that the shoe uses, where that is known. Without them a
    number that goes back cannot be told from one that wraps, and is only noted.
    """

    def __init__(self, window_ms: float, first: int | None = None, last: int | None = None) -> None:
        self._window_ns = int(window_ms * 1_000_000)
        self._first = first
        self._modulus = last - first + 1 if first is not None and last is not None else None
        self._seen: deque[_Seen] = deque(maxlen=_HISTORY)

    def forget(self) -> None:
        """The shoe started anew: no report of before counts."""
        self._seen.clear()

    def take(
        self, report: Report, at_ns: int, copies: int
    ) -> tuple[Literal["new", "copy", "refused"], Trouble | None]:
        """What a report is: ``new``, a ``copy``, or ``refused`` because it cannot be believed."""
        previous = self._seen[-1] if self._seen else None
        for seen in reversed(self._seen):
            recent = seen is previous or at_ns - seen.at_ns <= self._window_ns
            if not recent or seen.report.seq != report.seq or seen.report.code != report.code:
                continue
            if seen.report.data != report.data:
                text = (
                    f"two copies of report {_name(report)} differ: "
                    f"{seen.report.data.hex()} and {report.data.hex()}"
                )
                return "refused", Trouble("conflict", text)
            seen.at_ns = at_ns
            seen.copies += 1
            if seen.copies == copies + 1:
                text = f"report {_name(report)} came more than {copies} times"
                return "copy", Trouble("doubled", text)
            return "copy", None
        trouble = self._order(previous.report.seq, report) if previous else None
        if trouble and trouble.kind == "stale":
            return "refused", trouble
        self._seen.append(_Seen(report, at_ns))
        return "new", trouble

    def _order(self, last: int, report: Report) -> Trouble | None:
        missing = report.seq - last - 1
        if self._modulus is not None and self._first is not None:
            if not 0 <= report.seq - self._first < self._modulus:
                return Trouble("renumbered", f"{_name(report)} has a number that it does not use")
            missing %= self._modulus
            if missing > self._modulus // 2:
                return Trouble("stale", f"report {_name(report)} came after later ones")
        if missing > 0:
            text = f"{missing} report(s) before {_name(report)} never came"
            return Trouble("lost", text)
        if missing < 0:
            text = f"its numbers went from {last:02X} to {report.seq:02X}: they wrap, or begin anew"
            return Trouble("renumbered", text)
        return None


class _Seen:
    def __init__(self, report: Report, at_ns: int) -> None:
        self.report, self.at_ns, self.copies = report, at_ns, 1


def _name(report: Report) -> str:
    return f"{report.seq:02X} {report.code}"
