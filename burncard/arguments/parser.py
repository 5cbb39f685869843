"""What all commands share: the parser, the look of a command's help, and the kinds of values."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from burncard.errors import USAGE


class Parser(argparse.ArgumentParser):
    """An argument parser whose complaint is one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(USAGE, f"{self.prog}: {message} (see {self.prog} --help)\n")


Commands = argparse._SubParsersAction  # argparse gives this type no public name


def command(
    commands: Commands[Parser],
    name: str,
    handler: Callable[[argparse.Namespace], int],
    help_line: str,
    description: str,
    examples: str,
) -> Parser:
    parser = commands.add_parser(
        name,
        help=help_line,
        description=description,
        epilog="examples:\n" + examples,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(handler=handler)
    return parser


def add_db(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--db",
        metavar="URL",
        help="the history: a file, or a URL as postgresql://host/name (default: BURNCARD_DB, else "
        "~/.local/share/burncard/history.db)",
    )


def add_dir(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("dir", type=Path, metavar="DIR", help="directory of a run")


def add_rig(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--rig", type=Path, metavar="FILE", help="rig file (default: the emulated bench)"
    )


def count(text: str) -> int:
    return _whole(text, 1, 64)


def times(text: str) -> int:
    return _whole(text, 1, 100_000)


def many(text: str) -> int:
    return _whole(text, 1, 10**9)


def seed(text: str) -> int:
    return _whole(text, 0, 2**64 - 1)


def _whole(text: str, low: int, high: int) -> int:
    if text.isascii() and text.isdigit() and len(text) <= 20 and low <= int(text) <= high:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is no number from {low} to {high}")


def minutes(text: str) -> float:
    found = _real(text)
    if 0 < found <= 60 * 24 * 30:
        return found
    raise argparse.ArgumentTypeError(f"{text!r} is no number of minutes, up to 43200 (30 days)")


def shrink_seconds(text: str) -> float:
    found = _real(text)
    if 0 < found <= 86400:
        return found
    raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds, up to 86400 (a day)")


def listening(text: str) -> float:
    found = _real(text)
    if 0 <= found <= 3600:
        return found
    raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds, 0 to 3600")


def probability(text: str) -> float:
    found = _real(text)
    if 0 < found <= 1:
        return found
    raise argparse.ArgumentTypeError(f"{text!r} is no probability above 0, up to 1")


def _real(text: str) -> float:
    """NaN, which is in no range, for what is no number."""
    try:
        return float(text)
    except ValueError:
        return math.nan
