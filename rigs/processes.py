"""Emulated devices as child processes: started together, awaited with a limit, surely ended."""

from __future__ import annotations

import contextlib
import os
import select
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

from rigs.errors import EmulatorFailed
from rigs.rigfile import (
    DeviceSpec,
    LinkSpec,
    PtySpec,
    ReplaySpec,
    Rfc2217Spec,
    Rig,
    SerialSpec,
    TcpSpec,
    VisaSpec,
)
from rigs.roles import INSTRUMENT_ROLES

_END_S = 2.0
_DYING_S = 0.2
_named: set[Path] = set()
"""Folders whose logs an error has told a person to see."""


class Announcement(Struct, frozen=True):
    """What an emulator prints once it is ready, as one line of JSON."""

    link: str
    """A device path, or ``HOST:PORT``."""
    stimulus: str
    """``HOST:PORT``"""
    pid: int


class Emulator:
    """One emulator process. `life` is its stdin: it ends when nobody holds the other end any more.

    `looks_at`: the stimulus ports of the devices on which an instrument acts, or at which it looks;
    of a relay card ``CHANNEL=PORT/ACT``.
    `stimulus`: where its own stimulus port shall be, to start it again in the same place.
    """

    def __init__(
        self,
        name: str,
        spec: DeviceSpec,
        life: int,
        log_dir: Path,
        looks_at: tuple[str, ...] = (),
        stimulus: str = "127.0.0.1:0",
    ) -> None:
        self.name, self.announced = name, Announcement("", "", 0)
        self.log = log_dir / f"{name}.log"
        self._said = b""
        log_dir.mkdir(parents=True, exist_ok=True)
        with self.log.open("ab") as log:
            # Its own session: Ctrl-C at the terminal must not end it before it is safe.
            self.process = subprocess.Popen(
                _argv(spec, looks_at, stimulus),
                stdin=life,
                stdout=subprocess.PIPE,
                stderr=log,
                env=environment(),
                start_new_session=True,
            )

    def ready(self, deadline: float) -> Announcement:
        """Waits until it is ready, until `deadline` (time.monotonic()).

        Raises:
            EmulatorFailed: it ended, said something else, or is not ready in time.
        """
        out = self.process.stdout
        if out is None:
            raise self._failed("it has no output")
        while b"\n" not in self._said:
            if not select.select((out,), (), (), max(0.0, deadline - time.monotonic()))[0]:
                raise self._failed("it was not ready in time")
            chunk = os.read(out.fileno(), 4096)
            if not chunk:
                self.process.wait(_END_S)
                raise self._failed(f"it ended at once (exit code {self.process.returncode})")
            self._said += chunk
        line = self._said.partition(b"\n")[0]
        try:
            self.announced = msgspec.json.decode(line, type=Announcement)
        except (msgspec.DecodeError, msgspec.ValidationError):
            raise self._failed(f"it announced itself with {line!r:.80}") from None
        return self.announced

    @property
    def ended(self) -> bool:
        """Whether the process is gone."""
        return self.process.poll() is not None

    def fate(self) -> str:
        """What became of it, for a person; one that is just dying is given the time for that."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(_DYING_S)
        code = self.process.returncode
        return "it heard nothing any more" if code is None else f"it ended (exit code {code})"

    def failed(self, what: str) -> EmulatorFailed:
        """The error that says `what` became of it, its last line, and where all of them are."""
        _named.add(self.log.parent)
        lines = self.log.read_text("utf-8", "replace").strip().splitlines()
        said = f": {lines[-1]}" if lines else ""
        return EmulatorFailed(
            f"its emulator failed, {what}{said}", device=self.name, remedy=f"see {self.log}"
        )

    def end(self) -> None:
        """Ends it: politely, and if it does not go, by force."""
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(_END_S)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        if self.process.stdout:
            self.process.stdout.close()

    def reap(self, limit_s: float = _END_S) -> None:
        """Waits for its end, which closing its stdin has begun; then makes sure."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(limit_s)
        self.end()

    def _failed(self, what: str) -> EmulatorFailed:
        self.end()
        return self.failed(what)


@contextlib.contextmanager
def passing_logs(prefix: str) -> Iterator[Path]:
    """A folder for the logs of emulators: it stays only where an error has told of it."""
    folder = Path(tempfile.mkdtemp(prefix=prefix))
    try:
        yield folder
    finally:
        if folder not in _named:
            shutil.rmtree(folder, ignore_errors=True)


def start_emulators(rig: Rig, life: int, log_dir: Path) -> dict[str, Emulator]:
    """All emulated devices of `rig`, by name: started together, instruments after what they act on.

    `ready` has been called on all; with an error every one has been ended.

    Raises:
        EmulatorFailed: one did not start.
    """
    deadline = time.monotonic() + rig.limits.connect
    started: dict[str, Emulator] = {}
    try:
        for instruments in (False, True):
            wave = {
                name: Emulator(name, spec, life, log_dir, what_it_looks_at(spec, started))
                for name, spec in rig.devices.items()
                if spec.started and (spec.role in INSTRUMENT_ROLES) == instruments
            }
            started |= wave
            for emulator in wave.values():
                emulator.ready(deadline)
    except BaseException:
        for emulator in started.values():
            emulator.end()
        raise
    return started


