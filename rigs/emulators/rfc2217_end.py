"""A device behind an RFC 2217 serial server, by pyserial's own server side."""

from __future__ import annotations

from collections.abc import Callable

import serial
from serial.rfc2217 import PortManager

from rigs.emulators.ends import TcpEnd
from rigs.emulators.loop import Loop


class Rfc2217End:
    """As `TcpEnd`, with telnet around the bytes.

    The port that the client sets up is pyserial's ``loop://``: it takes every setting and has every
    modem line. The device's bytes do not go through it.
    """

    def __init__(self, loop: Loop, host: str, port: int) -> None:
        self.hear: Callable[[bytes], None] = lambda data: None
        self._port = serial.serial_for_url("loop://")
        self._manager: PortManager | None = None
        self._wire = TcpEnd(loop, host, port)
        self._wire.hear = self._take

    @property
    def address(self) -> str:
        return self._wire.address

    @property
    def is_cut(self) -> bool:
        return self._wire.is_cut

    def write(self, data: bytes) -> None:
        if self._manager is not None:
            self._wire.write(b"".join(self._manager.escape(data)))

    def cut(self) -> None:
        self._wire.cut()

    def join(self) -> None:
        self._wire.join()

    def _take(self, data: bytes) -> None:
        if not data:  # another client
            # Its types ask for the client's port; any pyserial port, and any `write`, will do.
            self._manager = PortManager(self._port, self._wire)  # type: ignore[arg-type]
            self.hear(b"")
        elif self._manager is not None:
            plain = b"".join(self._manager.filter(data))
            if plain:
                self.hear(plain)
