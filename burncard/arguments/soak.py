"""The arguments of `burncard soak`."""

from __future__ import annotations

import argparse
from pathlib import Path

from burncard.arguments.parser import (
    Commands,
    Parser,
    add_rig,
    command,
    many,
    minutes,
    probability,
    seed,
    shrink_seconds,
)


def add(commands: Commands[Parser]) -> None:
    parser = command(
        commands,
        "soak",
        _soak,
        "random lawful rounds on a bench; what fails is shrunk to a scenario",
        "Play random lawful rounds of both games card by card, with whatever can go wrong at a\n"
        "table, and compare them as scenarios are. What was seldom reached is played more often.\n"
        "A failing round is shrunk and written as a scenario into DIR/found; the soak goes on.",
        "  burncard soak --rounds 2000 --seed 1\n"
        "  burncard soak --minutes 480 --rig my-bench.toml --out night\n"
        "  burncard soak --minutes 480 --rig my-bench.toml --out night --resume\n"
        "  burncard soak --rounds 200 --defect queen-is-no-ten    one that must be found\n"
        "  burncard run -- soak/found/*.feature                   play what was found\n",
    )
    long = parser.add_mutually_exclusive_group(required=True)
    long.add_argument("--rounds", type=many, metavar="N", help="end after N rounds")
    long.add_argument("--minutes", type=minutes, metavar="M", help="end after M minutes")
    parser.add_argument(
        "--seed",
        type=seed,
        default=1,
        metavar="S",
        help="the same seed makes the same rounds (default: %(default)s)",
    )
    add_rig(parser)
    parser.add_argument(
        "--out",
        type=Path,
        default=Path("soak"),
        metavar="DIR",
        help="where the results go (default: %(default)s)",
    )
    parser.add_argument("--resume", action="store_true", help="go on with the soak in DIR")
    parser.add_argument(
        "--defect",
        action="append",
        default=[],
        metavar="NAME",
        help="put a catalogued defect into the emulated bench (repeatable)",
    )
    parser.add_argument(
        "--probability",
        type=probability,
        metavar="P",
        help="how likely such a defect bites each time it could (default: always)",
    )
    parser.add_argument(
        "--link-faults",
        type=probability,
        default=0.0,
        metavar="P",
        help="how likely a frame on an emulated device's link is lost, damaged or held up, either "
        "way; no device may be blamed for it (default: never)",
    )
    parser.add_argument(
        "--shrink",
        type=shrink_seconds,
        default=90.0,
        metavar="SECONDS",
        help="the longest that one failing round is shrunk (default: %(default)g)",
    )


def _soak(args: argparse.Namespace) -> int:
    from burncard.soak import run

    return run(
        args.rig,
        args.out,
        args.seed,
        args.rounds,
        args.minutes,
        args.resume,
        args.defect,
        args.probability,
        args.link_faults,
        args.shrink,
    )
