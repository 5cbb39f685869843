"""The command's way into pytest, several processes, and the live line."""

from __future__ import annotations

import io
import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from rich.console import Console

from steps import run as command
from steps.progress import Progress

if TYPE_CHECKING:
    from tests.plugin.conftest import Suite

pytest_plugins = "pytester"

FEATURE = """@clause:665a.9(c) @device:shoe
Feature: F
  Scenario Outline: good <n>
    When all is well
    Examples:
      | n |
      | 1 |
      | 2 |
      | 3 |
      | 4 |
  Scenario: bad
    When the device is wrong, {weight}
"""

LINE_RIG = """
name = "echo"
[devices.echo]
role = "line"
protocol = "line"
stimulus = "none"
link = { kind = "serial", port = "/dev/ttyS9" }
safe_state = { state = "safe", send = ["SAFE"] }
"""


def burncard(suite: Suite, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "burncard", "run", *arguments],
        cwd=suite.path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def write(suite: Suite, feature: str) -> None:
    suite.player()
    suite.write(demo=feature)


ONE = "Feature: F\n Scenario: one\n  When {step}\n"


@pytest.mark.parametrize(
    ("step", "code"),
    [
        ("all is well", 0),
        ("the device is wrong, finding", 1),
        ("the device is wrong, advisory", 1),
        ("the link is lost", 3),
        ("the step is wrong", 3),
        ("the step is skipped", 3),
        ("nobody wrote this", 2),
        ("Ctrl-C is pressed", 130),
    ],
)
def test_exit_codes(suite: Suite, step: str, code: int) -> None:
    write(suite, ONE.format(step=step))
    done = burncard(suite, "--", "demo.feature")
    assert done.returncode == code, done.stdout + done.stderr
    assert "INTERNALERROR" not in done.stdout


def test_nothing_to_play_is_a_mistake_of_usage(suite: Suite) -> None:
    write(suite, ONE.format(step="all is well"))
    done = burncard(suite, "-k", "surrender", "--", "demo.feature")
    assert done.returncode == 2
    assert done.stderr == (
        "burncard: no scenario matches -k 'surrender'; `burncard run --plan` lists them\n"
    )


def test_a_clause_selects_as_the_law_writes_it(suite: Suite) -> None:
    feature = (
        "Feature: F\n @clause:665a.9(b)(1)\n Scenario: one\n  When all is well\n"
        " @clause:665a.9(b)(2)(i)\n Scenario: two\n  When all is well\n"
    )
    write(suite, feature)
    burncard(suite, "-k", "665a.9(b)(2)(i) and not shoe", "--", "demo.feature")
    plan = suite.json("plan.json")
    assert [one["name"] for one in plan["scenarios"]] == ["two"]
    assert plan["run"]["partial"] is True


def test_the_settings_of_the_folder_change_nothing(suite: Suite) -> None:
    write(suite, ONE.format(step="all is well"))
    suite.pytester.makeini("[pytest]\naddopts = --collect-only\n")
    assert burncard(suite, "--", "demo.feature").returncode == 0
    assert suite.verdicts() == {"demo.one": "conforms"}


def test_plain_pytest_comes_to_the_same_verdicts(suite: Suite) -> None:
    write(suite, FEATURE.format(weight="finding"))
    burncard(suite, "--", "demo.feature")
    ours = suite.json("verdicts.json")
    statuses = {name: one["status"] for name, one in suite.allure("out/allure-results").items()}
    suite.run_apart("demo.feature", "--alluredir=al")
    assert suite.json("verdicts.json") == ours
    assert {name: one["status"] for name, one in suite.allure().items()} == statuses
    assert sorted(statuses.values()) == ["failed", "passed", "passed", "passed", "passed"]


def test_the_last_line_is_pytests_own(suite: Suite) -> None:
    write(suite, FEATURE.format(weight="finding"))
    lines = burncard(suite, "--", "demo.feature").stdout.rstrip().splitlines()
    assert lines[-1].startswith("1 failed, 4 passed in ")
    assert "finding" in lines[-2]


# -- several processes -----------------------------------------------------------------------------


def test_workers_come_to_the_same(suite: Suite) -> None:
    write(suite, FEATURE.format(weight="finding"))
    suite.run_apart("demo.feature", "--alluredir=al")
    alone = (suite.json("verdicts.json"), statuses(suite), ids(suite))
    result = suite.run_apart("demo.feature", "--alluredir=al2", "-pxdist.plugin", "-n2")
    result.assert_outcomes(passed=4, failed=1)
    assert (suite.json("verdicts.json"), statuses(suite, "al2"), ids(suite)) == alone


def ids(suite: Suite) -> list[str]:
    return [one["id"] for one in suite.json("plan.json")["scenarios"]]


def statuses(suite: Suite, folder: str = "al") -> dict[str, str]:
    return {name: one["status"] for name, one in suite.allure(folder).items()}


def test_a_worker_that_dies_is_no_pass(suite: Suite) -> None:
    suite.player('@when("the process dies")\ndef _():\n    import os\n    os._exit(9)\n')
    suite.write(
        demo="Feature: F\n Scenario: dies\n  When the process dies\n"
        " Scenario: lives\n  When all is well\n"
    )
    suite.run_apart("demo.feature", "-pxdist.plugin", "-n2")
    verdicts = suite.json("verdicts.json")
    assert verdicts["exit_code"] == 130
    assert suite.verdicts() == {"demo.dies": "interrupted", "demo.lives": "conforms"}


