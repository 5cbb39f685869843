"""Opens a serial port behind a network server that speaks RFC 2217 (telnet with port settings).

pyserial's client has no descriptor to wait on: a thread of its own fills a queue. Two threads carry
its bytes over a pair of sockets, so that the pump waits on it as on any other link. What that costs
is a fraction of a millisecond; what it cannot do is said in `open_rfc2217`.
"""

from __future__ import annotations

import contextlib
import re
import socket
import threading
from typing import Any

import serial
from serial import rfc2217

from rigs.errors import PortMissing
from rigs.links.lock import PortLock
from rigs.links.stream import LOST, StreamLink
from rigs.links.wirelog import WireLog

_CHUNK = 65536
_PURGE_S = 0.5
_END_S = 1.0


def open_rfc2217(
    device: str,
    host: str,
    port: int,
    log: WireLog,
    limit_s: float,
    *,
    baud: int = 115200,
    data_bits: int = 8,
    parity: str = "N",
    stop_bits: float = 1,
    without: tuple[str, ...] = (),
) -> StreamLink:
    """The port that the server at `host`:`port` has, with these settings.

    What servers differ in: some answer no ``purge`` (the link opens, and `StreamLink.remarks` says
    so) or no ``control`` (it opens only with that in `without`); none tells when a write has left
    the far port, or that the far device was unplugged. A limit on each answer is a quarter of
    `limit_s`, but at least half a second and at most three.

    Raises:
        PortMissing: nobody listens there, it is no such server, or it refuses a setting; the error
            names the option that had no answer.
        PortBusy: another process of this machine has it.
    """
    where = f"{host}:{port}"
    lock = PortLock(device, where)
    line = _Line(baudrate=baud, bytesize=data_bits, parity=parity, stopbits=stop_bits, timeout=None)
    line.without = without
    wait_s = min(3.0, max(0.5, limit_s / 4))
    address = f"[{host}]:{port}" if ":" in host else where
    line.port = f"rfc2217://{address}?timeout={wait_s:g}" + (
        "&ign_set_control" if "control" in without else ""
    )
    try:
        line.open()
    except (*LOST, ValueError, NotImplementedError) as error:
        lock.release()
        raise _missing(error, device, where, wait_s) from None
    bridge = _Bridge(line)

    def close() -> None:
        try:
            bridge.close()
        finally:
            lock.release()

    link = StreamLink(device, where, bridge.fileno(), log, close)
    for remark in line.remarks:
        link.remark(remark)
    return link


class _Line(rfc2217.Serial):
    """pyserial's client, for which a server that ignores PURGE-DATA is no reason not to open."""

    without: tuple[str, ...] = ()

    _network_timeout: float

    def __init__(self, **settings: Any) -> None:
        self.remarks: list[str] = []
        super().__init__(None, **settings)

    def rfc2217_send_purge(self, value: bytes) -> None:
        if "purge" in self.without:
            return
        whole_s, self._network_timeout = self._network_timeout, _PURGE_S
        try:
            super().rfc2217_send_purge(value)
        except serial.SerialException:
            self.without += ("purge",)
            self.remarks.append(
                "its server does not answer 'purge': bytes of before may still come"
            )
        finally:
            self._network_timeout = whole_s


class _Bridge:
    """Two threads between a line and a pair of sockets. The end of either ends all."""

    def __init__(self, line: _Line) -> None:
        self._line = line
        self._ours, self._theirs = socket.socketpair()
        self._threads = [
            threading.Thread(target=self._from_device, name="rfc2217 in", daemon=True),
            threading.Thread(target=self._to_device, name="rfc2217 out", daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def fileno(self) -> int:
        return self._ours.fileno()

    def close(self) -> None:
        self._hang_up()
        with contextlib.suppress(*LOST):
            self._line.close()
        for thread in self._threads:
            thread.join(_END_S)
        self._ours.close()
        self._theirs.close()

    def _hang_up(self) -> None:
        with contextlib.suppress(OSError):
            self._theirs.shutdown(socket.SHUT_RDWR)

    def _from_device(self) -> None:
        line = self._line
        # After the server's end pyserial gives an empty chunk once, or raises.
        with contextlib.suppress(*LOST):
            while chunk := line.read(1):
                self._theirs.sendall(chunk + line.read(line.in_waiting))
        self._hang_up()

    def _to_device(self) -> None:
        with contextlib.suppress(*LOST):
            while chunk := self._theirs.recv(_CHUNK):
                self._line.write(chunk)
        self._hang_up()


def _missing(error: BaseException, device: str, where: str, wait_s: float) -> PortMissing:
    text = str(error)
    if option := re.search(r"waiting for option '(\w+)'", text):
        what = f"its server does not answer the option {option[1]!r} in {wait_s:g} s"
        remedy = "set that up on the server"
        if option[1] == "control":
            remedy = 'write without = ["control"] in its link'
    elif "RFC2217" in text or "RFC 2217" in text:
        what = "its server refuses these settings, or does not speak RFC 2217"
        remedy = "check address and settings; a raw port of a serial server has the kind tcp"
    else:
        reason = re.sub(r".*?: ", "", text, count=1) if "Could not open" in text else text
        what = f"no connection ({re.sub(r'^.*[]] ', '', reason)})"
        remedy = "check that the server is on and its address is right in the rig file"
    return PortMissing(what, device=device, port=where, remedy=remedy)
