"""The arguments of `burncard report` on the history: record, runs, diff, trend."""

from __future__ import annotations

import argparse
from pathlib import Path

from burncard.arguments.parser import Commands, Parser, add_db, add_dir, command, times


def add(below: Commands[Parser]) -> None:
    parser = command(
        below,
        "record",
        _record,
        "put a run into the history",
        "Put the run in DIR into the history, in place of itself if it is there. Several rigs may\n"
        "write to one history at once.",
        "  burncard report record out\n"
        "  burncard report record out --db postgresql://lab@server/burncard\n",
    )
    add_dir(parser)
    parser.add_argument("--label", default="", metavar="NAME", help="the series that it belongs to")
    add_db(parser)
    parser = command(
        below,
        "runs",
        _runs,
        "list the recorded runs",
        "List the recorded runs, the newest first.",
        "  burncard report runs\n",
    )
    parser.add_argument(
        "--limit", type=times, default=30, metavar="N", help="so many (default: %(default)s)"
    )
    parser.add_argument("--json", action="store_true", help="JSON instead of a table")
    add_db(parser)
    parser = command(
        below,
        "diff",
        _diff,
        "what changed from one run to another",
        "Compare run A with the later run B; each is a run's directory, however it ended, or the\n"
        "id of a recorded run (its beginning will do). Ends with 1 on a regression: a finding,\n"
        "a scenario that has begun to disagree with itself, a device that is slower by more than\n"
        "chance; with 3 where something verified in A is not in B; else with 0.",
        "  burncard report diff last-night out\n"
        "  burncard report diff 4f0c1a out --html changes.html\n",
    )
    parser.add_argument("earlier", metavar="A", help="the earlier run: directory or id")
    parser.add_argument("later", metavar="B", help="the later run")
    parser.add_argument("--json", action="store_true", help="JSON instead of text")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write a page, too")
    add_db(parser)
    parser = command(
        below,
        "trend",
        _trend,
        "the course over many recorded runs, as a page",
        "Write one page on the recorded runs: verdicts per clause, latency with limits, flaky\n"
        "scenarios, changes of firmware.",
        "  burncard report trend --html trend.html\n"
        "  burncard report trend --rig lab-1 --nights 90\n",
    )
    parser.add_argument("--html", type=Path, metavar="FILE", help="the page (default: trend.html)")
    parser.add_argument("--label", default="", metavar="NAME", help="only this series")
    parser.add_argument("--rig", default="", metavar="NAME", help="only runs on this rig")
    parser.add_argument(
        "--nights",
        type=times,
        default=60,
        metavar="N",
        help="the last so many runs (default: %(default)s)",
    )
    add_db(parser)


def _record(args: argparse.Namespace) -> int:
    from burncard.history import record

    return record(args.dir, args.db, args.label)


def _runs(args: argparse.Namespace) -> int:
    from burncard.history import listing

    return listing(args.db, args.limit, args.json)


def _diff(args: argparse.Namespace) -> int:
    from burncard.history import diff

    return diff(args.earlier, args.later, args.db, args.json, args.html)


def _trend(args: argparse.Namespace) -> int:
    from burncard.history import trend

    return trend(args.db, args.html, args.label, args.rig, args.nights)
