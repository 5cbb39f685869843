"""Mutation testing of the engine and the comparison: docs/mutation.md.

    python -m benchmarks.mutation [PART OF A FILE NAME ...]

Every result is appended to out/mutation/results.jsonl. What has a result there is not played again
as long as the text that it changes is the same.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path

import msgspec
import pytest

from benchmarks.mutation import report
from benchmarks.mutation.mutants import Mutant, mutants_of
from benchmarks.mutation.player import (
    NO_TEST,
    SECONDS,
    Base,
    Baseline,
    Many,
    Order,
    Pool,
    Result,
    arguments,
    once,
)

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
OUT = ROOT / "out" / "mutation"
RESULTS = OUT / "results.jsonl"
SEED = 5
"""Of the samples."""


class Plan(msgspec.Struct, frozen=True):
    """plan.toml."""

    tests: list[str]
    heavy: list[str]
    without: list[str]
    modules: dict[str, float]
    definitions: float


def main() -> int:
    """Play what is not played yet, then tell what came of all."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.mutation")
    parser.add_argument("modules", nargs="*", help="parts of file names (default: all files)")
    parser.add_argument("--jobs", type=int, default=1, help="mutants at a time (default: 1)")
    parser.add_argument("--only", default="", help="mutants whose name contains this")
    parser.add_argument("--again", action="store_true", help="survivors without a reason as well")
    parser.add_argument("--heavy", action="store_true", help="ask the enumerations of rounds too")
    parser.add_argument("--functions", action="store_true", help="leave out what runs at import")
    parser.add_argument("--report", action="store_true", help="play nothing")
    options = parser.parse_args()
    os.chdir(ROOT)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    plan = msgspec.convert(tomllib.loads((HERE / "plan.toml").read_text(encoding="utf-8")), Plan)
    files = [
        file
        for file in plan.modules
        if not options.modules or any(one in file for one in options.modules)
    ]
    OUT.mkdir(parents=True, exist_ok=True)
    chosen = [one for file in files for one in _sample(file, plan) if options.only in one.name]
    if not options.report:
        known = _known(chosen)
        unsaid = set(report.unexplained(known.values())) if options.again else set()
        todo = [one for one in chosen if one.name not in known or one.name in unsaid]
        if todo:
            _play(plan, files, todo, options)
    print(report.table(chosen, _known(chosen), plan.modules))
    return 0


def _sample(file: str, plan: Plan) -> list[Mutant]:
    """The mutants of a file that are to be played, the same ones each time."""
    mutants = list(mutants_of(ROOT, file))
    inside = [one for one in mutants if not one.at_definition]
    outside = [one for one in mutants if one.at_definition]
    chosen: list[Mutant] = []
    for part, share in ((inside, plan.modules[file]), (outside, plan.definitions)):
        # Each mutant draws its own lot, so that a change elsewhere in the file leaves it alone.
        chosen += [one for one in part if random.Random(f"{SEED} {one.name}").random() < share]
    return chosen


def _known(mutants: list[Mutant]) -> dict[str, Result]:
    """The last result of each of these mutants, if what it changes is still the same."""
    if not RESULTS.exists():
        return {}
    decode = msgspec.json.Decoder(Result).decode
    last = {one.name: one for one in map(decode, RESULTS.read_bytes().splitlines())}
    sources: dict[str, str] = {}
    known: dict[str, Result] = {}
    for mutant in mutants:
        if mutant.file not in sources:
            sources[mutant.file] = (ROOT / mutant.file).read_text(encoding="utf-8")
        was = sources[mutant.file][mutant.start : mutant.end]
        old = last.get(mutant.name)
        if old is not None and (old.was, old.now) == (was, mutant.text):
            known[mutant.name] = old
    return known


