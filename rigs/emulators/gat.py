"""The GAT port of a device: it hashes its own software, or says that it does.

Settings: ``image.NAME=FILE`` (a component and what is really in this unit), ``version.NAME=TEXT``,
``claims.NAME=FILE`` (a unit that was tampered with and kept the original file: it hashes that),
``replays.NAME=HASH`` (one that gives a recorded answer), ``gat_crc``, ``calculation_ms``.
"""

from __future__ import annotations

from collections.abc import Set
from pathlib import Path

from rigs.emulators.device import Answer, Device, Refused
from rigs.emulators.ends import End
from rigs.emulators.loop import Loop
from rigs.protocols import gat

FUNCTIONS = (gat.LIST, gat.GET_FILE, gat.COMPONENT)


class GatPort(Device):
    """A port, no moving part."""

    role = "gat"
    model = "GAT-1"

    def __init__(self, defects: Set[str] = frozenset(), serial: str = "") -> None:
        super().__init__(defects, serial)

    def reset(self) -> None:
        """It has no state that outlives a calculation."""

    def make_safe(self) -> None:
        """It has no output."""

    def is_safe(self) -> bool:
        return True

    def look(self) -> Answer:
        return {}

    def lost_power(self) -> None:
        """The side forgets what was asked."""


class GatSide:
    """Answers requests one by one. Quirks of real receivers are kept (`gat.md`)."""

    def __init__(self, loop: Loop, end: End, device: Device, options: dict[str, str]) -> None:
        self._loop, self._end, self._device = loop, end, device
        self._files: dict[str, dict[str, Path]] = {"image": {}, "claims": {}}
        self._versions: dict[str, str] = {}
        self._replays: dict[str, str] = {}
        self._crc, self._seconds = gat.DEFAULT_CRC, 0.02
        for key, value in options.items():
            self._set(key, value)
        self._decoder = gat.Decoder(gat.COMMANDS, self._crc)
        self._status, self._result = gat.IDLE, b""
        self._run = 0
        end.hear = self._hear

    def boot(self, cause: str, unheard: bool = False) -> None:
        """Power is on: nothing has been calculated."""
        self._status, self._result = gat.IDLE, b""
        self._decoder.flush()

    def die(self) -> None:
        """No power: a calculation ends."""
        self._run += 1

    def _set(self, key: str, value: str) -> None:
        kind, _, name = key.partition(".")
        if key == "gat_crc" and value in gat.CRCS:
            self._crc = value
        elif key == "calculation_ms" and value.isdigit() and len(value) < 6:
            self._seconds = int(value) / 1000
        elif kind in self._files and name:
            if not Path(value).is_file():
                raise Refused(f"{key}: {value!r:.200} is no file")
            self._files[kind][name] = Path(value)
        elif kind == "version" and name:
            self._versions[name] = value
        elif kind == "replays" and name:
            self._replays[name] = value
        else:
            raise Refused(
                f"{key}={value:.60}: a GAT port knows image.NAME=FILE, version.NAME=TEXT, "
                f"claims.NAME=FILE, replays.NAME=HASH, gat_crc={'|'.join(gat.CRCS)}, "
                "calculation_ms=N"
            )

    def _hear(self, data: bytes) -> None:
        if not data:
            self._decoder.flush()
        if not self._device.powered:
            return
        for item in self._decoder.feed(data):
            if isinstance(item, gat.Frame):
                self._end.write(gat.encode(self._answer(item), self._crc))
                # What came behind a complete message is lost.
                self._decoder.flush()
                return

    def _answer(self, frame: gat.Frame) -> gat.Frame:
        if frame.command == gat.LAST_RESULTS:
            number = int.from_bytes(frame.data[1:3], "big")
            if self._status == gat.DONE and number * gat.MAX_PAYLOAD <= len(self._result):
                return gat.results_answer(number, self._result)
        elif frame.command == gat.CALCULATE:
            self._calculate(frame.data)
        return gat.Frame(frame.command | gat.ANSWER, bytes((self._status,)))

    def _calculate(self, data: bytes) -> None:
        self._status, self._result = gat.CALCULATING, b""
        self._run += 1
        run = self._run

        def done() -> None:
            if run != self._run:
                return
            result = self._do(data)
            self._status = gat.FAILED if result is None else gat.DONE
            self._result = result or b""

        self._loop.after(self._seconds, done)

    def _do(self, data: bytes) -> bytes | None:
        if data[:1] != bytes((gat.SPECIAL,)):
            return None
        match data[1:].decode("utf-8", "replace").split("\0"):
            case [gat.LIST]:
                return gat.functions_xml(FUNCTIONS)
            case [gat.GET_FILE, gat.RESPONSE_FILE]:
                names = self._files["image"]
                listed = (gat.Component(name, self._versions.get(name, "")) for name in names)
                return gat.components_xml(listed)
            case [gat.COMPONENT, name, gat.ALGORITHM, salt] if name in self._files["image"]:
                digest = self._hash(name, salt)
                return None if digest is None else gat.hash_xml(name, salt, digest)
            case _:
                return None

    def _hash(self, name: str, salt: str) -> str | None:
        if name in self._replays:
            return self._replays[name]
        try:
            key = bytes.fromhex(salt)
            hashed = self._files["claims"].get(name, self._files["image"][name])
            return gat.salted_hash(key, hashed.read_bytes())
        except (ValueError, OSError):
            return None
