"""The arguments of `burncard run`."""

from __future__ import annotations

import argparse
from pathlib import Path

from burncard.arguments.parser import Commands, Parser, add_db, command, count, times
from burncard.errors import USAGE, UsageError


def add(commands: Commands[Parser]) -> None:
    parser = command(
        commands,
        "run",
        play,
        "play the scenarios on a bench and report",
        "Play the scenarios on a bench, compare what the devices did with what the law commands,\n"
        "and write the report. Whatever a run wrote before it was cut short stays readable.",
        "  burncard run                                 everything, on the emulated bench\n"
        "  burncard run --rig my-bench.toml --out lab   on a real bench, into lab/\n"
        "  burncard run -k surrender                    the scenarios about surrender\n"
        "  burncard run --plan                          what would be played; needs no device\n"
        "  burncard run -n 2                            two emulated benches side by side\n"
        "  burncard run --repeat 20 -k surrender        each 20 times: is one intermittent?\n"
        "  burncard run --resume out                    go on with a run that was cut short\n"
        "  burncard run -- my.feature                   feature files of your own\n"
        "  burncard run -- --maxfail=1                  other arguments of pytest\n",
    )
    parser.add_argument(
        "--rig",
        type=Path,
        metavar="FILE",
        help="rig file of the bench (default: the emulated one); none: no device, the scenarios "
        "are held against the reference engine alone",
    )
    parser.add_argument(
        "--out",
        type=Path,
        default=Path("out"),
        metavar="DIR",
        help="where the results go (default: %(default)s)",
    )
    parser.add_argument(
        "-k",
        dest="select",
        default="",
        metavar="EXPR",
        help="play only what matches, as in pytest; a clause as the law writes it: '665a.9(b)(1)'",
    )
    parser.add_argument(
        "-n",
        dest="workers",
        type=count,
        default=1,
        metavar="N",
        help="benches side by side; for emulated benches (default: %(default)s)",
    )
    parser.add_argument(
        "--plan",
        action="store_true",
        help="list scenarios, clauses and devices, and play nothing; fails on an undefined step",
    )
    parser.add_argument(
        "--repeat",
        type=times,
        default=1,
        metavar="N",
        help="play each scenario N times; one that disagrees with itself is reported as "
        "intermittent, and keeps its worst verdict (default: %(default)s)",
    )
    parser.add_argument(
        "--resume",
        type=Path,
        metavar="DIR",
        help="go on with the run in DIR: play what has no verdict yet, on the same bench",
    )
    parser.add_argument(
        "--record", action="store_true", help="record the run in the history afterwards"
    )
    add_db(parser)
    parser.usage = (
        "burncard run [--rig FILE] [--out DIR | --resume DIR] [-k EXPR] [-n N] [--plan] "
        "[--repeat N] [--record [--db URL]] "
        "[-- PYTEST ARGS]"
    )


def play(args: argparse.Namespace) -> int:
    from burncard import run

    if args.resume is None:
        out = args.out
        code = run.run(args.rig, out, args.select, args.workers, args.plan, args.after, args.repeat)
    else:
        if args.select or args.plan or args.repeat != 1 or args.out != Path("out"):
            raise UsageError(
                "--resume plays what the run's own plan has left; leave out --out, -k, --plan "
                "and --repeat"
            )
        out = args.resume
        code = run.resume(out, args.rig, args.workers, args.after)
    if args.record and not args.plan and code != USAGE:
        from burncard.history import record_after

        record_after(out, args.db)
    return code
