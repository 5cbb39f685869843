"""The stimulus port of an emulated device: one JSON object a line, one answer a line, over TCP."""

from __future__ import annotations

import contextlib
import os
import socket
import time
from typing import Any

import msgspec

from rigs.errors import StimulusError, StimulusRefused

_MAX_ANSWER = 1 << 20


class EmulatorPort:
    """The port at `address` (``HOST:PORT``) of the emulator of `device`.

    `limit_s`: the longest wait for an act to be done.

    Raises:
        StimulusError: nobody listens there.
    """

    def __init__(self, device: str, address: str, limit_s: float) -> None:
        self._device, self._address, self._limit_s = device, address, limit_s
        host, _, port = address.rpartition(":")
        self._held = b""
        try:
            self._socket = socket.create_connection((host, int(port)), timeout=limit_s)
        except (OSError, ValueError) as error:
            raise self._error(f"its stimulus port does not answer ({error})") from None
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def do(self, act: str, fields: dict[str, Any]) -> dict[str, Any]:
        """Does `act` with `fields`; returns the rest of the answer.

        Raises:
            StimulusError: refused, or no answer in time, or the emulator is gone.
        """
        deadline = time.monotonic() + self._limit_s
        try:
            self._socket.settimeout(self._limit_s)
            self._socket.sendall(msgspec.json.encode({"do": act, **fields}) + b"\n")
            line = self._line(deadline)
        except TimeoutError:
            # A late answer would be taken for the next act's.
            self.close()
            raise self._error(f"{act!r} was not done in {self._limit_s:g} s") from None
        except OSError as error:
            self.close()
            why = os.strerror(error.errno) if error.errno else str(error)
            raise self._error(f"{act!r} could not be done: its emulator is gone ({why})") from None
        try:
            answer = msgspec.json.decode(line, type=dict[str, Any])
        except (msgspec.DecodeError, msgspec.ValidationError):
            raise self._error(f"{act!r} was answered with no JSON object: {line!r:.80}") from None
        if answer.pop("ok", None) is not True:
            why = f"{act!r} was refused: {answer.get('error', 'no reason given')}"
            raise self._error(why, StimulusRefused)
        return answer

    def close(self) -> None:
        """Closes the connection."""
        with contextlib.suppress(OSError):
            self._socket.close()

    def _line(self, deadline: float) -> bytes:
        while b"\n" not in self._held:
            left = deadline - time.monotonic()
            if left <= 0:
                raise TimeoutError
            self._socket.settimeout(left)
            chunk = self._socket.recv(65536)
            if not chunk:
                raise ConnectionResetError("it closed the connection")
            self._held += chunk
            if len(self._held) > _MAX_ANSWER:
                raise ConnectionResetError(f"an answer of more than {_MAX_ANSWER} bytes")
        line, _, self._held = self._held.partition(b"\n")
        return line

    def _error(self, what: str, kind: type[StimulusError] = StimulusError) -> StimulusError:
        return kind(
            what,
            device=self._device,
            port=self._address,
            remedy="the emulator's log is in the run directory, under emulators",
        )
