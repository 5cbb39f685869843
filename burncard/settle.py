"""`burncard settle`: a round script in, the ruling out."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

from burncard.errors import UsageError


def read_script(file: str) -> bytes:
    """The bytes of a round script; ``-`` is standard input.

    Raises:
        UsageError: the file cannot be read.
    """
    if file == "-":
        if sys.stdin.isatty():
            print("burncard: reading a round script; Ctrl-D ends it", file=sys.stderr)
        return sys.stdin.buffer.read()
    try:
        return Path(file).read_bytes()
    except OSError as error:
        raise UsageError(f"{file}: {error.strerror}") from error


def settle(file: str, pretty: bool) -> int:
    """Print the ruling on the round in `file` as JSON.

    Raises:
        UsageError: the script cannot be read, or the law does not permit what it says.
    """
    from reference_engine.script import ScriptError, encode, rule

    try:
        ruling = encode(rule(read_script(file)))
    except ScriptError as error:
        raise UsageError(f"{'standard input' if file == '-' else file}: {error}") from error
    print((msgspec.json.format(ruling, indent=2) if pretty else ruling).decode())
    return 0
