"""The step of the benchmark: one exchange with a line device, its answer checked."""

from __future__ import annotations

from typing import cast

from pytest_bdd import parsers, when

from rigs.bench import Bench
from rigs.drivers.line import LineDriver


@when(parsers.parse("exchange {number:d} is answered"))
def answered(bench: Bench, number: int) -> None:
    line = cast(LineDriver, bench.devices["echo"].driver)
    answer = line.ask(b"STEP %06d\n" % number)
    if answer != b"ACK %06d\n" % number:
        raise AssertionError(f"step {number}: {answer!r}")
