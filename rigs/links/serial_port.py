"""Opens a serial port, or the pseudo-terminal that an emulator announces."""

from __future__ import annotations

import errno
import os

import serial

from rigs.errors import PortBusy, PortMissing
from rigs.links.lock import PortLock
from rigs.links.stream import LOST, StreamLink
from rigs.links.wirelog import WireLog

USB = "usb:"


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

    `port`: its path, or ``usb:SERIAL``: the serial number of its USB adapter, wherever it is now.

    Raises:
        PortMissing: no such port, no serial port, no permission, or settings it does not take.
        PortBusy: another process has it.
    """
    path = by_serial_number(device, port) if port.startswith(USB) else port
    lock = PortLock(device, path)
    line = serial.Serial(
        baudrate=baud,
        bytesize=data_bits,
        parity=parity,
        stopbits=stop_bits,
        timeout=0,
        write_timeout=0,
        exclusive=True,
    )
    line.port = path
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


def by_serial_number(device: str, port: str) -> str:
    """The path of the one port whose USB adapter has the serial number in ``usb:SERIAL``.

    Raises:
        PortMissing: there is none, or several (an adapter may have more than one port).
    """
    from serial.tools import list_ports  # few benches need it

    wanted = port.removeprefix(USB)
    there = sorted(list_ports.comports())
    found = [one.device for one in there if one.serial_number == wanted]
    if len(found) == 1:
        return str(found[0])
    if found:
        raise PortMissing(
            f"{len(found)} ports have this serial number ({' '.join(found)})",
            device=device,
            port=port,
            remedy="name one by /dev/serial/by-id/...",
        )
    numbers = " ".join(f"{USB}{one.serial_number}" for one in there if one.serial_number)
    raise PortMissing(
        "no USB adapter with this serial number is plugged in",
        device=device,
        port=port,
        remedy=f"there is {numbers}" if numbers else "there is no USB adapter at all",
    )
