"""The wire log: every chunk of bytes on every link, as it came and went."""

from __future__ import annotations

import os
import time
from pathlib import Path


class WireLog:
    """Appends one JSON line a chunk, straight to the file: a killed run keeps all it had seen.

    ``{"t": monotonic ns on arrival, "wall": seconds since 1970, "link": device, "dir": "rx"|"tx",
    "hex": bytes}``
    """

    def __init__(self, path: Path | None = None) -> None:
        self._fd = -1
        self.path: Path | None = None
        if path:
            self.switch(path)

    def switch(self, path: Path) -> None:
        """What comes from now on goes to `path`, after what is there."""
        path.parent.mkdir(parents=True, exist_ok=True)
        fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o644)
        self.close()
        self._fd, self.path = fd, path

    def write(self, link: str, direction: str, at_ns: int, chunk: bytes) -> None:
        """Records `chunk`; `direction` is ``rx`` (from the device) or ``tx`` (to it).

        `link` is a name from the rig file, which allows nothing that JSON would have to escape.
        """
        if self._fd >= 0:
            line = (
                f'{{"t":{at_ns},"wall":{time.time():.6f},"link":"{link}",'
                f'"dir":"{direction}","hex":"{chunk.hex()}"}}\n'
            )
            os.write(self._fd, line.encode())

    def close(self) -> None:
        """Closes the file; later chunks are not recorded."""
        if self._fd >= 0:
            os.close(self._fd)
        self._fd = -1
