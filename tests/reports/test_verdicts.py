"""Verdicts: each row of docs/formats.md's rules, worked out by hand."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

from reports.lines import Close, Discrepancy, NotTestable, Open
from reports.records import Plan, Record, Scenario
from reports.verdicts import Attempts, Judgement, ScenarioVerdict, judge, related, worst


class Law(Struct, frozen=True):
    id: str
    gist: str = ""
    devices: tuple[str, ...] = ()
    leaf: bool = True


B1 = Law("665a.9(b)(1)")
C = Law("665a.9(c)")


def difference(
    weight: str = "finding", role: str = "table-controller", clauses: Sequence[str] = (C.id,)
) -> Discrepancy:
    return Discrepancy("wrong", f"my-{role}", weight, role, tuple(clauses))  # type: ignore[arg-type]


def record(attempt: int, verdict: str | None, *found: Discrepancy) -> Record:
    one = Record(Path(f"s.{attempt}.jsonl"), "s", attempt, Open("s", attempt, t=1_000_000))
    if verdict is not None:
        one.closed = Close(verdict, discrepancies=found, t=3_500_000)  # type: ignore[arg-type]
    return one


def attempts(*records: Record) -> ScenarioVerdict:
    taken = Attempts(Scenario("s", "S"))
    for one in records:
        taken.take(one)
    return taken.result()


def ran(
    name: str,
    verdict: str,
    *found: Discrepancy,
    clauses: Sequence[str] = (B1.id,),
    devices: Sequence[str] = ("table-controller",),
    judged: Sequence[str] = ("table-controller",),
) -> ScenarioVerdict:
    return ScenarioVerdict(
        id=name,
        name=name,
        clauses=tuple(clauses),
        devices=tuple(devices),
        verdict=verdict,
        judged=dict.fromkeys(judged, True),
        discrepancies=found,
    )


def run(
    *results: ScenarioVerdict,
    law: Sequence[Law] = (B1,),
    interrupted: bool = False,
    problems: Sequence[str] = (),
    **about: Any,
) -> Judgement:
    return judge(Plan(run=about), results, law, interrupted=interrupted, problems=problems)


# -- one scenario --------------------------------------------------------------------------------


@pytest.mark.parametrize("verdict", ["conforms", "finding", "advisory", "inconclusive"])
def test_a_closed_record_has_the_verdict_it_was_closed_with(verdict: str) -> None:
    assert attempts(record(1, verdict)).verdict == verdict


def test_a_record_without_close_is_interrupted_and_no_record_is_not_run() -> None:
    assert attempts(record(1, None)).verdict == "interrupted"
    assert attempts().verdict == "not run"


@pytest.mark.parametrize("weight", ["finding", "advisory"])
def test_conforms_beside_a_discrepancy_is_not_believed(weight: str) -> None:
    assert attempts(record(1, "conforms", difference(weight))).verdict == weight


def test_a_bench_that_failed_says_nothing_about_a_device() -> None:
    assert attempts(record(1, "inconclusive", difference())).verdict == "inconclusive"


@pytest.mark.parametrize(
    ("first", "second", "counts"),
    [
        ("inconclusive", "conforms", "conforms"),
        (None, "conforms", "conforms"),
        ("inconclusive", "finding", "finding"),
        ("conforms", "inconclusive", "inconclusive"),
        ("finding", "conforms", "finding"),
        ("finding", None, "finding"),
        ("advisory", "conforms", "advisory"),
        ("advisory", "finding", "finding"),
    ],
)
def test_the_last_attempt_counts_but_a_finding_stands(
    first: str | None, second: str | None, counts: str
) -> None:
    result = attempts(record(1, first), record(2, second))
    assert result.verdict == counts
    assert result.attempts == [first or "interrupted", second or "interrupted"]


def test_a_result_names_the_attempt_it_rests_on_and_its_time() -> None:
    result = attempts(record(1, "finding"), record(2, "conforms"))
    assert (result.attempt, result.record, result.ms) == (1, "records/s.1.jsonl", 2.5)


# -- clauses and devices -------------------------------------------------------------------------


def test_a_device_conforms_by_a_scenario_that_judged_it() -> None:
    clause = run(ran("a", "conforms")).verdicts.clauses[B1.id]
    assert clause.verdict == "conforms"
    assert clause.scenarios == ["a"]
    assert clause.devices["table-controller"].scenarios == ["a"]


def test_a_device_that_was_not_judged_does_not_conform() -> None:
    judgement = run(ran("a", "conforms", devices=("card-reader",), judged=()))
    assert judgement.verdicts.clauses[B1.id].devices["card-reader"].verdict == "not tested"
    assert judgement.verdicts.exit_code == 3
    assert judgement.verdicts.missing == [f"clause {B1.id}: no evidence on card-reader"]


def test_what_a_device_has_no_word_for_is_said_to_be_not_testable_on_it() -> None:
    lacking = NotTestable("shoe-1", "shoe", "card face up", (B1.id,))
    result = ran("a", "conforms", devices=("shoe",), judged=())
    result.not_testable = (lacking,)
    judgement = run(result)
    assert judgement.verdicts.clauses[B1.id].devices["shoe"].verdict == "not tested"
    assert judgement.verdicts.missing == [
        f"clause {B1.id}: no evidence on shoe "
        "(not testable on this device: its protocol cannot say card face up)"
    ]


def test_evidence_from_another_scenario_makes_up_for_what_one_cannot_test() -> None:
    result = ran("a", "conforms", devices=("shoe",), judged=())
    result.not_testable = (NotTestable("shoe-1", "shoe", "card face up", (B1.id,)),)
    judgement = run(result, ran("b", "conforms", devices=("shoe",), judged=("shoe",)))
    assert judgement.verdicts.clauses[B1.id].devices["shoe"].verdict == "conforms"
    assert judgement.verdicts.missing == []


def test_a_finding_counts_on_the_clause_it_cites_not_on_the_scenarios_own() -> None:
    clauses = run(ran("a", "finding", difference()), ran("b", "conforms"), law=(B1, C)).verdicts
    assert clauses.clauses[C.id].devices["table-controller"].verdict == "finding"
    assert clauses.clauses[C.id].devices["table-controller"].scenarios == ["a"]
    assert clauses.clauses[B1.id].verdict == "conforms"


def test_a_finding_counts_on_the_scenarios_own_clauses_above_and_below() -> None:
    own = ("665a.9(b)", "665a.9(b)(2)(i)", "665a.9(c)")
    found = difference(clauses=("665a.9(b)(2)",))
    clauses = run(ran("a", "finding", found, clauses=own)).verdicts.clauses
    assert clauses["665a.9(b)(2)"].verdict == "finding"
    assert clauses["665a.9(b)"].verdict == "finding"
    assert clauses["665a.9(b)(2)(i)"].verdict == "finding"
    assert clauses["665a.9(c)"].verdict == "not tested"


def test_a_discrepancy_without_a_clause_counts_on_all_of_the_scenarios_own() -> None:
    found = difference(clauses=())
    clauses = run(ran("a", "finding", found, clauses=(B1.id, C.id))).verdicts.clauses
    assert {clauses[B1.id].verdict, clauses[C.id].verdict} == {"finding"}


def test_a_finding_against_one_device_neither_blames_nor_clears_the_others() -> None:
    found = difference(role="shoe", clauses=(B1.id,))
    both = ("shoe", "table-controller")
    clause = run(ran("a", "finding", found, devices=both, judged=both)).verdicts.clauses[B1.id]
    assert clause.devices["shoe"].verdict == "finding"
    assert clause.devices["table-controller"].verdict == "not tested"


def test_a_finding_without_reasons_is_not_lost() -> None:
    judgement = run(ran("a", "finding"))
    assert judgement.verdicts.clauses[B1.id].verdict == "finding"
    assert judgement.verdicts.exit_code == 1


@pytest.mark.parametrize("verdict", ["inconclusive", "interrupted", "not run"])
def test_one_scenario_without_a_verdict_takes_the_clause_with_it(verdict: str) -> None:
    clause = run(ran("a", "conforms"), ran("b", verdict)).verdicts.clauses[B1.id]
    assert clause.verdict == verdict
    assert clause.devices["table-controller"].scenarios == ["a", "b"]


def test_a_clause_that_the_registry_does_not_have_is_a_problem() -> None:
    judgement = run(ran("a", "conforms", clauses=("665a.99",)), law=())
    assert judgement.problems == ["clause 665a.99 is not in the registry"]
    assert judgement.verdicts.exit_code == 3


@pytest.mark.parametrize(
    ("one", "other", "answer"),
    [
        ("665a.9(b)", "665a.9(b)(1)", True),
        ("665a.9(b)(1)", "665a.9(b)(1)", True),
        ("665a.9(b)(1)", "665a.9(b)(2)", False),
        ("665a.9", "665a.9(c)", True),
        ("665a.1", "665a.12(c)", False),
        ("685a.12(i)", "685a.12(ii)", False),
        ("665a.7~deal", "665a.7~deal-order", False),
    ],
)
def test_related_clauses(one: str, other: str, answer: bool) -> None:
    assert related(one, other) is answer
    assert related(other, one) is answer


def test_the_order_of_verdicts() -> None:
    ranked = ["finding", "advisory", "interrupted", "inconclusive", "not run", "not tested"]
    for place, one in enumerate(ranked):
        assert worst([*reversed(ranked[place:]), "conforms"]) == one
    assert worst([]) == "not tested"


# -- the run -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("verdicts", "overall", "code"),
    [
        (["conforms", "conforms"], "conforms", 0),
        (["conforms", "finding"], "finding", 1),
        (["conforms", "advisory"], "advisory", 1),
        (["advisory", "finding"], "finding", 1),
        (["conforms", "inconclusive"], "not fully verified", 3),
        (["conforms", "not run"], "not fully verified", 3),
        (["finding", "inconclusive"], "finding", 1),
        (["advisory", "not run"], "advisory", 1),
        (["conforms", "interrupted"], "interrupted", 130),
        (["finding", "interrupted"], "finding", 130),
        (["not run", "not run"], "not fully verified", 3),
    ],
)
def test_overall_and_exit_code(verdicts: list[str], overall: str, code: int) -> None:
    judgement = run(
        *(
            ran(
                str(place),
                verdict,
                *([difference(verdict)] if verdict in ("finding", "advisory") else []),
            )
            for place, verdict in enumerate(verdicts)
        ),
        law=(B1, Law(C.id, leaf=False)),
    )
    assert (judgement.verdicts.overall, judgement.verdicts.exit_code) == (overall, code)
    assert sum(judgement.verdicts.counts.values()) == len(verdicts)


def test_a_run_cut_short_between_two_scenarios_is_interrupted() -> None:
    judgement = run(ran("a", "conforms"), ran("b", "not run"), interrupted=True)
    assert (judgement.verdicts.overall, judgement.verdicts.exit_code) == ("interrupted", 130)


def test_nothing_is_not_conforming() -> None:
    assert run(law=()).verdicts.exit_code == 3


def test_what_could_not_be_read_is_not_verified() -> None:
    assert run(ran("a", "conforms"), problems=["x.jsonl: torn"]).verdicts.exit_code == 3


def test_a_whole_run_answers_for_every_leaf_of_the_claimed_sections() -> None:
    law = (B1, C, Law("665a.9(b)", leaf=False), Law("665a.7~burn"), Law("685a.12(k)"))
    whole = run(ran("a", "conforms"), law=law).verdicts
    assert (whole.overall, whole.exit_code) == ("not fully verified", 3)
    assert whole.missing == ["not tested, no scenario names them: 665a.9(c), 685a.12(k)"]
    assert whole.clauses["665a.7~burn"].verdict == "not tested"


def test_a_part_answers_for_that_part_and_says_so() -> None:
    part = run(ran("a", "conforms"), law=(B1, C), partial=True, deselected=["b"]).verdicts
    assert (part.overall, part.exit_code, part.partial) == ("conforms", 0, True)
    assert part.deselected == ["b"]
    assert part.clauses[C.id].verdict == "not tested"


def test_what_only_another_attempt_charges_counts_on_its_clauses_too() -> None:
    """The first attempt breaks one clause, the third another; the second and fourth conform."""
    a, b = difference(clauses=(B1.id,)), difference(clauses=(C.id,))
    one = attempts(
        record(1, "finding", a), record(2, "conforms"), record(3, "finding", b, a, b),
        record(4, "conforms"),
    )  # fmt: skip
    assert (one.attempt, one.discrepancies, one.other_attempts) == (1, (a,), (b,))
    clauses = run(one, law=(B1, C)).verdicts.clauses
    assert {name: found.verdict for name, found in clauses.items()} == {
        B1.id: "finding",
        C.id: "finding",
    }


def test_what_an_inconclusive_attempt_says_charges_nobody() -> None:
    one = attempts(record(1, "inconclusive", difference()), record(2, "conforms"))
    assert (one.verdict, one.other_attempts) == ("conforms", ())
