"""The safety experiment of the peers, on Burncard: a run cut short in the eleventh of twenty tests.

    python benchmarks/steps/cut_short.py PEERS

PEERS is the folder with their `safety.py` and `run.py`. What Burncard's outputs say of the ten
finished scenarios is read from all of them: they must agree.
"""

from __future__ import annotations

import importlib
import json
import os
import shlex
import sys
import time
from pathlib import Path

OURS = Path(__file__).with_name("ours.py")
PATIENCE_S = 15.0


def recorded(case: str, out: Path) -> str:
    """How many scenarios each output calls good, once the run directory is complete."""
    run = out / "out"
    deadline = time.monotonic() + PATIENCE_S
    while not (run / "run.json").exists() and time.monotonic() < deadline:
        time.sleep(0.05)  # after SIGKILL the guard derives the reports
    time.sleep(0.3)
    records = [path.read_text().splitlines() for path in (run / "records").glob("*.jsonl")]
    closed = sum('"line":"close","verdict":"conforms"' in lines[-1] for lines in records)
    derived = json.loads((run / "run.json").read_text())["counts"]["conforms"]
    results = (run / "allure-results").glob("*-result.json")
    passed = sum(json.loads(path.read_text())["status"] == "passed" for path in results)
    return "/".join(map(str, sorted({closed, derived, passed})))


def main() -> None:
    """Run the experiment of the folder that the command line names."""
    sys.path.insert(0, str(Path(sys.argv[1]).resolve()))
    safety = importlib.import_module("safety")
    os.environ["BENCH_OURS"] = shlex.join([sys.executable, str(OURS)])
    vars(safety)["recorded"] = recorded
    sys.argv[1:] = ["--cases", "ours"]
    safety.main()


if __name__ == "__main__":
    main()
