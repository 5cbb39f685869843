"""The house rules against the two tables of ambiguities, typed by hand; what a user may write."""

from __future__ import annotations

import copy
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference_engine.law import (
    DOUBLE_ATTACK,
    DOWN_UNDER,
    HouseRuleError,
    check_rules,
    clause,
    games,
    house_rule,
    house_rules,
)
from reference_engine.law.data import LawDataError, read_file
from reference_engine.law.house_rules import FILES, build_house_rules

# Row of the table, name, default, then the alternatives.
DOUBLE_ATTACK_TABLE: list[tuple[Any, ...]] = [
    (1, "surrender_half_rounding", "exact", "odd_to_house", "odd_to_player"),
    (2, "surrender_half_basis", "each_wager", "sum"),
    (3, "surrender_double_down", "half", "all_to_house", "all_returned"),
    (4, "surrender_bj_double_down", "returned", "to_house"),
    (5, "dealer_bj_double_attack", "returned", "to_house"),
    (6, "surrender_bj_bust_it", "collect_now", "collect_at_m"),
    (7, "peek_timing", "before_player_acts", "on_surrender"),
    (8, "reread_on_surrender", "no", "yes"),
    (9, "ace_order", "insurance_surrender_peek"),
    (10, "insurance_base", "bet", "bet_plus_double_attack"),
    (11, "insure_after_surrender", "no"),
    (12, "surrender_blackjack", "no", "yes"),
    (13, "double_counts_as_stand", "no"),
    (14, "surrender_split_aces", "yes"),
    (15, "surrender_after_bust", "refused"),
    (16, "surrender_offered", "yes"),
    (17, "bj_cards_collected", "end_of_round", "at_once"),
    (18, "foreign_ten", "stop_round", "literal"),
    (19, "deck_spec", "48_no_tens"),
    (20, "decks", "8", "6"),
    (21, "max_split_hands", "4", "3", "2"),
    (21, "resplit_aces", "no"),
    (21, "split_ace_cards", "1"),
    (22, "double_on", "any_cards", "first_two"),
    (22, "double_cap_base", "bet_plus_double_attack", "bet"),
    (23, "dealer_soft_17", "stand", "hit"),
    (24, "bj_vs_bj", "push"),
    (25, "double_attack_min", "0.01"),
    (25, "double_attack_max", "bet"),
    (26, "bust_it_highest_only", "yes"),
    (27, "bust_it_scope", "box"),
    (28, "bust_it_keeps_dealer_playing", "yes"),
    (29, "reader_no_answer", "inconclusive_then_manual"),
    (30, "surrender_scope", "hand"),
]
DOWN_UNDER_TABLE: list[tuple[Any, ...]] = [
    (1, "faceup_card_returns", "at_reshuffle"),
    (2, "faceup_several", "each_to_rack"),
    (2, "faceup_seen_late", "counts_as_found"),
    (3, "unexposed_card_goes_to", "next_due_else_dealer"),
    (4, "exposed_offer", "entitled_hands", "all_players_even_stood"),
    (5, "refusal", "frozen_hand"),
    (6, "refusal_scope", "hand", "player"),
    (7, "exposed_may_double", "no"),
    (8, "dealer_cannot_use", "stands_or_not_yet_his_turn"),
    (9, "early_exposed", "deal_as_next"),
    (10, "dead_no_card_bet", "returned", "stays_for_next"),
    (11, "decline_one_card", "dead_bet_returned"),
    (12, "dealer_accident_totals", "every_standing_total", "exactly_17", "hard_17_only"),
    (13, "dealer_accident_unexposed", "to_rack"),
    (14, "short_shoe", "finish_shoe_then_rack"),
    (14, "short_shoe_cut", "as_section_5"),
    (14, "cover_card_in_short_shoe", "no"),
    (15, "short_shoe_cards", "whole_rack"),
    (16, "short_twice", "round_void_bets_returned"),
    (17, "skipped_after_exposure", "card_only_after_7h"),
    (18, "dead_hand_returns", "all_main_wagers", "initial_bet_only"),
    (18, "dead_hand_side_bets", "settle_on_their_own"),
    (19, "masque_error_choice", "dealer", "player"),
    (20, "masque_error_scope", "table", "hand"),
    (21, "masque_error_window", "made_before_first_action_found_before_settlement"),
    (22, "late_discovery", "report_only"),
    (23, "masque_error_finished_hand", "stays_finished"),
    (24, "masque_error_or_fault", "one_wrong_light_is_an_error"),
    (25, "masque_fault_round", "finish_if_light_given", "void_always"),
    (26, "resume_needs_inspection", "yes"),
    (27, "masque_fault_other_games", "yes"),
    (28, "reshuffle_means", "any_approved_way"),
    (29, "self_cleared_jam", "reshuffle"),
    (30, "out_of_order_evidence", "operator_ack_or_controller_flag"),
    (31, "shuffler_back_in_use", "sign_off_first"),
    (32, "dealer_soft_17", "stand", "hit"),
    (33, "dealer_22", "golden_rule", "bust"),
    (34, "match_card", "upcard"),
    (34, "match_settled", "after_deal"),
    (35, "split_large_against_22", "push_unless_21"),
    (36, "dead_split_pair", "both_dead_both_returned"),
    (37, "cover_first", "deal_this_round", "reshuffle_before"),
    (38, "burn_cards", "1"),
    (39, "burn_when_shuffler_loads", "yes"),
]
# Named in the chapters' rows, outside the tables.
BESIDE = {
    DOUBLE_ATTACK: [("split_two_card_21", "not_blackjack"), ("burn_face", "down")],
    DOWN_UNDER: [
        ("decks", "6"),
        ("burn_face", "down"),
        ("insurance_offered", "yes"),
        ("insurance_before_masque", "yes"),
        ("blackjack_pays", "3_to_2"),
        ("insurance_pays", "2_to_1"),
        ("match_the_dealer_odds", "required"),
    ],
}


