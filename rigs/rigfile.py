"""Rig files: what stands on a bench, in TOML. The keys are the fields of the structs here."""

from __future__ import annotations

import datetime
import difflib
import hashlib
import math
import os
import re
import tomllib
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Literal, NoReturn, TypeVar

import msgspec
from msgspec import Meta, Struct, field

from rigs.emulators import defects
from rigs.roles import (
    COLOUR_SENSOR,
    INSTRUMENT_ROLES,
    POWER_SUPPLY,
    RELAY_CARD,
    ROLES,
    SHOE,
    TABLE_CONTROLLER,
)

Seconds = Annotated[float, Meta(gt=0, le=86400)]
Port = Annotated[int, Meta(ge=0, le=65535)]
T = TypeVar("T")


class RigFileError(Exception):
    """A rig file that cannot be used: ``FILE: KEY: what is wrong; what would be right``."""


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """The longest waits, seconds. A device may have its own for each."""

    connect: Seconds = 5.0
    """From the start of an emulator, or of opening a link, until it can be used."""
    answer: Seconds = 1.0
    """From a stimulus to what it makes a device say; what comes after it is late."""
    late: Seconds = 3.0
    """From a stimulus, or a command of the bench, until nothing is expected any more."""
    settle: Seconds = 0.05
    """How long the bench listens at the end of a scenario for what should not come."""
    scenario: Seconds = 30.0
    """One scenario."""
    safe: Seconds = 1.0
    """From any end of the run until every device is in its safe state."""
    operator: Seconds = 300.0
    """A person who was asked to do something."""
    run: Seconds = 86400.0
    """The whole run. Afterwards the guard ends it and makes the bench safe."""
    teardown: Seconds = 5.0
    """After a scenario, until lamps, motors, relays and power are as before it."""
    share: Seconds = 1.0
    """For an instrument that another bench has at the moment (`DeviceSpec.shared`)."""


class SerialSpec(Struct, frozen=True, forbid_unknown_fields=True, tag="serial", tag_field="kind"):
    """A serial port by a name that survives plugging in again."""

    port: str
    """``/dev/serial/by-id/...``, or ``usb:SERIAL`` with the serial number of its USB adapter."""
    baud: Annotated[int, Meta(ge=50, le=4000000)] = 115200
    data_bits: Literal[5, 6, 7, 8] = 8
    parity: Literal["N", "E", "O", "M", "S"] = "N"
    stop_bits: float = 1.0

    @property
    def kind(self) -> str:
        return "serial"

    @property
    def where(self) -> str:
        """What may not be used twice."""
        return self.port


class TcpSpec(Struct, frozen=True, forbid_unknown_fields=True, tag="tcp", tag_field="kind"):
    """A device that listens on TCP. An emulated one may leave `port` out: it announces its own."""

    host: str = "127.0.0.1"
    port: Port = 0

    @property
    def kind(self) -> str:
        return "tcp"

    @property
    def where(self) -> str:
        """What may not be used twice."""
        return f"{self.host}:{self.port}" if self.port else ""


class Rfc2217Spec(Struct, frozen=True, forbid_unknown_fields=True, tag="rfc2217", tag_field="kind"):
    """A serial port behind an RFC 2217 server. An emulated one may leave `port` out."""

    host: str = "127.0.0.1"
    port: Port = 0
    baud: Annotated[int, Meta(ge=50, le=4000000)] = 115200
    data_bits: Literal[5, 6, 7, 8] = 8
    parity: Literal["N", "E", "O", "M", "S"] = "N"
    stop_bits: float = 1.0
    without: tuple[Literal["control", "purge"], ...] = ()
    """What its server does not answer, so that it is not asked for."""

    @property
    def kind(self) -> str:
        return "rfc2217"

    @property
    def where(self) -> str:
        """What may not be used twice."""
        return f"{self.host}:{self.port}" if self.port else ""


class PtySpec(Struct, frozen=True, forbid_unknown_fields=True, tag="pty", tag_field="kind"):
    """The pseudo-terminal that an emulated device announces."""

    @property
    def kind(self) -> str:
        return "pty"

    @property
    def where(self) -> str:
        """What may not be used twice."""
        return ""


