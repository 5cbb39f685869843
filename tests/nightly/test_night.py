"""A night from its first job to its page. Most tests put a written run where a bench would play."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Barrier, Lock
from typing import Any
from uuid import uuid4

import psutil
import pytest

from burncard.nightly import night as module
from burncard.nightly import nightly
from burncard.nightly.plan import read
from burncard.nightly.state import JobState, Night
from reports.history.database import history
from reports.history.store import runs
from reports.records import Scenario, open_record, write_bench, write_ended, write_plan

PLAN = """
name = "lab"
db = "history.db"
[keep]
nights = 2
[[bench]]
name = "one"
"""
SCENARIO = Scenario("s1", "A scenario", clauses=("665a.9(c)",), devices=("table-controller",))
FINDING = {
    "kind": "wrong",
    "device": "table-controller",
    "role": "table-controller",
    "weight": "finding",
    "clauses": ["665a.9(c)"],
    "text": "halved the Bust It",
}


def a_run(run_dir: Path, verdict: str = "conforms", firmware: str = "1.0.0") -> int:
    """What a run of one scenario leaves; its exit code."""
    run_dir.mkdir(parents=True)
    info = {"id": uuid4().hex, "started": "2026-11-30T22:00:00+00:00", "rig": "r", "partial": True}
    write_plan(run_dir, info, [SCENARIO])
    identity = {"firmware": firmware}
    write_bench(run_dir, [{"name": "shoe", "role": "shoe", "link": "x", "identity": identity}])
    with open_record(run_dir, SCENARIO) as record:
        record.close(
            verdict,  # type: ignore[arg-type]
            discrepancies=[FINDING] if verdict == "finding" else [],
            judged={"table-controller": True},
        )
    write_ended(run_dir)
    return {"conforms": 0, "finding": 1, "inconclusive": 3}[verdict]


class Bench:
    """Stands for the processes: what each command did is decided by the test."""

    def __init__(self) -> None:
        self.commands: list[list[str]] = []
        self.play: Callable[[Path], int] = a_run

    def __call__(
        self, player: object, words: Sequence[str], home: Path, minutes: float, state: JobState
    ) -> int:
        self.commands.append(list(words))
        return self.play(home / "run") if words[0] == "run" else 0


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Bench:
    made = Bench()
    monkeypatch.setattr(module._Player, "_burncard", lambda player, *rest: made(player, *rest))
    names = iter(f"2026-11-{n:02}T220000Z" for n in range(1, 30))
    begin = module._begin

    def begin_apart(read: Any) -> Any:  # a night a second is more than the names can tell apart
        folder, night = begin(read)
        return folder.rename(folder.parent / next(names)), night

    monkeypatch.setattr(module, "_begin", begin_apart)
    return made


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    path = tmp_path / "plan.toml"
    path.write_text(PLAN)
    return path


def text(plan: Path) -> str:
    return (plan.parent / "nights" / "latest.txt").read_text()


def folders(plan: Path) -> list[Path]:
    return sorted(one for one in (plan.parent / "nights").iterdir() if one.is_dir())


def test_a_regression_since_the_last_good_night(bench: Bench, plan: Path) -> None:
    assert nightly(plan, False, None) == 0
    assert "last good night" not in text(plan)
    bench.play = lambda run_dir: a_run(run_dir, "inconclusive")
    assert nightly(plan, False, None) == 3
    assert "1 verified no longer" in text(plan)
    bench.play = lambda run_dir: a_run(run_dir, "finding", firmware="1.1.0")
    assert nightly(plan, False, None) == 1
    # Against the first night, not against the second, which was no good one.
    assert "regression: 1 new finding" in text(plan)
    assert "s1: conforms → finding" in text(plan)
    page = (folders(plan)[-1] / "morning.html").read_text()
    assert "shoe: firmware: 1.0.0 → 1.1.0" in page
    head = page[: page.index("<main")]
    assert "one: 1 scenario: 1 finding; since the last good night: regression" in head
    assert 'href="one/run/report.html"' in page
    with history(str(plan.parent / "history.db")) as engine:
        found = runs(engine, label="nightly:lab/one")
    assert sorted(one.exit_code for one in found) == [0, 1, 3]


def test_what_retention_allows(bench: Bench, plan: Path) -> None:
    assert nightly(plan, False, None) == 0
    bench.play = lambda run_dir: a_run(run_dir, "finding")
    for _ in range(4):
        assert nightly(plan, False, None) == 1
    # Two nights, and the last good one.
    assert [one.name[:10] for one in folders(plan)] == ["2026-11-01", "2026-11-04", "2026-11-05"]


def test_an_unfinished_night_is_gone_on_with(bench: Bench, plan: Path) -> None:
    plan.write_text(PLAN + '[[bench]]\nname = "two"\nsoak_minutes = 5\n')

    def reboot(run_dir: Path) -> int:
        if run_dir.parent.name == "two":
            a_run(run_dir)
            raise module._Ended
        return a_run(run_dir)

    bench.play = reboot
    assert nightly(plan, False, None) == 130
    (folder,) = folders(plan)
    state = json.loads((folder / "night.json").read_bytes())
    assert (state["jobs"]["one"]["state"], state["jobs"]["two"]["state"]) == ("done", "playing")
    bench.commands.clear()
    bench.play = lambda run_dir: 0
    assert nightly(plan, True, None) == 0
    assert folders(plan) == [folder]
    # The first job is not played again; the second goes on; its soak has not begun before.
    assert [one[0] for one in bench.commands] == ["run", "soak"]
    assert bench.commands[0][-2:] == ["--resume", str(folder / "two" / "run")]
    assert "--resume" not in bench.commands[1]
    assert re.search(r"gone on with \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC", text(plan))
    bench.commands.clear()
    assert nightly(plan, True, None) == 0
    assert bench.commands == []


def test_benches_side_by_side(bench: Bench, plan: Path) -> None:
    plan.write_text("together = 2\n" + PLAN + '[[bench]]\nname = "two"\n')
    both = Barrier(2, timeout=60)

    def play(run_dir: Path) -> int:
        both.wait()  # breaks, unless the other one has begun as well
        return a_run(run_dir)

    bench.play = play
    assert nightly(plan, False, None) == 0
    assert "one: conforms" in text(plan)
    assert "two: conforms" in text(plan)


def test_one_rig_never_plays_two_jobs_at_once(bench: Bench, plan: Path) -> None:
    (plan.parent / "lab.toml").write_text("")
    plan.write_text(
        "together = 4\n"
        + PLAN
        + 'rig = "lab.toml"\n[[bench.firmware]]\nname = "a"\n[[bench.firmware]]\nname = "b"\n'
        '[[bench]]\nname = "again"\nrig = "./lab.toml"\n'
    )
    alone = Lock()

    def play(run_dir: Path) -> int:
        assert alone.acquire(blocking=False), "another job is on this rig"
        try:
            return a_run(run_dir)
        finally:
            alone.release()

    bench.play = play
    assert nightly(plan, False, None) == 0
    assert [one[2:4] for one in bench.commands] == [["1", "--out"]] * 3
    assert [len(lane) for lane in read(plan).lanes] == [3]


def test_two_nights_never_overlap(
    bench: Bench, plan: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    codes = []

    def again(run_dir: Path) -> int:
        codes.append(nightly(plan, False, None))
        return a_run(run_dir)

    bench.play = again
    assert nightly(plan, False, None) == 0
    assert codes == [3]
    assert f"a night is being played by process {os.getpid()}" in capsys.readouterr().err
    assert len(folders(plan)) == 1


def test_firmware_is_installed_before_and_asked_after(bench: Bench, plan: Path) -> None:
    plan.write_text(
        PLAN
        + '[[bench.firmware]]\nname = "good"\ninstall = ["true"]\nexpect = { shoe = "1.0.0" }\n'
        '[[bench.firmware]]\nname = "other"\nexpect = { shoe = "2.0.0" }\n'
        '[[bench.firmware]]\nname = "stuck"\ninstall = ["sh", "-c", "exit 7"]\n'
        '[[bench.firmware]]\nname = "none"\ninstall = ["./no-such-tool"]\n'
    )
    assert nightly(plan, False, None) == 3
    assert len(bench.commands) == 2
    said = text(plan)
    assert "one-good: conforms; 1 scenario: 1 conforms\n" in said
    assert "shoe tells firmware 1.0.0, the plan expects 2.0.0" in said
    assert "firmware stuck was not installed: sh ended with 7" in said
    assert "firmware none was not installed: " in said
    with history(str(plan.parent / "history.db")) as engine:
        # What ran with the wrong firmware is no good night to compare with.
        assert [one.exit_code for one in runs(engine, label="nightly:lab/one-other")] == [3]


def test_a_history_that_cannot_be_reached_changes_no_verdict(bench: Bench, plan: Path) -> None:
    broken = plan.parent / "broken.db"
    broken.write_text("this is no database " * 100)
    assert nightly(plan, False, str(broken)) == 0
    assert "not recorded: " in text(plan)


def test_a_webhook_that_fails_changes_no_verdict(
    bench: Bench, plan: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plan.write_text(PLAN + '[webhook]\nurl = "http://127.0.0.1:9/x"\ntimeout_s = 1\n')
    assert nightly(plan, False, None) == 0
    assert "webhook: 127.0.0.1 was not reached" in capsys.readouterr().err


def test_a_command_that_does_not_end_is_ended(plan: Path, tmp_path: Path) -> None:
    with (tmp_path / "lock").open("w") as lock:
        player = module._Player(read(plan), tmp_path, Night("", "", ""), lock.fileno())
        state = JobState()
        began = time.monotonic()
        code = player._process(["sleep", "60"], tmp_path, 0.2 / 60, state)
    assert time.monotonic() - began < 10
    assert code == 3
    assert state.notes[0].startswith("ended by the limit")


def test_a_stopped_night_ends_the_runs_of_all_benches(tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    wait = '[[bench.firmware]]\nname = "a"\ninstall = ["sh", "-c", "echo $$; exec sleep 600"]\n'
    plan.write_text("together = 2\n" + PLAN + wait + '[[bench]]\nname = "two"\n' + wait)
    with subprocess.Popen(
        [sys.executable, "-m", "burncard", "nightly", str(plan)], stderr=subprocess.PIPE, text=True
    ) as night:
        assert night.stderr is not None
        logs = [f"nights/*/{name}-a/job.log" for name in ("one", "two")]
        deadline = time.monotonic() + 60
        while not all(
            found and found[0].read_text() for found in map(sorted, map(tmp_path.glob, logs))
        ):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        running = [int(next(tmp_path.glob(log)).read_text()) for log in logs]
        assert all(map(psutil.pid_exists, running))
        night.send_signal(signal.SIGTERM)
        assert night.wait(60) == 130
        assert "the same command goes on with" in night.stderr.read()
    assert not any(map(psutil.pid_exists, running))
    (state,) = tmp_path.glob("nights/*/night.json")
    jobs = json.loads(state.read_bytes())["jobs"]
    assert {one["state"] for one in jobs.values()} == {"waiting"}


# -- real runs -------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.bench
@pytest.mark.timeout(300)
def test_a_killed_night_goes_on_and_finds_the_defect_of_the_next(tmp_path: Path) -> None:
    """The leader is killed in mid-run; its run plays on, and no other night may begin meanwhile."""
    (tmp_path / "plan.toml").write_text(PLAN + 'select = "after-a-double"\n')

    def start() -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "burncard", "nightly", "plan.toml"],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    first = start()
    deadline = time.monotonic() + 60
    while not list(tmp_path.glob("nights/*/one/run/records/*")):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    first.send_signal(signal.SIGKILL)
    first.communicate()
    second = start()
    assert second.wait(60) == 3
    assert "a night is being played" in second.communicate()[0]
    while not list(tmp_path.glob("nights/*/one/run/ended.json")):
        assert time.monotonic() < deadline
        time.sleep(0.1)
    time.sleep(1.0)  # the run's last words
    third = start()
    said = third.communicate(timeout=120)[0]
    assert third.returncode == 0, said
    (folder,) = (one for one in (tmp_path / "nights").iterdir() if one.is_dir())
    run = json.loads((folder / "one" / "run" / "run.json").read_bytes())
    assert all(one["attempts"] == ["conforms"] for one in run["scenarios"])


def test_who_holds_the_lock_of_the_nights() -> None:
    """A night that was killed is told from one that plays: its runs hold the lock after it."""
    done = subprocess.Popen(["true"])
    done.wait()
    gone = module._who(f"{done.pid} since then")
    assert gone == (
        f"process {done.pid}, which played a night since then, is gone, but a run of it still plays"
    )
    here = module._who(f"{os.getpid()} since then")
    assert here == f"a night is being played by process {os.getpid()} since then"
    for unknown in ("", "somebody", f"{10**30} since then"):
        assert "is being played" in module._who(unknown)
