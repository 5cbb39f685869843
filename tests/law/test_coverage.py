"""Which clauses lack a scenario, and what `burncard law` prints of it."""

from __future__ import annotations

import json

import pytest
from msgspec import Struct

from reference_engine.law import DOUBLE_ATTACK, UnknownClause, all_clauses
from reference_engine.law.coverage import claimed, selected, unknown_ids, untested
from reference_engine.law.listing import (
    house_rule_json,
    house_rule_lines,
    law_json,
    law_lines,
)


class _Scenario(Struct, frozen=True):
    file: str
    line: int
    name: str
    tags: tuple[str, ...] = ()


PLAYED = _Scenario("features/a.feature", 12, "Seat 1 surrenders", ("clause:665a.9(a)",))


def _everything_but(*missing: str) -> dict[str, tuple[_Scenario, ...]]:
    return {one.id: (PLAYED,) for one in all_clauses() if one.id not in missing}


def test_seventeen_paragraphs_are_claimed() -> None:
    # § 665a.9: (a), (b)(1), (b)(2)(i), (b)(2)(ii), (c), (d); § 685a.12: (a) to (k).
    assert len(claimed()) == 6 + 11


def test_nothing_is_missing_when_all_have_a_scenario() -> None:
    assert untested(_everything_but()) == ()


def test_a_paragraph_without_a_scenario_is_named() -> None:
    scenarios = _everything_but("665a.9(c)", "685a.12(k)", "665a.7~burn")
    assert [one.id for one in untested(scenarios)] == ["665a.9(c)", "685a.12(k)"]
    assert [one.id for one in untested(scenarios, "685a.12")] == ["685a.12(k)"]


def test_a_scenario_of_the_paragraph_around_does_not_count() -> None:
    scenarios = {"665a.9(b)": (PLAYED,), "665a.9(b)(2)": (PLAYED,)}
    assert {"665a.9(b)(1)", "665a.9(b)(2)(i)", "665a.9(b)(2)(ii)"} <= {
        one.id for one in untested(scenarios)
    }


def test_an_empty_list_of_scenarios_is_none() -> None:
    assert len(untested({"665a.9(a)": ()})) == 17


def test_tags_that_name_no_clause_are_told() -> None:
    assert unknown_ids({"665a.9(e)": (PLAYED,), "665a.9(a)": (PLAYED,)}) == ("665a.9(e)",)


@pytest.mark.parametrize("wanted", ["665a.9(b)(2)", "§ 665a.9(b)(2)", "58 Pa. Code § 665a.9(b)(2)"])
def test_a_clause_brings_the_paragraphs_within_it(wanted: str) -> None:
    assert [one.id for one in selected(wanted)] == [
        "665a.9(b)(2)",
        "665a.9(b)(2)(i)",
        "665a.9(b)(2)(ii)",
    ]


def test_a_section_is_not_mistaken_for_another_that_begins_alike() -> None:
    assert {one.section for one in selected("665a.1")} == {"665a.1"}


def test_an_unknown_clause_is_an_error() -> None:
    with pytest.raises(UnknownClause, match="did you mean"):
        law_lines({}, "665a.9(z)")


def test_one_clause_is_told_whole() -> None:
    assert law_lines({"685a.12(j)": (PLAYED,)}, "685a.12(j)") == [
        "§ 685a.12 Irregularities: READ IN FULL",
        "",
        "  § 685a.12(j)",
        "      A jam, a stop in mid-shuffle or an unfinished cycle of the shuffler in use: that "
        "batch counts",
        "        as unshuffled and is shuffled again.",
        "      - jam",
        "      - stop during a shuffle",
        "      - cycle not completed",
        "      certainty: read (READ IN FULL)",
        "      source: pacodeandbulletin.gov/secure/pacode/data/058/chapter685a/s685a.12.html",
        "      shuffler, table-controller",
        "      features/a.feature:12  Seat 1 surrenders",
        "",
        "1 clause; with a scenario: 1 of 1 deepest paragraphs of § 685a.12",
    ]


def test_the_whole_list_says_what_is_missing() -> None:
    lines = law_lines(_everything_but("665a.9(c)") | {"665a.9(e)": (PLAYED,)})
    assert lines[-2:] == [
        "without a scenario: § 665a.9(c)",
        "tags that name no clause of the registry: 665a.9(e)",
    ]
    assert lines[-3].endswith(
        "with a scenario: 16 of 17 deepest paragraphs of § 665a.9 and § 685a.12"
    )
    at = lines.index("  § 665a.9(c)")
    assert "      NO SCENARIO" in lines[at : at + 6]
    assert sum(line == "      NO SCENARIO" for line in lines) == 1
    assert not [line for line in lines if "[" in line or "]" in line]


def test_json_is_the_same_as_data() -> None:
    told = json.loads(json.dumps(law_json({"665a.9(a)": (PLAYED,)}, "665a.9")))
    first = told["clauses"][0]
    assert first["id"] == "665a.9(a)"
    assert first["leaf"] is True
    assert first["certainty"] == "read"
    assert first["scenarios"] == [
        {
            "file": "features/a.feature",
            "line": 12,
            "name": "Seat 1 surrenders",
            "tags": ["clause:665a.9(a)"],
        }
    ]
    assert told["untested"] == [
        "665a.9(b)(1)",
        "665a.9(b)(2)(i)",
        "665a.9(b)(2)(ii)",
        "665a.9(c)",
        "665a.9(d)",
    ]
    assert [one["id"] for one in told["sections"]] == ["665a.9"]


def test_house_rules_of_a_clause() -> None:
    assert house_rule_lines("685a.12(a)")[:5] == [
        "House rules of down-under-blackjack",
        "",
        "  faceup_card_returns = at_reshuffle (fixed)",
        "      § 685a.12(a): 'in that round': may the card come back later?",
        "      reason: It lies in the rack, and the rack is shuffled.",
    ]
    assert house_rule_lines("665a.12(a)") == ["no house rule interprets 665a.12(a)"]


def test_house_rules_of_a_game_and_of_both() -> None:
    assert "  decks = 8 (or 6)" in house_rule_lines(DOUBLE_ATTACK)
    assert "  double_attack_min = 0.01 (or another amount)" in house_rule_lines(DOUBLE_ATTACK)
    both = house_rule_lines()
    assert [line for line in both if line.startswith("House rules")] == [
        "House rules of double-attack-blackjack",
        "House rules of down-under-blackjack",
    ]
    assert max(map(len, both)) <= 100


def test_house_rules_as_json() -> None:
    told = json.loads(json.dumps(house_rule_json("685a.7~push-22")))
    assert [one["name"] for one in told["down-under-blackjack"]] == [
        "dealer_22",
        "split_large_against_22",
    ]
    assert told["down-under-blackjack"][0]["values"] == ["golden_rule", "bust"]
    assert told["down-under-blackjack"][0]["cite"] == (
        "§ 685a.7 (dealer 22; inferred, letter not known)"
    )
    assert told["double-attack-blackjack"] == []
