"""The known traps of other engines and tables (their rows A and B), each a test.

Most are among the hand-worked rounds, under the row's name; here are those that need more than one
round, or events that a round script does not have.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import pytest

from reference_engine import Effect, NotPossible, Table, apply, new_table
from reference_engine.events import (
    Act,
    CloseWagers,
    CoverCard,
    CycleDone,
    CycleStarted,
    DealerAct,
    DrawCard,
    Event,
    MasqueFault,
    MasqueRestored,
    OpenRound,
    Peek,
    Seat,
)
from reference_engine.money import parse
from reference_engine.script import ScriptError, rule
from tests.oracle.scripts import DOUBLE_ATTACK, DOWN_UNDER, act
from tests.oracle.test_rounds_665a import REFUSED as REFUSED_665A
from tests.oracle.test_rounds_665a import ROUNDS as ROUNDS_665A
from tests.oracle.test_rounds_685a import REFUSED as REFUSED_685A
from tests.oracle.test_rounds_685a import ROUNDS as ROUNDS_685A

IN_ROUNDS = {
    *("A1 A3 A4 A5 A7 A9 A11 A12 A15 A16 A17 A20 A21 A22 A23 A24".split()),
    *("B3 B5 B6 B8 B16".split()),
}


def test_the_other_rows_are_hand_worked_rounds() -> None:
    names = [case.name for case in (*ROUNDS_665A, *ROUNDS_685A)]
    names += [case.name for case in (*REFUSED_665A, *REFUSED_685A)]
    found = {row for name in names for row in re.findall(r"\b[AB]\d+\b", name)}
    assert found >= IN_ROUNDS


def bet(*amounts: str) -> OpenRound:
    """A round with a Bet in each box."""
    return OpenRound(tuple(Seat(n, parse(amount)) for n, amount in enumerate(amounts, start=1)))


def happen(table: Table, events: Iterable[Event]) -> tuple[Table, list[Effect]]:
    """One event after the other, and all that is required of the devices."""
    effects: list[Effect] = []
    for event in events:
        table, made = apply(table, event)
        effects += [effect for effect in made if effect.required]
    return table, effects


def cards(text: str) -> list[Event]:
    """These cards leave the shoe."""
    return [DrawCard(card) for card in text.split()]


def words(effects: list[Effect]) -> list[str]:
    """Effects as text."""
    return [" ".join([effect.effect, *effect.data.values()]) for effect in effects]


def settled(table: Table) -> list[dict[str, Any]]:
    """The settlement that the table's picture shows."""
    rows: list[dict[str, Any]] = table.snapshot()["settlement"]
    return rows


def test_a10_a_split_needs_the_whole_wager() -> None:
    # Half of the Bet is no split wager: refused, whatever the reason is called.
    script = {
        "game": DOUBLE_ATTACK,
        "seats": [{"seat": 1, "bet": "1000"}],
        "shoe": "6C 8S 8H KD 3C KC".split(),
        "acts": [act(1, "split", amount="500"), act(1, "stand"), act(1, "stand", 2)],
    }
    with pytest.raises(ScriptError, match="act 1"):
        rule(script)


def test_a13_a_double_does_not_carry_into_the_next_round() -> None:
    table = new_table(DOWN_UNDER)
    # 5-6 doubled takes a K: 21 against 17
    events = [bet("25.00"), *cards("5S KD 6C 7H"), Peek()]
    events += [Act(1, "double", amount=parse("25.00")), DrawCard("KC"), DealerAct("settle")]
    table, _ = happen(table, events)
    assert [(row["wager"], row["staked"]) for row in settled(table)] == [
        ("bet", "25.00"),
        ("double_down", "25.00"),
    ]
    table, _ = happen(table, [bet("25.00"), *cards("9S KD 9C 7H"), Peek(), Act(1, "stand")])
    hand = table.snapshot()["seats"][0]["hands"][0]
    assert (hand["bet"], hand["double_down"]) == ("25.00", None)
    table, _ = happen(table, [DealerAct("settle")])
    # 18 against 17
    assert [(row["wager"], row["won"]) for row in settled(table)] == [("bet", "25.00")]


def test_b7_a_cover_card_is_no_hole_card() -> None:
    table, _ = happen(new_table(DOUBLE_ATTACK), [bet("20.00"), DrawCard("7D"), CloseWagers()])
    table, _ = happen(table, cards("9S 9C"))
    table, effects = happen(table, [CoverCard()])
    assert words(effects) == ["cover-card"]
    table, effects = happen(table, [DrawCard("KH"), Act(1, "stand"), DealerAct("settle")])
    assert table.snapshot()["dealer"]["cards"] == ["7D", "KH"]
    said = words(effects)
    assert said.index("round-over") < said.index("reshuffle shoe")
    assert [row["won"] for row in settled(table)] == ["20.00"]  # 18 against 17


