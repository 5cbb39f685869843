"""Opens a TCP connection to a device that listens."""

from __future__ import annotations

import os
import socket

from rigs.errors import PortMissing
from rigs.links.lock import PortLock
from rigs.links.stream import StreamLink
from rigs.links.wirelog import WireLog


def open_tcp(device: str, host: str, port: int, log: WireLog, limit_s: float) -> StreamLink:
    """A connection, at most one a process and machine, within `limit_s` seconds.

    Raises:
        PortMissing: nobody listens there, or not in time.
        PortBusy: another process of this machine has it.
    """
    where = f"{host}:{port}"
    lock = PortLock(device, where)
    try:
        connection = socket.create_connection((host, port), timeout=limit_s)
    except OSError as error:
        lock.release()
        why = os.strerror(error.errno) if error.errno else str(error)
        raise PortMissing(
            f"no connection ({why})",
            device=device,
            port=where,
            remedy="check that the device is on and its address is right in the rig file",
        ) from None
    # Small request and answer messages would otherwise wait 40 ms for each other's acknowledgement.
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def close() -> None:
        connection.close()
        lock.release()

    return StreamLink(device, where, connection.fileno(), log, close)
