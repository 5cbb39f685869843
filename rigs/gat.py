"""Is it the right software? Asks a device's GAT port, and holds its answers against the rig file.

A device hashes itself. One that was tampered with can keep the original file and hash that, so its
word alone is *self-reported*. Only where the rig file names an image that was read out of this very
unit without its help is the answer *checked against image*: a unit that runs something else then
either tells the hash of what it runs, or lies and is found out.
"""

from __future__ import annotations

import secrets
import time
from pathlib import Path

import msgspec
from msgspec import Struct

from rigs.errors import BenchError, DeviceMismatch, DeviceRefused, DeviceSilent, GarbledFrames
from rigs.links.opening import open_stream
from rigs.links.wirelog import WireLog
from rigs.processes import Emulator, resolved
from rigs.protocols import gat
from rigs.rigfile import DeviceSpec, GatSpec, Limits, Rig, SafeState

IMAGE, SELF = "checked against image", "self-reported"
_TRIES = 3
_POLL_S = 0.02
_SALT_BYTES = 20
_QUIET_S = 0.02


class Checked(Struct, frozen=True):
    """One component, and what is known of it."""

    name: str
    version: str = ""
    how: str = ""
    """``checked against image``, ``self-reported``, or "": the rig file says nothing of it."""
    matches: bool | None = None
    """None: there was nothing to hold it against."""
    salt: str = ""
    told: str = ""
    """The hash that the device gave under `salt`."""
    expected: str = ""
    why: str = ""
    """What does not match."""


class Software(Struct, frozen=True):
    """What a device's GAT port said, and whether it is what the rig file claims."""

    port: str
    functions: tuple[str, ...]
    components: tuple[Checked, ...]
    crc: str
    asked_again: int = 0
    """Requests that had no answer at first."""
    garbled: int = 0
    """Answers that were no frames."""
    ms: float = 0.0
    """The longest calculation: one that is much quicker or slower than another unit's is odd."""

    @property
    def matches(self) -> bool:
        """Whether nothing contradicts the rig file."""
        return all(one.matches is not False for one in self.components)

    def words(self) -> str:
        """For a person, one line."""
        return "; ".join(
            f"{one.name} {one.version}".strip()
            + (f" {one.how}, " if one.how else " ")
            + {True: "matches", False: f"DOES NOT MATCH: {one.why}", None: "not checked"}[
                one.matches
            ]
            for one in self.components
        )


def verify(rig: Rig, name: str, life: int, log_dir: Path, log: WireLog) -> Software:
    """Asks the GAT port of the device `name`; an emulated port is started for it and ended.

    `life`: what keeps an emulator alive. `log_dir`: for its error output.

    Raises:
        BenchError: the port is not there, does not answer, or says what cannot be understood.
    """
    spec = rig.devices[name].gat
    if spec is None:
        raise BenchError("the rig file names no GAT port", device=name)
    if spec.emulator is None:
        return _verify(name, spec, rig.limits, log)
    options = {**spec.emulator.options, **spec.options}
    started = DeviceSpec(
        role="gat",
        link=spec.link,
        safe_state=SafeState("passive"),
        emulator=msgspec.structs.replace(spec.emulator, options=options),
    )
    emulator = Emulator(f"{name}.gat", started, life, log_dir)
    try:
        announced = emulator.ready(time.monotonic() + rig.limits.connect)
        spec = msgspec.structs.replace(spec, link=resolved(spec.link, announced))
        return _verify(name, spec, rig.limits, log)
    finally:
        emulator.end()


def insist(name: str, software: Software) -> None:
    """Lets no device be tested that runs other software than the rig file claims.

    Raises:
        DeviceMismatch: it does, or says so.
    """
    if not software.matches:
        bad = [one for one in software.components if one.matches is False]
        raise DeviceMismatch(
            "its software is not the rig file's: "
            + "; ".join(f"{one.name}: {one.why} ({one.how})" for one in bad),
            device=name,
            port=software.port,
            remedy="load the right software, or correct the rig file",
        )


def _verify(name: str, spec: GatSpec, limits: Limits, log: WireLog) -> Software:
    port = _Port(f"{name}.gat", spec, limits, log)
    try:
        functions = gat.read_functions(port.calculate(gat.LIST))
        listed = gat.read_components(port.calculate(gat.GET_FILE, gat.RESPONSE_FILE))
        there = {one.name: one for one in listed}
        wanted = {**spec.expect, **spec.image, **spec.version}
        checked = [_check(port, spec, one) for one in listed]
        checked += [
            Checked(one, how=SELF, matches=False, why="the device does not list it")
            for one in wanted
            if one not in there
        ]
    except gat.NoResult as error:
        raise DeviceRefused(
            f"its answer cannot be read: {error}",
            device=f"{name}.gat",
            port=port.port,
            remedy="rigs/protocols/gat.md tells what is expected; hold it against the standard",
        ) from None
    finally:
        port.close()
    return Software(
        port=port.port,
        functions=functions,
        components=tuple(checked),
        crc=port.crc,
        asked_again=port.asked_again,
        garbled=port.garbled,
        ms=round(port.longest_s * 1000, 1),
    )


