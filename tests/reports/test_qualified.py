"""The record of the harness's qualification, as it stands with a run."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from reports.certificate.build import build
from reports.finish import finish
from reports.qualification import CAUGHT, MISSED, Control, Qualification, Result
from reports.qualified import keep
from reports.records import RunDirError, write_json
from tests.cli.command import start
from tests.reports.sample_run import write_run

CLAUSE = "665a.9(b)(2)(i)"


def result(name: str, result: str) -> Result:
    return Result(name, "card-reader", "a queen is unknown", "answer no", (CLAUSE,), "", "message",
                  "finding", result=result, matrix={CLAUSE: result})  # fmt: skip


def record(folder: Path, harness: str = "9.9") -> Path:
    path = folder / "lab" / "qualification.json"
    path.parent.mkdir(exist_ok=True)
    write_json(
        path,
        Qualification(
            verdict="not qualified",
            exit_code=1,
            harness=harness,
            date="2026-11-30T11:00:00+00:00",
            form="quick",
            rig="emulated",
            rig_sha256="a" * 64,
            scenarios=700,
            scenarios_sha256="b" * 64,
            catalogue_sha256="c" * 64,
            probability=1.0,
            seed=0,
            partial=False,
            counts={"caught": 2, "missed": 1},
            defects=[result("one", CAUGHT), result("two", CAUGHT), result("three<b>", MISSED)],
            controls=[Control(result="conforms", scenarios=700)],
        ),
    )
    return path


def section(page: Path) -> str:
    found = re.search(
        r'aria-labelledby="qualification-title">.*?</section>', page.read_text("utf-8"), re.S
    )
    return found[0] if found else ""


@pytest.fixture
def run_dir(tmp_path: Path) -> Path:
    write_run(tmp_path / "run")
    return tmp_path / "run"


def test_report_and_certificate_show_the_record_and_lead_to_its_page(
    tmp_path: Path, run_dir: Path
) -> None:
    keep(record(tmp_path), run_dir)
    report = finish(run_dir).report
    [certificate] = build(run_dir)

    for page in (report, certificate):
        told = section(page)
        assert "not qualified</span> 2026-11-30 11:00:00 UTC, Burncard 9.9, quick" in told
        assert "2 of 3 catalogued defects" in told
        assert "1 of 1 control runs" in told
    assert 'href="qualification.html"' in section(report)
    own = (run_dir / "qualification.html").read_text("utf-8")
    assert "Burncard 9.9" in own
    assert "three&lt;b&gt;" in own


def test_a_run_of_another_version_says_so(tmp_path: Path, run_dir: Path) -> None:
    plan = json.loads((run_dir / "plan.json").read_text())
    plan["run"]["versions"] = {"burncard": "9.8"}
    (run_dir / "plan.json").write_text(json.dumps(plan))
    keep(record(tmp_path), run_dir)
    assert "made by Burncard 9.8, which is not the version" in section(finish(run_dir).report)
    keep(record(tmp_path, harness="9.8"), run_dir)
    assert "which is not the version" not in section(finish(run_dir).report)


def test_a_run_without_a_record_has_no_section(run_dir: Path) -> None:
    assert not section(finish(run_dir).report)
    assert not (run_dir / "qualification.html").exists()


def test_a_record_that_cannot_be_read_is_a_note_of_the_report(run_dir: Path) -> None:
    (run_dir / "qualification.json").write_text('{"verdict": "qualified"}')
    summary = finish(run_dir)
    [problem] = [one for one in summary.problems if "qualification.json" in one]
    assert "missing required field" in problem
    assert not section(summary.report)
    with pytest.raises(RunDirError, match="cannot be read as a qualification"):
        keep(run_dir / "qualification.json", run_dir)


def test_the_command_keeps_it_and_a_wrong_file_is_one_line(tmp_path: Path, run_dir: Path) -> None:
    build_it = [sys.executable, "-m", "burncard", "report", "build", str(run_dir)]
    wrong = start([*build_it, "--qualification", "nowhere.json"], tmp_path)
    assert wrong.returncode == 2
    assert "nowhere.json: no such file; burncard qualify writes one" in wrong.stderr
    assert wrong.stderr.count("\n") == 1

    start([*build_it, "--html", "--qualification", str(record(tmp_path))], tmp_path)
    assert "Burncard 9.9" in section(run_dir / "report.html")
    assert "Burncard 9.9" in section(run_dir / "certificate.html")
    start([*build_it], tmp_path)  # it stays
    assert "Burncard 9.9" in section(run_dir / "report.html")
