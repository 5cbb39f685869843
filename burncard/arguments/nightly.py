"""The arguments of `burncard nightly`."""

from __future__ import annotations

import argparse
from pathlib import Path

from burncard.arguments.parser import Commands, Parser, add_db, command


def add(commands: Commands[Parser]) -> None:
    parser = command(
        commands,
        "nightly",
        _nightly,
        "a plan of runs that nobody watches, and a page in the morning",
        "Play the benches of a plan file, record each run, compare it with\n"
        "the last good night and write morning.html and morning.txt. A night that was cut short\n"
        "is gone on with by the same command; two nights of one folder never overlap.",
        "  burncard nightly lab.toml\n"
        "  burncard nightly lab.toml --unfinished    at boot: go on, but begin nothing\n",
    )
    parser.add_argument("plan_file", type=Path, metavar="PLAN", help="the plan (docs/nightly.md)")
    parser.add_argument(
        "--unfinished",
        action="store_true",
        help="go on with an unfinished night; where there is none, do nothing",
    )
    add_db(parser)


def _nightly(args: argparse.Namespace) -> int:
    from burncard.nightly import nightly

    return nightly(args.plan_file, args.unfinished, args.db)
