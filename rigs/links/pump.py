"""Waits on all links at once, so that every byte gets its arrival time when it arrives."""

from __future__ import annotations

import selectors
from collections.abc import Callable

from rigs.errors import LinkLost
from rigs.links.stream import StreamLink

Taker = Callable[[bytes, int], None]
"""What is done with bytes of a link and their arrival time (monotonic ns)."""


class Pump:
    """Reads whatever any link has. One thread, no queue: bytes are handled as they are read.

    `on_loss` is told of a link that ended; the link is closed and no longer waited on. What
    `on_loss` raises comes out of `turn`.
    """

    def __init__(self, on_loss: Callable[[StreamLink, LinkLost], None]) -> None:
        # select() takes every kind of descriptor on Linux and macOS; kqueue takes no terminals.
        self._selector = selectors.SelectSelector()
        self._takers: dict[int, tuple[StreamLink, Taker]] = {}
        self._on_loss = on_loss
        self._later: list[tuple[StreamLink, Callable[[], None]]] = []

    def add(self, link: StreamLink, take: Taker) -> None:
        """From now on bytes of `link` go to `take`."""
        fd = link.fileno()
        if fd in self._takers:  # of a link that was closed elsewhere, its descriptor used again
            self._selector.unregister(fd)
        self._selector.register(fd, selectors.EVENT_READ)
        self._takers[fd] = (link, take)

    def later(self, link: StreamLink, do: Callable[[], None]) -> None:
        """Does `do`, which may write to `link`, when what has come is in the hands of who waits.

        Whoever waited calls `settle` before he leaves the pump alone for longer than a moment.
        """
        self._later.append((link, do))

    def settle(self) -> None:
        """Does what was put off; `turn` begins with it."""
        while self._later:
            link, do = self._later.pop(0)
            try:
                do()
            except LinkLost as lost:
                self._lose(link, lost)

    def turn(self, limit_s: float) -> bool:
        """Waits at most `limit_s` seconds for bytes, and hands on all there are. Were there any?"""
        if self._later:
            self.settle()
        for fd, (link, _) in list(self._takers.items()):
            if not link.open:
                self._drop(fd)
        any_bytes = False
        for key, _ in self._selector.select(max(0.0, limit_s)):
            link, take = self._takers[key.fd]
            try:
                chunk, at_ns = link.read()
                if chunk:
                    any_bytes = True
                    take(chunk, at_ns)  # may write, so the link may also be lost in here
            except LinkLost as lost:
                self._lose(link, lost)
        return any_bytes

    def close(self) -> None:
        """Waits on nothing any more. The links stay as they are."""
        self._later.clear()
        self._takers.clear()
        self._selector.close()

    def _lose(self, link: StreamLink, lost: LinkLost) -> None:
        if link.open:  # another link's
            raise lost
        for fd in [fd for fd, (one, _) in self._takers.items() if one is link]:
            self._drop(fd)
        self._on_loss(link, lost)

    def _drop(self, fd: int) -> None:
        self._selector.unregister(fd)
        del self._takers[fd]
