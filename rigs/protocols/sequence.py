"""Order among the events of one device: what was lost, doubled, altered, late, or skipped."""

from __future__ import annotations

from collections import OrderedDict, deque

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


class Trouble(Struct, frozen=True):
    """Something wrong with the stream of frames.

    `kind`:
        ``garbled``   bytes that are no frame;
        ``lost``      sequence numbers that never came, nor were sent again in time;
        ``doubled``   a frame that had already come, the same again;
        ``altered``   a sequence number that had already come, with another content;
        ``late``      a frame that came after it was given up, or long after its own clock's time;
        ``skipped``   the device's own event counter jumps though no frame is missing;
        ``restarted`` the device started anew.
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
    """

    def __init__(self, give_up_ms: float = GIVE_UP_MS + RESEND_MS, late_ms: float = 500.0) -> None:
        self._give_up_ns = int(give_up_ms * 1_000_000)
        self._late_ms = late_ms
        self._seen: OrderedDict[int, Frame] = OrderedDict()
        self._forget()

    def _forget(self) -> None:
        self._next: int | None = None
        self._counter: int | None = None
        self._seen.clear()
        self._waiting: dict[int, Frame] = {}
        self._given_up: deque[int] = deque(maxlen=_HISTORY)
        self._gap_since_ns: int | None = None
        self._delays: deque[float] = deque(maxlen=64)

    @property
    def expected(self) -> int | None:
        """Sequence number of the next event in order; None before the first."""
        return self._next

    @property
    def gap(self) -> bool:
        """Whether an event is missing that may still be sent again."""
        return self._gap_since_ns is not None

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
            return [], [*troubles, self._again(frame)]
        troubles += self._lateness(frame, now_ns)
        self._remember(frame)
        self._waiting[frame.seq] = frame
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
            frame = self._waiting.pop(self._next)
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
        if known is None and frame.seq in self._given_up:
            self._remember(frame)
            return Trouble("late", frame.seq, "came after it was given up as lost", frame)
        if known is None or known == frame:
            return Trouble("doubled", frame.seq, "came again", frame)
        return Trouble("altered", frame.seq, "its number came before with other content", frame)

    def _remember(self, frame: Frame) -> None:
        self._seen[frame.seq] = frame
        while len(self._seen) > _HISTORY:
            self._seen.popitem(last=False)

    def _lateness(self, frame: Frame, now_ns: int) -> list[Trouble]:
        # The clocks have no common zero: only how much longer it took than others is known.
        delay = now_ns / 1_000_000 - frame.clock_ms
        behind = delay - min(self._delays, default=delay)
        self._delays.append(delay)
        if behind <= self._late_ms:
            return []
        return [Trouble("late", frame.seq, f"came {behind:.0f} ms after it happened", frame)]