def _check(port: _Port, spec: GatSpec, one: gat.Component) -> Checked:
    name, version = one.name, one.version
    wanted = spec.version.get(name)
    if name not in spec.expect and name not in spec.image and wanted is None:
        return Checked(name, version)
    how = IMAGE if name in spec.image else SELF
    if wanted is not None and wanted != version:
        why = f"version {version!r}, the rig file says {wanted!r}"
        return Checked(name, version, how, matches=False, why=why)
    told = expected = salt = ""
    if name in spec.image:
        image = Path(spec.image[name]).read_bytes()
        approved = spec.expect.get(name, "").lower()
        own = gat.salted_hash(bytes.fromhex(spec.salt), image)
        if approved and own != approved:
            why = "the image read from it is not the approved software"
            return Checked(name, version, how, False, spec.salt, "", approved, why)
        # A fresh salt: an answer that was recorded earlier is of no use.
        salt = secrets.token_hex(_SALT_BYTES)
        told, expected = port.hash_of(name, salt), gat.salted_hash(bytes.fromhex(salt), image)
        why = "" if told == expected else "it does not tell the hash of the image read from it"
    elif name in spec.expect:
        salt, expected = spec.salt, spec.expect[name].lower()
        told = port.hash_of(name, salt)
        why = "" if told == expected else "it tells another hash than the approved one"
    else:
        why = ""
    return Checked(name, version, how, not why, salt, told, expected, why)


class _Port:
    """One request at a time: a device throws away what comes behind a message."""

    def __init__(self, device: str, spec: GatSpec, limits: Limits, log: WireLog) -> None:
        self._device = device
        self._answer_s = spec.limits.get("answer", 1.0)
        self._calculate_s = spec.limits.get("calculate", 60.0)
        self.crc = spec.options.get("gat_crc", gat.DEFAULT_CRC)
        self._decoder = gat.Decoder((one | gat.ANSWER for one in gat.COMMANDS), self.crc)
        self._link = open_stream(device, spec.link, log, limits)
        self.port = self._link.port
        self.asked_again = self.garbled = 0
        self.longest_s = 0.0

    def hash_of(self, component: str, salt: str) -> str:
        told = self.calculate(gat.COMPONENT, component, gat.ALGORITHM, salt)
        return gat.read_hash(told, component, salt)

    def calculate(self, function: str, *parameters: str) -> bytes:
        """The result of a special function."""
        begun = time.monotonic()
        deadline = begun + self._calculate_s
        status = self._status(self._request(gat.calculate(function, *parameters)))
        while status != gat.DONE:
            if status in (gat.FAILED, gat.IDLE):
                raise self._refused(f"{function!r} ended in {gat.STATES[status]!r}")
            if time.monotonic() > deadline:
                raise DeviceSilent(
                    f"{function!r} is not done in {self._calculate_s:g} s",
                    device=self._device,
                    port=self.port,
                    remedy="raise limits.calculate of this GAT port in the rig file",
                )
            time.sleep(_POLL_S)
            status = self._status(self._request(gat.Frame(gat.STATUS)))
        self.longest_s = max(self.longest_s, time.monotonic() - begun)
        return self._results(function)

    def close(self) -> None:
        self._link.close()

    def _results(self, function: str) -> bytes:
        result, number = b"", 0
        while len(result) <= gat.MAX_RESULT:
            data = self._request(gat.results(number)).data
            if len(data) < 4 or int.from_bytes(data[2:4], "big") != number:
                raise self._refused(f"frame {number} of the results of {function!r} is another one")
            result += data[4:]
            if data[0] & gat.LAST_FRAME:
                return result
            if len(data) == 4:
                break
            number += 1
        raise self._refused(f"the results of {function!r} have no end")

    def _request(self, frame: gat.Frame) -> gat.Frame:
        wanted = frame.command | gat.ANSWER
        bad = ""
        for attempt in range(_TRIES):
            self.asked_again += attempt > 0
            self._drain(attempt > 0)
            self._link.write(gat.encode(frame, self.crc), self._answer_s)
            deadline = time.monotonic() + self._answer_s
            while self._link.wait(deadline - time.monotonic()):
                for item in self._decoder.feed(self._link.read()[0]):
                    if isinstance(item, gat.BadFrame):
                        self.garbled += 1
                        self._link.health.garbled += 1
                        bad = item.reason
                    elif item.command == wanted:
                        self._link.health.frames += 1
                        return item
        text = f"no answer to request {frame.command:02X} in {_TRIES} times {self._answer_s:g} s"
        if bad:
            raise GarbledFrames(
                f"{text}, only bytes that are no frames ({bad})",
                device=self._device,
                port=self.port,
                remedy="check speed and parity (9600 8N1), and options.gat_crc of this GAT port",
            )
        remedy = "check the cable; a device drops what has a wrong CRC in silence (options.gat_crc)"
        raise DeviceSilent(text, device=self._device, port=self.port, remedy=remedy)

    def _drain(self, late: bool) -> None:
        """A late answer must not be taken for the next request's."""
        self._decoder.flush()
        deadline = time.monotonic() + self._answer_s
        while self._link.wait(_QUIET_S if late else 0.0) and time.monotonic() < deadline:
            self._link.read()

    def _status(self, frame: gat.Frame) -> int:
        status = frame.data[0] if frame.data else -1
        if status not in gat.STATES:
            raise self._refused(f"its status is {frame.data.hex() or 'empty'}")
        return status

    def _refused(self, what: str) -> DeviceRefused:
        return DeviceRefused(
            what,
            device=self._device,
            port=self.port,
            remedy="check that its software has this function, and rigs/protocols/gat.md",
        )
