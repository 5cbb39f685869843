"""The summary on the terminal."""

from __future__ import annotations

import io
import unicodedata
from pathlib import Path

import pytest

from reports.finish import Summary, finish
from reports.records import Scenario, write_plan
from reports.summary import show
from tests.reports.sample_run import write_run


@pytest.fixture(scope="module")
def summary(tmp_path_factory: pytest.TempPathFactory) -> Summary:
    run_dir = tmp_path_factory.mktemp("run")
    write_run(run_dir)
    return finish(run_dir)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def printed(summary: Summary, width: int | None = None, file: io.StringIO | None = None) -> str:
    out = file or io.StringIO()
    show(summary, out, width)
    return out.getvalue()


def rows(text: str) -> dict[str, list[str]]:
    lines = [line.split("  ") for line in text.split("\n\n")[0].splitlines()]
    return {line[0].strip(): [part.strip() for part in line[1:] if part.strip()] for line in lines}


def test_a_row_for_each_clause_with_scenarios_verdict_and_devices(summary: Summary) -> None:
    found = rows(printed(summary, 120))
    assert found["§ 665a.9(b)(1)"] == ["1", "✓ conforms", "✓ reader", "✓ controller"]
    assert found["§ 665a.9(c)"] == ["1", "✗ finding", "✗ controller"]
    assert found["§ 665a.9(a)"] == ["0", "· not tested"]
    assert "§ 665a.2" not in found


def test_totals_and_where_the_report_is(summary: Summary) -> None:
    text = printed(summary, 200)
    assert (
        "8 scenarios: 1 finding, 1 advisory, 1 interrupted, 1 inconclusive, 2 not run, 2 conform\n"
    ) in text
    assert text.rstrip().endswith(f"✗ finding  report: {summary.report}")
    assert "665a09-c-bust-it-stays: table-controller said settle" in text
    assert "685a12-j-jam: not run" in text


@pytest.mark.parametrize("width", [40, 60, 80, 100, 132])
def test_a_clause_is_never_cut_short(width: int, tmp_path: Path) -> None:
    """Cut, it would be any of its section: `§ 665a.6 (Double ...` is two of them."""
    name = "665a.6~insurance"
    write_plan(tmp_path, {}, [Scenario("a-1", "A", clauses=(name,), devices=("shoe",))])
    head, *lines = printed(finish(tmp_path), width).split("\n\n")[0].splitlines()
    wide = head.index("Sc")
    column = " ".join(" ".join(line[:wide] for line in lines[:-1]).split())
    assert "§ 665a.6 (Insurance Wager after the first card)*" in column
    assert any(line.startswith("* inferred") for line in lines)


@pytest.mark.parametrize("width", [40, 60, 80, 132])
def test_no_line_is_wider_than_the_terminal(summary: Summary, width: int) -> None:
    for line in printed(summary, width).splitlines():
        cells = sum(2 if unicodedata.east_asian_width(one) in "WF" else 1 for one in line)
        # The path of the report is one word, and must stay one to be copied.
        assert cells <= width or str(summary.report) in line


def test_colour_on_a_terminal_only(summary: Summary, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    assert "\x1b[" not in printed(summary)
    assert "\x1b[" in printed(summary, 100, Terminal())
    monkeypatch.setenv("NO_COLOR", "1")
    plain = printed(summary, 100, Terminal())
    assert "\x1b[3" not in plain
    assert "✗ finding" in plain


def test_a_partial_run_says_so(summary: Summary, tmp_path: Path) -> None:
    write_run(tmp_path)
    plan = tmp_path / "plan.json"
    plan.write_text(
        plan.read_text().replace('"partial": false', '"partial": true, "deselected": ["x", "y"]')
    )
    text = printed(finish(tmp_path), 100)
    assert "This run answers for a part of the scenarios only (2 left out)." in text
    assert "part of the scenarios" not in printed(summary, 100)
