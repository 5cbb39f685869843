"""Rounds of Down Under Blackjack, worked out by hand from chapter 685a."""

from __future__ import annotations

import pytest

from tests.controller.desk import DOWN_UNDER, Desk, offers

BET = {"bet": "20.00"}


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_first_cards_in_order(desk: Desk) -> None:
    assert desk.open(DOWN_UNDER, BET, BET) == ["deal 1.1 up shoe"]
    assert desk.cards("9S") == ["deal 2.1 up shoe"]
    assert desk.cards("8S") == ["deal dealer up shoe"]
    assert desk.cards("6D") == ["deal 1.1 up shoe"]
    assert desk.cards("TS") == ["deal 2.1 up shoe"]
    assert desk.cards("8D") == ["deal dealer down shoe"]
    assert desk.cards("4C") == ["peek"]
    assert desk.hear("masque-reader", "light", colour="blue") == [
        "spot blue",
        *offers("1.1", "hit", "stand", "double"),
    ]
    assert desk.hear("masque-reader", "light", colour="none") == []
    assert desk.act("1.1", "stand") == offers("2.1", "hit", "stand", "double", "split")
    assert desk.act("2.1", "stand") == ["reveal", "deal dealer up shoe"]
    assert desk.cards("9H") == []  # 6 4 9 = 19: pushes with 19, beats 16
    assert desk.dealer("settle") == [
        "settle 1.1 bet 0.00 20.00 0.00",
        "settle 2.1 bet 20.00 0.00 0.00",
        "rack 1.1 9S TS",
        "rack 2.1 8S 8D",
        "rack dealer 6D 4C 9H",
        "round-over",
    ]


@pytest.mark.parametrize(
    ("up", "hole", "colour", "exposed"),
    [
        ("KD", "QC", "yellow", True),
        ("TD", "KC", "yellow", True),
        ("AD", "AC", "yellow", True),
        ("KD", "9C", "red", False),
        ("AD", "5C", "blue", False),
        ("9D", "AC", "yellow", False),
    ],
)
def test_hole_card_is_exposed_when_both_are_large(
    desk: Desk, up: str, hole: str, colour: str, exposed: bool
) -> None:
    desk.down_under(f"9S {up} 8S {hole}", BET, insurance_offered="no")
    said = desk.light(colour)
    assert said == [f"spot {colour}"] + ["reveal"] * exposed + offers(
        "1.1", "hit", "stand", "double"
    )


def test_exposed_dealer_blackjack_ends_the_round(desk: Desk) -> None:
    desk.down_under("9S AS KD 8S KS AC", BET, BET)
    assert desk.light("yellow") == [
        "spot yellow",
        "reveal",
        "settle 1.1 bet 20.00 0.00 0.00",
        "settle 2.1 bet 0.00 20.00 0.00",
        "rack 1.1 9S 8S",
        "rack 2.1 AS KS",
        "rack dealer KD AC",
        "round-over",
    ]


def test_insurance_won_at_the_reveal(desk: Desk) -> None:
    said = desk.down_under("9S AD 8S TC", BET)
    assert said[-1] == "offer 1.1 insurance"
    assert desk.wager(1, "insurance", "10.01") == ["refuse 1.1 insurance"]
    assert desk.wager(1, "insurance", "10.00") == ["peek"]
    assert desk.light("yellow")[:4] == [
        "spot yellow",
        "reveal",
        "settle 1.1 insurance 0.00 10.00 20.00",
        "settle 1.1 bet 20.00 0.00 0.00",
    ]


def test_insurance_lost_at_the_reveal_of_two_aces(desk: Desk) -> None:
    desk.down_under("9S AD 8S AC", BET)
    desk.wager(1, "insurance", "5.00")
    assert desk.light("yellow")[:3] == [
        "spot yellow",
        "reveal",
        "settle 1.1 insurance 5.00 0.00 0.00",
    ]


def test_insurance_lost_after_the_spot_without_exposure(desk: Desk) -> None:
    desk.down_under("9S AD 8S 6C", BET)
    desk.wager(1, "insurance", "5.00")
    assert desk.light("red")[:3] == [
        "spot red",
        "settle 1.1 insurance 5.00 0.00 0.00",
        "offer 1.1 hit",
    ]


def test_player_blackjack_is_paid_3_to_2_once_the_dealer_has_none(desk: Desk) -> None:
    said = desk.down_under("AS KD TS 9C", BET)
    assert said[-1] == "peek"
    assert desk.light("red") == [
        "spot red",
        "settle 1.1 bet 0.00 20.00 30.00",
        "rack 1.1 AS TS",
        "rack dealer KD 9C",
        "round-over",
    ]


def test_no_surrender(desk: Desk) -> None:
    desk.down_under("9S KD 8S 9C", BET)
    desk.light("red")
    assert desk.act("1.1", "surrender") == ["refuse 1.1 surrender"]


def test_double_ends_the_hand_and_only_comes_on_two_cards(desk: Desk) -> None:
    desk.down_under("5S 4S KD 6S 4D 9C", BET, BET)
    desk.light("red")
    assert desk.act("1.1", "double", amount="20.01") == ["refuse 1.1 double"]
    assert desk.act("1.1", "double") == ["deal 1.1 up shoe"]
    assert desk.cards("8C") == offers("2.1", "hit", "stand", "double", "split")
    desk.act("2.1", "hit")
    assert desk.cards("2C") == offers("2.1", "hit", "stand")
    assert desk.act("2.1", "double") == ["refuse 2.1 double"]
    assert desk.act("2.1", "stand") == ["reveal"]
    assert desk.dealer("settle")[:3] == [  # 19 each for the first, 10 for the second
        "settle 1.1 bet 0.00 20.00 0.00",
        "settle 1.1 double_down 0.00 20.00 0.00",
        "settle 2.1 bet 20.00 0.00 0.00",
    ]


