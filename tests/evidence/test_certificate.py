"""The certificate: what stands in it, what it never does, and its PDF."""

from __future__ import annotations

import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest

from reports.certificate import build as building
from reports.certificate.build import build
from reports.certificate.errors import PdfMissing
from reports.finish import finish
from reports.html.cards import resource
from reports.records import Scenario, open_record, write_ended, write_plan


@pytest.fixture(scope="module")
def page(played: Path) -> str:
    return (played / "certificate.html").read_text("utf-8")


def section(page: str, name: str) -> str:
    found = re.search(rf'aria-labelledby="{name}-title">.*?</section>', page, re.S)
    assert found is not None
    return found[0]


def test_findings_stand_apart_from_advisories_and_the_rest(page: str) -> None:
    assert "Findings (1)" in section(page, "findings")
    assert "The Bust It stays and is settled later" in section(page, "findings")
    assert "Advisories (1)" in section(page, "advisories")
    assert "The lamp burns red under a small hole card" in section(page, "advisories")
    others = section(page, "others")
    assert "Inconclusive, interrupted, not run (4)" in others
    assert "check the cable and the speed" in others


def test_a_finding_has_its_round_its_clauses_and_its_bytes(page: str) -> None:
    finding = section(page, "findings")
    assert "§ 665a.9(c)" in finding
    assert 'aria-label="7 of diamonds"' in finding
    assert b"settle hand=1.1 wager=bust_it".hex(" ") in finding
    assert "<button" not in finding


def test_what_was_not_tested_is_told(page: str) -> None:
    assert "Not fully verified:" in page
    left = section(page, "left")
    assert "685a12-j-jam: not run" in left
    assert "Clauses without evidence in this run" in left


def test_texts_of_devices_are_text_and_nothing_is_fetched(page: str) -> None:
    assert "Lumen &lt;b&gt;&amp; Sons&lt;/b&gt;" in page
    assert "Masque&lt;U+202E&gt;3" in page
    assert not {"\u202e", "\x1b"} & set(page)

    class Tags(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            assert tag not in ("script", "link", "img", "iframe", "object", "base")
            for name, value in attrs:
                assert not name.startswith("on")
                assert name not in ("src", "href") or (value or "").startswith("#")

    Tags().feed(page)
    assert "url(" not in page


def test_house_rules_standards_and_limits_are_named(page: str) -> None:
    assert "reread on surrender" in section(page, "rules")
    assert "§ 685a.12" in section(page, "standards")
    assert re.search(r"\d+ read", section(page, "standards"))
    assert "answer 0.5 s, late 1 s" in section(page, "devices")
    assert "identity said by</dt><dd>the device itself" in section(page, "devices")


def test_a_part_that_conforms_is_not_fully_verified(tmp_path: Path) -> None:
    one = Scenario("one", "One", clauses=("665a.9(c)",), devices=("shoe",))
    write_plan(tmp_path, {"partial": True, "deselected": ["two"]}, [one])
    with open_record(tmp_path, one) as writer:
        writer.close("conforms", judged={"shoe": True})
    write_ended(tmp_path)
    assert finish(tmp_path).verdicts.overall == "conforms"
    build(tmp_path)
    text = (tmp_path / "certificate.html").read_text()
    assert "<title>Certificate of test: not fully verified</title>" in text
    assert "1 were left out by its command" in text


@pytest.mark.parametrize(
    ("run", "named"),
    [
        ({"defects": ["two-lights"]}, "two-lights."),
        ({"rig_defects": ["hides-empty (shoe)"]}, "hides-empty (shoe)."),
        ({"defects": ["a"], "rig_defects": ["b (shoe)"]}, "a, b (shoe)."),
        ({}, ""),
    ],
)
def test_defects_that_were_put_in_are_told_first(
    tmp_path: Path, run: dict[str, object], named: str
) -> None:
    one = Scenario("one", "One", clauses=("665a.9(c)",), devices=("shoe",))
    write_plan(tmp_path, run, [one])
    with open_record(tmp_path, one) as writer:
        writer.close("conforms", judged={"shoe": True})
    write_ended(tmp_path)
    finish(tmp_path)
    build(tmp_path)
    text = (tmp_path / "certificate.html").read_text()
    head = text[: text.index("<main")]
    told = "Defects were put into the emulated devices of this run:</b> "
    assert (told in text) == bool(named)
    assert not named or told + named in head


def test_without_weasyprint_one_line_says_what_to_do(
    played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_dir = tmp_path / "run"
    shutil.copytree(played, run_dir)
    monkeypatch.setitem(__import__("sys").modules, "weasyprint", None)
    with pytest.raises(PdfMissing, match=r"pip install 'burncard\[pdf\]'"):
        build(run_dir, as_pdf=True)
    assert (run_dir / "certificate.html").exists()


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_the_pdf_is_tagged_kept_and_the_same_each_time(played: Path, tmp_path: Path) -> None:
    pytest.importorskip("weasyprint")
    run_dir = tmp_path / "run"
    shutil.copytree(played, run_dir)
    build(run_dir, as_pdf=True)
    first = (run_dir / building.PDF).read_bytes()
    build(run_dir, as_pdf=True)
    assert (run_dir / building.PDF).read_bytes() == first
    if shutil.which("pdfinfo") and shutil.which("pdftotext"):
        told = subprocess.run(
            ["pdfinfo", str(run_dir / building.PDF)], capture_output=True, text=True
        ).stdout
        assert re.search(r"Tagged:\s+yes", told)
        text = subprocess.run(
            ["pdftotext", "-layout", str(run_dir / building.PDF), "-"],
            capture_output=True,
            text=True,
        ).stdout
        assert "Not fully verified" in text
        assert "The Bust It stays and is settled later" in text


def test_the_style_sheet_for_paper_has_no_grid_and_no_columns() -> None:
    """With them WeasyPrint takes minutes for a run with findings."""
    style = resource("certificate_print.css")
    assert not re.search(r"grid|flex|columns:", style)
