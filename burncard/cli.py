"""The command line: reads arguments, hands on each command, answers with an exit code.

A part is imported only when its command runs, so that `burncard settle` does not wait for pytest.
"""

from __future__ import annotations

import argparse
import os
import sys
import traceback
from collections.abc import Sequence

from burncard import __version__
from burncard.arguments import (
    emulate,
    law,
    nightly,
    qualify,
    report,
    rig,
    run,
    settle,
    soak,
    wire,
)
from burncard.arguments.parser import Parser
from burncard.errors import BROKEN_PIPE, INTERRUPTED, NOT_VERIFIED, USAGE, UsageError

_EXIT_CODES = """\
exit codes:
  0    everything conforms and nothing is missing
  1    findings (or, for law, a clause without a scenario)
  2    a wrong argument or a bad file: one line on standard error says which
  3    not fully verified: something was inconclusive or did not run, or Burncard itself failed
  130  interrupted
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code. `argv` is without the program's name."""
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        code = _dispatch(words)
        sys.stdout.flush()
    except UsageError as error:
        print(f"burncard: {error}", file=sys.stderr)
        return USAGE
    except KeyboardInterrupt:
        print("burncard: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # The reader has gone, as with `| head`.
        _say_no_more()
        return BROKEN_PIPE
    except Exception as error:
        from rigs.errors import disk_full

        full = disk_full(error)
        if full is not None:
            _say_no_more()
            where = full.filename or "the output"
            print(f"burncard: {where}: cannot be written ({full.strerror})", file=sys.stderr)
            return NOT_VERIFIED
        # Python would end with 1, which means findings: a fault of ours must not look like one.
        traceback.print_exc()
        print(
            "burncard: this is a fault of Burncard, and says nothing of a device", file=sys.stderr
        )
        return NOT_VERIFIED
    return code


def _say_no_more() -> None:
    """What standard output does not take goes nowhere: Python would complain again at exit."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _dispatch(words: list[str]) -> int:
    if words[:1] == ["emulate"]:
        # The emulators read their own arguments: argparse cannot hand on a leading option.
        return emulate.emulate(words[1:])
    if words[:2] == ["wire", "replay"]:
        return wire.replay(words[2:])
    # argparse would take words before "--" for arguments of pytest, and a mistyped one as well.
    cut = words.index("--") if "--" in words else len(words)
    args = _parser().parse_args(words[:cut])
    args.after = words[cut + 1 :]
    if args.after and args.handler is not run.play:
        raise UsageError("only run takes arguments after --")
    code: int = args.handler(args)
    return code


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="burncard",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Hardware-in-the-loop tests for blackjack table equipment, judged clause by "
        "clause.",
        epilog=_EXIT_CODES + "\nburncard COMMAND --help tells more, with examples.",
    )
    parser.add_argument("--version", action="version", version=f"burncard {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for one in (run, law, settle, rig, emulate, qualify, soak, nightly, report, wire):
        one.add(commands)
    return parser
