"""A stream of bytes over a file descriptor: serial line, pseudo-terminal or TCP connection.

The libraries open and configure; reading and writing is done here, on the descriptor, because
pyserial reports one lost peer in five different exceptions and reads lines byte by byte.
"""

from __future__ import annotations

import contextlib
import os
import select
import termios
import time
from collections.abc import Callable

from msgspec import Struct

from rigs.errors import LinkLost, WriteBlocked
from rigs.links.wirelog import WireLog

_CHUNK = 65536
LOST = (OSError, termios.error, TypeError, AttributeError)
"""What the libraries and the kernel raise for a peer that is gone (termios.error is no OSError)."""


class Health(Struct):
    """What a link has seen. Bytes without frames mean a wrong speed or a wrong protocol."""

    bytes_in: int = 0
    bytes_out: int = 0
    frames: int = 0
    garbled: int = 0

    def flags(self, is_open: bool) -> str:
        """Its three flags as errors show them: ``open, 12 bytes seen, 0 frames decoded``."""
        state = "open" if is_open else "not open"
        return f"{state}, {self.bytes_in} bytes seen, {self.frames} frames decoded"

    def remedy(self, unframed: int = 0) -> str:
        """What to look at first when a device on such a link does not answer.

        `unframed`: how many bytes have come since the last frame.
        """
        if not self.bytes_in:
            return "check that it is on and runs, and its cable"
        if not self.frames or unframed:
            return "bytes but no frames: check speed, parity and protocol in the rig file"
        return "check that it is on and runs"


class StreamLink:
    """An open link. `fd` is not blocking; `closer` closes whatever owns it."""

    def __init__(
        self, device: str, port: str, fd: int, log: WireLog, closer: Callable[[], None]
    ) -> None:
        os.set_blocking(fd, False)
        self.device, self.port, self.health = device, port, Health()
        self.remarks: list[str] = []
        """What is odd about it and yet no error, a sentence each."""
        self._fd, self._log, self._closer = fd, log, closer
        try:
            log.state(device, "open", port)
        except OSError:
            # A full disk. Nobody has this link yet who could close it.
            self._fd = -1
            closer()
            raise

    @property
    def open(self) -> bool:
        """Whether it can still be used."""
        return self._fd >= 0

    @property
    def flags(self) -> str:
        """Whether it is open, has seen bytes and decoded frames; for errors."""
        return self.health.flags(self.open)

    def remark(self, text: str) -> None:
        """Keeps `text` for `remarks` and the wire log."""
        self.remarks.append(text)
        self._log.state(self.device, "remark", self.port, text)

    def fileno(self) -> int:
        """The descriptor to wait on.

        Raises:
            LinkLost: the link is closed.
        """
        if self._fd < 0:
            raise self._lost("the link is closed")
        return self._fd

    def read(self) -> tuple[bytes, int]:
        """The bytes that are there, and when they were found (monotonic ns). Never waits.

        Raises:
            LinkLost: the peer is gone. The link is closed then.
        """
        at_ns = time.monotonic_ns()
        fd = self.fileno()
        try:
            chunk = os.read(fd, _CHUNK)
            if not chunk:
                # A terminal with nothing to read gives this too; only one that is gone is ready.
                if not select.select((fd,), (), (), 0.0)[0]:
                    return b"", at_ns
                chunk = os.read(fd, _CHUNK)
        except BlockingIOError:
            return b"", at_ns
        except LOST as error:
            raise self._lost(_plain(error)) from None
        if not chunk:
            raise self._lost("the other end is gone")
        self.health.bytes_in += len(chunk)
        self._log.write(self.device, "rx", at_ns, chunk)
        return chunk, at_ns

    def wait(self, limit_s: float) -> bool:
        """Whether bytes come within `limit_s` seconds."""
        return bool(select.select((self.fileno(),), (), (), max(0.0, limit_s))[0])

    def write(self, data: bytes, limit_s: float = 1.0) -> None:
        """Sends all of `data`, within `limit_s` seconds.

        Raises:
            WriteBlocked: the device takes no more; the error tells how much it took.
            LinkLost: the peer is gone. The link is closed then.
        """
        fd = self.fileno()
        self._log.write(self.device, "tx", time.monotonic_ns(), data)
        sent, deadline = 0, time.monotonic() + limit_s
        while sent < len(data):
            try:
                sent += os.write(fd, data[sent:])
            except BlockingIOError:
                left = deadline - time.monotonic()
                if left <= 0 or not select.select((), (fd,), (), left)[1]:
                    raise WriteBlocked(
                        f"it took {sent} of {len(data)} bytes and no more for {limit_s:g} s",
                        device=self.device,
                        port=self.port,
                        remedy="check that the device is running and reads its link",
                    ) from None
            except LOST as error:
                raise self._lost(_plain(error)) from None
        self.health.bytes_out += sent

    def close(self) -> None:
        """Closes it; again is harmless."""
        self._end("closed")

    def _end(self, state: str, why: str = "") -> None:
        if self._fd >= 0:
            self._fd = -1
            with contextlib.suppress(*LOST):  # a port whose device is gone closes out of order
                self._closer()
            self._log.state(self.device, state, self.port, why)

    def _lost(self, why: str) -> LinkLost:
        self._end("lost", why)
        return LinkLost(
            f"the link is lost ({why})",
            device=self.device,
            port=self.port,
            remedy="check cable and power, and that its process still runs",
        )


def _plain(error: BaseException) -> str:
    number = error.args[0] if error.args and isinstance(error.args[0], int) else None
    return os.strerror(number) if number is not None else str(error) or type(error).__name__
