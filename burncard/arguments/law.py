"""The arguments of `burncard law`."""

from __future__ import annotations

import argparse
from pathlib import Path

from burncard.arguments.parser import Commands, Parser, command


def add(commands: Commands[Parser]) -> None:
    parser = command(
        commands,
        "law",
        _law,
        "the clauses, each with its scenarios and devices",
        "List the clauses of the law, each with the scenarios that test it and the devices they\n"
        "need. Ends with 1 if a paragraph of 665a.9 or 685a.12 has no scenario.",
        "  burncard law                       every clause\n"
        "  burncard law '665a.9(b)(2)(i)'     one clause\n"
        "  burncard law --json                for a program\n"
        "  burncard law --house-rules         the choices that the law leaves, and why\n",
    )
    parser.add_argument("clause", nargs="?", metavar="CLAUSE", help="a clause id as 665a.9(b)(1)")
    parser.add_argument("--json", action="store_true", help="JSON instead of text")
    parser.add_argument(
        "--house-rules", action="store_true", help="the named house rules and their values"
    )
    parser.add_argument(
        "--features",
        type=Path,
        action="append",
        metavar="PATH",
        help="feature file or folder to look at (repeatable; default: those of Burncard)",
    )


def _law(args: argparse.Namespace) -> int:
    from burncard.law import law

    return law(args.clause, args.features, as_json=args.json, house_rules=args.house_rules)