def _table(game: str, chapter: str) -> list[tuple[Any, ...]]:
    return [
        (one.row, one.name, *one.values)
        for one in house_rules(game)
        if one.row and one.clause.startswith((chapter, "603a"))
    ]


def test_the_table_of_double_attack() -> None:
    # What comes after are the rules taken over from the sister chapter's table.
    assert _table(DOUBLE_ATTACK, "665a")[: len(DOUBLE_ATTACK_TABLE)] == DOUBLE_ATTACK_TABLE
    assert {row for row, *_ in DOUBLE_ATTACK_TABLE} == set(range(1, 31))


def test_the_table_of_down_under() -> None:
    assert _table(DOWN_UNDER, "685a") == DOWN_UNDER_TABLE
    assert {row for row, *_ in DOWN_UNDER_TABLE} == set(range(1, 40))


@pytest.mark.parametrize("game", games())
def test_rules_named_beside_the_tables(game: str) -> None:
    found = [(one.name, one.default) for one in house_rules(game) if one.row == 0]
    assert found == BESIDE[game]


def test_irregularities_hold_in_double_attack_by_its_own_unread_section() -> None:
    own = {one.name for one in house_rules(DOUBLE_ATTACK)}
    for row, name, *values in DOWN_UNDER_TABLE:
        lettered = row <= 18 or 28 <= row <= 31 or row >= 37
        if lettered:
            rule = house_rule(DOUBLE_ATTACK, name)
            assert list(rule.values) == values
            assert rule.clause.startswith(("665a.13~", "665a.7~"))
        elif name != "dealer_soft_17":
            assert name not in own, "a rule of the Masque reader or of Down Under's own play"


@pytest.mark.parametrize("game", games())
def test_each_rule_is_complete(game: str) -> None:
    for rule in house_rules(game):
        assert rule.game == game
        assert rule.default == rule.values[0]
        assert rule.reason
        assert rule.point
        assert clause(rule.clause).id == rule.clause
        if rule.kind in ("choice", "integer"):
            assert rule.switchable == (len(rule.values) > 1), rule.name


def test_kinds_of_numbers_and_tables() -> None:
    kinds = {
        (game, one.name): one.kind
        for game in games()
        for one in house_rules(game)
        if one.kind != "choice"
    }
    assert kinds == {
        (DOUBLE_ATTACK, "decks"): "integer",
        (DOUBLE_ATTACK, "max_split_hands"): "integer",
        (DOUBLE_ATTACK, "split_ace_cards"): "integer",
        (DOUBLE_ATTACK, "burn_cards"): "integer",
        (DOUBLE_ATTACK, "double_attack_min"): "amount",
        (DOWN_UNDER, "decks"): "integer",
        (DOWN_UNDER, "burn_cards"): "integer",
        (DOWN_UNDER, "match_the_dealer_odds"): "table",
    }


@pytest.mark.parametrize("name", ["surrender_offered", "surrender_after_bust", "surrender_scope"])
def test_where_the_table_says_no_option_there_is_none(name: str) -> None:
    assert not house_rule(DOUBLE_ATTACK, name).switchable


@pytest.mark.parametrize("game", games())
def test_defaults_are_filled_in_and_typed(game: str) -> None:
    rules = check_rules(game, {})
    assert list(rules) == [one.name for one in house_rules(game)]
    assert rules["decks"] == {DOUBLE_ATTACK: 8, DOWN_UNDER: 6}[game]
    assert rules["dealer_soft_17"] == "stand"
    assert check_rules(game, rules) == rules


def test_what_is_given_is_kept() -> None:
    odds = {"unsuited": "3 to 1", "suited": "12 to 1"}
    rules = check_rules(
        DOWN_UNDER, {"decks": "8", "dealer_22": "bust", "match_the_dealer_odds": odds}
    )
    assert (rules["decks"], rules["dealer_22"], rules["match_the_dealer_odds"]) == (8, "bust", odds)
    assert check_rules(DOUBLE_ATTACK, {"double_attack_min": "5.00"})["double_attack_min"] == "5.00"


def test_a_table_not_given_stays_required() -> None:
    assert check_rules(DOWN_UNDER, {})["match_the_dealer_odds"] == "required"


def test_a_result_is_the_callers_own() -> None:
    check_rules(DOWN_UNDER, {}).clear()
    assert check_rules(DOWN_UNDER, {})["decks"] == 6


