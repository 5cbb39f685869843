"""The far end of a pseudo-terminal, where a test is the device."""

from __future__ import annotations

import os
import pty
import select
import tty


class Line:
    """A terminal that a driver opens as `port`; the test reads and writes the other end."""

    def __init__(self) -> None:
        self._fd, self._slave = pty.openpty()
        tty.setraw(self._slave)
        self.port = os.ttyname(self._slave)

    def write(self, data: bytes) -> None:
        os.write(self._fd, data)

    def read(self, limit_s: float = 5.0) -> bytes:
        """What the driver has sent; empty if nothing comes in time."""
        ready = select.select((self._fd,), (), (), limit_s)[0]
        return os.read(self._fd, 65536) if ready else b""

    def hang_up(self) -> None:
        """The cable is pulled."""
        if self._fd >= 0:
            os.close(self._fd)
            os.close(self._slave)
            self._fd = -1

    close = hang_up