def start_again(rig: Rig, emulator: Emulator, life: int, among: dict[str, Emulator]) -> Emulator:
    """A new process in the place of `emulator`, its stimulus port where instruments know it.

    Raises:
        EmulatorFailed: it did not start.
    """
    emulator.process.kill()  # one that hears nothing would not hear a polite end either
    emulator.end()
    spec = rig.devices[emulator.name]
    again = Emulator(
        emulator.name,
        spec,
        life,
        emulator.log.parent,
        what_it_looks_at(spec, among),
        emulator.announced.stimulus,
    )
    again.ready(time.monotonic() + rig.limits.connect)
    return again


def what_it_looks_at(spec: DeviceSpec, among: dict[str, Emulator]) -> tuple[str, ...]:
    """`Emulator`'s `looks_at` for an instrument, where the emulators `among` are started."""
    names = (*spec.powers, spec.aims_at)
    ports = tuple(among[name].announced.stimulus for name in names if name in among)
    if not spec.wires:
        return ports
    wired = [(channel, *wire.split(" ")) for channel, wire in spec.wires.items()]
    return tuple(
        f"{channel}={among[name].announced.stimulus}/{act}"
        for channel, name, act in wired
        if name in among
    )


def environment() -> dict[str, str]:
    """The environment of a child that runs one of our modules, wherever the runner was started."""
    home = str(Path(__file__).resolve().parent.parent)
    path = os.pathsep.join(filter(None, (home, os.environ.get("PYTHONPATH", ""))))
    return {**os.environ, "PYTHONPATH": path, "PYTHONUNBUFFERED": "1"}


def python(module: str, *arguments: str) -> list[str]:
    """The command that runs `module`; -P keeps modules of the current directory out."""
    return [sys.executable, "-P", "-m", module, *arguments]


def resolved(spec: LinkSpec, announced: Announcement) -> LinkSpec:
    """The link of an emulated device, now that it has said where it is."""
    host, _, port = announced.link.rpartition(":")
    if isinstance(spec, ReplaySpec):
        over: dict[str, LinkSpec] = {"pty": PtySpec(), "tcp": TcpSpec(), "visa": VisaSpec()}
        spec = over[spec.over]
    match spec:
        case PtySpec():
            return SerialSpec(port=announced.link)
        case TcpSpec():
            return TcpSpec(host=host, port=int(port))
        case Rfc2217Spec():
            return msgspec.structs.replace(spec, host=host, port=int(port))
        case VisaSpec():
            return VisaSpec(resource=f"TCPIP::{host}::{port}::SOCKET")
        case _:
            return spec


def _argv(spec: DeviceSpec, looks_at: tuple[str, ...], stimulus: str) -> list[str]:
    emulator, link = spec.emulator, spec.link
    if isinstance(link, ReplaySpec):
        over = ["--pty"] if link.over == "pty" else ["--tcp", "127.0.0.1:0"]
        words = ["--as", link.name, "--timing", str(link.timing), *over, "--stimulus", stimulus]
        return python("rigs.replay", link.log, *words)
    arguments = [spec.role]
    if isinstance(link, TcpSpec):
        arguments += ["--tcp", f"{link.host}:{link.port}"]
    elif isinstance(link, Rfc2217Spec):
        arguments += ["--rfc2217", f"{link.host}:{link.port}"]
    elif isinstance(link, VisaSpec):
        arguments += ["--tcp", "127.0.0.1:0"]
    else:
        arguments += ["--pty"]
    arguments += ["--stimulus", stimulus]
    if emulator is not None:
        for defect in emulator.defects:
            arguments += ["--defect", defect]
        if emulator.defects:
            arguments += ["--probability", str(emulator.probability), "--seed", str(emulator.seed)]
            arguments += ["--after", str(emulator.after)]
        if emulator.serial:
            arguments += ["--serial", emulator.serial]
        for key, value in emulator.options.items():
            arguments += ["--option", f"{key}={value}"]
    if spec.protocol not in ("burncard", "scpi", "other"):
        arguments += ["--protocol", spec.protocol]
    if spec.protocol == "profile":
        arguments += ["--option", f"profile={spec.options['profile']}"]
    if spec.aims_at and looks_at:
        arguments += ["--aims-at", *looks_at]
    for address in looks_at if spec.powers else ():
        arguments += ["--powers", address]
    for wire in looks_at if spec.wires else ():
        arguments += ["--wires", wire]
    if emulator is not None and emulator.command:
        return [*emulator.command, *arguments]
    return python("rigs.emulators", *arguments)
