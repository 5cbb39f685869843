"""The arguments of `burncard wire`."""

from __future__ import annotations

import argparse
from pathlib import Path

from burncard.arguments.parser import Commands, Parser, command


def add(commands: Commands[Parser]) -> None:
    wire = commands.add_parser(
        "wire",
        help="read a wire log, or replay it as a device",
        description="Every run records every byte on every link. Read it, or replay it.",
    )
    below = wire.add_subparsers(title="commands", metavar="COMMAND", required=True)
    parser = command(
        below,
        "show",
        _show,
        "print a wire log, decoded",
        "Print what was on the links of one scenario, decoded by each link's protocol. Bytes that\n"
        "are no message are shown as damaged. A run's directory alone lists what it holds.",
        "  burncard wire show out                              what was recorded\n"
        "  burncard wire show out a-drawn-21 --link shoe       one link of one scenario\n"
        "  burncard wire show out a-drawn-21 --chart | less    as a sequence chart\n"
        "  burncard wire show out a-drawn-21 --html chart.html the chart of the report\n",
    )
    parser.add_argument("where", type=Path, metavar="LOG", help="a wire log, or a run's directory")
    parser.add_argument(
        "scenario",
        nargs="?",
        default="",
        metavar="SCENARIO",
        help="its id, or a part of it",
    )
    parser.add_argument(
        "--link", action="append", default=[], metavar="NAME", help="only this link (repeatable)"
    )
    parser.add_argument("--hex", action="store_true", help="the bytes below each message")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--chart", action="store_true", help="a sequence chart, a lane a device")
    how.add_argument("--json", action="store_true", help="one JSON object a line")
    how.add_argument("--html", type=Path, metavar="OUT", help="write a page with the chart")
    below.add_parser("replay", help="turn a recorded session into a device", add_help=False)


def _show(args: argparse.Namespace) -> int:
    from burncard.wire import show

    return show(
        args.where,
        args.scenario,
        args.link,
        with_hex=args.hex,
        chart=args.chart,
        as_json=args.json,
        html=args.html,
    )


def replay(words: list[str]) -> int:
    from rigs.replay.process import main as replay

    return replay(words, prog="burncard wire replay")
