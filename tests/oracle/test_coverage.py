"""The hand-worked rounds are enough of them, and reach every clause that was read in full."""

from __future__ import annotations

from typing import Any

import pytest

from reference_engine.law import all_clauses
from reference_engine.script import rule
from tests.oracle.test_rounds_665a import REFUSED as REFUSED_665A
from tests.oracle.test_rounds_665a import ROUNDS as ROUNDS_665A
from tests.oracle.test_rounds_685a import REFUSED as REFUSED_685A
from tests.oracle.test_rounds_685a import ROUNDS as ROUNDS_685A
from tests.oracle.worked import script_of

# The sections whose whole text was read, clause by clause.
SURRENDER = "665a.9(a) 665a.9(b)(1) 665a.9(b)(2)(i) 665a.9(b)(2)(ii) 665a.9(c) 665a.9(d)"
PAYOUT = "665a.12(a) 665a.12(b) 665a.12(c)"
DEAL = "685a.7(e)(1) 685a.7(e)(2) 685a.7(e)(3) 685a.7(e)(4)"
SPLIT = "685a.10(a) 685a.10(b) 685a.10(c) 685a.10(d) 685a.10(e)"
IRREGULAR = " ".join(f"685a.12({letter})" for letter in "abcdefghijk")


def _cited() -> set[str]:
    found: set[str] = set()
    for case in (*ROUNDS_665A, *ROUNDS_685A):
        ruling = rule(script_of(case))
        found.update(clause for row in ruling.settlement for clause in row.clauses)
        found.update(clause for effect in ruling.effects for clause in effect.clauses)
    return found


@pytest.fixture(scope="module")
def cited() -> set[str]:
    return _cited()


UNCITED: dict[str, str] = {}
"""Clauses that no ruling cited when this was written."""


def _clauses() -> list[Any]:
    return [
        pytest.param(
            clause,
            marks=[pytest.mark.xfail(strict=True, reason=UNCITED[clause])]
            if clause in UNCITED
            else [],
        )
        for clause in f"{SURRENDER} {PAYOUT} {DEAL} {SPLIT} {IRREGULAR}".split()
    ]


@pytest.mark.parametrize("clause", _clauses())
def test_a_clause_that_was_read_is_met_by_a_hand_worked_round(clause: str, cited: set[str]) -> None:
    # A clause with parts of its own is met by any of them: (f) by "no card" and "one card".
    assert any(found == clause or found.startswith(clause + " ") for found in cited)


def test_every_citation_is_in_the_registry(cited: set[str]) -> None:
    assert cited <= {clause.id for clause in all_clauses()}


def test_no_citation_prints_an_id_of_ours_in_brackets(cited: set[str]) -> None:
    assert not [clause for clause in cited if "[" in clause]


def test_there_are_more_than_150_hand_worked_rounds() -> None:
    ours = [*ROUNDS_665A, *ROUNDS_685A]
    assert len({(str(script_of(case)), case.rows) for case in ours}) > 150
    assert len(ours) + len(REFUSED_665A) + len(REFUSED_685A) > 300
