"""`burncard settle` as another program calls it: exit code 2 and one line for what is wrong."""

from __future__ import annotations

import json
import subprocess
import sys
from random import Random
from typing import Any

import pytest

from reference_engine.script import encode, rule
from tests.oracle.random_rounds import random_round
from tests.oracle.scripts import DOUBLE_ATTACK, DOWN_UNDER
from tests.oracle.test_properties import BAD


def settle(text: bytes) -> subprocess.CompletedProcess[bytes]:
    """The command, fed on standard input."""
    command = [sys.executable, "-m", "burncard", "settle", "-"]
    return subprocess.run(command, input=text, capture_output=True, timeout=60, check=False)


def _bytes(script: Any) -> bytes:
    return script if isinstance(script, bytes) else json.dumps(script).encode()


@pytest.mark.parametrize(
    "name",
    [
        *("a negative Bet", "1e400", "NaN", "a 10 in a player's hand", "a shoe of three"),
        *("an act out of turn", "deep objects", "a number of 5,000 digits", "not UTF-8", "nothing"),
    ],
)
def test_a_wrong_script_is_one_line_and_exit_code_2(name: str) -> None:
    done = settle(_bytes(BAD[name]))
    assert done.returncode == 2
    assert done.stdout == b""
    assert done.stderr.count(b"\n") == 1
    assert len(done.stderr) < 1000
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("game", [DOUBLE_ATTACK, DOWN_UNDER])
def test_the_command_says_what_the_engine_rules(game: str) -> None:
    script = random_round(Random(7), game).script
    done = settle(_bytes(script))
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout) == json.loads(encode(rule(script)))
