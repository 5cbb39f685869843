"""Order among the events of one device: what was lost, doubled, altered, late, or skipped."""

from __future__ import annotations

from collections import OrderedDict, deque
from typing import NamedTuple

from msgspec import Struct

from rigs.protocols.burncard import (
    GIVE_UP_MS,
    HELLO,
    MAX_UNACKNOWLEDGED,
    RESEND_MS,
    SEQ_MODULUS,
    Frame,
)

_HISTORY = 256
_HALF = SEQ_MODULUS // 2
_HELD_MS = RESEND_MS * 0.9
_FITS_MS = 20.0
_OLD_MS = 10_000.0
"""No answer is kept for so long by a device, nor held up for so long by a link that works."""


class Trouble(Struct, frozen=True):
    """Something wrong with the stream of frames.

    `kind`:
        ``garbled``   bytes that are no frame;
        ``lost``      sequence numbers that never came, nor were sent again in time;
        ``doubled``   a frame that had already come, the same again;
        ``altered``   a sequence number that had already come, with another content;
        ``late``      a frame that came after it was given up, or long after its own clock's time;
        ``held``      a frame that was on its way so long that it was sent again, or stood still;
        ``reordered`` a frame that came after later ones;
        ``skipped``   the device's own event counter jumps though no frame is missing;
        ``restarted`` the device started anew, or numbers its events anew without saying so;
        ``clock-back`` the device's clock shows less than at the event before;
        ``stale``     an event of before a restart or a reconnection, that had come then.
    """

    kind: str
    seq: int
    text: str
    frame: Frame | None = None


