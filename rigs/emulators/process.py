"""One emulated device as a process: it prints one line of JSON when it is ready, then runs."""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import stat
import sys
from collections.abc import Callable
from difflib import get_close_matches
from importlib import import_module
from types import FrameType
from typing import Any, NoReturn, Protocol

import msgspec

from rigs.emulators.defects import Switches, UnknownDefect, check
from rigs.emulators.device import Answer, Command, Device, Refused, flag_of
from rigs.emulators.electrical import Electrical
from rigs.emulators.ends import End, PtyEnd, TcpEnd
from rigs.emulators.loop import Loop
from rigs.emulators.stimulus import StimulusPort

ROLES = {
    "shoe": "shoe:Shoe",
    "shuffler": "shuffler:Shuffler",
    "card-reader": "card_reader:CardReader",
    "masque-reader": "masque_reader:MasqueReader",
    "table-controller": "table_controller:TableController",
    "colour-sensor": "colour_sensor:ColourSensor",
    "power-supply": "power_supply:PowerSupply",
    "relay-card": "relay_card:RelayCard",
    "gat": "gat:GatPort",
}
PROTOCOLS = {
    ("shoe", "angel-eye"): "angel_eye:AngelEyeShoe:AngelEyeSide",
    ("shoe", "bee-tek"): "bee_tek:BeeTekShoe:BeeTekSide",
    ("gat", "gat"): "gat:GatPort:GatSide",
}
"""Roles that are there with another protocol than Burncard's: the device, and who speaks for it."""
PROFILE = "profile"
"""The protocol that each of our devices can speak, in the words of a profile."""
INSTRUMENTS = ("colour-sensor", "power-supply", "relay-card")
BOOT_S = 0.003
"""How long a device takes from power to its first word."""


class _Side(Protocol):
    def boot(self, cause: str, unheard: bool = False) -> None: ...
    def die(self) -> None: ...


class Emulator:
    """A device with its link: the acts that every device knows, and the way to its own."""

    def __init__(
        self,
        loop: Loop,
        end: End,
        device: Device,
        protocol: str = "",
        options: dict[str, str] | None = None,
    ) -> None:
        self._end, self._device = end, device
        if protocol:
            module, _, side = _spoken(device.role, protocol).split(":")
            speaker = getattr(import_module(f"rigs.emulators.{module}"), side)
            self._side: _Side = speaker(loop, end, device, options or {})
        elif device.role in INSTRUMENTS:
            from rigs.emulators.scpi import Instrument, ScpiSide

            assert isinstance(device, Instrument)  # noqa: S101
            self._side = ScpiSide(end, device)
        else:
            self._side = Electrical(loop, end, device)
        self._acts = {
            "state": self._state,
            "reset": self._reset,
            "restore": self._restore,
            "power": self._power,
            "cut-link": self._cut_link,
            "join-link": self._join_link,
        }
        self._side.boot("power-on", unheard=True)

    def seconds(self, command: Command) -> float:
        """How long an act takes."""
        do = str(command["do"])
        if do == "power" and command.get("on") is True and not self._device.powered:
            return BOOT_S
        return self._device.seconds.get(do, 0.0)

    def perform(self, command: Command) -> Answer | None:
        """Do one act.

        Raises:
            Refused: it is unknown, or cannot be done now.
        """
        do = str(command["do"])
        if do in self._acts:
            return self._acts[do](command)
        if do in self._device.acts:
            if do != "lamps":
                self._device.resting = False
            return self._device.acts[do](command)
        known = [*self._device.acts, *self._acts]
        near = get_close_matches(do, known, n=1)
        hint = f"did you mean {near[0]!r}?" if near else "it knows " + " ".join(known)
        raise Refused(f"the {self._device.role} does not know {do!r:.60}; {hint}")

    def _state(self, command: Command) -> Answer:
        return {
            "role": self._device.role,
            "power": "on" if self._device.powered else "off",
            "link": None if self._end.is_cut else self._end.address,
            "safe": self._device.is_safe(),
            **self._device.look(),
        }

    def _reset(self, command: Command) -> Answer:
        self._device.reset()
        return self._revive()

    def _restore(self, command: Command) -> Answer:
        self._device.restore()
        return self._revive()

    def _revive(self) -> Answer:
        """Power and cable are back; a device that had lost either starts anew."""
        self._device.resting = False
        if self._device.powered and not self._end.is_cut:
            return {}
        self._device.powered = True
        was_cut = self._end.is_cut
        answer = self._join_link({})
        # Who opens the new link was not there to hear `hello`.
        self._side.boot("power-on", unheard=was_cut)
        return answer

    def _power(self, command: Command) -> Answer:
        if "on" not in command:
            raise Refused('power: "on" is missing')
        on = flag_of(command, "on")
        if on and not self._device.powered:
            self._device.powered = True
            self._side.boot("power-on")
            self._device.woke()
        elif self._device.powered and not on:
            self._device.powered = False
            self._device.resting = False
            self._side.die()
            self._device.lost_power()
        return {}

    def _cut_link(self, command: Command) -> Answer:
        self._end.cut()
        return {}

    def _join_link(self, command: Command) -> Answer:
        try:
            self._end.join()
        except OSError as error:
            raise Refused(f"the link cannot be joined again: {error}") from None
        return {"link": self._end.address}