WAITING = """
import os, pathlib, time

@when("a long time passes")
def _(request, bench_stand_in):
    pathlib.Path(f"{os.getpid()}.pid").touch()
    time.sleep(60)

@pytest.fixture
def bench_stand_in():
    yield
    pathlib.Path(f"{os.getpid()}.safe").touch()
"""


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_workers_end_with_their_controller(suite: Suite, how: signal.Signals) -> None:
    suite.player(WAITING)
    scenarios = [f" Scenario: number {n}\n  When a long time passes\n" for n in range(4)]
    suite.write(demo="Feature: F\n" + "".join(scenarios))
    process = subprocess.Popen(
        [sys.executable, "-m", "burncard", "run", "-n", "2", "--", "demo.feature"],
        cwd=suite.path,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        # A shell in the background ignores SIGINT, and children inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    try:
        wait_until(lambda: len(list(suite.path.glob("*.pid"))) == 2)
        process.send_signal(how)
        code = process.wait(30)
    finally:
        process.kill()
        process.wait()
    wait_until(lambda: len(list(suite.path.glob("*.safe"))) == 2)
    workers = {int(one.stem) for one in suite.path.glob("*.pid")}
    wait_until(lambda: not any(map(alive, workers)))
    assert code == (-signal.SIGKILL if how == signal.SIGKILL else 130)
    counts = suite.json("run.json")["counts"]
    assert (counts["interrupted"], counts["not run"]) == (2, 2)


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def wait_until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 20.0
    while not true():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.05)


def test_one_bench_for_several_workers_is_refused(suite: Suite) -> None:
    write(suite, FEATURE.format(weight="finding"))
    (suite.path / "echo.toml").write_text(LINE_RIG)
    done = burncard(suite, "-n", "2", "--rig", "echo.toml", "--", "demo.feature")
    assert done.returncode == 2
    said = done.stdout + done.stderr
    assert "echo.toml: has devices that only one run can use at a time; leave out -n" in said
    assert "Traceback" not in said
    assert not (suite.path / "out" / "plan.json").exists()


# -- progress --------------------------------------------------------------------------------------


def on_a_terminal(suite: Suite, *arguments: str, **environment: str) -> str:
    """What the command writes on a terminal of 100 columns."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "burncard", "run", *arguments],
        cwd=suite.path,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "100", **environment},
    )
    os.close(theirs)
    seen = b""
    try:
        while chunk := _read(ours):
            seen += chunk
    finally:
        process.wait(30)
        os.close(ours)
    return seen.decode()


def _read(end: int) -> bytes:
    try:
        return os.read(end, 65536)
    except OSError:  # Linux says so when the other side has closed
        return b""


def test_a_live_line_on_a_terminal(suite: Suite) -> None:
    suite.player('@when("time passes")\ndef _():\n    import time\n    time.sleep(1.0)\n')
    suite.write(demo=FEATURE.format(weight="finding") + "  Scenario: slow\n    When time passes\n")
    seen = on_a_terminal(suite, "--", "demo.feature")
    assert "5/6" in seen
    assert "1 finding" in seen
    assert "slow" in seen
    assert ".F" not in seen, "pytest's dots would break the line"
    assert seen.rstrip().splitlines()[-1].count("1 failed") == 1


def test_no_colour_where_none_is_wanted(suite: Suite) -> None:
    write(suite, FEATURE.format(weight="finding"))
    seen = on_a_terminal(suite, "--", "demo.feature", NO_COLOR="1")
    assert "\x1b[31m" not in seen
    assert "\x1b[1;31m" not in seen


def test_dots_and_percent_elsewhere(suite: Suite) -> None:
    write(suite, FEATURE.format(weight="finding"))
    first = burncard(suite, "--", "demo.feature").stdout.splitlines()[0]
    assert first.startswith("....F ")
    assert first.endswith("[100%]")
    assert "\x1b" not in first


class _Session:
    testscollected = 20
    items = ()


def test_the_line_counts() -> None:
    file = io.StringIO()
    console = Console(file=file, width=90, force_terminal=False)
    progress = Progress(_Session(), console)  # type: ignore[arg-type]  # one number is asked of it
    progress.now("surrender against an ace")
    for verdict in ("conforms", "finding", "finding", "inconclusive"):
        progress.ended(verdict)
    console.print(progress.line())
    line = file.getvalue()
    assert "4/20" in line
    assert "2 finding  1 inconclusive" in line
    assert "surrender against an ace" in line
    assert len(line.rstrip("\n")) <= 90


# -- arguments -------------------------------------------------------------------------------------


def test_paths_take_the_place_of_burncards_own_features(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my.feature").write_text("")
    own = command._arguments(None, Path("out"), "", 1, False, ["--maxfail=1"])
    given = command._arguments(None, Path("out"), "", 1, False, ["my.feature::x", "--maxfail=1"])
    assert own[-1].endswith("features")
    assert given[-2:] == ["my.feature::x", "--maxfail=1"]