def _play(plan: Plan, files: list[str], todo: list[Mutant], options: argparse.Namespace) -> None:
    tests = [*plan.tests, *(f"--ignore={one}" for one in plan.without)]
    if not options.heavy:
        tests += [f"--ignore={one}" for one in plan.heavy]
    base = _baseline(files, tests)
    order = Order(base.seconds)
    late = [
        one for one in todo if one.at_definition or one.function in base.at_import.get(one.file, ())
    ]
    # These take seconds each. In this order they are a fair sample wherever the run is stopped.
    random.Random(SEED).shuffle(late)
    names = {one.name for one in late}
    soon = [one for one in todo if one.name not in names]
    with RESULTS.open("ab") as out:
        tell = _teller(out.write, out.flush, order, len(soon) + len(late) * (not options.functions))
        _within_one_session(soon, base, order, tell, tests, options.jobs)
        if options.functions:
            return
        pool = Pool(options.jobs, tell)
        for one in late:
            near = list(dict.fromkeys(test.split("::")[0] for test in order.near(one)))[:2]
            selections = [near, tests] if near else [tests]
            pool.start(one, partial(once, ROOT, one, selections, order, _limit(base)))
        pool.wait_for_all()


def _limit(base: Baseline) -> Callable[[str], float]:
    return lambda test: SECONDS + 10 * base.seconds.get(test, 1.0)


def _teller(
    write: Callable[[bytes], object], flush: Callable[[], object], order: Order, total: int
) -> Callable[[Mutant, str, str], None]:
    sources: dict[str, str] = {}
    count: Counter[str] = Counter()
    began = time.monotonic()

    def tell(mutant: Mutant, result: str, by: str) -> None:
        if mutant.file not in sources:
            sources[mutant.file] = (ROOT / mutant.file).read_text(encoding="utf-8")
        was = sources[mutant.file][mutant.start : mutant.end]
        line = Result(mutant.name, result, by, mutant.line, was, mutant.text)
        write(msgspec.json.encode(line) + b"\n")
        flush()
        if by:
            order.killed(mutant, by)
        count[result] += 1
        done = sum(count.values())
        if done % 50 == 0 or done == total:
            told = ", ".join(f"{n} {what}" for what, n in count.most_common())
            took = time.monotonic() - began
            print(f"{done} of {total} in {took:.0f} s: {told} ({mutant.file})", flush=True)

    return tell


def _within_one_session(
    mutants: list[Mutant],
    base: Baseline,
    order: Order,
    tell: Callable[[Mutant, str, str], None],
    tests: list[str],
    jobs: int,
) -> None:
    """Play the mutants that need no import of their own, in a process that ends with them."""
    ready: list[tuple[Mutant, list[str]]] = []
    for one in mutants:
        lines = base.lines.get(one.file, {})
        first, last = one.lines
        found = {test for line in range(first, last + 1) for test in lines.get(line, ())}
        if found:
            ready.append((one, list(found)))
        else:
            tell(one, NO_TEST, "")
    reading, writing = os.pipe()
    pid = os.fork()
    if not pid:
        code = 1
        try:
            many = Many(ROOT, ready, _limit(base), order, tell, jobs)
            code = int(pytest.main(arguments(tests), plugins=[many]))
            os.write(writing, msgspec.json.encode(order.killers))
        finally:
            os._exit(code)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        order.killers = msgspec.json.decode(pipe.read() or b"{}")
    os.waitpid(pid, 0)


def _baseline(files: list[str], tests: list[str]) -> Baseline:
    """The tests on the sources as they are, in a process of its own: this one must import neither
    the tests nor what they test."""
    kept = OUT / "baseline.json"
    pid = os.fork()
    if not pid:
        code = 1
        try:
            base = Base(ROOT, files)
            code = int(pytest.main(arguments(tests), plugins=[base]))
            kept.write_bytes(msgspec.json.encode(base.baseline))
        finally:
            os._exit(code)
    _, status = os.waitpid(pid, 0)
    if status:
        raise SystemExit("the tests fail on the sources as they are")
    return msgspec.json.decode(kept.read_bytes(), type=Baseline)


if __name__ == "__main__":
    sys.exit(main())