def test_split_once_only_with_a_double_on_a_split_hand(desk: Desk) -> None:
    desk.down_under("8S KD 8D 7C", BET)
    desk.light("red")
    assert desk.act("1.1", "split") == ["deal 1.1 up shoe"]
    assert desk.cards("8C") == offers("1.1", "hit", "stand", "double")
    assert desk.act("1.1", "split") == ["refuse 1.1 split"]
    assert desk.act("1.1", "stand") == ["deal 1.2 up shoe"]
    assert desk.cards("3C") == offers("1.2", "hit", "stand", "double")
    assert desk.act("1.2", "double", amount="5.00") == ["deal 1.2 up shoe"]
    assert desk.cards("9C") == ["reveal"]
    assert desk.dealer("settle")[:3] == [  # 17 against 16 and 20
        "settle 1.1 bet 20.00 0.00 0.00",
        "settle 1.2 bet 0.00 20.00 20.00",
        "settle 1.2 double_down 0.00 5.00 5.00",
    ]


def test_split_aces_one_card_each_and_no_more(desk: Desk) -> None:
    desk.down_under("AS 6D AH 4C", BET)
    desk.light("blue")
    assert desk.act("1.1", "split") == ["deal 1.1 up shoe"]
    assert desk.cards("KC") == ["deal 1.2 up shoe"]
    assert desk.cards("2C") == ["reveal", "deal dealer up shoe"]
    desk.cards("8C")  # 18: 21 wins even money, 13 loses
    assert desk.dealer("settle")[:2] == [
        "settle 1.1 bet 0.00 20.00 20.00",
        "settle 1.2 bet 20.00 0.00 0.00",
    ]


@pytest.mark.parametrize(
    ("rule", "lines"),
    [
        # 21 wins; K Q, two Large cards, wins; T T split and drawn to 20 pushes; 12 pushes
        ("golden_rule", ["20.00", "20.00", "0.00", "0.00", "0.00"]),
        ("bust", ["20.00", "20.00", "20.00", "20.00", "20.00"]),
    ],
)
def test_dealer_22(desk: Desk, rule: str, lines: list[str]) -> None:
    desk.down_under("9S KS TS 7S 6D 5S QS TD 5C 6C", BET, BET, BET, BET, dealer_22=rule)
    desk.light("red")
    desk.act("1.1", "hit")
    desk.cards("7C")  # 9 5 7 = 21
    desk.act("1.1", "stand")
    desk.act("2.1", "stand")
    desk.act("3.1", "split")
    desk.cards("KC")
    desk.act("3.1", "stand")
    desk.cards("AC")
    assert desk.act("3.2", "hit") == ["deal 3.2 up shoe"]
    desk.cards("9D")  # T A 9 = 20
    desk.act("3.2", "stand")
    desk.act("4.1", "stand")
    desk.cards("TC")  # 6 6 T = 22
    said = desk.dealer("settle")
    hands = ["1.1", "2.1", "3.1", "3.2", "4.1"]
    assert said[:5] == [
        f"settle {hand} bet 0.00 20.00 {won}" for hand, won in zip(hands, lines, strict=True)
    ]


def test_two_aces_unsplit_are_two_large_cards_against_22(desk: Desk) -> None:
    desk.down_under("AS 6D AH 6C", BET)
    desk.light("red")
    desk.act("1.1", "stand")
    desk.cards("TC")
    assert desk.dealer("settle")[0] == "settle 1.1 bet 0.00 20.00 20.00"


@pytest.mark.parametrize(("rule", "draws"), [("stand", False), ("hit", True)])
def test_dealer_soft_17(desk: Desk, rule: str, draws: bool) -> None:
    desk.down_under("9S 6D 9H AC", BET, dealer_soft_17=rule)
    desk.light("yellow")
    assert ("deal dealer up shoe" in desk.act("1.1", "stand")) is draws


def test_dealer_is_not_turned_when_every_hand_is_over_21(desk: Desk) -> None:
    desk.down_under("9S 6D 9H AC", BET)
    desk.light("yellow")
    desk.act("1.1", "hit")
    assert desk.cards("KC") == [
        "settle 1.1 bet 20.00 0.00 0.00",
        "rack 1.1 9S 9H KC",
        "rack dealer 6D AC",
        "round-over",
    ]


def test_blackjack_behind_a_wrong_light_takes_only_the_initial_bet(desk: Desk) -> None:
    """685a.10(d), reached only through an error: K up, an ace in the hole, blue was shown."""
    desk.down_under("8S KD 8D AC", BET)
    desk.light("blue")
    desk.act("1.1", "split")
    desk.cards("3C")
    desk.act("1.1", "double")
    desk.cards("9C")
    desk.cards("TC")
    assert desk.act("1.2", "stand") == ["reveal", *offers("dealer", "continue", "dead-hand")]
    assert desk.dealer("settle") == ["refuse dealer settle"]
    assert desk.dealer("continue") == []
    assert desk.dealer("settle")[:3] == [
        "settle 1.1 bet 20.00 0.00 0.00",
        "settle 1.1 double_down 0.00 20.00 0.00",
        "settle 1.2 bet 0.00 20.00 0.00",
    ]
