"""Keys that make no sense are refused with a reason, and nothing changes."""

from __future__ import annotations

from typing import Any

import pytest

from rigs.emulators.controller import Controller, KeyRefused
from tests.controller.desk import DOUBLE_ATTACK, DOWN_UNDER, Desk

BET = {"seat": 1, "bet": "20.00"}


def opening(**changes: Any) -> dict[str, Any]:
    return {"key": "open-round", "game": DOUBLE_ATTACK, "rules": {}, "seats": [BET]} | changes


@pytest.mark.parametrize(
    "command",
    [
        {},
        {"key": "nonsense"},
        {"key": ["act"]},
        opening(game="poker"),
        opening(game=["x"]),
        opening(seats=[]),
        opening(seats="1"),
        opening(seats=[1]),
        opening(seats=[BET, BET]),
        opening(seats=[{"seat": 0, "bet": "20.00"}]),
        opening(seats=[{"seat": True, "bet": "20.00"}]),
        opening(seats=[{"seat": 1}]),
        opening(seats=[{"seat": 1, "bet": 20}]),
        opening(seats=[{"seat": 1, "bet": "-20.00"}]),
        opening(seats=[{"seat": 1, "bet": "0.00"}]),
        opening(seats=[{"seat": 1, "bet": "NaN"}]),
        opening(seats=[{"seat": 1, "bet": "1e400"}]),
        opening(seats=[{"seat": 1, "bet": "1/3"}]),
        opening(seats=[{"seat": 1, "bet": "٣.00"}]),
        opening(seats=[BET | {"match_the_dealer": "5.00"}]),
        opening(game=DOWN_UNDER, seats=[BET | {"bust_it": "5.00"}]),
        opening(rules={"dealer_soft_17": "maybe"}),
        opening(rules={"dealer_soft_17": ["hit"]}),
        opening(rules=3),
        {"key": "wager", "seat": 1, "wager": "double_attack", "amount": "5.00"},
        {"key": "close-wagers"},
        {"key": "act", "seat": 1, "act": "hit"},
        {"key": "dealer", "act": "settle"},
        {"key": "dealer", "act": "sleep"},
        {"key": "drawn-in-error", "exposed": "yes"},
        {"key": "skipped", "seat": 1},
        {"key": "shoe-refilled"},
        {"key": "shoe-refilled", "count": -1},
        {"key": "wrong-spot", "spot": "red"},
        {"key": "error-found"},
        {"key": "masque-fault", "fault": "tired"},
        {"key": "masque-restored", "how": "repaired"},
        {"key": "sign-placed"},
        {"key": "shuffler-repaired"},
    ],
)
def test_refused_on_a_new_table(command: dict[str, Any]) -> None:
    controller = Controller()
    before = controller.state()
    with pytest.raises(KeyRefused) as refused:
        controller.key(command)
    assert "\n" not in str(refused.value)
    assert controller.state() == before


@pytest.mark.parametrize(
    "command",
    [
        opening(),
        {"key": "wager", "seat": 2, "wager": "double_attack", "amount": "5.00"},
        {"key": "wager", "seat": 1, "wager": "bust_it", "amount": "5.00"},
        {"key": "act", "seat": 1, "hand": 2, "act": "hit"},
        {"key": "act", "seat": 1, "act": "fold"},
        {"key": "act", "seat": 1, "act": "double", "amount": "x"},
        {"key": "skipped", "seat": 1, "found": "never"},
        {"key": "skipped", "seat": 1},
        {"key": "wrong-spot", "spot": "green"},
        {"key": "drawn-in-error", "exposed": "perhaps"},
    ],
)
def test_refused_in_a_round(command: dict[str, Any]) -> None:
    desk = Desk()
    desk.double_attack("6H 9S 5D 8C", {"bet": "20.00"})
    before = desk.controller.state()
    with pytest.raises(KeyRefused):
        desk.controller.key(command)
    assert desk.controller.state() == before


def test_unknown_rules_are_ignored() -> None:
    assert Desk().open(DOUBLE_ATTACK, BET, decks="8") == ["deal dealer up shoe"]


def test_rules_of_the_other_game_are_ignored() -> None:
    desk = Desk()
    desk.down_under("8S 6D 8D 7C", BET, max_split_hands="4", double_on="any_cards")
    desk.light("red")
    desk.act("1.1", "split")
    assert "offer 1.1 split" not in desk.cards("8C")


def test_unintelligible_messages_are_counted_and_ignored() -> None:
    desk = Desk()
    desk.open(DOUBLE_ATTACK, BET)
    before = desk.controller.state()
    assert desk.hear("shoe", "card", card="10H", face="down") == []
    assert desk.hear("shoe", "card") == []
    assert desk.hear("card-reader", "answer", blackjack="perhaps") == []
    assert desk.hear("masque-reader", "light", colour="green") == []
    assert desk.hear("kettle", "boils") == []
    assert desk.controller.state() == before | {"ignored_messages": 5}


def test_a_reader_that_speaks_unasked_changes_nothing() -> None:
    desk = Desk()
    desk.double_attack("KH 9S 5D 8C", BET)
    before = desk.controller.state()
    assert desk.reader("yes") == []
    assert desk.light("red") == []
    assert desk.controller.state() == before


def test_reset_forgets_all_but_the_defects() -> None:
    desk = Desk("face-up-card-dealt")
    fresh = desk.controller.state()
    desk.double_attack("KH 9S 5D 8C", BET)
    desk.key("masque-fault", fault="no-light")
    desk.key("shuffler-out")
    desk.controller.reset()
    assert desk.controller.state() == fresh
    assert desk.controller.state()["defects"] == ["face-up-card-dealt"]


def test_unknown_defect() -> None:
    with pytest.raises(ValueError, match=r"defect .x. of the table-controller is not known"):
        Controller(frozenset({"x"}))