@pytest.mark.parametrize(
    ("game", "rules", "says"),
    [
        (
            "double-attack",
            {},
            "game 'double-attack' is not known; did you mean 'double-attack-blackjack'? "
            "games: double-attack-blackjack, down-under-blackjack",
        ),
        (
            DOUBLE_ATTACK,
            {"dealer_soft17": "hit"},
            "house rule 'dealer_soft17' is not known in double-attack-blackjack; "
            "did you mean 'dealer_soft_17'?",
        ),
        (
            DOUBLE_ATTACK,
            {"zzz": "hit"},
            "house rule 'zzz' is not known in double-attack-blackjack; "
            "`burncard law --house-rules` lists them",
        ),
        (
            DOWN_UNDER,
            {"dealer_22": "golden-rule"},
            "house rule dealer_22 = 'golden-rule': did you mean 'golden_rule'? "
            "allowed are 'golden_rule' (default), 'bust'",
        ),
        (
            DOUBLE_ATTACK,
            {"decks": 7},
            "house rule decks = 7: allowed are '8' (default), '6'",
        ),
        (
            DOUBLE_ATTACK,
            {"decks": True},
            "house rule decks = True: allowed are '8' (default), '6'",
        ),
        (
            DOUBLE_ATTACK,
            {"reread_on_surrender": False},
            "house rule reread_on_surrender = False: allowed are 'no' (default), 'yes'",
        ),
        (
            DOUBLE_ATTACK,
            {"surrender_offered": "no"},
            "house rule surrender_offered = 'no': it is fixed, only 'yes'",
        ),
        (
            DOUBLE_ATTACK,
            {"double_attack_min": "0.00"},
            "house rule double_attack_min = '0.00': write an amount over zero as text, as '1.00'",
        ),
        (
            DOWN_UNDER,
            {"match_the_dealer_odds": {"suited": "11 to 1"}},
            "house rule match_the_dealer_odds = {'suited': '11 to 1'}: "
            'write {unsuited = "N to M", suited = "N to M"}',
        ),
        (
            DOWN_UNDER,
            ["dealer_22"],
            "house rules of down-under-blackjack: write a table of names and values, "
            "not ['dealer_22']",
        ),
    ],
)
def test_bad_rules_are_one_clear_line(game: str, rules: Any, says: str) -> None:
    with pytest.raises(HouseRuleError) as caught:
        check_rules(game, rules)
    assert str(caught.value) == says


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=5,
)


@given(name=st.sampled_from([one.name for one in house_rules(DOWN_UNDER)]), value=_JSON)
def test_any_value_is_taken_or_refused_in_one_line(name: str, value: object) -> None:
    try:
        rules = check_rules(DOWN_UNDER, {name: value})
    except HouseRuleError as error:
        refused = str(error)
    else:
        assert check_rules(DOWN_UNDER, rules) == rules
        return
    assert "\n" not in refused
    assert len(refused) < 300


@given(value=st.text(alphabet="0123456789.eE-+ ٣", max_size=9))
def test_an_amount_is_a_positive_decimal(value: str) -> None:
    try:
        check_rules(DOUBLE_ATTACK, {"double_attack_min": value})
    except HouseRuleError:
        return
    assert Decimal(value) > 0
    assert value.isascii()


def _damaged(field: str, value: object) -> dict[str, dict[str, Any]]:
    files = {name: copy.deepcopy(read_file(name)) for name in FILES}
    rule = next(one for one in files["house_rules_685a.toml"]["rule"] if one["name"] == "dealer_22")
    rule[field] = value
    return files


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("clause", "685a.7(z)", "is not in the registry; did you mean"),
        ("values", [], "values needs at least one value"),
        ("values", ["bust", "bust"], "each once"),
        ("values", ["golden_rule"], "switchable is false exactly where"),
        ("kind", "integer", "whole numbers"),
        ("kind", "table", "entries are the keys of a table"),
        ("kind", "float", "Invalid enum value 'float'"),
        ("means", {"golden": "?"}, "means explains 'golden', which is no value"),
        ("sister", "665a.99", "is not in the registry"),
        ("default", "bust", "unknown field `default`"),
    ],
)
def test_bad_data_name_file_and_entry(field: str, value: object, says: str) -> None:
    with pytest.raises(LawDataError, match=r"685a\.toml, rule dealer_22: ") as caught:
        build_house_rules(_damaged(field, value))
    assert says in str(caught.value)


def test_a_rule_twice_in_a_game_is_refused() -> None:
    with pytest.raises(LawDataError, match="is there twice in down-under-blackjack"):
        build_house_rules(_damaged("name", "dealer_soft_17"))
    # The same name in both games is lawful, but not through the sister chapter as well.
    files = _damaged("name", "dealer_22")
    soft = next(
        one for one in files["house_rules_685a.toml"]["rule"] if one["name"] == "dealer_soft_17"
    )
    soft["sister"] = "665a.7~dealer-draw"
    with pytest.raises(LawDataError, match="is there twice in double-attack-blackjack"):
        build_house_rules(files)
