"""An Angel Eye shoe on TCP, in a thread, that says what the test tells it to."""

from __future__ import annotations

import socket
import threading
from pathlib import Path
from types import TracebackType
from typing import Self

from rigs.drivers import Note, Opening
from rigs.drivers.angel_eye import AngelEyeDriver, open_driver
from rigs.errors import BenchError, LinkLost
from rigs.links.pump import Pump
from rigs.links.stream import StreamLink
from rigs.links.wirelog import WireLog
from rigs.protocols.angel_eye import Report, encode_report
from rigs.rigfile import load_rig
from rigs.roles import Observation


class Shoe:
    """The shoe's end of the line, and the bench's driver at the other.

    `answers`: what it answers to each command, in turn; the last one for ever.
    """

    def __init__(self, folder: Path, options: str = "", late: float = 2.0) -> None:
        self.answers = [b"\x06"]
        self.heard = b""
        self.notes: list[Note] = []
        self._server = socket.create_server(("127.0.0.1", 0))
        rig_file = folder / "rig.toml"
        rig_file.write_text(
            f"[limits]\nanswer = {late}\nlate = {late}\n"
            '[devices.shoe]\nrole = "shoe"\nprotocol = "angel-eye"\nstimulus = "none"\n'
            f'link = {{ kind = "tcp", port = {self._server.getsockname()[1]} }}\n'
            'safe_state = { state = "locked" }\n'
            f'options = {{ {options}{", " if options else ""}quiet_ms = "0" }}\n'
            'expect = { maker = "Angel Playing Cards", serial = "A-7" }\n'
        )
        rig = load_rig(rig_file)
        self.pump = Pump(self._lost)
        spec, limits = rig.devices["shoe"], rig.limits_of("shoe")
        opening = Opening("shoe", spec, limits, self.pump, WireLog(), self.notes.append)
        try:
            self.driver: AngelEyeDriver = open_driver(opening)
        except BenchError:
            self._server.close()
            self.pump.close()
            raise
        self.line, _ = self._server.accept()
        self._thread = threading.Thread(target=self._answer)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.driver.close()
        self.pump.close()
        self._thread.join(5)
        self.line.close()
        self._server.close()

    def say(self, *reports: Report, copies: int = 3) -> list[Observation]:
        """The shoe sends these; what the driver makes of them."""
        return self.send(b"".join(encode_report(report) * copies for report in reports))

    def send(self, raw: bytes) -> list[Observation]:
        """As `say`, bytes as they are."""
        self.line.sendall(raw)
        left = len(raw)
        while left > 0:  # the kernel hands them over in pieces of its choice
            before = self.driver._link.health.bytes_in
            assert self.pump.turn(5.0)
            left -= self.driver._link.health.bytes_in - before
        return self.driver.collect()

    def kinds(self) -> list[str]:
        """The kinds of the notes so far."""
        return [note.kind for note in self.notes]

    def _answer(self) -> None:
        while chunk := self.line.recv(4096):
            self.heard += chunk
            for _ in range(chunk.count(b"\x02")):
                self.line.sendall(self.answers[0])
                if len(self.answers) > 1:
                    del self.answers[0]

    def _lost(self, link: StreamLink, error: LinkLost) -> None:
        raise error