class VisaSpec(Struct, frozen=True, forbid_unknown_fields=True, tag="visa", tag_field="kind"):
    """An instrument by its VISA address. An emulated one may leave it out: it announces its own."""

    resource: str = ""
    baud: Annotated[int, Meta(ge=50, le=4000000)] = 9600
    """Of a serial instrument (``ASRL/dev/serial/by-id/...::INSTR``); others have none."""
    sim: str = ""
    """A pyvisa-sim file, from the rig file's folder on, that simulates `resource` in each process
    that opens it."""

    @property
    def kind(self) -> str:
        return "visa"

    @property
    def where(self) -> str:
        """What may not be used twice."""
        return f"{self.resource} of {self.sim}" if self.sim and self.resource else self.resource


class ReplaySpec(Struct, frozen=True, forbid_unknown_fields=True, tag="replay", tag_field="kind"):
    """A recorded session in the device's place: a process plays its wire log."""

    log: str
    """A wire log, or the directory of a run. From the rig file's own directory, if not absolute."""
    name: str = ""
    """Which device of the log; default: the one of the same name as this."""
    timing: str | float = "recorded"
    """``recorded``, ``fast``, or a factor: 2 takes twice as long."""
    over: Literal["pty", "tcp", "visa"] = "pty"
    """What it is reached by; an instrument always by visa."""

    @property
    def kind(self) -> str:
        return "replay"

    @property
    def where(self) -> str:
        """What may not be used twice: each has a process of its own."""
        return ""


LinkSpec = SerialSpec | TcpSpec | Rfc2217Spec | PtySpec | VisaSpec | ReplaySpec


class SafeState(Struct, frozen=True, forbid_unknown_fields=True):
    """What the device is left in at any end of a run."""

    state: str
    """For people: ``motor stopped, exit closed``."""
    send: tuple[str, ...] = ()
    """What brings it there: bytes of a `line` device (a character up to U+00FF is a byte), commands
    of an instrument. A device of the Burncard protocol has its own command and needs none."""


class EmulatorSpec(Struct, frozen=True, forbid_unknown_fields=True):
    """Have the bench start an emulated device."""

    defects: tuple[str, ...] = ()
    probability: Annotated[float, Meta(gt=0, le=1)] = 1.0
    """How likely its defects bite each time they could."""
    seed: int = 0
    """Of that chance."""
    after: Annotated[int, Meta(ge=0, le=999_999_999)] = 0
    """Rounds before its defects begin."""
    serial: str = ""
    options: dict[str, str] = {}
    """Settings of the emulated device, by its protocol, as ``speed`` of a shoe on a slow line."""
    command: tuple[str, ...] = ()
    """An emulated device of one's own: started instead, with the arguments that ours would get."""


