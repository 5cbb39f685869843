"""The certificate on paper: what is drawn of many findings, and that the PDF is a PDF/A."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Literal

import pytest
from markupsafe import Markup

from reports.certificate import paper
from reports.certificate.build import PDF, build
from reports.certificate.content import Case, gather
from reports.certificate.exchange import Chart
from reports.certificate.page import ON_PAPER, render
from reports.finish import finish
from reports.html.visible import visible
from reports.lines import Discrepancy
from reports.records import Scenario, open_record, write_ended, write_plan
from reports.verdicts import ScenarioVerdict


def found(
    clause: str, device: str = "shoe", weight: Literal["finding", "advisory"] = "finding"
) -> Discrepancy:
    return Discrepancy(
        kind="missing", device=device, role=device, weight=weight, clauses=(clause,), text="none"
    )


def case(name: str, *differences: Discrepancy) -> Case:
    verdict = ScenarioVerdict(name, name, verdict="finding", discrepancies=differences)
    return Case(verdict, Markup(""), [], [], Chart([], [], 0), [], "")


def test_each_clause_and_device_is_drawn_before_a_second_of_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(paper, "MOST_DRAWN", 3)
    cases = [
        case("a", found("665a.9(c)")),
        case("b", found("665a.9(c)")),
        case("c", found("665a.9(c)"), found("665a.9(a)", weight="advisory")),
        case("d", found("665a.9(c)", "card-reader")),
        case("e", found("665a.9(b)(1)")),
    ]
    assert [one.of.id for one in paper.drawn(cases)] == ["a", "d", "e"]
    assert [one.of.id for one in paper.drawn(cases[:4])] == ["a", "b", "d"]
    assert paper.drawn(cases[:3]) == cases[:3]


def test_what_is_not_drawn_is_told_in_a_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paper, "MOST_DRAWN", 2)
    planned = [
        Scenario(f"s{n}", f"Number {n}", clauses=("665a.9(c)",), devices=("shoe",))
        for n in range(5)
    ]
    write_plan(tmp_path, {"rig": "r", "id": "r1"}, planned)
    for one in planned:
        with open_record(tmp_path, one) as record:
            difference = found("665a.9(c)")
            record.close("finding", discrepancies=[difference, difference], judged={"shoe": True})
    write_ended(tmp_path)
    finish(tmp_path)
    build(tmp_path)
    screen = (tmp_path / "certificate.html").read_text()
    assert screen.count('<article class="case"') == 5
    assert "not drawn here" not in screen
    on_paper = render(paper.on_paper(gather(tmp_path, Markup)), ON_PAPER)
    assert on_paper.count('<article class="case"') == 2
    assert "Findings (5)" in on_paper
    assert "<b>2 of 5 are drawn here</b>" in on_paper
    table = on_paper.partition("Findings that are not drawn here (3)")[2].partition("</table>")[0]
    rows = re.findall(r"<th scope=\"row\">(.*?)</tr>", table, re.S)
    assert len(rows) == 3
    for number, row in zip((2, 3, 4), rows, strict=True):
        assert f"Number {number}<br><code>s{number}</code>" in row
        assert "§ 665a.9(c)" in row
        assert "none (and 1 more)" in row


def test_a_letter_that_no_font_has_is_told_by_its_number() -> None:
    assert paper.drawable("Zähler № 7 Ω Ж §") == "Zähler № 7 Ω Ж §"
    assert paper.drawable(visible("\x1b[31m漢")) == "&lt;U+241B&gt;[31m&lt;U+6F22&gt;"


@pytest.mark.filterwarnings("default")
def test_the_pdf_is_a_pdf_a(played: Path, tmp_path: Path) -> None:
    """By an independent validator, which has the corpus of veraPDF behind it."""
    pytest.importorskip("weasyprint")
    validator = pytest.importorskip("page", reason="no validator: pip install page-validation")
    run_dir = tmp_path / "run"
    shutil.copytree(played, run_dir)
    build(run_dir, as_pdf=True)
    told = validator.validate_pdf(run_dir / PDF)
    assert str(told.profile) == "ValidationProfile.PDF_A_3A"
    data = (run_dir / PDF).read_bytes()
    assert told.rules.total > 100
    assert [one for one in told.failures if not _misread(data, one)] == []
    metadata = data[data.index(b"/Type /Metadata") :].partition(b"endstream")[0]
    assert re.search(rb"pdfaid:part(=\"|>)3", metadata), "it can be read as it stands"


def _misread(data: bytes, failure: object) -> bool:
    """A compressed stream may end in a carriage return, and the validator takes that for a break.

    Whether it is only that: the stream ends where its length says.
    """
    if "STREAM-LENGTH" not in getattr(failure, "rule_id", ""):
        return False
    number = failure.object_id.object_number  # type: ignore[attr-defined]
    start = data.index(b"\n%d 0 obj\n" % number)
    begin = data.index(b"stream\n", start) + len(b"stream\n")
    length = re.search(rb"/Length (\d+)", data[start:begin])
    assert length is not None
    end = begin + int(length[1])
    return data[end : end + 10] == b"\nendstream"
