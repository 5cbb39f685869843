"""A bad cable between a driver and its device: real descriptors, one thread.

    with FaultProxy("/dev/pts/7", rx=[Fault("drop", at=(2,))]) as proxy:
        open_serial("shoe", proxy.address, log)

The device is a terminal or ``HOST:PORT``, and the driver finds the proxy at the same kind of link.
"""

from __future__ import annotations

import contextlib
import heapq
import os
import socket
import threading
import time
import tty
from collections.abc import Callable, Iterable
from types import TracebackType
from typing import Self

from rigs.emulators.ends import End, PtyEnd, TcpEnd
from rigs.emulators.loop import Loop
from rigs.faults.cable import Cable, Cutter, Fault, by_end

_END_S = 5.0
_APART_S = 0.05


class FaultProxy:
    """Carries bytes both ways, damaged by `rx` (from the device) and `tx` (to it).

    `cut`: makes the cutter of each direction, so that a frame can be told from the next.
    """

    def __init__(
        self,
        device: str,
        *,
        rx: Iterable[Fault] = (),
        tx: Iterable[Fault] = (),
        seed: int = 0,
        cut: Callable[[], Cutter] = lambda: by_end(b"\n"),
    ) -> None:
        self.rx, self.tx = Cable(rx, seed), Cable(tx, seed + 1)
        self._loop = Loop()
        self._fd = _opened(device)
        self._near: End = (
            PtyEnd(self._loop) if device.startswith("/") else TcpEnd(self._loop, "127.0.0.1", 0)
        )
        self.address = self._near.address
        from_device = _Way(self._loop, self.rx, cut(), self._near.write, self._pull)
        to_device = _Way(self._loop, self.tx, cut(), self._write, self._pull)
        self._near.hear = to_device.take
        self._from_device = from_device
        os.set_blocking(self._fd, False)
        self._loop.watch(self._fd, self._read)
        self._wake, self._woken = socket.socketpair()
        self._loop.watch(self._woken.fileno(), self._loop.stop)
        self._thread = threading.Thread(target=self._loop.run, name="fault proxy", daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends the thread and both sides."""
        self._wake.close()
        self._thread.join(_END_S)
        self._near.cut()
        self._woken.close()
        os.close(self._fd)
        self._loop.close()

    def _pull(self) -> None:
        """A TCP link is plugged in again at the same address; a terminal is gone with its name."""
        self._near.cut()
        if isinstance(self._near, TcpEnd):
            self._loop.after(_APART_S, self._plug)

    def _plug(self) -> None:
        self._near.join()
        self.rx.mend()
        self.tx.mend()

    def _read(self) -> None:
        try:
            chunk = os.read(self._fd, 65536)
        except BlockingIOError:
            return
        except OSError:
            chunk = b""
        if chunk:
            self._from_device.take(chunk)
        else:
            self._loop.forget(self._fd)
            self._near.cut()

    def _write(self, data: bytes) -> None:
        with contextlib.suppress(OSError):  # a device that takes no more loses it, as on a line
            os.write(self._fd, data)


class _Way:
    """One direction: bytes to frames, frames through the cable, and on when their time has come."""

    def __init__(
        self,
        loop: Loop,
        cable: Cable,
        cut: Cutter,
        write: Callable[[bytes], None],
        end: Callable[[], None],
    ) -> None:
        self._loop, self._cable, self._cut, self._write, self._end = loop, cable, cut, write, end
        self._due: list[tuple[float, int, bytes | None]] = []
        self._count = 0

    def take(self, chunk: bytes) -> None:
        """Bytes from one side."""
        for frame in self._cut(chunk) if chunk else ():
            now = time.monotonic()
            for piece in self._cable.carry(frame, now):
                self._count += 1
                heapq.heappush(self._due, (piece.at, self._count, piece.data))
                if piece.at > now:
                    self._loop.after(piece.at - now, self._deliver)
        self._deliver()

    def _deliver(self) -> None:
        now = time.monotonic()
        ready = bytearray()
        while self._due and self._due[0][0] <= now:
            data = heapq.heappop(self._due)[2]
            if data is None:
                self._due.clear()
                if ready:
                    self._write(bytes(ready))
                self._end()
                return
            ready += data
        if ready:
            self._write(bytes(ready))


def _opened(device: str) -> int:
    if device.startswith("/"):
        fd = os.open(device, os.O_RDWR | os.O_NOCTTY | os.O_CLOEXEC)
        tty.setraw(fd)
        return fd
    host, _, port = device.rpartition(":")
    connection = socket.create_connection((host, int(port)), timeout=_END_S)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connection.detach()