@pytest.mark.parametrize("game", [DOUBLE_ATTACK, DOWN_UNDER])
def test_a_cover_card_that_comes_first_lets_the_round_be_dealt(game: str) -> None:
    table, effects = happen(new_table(game), [bet("20.00"), CoverCard()])
    assert "reshuffle shoe" not in words(effects)
    assert table.due.what == "card"


@pytest.mark.parametrize("game", [DOUBLE_ATTACK, DOWN_UNDER])
def test_a_cover_card_that_comes_first_may_mean_a_reshuffle_before(game: str) -> None:
    table = new_table(game, {"cover_first": "reshuffle_before"})
    table, effects = happen(table, [bet("20.00"), CoverCard()])
    assert "reshuffle shoe" in words(effects)
    assert table.due.what != "card"


@pytest.mark.parametrize("count", [384, 383])
def test_b10_a_count_is_no_identity(count: int) -> None:
    """Whatever the shuffler counted: the ninth king of diamonds of eight decks cannot be."""
    table, _ = happen(new_table(DOUBLE_ATTACK), [CycleStarted(), CycleDone(count)])
    table, _ = happen(table, [bet(*["20.00"] * 6), DrawCard("KD"), CloseWagers()])
    table, _ = happen(table, cards("KD " * 7))
    with pytest.raises(NotPossible) as caught:
        apply(table, DrawCard("KD"))
    assert "KD" in caught.value.why
    assert caught.value.clause


def test_b11_cards_in_factory_order_are_settled_by_rule() -> None:
    # A and 3: soft 14. 2 + 4 + 5 + 6 = 17
    shoe = [rank + suit for suit in "SHCD" for rank in "A23456789TJQK"][:100]
    script = {
        "game": DOWN_UNDER,
        "seats": [{"seat": 1, "bet": "20.00"}],
        "shoe": shoe,
        "acts": [act(1, "stand")],
    }
    ruling = rule(script)
    assert ruling.dealer.cards == ("2S", "4S", "5S", "6S")
    assert [row.to_house for row in ruling.settlement] == ["20.00"]


def test_b12_a_jam_between_rounds_returns_nothing_and_asks_for_a_reshuffle() -> None:
    made = {"irregularity": "685a.12(j)", "fault": "jam", "batch": "B"}
    script = {
        "game": DOUBLE_ATTACK,
        "seats": [{"seat": 1, "bet": "20.00"}],
        "shoe": "7D 9S 7C KH".split(),
        "acts": [act(1, "stand"), made],
    }
    ruling = rule(script)
    assert [(row.to_house, row.returned) for row in ruling.settlement] == [("20.00", "0.00")]


@pytest.mark.parametrize("fault", "no-light two-lights light-without-card frozen-light".split())
def test_b14_no_round_until_the_device_is_repaired_and_inspected(fault: str) -> None:
    table, effects = happen(new_table(DOWN_UNDER), [MasqueFault(fault)])
    assert "block masque-reader" in words(effects)
    for event in (bet("20.00"), MasqueRestored("repaired", inspected=False), bet("20.00")):
        table, effects = happen(table, [event])
        assert "unblock" not in words(effects)
        if isinstance(event, OpenRound):
            assert words(effects) == ["refuse dealer open-round"]
            assert effects[0].clauses == ("685a.12(i)",)
            assert table.due.what == "round"
    table, effects = happen(table, [MasqueRestored("replaced", inspected=True)])
    assert words(effects) == ["unblock"]
    table, effects = happen(table, [bet("20.00")])
    assert words(effects) == ["deal 1.1 up shoe"]


@pytest.mark.parametrize(
    ("game", "wager"),
    [
        (DOUBLE_ATTACK, "match_the_dealer"),
        (DOWN_UNDER, "bust_it"),
        (DOWN_UNDER, "double_attack"),
    ],
)
def test_b15_a_wager_that_the_game_does_not_have_is_refused(game: str, wager: str) -> None:
    script = {
        "game": game,
        "seats": [{"seat": 1, "bet": "20.00", wager: "5.00"}],
        "shoe": "9S KD 9C 7H 5D 6D".split(),
        "acts": [act(1, "stand")],
    }
    with pytest.raises(ScriptError, match=wager):
        rule(script)


@pytest.mark.parametrize("amount", ["20.01", "21", "1000"])
def test_b15_a_wager_over_its_limit_is_refused_at_placement(amount: str) -> None:
    script = {
        "game": DOUBLE_ATTACK,
        "seats": [{"seat": 1, "bet": "20.00", "double_attack": amount}],
        "shoe": "7D 9S 9C KH".split(),
        "acts": [act(1, "stand")],
    }
    with pytest.raises(ScriptError, match=r"665a\.6"):
        rule(script)