def main(
    argv: list[str] | None = None,
    prog: str = "python -m rigs.emulators",
    cite: Callable[[str], str] = str,
) -> int:
    """Run one emulated device until its standard input closes or a signal comes.

    `cite`: for ``--list-defects``, what people read in place of a clause's id.

    Standard output gets ``{"link": ..., "stimulus": ..., "pid": ...}`` once the device answers.

    Returns:
        0 at a normal end, 2 for wrong arguments (one line on standard error says which).
    """
    parser = _parser(prog)
    arguments = parser.parse_args(argv)
    if arguments.list_defects:
        from rigs.emulators.listing import listing  # a device that starts has no need of it

        sys.stdout.write(listing(arguments.role or "", cite, arguments.json) + "\n")
        return 0
    if arguments.role is None or arguments.json:
        missing = "ROLE is missing" if arguments.role is None else "--json is for --list-defects"
        return _complain(prog, f"{missing}; {prog} --help tells more")
    for role, name in (
        ("colour-sensor", "aims_at"),
        ("power-supply", "powers"),
        ("relay-card", "wires"),
    ):
        if getattr(arguments, name) and arguments.role != role:
            option = name.replace("_", "-")
            return _complain(prog, f"--{option} is for the {role}, not for the {arguments.role}")
    try:
        device = _device(arguments, _switches(arguments))
        protocol, options = _protocol(arguments)
        where = arguments.tcp or (("127.0.0.1", 0) if arguments.role in INSTRUMENTS else None)
    except (UnknownDefect, Refused) as error:
        return _complain(prog, str(error))
    loop = Loop()
    try:
        end = _end(loop, arguments, where)
        emulator = Emulator(loop, end, device, protocol, options)
        port = StimulusPort(loop, arguments.stimulus, emulator.perform, emulator.seconds)
    except Refused as error:
        return _complain(prog, str(error))
    except OSError as error:
        return _complain(prog, f"{arguments.role}: cannot open its ports: {error}")
    serve(loop, end, port)
    return 0


def _end(loop: Loop, arguments: argparse.Namespace, where: tuple[str, int] | None) -> End:
    if arguments.rfc2217:
        from rigs.emulators.rfc2217_end import Rfc2217End  # needs pyserial, which others do not

        return Rfc2217End(loop, *arguments.rfc2217)
    return PtyEnd(loop) if arguments.pty or where is None else TcpEnd(loop, *where)


