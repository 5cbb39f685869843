"""A lease: one holder, released by him or by time, never for ever; whoever comes second is told."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rigs import lease
from rigs.bench import Bench
from rigs.check import check
from rigs.errors import LeaseHeld, LeaseLost, RigUnfit
from rigs.lease import Lease
from rigs.rigfile import load_rig

Start = Callable[..., Any]
Write = Callable[..., Path]
ROOT = Path(__file__).parents[2]

HOLDER = """
import sys, time
from pathlib import Path
from rigs.errors import LeaseHeld
from rigs.lease import Lease
try:
    Lease.take(Path(sys.argv[1]), "rig-lab", float(sys.argv[2]))
except LeaseHeld:
    print("held", flush=True)
else:
    print("taken", flush=True)
    time.sleep(60)
"""


def holder(where: Path, expires_s: float) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(where), str(expires_s)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )


def said(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def end(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.communicate()


def test_the_second_is_told_who_has_it_since_when(tmp_path: Path) -> None:
    first = Lease.take(tmp_path, "rig-lab", 30)
    with pytest.raises(LeaseHeld) as told:
        Lease.take(tmp_path, "rig-lab", 30)
    assert f"the bench 'lab': {lease.user()} has it since {first.holder.since}" in str(told.value)
    assert f"process {os.getpid()} on {first.holder.host}" in str(told.value)
    other = Lease.take(tmp_path, "rig-other", 30)  # another bench is another matter
    first.check()
    first.release()
    Lease.take(tmp_path, "rig-lab", 30).release()
    other.release()
    assert not list(tmp_path.glob("*.lease"))


def test_a_sign_of_life_keeps_it_past_its_time(tmp_path: Path) -> None:
    kept = Lease.take(tmp_path, "rig-lab", 1.0)
    time.sleep(1.5)
    with pytest.raises(LeaseHeld):
        Lease.take(tmp_path, "rig-lab", 1.0)
    kept.release()


def test_one_that_was_killed_holds_it_until_it_expires_and_no_longer(tmp_path: Path) -> None:
    process = holder(tmp_path, 2.0)
    assert said(process) == "taken"
    end(process)
    killed = time.monotonic()
    with pytest.raises(LeaseHeld):
        Lease.take(tmp_path, "rig-lab", 30)
    Lease.take(tmp_path, "rig-lab", 30, wait_s=20).release()
    assert 0.5 < time.monotonic() - killed < 20


def test_of_many_who_want_an_expired_one_one_gets_it(tmp_path: Path) -> None:
    first = holder(tmp_path, 0.01)
    assert said(first) == "taken"
    end(first)
    time.sleep(0.1)
    rivals = [holder(tmp_path, 30) for _ in range(5)]
    try:
        assert sorted(map(said, rivals)) == ["held"] * 4 + ["taken"]
    finally:
        for rival in rivals:
            end(rival)


def test_a_holder_that_was_stopped_finds_that_it_has_lost_it(tmp_path: Path) -> None:
    stopped = Lease.take(tmp_path, "rig-lab", 30)
    file = tmp_path / "rig-lab.lease"
    os.utime(file, (time.time() - 31,) * 2)  # as if it had not run since
    taken = Lease.take(tmp_path, "rig-lab", 30)
    with pytest.raises(LeaseLost, match="this run has lost its lease of the bench 'lab'"):
        stopped.check()
    stopped.release()  # must not take it from the other
    taken.check()
    taken.release()


def test_what_somebody_else_wrote_there_is_respected_for_a_while(tmp_path: Path) -> None:
    file = tmp_path / "rig-lab.lease"
    file.write_text("mine!")
    with pytest.raises(LeaseHeld, match="unknown"):
        Lease.take(tmp_path, "rig-lab", 30)
    os.utime(file, (time.time() - 3600,) * 2)
    Lease.take(tmp_path, "rig-lab", 30).release()


def test_another_user_can_take_what_has_expired(tmp_path: Path) -> None:
    where = tmp_path / "leases"
    Lease.take(where, "rig-lab", 30)
    modes = {path.name: path.stat().st_mode & 0o777 for path in where.iterdir()}
    assert modes == {"rig-lab.lease": 0o666, "rig-lab.lock": 0o666}
    # Whoever may write the folder may replace what is in it, unless its sticky bit is set.
    assert where.stat().st_mode & 0o7777 == 0o777


@pytest.mark.skipif(os.getuid() != 0, reason="needs two users")
def test_two_users(tmp_path_factory: pytest.TempPathFactory) -> None:
    where = Path("/tmp") / f"burncard-test-{os.getpid()}"  # noqa: S108 - both can reach it
    try:
        first = Lease.take(where, "rig-lab", 30)
        os.utime(where / "rig-lab.lease", (time.time() - 31,) * 2)
        pid = os.fork()
        if pid == 0:
            os.setuid(65534)
            try:
                Lease.take(where, "rig-lab", 30)
                os._exit(0)
            except BaseException:
                os._exit(1)
        assert os.waitpid(pid, 0)[1] == 0
        state = lease.look(where, "rig-lab")
        assert state is not None
        assert state.holder.owner == "nobody"
        with pytest.raises(LeaseHeld, match="only nobody releases it"):
            lease.release_as(where, "rig-lab", "nobody")
        first.release()
        assert lease.look(where, "rig-lab") is not None
    finally:
        for path in where.iterdir():
            path.unlink()
        where.rmdir()


def test_only_its_owner_releases_it_and_not_under_a_run_that_lives(tmp_path: Path) -> None:
    process = holder(tmp_path, 30)
    try:
        assert said(process) == "taken"
        with pytest.raises(LeaseHeld, match=r"only .* releases it"):
            lease.release_as(tmp_path, "rig-lab", "somebody-else")
        with pytest.raises(LeaseHeld, match=f"end process {process.pid}"):
            lease.release_as(tmp_path, "rig-lab", lease.user())
    finally:
        end(process)
    lease.release_as(tmp_path, "rig-lab", lease.user())
    with pytest.raises(LeaseHeld, match="nobody has it"):
        lease.release_as(tmp_path, "rig-lab", lease.user())


def test_a_folder_that_cannot_be_used_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(RigUnfit, match=r"\[lease\] folder"):
        Lease.take(tmp_path / "file" / "below", "rig-lab", 30)


# -- on a bench ------------------------------------------------------------------------------------

RUNNER = """
import sys, time
from pathlib import Path
from rigs.bench import Bench
from rigs.rigfile import load_rig
with Bench.open(load_rig(sys.argv[1]), Path(sys.argv[2])):
    print("open", flush=True)
    time.sleep(60)
