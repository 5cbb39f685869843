"""Burncard as a case of a step benchmark: plays BENCH_FEATURE against the device on BENCH_PORT.

The device answers lines with lines, and ``SAFE`` is its safe state. Everything that a run on a real
bench writes is written here too: record, wire log, each Gherkin step in the Allure results, report.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from burncard.cli import main

RIG = """
name = "echo"
[limits]
late = 5.0
[devices.echo]
role = "line"
protocol = "line"
stimulus = "none"
link = {{ kind = "serial", port = "{port}" }}
safe_state = {{ state = "safe", send = ["SAFE\\n"] }}
"""

if __name__ == "__main__":
    out = Path(os.environ["BENCH_OUT"])
    rig = out / "echo.toml"
    rig.write_text(RIG.format(port=os.environ["BENCH_PORT"]))
    sys.path.insert(0, str(Path(__file__).parent))
    feature = os.environ.get("BENCH_FEATURE", str(out / "bench.feature"))
    run = ["run", "--rig", str(rig), "--out", str(out / "out"), "--"]
    sys.exit(main([*run, feature, "-pexchange", *sys.argv[1:]]))