class Reconnect(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether a link that is lost is opened again. What was said meanwhile is no evidence."""

    attempts: Annotated[int, Meta(ge=0, le=100)] = 0
    backoff: Seconds = 0.2
    """Before the first attempt; each time twice as long, at most 5 s."""


class Expected(Struct, frozen=True, forbid_unknown_fields=True):
    """Who the device must be; an empty one may be anything."""

    maker: str = ""
    model: str = ""
    serial: str = ""
    firmware: str = ""
    sha256: str = ""

    def named(self) -> dict[str, str]:
        """What it names."""
        return {key: value for key, value in msgspec.structs.asdict(self).items() if value}


class Calibration(Struct, frozen=True, forbid_unknown_fields=True):
    """Until when an instrument's calibration holds."""

    due: datetime.date
    """The last day on which it holds."""
    certificate: str = ""
    warn_days: Annotated[int, Meta(ge=0, le=3650)] = 30
    """So many days before it is due, the bench says so."""


class GatSpec(Struct, frozen=True, forbid_unknown_fields=True):
    """A device's GAT port, and what its software must be (``rigs/protocols/gat.md``)."""

    link: LinkSpec
    emulator: EmulatorSpec | None = None
    expect: dict[str, str] = {}
    """Component to its HMAC-SHA1 (40 hex digits) under `salt`, as approved."""
    salt: str = ""
    """Hex. With `image` alone, a new one is drawn for each check."""
    image: dict[str, str] = {}
    """Component to a file: its image, read out of this unit without the device's help."""
    version: dict[str, str] = {}
    """Component to its version."""
    options: dict[str, str] = {}
    """``gat_crc``: which CRC-16 its frames carry."""
    limits: dict[Literal["answer", "calculate"], Seconds] = {}
    """Seconds: an answer (1), a whole calculation (60)."""


class LeaseSpec(Struct, frozen=True, forbid_unknown_fields=True):
    """Where and how long a run holds this bench (`rigs.lease`)."""

    folder: str = ""
    """All who use the bench must name the same; default: one for this machine."""
    expires: Annotated[float, Meta(ge=2, le=86400)] = 30.0
    """Seconds after the last sign of life of its owner."""


class DeviceSpec(Struct, frozen=True, forbid_unknown_fields=True):
    """One device on the bench."""

    role: str
    link: LinkSpec
    safe_state: SafeState
    protocol: Literal["burncard", "angel-eye", "bee-tek", "profile", "line", "scpi", "other"] = (
        "burncard"
    )
    """``profile``: one written as data; ``other``: one that only `driver` knows."""
    driver: str = ""
    """A driver's name (rigs/drivers); by default that of the protocol, or the instrument's role."""
    stimulus: Literal["emulator", "operator", "instrument", "none"] = "operator"
    """Who does the physical acts on it."""
    emulator: EmulatorSpec | None = None
    expect: Expected = Expected()
    reconnect: Reconnect = Reconnect()
    limits: dict[str, float] = {}
    """Limits that differ from the bench's, by name."""
    options: dict[str, str] = {}
    """Settings of the driver."""
    fed_by: tuple[str, ...] = ()
    """Table controller: the devices whose messages the bench passes on to it."""
    aims_at: str = ""
    """Colour sensor: the device whose lamps it sees."""
    powers: tuple[str, ...] = ()
    """Power supply: the devices that it feeds."""
    wires: dict[str, str] = {}
    """Relay card: channel to the act it does when it closes, as ``"101" = "shuffler jam"``."""
    shared: str = ""
    """The name by which an instrument is known to all benches that use it."""
    calibration: Calibration | None = None
    gat: GatSpec | None = None

    @property
    def started(self) -> bool:
        """Whether the bench starts a process for it: an emulator, or a recorded session."""
        return self.emulator is not None or isinstance(self.link, ReplaySpec)

    @property
    def simulated(self) -> bool:
        """Whether it is an instrument that each process has for itself."""
        return isinstance(self.link, VisaSpec) and bool(self.link.sim)


class Rig(Struct, frozen=True):
    """A bench."""

    name: str
    devices: dict[str, DeviceSpec]
    path: Path
    sha256: str
    """Of the rig file."""
    description: str = ""
    operator: str = ""
    """Who answers for the runs on this bench; named on the certificate."""
    limits: Limits = Limits()
    house_rules: dict[str, dict[str, str]] = field(default_factory=dict)
    """Game to house rule to value, as text. Whether they exist is the engine's to say."""
    calibration_required: bool = False
    """Every instrument that is not emulated must have a calibration."""
    lease: LeaseSpec = LeaseSpec()

    def limits_of(self, name: str) -> Limits:
        """The limits that hold for the device `name`."""
        return msgspec.structs.replace(self.limits, **self.devices[name].limits)

    @property
    def has_fixed_ports(self) -> bool:
        """Whether some device is not started by the bench, so that only one run can use it."""
        return any(
            not device.started or device.link.where or device.shared
            for device in self.devices.values()
            if not device.simulated
        )


DEFAULT_DRIVERS = {
    POWER_SUPPLY: "power_supply",
    COLOUR_SENSOR: "colour_sensor",
    RELAY_CARD: "relay_card",
}
GAT_CRCS = ("ccitt-false", "xmodem", "kermit", "arc", "modbus")
"""The CRCs of `rigs.protocols.gat` by name."""
_HEX = re.compile(r"(?:[0-9A-Fa-f]{2})*")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*")
_TOP = (
    "name",
    "description",
    "operator",
    "limits",
    "devices",
    "house_rules",
    "calibration_required",
    "lease",
)


def default_rig() -> Path:
    """The rig file of the emulated bench that comes with Burncard."""
    return Path(str(resources.files("rigs") / "benches" / "emulated.toml"))


def load_rig(path: Path | str | None = None) -> Rig:
    """The rig in the file `path`; without one the emulated bench.

    Raises:
        RigFileError: it cannot be read, is no TOML, or describes no bench that could be used.
    """
    path = Path(path) if path is not None else default_rig()
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise RigFileError(f"{path}: cannot be read ({error.strerror}); name a rig file") from None
    try:
        text = raw.decode()
        tree = tomllib.loads(text)
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise RigFileError(f"{path}: line {line}: not UTF-8; save it as UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise RigFileError(f"{path}: {_toml_error(str(error))}") from None
    return _Reader(path).rig(tree, hashlib.sha256(raw).hexdigest())


def _toml_error(text: str) -> str:
    found = re.fullmatch(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", text)
    if not found:
        return f"no TOML ({text}); see https://toml.io"
    where = f"line {found[2]}, column {found[3]}" if found[2] else "end of file"
    return f"{where}: no TOML ({found[1]}); see https://toml.io"


class _Reader:
    """Turns the tree of one file into a rig, or into one line that says why not."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def _text(self, tree: dict[str, Any], key: str) -> str:
        text = tree.get(key, "")
        if not isinstance(text, str):
            self._fail(key, "expected text in quotes")
        return text

    def rig(self, tree: dict[str, Any], sha256: str) -> Rig:
        for key in tree:
            if key not in _TOP:
                self._fail(key, f"unknown key; {_nearest(key, _TOP)}")
        limits = self._convert(tree.get("limits", {}), Limits, "limits")
        if limits.late < limits.answer:
            self._fail("limits.late", f"less than answer ({limits.answer:g}); write more")
        devices = self._table(tree, "devices")
        if not devices:
            self._fail("devices", "no device; add a table [devices.NAME] for each")
        specs = {name: self._device(name, raw) for name, raw in devices.items()}
        name = tree.get("name", self._path.stem)
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            self._fail("name", 'write a word of letters, digits and - _ . as "lab-3"')
        description = self._text(tree, "description")
        required = tree.get("calibration_required", False)
        if not isinstance(required, bool):
            self._fail("calibration_required", "expected true or false")
        rig = Rig(
            name=name,
            description=description,
            operator=self._text(tree, "operator"),
            devices=specs,
            path=self._path,
            sha256=sha256,
            limits=limits,
            house_rules=self._house_rules(self._table(tree, "house_rules")),
            calibration_required=required,
            lease=self._convert(tree.get("lease", {}), LeaseSpec, "lease"),
        )
        self._check_together(rig)
        return rig

    def _device(self, name: str, raw: object) -> DeviceSpec:
        key = f"devices.{name}"
        if not _NAME.fullmatch(name):
            self._fail(key, "a device's name has only letters, digits and - _ .")
        if not isinstance(raw, dict):
            self._fail(key, f"expected a table [devices.{name}]")
        spec = self._convert(raw, DeviceSpec, key)
        if spec.protocol != "line" and spec.role not in (*ROLES, *INSTRUMENT_ROLES):
            roles = (*ROLES, *INSTRUMENT_ROLES)
            self._fail(f"{key}.role", f"unknown role {spec.role!r}; {_nearest(spec.role, roles)}")
        for limit, value in spec.limits.items():
            if limit not in Limits.__struct_fields__:
                nearest = _nearest(limit, Limits.__struct_fields__)
                self._fail(f"{key}.limits.{limit}", f"unknown limit; {nearest}")
            if not math.isfinite(value) or not 0 < value <= 86400:
                self._fail(f"{key}.limits.{limit}", "write seconds, more than 0, at most 86400")
        instrument = spec.role in INSTRUMENT_ROLES
        if instrument != (spec.protocol == "scpi"):
            wanted = 'protocol = "scpi"' if instrument else 'protocol = "burncard" or "line"'
            self._fail(f"{key}.protocol", f"a {spec.role} needs {wanted}")
        if spec.driver == "profile" and spec.protocol == "burncard":
            spec = msgspec.structs.replace(spec, protocol="profile")
        if spec.protocol == "profile":
            spec = self._profiled(key, spec)
        if spec.protocol == "other" and not spec.driver:
            self._fail(f"{key}.driver", "missing; name the driver that knows the protocol")
        if spec.protocol in ("angel-eye", "bee-tek") and spec.role != SHOE:
            self._fail(f"{key}.protocol", f"only a {SHOE} speaks it, not a {spec.role}")
        if isinstance(spec.link, VisaSpec) and spec.link.sim:
            spec = self._simulated(key, spec, spec.link)
        if isinstance(spec.link, ReplaySpec):
            spec = self._replayed(name, key, spec, spec.link)
        elif (spec.link.kind == "visa") != (spec.protocol == "scpi"):
            right = "visa" if spec.protocol == "scpi" else "serial, tcp, rfc2217 or pty"
            self._fail(
                f"{key}.link.kind",
                f"protocol {spec.protocol!r} does not run over {spec.link.kind!r}; use {right}",
            )
        self._check_emulator(key, spec)
        self._check_safe_state(key, spec)
        if spec.gat is not None:
            spec = msgspec.structs.replace(spec, gat=self._gat(f"{key}.gat", spec.gat))
        if spec.shared and not (instrument and _NAME.fullmatch(spec.shared)):
            what = "an instrument's name" if instrument else "only instruments are shared"
            self._fail(f"{key}.shared", f"{what}; letters, digits and - _ .")
        driver = spec.driver or DEFAULT_DRIVERS.get(spec.role, spec.protocol)
        return msgspec.structs.replace(spec, driver=driver)

    def _profiled(self, key: str, spec: DeviceSpec) -> DeviceSpec:
        from rigs.profiles.format import ProfileError, find, load_profile, shipped

        name = spec.options.get("profile", "")
        if not name:
            what = f"missing; name a file, or one of {' '.join(shipped())}"
            self._fail(f"{key}.options.profile", what)
        path = find(name, self._path.parent)
        try:
            role = load_profile(path).profile.role
        except ProfileError as error:
            self._fail(f"{key}.options.profile", str(error))
        if role != spec.role:
            self._fail(f"{key}.role", f"{name} is the profile of a {role}, not of a {spec.role}")
        options = {**spec.options, "profile": str(path)}
        return msgspec.structs.replace(spec, options=options)

    def _simulated(self, key: str, spec: DeviceSpec, link: VisaSpec) -> DeviceSpec:
        path = self._path.parent / link.sim
        if not path.is_file():
            self._fail(f"{key}.link.sim", f"{link.sim!r} is not there; name a pyvisa-sim file")
        if spec.emulator is not None:
            self._fail(f"{key}.emulator", "a simulated instrument has none; leave it out")
        return msgspec.structs.replace(
            spec, link=msgspec.structs.replace(link, sim=str(path.resolve()))
        )

    def _replayed(self, name: str, key: str, spec: DeviceSpec, link: ReplaySpec) -> DeviceSpec:
        log = self._path.parent / link.log
        if not log.exists():
            self._fail(f"{key}.link.log", f"{link.log!r} is not there; name a wire log or a run")
        if isinstance(link.timing, str) and link.timing not in ("recorded", "fast"):
            what = f"unknown timing {link.timing!r}; write recorded, fast or a number"
            self._fail(f"{key}.link.timing", what)
        if isinstance(link.timing, float) and not 0 <= link.timing <= 1000:
            self._fail(f"{key}.link.timing", "a factor is 0 to 1000")
        if spec.emulator is not None:
            self._fail(f"{key}.emulator", "a replayed device has none; leave it out")
        if spec.stimulus != "emulator" and spec.protocol != "scpi":
            what = "a recorded session is acted on at its own port"
            self._fail(f"{key}.stimulus", f'{what}; write stimulus = "emulator"')
        replayed = msgspec.structs.replace(
            link,
            log=str(log.resolve()),
            name=link.name or name,
            over="visa" if spec.protocol == "scpi" else link.over,
        )
        return msgspec.structs.replace(spec, link=replayed)

    def _check_emulator(self, key: str, spec: DeviceSpec) -> None:
        if isinstance(spec.link, ReplaySpec):
            return
        if spec.emulator is None:
            if spec.stimulus == "emulator":
                self._fail(
                    f"{key}.stimulus",
                    '"emulator" without one; add emulator = { defects = [] } or use "operator"',
                )
            if not spec.link.where:
                missing = {"tcp": "port", "rfc2217": "port", "visa": "resource"}.get(spec.link.kind)
                if missing is None:
                    what = 'only an emulated device announces a pty; use kind = "serial" and port'
                    self._fail(f"{key}.link.kind", what)
                self._fail(f"{key}.link.{missing}", "missing; only an emulated device announces it")
        elif spec.link.kind == "serial":
            self._fail(
                f"{key}.link.kind", 'an emulated device has "pty", "tcp", "rfc2217" or "visa"'
            )
        elif spec.protocol == "other" and not spec.emulator.command:
            self._fail(f"{key}.emulator.command", "missing; name the program that emulates it")
        elif spec.protocol == "line":
            self._fail(f"{key}.emulator", 'there are no emulators of the protocol "line"')
        else:
            try:
                defects.check(spec.role, list(spec.emulator.defects))
            except defects.UnknownDefect as error:
                self._fail(f"{key}.emulator.defects", str(error))

    def _gat(self, key: str, gat: GatSpec) -> GatSpec:
        if gat.link.kind not in ("serial", "tcp", "rfc2217", "pty"):
            self._fail(f"{key}.link.kind", "a GAT port is serial, tcp, rfc2217 or pty")
        if gat.emulator is None and not gat.link.where:
            self._fail(f"{key}.link", "name its port; only an emulated one announces it")
        if not (gat.expect or gat.image):
            self._fail(key, "nothing to hold it against; add expect, image or both")
        if gat.expect and not gat.salt:
            self._fail(f"{key}.salt", "missing; expected values hold under one salt (hex digits)")
        if not _HEX.fullmatch(gat.salt):
            self._fail(f"{key}.salt", 'expected pairs of hex digits, as "5a17"')
        for name, value in gat.expect.items():
            if not re.fullmatch(r"[0-9A-Fa-f]{40}", value):
                self._fail(f"{key}.expect.{name}", "expected an HMAC-SHA1: 40 hex digits")
        for name, file in gat.image.items():
            if not (self._path.parent / file).is_file():
                self._fail(f"{key}.image.{name}", f"{file!r} is not there; name a file")
        crc = gat.options.get("gat_crc", "ccitt-false")
        for option in gat.options:
            if option != "gat_crc":
                self._fail(f"{key}.options.{option}", "unknown option; known: gat_crc")
        if crc not in GAT_CRCS:
            self._fail(f"{key}.options.gat_crc", f"unknown CRC {crc!r}; {_nearest(crc, GAT_CRCS)}")
        image = {
            name: str((self._path.parent / file).resolve()) for name, file in gat.image.items()
        }
        emulator = gat.emulator
        if emulator is not None:
            options = {
                # Files of an emulated port, named from the rig file's own directory as all others.
                one: str((self._path.parent / value).resolve())
                if one.startswith(("image.", "claims."))
                else value
                for one, value in emulator.options.items()
            }
            emulator = msgspec.structs.replace(emulator, options=options)
        return msgspec.structs.replace(gat, image=image, emulator=emulator)

    def _check_safe_state(self, key: str, spec: DeviceSpec) -> None:
        if not spec.safe_state.state.strip():
            self._fail(f"{key}.safe_state.state", 'say what it is, as "motor stopped"')
        own = {"burncard": "Burncard", "angel-eye": "Angel Eye"}.get(spec.protocol)
        if own and spec.safe_state.send:
            what = f"the {own} protocol has its own command for it; leave send out"
            self._fail(f"{key}.safe_state.send", what)
        if spec.protocol == "profile" and spec.safe_state.send:
            self._fail(f"{key}.safe_state.send", "it stands in the profile; leave send out")
        if spec.protocol == "bee-tek" and spec.safe_state.send:
            self._fail(f"{key}.safe_state.send", "a Bee-Tek shoe hears nothing; leave send out")
        for text in spec.safe_state.send:
            if spec.protocol == "line" and any(ord(character) > 255 for character in text):
                self._fail(f"{key}.safe_state.send", "a byte is a character up to \\u00FF")
        if spec.role == POWER_SUPPLY and not spec.safe_state.send:
            self._fail(f"{key}.safe_state.send", 'missing; for a supply ["OUTP OFF"]')
        if spec.role == RELAY_CARD and not spec.safe_state.send:
            what = 'missing; what opens all relays, as ["ROUT:OPEN:ALL"]'
            self._fail(f"{key}.safe_state.send", what)

    def _check_together(self, rig: Rig) -> None:
        by_role: dict[str, str] = {}
        by_port: dict[str, str] = {}
        for name, spec in rig.devices.items():
            key = f"devices.{name}"
            if spec.role in by_role:
                other = by_role[spec.role]
                self._fail(
                    f"{key}.role", f"{other!r} is the {spec.role} already; a bench has one a role"
                )
            by_role[spec.role] = name
            where = spec.link.where
            # One port may have several names: /dev/serial/by-id/... links to /dev/ttyUSB0.
            same = os.path.realpath(where) if where.startswith("/") else where
            if where and same in by_port:
                port = "resource" if spec.link.kind == "visa" else "port"
                self._fail(
                    f"{key}.link.{port}",
                    f"{where} is the port of {by_port[same]!r} already; give each its own",
                )
            by_port[same] = name
            if spec.fed_by and spec.role != TABLE_CONTROLLER:
                self._fail(f"{key}.fed_by", f"only a {TABLE_CONTROLLER} is fed; leave it out")
            if spec.aims_at and spec.role != COLOUR_SENSOR:
                self._fail(f"{key}.aims_at", f"only a {COLOUR_SENSOR} is aimed; leave it out")
            if spec.powers and spec.role != POWER_SUPPLY:
                self._fail(f"{key}.powers", f"only a {POWER_SUPPLY} feeds devices; leave it out")
            if spec.role == COLOUR_SENSOR and not spec.aims_at:
                self._fail(f"{key}.aims_at", "missing; name the device whose lamps it sees")
            named = (*spec.fed_by, *spec.powers, *((spec.aims_at,) if spec.aims_at else ()))
            others = [other for other in rig.devices if other != name]
            self._check_wires(f"{key}.wires", spec, others)
            for other in named:
                if other not in others:
                    link = "fed_by" if spec.fed_by else "powers" if spec.powers else "aims_at"
                    self._fail(f"{key}.{link}", f"no device {other!r}; {_nearest(other, others)}")

    def _check_wires(self, key: str, spec: DeviceSpec, others: list[str]) -> None:
        if spec.wires and spec.role != RELAY_CARD:
            self._fail(key, f"only a {RELAY_CARD} has wires; leave it out")
        if spec.role == RELAY_CARD and not spec.wires:
            self._fail(key, 'missing; say what a channel does, as { "101" = "shuffler jam" }')
        for channel, wire in spec.wires.items():
            device, _, act = wire.partition(" ")
            if not (channel.isascii() and channel.isdigit() and len(channel) < 5):
                self._fail(f"{key}.{channel}", 'a channel is a number in quotes, as "101"')
            if not act.isidentifier():
                self._fail(f"{key}.{channel}", 'write a device and an act, as "shuffler jam"')
            if device not in others:
                self._fail(f"{key}.{channel}", f"no device {device!r}; {_nearest(device, others)}")

    def _house_rules(self, games: dict[str, Any]) -> dict[str, dict[str, str]]:
        result: dict[str, dict[str, str]] = {}
        for game, rules in games.items():
            if not isinstance(rules, dict):
                what = f'expected a table [house_rules."{game}"]'
                self._fail(f"house_rules.{game}", what)
            for rule, value in rules.items():
                if not isinstance(value, str | int | bool):
                    what = "expected text, a whole number, true or false"
                    self._fail(f"house_rules.{game}.{rule}", what)
            result[game] = {rule: _as_text(value) for rule, value in rules.items()}
        return result

    def _table(self, tree: dict[str, Any], key: str) -> dict[str, Any]:
        value = tree.get(key, {})
        if not isinstance(value, dict):
            self._fail(key, f"expected a table [{key}]")
        result: dict[str, Any] = value
        return result

    def _convert(self, raw: object, kind: type[T], key: str) -> T:
        try:
            return msgspec.convert(raw, kind)
        except msgspec.ValidationError as error:
            message, _, path = str(error).partition(" - at `$")
            path = re.sub(r"\[\.\.\.\]", "", path.rstrip("`"))
            self._fail(*_explain(message, key + path, raw, kind))

    def _fail(self, key: str, what: str) -> NoReturn:
        raise RigFileError(f"{self._path}: {key}: {what}")


_KINDS: dict[str, type[Struct]] = {
    "serial": SerialSpec,
    "tcp": TcpSpec,
    "rfc2217": Rfc2217Spec,
    "pty": PtySpec,
    "visa": VisaSpec,
    "replay": ReplaySpec,
}
_PARTS: dict[str, type[Struct]] = {
    "safe_state": SafeState,
    "emulator": EmulatorSpec,
    "expect": Expected,
    "limits": Limits,
    "reconnect": Reconnect,
    "calibration": Calibration,
    "gat": GatSpec,
    "lease": LeaseSpec,
}
_CHOICES = {
    "protocol": ("burncard", "angel-eye", "bee-tek", "profile", "line", "scpi", "other"),
    "stimulus": ("emulator", "operator", "instrument", "none"),
    "kind": tuple(_KINDS),
    "over": ("pty", "tcp", "visa"),
    "without": ("control", "purge"),
    "parity": ("N", "E", "O", "M", "S"),
    "data_bits": ("5", "6", "7", "8"),
}
_WORDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "text in quotes",
    "bool": "true or false",
    "array": "a list in [ ]",
    "object": "a table { }",
    "null": "nothing",
}
_MISSING = {
    "role": f"write role = one of {' '.join((*ROLES, *INSTRUMENT_ROLES))}",
    "link": 'write link = { kind = "serial", port = "/dev/serial/by-id/..." }',
    "kind": f"write kind = one of {' '.join(_KINDS)}",
    "port": "name the port",
    "log": "name a wire log, or the directory of a run",
    "safe_state": 'write safe_state = { state = "motor stopped" }',
    "state": 'say what it is, as state = "motor stopped"',
    "due": "write due = 2027-03-31, without quotes",
}


def _explain(message: str, key: str, raw: object, kind: type[Any]) -> tuple[str, str]:
    """The key and the words for one of msgspec's messages."""
    if found := re.fullmatch(r"Object contains unknown field `(.*)`", message):
        return f"{key}.{found[1]}", f"unknown key; {_nearest(found[1], _known(key, raw, kind))}"
    if found := re.fullmatch(r"Object missing required field `(.*)`", message):
        return f"{key}.{found[1]}", f"missing; {_MISSING.get(found[1], 'add it')}"
    if "RFC3339" in message:
        return key, "expected a date without quotes, as 2027-03-31"
    last = key.rpartition(".")[2].partition("[")[0]
    if found := re.fullmatch(r"Invalid (?:enum )?value '?(.*?)'?", message):
        return key, f"unknown value {found[1]!r}; {_nearest(found[1], _CHOICES.get(last, ()))}"
    if found := re.fullmatch(
        r"Expected `(\w+)(?: \| null)?`( [<>=]+ \S+)?(?:, got `(\w+)`)?", message
    ):
        wanted = _WORDS.get(found[1], found[1]) + (found[2] or "").replace(".0", "")
        got = f", not {_WORDS.get(found[3], found[3])}" if found[3] else ""
        return key, f"expected {wanted}{got}"
    return key, message


def _known(key: str, raw: object, kind: type[Any]) -> tuple[str, ...]:
    last = key.rpartition(".")[2]
    if last == "link" and isinstance(raw, dict) and isinstance(raw.get("link"), dict):
        return ("kind", *_KINDS[raw["link"]["kind"]].__struct_fields__)
    part: type[Any] = _PARTS.get(last, kind)
    return tuple(part.__struct_fields__)


def _nearest(word: str, known: tuple[str, ...] | list[str]) -> str:
    if not known:
        return "leave it out"
    near = difflib.get_close_matches(word, known, n=1, cutoff=0.6)
    return f"did you mean {near[0]}?" if near else f"known: {' '.join(known)}"


def _as_text(value: str | int | bool) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
