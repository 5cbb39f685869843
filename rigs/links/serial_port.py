"""Opens a serial port, or the pseudo-terminal that an emulator announces."""

from __future__ import annotations

import errno
import os

import serial

from rigs.errors import PortBusy, PortMissing
from rigs.links.lock import PortLock
from rigs.links.stream import LOST, StreamLink
from rigs.links.wirelog import WireLog


def open_serial(
    device: str,
    port: str,
    log: WireLog,
    *,
    baud: int = 115200,
    data_bits: int = 8,
    parity: str = "N",
    stop_bits: float = 1,
) -> StreamLink:
    """`port` opened for this process alone, in raw mode.

    Raises:
        PortMissing: no such port, no serial port, no permission, or settings it does not take.
        PortBusy: another process has it.
    """
    lock = PortLock(device, port)
    line = serial.Serial(
        baudrate=baud,
        bytesize=data_bits,
        parity=parity,
        stopbits=stop_bits,
        timeout=0,
        write_timeout=0,
        exclusive=True,
    )
    line.port = port
    try:
        line.open()
    except (*LOST, ValueError) as error:
        lock.release()
        number = getattr(error, "errno", None)
        if number in (errno.EAGAIN, errno.EBUSY):
            raise PortBusy(
                "another program has it open",
                device=device,
                port=port,
                remedy="close that program (fuser or lsof tells which)",
            ) from None
        what = os.strerror(number) if number else "it cannot be used as a serial port"
        remedy = {
            errno.ENOENT: "plug it in, or name its port in the rig file",
            errno.EACCES: "give your user the right to it (group dialout on Debian)",
        }.get(number or 0, f"check port and settings ({baud} {data_bits}{parity}{stop_bits:g})")
        raise PortMissing(what, device=device, port=port, remedy=remedy) from None

    def close() -> None:
        try:
            line.close()
        finally:
            lock.release()

    return StreamLink(device, port, line.fileno(), log, close)
