"""Clause to scenario to evidence, and back."""

from __future__ import annotations

import csv
import io
from hashlib import sha256
from pathlib import Path
from xml.etree import ElementTree

from reports.reqif import NAMESPACE, as_reqif
from reports.trace import as_csv, as_json, trace

BUST_IT = "665a09-c-bust-it-stays"


def test_a_clause_leads_to_its_scenarios_and_their_evidence(played: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(as_csv(trace(played)))))
    (row,) = [
        one
        for one in rows
        if one["clause"] == "§ 665a.9(c)" and one["device"] == "table-controller"
    ]
    record = f"records/{BUST_IT}.1.jsonl"
    assert row["clause verdict"] == row["device verdict"] == "finding"
    assert row["scenario"] == BUST_IT
    assert row["record"] == record
    assert row["record sha256"] == sha256((played / record).read_bytes()).hexdigest()


def test_a_clause_without_evidence_has_its_row(played: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(as_csv(trace(played)))))
    (row,) = [one for one in rows if one["clause"] == "§ 665a.9(d)"]
    assert (row["clause verdict"], row["scenario"]) == ("not tested", "")


def test_a_scenario_leads_back_to_its_clauses(played: Path) -> None:
    back = {one.id: one.clauses for one in trace(played).scenarios}
    assert back["665a09-b1-five-up"] == ["665a.9(b)(1)"]
    # Its own clause, and the other one on which a discrepancy was counted.
    assert set(back[BUST_IT]) == {"665a.9(c)", "665a.7(m)"}


def test_the_retried_scenario_shows_the_attempt_that_counts(played: Path) -> None:
    traced = {one.id: one for one in trace(played).scenarios}
    assert traced["665a09-b2i-king-up"].evidence.record.endswith(".2.jsonl")
    assert traced["685a12-j-jam"].evidence.record == ""


def test_the_same_run_gives_the_same_text(played: Path) -> None:
    assert as_reqif(trace(played)) == as_reqif(trace(played))
    assert as_json(trace(played)) == as_json(trace(played))


def test_reqif_is_whole_every_reference_leads_somewhere(played: Path) -> None:
    tree = ElementTree.fromstring(as_reqif(trace(played)))  # noqa: S314 - our own text
    assert tree.tag == f"{{{NAMESPACE}}}REQ-IF"
    ids = [one.get("IDENTIFIER") for one in tree.iter() if one.get("IDENTIFIER")]
    assert len(ids) == len(set(ids))
    references = [one.text for one in tree.iter() if one.tag.endswith("-REF")]
    assert references
    assert set(references) <= set(ids)
    relations = list(tree.iter(f"{{{NAMESPACE}}}SPEC-RELATION"))
    assert len(relations) == sum(len(one.clauses) for one in trace(played).scenarios)


def test_what_a_spreadsheet_would_run_is_text(played: Path) -> None:
    traced = trace(played)
    traced.scenarios[0].name = "=cmd|' /C calc'!A0"
    assert "'=cmd" in as_csv(traced)