"""


def test_a_bench_has_one_run_and_a_killed_one_lets_go_when_all_is_safe(
    line_device: Start, line_rig: Write, tmp_path: Path
) -> None:
    path = line_rig(line_device().port, '\n[lease]\nfolder = "leases"\nexpires = 600\n')
    rig = load_rig(path)
    runner = subprocess.Popen(
        [sys.executable, "-c", RUNNER, str(path), str(tmp_path / "run")],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    try:
        assert said(runner) == "open"
        with pytest.raises(LeaseHeld, match=f"process {runner.pid} on "):
            Bench.open(rig, tmp_path / "second")
        report = check(rig)
        assert report.exit_code == 3
        assert [row.error for row in report.rows] == ["not asked: another run has the bench"]
        assert f"process {runner.pid}" in report.leases[0].holder
        runner.send_signal(signal.SIGKILL)
        runner.wait(5)
        deadline = time.monotonic() + 5
        while lease.look(tmp_path / "leases", "rig-line") is not None:
            assert time.monotonic() < deadline, "the guard did not let go of it"
            time.sleep(0.01)
        assert json.loads((tmp_path / "run" / "guard.json").read_text())["all_safe"] is True
    finally:
        end(runner)
    with Bench.open(rig, tmp_path / "third"):
        pass
    assert lease.look(tmp_path / "leases", "rig-line") is None


def test_benches_that_share_an_instrument_have_it_one_at_a_time(tmp_path: Path) -> None:
    for name in ("left", "right"):
        (tmp_path / f"{name}.toml").write_text(
            f"""
name = "{name}"
[limits]
share = 0.1
[lease]
folder = "leases"
[devices.reader]
role = "masque-reader"
link = {{ kind = "pty" }}
stimulus = "emulator"
emulator = {{}}
safe_state = {{ state = "lamps out" }}
[devices.sensor]
role = "colour-sensor"
link = {{ kind = "visa" }}
protocol = "scpi"
stimulus = "none"
emulator = {{}}
shared = "sensor-7"
aims_at = "reader"
safe_state = {{ state = "passive" }}
"""
        )
    left, right = (load_rig(tmp_path / f"{name}.toml") for name in ("left", "right"))
    assert lease.names(left) == ("rig-left", "shared-sensor-7")
    with Bench.open(left, tmp_path / "run-left"), pytest.raises(LeaseHeld, match="'sensor-7'"):
        Bench.open(right, tmp_path / "run-right")
    with Bench.open(right, tmp_path / "run-right"):
        pass


def test_benches_that_each_run_starts_for_itself_need_none() -> None:
    assert lease.names(load_rig()) == ()