def serve(loop: Loop, end: End, port: StimulusPort) -> None:
    """Announce where the device is, and run it until its parent or a signal ends it."""
    try:
        _end_with_the_parent(loop)
        ready = {"link": end.address, "stimulus": port.address, "pid": os.getpid()}
        print(msgspec.json.encode(ready).decode(), flush=True)  # noqa: T201
        loop.run()
    except BrokenPipeError:
        # Whoever started the device is gone before it was ready.
        sys.stdout = None
    except _Ended:
        pass
    finally:
        end.cut()
        loop.close()


class _Ended(BaseException):
    """A signal asked for the end. No Exception, so that nothing on the way handles it."""


def _end_with_the_parent(loop: Loop) -> None:
    def ended(number: int, frame: FrameType | None) -> None:
        for again in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(again, signal.SIG_IGN)
        raise _Ended

    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        # What the parent chose to ignore (nohup, a background job) stays ignored.
        if number == signal.SIGTERM or signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, ended)
    with contextlib.suppress(OSError):
        kind = os.fstat(0).st_mode
        if stat.S_ISFIFO(kind) or stat.S_ISSOCK(kind):
            loop.watch(0, lambda: _hear_stdin(loop))


def _hear_stdin(loop: Loop) -> None:
    if not os.read(0, 4096):
        loop.stop()


def _switches(arguments: argparse.Namespace) -> Switches:
    names = check(arguments.role, arguments.defect)
    if not names and (arguments.probability < 1 or arguments.after):
        raise Refused("--probability and --after are for a unit with a --defect")
    return Switches(names, arguments.probability, arguments.seed, arguments.after)


def _device(arguments: argparse.Namespace, defects: Switches) -> Device:
    module, name = ROLES[arguments.role].split(":")
    if arguments.protocol != "burncard":
        other, kind, _ = _spoken(*_known_protocol(arguments)).split(":")
        if kind:
            module, name = other, kind
    options: dict[str, Any] = {}
    if arguments.role == "colour-sensor":
        options["aims_at"] = arguments.aims_at
    elif arguments.role == "power-supply":
        options["powers"] = arguments.powers
    elif arguments.role == "relay-card":
        from rigs.emulators.relay_card import Wire

        options["wires"] = [Wire(*one) for one in arguments.wires]
    build = getattr(import_module(f"rigs.emulators.{module}"), name)
    device: Device = build(defects, arguments.serial, **options)
    return device


def _spoken(role: str, protocol: str) -> str:
    """Module, device and speaker; no device: that of the role."""
    return PROTOCOLS.get((role, protocol), "profile::ProfileSide")


def _known_protocol(arguments: argparse.Namespace) -> tuple[str, str]:
    pair = (arguments.role, arguments.protocol)
    by_profile = arguments.protocol == PROFILE and arguments.role not in INSTRUMENTS
    if pair not in PROTOCOLS and not by_profile:
        there = ["burncard", *(name for role, name in PROTOCOLS if role == arguments.role), PROFILE]
        raise Refused(
            f"there is no emulated {arguments.role} with the protocol {arguments.protocol!r:.60}; "
            f"it has {' '.join(there)}"
        )
    return pair


def _protocol(arguments: argparse.Namespace) -> tuple[str, dict[str, str]]:
    """The protocol, if it is another than the role's own, and its options."""
    options = dict(text.split("=", 1) for text in arguments.option if "=" in text)
    if len(options) != len(arguments.option):
        raise Refused("each --option is another KEY=VALUE, as --option speed=20")
    if arguments.role == "gat":
        return "gat", options
    if arguments.protocol == "burncard":
        if options:
            raise Refused("--option is for another --protocol; Burncard's own has no options")
        return "", {}
    return arguments.protocol, options


def _complain(prog: str, text: str) -> int:
    print(f"{prog}: {text}", file=sys.stderr)  # noqa: T201
    return 2


