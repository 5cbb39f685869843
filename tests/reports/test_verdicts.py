"""Verdicts: each row of docs/formats.md's rules, worked out by hand."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

from reports.latency import LatencySummary
from reports.lines import Close, Discrepancy, Latency, LinkNote, NotTestable, Open, Step
from reports.records import Plan, Record, Scenario
from reports.verdicts import (
    Attempts,
    Judgement,
    ScenarioVerdict,
    as_json,
    judge,
    related,
    worst,
)


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
    assert judgement.verdicts.missing == [f"§ {B1.id}: no evidence on card-reader"]


def test_what_a_device_has_no_word_for_is_said_to_be_not_testable_on_it() -> None:
    lacking = NotTestable("shoe-1", "shoe", "card face up", (B1.id,))
    result = ran("a", "conforms", devices=("shoe",), judged=())
    result.not_testable = (lacking,)
    judgement = run(result)
    assert judgement.verdicts.clauses[B1.id].devices["shoe"].verdict == "not tested"
    assert judgement.verdicts.missing == [
        f"§ {B1.id}: no evidence on shoe "
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
    assert whole.missing == ["not tested, no scenario names them: § 665a.9(c), § 685a.12(k)"]
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


# -- a whole result --------------------------------------------------------------------------------

PLANNED = Scenario(
    "665a09-b1-low",
    "A low card",
    "§ 665a.9",
    "(b)(1)",
    "features/low.feature",
    12,
    (B1.id,),
    ("table-controller", "card-reader"),
    severity="critical",
    owner="lab",
    tags=("@quick",),
    row=(("upcard", "5"),),
)
BEGUN = "2026-11-30T09:00:00.000+00:00"
ENDED = "2026-11-30T09:00:03.000+00:00"


def of_plan(*records: Record) -> ScenarioVerdict:
    taken = Attempts(PLANNED)
    for one in records:
        taken.take(one)
    return taken.result()


def test_a_result_has_all_that_plan_and_record_say() -> None:
    found = difference()
    lacking = NotTestable("shoe-1", "shoe", "card face up", (B1.id,))
    note = LinkNote("shoe-1", "noise", 2, "3 bytes before a frame")
    one = Record(Path("s.2.jsonl"), "s", 2, Open("s", 2, started=BEGUN, t=1_000_000))
    one.closed = Close(
        "finding",
        "two differences",
        (found,),
        {"table-controller": True, "card-reader": False},
        (lacking,),
        (Latency("shoe-1", "shoe", "card", 12.5, 500.0, 3),),
        (note,),
        house_rules={"dealer_soft_17": "hit"},
        ended=ENDED,
        t=3_001_234_567,
    )
    assert of_plan(one) == ScenarioVerdict(
        id="665a09-b1-low",
        name="A low card",
        feature="§ 665a.9",
        rule="(b)(1)",
        file="features/low.feature",
        line=12,
        clauses=(B1.id,),
        devices=("table-controller", "card-reader"),
        severity="critical",
        owner="lab",
        tags=("@quick",),
        row=(("upcard", "5"),),
        verdict="finding",
        reason="two differences",
        attempt=2,
        attempts=["finding"],
        record="records/s.2.jsonl",
        started=BEGUN,
        ended=ENDED,
        # 3,000.234567 ms
        ms=3000.235,
        judged={"table-controller": True, "card-reader": False},
        not_testable=(lacking,),
        latencies=[LatencySummary("shoe-1", "shoe", "", 1, 12.5, 12.5, 12.5, 500.0)],
        links=(note,),
        discrepancies=(found,),
        house_rules={"dealer_soft_17": "hit"},
    )


def test_a_record_that_was_cut_short_says_after_which_step() -> None:
    cut = Record(Path("s.1.jsonl"), "s", 1, Open("s", 1, started=BEGUN))
    result = of_plan(cut)
    assert (result.verdict, result.started, result.ended, result.ms) == (
        "interrupted",
        BEGUN,
        "",
        None,
    )
    assert result.reason == "the run was cut short before the first step had ended"
    cut.steps = [
        Step(1, "Given", "a table", "passed"),
        Step(2, "When", "seat 1 stands", "passed"),
    ]
    assert of_plan(cut).reason == "the run was cut short after step 2 (When seat 1 stands)"
    # A record of which not even the first line can be read.
    bare = of_plan(Record(Path("s.1.jsonl"), "s", 1))
    assert (bare.verdict, bare.started) == ("interrupted", "")


def test_what_was_not_run_has_its_plan_and_no_more() -> None:
    result = of_plan()
    assert (result.id, result.owner, result.verdict) == ("665a09-b1-low", "lab", "not run")
    assert (result.record, result.attempt, result.attempts) == ("", 0, [])


def test_without_a_plan_a_record_says_itself_what_it_is() -> None:
    opened = Open(
        "s", 1, "S", "F", "R", "features/s.feature", 7, (B1.id,), ("shoe",), BEGUN, 1_000_000
    )
    one = Record(Path("s.1.jsonl"), "s", 1, opened)
    taken = Attempts(Scenario("s", ""))
    taken.plan_from(Record(Path("s.1.jsonl"), "s", 1))
    assert taken.planned == Scenario("s", "")
    taken.plan_from(one)
    assert taken.planned == Scenario(
        "s", "S", "F", "R", "features/s.feature", 7, (B1.id,), ("shoe",)
    )


def test_whether_an_attempt_is_so_far_the_one_that_counts() -> None:
    taken = Attempts(PLANNED)
    told = [
        taken.take(record(n, verdict))
        for n, verdict in enumerate(
            ["conforms", "advisory", "conforms", "advisory", "finding", "finding"], 1
        )
    ]
    assert told == [True, True, False, False, True, False]
    assert taken.result().attempt == 5


@pytest.mark.parametrize(
    ("said", "bad", "of"),
    [
        (["conforms", "finding"], 1, 2),
        (["advisory", "conforms", "finding", "conforms"], 2, 4),
        (["conforms", "finding", "conforms"], 1, 3),
        (["conforms", "inconclusive", "finding", None], 1, 2),
    ],
)
def test_a_scenario_that_disagrees_with_itself_has_a_rate(
    said: list[str | None], bad: int, of: int
) -> None:
    found = attempts(*(record(n, one) for n, one in enumerate(said, 1))).intermittent
    assert found is not None
    assert (found.hits, found.tries) == (bad, of)


@pytest.mark.parametrize(
    "said",
    [[], ["conforms"], ["finding"], ["conforms", "conforms"], ["finding", "advisory"]],
)
def test_a_scenario_that_agrees_with_itself_has_none(said: list[str]) -> None:
    assert attempts(*(record(n, one) for n, one in enumerate(said, 1))).intermittent is None


# -- why a run is not fully verified ---------------------------------------------------------------


def test_each_scenario_without_a_verdict_is_named_with_its_reason() -> None:
    silent = ran("a", "inconclusive")
    silent.reason = "the shoe is gone"
    judgement = run(silent, ran("b", "not run"), ran("c", "interrupted"), ran("d", "conforms"))
    assert judgement.verdicts.missing == [
        "a: inconclusive: the shoe is gone",
        "b: not run",
        "c: interrupted",
    ]


def test_nothing_planned_is_said() -> None:
    assert run(law=()).verdicts.missing == ["no scenario was planned"]


def test_a_scenario_played_too_seldom_is_named() -> None:
    results = [ran(name, "conforms") for name in "abc"]
    results[0].attempts = ["conforms"] * 3
    results[1].attempts = ["conforms"] * 2
    assert run(*results, repeat=3).verdicts.missing == ["b: played 2 of 3 times"]
    results[1].attempts = ["conforms"]
    assert run(*results, repeat=3).verdicts.missing == ["b: played 1 of 3 times"]
    assert run(*results).verdicts.missing == []
    results[0].attempts = results[1].attempts = ["conforms"]
    assert run(*results).verdicts.missing == []


def test_devices_without_evidence_are_named_in_order() -> None:
    devices = ("table-controller", "shoe", "card-reader")
    judgement = run(ran("a", "conforms", devices=devices, judged=("table-controller",)))
    assert judgement.verdicts.missing == [f"§ {B1.id}: no evidence on card-reader, shoe"]


def test_two_things_that_a_device_cannot_say() -> None:
    result = ran("a", "conforms", devices=("shoe",), judged=())
    result.not_testable = tuple(
        NotTestable("shoe-1", "shoe", what, (B1.id,)) for what in ("empty", "card face up")
    )
    (why,) = run(result).verdicts.missing
    assert why.endswith(
        "(not testable on this device: its protocol cannot say card face up; empty)"
    )


def test_a_whole_run_is_whole_unless_it_says_otherwise() -> None:
    judgement = run(ran("a", "conforms"))
    assert judgement.verdicts.partial is False
    assert judgement.scenarios[0].id == "a"
    assert run(ran("a", "conforms"), problems=["x"]).problems == ["x"]


def test_a_finding_without_reasons_counts_on_the_devices_that_were_judged() -> None:
    both = ("shoe", "table-controller")
    clause = run(ran("a", "finding", devices=both, judged=("shoe",))).verdicts.clauses[B1.id]
    assert {name: cell.verdict for name, cell in clause.devices.items()} == {
        "shoe": "finding",
        "table-controller": "not tested",
    }
    # Where it says nothing of that, on all that it names.
    clause = run(ran("a", "finding", devices=both, judged=())).verdicts.clauses[B1.id]
    assert {cell.verdict for cell in clause.devices.values()} == {"finding"}


def test_a_finding_only_on_a_clause_counts_for_the_run() -> None:
    """What another attempt charges is in the clause, though the counted attempt conforms."""
    result = ran("a", "conforms")
    judgement = run(result, ran("b", "advisory", difference("advisory")), law=(B1, C))
    assert (judgement.verdicts.overall, judgement.verdicts.exit_code) == ("advisory", 1)


def test_a_finding_that_no_clause_shows_counts_for_the_run() -> None:
    judgement = run(ran("a", "finding", clauses=()), law=())
    assert judgement.verdicts.clauses == {}
    assert (judgement.verdicts.overall, judgement.verdicts.exit_code) == ("finding", 1)


def test_verdicts_as_plain_data() -> None:
    plain = as_json(run(ran("a", "conforms")).verdicts)
    assert plain["overall"] == "conforms"
    assert plain["clauses"][B1.id]["devices"]["table-controller"]["scenarios"] == ["a"]
