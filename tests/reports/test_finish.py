"""Everything derived, from whatever a run left: whole, cut short, killed, damaged."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from reports.finish import finish
from reports.records import (
    RunDirError,
    Scenario,
    open_record,
    write_bench,
    write_ended,
    write_plan,
)
from tests.reports.sample_run import write_run

COUNTS = {
    "finding": 1,
    "advisory": 1,
    "interrupted": 1,
    "inconclusive": 1,
    "not run": 2,
    "conforms": 2,
}


@pytest.fixture
def run_dir(tmp_path: Path) -> Path:
    write_run(tmp_path)
    return tmp_path


def load(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_bytes())
    return found


def derived(run_dir: Path) -> dict[str, bytes]:
    return {
        name: (run_dir / name).read_bytes() for name in ("run.json", "verdicts.json", "report.html")
    }


def test_the_sample_run(run_dir: Path) -> None:
    summary = finish(run_dir)
    verdicts = load(run_dir / "verdicts.json")
    run = load(run_dir / "run.json")
    assert verdicts["counts"] == COUNTS
    assert (verdicts["overall"], verdicts["exit_code"]) == ("finding", 130)
    assert summary.exit_code == 130
    assert verdicts["clauses"]["665a.9(b)(1)"]["devices"] == {
        "card-reader": {"verdict": "conforms", "scenarios": ["665a09-b1-five-up"]},
        "table-controller": {"verdict": "conforms", "scenarios": ["665a09-b1-five-up"]},
    }
    assert verdicts["clauses"]["665a.9(c)"]["verdict"] == "finding"
    assert verdicts["clauses"]["665a.7(m)"]["devices"]["table-controller"]["verdict"] == "advisory"
    assert verdicts["clauses"]["665a.9(a)"] == {
        "verdict": "not tested",
        "devices": {},
        "scenarios": [],
        "required": True,
    }
    by_id = {one["id"]: one for one in run["scenarios"]}
    assert by_id["665a09-b2i-king-up"]["attempts"] == ["inconclusive", "conforms"]
    assert by_id["665a09-b2i-king-up"]["record"] == "records/665a09-b2i-king-up.2.jsonl"
    assert by_id["685a12-e-short-shoe"]["reason"].startswith("the run was cut short after step 2")
    assert [one["name"] for one in run["devices"]][1] == "reader-2"
    assert run["problems"] == ["685a12-e-short-shoe.1.jsonl: the last line is cut short (27 bytes)"]


def test_the_same_files_give_the_same_results(run_dir: Path) -> None:
    finish(run_dir)
    first = derived(run_dir)
    finish(run_dir)
    assert derived(run_dir) == first


def test_what_a_run_wrote_is_never_changed(run_dir: Path) -> None:
    def written() -> dict[str, bytes]:
        return {str(path): path.read_bytes() for path in sorted(run_dir.rglob("*.jsonl"))}

    before = written()
    finish(run_dir)
    assert written() == before


def test_a_killed_runner_leaves_an_interrupted_run(run_dir: Path) -> None:
    (run_dir / "ended.json").unlink()
    finish(run_dir)
    assert load(run_dir / "run.json")["ended"] is None
    assert load(run_dir / "verdicts.json")["exit_code"] == 130


def plan_of(*names: str) -> list[Scenario]:
    return [
        Scenario(name, name, clauses=("665a.9(c)",), devices=("table-controller",))
        for name in names
    ]


def test_ten_of_twenty_and_never_eleven(tmp_path: Path) -> None:
    scenarios = plan_of(*(f"s{number:02}" for number in range(1, 21)))
    write_plan(tmp_path, {"partial": True}, scenarios)
    for one in scenarios[:10]:
        with open_record(tmp_path, one) as writer:
            writer.close("conforms", judged={"table-controller": True})
    writer = open_record(tmp_path, scenarios[10])
    writer.step(1, "Given", "a table", "passed", 1.0)
    writer.abandon()
    summary = finish(tmp_path)
    counts = summary.verdicts.counts
    assert (counts["conforms"], counts["interrupted"], counts["not run"]) == (10, 1, 9)
    assert (summary.verdicts.overall, summary.exit_code) == ("interrupted", 130)


@pytest.mark.parametrize(
    ("interrupted", "code"), [("", 3), ("SIGINT", 130), ("SIGTERM", 130), (None, 130)]
)
def test_how_the_runner_ended_tells_not_run_from_interrupted(
    tmp_path: Path, interrupted: str | None, code: int
) -> None:
    first, second = plan_of("a", "b")
    write_plan(tmp_path, {"partial": True}, [first, second])
    with open_record(tmp_path, first) as writer:
        writer.close("conforms", judged={"table-controller": True})
    if interrupted is not None:
        write_ended(tmp_path, interrupted=interrupted)
    assert finish(tmp_path).exit_code == code


def test_a_partial_run_that_conforms_exits_zero_and_says_that_it_is_one(tmp_path: Path) -> None:
    (one,) = plan_of("a")
    write_plan(tmp_path, {"partial": True, "deselected": ["b"]}, [one])
    with open_record(tmp_path, one) as writer:
        writer.close("conforms", judged={"table-controller": True})
    write_ended(tmp_path)
    assert finish(tmp_path).exit_code == 0
    verdicts = load(tmp_path / "verdicts.json")
    assert (verdicts["overall"], verdicts["partial"]) == ("conforms", True)
    assert verdicts["deselected"] == ["b"]


def test_a_record_that_no_plan_names_is_counted_and_named(tmp_path: Path) -> None:
    (one,) = plan_of("a")
    write_plan(tmp_path, {"partial": True}, [])
    with open_record(tmp_path, one) as writer:
        writer.close("finding")
    verdicts = finish(tmp_path).verdicts
    assert verdicts.counts["finding"] == 1
    assert verdicts.clauses["665a.9(c)"].verdict == "finding"
    assert "a.1.jsonl: its scenario is not in the plan" in verdicts.missing


@pytest.mark.parametrize("damage", ["no plan", "torn plan"])
def test_records_without_a_plan_are_reported_and_do_not_conform(run_dir: Path, damage: str) -> None:
    plan = run_dir / "plan.json"
    if damage == "no plan":
        plan.unlink()
    else:
        plan.write_bytes(plan.read_bytes()[:100])
    verdicts = finish(run_dir).verdicts
    assert verdicts.counts["finding"] == 1
    assert verdicts.exit_code != 0
    assert any("plan" in line for line in verdicts.missing)


@pytest.mark.parametrize("name", ["ended.json", "bench/main.json"])
def test_a_damaged_side_file_is_a_problem_not_a_traceback(run_dir: Path, name: str) -> None:
    (run_dir / name).write_bytes(b'{"devices": [{"na')
    summary = finish(run_dir)
    assert any(name.rpartition("/")[2] in line for line in summary.problems)


def test_workers_with_the_same_devices_are_listed_once(run_dir: Path) -> None:
    device = {"name": "shoe", "role": "shoe", "identity": {"model": "S"}}
    write_bench(run_dir, [{**device, "link": "pty 3"}], "main")
    write_bench(run_dir, [{**device, "link": "pty 5"}], "gw1")
    finish(run_dir)
    assert load(run_dir / "run.json")["devices"] == [{**device, "link": "pty 5, pty 3"}]


def test_what_is_no_run_is_one_clear_error(tmp_path: Path) -> None:
    with pytest.raises(RunDirError, match=r"there is no plan; is .* the output of a run"):
        finish(tmp_path)
    with pytest.raises(RunDirError, match="is not a directory"):
        finish(tmp_path / "nowhere")


def test_the_module_is_a_command(run_dir: Path) -> None:
    def call(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "reports.finish", *arguments],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
            cwd=Path(__file__).parents[2],
        )

    good = call(str(run_dir))
    assert (good.returncode, good.stderr) == (0, "")
    assert good.stdout == f"finding: {run_dir / 'report.html'}\n"
    bad = call(str(run_dir / "nowhere"))
    assert bad.returncode == 2
    assert bad.stderr.count("\n") == 1


def test_a_result_that_cannot_be_written_is_one_clear_error(run_dir: Path) -> None:
    (run_dir / "run.json").mkdir()
    with pytest.raises(RunDirError, match=r"run\.json: cannot be written"):
        finish(run_dir)
    assert not list(run_dir.glob(".*"))


def test_a_torn_end_counts_until_there_is_a_later_attempt(run_dir: Path) -> None:
    """A run whose computer lost its power can be gone on with, and can conform then."""
    records = run_dir / "records"
    torn = records / "685a12-e-short-shoe.1.jsonl"
    whole = (records / "665a09-b1-five-up.1.jsonl").read_text().splitlines()
    again = whole[0].replace("665a09-b1-five-up", "685a12-e-short-shoe")
    again = again.replace('"attempt":1', '"attempt":2')
    (records / "685a12-e-short-shoe.2.jsonl").write_text("\n".join([again, whole[-1], ""]))
    assert finish(run_dir).problems == []
    torn.write_bytes(b"")
    assert finish(run_dir).problems == []
    torn.write_bytes(again.encode()[:40])
    assert finish(run_dir).problems == []
    (records / "685a12-e-short-shoe.2.jsonl").unlink()
    assert finish(run_dir).problems != []


def test_a_torn_verdict_is_never_passed_over(run_dir: Path) -> None:
    records = run_dir / "records"
    whole = (records / "665a09-b1-five-up.1.jsonl").read_text().splitlines()
    again = whole[0].replace("665a09-b1-five-up", "685a12-e-short-shoe")
    second = again.replace('"attempt":1', '"attempt":2')
    (records / "685a12-e-short-shoe.2.jsonl").write_text("\n".join([second, whole[-1], ""]))
    torn = records / "685a12-e-short-shoe.1.jsonl"
    torn.write_text(f"{again}\n{whole[-1][:60]}")
    assert finish(run_dir).problems == [f"{torn.name}: the last line is cut short (60 bytes)"]
    torn.write_text(f"{again}\nno line\n")
    assert len(finish(run_dir).problems) == 1