class OneLine(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")


def _parser(prog: str) -> argparse.ArgumentParser:
    parser = OneLine(
        prog=prog,
        description="One emulated device: its link speaks as the device would, its stimulus port "
        "takes physical acts as JSON lines. It prints where both are when it is ready.",
        epilog="Acts: docs/order_of_events.md. Protocols: rigs/protocols/. "
        "Instruments: rigs/emulators/instruments.md. Defects: --list-defects.",
    )
    parser.add_argument(
        "role", metavar="ROLE", nargs="?", choices=list(ROLES), help=", ".join(ROLES)
    )
    link = parser.add_mutually_exclusive_group()
    link.add_argument(
        "--pty", action="store_true", help="on a pseudo-terminal (default of devices)"
    )
    link.add_argument(
        "--tcp",
        metavar="HOST:PORT",
        type=address,
        help="on a TCP port, 0 for any (default of instruments: 127.0.0.1:0)",
    )
    link.add_argument(
        "--rfc2217",
        metavar="HOST:PORT",
        type=address,
        help="on a serial port behind an RFC 2217 server at that TCP port, 0 for any",
    )
    parser.add_argument(
        "--stimulus",
        metavar="HOST:PORT",
        type=address,
        default=("127.0.0.1", 0),
        help="where physical acts are taken (default: 127.0.0.1:0)",
    )
    parser.add_argument(
        "--defect", metavar="NAME", action="append", default=[], help="built wrong; may be repeated"
    )
    parser.add_argument(
        "--list-defects",
        action="store_true",
        help="print the catalogued defects, of this role or of all, and end",
    )
    parser.add_argument("--json", action="store_true", help="with --list-defects: as JSON")
    parser.add_argument(
        "--probability",
        metavar="P",
        type=probability,
        default=1.0,
        help="how likely its defects bite each time they could (default: %(default)s)",
    )
    parser.add_argument(
        "--seed",
        metavar="S",
        type=int,
        default=0,
        help="of that chance: a unit with the same seed fails in the same way",
    )
    parser.add_argument(
        "--after",
        metavar="N",
        type=rounds,
        default=0,
        help="its defects begin after N sound rounds: shoes loaded, cards read, cycles, rounds",
    )
    parser.add_argument(
        "--protocol",
        metavar="NAME",
        default="burncard",
        help="what it speaks, as angel-eye for a shoe (default: the protocol of its role)",
    )
    parser.add_argument(
        "--option",
        metavar="KEY=VALUE",
        action="append",
        default=[],
        help="a setting of that protocol, as speed=20; may be repeated",
    )
    parser.add_argument("--serial", metavar="SN", default="", help="its serial number")
    parser.add_argument(
        "--aims-at",
        metavar="HOST:PORT",
        type=address,
        help="colour-sensor: stimulus port of the device whose lamps it sees",
    )
    parser.add_argument(
        "--powers",
        metavar="HOST:PORT",
        type=address,
        nargs="+",
        action="extend",
        default=[],
        help="power-supply: stimulus ports of the devices on its channels 1, 2, ...",
    )
    parser.add_argument(
        "--wires",
        metavar="CHANNEL=HOST:PORT/ACT",
        type=wire,
        nargs="+",
        action="extend",
        default=[],
        help="relay-card: what a channel does when it closes, on the device with that stimulus "
        "port, as 101=127.0.0.1:4001/jam",
    )
    return parser


def wire(text: str) -> tuple[int, tuple[str, int], str]:
    channel, _, rest = text.partition("=")
    where, _, act = rest.rpartition("/")
    if not (channel.isascii() and channel.isdigit() and len(channel) < 5 and act.isidentifier()):
        what = f"{text!r} is no CHANNEL=HOST:PORT/ACT, as 101=127.0.0.1:4001/jam"
        raise argparse.ArgumentTypeError(what)
    return int(channel), address(where), act


def probability(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 < value <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number above 0 and up to 1, as 0.01")
    return value


def rounds(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) <= 9:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is no number of rounds, as 20")


def address(text: str) -> tuple[str, int]:
    host, colon, port = text.rpartition(":")
    if not colon or not host or not port.isascii() or not port.isdigit() or int(port) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no HOST:PORT, as 127.0.0.1:4001")
    return host, int(port)
