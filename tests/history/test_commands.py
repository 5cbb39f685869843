"""The history on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from burncard.cli import main
from reports.history.database import history
from reports.records import Scenario, open_record, write_plan

SCENARIOS = [
    Scenario("a", "A", clauses=("665a.9(c)",), devices=("shoe",), sha256="1" * 64),
    Scenario("b", "B", clauses=("665a.9(c)",), devices=("shoe",), sha256="2" * 64),
]
FINDING = {"kind": "missing", "device": "shoe", "role": "shoe", "weight": "finding"}


def a_run(folder: Path, name: str, *verdicts: str) -> str:
    """A run that was killed after some scenarios: a plan and records, nothing derived."""
    run_dir = folder / name
    write_plan(run_dir, {"id": f"{name}-id", "started": "2026-11-30", "rig": "lab"}, SCENARIOS)
    for scenario, verdict in zip(SCENARIOS, verdicts, strict=False):
        with open_record(run_dir, scenario) as record:
            record.close(
                verdict,  # type: ignore[arg-type]
                discrepancies=[FINDING] if verdict == "finding" else [],
                judged={"shoe": True},
            )
    return str(run_dir)


def test_record_list_compare_and_draw(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BURNCARD_DB", str(tmp_path / "h.db"))
    first = a_run(tmp_path, "one", "conforms", "conforms")
    second = a_run(tmp_path, "two", "finding")
    before = sorted(Path(second).rglob("*"))
    for run_dir in (first, second):
        assert main(["report", "record", run_dir]) == 0
    assert main(["report", "runs", "--json"]) == 0
    out = capsys.readouterr().out
    assert [one["id"] for one in json.loads(out[out.index("[") :])] == ["one-id", "two-id"]
    # A directory, the beginning of an id, and both ways round.
    assert main(["report", "diff", first, "two", "--html", "d.html", "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert [one["scenario"] for one in told["new_findings"]] == ["a"]
    assert [one["scenario"] for one in told["not_run"]] == ["b"]
    assert told["regression"] is True
    assert main(["report", "diff", second, first]) == 0
    assert "Fixed: 1" in capsys.readouterr().out
    assert main(["report", "trend"]) == 0
    assert "2 runs" in capsys.readouterr().out
    assert {"d.html", "trend.html"} <= {one.name for one in tmp_path.iterdir()}
    assert sorted(Path(second).rglob("*")) == before  # a run that is looked at stays as it is


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["diff", "nope", "nope"], "nope: no run directory and no recorded run"),
        (["record", "nope"], "nope: is not a directory"),
        (["record", "."], "there is no plan"),
        (["trend", "--html", "no/such/folder.html"], "no/such/folder.html: cannot be written"),
    ],
)
def test_a_mistake_is_one_line(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    db = tmp_path / "x" / "h.db"
    with history(str(db)):
        pass
    assert main(["report", *words, "--db", str(db)]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


@pytest.mark.parametrize("words", [["runs"], ["trend"], ["diff", "4f0c", "4f0d"]])
def test_a_history_that_is_read_is_not_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    missing = tmp_path / "nowhere" / "history.db"
    assert main(["report", *words, "--db", str(missing)]) == 2
    assert f"the history {missing}: there is no such file" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