class SequenceWatch:
    """Puts events in their order and tells lost, doubled, altered and late ones apart.

    `give_up_ms`: how long a gap may stay open for the device to send again.
    `late_ms`: how much longer than the quickest recent frame one may take from the time that the
    device's clock gives it to its arrival.

    Order is by number only. The clock tells how long an event was held up on its way, no more.
    """

    def __init__(self, give_up_ms: float = GIVE_UP_MS + RESEND_MS, late_ms: float = 500.0) -> None:
        self._give_up_ns = int(give_up_ms * 1_000_000)
        self._late_ms = late_ms
        self._seen: OrderedDict[int, Frame] = OrderedDict()
        self._before: list[Frame] = []
        self._reopened: frozenset[int] = frozenset()
        self._forget()

    def _forget(self) -> None:
        self._next: int | None = None
        self._counter: int | None = None
        self._before = list(self._seen.values()) or self._before
        self._seen.clear()
        self._reopened = frozenset()
        self._waiting: dict[int, _Arrived] = {}
        self._clock: int | None = None
        self._held_ms: dict[int, float] = {}
        self._given_up: deque[int] = deque(maxlen=_HISTORY)
        self._gap_since_ns: int | None = None
        self._delays: deque[float] = deque(maxlen=64)
        self._began: deque[float] = deque(maxlen=16)

    @property
    def expected(self) -> int | None:
        """Sequence number of the next event in order; None before the first."""
        return self._next

    def reopened(self) -> None:
        """The link was lost and is open again: copies of what came before are ``stale``."""
        self._reopened = frozenset(self._seen)

    def held_ms(self, seq: int) -> float:
        """The longest that event `seq` can have been on its way, by the device's clock, ms, once.

        An answer was made after its question was sent: that bounds when the device's clock began.
        Without any answer: how much longer than the quickest recent frame. 0: nothing is known.
        """
        return self._held_ms.pop(seq, 0.0)

    def answer(self, frame: Frame, asked_ns: int, now_ns: int) -> Trouble | None:
        """An answer has arrived: its clock and counter tell how the device goes on.

        `asked_ns`: when its question was first sent.

        An answer may be one that was kept and is sent again, so a little old is nothing wrong.
        """
        delay = now_ns / 1_000_000 - frame.clock_ms
        behind = delay - min(self._delays, default=delay)
        if behind > _OLD_MS and self._counter is not None and frame.counter < self._counter:
            text = f"its event counter went from {self._counter} to {frame.counter} unannounced"
            self._forget()
            return Trouble("restarted", frame.seq, text, frame)
        self._delays.append(delay)
        self._began.append(asked_ns / 1_000_000 - frame.clock_ms)
        return None

    @property
    def gap(self) -> bool:
        """Whether an event is missing that may still be sent again."""
        return self._gap_since_ns is not None

    def holds(self, seq: int) -> bool:
        """Whether event `seq` is here and waits for one before it."""
        return seq in self._waiting

    def gap_older_than_limit(self, now_ns: int) -> bool:
        """Whether an event is missing for so long that it will not be sent again."""
        return self._gap_since_ns is not None and now_ns - self._gap_since_ns > self._give_up_ns

    def expect(self, seq: int, now_ns: int) -> bool:
        """The device says that `seq` is its next event: everything before it should be here. Is it?

        If not, the time in which it may still be sent again starts to run.
        """
        if self._next is None:
            self._next = seq
        complete = (seq - self._next) % SEQ_MODULUS == 0 or (self._next - seq) % SEQ_MODULUS < _HALF
        if not complete and self._gap_since_ns is None:
            self._gap_since_ns = now_ns
        return complete

    def take(self, frame: Frame, now_ns: int) -> tuple[list[Frame], list[Trouble]]:
        """An event has arrived. Returns the events that are now in order, and what was wrong."""
        troubles: list[Trouble] = []
        if self._of_before(frame, now_ns):
            return [], [Trouble("stale", frame.seq, "an event of before its restart", frame)]
        if frame.name == HELLO and frame.counter == 1 and frame != self._seen.get(frame.seq):
            if self._next is not None:
                troubles.append(Trouble("restarted", frame.seq, "the device started anew", frame))
            self._forget()
            self._next = frame.seq
            self._counter = 0
        if self._next is None:
            self._next = frame.seq
        ahead = (frame.seq - self._next) % SEQ_MODULUS
        if ahead >= _HALF or frame.seq in self._waiting:
            again = self._again(frame)
            if again.kind != "restarted":
                return [], [*troubles, again]
            troubles.append(again)
            self._forget()
            self._next, ahead = frame.seq, 0
        if self._waiting and not ahead:
            troubles.append(Trouble("reordered", frame.seq, "came after later ones", frame))
        self._remember(frame)
        self._waiting[frame.seq] = _Arrived(frame, now_ns)
        if ahead and self._gap_since_ns is None:
            self._gap_since_ns = now_ns
        ready, more = self._in_order(now_ns)
        if len(self._waiting) > MAX_UNACKNOWLEDGED:
            late, lost = self.overdue(now_ns + self._give_up_ns + 1)
            ready, more = ready + late, more + lost
        return ready, troubles + more

    def overdue(self, now_ns: int) -> tuple[list[Frame], list[Trouble]]:
        """Gives up a gap that was open for too long: the events after it, and ``lost`` for it."""
        if not self._waiting or self._next is None or not self.gap_older_than_limit(now_ns):
            return [], []
        until = min(self._waiting, key=lambda seq: (seq - (self._next or 0)) % SEQ_MODULUS)
        return self.give_up(until, now_ns)

    def give_up(self, until: int, now_ns: int) -> tuple[list[Frame], list[Trouble]]:
        """As `overdue`, at once, for everything before sequence number `until`."""
        first = self._next if self._next is not None else until
        missing = (until - first) % SEQ_MODULUS
        known = range(min(missing, _HISTORY))
        self._given_up.extend((first + step) % SEQ_MODULUS for step in known)
        self._next = until
        self._counter = None if self._counter is None else self._counter + missing
        text = f"{missing} event(s) from sequence number {first} never came"
        ready, troubles = self._in_order(now_ns)
        return ready, [Trouble("lost", first, text), *troubles]

    def _in_order(self, now_ns: int) -> tuple[list[Frame], list[Trouble]]:
        ready: list[Frame] = []
        troubles: list[Trouble] = []
        while self._next in self._waiting:
            frame, at_ns = self._waiting.pop(self._next)
            troubles += self._lateness(frame, at_ns)
            if self._counter is not None and frame.counter != self._counter + 1:
                text = f"the device's event counter went from {self._counter} to {frame.counter}"
                troubles.append(Trouble("skipped", frame.seq, text, frame))
            self._counter = frame.counter
            ready.append(frame)
            self._next = (frame.seq + 1) % SEQ_MODULUS
        if ready or not self._waiting:
            self._gap_since_ns = now_ns if self._waiting else None
        return ready, troubles

    def _again(self, frame: Frame) -> Trouble:
        known = self._seen.get(frame.seq)
        if known is None and self._renumbered(frame):
            text = f"its event counter went from {self._counter} to {frame.counter} unannounced"
            return Trouble("restarted", frame.seq, text, frame)
        if known == frame and frame.seq in self._reopened:
            return Trouble("stale", frame.seq, "came again after the link was lost", frame)
        if known is None and frame.seq in self._given_up:
            self._remember(frame)
            return Trouble("late", frame.seq, "came after it was given up as lost", frame)
        if known is None or known == frame:
            return Trouble("doubled", frame.seq, "came again", frame)
        return Trouble("altered", frame.seq, "its number came before with other content", frame)

    def _of_before(self, frame: Frame, now_ns: int) -> bool:
        """Whether it came before the restart. A device may say the very same again, but then the
        time by its clock fits the time by ours."""
        if frame not in self._before or frame == self._seen.get(frame.seq):
            return False
        usual = min(self._delays, default=None)
        return usual is None or abs(now_ns / 1_000_000 - frame.clock_ms - usual) > _FITS_MS

    def _renumbered(self, frame: Frame) -> bool:
        """Whether a number of long ago comes with a counter that it did not have then."""
        if self._counter is None or self._next is None:
            return False
        ago = (self._next - frame.seq) % SEQ_MODULUS
        return frame.counter != self._counter + 1 - ago

    def _remember(self, frame: Frame) -> None:
        self._seen[frame.seq] = frame
        while len(self._seen) > _HISTORY:
            self._seen.popitem(last=False)

    def _lateness(self, frame: Frame, at_ns: int) -> list[Trouble]:
        # The clocks have no common zero: only how much longer it took than others is known.
        before, self._clock = self._clock, frame.clock_ms
        delay = at_ns / 1_000_000 - frame.clock_ms
        if before is not None and frame.clock_ms < before:
            self._began.clear()
            self._delays.clear()
            self._delays.append(delay)
            text = f"the device's clock went back from {before} to {frame.clock_ms} ms"
            return [Trouble("clock-back", frame.seq, text, frame)]
        behind = delay - min(self._delays, default=delay)
        self._delays.append(delay)
        self._held_ms[frame.seq] = max(0.0, behind, delay - max(self._began, default=delay))
        if behind < _HELD_MS:
            return []
        kind = "held" if behind <= self._late_ms else "late"
        return [Trouble(kind, frame.seq, f"came {behind:.0f} ms after it happened", frame)]


class _Arrived(NamedTuple):
    frame: Frame
    at_ns: int
