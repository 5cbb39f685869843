"""What holds in every round of either game, under every house rule, whatever happens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reference_engine import NotPossible, Table, apply, new_table
from reference_engine import events as e
from reference_engine.law import clause
from reference_engine.money import fmt, parse
from reference_engine.ruling import Certainty, Effect
from tests.engine.play import DOUBLE_ATTACK, DOWN_UNDER, Player

SEEDS = st.integers(0, 2**32)
WILD = st.sampled_from([0.0, 0.05, 0.3, 0.7])
QUIET = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def _staked(table: Table, settled: Collection[object] = ()) -> set[tuple[int, int, str]]:
    found = set()
    for hand in table.hands:
        # A hand without a card keeps its Bet for the next deal under one house rule, unless the
        # whole round is void.
        bet = (hand.seat, hand.number, "bet")
        stays = not hand.cards and table.rules["dead_no_card_bet"] == "stays_for_next"
        if not stays or bet in settled:
            found.add(bet)
        for wager in ("double_attack", "double_down"):
            if getattr(hand, wager) is not None:
                found.add((hand.seat, hand.number, wager))
    for box in table.boxes:
        for wager in ("bust_it", "insurance", "match_the_dealer"):
            if getattr(box, wager) is not None:
                found.add((box.seat, 1, wager))
    return found


@given(SEEDS, WILD)
@QUIET
def test_chips_are_conserved_and_each_wager_is_settled_once(seed: int, wild: float) -> None:
    player = Player(seed, wild)
    for _ in range(120):
        player.step()
        rows = player.table.settlement
        for row in rows:
            assert row.staked == row.to_house + row.returned
            assert min(row.to_house, row.returned, row.won) >= 0
        keys = [(row.seat, row.hand, row.wager) for row in rows]
        assert len(keys) == len(set(keys))
        if player.table.due.what == "round" and player.table.boxes:
            assert set(keys) == _staked(player.table, keys)


@given(SEEDS, WILD)
@QUIET
def test_what_was_said_settles_each_wager_once(seed: int, wild: float) -> None:
    """The same, from the effects alone: `restore` takes back what an earlier `settle` took."""
    player = Player(seed, wild)
    for _ in range(120):
        player.step()
    settled: Counter[tuple[str, str]] = Counter()
    for event, effects in player.log:
        if isinstance(event, e.OpenRound) and effects[0].effect == "deal":
            settled.clear()
        for one in effects:
            if one.effect == "settle" and one.required:
                settled[one.data["hand"], one.data["wager"]] += 1
                assert settled[one.data["hand"], one.data["wager"]] == 1
                share = [parse(one.data[name]) for name in ("to_house", "returned", "won")]
                assert [fmt(amount) for amount in share] == [
                    one.data[name] for name in ("to_house", "returned", "won")
                ]
            if one.effect == "restore":
                assert settled[one.data["hand"], one.data["wager"]] == 1


@given(SEEDS, WILD)
@QUIET
def test_every_card_is_in_exactly_one_place(seed: int, wild: float) -> None:
    player = Player(seed, wild)
    for _ in range(120):
        player.step()
        places = player.table.places()
        places.pop("shoe", None)
        assert Counter(card for cards in places.values() for card in cards) == +player.out


@given(SEEDS, WILD)
@QUIET
def test_an_event_never_changes_the_past(seed: int, wild: float) -> None:
    player = Player(seed, wild)
    past: list[tuple[Table, bytes]] = []
    for _ in range(60):
        past.append((player.table, _picture(player.table)))
        player.step()
    for table, picture in past:
        assert _picture(table) == picture


def _picture(table: Table) -> bytes:
    parts = [getattr(table, name) for name in table.__struct_fields__ if name != "game"]
    return msgspec.json.encode([msgspec.to_builtins(part) for part in parts])


@given(SEEDS, st.sampled_from([0.5, 0.9, 1.0]))
@QUIET
def test_any_event_is_ruled_on_or_impossible_for_a_reason(seed: int, wild: float) -> None:
    """`Player.do` lets every exception but NotPossible through."""
    player = Player(seed, wild)
    for _ in range(150):
        player.step()
    assert all(player.whys)


@given(SEEDS, WILD)
@QUIET
def test_every_effect_cites_clauses_of_the_registry_and_house_rules_of_the_game(
    seed: int, wild: float
) -> None:
    player = Player(seed, wild)
    for _ in range(80):
        player.step()
    chapters = {DOUBLE_ATTACK: "665a.", DOWN_UNDER: "685a."}
    for _, effects in player.log:
        for one in effects:
            assert one.clauses
            certainties = [clause(name).certainty for name in one.clauses]
            assert all(name.startswith(chapters[player.game]) for name in one.clauses)
            assert set(one.house_rules) <= set(player.table.rules)
            expected = (
                Certainty.HOUSE_RULE
                if one.house_rules
                else Certainty.READ
                if all(known is Certainty.READ for known in certainties)
                else Certainty.INFERRED
            )
            assert one.certainty is expected


@given(SEEDS)
@QUIET
def test_lawful_play_is_never_impossible_and_always_ends(seed: int) -> None:
    """What `due` says can be done can be done, in either game and under every rule."""
    player = Player(seed, 0.0)
    for _ in range(200):
        due = player.table.due
        player.lawful()
        assert not player.whys, (due, player.whys)


@given(SEEDS)
@QUIET
def test_the_same_events_have_the_same_effects(seed: int) -> None:
    player = Player(seed, 0.3)
    for _ in range(80):
        player.step()
    table = new_table(player.game, player.rules)
    for event, effects in player.log:
        table, again = apply(table, event)
        assert again == effects
    assert _picture(table) == _picture(player.table)


@given(SEEDS, st.permutations("CDHS"))
@QUIET
def test_suits_matter_to_the_side_wagers_alone(seed: int, suits: list[str]) -> None:
    player = Player(seed, 0.1)
    for _ in range(80):
        player.step()
    other = dict(zip("CDHS", suits, strict=True))
    table = new_table(player.game, player.rules)
    for event, effects in player.log:
        changes: dict[str, object] = {}
        for name in ("card", "cards"):
            value = getattr(event, name, None)
            if isinstance(value, str):
                changes[name] = value[0] + other[value[1]]
            elif value is not None:
                changes[name] = tuple(card[0] + other[card[1]] for card in value)
        table, again = apply(table, msgspec.structs.replace(event, **changes))
        assert [_without_cards(one) for one in again] == [_without_cards(one) for one in effects]


def _without_cards(effect: Effect) -> tuple[str, dict[str, str]]:
    data = {name: text for name, text in effect.data.items() if name not in ("card", "cards")}
    if data.get("wager") in ("bust_it", "match_the_dealer"):
        data = {name: text for name, text in data.items() if name in ("hand", "wager")}
    return effect.effect, data


@given(SEEDS)
@QUIET
def test_the_early_light_never_shows_more_than_one_colour(seed: int) -> None:
    player = Player(seed, 0.2, game=DOWN_UNDER)
    for _ in range(100):
        player.step()
    for event, effects in player.log:
        if isinstance(event, e.Peek):
            lights = [one.data["colour"] for one in effects if one.effect == "light"]
            assert len(lights) == 2
            assert lights[0] in ("blue", "red", "yellow")
            assert lights[1] == "none"


def test_apply_refuses_what_is_no_event() -> None:
    table = new_table(DOUBLE_ATTACK, {})
    with pytest.raises(NotPossible, match="no such event"):
        apply(table, e.Event())
