"""The house rules: those of the law file's two tables, each value played, each use named."""

from __future__ import annotations

from itertools import chain
from typing import Any

import pytest

from reference_engine.law import house_rules
from reference_engine.script import Ruling, ScriptError, rule
from tests.oracle.scripts import DOUBLE_ATTACK, DOWN_UNDER, rows_of
from tests.oracle.tables import Row
from tests.oracle.test_rounds_665a import REFUSED as REFUSED_665A
from tests.oracle.test_rounds_665a import ROUNDS as ROUNDS_665A
from tests.oracle.test_rounds_685a import REFUSED as REFUSED_685A
from tests.oracle.test_rounds_685a import ROUNDS as ROUNDS_685A
from tests.oracle.worked import Refused, Worked, script_of

# Name, default and alternatives as the tables of the law file have them.
TABLE_665A = """
surrender_half_rounding exact odd_to_house odd_to_player
surrender_half_basis each_wager sum
surrender_double_down half all_to_house all_returned
surrender_bj_double_down returned to_house
dealer_bj_double_attack returned to_house
surrender_bj_bust_it collect_now collect_at_m
peek_timing before_player_acts on_surrender
reread_on_surrender no yes
insurance_base bet bet_plus_double_attack
surrender_blackjack no yes
bj_cards_collected end_of_round at_once
foreign_ten stop_round literal
decks 8 6
double_on any_cards first_two
double_cap_base bet_plus_double_attack bet
dealer_soft_17 stand hit
exposed_offer entitled_hands all_players_even_stood
refusal_scope hand player
dead_no_card_bet returned stays_for_next
dealer_accident_totals every_standing_total exactly_17 hard_17_only
dead_hand_returns all_main_wagers initial_bet_only
"""
TABLE_685A = """
exposed_offer entitled_hands all_players_even_stood
refusal_scope hand player
dead_no_card_bet returned stays_for_next
dealer_accident_totals every_standing_total exactly_17 hard_17_only
dead_hand_returns all_main_wagers initial_bet_only
masque_error_choice dealer player
masque_error_scope table hand
masque_fault_round finish_if_light_given void_always
dealer_soft_17 stand hit
dealer_22 golden_rule bust
insurance_offered yes no
"""
FIXED_665A = """
ace_order insure_after_surrender double_counts_as_stand surrender_split_aces surrender_offered
deck_spec max_split_hands resplit_aces split_ace_cards bj_vs_bj double_attack_min double_attack_max
bust_it_highest_only bust_it_scope bust_it_keeps_dealer_playing reader_no_answer
"""
FIXED_685A = """
faceup_card_returns early_exposed decline_one_card short_shoe cover_card_in_short_shoe short_twice
late_discovery resume_needs_inspection match_card match_the_dealer_odds cover_first decks
exposed_may_double refusal masque_error_window insurance_before_masque burn_face
"""


def _rows(text: str) -> list[list[str]]:
    return [line.split() for line in text.strip().splitlines()]


@pytest.mark.parametrize(
    ("game", "row"),
    [(DOUBLE_ATTACK, row) for row in _rows(TABLE_665A)]
    + [(DOWN_UNDER, row) for row in _rows(TABLE_685A)],
    ids=lambda value: value[0] if isinstance(value, list) else value[:6],
)
def test_a_choice_of_the_tables_is_a_house_rule(game: str, row: list[str]) -> None:
    name, *values = row
    found = {rule.name: rule for rule in house_rules(game)}[name]
    assert str(found.default) == values[0]
    assert {str(value) for value in found.values} == set(values)
    assert found.reason
    assert found.clause


@pytest.mark.parametrize(
    ("game", "text"), [(DOUBLE_ATTACK, FIXED_665A), (DOWN_UNDER, FIXED_685A)], ids=["665a", "685a"]
)
def test_the_other_readings_are_named_too(game: str, text: str) -> None:
    assert set(text.split()) <= {rule.name for rule in house_rules(game)}


def _values_played(game: str) -> dict[str, set[str]]:
    """Values that a hand-worked round or refusal sets or names; a default plays where unset."""
    seen: dict[str, set[str]] = {}
    cases: list[Worked | Refused] = [*ROUNDS_665A, *ROUNDS_685A, *REFUSED_665A, *REFUSED_685A]
    for case in cases:
        if case.game == game:
            for name, value in (case.rules or {}).items():
                seen.setdefault(name, set()).add(str(value))
    return seen


@pytest.mark.parametrize(
    ("game", "row"),
    [(DOUBLE_ATTACK, row) for row in _rows(TABLE_665A)]
    + [(DOWN_UNDER, row) for row in _rows(TABLE_685A)],
    ids=lambda value: value[0] if isinstance(value, list) else value[:6],
)
def test_every_value_is_played_by_hand(game: str, row: list[str]) -> None:
    name, default, *others = row
    assert set(others) <= _values_played(game).get(name, set()) | {default}


def _outcome(case: Worked, rules: dict[str, Any]) -> Ruling | None:
    script = script_of(case)
    script["rules"] = {**script["rules"], **rules}
    try:
        return rule(script)
    except ScriptError:
        return None


UNNAMED: dict[tuple[str, str], str] = {}
"""Rules that decided a round and were not named when this was written."""

PERMISSIONS = frozenset(
    "insurance_base surrender_blackjack foreign_ten double_on double_cap_base "
    "insurance_offered".split()
)
"""Rules that decide whether an act is permitted at all: a refusal is another outcome too."""


def _amounts(ruling: Ruling) -> list[Row]:
    return sorted(rows_of(ruling))


def _deciding() -> list[Any]:
    made = []
    for game, table in ((DOUBLE_ATTACK, TABLE_665A), (DOWN_UNDER, TABLE_685A)):
        for name, *values in _rows(table):
            known = UNNAMED.get((game, name))
            marks = [pytest.mark.xfail(strict=True, reason=known)] if known else []
            made.append(pytest.param(game, name, values, id=f"{game[:6]} {name}", marks=marks))
    return made


@pytest.mark.parametrize(("game", "name", "values"), _deciding())
def test_a_rule_that_decides_a_round_is_named(game: str, name: str, values: list[str]) -> None:
    """Where another value would settle the same script otherwise, the ruling names the rule."""
    unnamed = []
    for case in chain(ROUNDS_665A, ROUNDS_685A):
        if case.game != game or (name == "decks"):
            continue
        ruling = _outcome(case, {})
        assert ruling is not None
        now = str((case.rules or {}).get(name, values[0]))
        for value in values:
            if value == now:
                continue
            other = _outcome(case, {name: value})
            decided = name in PERMISSIONS if other is None else _amounts(other) != _amounts(ruling)
            if decided and name not in ruling.house_rules:
                unnamed.append(case.name)
    assert not unnamed
