"""The wire log: every chunk of bytes on every link, as it came and went.

One JSON object a line, in the order of time; docs/formats.md has every field. What is said of a
link is one of: bytes (``rx``, ``tx``), its state (``state``), what the device's own clock said
(``clock``), or a physical act of the bench on the device (``act``), without which a recorded
session could not be played again.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

FORMAT = 1


class WireLog:
    """Appends each line straight to the file, in one go: a killed run keeps all it had seen.

    A `link` is a name from the rig file, which allows nothing that JSON would have to escape.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._fd = -1
        self._opened: set[str] = set()
        self.path: Path | None = None
        if path:
            self.switch(path)

    def switch(self, path: Path, head: Mapping[str, Any] | None = None) -> None:
        """What comes from now on goes to `path`, after what is there.

        `head`: what a new file says of itself in its first line: ``scenario``, ``rig``, ``links``.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o644)
        self.close()
        self._fd, self.path = fd, path
        size = os.fstat(fd).st_size
        if not size:
            self._line("", "head", time.monotonic_ns(), {"format": FORMAT, **(head or {})})
        elif os.pread(fd, 1, size - 1) != b"\n":
            os.write(fd, b"\n")  # the last line was torn; what comes must not be lost with it

    def write(self, link: str, direction: str, at_ns: int, chunk: bytes) -> None:
        """Records `chunk`; `direction` is ``rx`` (from the device) or ``tx`` (to it)."""
        if self._fd >= 0:
            line = (
                f'{{"t":{at_ns},"wall":{time.time():.6f},"link":"{link}",'
                f'"dir":"{direction}","hex":"{chunk.hex()}"}}\n'
            )
            os.write(self._fd, line.encode())

    def state(self, link: str, state: str, port: str, why: str = "") -> None:
        """The link is now ``open`` (``reconnected`` if it was before), ``closed`` or ``lost``."""
        if state == "open" and link in self._opened:
            state = "reconnected"
        self._opened.add(link)
        more = {"why": why} if why else {}
        self._line(link, "state", time.monotonic_ns(), {"state": state, "port": port, **more})

    def clock(self, link: str, at_ns: int, counter: int, device_ms: int) -> None:
        """An event that arrived at `at_ns` was number `counter`, at `device_ms` of its clock."""
        if self._fd >= 0:
            line = (
                f'{{"t":{at_ns},"wall":{time.time():.6f},"link":"{link}",'
                f'"dir":"clock","counter":{counter},"ms":{device_ms}}}\n'
            )
            os.write(self._fd, line.encode())

    def act(self, link: str, do: str, fields: Mapping[str, Any], by: str = "") -> None:
        """The bench begins a physical act on the device; `by`: the instrument that does it."""
        more = {"by": by} if by else {}
        self._line(link, "act", time.monotonic_ns(), {"do": do, "fields": fields, **more})

    def done(self, link: str, do: str, told: Mapping[str, Any], error: str = "") -> None:
        """The act has been done, and `told` this; or it was not, and `error` says why."""
        more = {"error": error} if error else {}
        self._line(link, "done", time.monotonic_ns(), {"do": do, "told": told, **more})

    def close(self) -> None:
        """Closes the file; later chunks are not recorded."""
        if self._fd >= 0:
            os.close(self._fd)
        self._fd = -1

    def _line(self, link: str, direction: str, at_ns: int, rest: Mapping[str, Any]) -> None:
        if self._fd >= 0:
            wall = round(time.time(), 6)
            line = {"t": at_ns, "wall": wall, "link": link, "dir": direction, **rest}
            os.write(self._fd, msgspec.json.encode(line) + b"\n")
