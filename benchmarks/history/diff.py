"""How long `burncard report diff` takes on a history of many runs, as a whole process.

    python benchmarks/history/diff.py [--runs 1000] [--scenarios 300] [--db URL]

Fills an empty history with runs of that size (through the code that records runs), then compares
the two newest with each other and the newest with the oldest. Without ``--db`` it is SQLite in a
temporary folder.
"""

from __future__ import annotations

import argparse
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from reports.history import store
from reports.history.database import history
from reports.history.trend import trend
from reports.history.view import ClauseSeen, Device, Measured, Played, View

BAR_S = 2.0
REPEATS = 5
SIGNALS = [(device, signal) for device in ("shoe", "reader", "table") for signal in "abcd"]


def a_run(number: int, scenarios: int, chance: random.Random) -> View:
    """A night: one scenario in fifty has a finding, and every signal was measured 150 times."""
    played = []
    for n in range(scenarios):
        bad = chance.random() < 0.02
        verdict = "finding" if bad else "conforms"
        found = ("finding: table-controller: wrong settle (665a.9(c))",) if bad else ()
        played.append(
            Played(
                id=f"scenario-{n}",
                sha256=f"{n:064x}",
                name=f"Scenario {n}",
                feature="A feature",
                rule="A rule",
                clauses=("665a.9(c)",),
                verdict=verdict,
                attempts=(verdict,),
                ms=40.0,
                discrepancies=found,
            )
        )
    measured = []
    for device, signal in SIGNALS:
        ms = sorted(round(chance.lognormvariate(1.0, 0.4), 3) for _ in range(150))
        measured.append(Measured(device, device, signal, 500.0, ms[75], ms[142], ms[-1], tuple(ms)))
    return View(
        id=f"{number:032x}",
        label="nightly:bench/one",
        started=f"{2020 + number // 365}-{number % 365 // 31 + 1:02}-{number % 31 + 1:02}",
        rig="bench",
        overall="finding",
        exit_code=1,
        devices=(Device("shoe", "shoe", {"firmware": f"1.{number // 100}"}),),
        scenarios=tuple(played),
        clauses=tuple(ClauseSeen(f"665a.{n}", "", "conforms") for n in range(100)),
        latencies=tuple(measured),
    )


def timed(db: str, one: str, other: str) -> tuple[float, float]:
    """Seconds of the whole command, the interpreter's start included: by the clock, and of CPU."""
    command = [sys.executable, "-m", "burncard", "report", "diff", one, other, "--db", db]
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    seconds, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    assert done.returncode in (0, 1), done.stderr
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, cpu


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--scenarios", type=int, default=300)
    parser.add_argument("--db", default="")
    args = parser.parse_args()
    chance = random.Random(6)
    with tempfile.TemporaryDirectory() as folder:
        db = args.db or str(Path(folder) / "history.db")
        began = time.perf_counter()
        with history(db) as engine:
            for number in range(args.runs):
                store.record(engine, a_run(number, args.scenarios, chance))
        each = (time.perf_counter() - began) / args.runs
        print(f"recorded {args.runs} runs of {args.scenarios} scenarios, {1000 * each:.0f} ms each")
        last = f"{args.runs - 1:032x}"
        worst = 0.0
        for name, first in (
            ("the run before", f"{args.runs - 2:032x}"),
            ("the first", f"{0:032x}"),
        ):
            seconds = [timed(db, first, last) for _ in range(REPEATS)]
            worst = max(worst, min(wall for wall, _ in seconds))
            wall, cpu = (statistics.median(one) for one in zip(*seconds, strict=True))
            print(f"diff with {name}: median of {REPEATS}: {wall:.2f} s, {cpu:.2f} s of CPU")
        began = time.perf_counter()
        with history(db) as engine:
            trend(engine)
        print(f"trend over 60 runs, without the page: {time.perf_counter() - began:.2f} s")
        # The best of each: on a machine that does other things too, the clock says little.
        print(f"best of the slower comparison {worst:.2f} s, the bar is {BAR_S:g} s")
    return int(worst > BAR_S)


if __name__ == "__main__":
    raise SystemExit(main())
