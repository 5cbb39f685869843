"""Events from four devices at once: are all of them there?

    python benchmarks/link/throughput.py [--rate 1000] [--seconds 60]

Four devices on four terminals each say `--rate` events a second; the bench acknowledges, orders and
records them.
"""

from __future__ import annotations

import argparse
import contextlib
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import cast

from rigs.bench import Bench
from rigs.drivers.burncard import BurncardDriver
from rigs.rigfile import load_rig

HERE = Path(__file__).parent
ROLES = ("shoe", "shuffler", "card-reader", "masque-reader")


def main() -> int:
    """Print the figures. Exit code 1: an event was lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rate", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=60.0)
    given = parser.parse_args()
    count = int(given.rate * given.seconds)
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        rig = "[limits]\nscenario = 3600.0\n"
        for role in ROLES:
            process = subprocess.Popen(
                [sys.executable, str(HERE / "device.py"), role],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            stack.callback(process.communicate, timeout=5)
            assert process.stdout
            port = process.stdout.readline().strip()
            rig += (
                f'[devices.{role}]\nrole = "{role}"\nstimulus = "none"\n'
                f'link = {{ kind = "serial", port = "{port}" }}\n'
                'safe_state = { state = "still" }\n'
            )
        (folder / "rig.toml").write_text(rig)
        bench = stack.enter_context(Bench.open(load_rig(folder / "rig.toml"), folder / "run"))
        bench.begin_scenario("throughput")
        for device in bench.devices.values():
            driver = cast(BurncardDriver, device.driver)
            data = {"count": str(count), "interval_us": str(int(1e6 / given.rate))}
            driver.request("stream", data)
        began, cpu = time.monotonic(), time.process_time()
        seen: Counter[str] = Counter()
        order: dict[str, int] = {}
        took: list[float] = []
        while sum(seen.values()) < count * len(ROLES):
            new = bench.observe(bool, 5.0)
            if not new:
                break
            for one in new:
                seen[one.role] += 1
                number = one.counter or 0
                assert number == order.get(one.role, number), "out of order"
                order[one.role] = number + 1
                took.append((one.at_ns - int(one.data["t"])) / 1000)
        wall, cpu = time.monotonic() - began, time.process_time() - cpu
        bench.sync()
        notes = Counter(note.kind for note in bench.notes)
        took.sort()
        lost = {role: count - seen[role] for role in ROLES}
        print(f"{len(ROLES)} devices, {given.rate} events/s each, {given.seconds:g} s")
        print(f"heard {sum(seen.values())} of {count * len(ROLES)}; lost {lost}")
        print(f"{sum(seen.values()) / wall:.0f} events/s, {cpu / wall:.0%} of a core, ", end="")
        print(f"{cpu / sum(seen.values()) * 1e6:.0f} us of CPU an event")
        print(f"from device to arrival: median {statistics.median(took):.0f} us, ", end="")
        print(f"p99 {took[int(len(took) * 0.99)]:.0f} us, max {took[-1]:.0f} us")
        print(f"notes: {dict(notes)}")
        return int(any(lost.values()))


if __name__ == "__main__":
    sys.exit(main())
