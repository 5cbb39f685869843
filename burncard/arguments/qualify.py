"""The arguments of `burncard qualify`."""

from __future__ import annotations

import argparse
from pathlib import Path

from burncard.arguments.parser import Commands, Parser, add_rig, command, count
from burncard.errors import UsageError


def add(commands: Commands[Parser]) -> None:
    parser = command(
        commands,
        "qualify",
        _qualify,
        "prove that the scenarios catch every catalogued defect",
        "Put each defect of the catalogue into an emulated bench, play the scenarios of the\n"
        "clauses that it violates, and see on which clause it is caught; play the conforming\n"
        "bench too. Ends with 0 only if every defect is caught on a clause that it violates, no\n"
        "other device is blamed, and the conforming bench conforms.",
        "  burncard qualify --quick -n 2                 each defect until it is caught\n"
        "  burncard qualify -n 2                         each against all of its scenarios\n"
        "  burncard qualify --defect swaps-red-yellow    one of them\n"
        "  burncard qualify --features my-features       scenarios of your own\n",
    )
    add_rig(parser)
    parser.add_argument(
        "--out",
        type=Path,
        default=Path("qualification"),
        metavar="DIR",
        help="where qualification.json, qualification.html and the runs go (default: %(default)s)",
    )
    parser.add_argument(
        "--quick",
        action="store_true",
        help="of each defect the scenarios nearest to it, until one catches it",
    )
    parser.add_argument(
        "--defect",
        dest="defects",
        action="append",
        default=[],
        metavar="NAME",
        help="this one only (repeatable); `burncard emulate --list-defects` has them all",
    )
    parser.add_argument(
        "-n",
        dest="benches",
        type=count,
        default=1,
        metavar="N",
        help="benches side by side (default: %(default)s)",
    )
    parser.add_argument(
        "--controls",
        type=count,
        metavar="N",
        help="runs of the conforming bench (default: 1, in the full form 3)",
    )
    parser.add_argument(
        "--features",
        type=Path,
        metavar="PATH",
        help="feature file or folder to qualify (default: those of Burncard)",
    )
    parser.add_argument(
        "--probability",
        type=float,
        metavar="P",
        help="make the defects intermittent: how likely they bite each time they could",
    )
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="of that chance")


def _qualify(args: argparse.Namespace) -> int:
    from burncard.qualify import Options, qualify

    if args.probability is not None and not 0 < args.probability <= 1:
        raise UsageError(f"--probability {args.probability}: is above 0 and up to 1, as 0.01")
    if args.features is not None and not args.features.exists():
        raise UsageError(f"--features {args.features}: no such file or folder")
    return qualify(
        Options(
            rig=args.rig,
            out=args.out,
            quick=args.quick,
            names=tuple(dict.fromkeys(args.defects)),
            benches=args.benches,
            controls=args.controls or (1 if args.quick else 3),
            features=args.features,
            probability=args.probability,
            seed=args.seed,
        )
    )
