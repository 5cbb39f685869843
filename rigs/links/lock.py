"""One owner a port, across processes: TCP and VISA know no exclusive open of their own."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import tempfile
from pathlib import Path

from rigs.errors import PortBusy

_TERMINALS = "/dev/pts/"


class PortLock:
    """Holds `port` until `release` or the end of this process.

    Raises:
        PortBusy: another process holds it; the error names that process.
    """

    def __init__(self, device: str, port: str) -> None:
        digest = hashlib.sha256(_name(port).encode()).hexdigest()[:16]
        self._path = Path(tempfile.gettempdir()) / f"burncard-port-{digest}.lock"
        self._fd = self._open()
        while not self._locked(device, port):
            os.close(self._fd)
            self._fd = self._open()
        with contextlib.suppress(OSError):
            os.ftruncate(self._fd, 0)
            os.pwrite(self._fd, str(os.getpid()).encode(), 0)

    def release(self) -> None:
        """Lets go of the port."""
        if self._fd >= 0:
            with contextlib.suppress(OSError):
                self._path.unlink()
            os.close(self._fd)
        self._fd = -1

    def _open(self) -> int:
        try:
            return os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        except PermissionError:  # another user made it; it can be locked all the same
            return os.open(self._path, os.O_RDONLY | os.O_CLOEXEC)

    def _locked(self, device: str, port: str) -> bool:
        """Locks the file. False: the owner before removed it meanwhile, so it locks nobody out."""
        try:
            fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            holder = os.pread(self._fd, 20, 0).decode("ascii", "replace").strip()
            os.close(self._fd)
            raise PortBusy(
                f"process {holder or '(unknown)'} has it open",
                device=device,
                port=port,
                remedy="end that process, or wait until it is done",
            ) from None
        try:
            there = self._path.stat()
        except FileNotFoundError:
            return False
        mine = os.fstat(self._fd)
        return (there.st_dev, there.st_ino) == (mine.st_dev, mine.st_ino)


def _name(port: str) -> str:
    """What tells `port` from all others, also from one that had its name before."""
    if not port.startswith("/"):
        return port
    path = os.path.realpath(port)
    if path.startswith(_TERMINALS):
        # The number of a terminal that is gone is given to the next one, whoever still holds the
        # lock of the old one. Its inode number is the same; when it was made is not.
        with contextlib.suppress(OSError):
            return f"{path} {Path(path).stat().st_ctime_ns}"
    return path
