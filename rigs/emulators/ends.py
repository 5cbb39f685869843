"""The device's end of a link: a pseudo-terminal, or a TCP port that serves one client at a time.

Bytes that the other side does not take are lost once `HELD` of them wait, as on a serial line
without flow control; an emulator never waits for its reader.
"""

from __future__ import annotations

import os
import pty
import socket
import tty
from collections.abc import Callable
from typing import Protocol

from rigs.emulators.loop import Loop

HELD = 65536
"""Bytes that may wait for the other side to read."""
CHUNK = 65536


class End(Protocol):
    """What an electrical side needs of its link."""

    hear: Callable[[bytes], None]
    """Called with each chunk that arrives; an empty one says that another client begins."""

    @property
    def address(self) -> str:
        """Where a client finds it: a device path, or ``HOST:PORT``."""

    @property
    def is_cut(self) -> bool:
        """Whether the cable has been pulled."""

    def write(self, data: bytes) -> None:
        """Send, or lose, `data`."""

    def cut(self) -> None:
        """Pull the cable: the peer sees the link go away, and nobody can open it."""

    def join(self) -> None:
        """Plug the cable in again. A pseudo-terminal then has another address."""


class _Stream:
    """A descriptor with its outgoing bytes."""

    def __init__(
        self, loop: Loop, fd: int, hear: Callable[[bytes], None], gone: Callable[[], None]
    ) -> None:
        self._loop, self._fd, self._hear, self._gone = loop, fd, hear, gone
        self._waiting = bytearray()
        os.set_blocking(fd, False)
        loop.watch(fd, self.read)

    def write(self, data: bytes) -> None:
        if len(self._waiting) + len(data) > HELD:
            return
        idle = not self._waiting
        self._waiting += data
        if idle:
            self._flush()

    def close(self) -> None:
        self._loop.forget(self._fd)

    def read(self) -> None:
        """Take what has come, or find that the other side is gone."""
        try:
            data = os.read(self._fd, CHUNK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if data:
            self._hear(data)
        else:
            self._gone()

    def _flush(self) -> None:
        try:
            sent = os.write(self._fd, self._waiting)
        except BlockingIOError:
            sent = 0
        except OSError:
            self._gone()
            return
        del self._waiting[:sent]
        self._loop.watch(self._fd, self.read, self._flush if self._waiting else None)


class PtyEnd:
    """A serial device on a pseudo-terminal, in raw mode."""

    def __init__(self, loop: Loop) -> None:
        self.hear: Callable[[bytes], None] = lambda data: None
        self._loop = loop
        self._fds: tuple[int, int] | None = None
        self.join()

    @property
    def address(self) -> str:
        return self._name

    @property
    def is_cut(self) -> bool:
        return self._fds is None

    def write(self, data: bytes) -> None:
        if self._fds:
            self._stream.write(data)

    def cut(self) -> None:
        if self._fds:
            self._stream.close()
            for fd in self._fds:
                os.close(fd)
            self._fds = None

    def join(self) -> None:
        if self._fds is None:
            # Our own hold on the slave keeps the terminal alive while no client has it open.
            master, slave = pty.openpty()
            tty.setraw(slave)
            self._fds, self._name = (master, slave), os.ttyname(slave)
            self._stream = _Stream(self._loop, master, lambda data: self.hear(data), self.cut)


class TcpEnd:
    """A device behind a one-port serial server: it listens, and takes one client at a time."""

    def __init__(self, loop: Loop, host: str, port: int) -> None:
        self.hear: Callable[[bytes], None] = lambda data: None
        self._loop = loop
        self._where = (host, port)
        self._listener: socket.socket | None = None
        self._client: socket.socket | None = None
        self._stream: _Stream
        self.join()

    @property
    def address(self) -> str:
        return f"{self._where[0]}:{self._where[1]}"

    @property
    def is_cut(self) -> bool:
        return self._listener is None

    def write(self, data: bytes) -> None:
        if self._client:
            self._stream.write(data)

    def cut(self) -> None:
        self._hang_up()
        if self._listener:
            self._loop.forget(self._listener.fileno())
            self._listener.close()
            self._listener = None

    def join(self) -> None:
        if self._listener is None:
            self._listener = socket.create_server(self._where)
            self._listener.setblocking(False)
            self._where = self._listener.getsockname()[:2]
            self._loop.watch(self._listener.fileno(), self._accept)

    def _accept(self) -> None:
        assert self._listener is not None  # noqa: S101
        try:
            client, _ = self._listener.accept()
        except OSError:
            return
        for _ in range(2):
            # A client that left makes room, though its last bytes and its end are still to be read.
            if self._client:
                self._stream.read()
        if self._client:
            client.close()
            return
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._client = client
        self._stream = _Stream(
            self._loop, client.fileno(), lambda data: self.hear(data), self._hang_up
        )
        self.hear(b"")

    def _hang_up(self) -> None:
        if self._client:
            self._stream.close()
            self._client.close()
            self._client = None
