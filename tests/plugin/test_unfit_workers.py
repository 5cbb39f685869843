"""A bench that cannot be used, found by a worker: the run ends as it does without workers.

Without workers, see `tests/cli/test_rig.py`.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from rigs.lease import Lease
from tests.cli.command import CHECKOUT, environment, start

pytestmark = pytest.mark.bench

EMULATED = (CHECKOUT / "rigs" / "benches" / "emulated.toml").read_text()
SELECT = "685a.12(d)"
ONE_WORKER = ("--", "-pxdist.plugin", "-n1")
"""As `pytest -n 1`: a worker has the bench, and no other bench is there."""
LAB = """
name = "lab-3"
[lease]
folder = "leases"
[devices.shoe]
role = "shoe"
link = { kind = "serial", port = "/dev/no-such-port" }
safe_state = { state = "motor stopped" }
"""


def burncard(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return start([sys.executable, "-m", "burncard", *words], folder)


def first_device(text: str) -> str:
    """The emulated bench, with `text` added to its first device."""
    old = "emulator = { defects = [] }\n"
    return EMULATED.replace(old, f"{old}{text}\n", 1)


@pytest.mark.parametrize(
    ("rig", "words", "said"),
    [
        pytest.param(
            first_device('expect = { serial = "SH-9" }'),
            ("-n", "2"),
            "shoe on {}: its serial is 'EMU-SHOE-1', the rig file says 'SH-9'; plug in the right "
            "one, or correct the rig file",
            id="another device",
        ),
        pytest.param(
            first_device('driver = "teleprinter"'),
            ("-n", "2"),
            "there is no driver 'teleprinter'",
            id="a rig error",
        ),
        pytest.param(
            LAB,
            ONE_WORKER,
            "shoe on /dev/no-such-port: No such file or directory; plug it in, or name its port in "
            "the rig file",
            id="a missing device",
        ),
    ],
)
def test_it_ends_the_run_before_the_first_step(
    tmp_path: Path, rig: str, words: tuple[str, ...], said: str
) -> None:
    (tmp_path / "bench.toml").write_text(rig)
    done = burncard(tmp_path, "run", "--rig", "bench.toml", "-k", SELECT, *words)
    assert done.returncode == 3, done.stdout
    (line,) = [one for one in done.stdout.splitlines() if "no scenario was played" in one]
    for part in said.split("{}"):
        assert part in line
    assert nothing_played(tmp_path / "out")
    assert "inconclusive" not in done.stdout
    assert done.stderr == ""


def test_a_bench_that_another_run_has(tmp_path: Path) -> None:
    (tmp_path / "bench.toml").write_text(LAB)
    held = Lease.take(tmp_path / "leases", "rig-lab-3", 600)
    try:
        done = burncard(tmp_path, "run", "--rig", "bench.toml", "-k", SELECT, *ONE_WORKER)
    finally:
        held.release()
    assert done.returncode == 3, done.stdout
    assert f"no scenario was played: the bench 'lab-3': {held.holder.owner} has it" in done.stdout
    assert nothing_played(tmp_path / "out")


def nothing_played(out: Path) -> bool:
    """Whether the run in `out` says so itself: a plan, no record, no signal that ended it."""
    told = json.loads((out / "run.json").read_text())
    ended = json.loads((out / "ended.json").read_text())
    return (
        len(told["scenarios"]) > 1
        and {one["verdict"] for one in told["scenarios"]} == {"not run"}
        and not list(out.glob("records/*"))
        and not ended["interrupted"]
    )


SLOW_PLAN = """
import time
from pathlib import Path

import steps.plan
from reports.records import RunDirError

write = steps.plan.write

def late(*words):
    # Until the other worker has had all the time that it takes to open its bench.
    deadline = time.monotonic() + 3.0
    while not Path("out/bench").exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    {then}

steps.plan.write = late
"""


@pytest.mark.parametrize(
    ("then", "code"),
    [
        pytest.param("write(*words)", 0, id="late"),
        pytest.param(
            "raise RunDirError('out: no room is left')", 2, id="refused", marks=pytest.mark.slow
        ),
    ],
)
def test_no_worker_writes_to_the_directory_before_the_plan(
    tmp_path: Path, then: str, code: int
) -> None:
    """Clearing the directory would take away what the others have written: no log, no identity."""
    (tmp_path / "slow.py").write_text(SLOW_PLAN.replace("{then}", then))
    done = subprocess.run(
        [sys.executable, "-m", "burncard", "run", "-k", SELECT, "-n", "2", "--", "-p", "slow"],
        cwd=tmp_path,
        env={**environment(), "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == code, done.stdout + done.stderr
    out = tmp_path / "out"
    if code:
        assert "no scenario was played: out: no room is left" in done.stdout
        assert not (out / "bench").exists()
        return
    assert sorted(one.name for one in (out / "bench").iterdir()) == ["gw0.json", "gw1.json"]
    assert sorted(one.name for one in (out / "wire").glob("bench-*")) == [
        "bench-gw0.jsonl",
        "bench-gw1.jsonl",
    ]
