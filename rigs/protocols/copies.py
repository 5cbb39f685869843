"""Reports that are sent several times: which one is new, and what is wrong with their numbers.

For shoes that send each report in copies and are never acknowledged. A report is known again by its
number *and* its content: a number alone comes back when the shoe starts anew or its numbers wrap.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from rigs.protocols.angel_eye import Report

_HISTORY = 32


class Trouble(Struct, frozen=True):
    """Something wrong with the numbers of reports.

    `kind`:
        ``doubled``    more copies than the shoe sends;
        ``conflict``   copies that differ;
        ``lost``       numbers that never came;
        ``stale``      a copy of a report that came before later ones;
        ``unordered``  a number from before, or one that the shoe does not use, with a new content;
        ``renumbered`` a number that goes back where it is not known where numbers wrap.
    """

    kind: str
    text: str


class CopyWatch:
    """Tells copies from new reports.

    `window_ms`: for so long after a report the same one again is a copy of it.
    `sequence`: the first and the last character that the shoe numbers with, where that is known.
    Without them a number that goes back cannot be told from one that wraps, and is only noted.
    """

    def __init__(self, window_ms: float, sequence: str = "") -> None:
        self._window_ns = int(window_ms * 1_000_000)
        self._first = ord(sequence[0]) if sequence else 0
        self._modulus = ord(sequence[1]) - self._first + 1 if sequence else 0
        self._seen: deque[_Seen] = deque(maxlen=_HISTORY)

    def forget(self) -> None:
        """The shoe started anew: no report of before counts."""
        self._seen.clear()

    def is_last(self, report: Report) -> bool:
        """Whether this is the report that came last."""
        return bool(self._seen) and self._seen[-1].report == report

    def copies_to_come(self, copies: int) -> int:
        """How many copies of the last report have not come, of so many that are sent."""
        return max(0, copies - self._seen[-1].copies) if self._seen else 0

    def take(
        self, report: Report, at_ns: int, copies: int
    ) -> tuple[Literal["new", "copy", "refused"], Trouble | None]:
        """What a report is: ``new``, a ``copy``, or ``refused`` because it cannot be believed."""
        for seen in self._candidates(at_ns):
            if seen.report.seq != report.seq:
                continue
            if seen.report != report:
                text = f"two copies of report {report.seq:02X} differ: " + " and ".join(
                    f"{one.code} {one.data.hex()}".rstrip() for one in (seen.report, report)
                )
                return "refused", Trouble("conflict", text)
            seen.at_ns = at_ns
            seen.copies += 1
            if seen.copies == copies + 1:
                text = f"report {_name(report)} came more than {copies} times"
                return "copy", Trouble("doubled", text)
            return "copy", None
        trouble = self._order(self._seen[-1].report.seq, report) if self._seen else None
        if trouble and trouble.kind == "unordered" and self._came_before(report):
            return "copy", Trouble("stale", f"report {_name(report)} came again after later ones")
        self._seen.append(_Seen(report, at_ns))
        return "new", trouble

    def _candidates(self, at_ns: int) -> Iterator[_Seen]:
        """What a report may be a copy of: the last one, and all in the window."""
        for seen in reversed(self._seen):
            if seen is self._seen[-1] or at_ns - seen.at_ns <= self._window_ns:
                yield seen

    def _came_before(self, report: Report) -> bool:
        return any(seen.report == report for seen in self._seen)

    def _order(self, last: int, report: Report) -> Trouble | None:
        missing = report.seq - last - 1
        if self._modulus:
            if not 0 <= report.seq - self._first < self._modulus:
                return Trouble("unordered", f"{_name(report)} has a number that it does not use")
            missing %= self._modulus
            if missing > self._modulus // 2:
                text = f"its numbers went back from {last:02X} to {report.seq:02X}"
                return Trouble("unordered", text)
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
