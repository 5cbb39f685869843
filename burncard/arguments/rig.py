"""The arguments of `burncard rig`."""

from __future__ import annotations

import argparse
from pathlib import Path

from burncard.arguments.parser import Commands, Parser, command, listening, times


def add(commands: Commands[Parser]) -> None:
    rig = commands.add_parser("rig", help="look after a bench", description="Look after a bench.")
    below = rig.add_subparsers(title="commands", metavar="COMMAND", required=True)
    parser = command(
        below,
        "check",
        _check,
        "look over a bench: who is there, how sound the links are, what is missing",
        "Open every link of a rig file, ask every device who it is and how it is, listen to all\n"
        "of them untouched, and print what was found: round trips (median, p99), bad frames,\n"
        "clocks, software, calibration, leases, and which clauses the bench cannot show. No\n"
        "scenario is played. Ends with 3 if a device does not answer or must not be used.",
        "  burncard rig check my-bench.toml\n"
        "  burncard rig check                 the emulated bench\n"
        "  burncard rig check --json          for a program, with the hashes of the firmware\n",
    )
    _add_file(parser)
    parser.add_argument("--json", action="store_true", help="JSON instead of a table")
    parser.add_argument(
        "--pings",
        type=times,
        default=50,
        metavar="N",
        help="questions to each device, in at most two seconds (default: %(default)s)",
    )
    parser.add_argument(
        "--listen",
        type=listening,
        default=0.5,
        metavar="S",
        help="seconds of listening to devices that nobody touches (default: %(default)s)",
    )
    parser = command(
        below,
        "conformance",
        _conformance,
        "try what every driver must do with its device",
        "Try each driver of a rig file with its device: the same identity each time, every signal\n"
        "of its role told once and in order, nothing lost in a burst, nothing said when nothing\n"
        "happens, safe in time, sound after a reset, split and merged bytes, noise and a pulled\n"
        "cable. It acts on the devices. Ends with 1 if a check fails, with 3 if a device is not\n"
        "there. How to write a driver: docs/adding_a_device.md",
        "  burncard rig conformance my-bench.toml\n"
        "  burncard rig conformance my-bench.toml --device shuffler\n"
        "  burncard rig conformance my-bench.toml --json\n",
    )
    _add_file(parser)
    parser.add_argument("--device", default="", metavar="NAME", help="this device only")
    parser.add_argument("--json", action="store_true", help="JSON instead of a table")
    parser = command(
        below,
        "lease",
        _lease,
        "who has a bench, since when",
        "Show who has a bench and the instruments that it shares. A run holds them while it\n"
        "lives, and its guard lets go of them; what a crash of the computer has left behind ends\n"
        "by itself, or is let go of by its owner. Ends with 3 if another run has the bench.",
        "  burncard rig lease my-bench.toml\n"
        "  burncard rig lease my-bench.toml --release --owner ann\n",
    )
    _add_file(parser)
    parser.add_argument("--release", action="store_true", help="let go of what a run left behind")
    parser.add_argument("--owner", default="", metavar="NAME", help="with --release: whose it is")


def _add_file(parser: Parser) -> None:
    parser.add_argument(
        "file", nargs="?", type=Path, metavar="FILE", help="rig file (default: the emulated bench)"
    )


def _check(args: argparse.Namespace) -> int:
    from burncard.rig import check

    return check(args.file, args.json, args.pings, args.listen)


def _conformance(args: argparse.Namespace) -> int:
    from burncard.rig import conformance

    return conformance(args.file, args.device, as_json=args.json)


def _lease(args: argparse.Namespace) -> int:
    from burncard.rig import lease

    return lease(args.file, args.release, args.owner)
