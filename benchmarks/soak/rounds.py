"""Rounds of a soak per second through the full emulated bench, and where the time goes.

    python benchmarks/soak/rounds.py [ROUNDS] [SEED]

The rounds are played twice: once on the clock, once under the profiler, which tells the shares.
"""

from __future__ import annotations

import cProfile
import inspect
import os
import pstats
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from reference_engine import engine
from reports.records import RecordWriter
from rigs.bench import Bench
from rigs.rigfile import load_rig
from steps import compare
from steps.soak import walk
from steps.soak.coverage import Coverage, features
from steps.soak.playing import play_case

PARTS: dict[str, Callable[..., object]] = {
    "making rounds, four for each": walk.make,
    "devices as new before a round": Bench.begin_scenario,
    "devices safe after a round": Bench.end_scenario,
    "stimulus: acts and their answers": Bench.stimulate,
    "feed: passing messages on": Bench.feed,
    "listening for what is due": Bench.observe,
    "colour sensor": Bench.sense,
    "sync at the end of a round": Bench.sync,
    "records": RecordWriter._write,
    "engine (with what making takes)": engine.apply,
    "comparison": compare.compare,
    "all of a round": play_case,
}


def play(bench: Bench, rounds: int, seed: str, out: Path) -> tuple[float, int]:
    """Seconds and deeds of so many rounds."""
    coverage, deeds, began = Coverage(), 0, time.perf_counter()
    for number in range(rounds):
        made = walk.make(Random(f"{seed}:{number}"), coverage)
        played = play_case(bench, made.case, f"round-{number:07}", out, {})
        if played.verdict != "conforms":
            print(f"round {number}: {played.verdict}: {played.reason}", file=sys.stderr)
        coverage.add(features(*made))
        deeds += len(made.case.deeds)
    return time.perf_counter() - began, deeds


def main() -> None:
    """Measure and print."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    seed = sys.argv[2] if len(sys.argv) > 2 else "1"
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder)
        with Bench.open(load_rig(None), out, label="") as bench:
            cpu = time.process_time()
            seconds, deeds = play(bench, rounds, seed, out)
            cpu = time.process_time() - cpu
            profile = cProfile.Profile()
            profile.runcall(play, bench, rounds, f"{seed}, profiled", out)
    print(f"{rounds} rounds in {seconds:.1f} s: {rounds / seconds:.1f} rounds a second")
    print(f"{deeds} deeds, {deeds / rounds:.1f} a round, {seconds / deeds * 1000:.2f} ms each")
    print(f"of it computing in the runner: {cpu / seconds:.0%}; load {os.getloadavg()[0]:.1f}")
    stats = pstats.Stats(profile)
    whole = stats.total_tt  # type: ignore[attr-defined]
    for name, function in PARTS.items():
        code = inspect.unwrap(function).__code__  # a decorator's code is that of all its functions
        row = stats.stats.get(  # type: ignore[attr-defined]
            (code.co_filename, code.co_firstlineno, code.co_name)
        )
        if row is not None:
            print(f"  {name:36} {row[3] / whole:6.1%} of the time, {row[0]} calls")


if __name__ == "__main__":
    main()
