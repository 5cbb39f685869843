"""The arguments of `burncard settle`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from burncard.arguments.parser import Commands, Parser, command, count
from burncard.errors import NOT_VERIFIED, UsageError


def add(commands: Commands[Parser]) -> None:
    parser = command(
        commands,
        "settle",
        _settle,
        "rule on rounds: scripts in, rulings out",
        "Read a round script (JSON: game, wagers, cards in the order in which they leave the\n"
        "shoe, acts) and print what the law commands, with the clauses. Needs no bench.\n"
        "A .jsonl file has one script a line: each ruling is a line, in order; a bad line is\n"
        "reported by its number, the others are ruled on, and the command ends with 2.",
        "  burncard settle round.json\n"
        "  burncard settle - < round.json\n"
        "  burncard settle --compact round.json | your-program\n"
        "  burncard settle --explain round.json                  the round told as a person would\n"
        "  burncard settle rounds.jsonl --jobs 4 --out rulings.jsonl\n"
        "  zcat log.gz | burncard settle --lines - > rulings.jsonl\n"
        "  burncard settle --schema script                       the JSON Schema of a script\n",
    )
    parser.add_argument(
        "file", nargs="?", metavar="FILE", help="round script or scripts; - is standard input"
    )
    parser.add_argument(
        "--compact",
        action="store_true",
        help="one line, also on a terminal (elsewhere the output is always one line)",
    )
    parser.add_argument(
        "--explain",
        action="store_true",
        help="tell the round in words: act by act, card by card, chip by chip, with the clauses",
    )
    parser.add_argument(
        "--lines", action="store_true", help="one script a line, whatever the file is called"
    )
    parser.add_argument(
        "--jobs",
        type=count,
        default=1,
        metavar="N",
        help="processes that rule on the lines (default: %(default)s)",
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="write there instead of to standard output; the file appears when it is complete",
    )
    parser.add_argument(
        "--schema", choices=("script", "ruling"), help="print a JSON Schema and read nothing"
    )


def _settle(args: argparse.Namespace) -> int:
    from burncard import settle

    if args.schema is not None:
        if args.file is not None:
            raise UsageError("settle --schema reads no file")
        return settle.schema(args.schema, args.out)
    if args.file is None:
        raise UsageError("settle needs a FILE, or - for standard input")
    if args.lines or (settle.by_lines(args.file) and not args.explain):
        if args.explain:
            raise UsageError("settle --explain tells one round, not a file of lines")
        try:
            return settle.settle_batch(args.file, args.out, args.jobs)
        except settle.BrokenPool as error:
            print(f"burncard: {error}; nothing is complete", file=sys.stderr)
            return NOT_VERIFIED
    if args.jobs != 1:
        raise UsageError("settle --jobs is for one script a line: name it .jsonl or give --lines")
    if args.explain:
        return settle.explain(args.file, args.out)
    return settle.settle(args.file, args.out, pretty=sys.stdout.isatty() and not args.compact)
