"""One thread that waits on descriptors and on the clock: the heart of every emulator process."""

from __future__ import annotations

import heapq
import selectors
import time
from collections.abc import Callable


class Timer:
    """A call that is due at a moment of the monotonic clock; `cancel` before it to forget it."""

    def __init__(self, due: float, call: Callable[[], None]) -> None:
        self.due = due
        self.call: Callable[[], None] | None = call

    def cancel(self) -> None:
        """Do not call. Harmless afterwards, and twice."""
        self.call = None

    def __lt__(self, other: Timer) -> bool:
        return self.due < other.due


class Loop:
    """Runs callbacks for readable or writable descriptors and for timers until it is stopped."""

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()
        self._timers: list[Timer] = []
        self._running = True

    def watch(
        self,
        fd: int,
        readable: Callable[[], None] | None,
        writable: Callable[[], None] | None = None,
    ) -> None:
        """Call `readable` or `writable` while `fd` is so; replaces an earlier watch."""
        events = (selectors.EVENT_READ if readable else 0) | (
            selectors.EVENT_WRITE if writable else 0
        )
        known = fd in self._selector.get_map()
        if not events:
            self.forget(fd)
        elif known:
            self._selector.modify(fd, events, (readable, writable))
        else:
            self._selector.register(fd, events, (readable, writable))

    def forget(self, fd: int) -> None:
        """Stop watching `fd`; to be called before it is closed."""
        if fd in self._selector.get_map():
            self._selector.unregister(fd)

    def after(self, seconds: float, call: Callable[[], None]) -> Timer:
        """Call once, `seconds` from now."""
        timer = Timer(time.monotonic() + seconds, call)
        heapq.heappush(self._timers, timer)
        return timer

    def stop(self) -> None:
        """Leave `run` after the callback that is running."""
        self._running = False

    def run(self) -> None:
        """Until `stop`."""
        while self._running:
            while self._timers and self._timers[0].call is None:
                heapq.heappop(self._timers)
            wait = self._timers[0].due - time.monotonic() if self._timers else None
            for key, events in self._selector.select(None if wait is None else max(0.0, wait)):
                readable, writable = key.data
                # An earlier callback of this round may have closed the descriptor or put another
                # watch in its place; then what was seen of it is stale.
                if (
                    now := self._selector.get_map().get(key.fd)
                ) is None or now.data is not key.data:
                    continue
                if events & selectors.EVENT_READ and readable:
                    readable()
                elif events & selectors.EVENT_WRITE and writable:
                    writable()
            while self._timers and self._timers[0].due <= time.monotonic():
                call = heapq.heappop(self._timers).call
                if call is not None:
                    call()

    def close(self) -> None:
        """Release the selector."""
        self._selector.close()
