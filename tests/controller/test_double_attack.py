"""Rounds of Double Attack Blackjack, worked out by hand from chapter 665a."""

from __future__ import annotations

import pytest

from tests.controller.desk import DOUBLE_ATTACK, Desk, offers

BET = {"bet": "20.00"}
BET_AND_BUST_IT = {"bet": "20.00", "bust_it": "5.00"}


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_first_cards_in_order(desk: Desk) -> None:
    assert desk.open(DOUBLE_ATTACK, BET, BET) == ["deal dealer up shoe"]
    assert desk.cards("6H") == ["offer 1.1 double_attack", "offer 2.1 double_attack"]
    assert desk.wager(1, "double_attack", "20.00") == []
    assert desk.key("close-wagers") == ["deal 1.1 up shoe"]
    assert desk.cards("9S") == ["deal 2.1 up shoe"]
    assert desk.cards("QC") == ["deal 1.1 up shoe"]
    assert desk.cards("9D") == ["deal 2.1 up shoe"]
    assert desk.cards("2S") == ["deal dealer down shoe"]
    assert desk.cards("KH") == offers("1.1", "surrender", "hit", "stand", "double", "split")


def test_double_attack_wager_refused_over_the_bet_twice_and_late(desk: Desk) -> None:
    desk.open(DOUBLE_ATTACK, BET)
    desk.cards("6H")
    refusal = ["refuse 1.1 double_attack"]
    assert desk.wager(1, "double_attack", "20.01") == refusal
    assert desk.wager(1, "double_attack", "5.00") == []
    assert desk.wager(1, "double_attack", "5.00") == refusal
    desk.key("close-wagers")
    assert desk.wager(1, "double_attack", "5.00") == refusal


def test_insurance_is_refused_without_an_ace(desk: Desk) -> None:
    desk.double_attack("KH 9S 5D 7C", BET)
    assert desk.wager(1, "insurance", "5.00") == ["refuse 1.1 insurance"]


@pytest.mark.parametrize("up", "2 3 4 5 6 7 8 9".split())
def test_surrender_low_upcard_at_once_without_the_reader(desk: Desk, up: str) -> None:
    """Money table, first row: half of 20 and of 20; the Bust It stays. Dealer plays on for it."""
    said = desk.double_attack(f"{up}H 9S 5D 8C", BET_AND_BUST_IT, attack="20.00")
    assert said[-4:] == offers("1.1", "surrender", "hit", "stand", "double")
    assert desk.act("1.1", "surrender")[:4] == [
        "rack 1.1 9S 5D",
        "settle 1.1 bet 10.00 10.00 0.00",
        "settle 1.1 double_attack 10.00 10.00 0.00",
        "reveal",
    ]
    assert "peek" not in desk.log


def test_surrender_low_upcard_without_double_attack_or_bust_it(desk: Desk) -> None:
    desk.double_attack("7H 9S 5D 8C", BET)
    assert desk.act("1.1", "surrender") == [
        "rack 1.1 9S 5D",
        "settle 1.1 bet 10.00 10.00 0.00",
        "rack dealer 7H 8C",
        "round-over",
    ]


@pytest.mark.parametrize("up", "J Q K".split())
def test_early_surrender_court_card_no_blackjack(desk: Desk, up: str) -> None:
    """Money table, second row. Dealer 17 stands: not three cards, so the Bust It is lost."""
    said = desk.double_attack(f"{up}H 9S 5D 7C", BET_AND_BUST_IT, attack="20.00")
    assert said[-1] == "offer 1.1 surrender"
    assert desk.act("1.1", "surrender") == []
    assert desk.dealer("peek") == ["peek"]
    assert desk.reader("no") == [
        "rack 1.1 9S 5D",
        "settle 1.1 bet 10.00 10.00 0.00",
        "settle 1.1 double_attack 10.00 10.00 0.00",
        "reveal",
    ]
    assert desk.dealer("settle") == [
        "settle 1.1 bust_it 5.00 0.00 0.00",
        f"rack dealer {up}H 7C",
        "round-over",
    ]


@pytest.mark.parametrize("up", "J Q K".split())
def test_early_surrender_court_card_blackjack(desk: Desk, up: str) -> None:
    """Money table, third row: Bet and Bust It to the house, the Double Attack back."""
    desk.double_attack(f"{up}H 9S 5D AC", BET_AND_BUST_IT, attack="20.00")
    desk.act("1.1", "surrender")
    desk.dealer("peek")
    assert desk.reader("yes") == [
        "reveal",
        "settle 1.1 bet 20.00 0.00 0.00",
        "settle 1.1 double_attack 0.00 20.00 0.00",
        "settle 1.1 bust_it 5.00 0.00 0.00",
        "rack 1.1 9S 5D",
        f"rack dealer {up}H AC",
        "round-over",
    ]


def test_early_surrender_ace_no_blackjack(desk: Desk) -> None:
    """Money table, fourth row. The dealer's A 5 is a soft 16, draws K: 16, draws J: 26.

    That is over 21 on four cards, so the Bust It, which pays for exactly three, is lost.
    """
    said = desk.double_attack("AH 9S 5D 5C", BET_AND_BUST_IT, attack="20.00")
    assert said[-1] == "offer 1.1 insurance"
    assert desk.wager(1, "insurance", "10.00") == ["offer 1.1 surrender"]
    assert desk.act("1.1", "surrender") == []
    assert desk.dealer("peek") == ["peek"]
    assert desk.reader("no") == [
        "settle 1.1 insurance 10.00 0.00 0.00",
        "rack 1.1 9S 5D",
        "settle 1.1 bet 10.00 10.00 0.00",
        "settle 1.1 double_attack 10.00 10.00 0.00",
        "reveal",
        "deal dealer up shoe",
    ]
    assert desk.cards("KD") == ["deal dealer up shoe"]
    assert desk.cards("JD") == []
    assert desk.dealer("settle") == [
        "settle 1.1 bust_it 5.00 0.00 0.00",
        "rack dealer AH 5C KD JD",
        "round-over",
    ]


def test_early_surrender_ace_blackjack(desk: Desk) -> None:
    """Money table, fifth row: 10 insured at 5 to 2 wins 25, the player's net is nil."""
    desk.double_attack("AH 9S 5D KC", BET_AND_BUST_IT, attack="20.00")
    desk.wager(1, "insurance", "10.00")
    desk.act("1.1", "surrender")
    desk.dealer("peek")
    said = desk.reader("yes")
    assert said[0] == "reveal"
    assert sorted(said[1:5]) == [
        "settle 1.1 bet 20.00 0.00 0.00",
        "settle 1.1 bust_it 5.00 0.00 0.00",
        "settle 1.1 double_attack 0.00 20.00 0.00",
        "settle 1.1 insurance 0.00 10.00 25.00",
    ]
    assert said[5:] == ["rack 1.1 9S 5D", "rack dealer AH KC", "round-over"]


def test_insurance_limits_and_closing(desk: Desk) -> None:
    desk.double_attack("AH 9S 9D 5D 5S KC", BET, BET, attack="20.00")
    assert desk.wager(1, "insurance", "10.01") == ["refuse 1.1 insurance"]
    assert desk.act("2.1", "decline") == []
    assert desk.wager(2, "insurance", "10.00") == ["refuse 2.1 insurance"]
    assert desk.key("close-wagers") == ["offer 1.1 surrender", "offer 2.1 surrender"]


def test_insurance_base_by_house_rule(desk: Desk) -> None:
    desk.double_attack("AH 9S 5D KC", BET, attack="20.00", insurance_base="bet_plus_double_attack")
    assert desk.wager(1, "insurance", "20.00") == ["offer 1.1 surrender"]


def test_no_insurance_by_house_rule(desk: Desk) -> None:
    said = desk.double_attack("AH 9S 5D KC", BET, insurance_offered="no")
    assert said[-1] == "offer 1.1 surrender"


def test_half_of_an_odd_amount_is_exact_by_default(desk: Desk) -> None:
    desk.double_attack("7H 9S 5D 8C", {"bet": "12.25"})
    assert "settle 1.1 bet 6.125 6.125 0.00" in desk.act("1.1", "surrender")


@pytest.mark.parametrize(
    ("rule", "line"),
    [
        ("odd_to_house", "settle 1.1 bet 6.13 6.12 0.00"),
        ("odd_to_player", "settle 1.1 bet 6.12 6.13 0.00"),
    ],
)
def test_half_of_an_odd_amount_by_house_rule(desk: Desk, rule: str, line: str) -> None:
    desk.double_attack("7H 9S 5D 8C", {"bet": "12.25"}, surrender_half_rounding=rule)
    assert line in desk.act("1.1", "surrender")


def test_surrender_after_a_hit(desk: Desk) -> None:
    desk.double_attack("7H 9S 5D 8C", BET)
    assert desk.act("1.1", "hit") == ["deal 1.1 up shoe"]
    assert desk.cards("2C") == offers("1.1", "surrender", "hit", "stand", "double")
    assert desk.act("1.1", "surrender")[:2] == [
        "rack 1.1 9S 5D 2C",
        "settle 1.1 bet 10.00 10.00 0.00",
    ]


def test_late_surrender_after_the_reader_said_no_reads_no_second_time(desk: Desk) -> None:
    desk.double_attack("KH 9S 5D 8C", BET)
    desk.dealer("peek")
    assert desk.reader("no") == offers("1.1", "surrender", "hit", "stand", "double")
    assert desk.act("1.1", "surrender") == [
        "rack 1.1 9S 5D",
        "settle 1.1 bet 10.00 10.00 0.00",
        "rack dealer KH 8C",
        "round-over",
    ]
    assert desk.log.count("peek") == 1


def test_late_surrender_with_reread(desk: Desk) -> None:
    desk.double_attack("KH 9S 5D 8C", BET, reread_on_surrender="yes")
    desk.dealer("peek")
    desk.reader("no")
    assert desk.act("1.1", "surrender") == ["peek"]
    assert desk.reader("no")[:2] == ["rack 1.1 9S 5D", "settle 1.1 bet 10.00 10.00 0.00"]


def test_peek_on_surrender_by_house_rule(desk: Desk) -> None:
    """Nothing is asked of the reader until someone surrenders; then the double is lost too."""
    said = desk.double_attack(
        "KH 9S 8S 5D 8D AC",
        BET_AND_BUST_IT,
        BET,
        attack="10.00",
        peek_timing="on_surrender",
        surrender_bj_double_down="to_house",
    )
    assert said[-4:] == offers("1.1", "surrender", "hit", "stand", "double")
    desk.act("1.1", "double")
    assert desk.cards("2C") == offers("1.1", "surrender", "stand")
    assert desk.act("1.1", "surrender") == ["peek"]
    assert desk.reader("yes") == [
        "reveal",
        "settle 1.1 bet 20.00 0.00 0.00",
        "settle 1.1 double_attack 0.00 10.00 0.00",
        "settle 1.1 double_down 30.00 0.00 0.00",
        "settle 2.1 bet 20.00 0.00 0.00",
        "settle 2.1 double_attack 0.00 10.00 0.00",
        "settle 1.1 bust_it 5.00 0.00 0.00",
        "rack 1.1 9S 5D 2C",
        "rack 2.1 8S 8D",
        "rack dealer KH AC",
        "round-over",
    ]


def test_surrender_refused_after_standing_and_after_a_bust(desk: Desk) -> None:
    desk.double_attack("7H 9S 9D JS 5D KS JD 8C", BET, BET, BET)
    assert desk.act("1.1", "stand") == offers("2.1", "surrender", "hit", "stand", "double")
    assert desk.act("1.1", "surrender") == ["refuse 1.1 surrender"]
    desk.act("2.1", "hit")
    assert desk.cards("4C") == [
        "settle 2.1 bet 20.00 0.00 0.00",
        "rack 2.1 9D KS 4C",
        *offers("3.1", "surrender", "hit", "stand", "double", "split"),
    ]
    assert desk.act("2.1", "surrender") == ["refuse 2.1 surrender"]


def test_surrender_refused_when_the_round_is_over(desk: Desk) -> None:
    desk.double_attack("7H 9S KD 8C", BET)
    desk.act("1.1", "hit")
    desk.cards("5C")
    assert desk.act("1.1", "surrender") == ["refuse 1.1 surrender"]


def test_surrender_after_a_double_for_less(desk: Desk) -> None:
    """Bet 20, Double Attack 20, doubled for 15: halves of each by the default reading."""
    desk.double_attack("7H 6S 5D 8C", BET, attack="20.00")
    assert desk.act("1.1", "double", amount="40.01") == ["refuse 1.1 double"]
    assert desk.act("1.1", "double", amount="15.00") == ["deal 1.1 up shoe"]
    assert desk.cards("2C") == offers("1.1", "surrender", "stand")
    assert desk.act("1.1", "hit") == ["refuse 1.1 hit"]
    assert desk.act("1.1", "surrender")[:4] == [
        "rack 1.1 6S 5D 2C",
        "settle 1.1 bet 10.00 10.00 0.00",
        "settle 1.1 double_attack 10.00 10.00 0.00",
        "settle 1.1 double_down 7.50 7.50 0.00",
    ]


@pytest.mark.parametrize(
    ("rule", "line"),
    [
        ("all_to_house", "settle 1.1 double_down 20.00 0.00 0.00"),
        ("all_returned", "settle 1.1 double_down 0.00 20.00 0.00"),
    ],
)
def test_surrender_after_a_double_by_house_rule(desk: Desk, rule: str, line: str) -> None:
    desk.double_attack("7H 6S 5D 8C", BET, surrender_double_down=rule)
    desk.act("1.1", "double")
    desk.cards("2C")
    assert line in desk.act("1.1", "surrender")


def test_double_cap_by_house_rule(desk: Desk) -> None:
    desk.double_attack("7H 6S 5D 8C", BET, attack="20.00", double_cap_base="bet")
    assert desk.act("1.1", "double", amount="20.01") == ["refuse 1.1 double"]
    desk.act("1.1", "double")
    desk.cards("9C")
    assert "reveal" in desk.act("1.1", "stand")
    desk.cards("2D")  # dealer 7 8 2 = 17 against 6 5 9 = 20
    assert desk.dealer("settle")[:3] == [
        "settle 1.1 bet 0.00 20.00 20.00",
        "settle 1.1 double_attack 0.00 20.00 20.00",
        "settle 1.1 double_down 0.00 20.00 20.00",
    ]


def test_doubled_hand_over_21_loses_all_three_at_once(desk: Desk) -> None:
    desk.double_attack("7H 9S 5D 8C", BET, attack="10.00")
    desk.act("1.1", "double")
    assert desk.cards("KC") == [
        "settle 1.1 bet 20.00 0.00 0.00",
        "settle 1.1 double_attack 10.00 0.00 0.00",
        "settle 1.1 double_down 30.00 0.00 0.00",
        "rack 1.1 9S 5D KC",
        "rack dealer 7H 8C",
        "round-over",
    ]


def test_split_resplit_to_four_and_surrender_of_one_hand(desk: Desk) -> None:
    desk.double_attack("6H 8S 8D KC", BET, attack="20.00")
    assert desk.act("1.1", "split") == ["deal 1.1 up shoe"]
    assert desk.cards("8C") == offers("1.1", "surrender", "hit", "stand", "double", "split")
    assert desk.act("1.1", "split") == ["deal 1.1 up shoe"]
    assert desk.cards("3C") == offers("1.1", "surrender", "hit", "stand", "double")
    assert desk.act("1.1", "surrender") == [
        "rack 1.1 8S 3C",
        "settle 1.1 bet 10.00 10.00 0.00",
        "settle 1.1 double_attack 10.00 10.00 0.00",
        "deal 1.2 up shoe",
    ]
    assert desk.cards("8H") == offers("1.2", "surrender", "hit", "stand", "double", "split")
    assert desk.act("1.2", "split") == ["deal 1.2 up shoe"]
    # four hands: a pair may not be split again
    assert desk.cards("8S") == offers("1.2", "surrender", "hit", "stand", "double")
    assert desk.act("1.2", "split") == ["refuse 1.2 split"]
    assert desk.act("1.2", "stand") == ["deal 1.3 up shoe"]
    assert desk.cards("QS") == offers("1.3", "surrender", "hit", "stand", "double")
    assert desk.act("1.3", "stand") == ["deal 1.4 up shoe"]
    desk.cards("9S")
    assert desk.act("1.4", "stand") == ["reveal", "deal dealer up shoe"]
    desk.cards("2S")  # dealer 6 K 2 = 18; 16 loses, 18 pushes, 17 loses
    assert desk.dealer("settle") == [
        "settle 1.2 bet 20.00 0.00 0.00",
        "settle 1.2 double_attack 20.00 0.00 0.00",
        "settle 1.3 bet 0.00 20.00 0.00",
        "settle 1.3 double_attack 0.00 20.00 0.00",
        "settle 1.4 bet 20.00 0.00 0.00",
        "settle 1.4 double_attack 20.00 0.00 0.00",
        "rack 1.2 8D 8S",
        "rack 1.3 8C QS",
        "rack 1.4 8H 9S",
        "rack dealer 6H KC 2S",
        "round-over",
    ]


def test_max_split_hands_by_house_rule(desk: Desk) -> None:
    desk.double_attack("6H 8S 8D KC", BET, max_split_hands="2")
    desk.act("1.1", "split")
    assert desk.cards("8C") == offers("1.1", "surrender", "hit", "stand", "double")


def test_split_aces_get_one_card_each_and_21_is_no_blackjack(desk: Desk) -> None:
    desk.double_attack("6H AS AD KC", BET)
    desk.act("1.1", "split")
    assert desk.cards("KS") == offers("1.1", "surrender", "stand")
    assert desk.act("1.1", "stand") == ["deal 1.2 up shoe"]
    assert desk.cards("AC") == offers("1.2", "surrender", "stand")
    assert desk.act("1.2", "split") == ["refuse 1.2 split"]
    assert desk.act("1.2", "surrender") == [
        "rack 1.2 AD AC",
        "settle 1.2 bet 10.00 10.00 0.00",
        "reveal",
        "deal dealer up shoe",
    ]
    desk.cards("5S")  # dealer 21 against 21: push
    assert desk.dealer("settle")[0] == "settle 1.1 bet 0.00 20.00 0.00"


def test_resplit_aces_by_house_rule(desk: Desk) -> None:
    desk.double_attack("6H AS AD KC", BET, resplit_aces="yes")
    desk.act("1.1", "split")
    assert desk.cards("AC") == offers("1.1", "surrender", "stand", "split")
    assert desk.act("1.1", "split") == ["deal 1.1 up shoe"]


def test_player_blackjack_is_paid_even_money_at_once(desk: Desk) -> None:
    said = desk.double_attack("6H AS 9S KD 8S KC", BET_AND_BUST_IT, BET, attack="20.00")
    assert said[-7:] == [
        "settle 1.1 bet 0.00 20.00 20.00",
        "settle 1.1 double_attack 0.00 20.00 20.00",
        "rack 1.1 AS KD",
        *offers("2.1", "surrender", "hit", "stand", "double"),
    ]


def test_player_blackjack_under_a_king_waits_and_pushes(desk: Desk) -> None:
    said = desk.double_attack("KH AS 9S KD 8S AC", BET, BET, attack="20.00")
    assert said[-1] == "offer 2.1 surrender"
    assert "offer 1.1 surrender" not in said
    assert desk.act("1.1", "surrender") == ["refuse 1.1 surrender"]
    desk.dealer("peek")
    assert desk.reader("yes") == [
        "reveal",
        "settle 1.1 bet 0.00 20.00 0.00",
        "settle 1.1 double_attack 0.00 20.00 0.00",
        "settle 2.1 bet 20.00 0.00 0.00",
        "settle 2.1 double_attack 0.00 20.00 0.00",
        "rack 1.1 AS KD",
        "rack 2.1 9S 8S",
        "rack dealer KH AC",
        "round-over",
    ]


def test_dealer_blackjack_double_attack_by_house_rule_spares_the_surrendered(desk: Desk) -> None:
    desk.double_attack(
        "KH 9S 9C 8D 8S AC", BET, BET, attack="20.00", dealer_bj_double_attack="to_house"
    )
    desk.act("1.1", "surrender")
    desk.dealer("peek")
    said = desk.reader("yes")
    assert "settle 1.1 double_attack 0.00 20.00 0.00" in said
    assert "settle 2.1 double_attack 20.00 0.00 0.00" in said


@pytest.mark.parametrize(
    ("dealer", "third", "won"),
    [
        ("8H 8H", "8H", "1000.00"),  # one suit: 200 to 1
        ("8H 8D", "8H", "250.00"),  # one colour: 50 to 1
        ("8H 8C", "8H", "40.00"),  # third card 8: 8 to 1
        ("KH 6C", "6D", "75.00"),
        ("9H 6C", "7D", "50.00"),
        ("5H 9C", "9D", "30.00"),
        ("5H 9C", "KD", "15.00"),
        ("6H 9C", "QD", "15.00"),
        ("7H 9C", "JD", "15.00"),
    ],
)
def test_bust_it_of_five_is_paid_after_a_surrender(
    desk: Desk, dealer: str, third: str, won: str
) -> None:
    up, hole = dealer.split()
    desk.double_attack(f"{up} 9S 5D {hole}", BET_AND_BUST_IT)
    if up[0] in "JQK":
        desk.dealer("peek")
        desk.reader("no")
    assert desk.act("1.1", "surrender")[-2:] == ["reveal", "deal dealer up shoe"]
    assert desk.cards(third) == []
    assert desk.dealer("settle")[0] == f"settle 1.1 bust_it 0.00 5.00 {won}"


def test_bust_it_keeps_the_dealer_playing_after_a_bust(desk: Desk) -> None:
    desk.double_attack("6H 9S KD 9C", BET_AND_BUST_IT)
    desk.act("1.1", "hit")
    assert desk.cards("5S") == [
        "settle 1.1 bet 20.00 0.00 0.00",
        "rack 1.1 9S KD 5S",
        "reveal",
        "deal dealer up shoe",
    ]
    desk.cards("9D")
    assert desk.dealer("settle") == [
        "settle 1.1 bust_it 0.00 5.00 30.00",
        "rack dealer 6H 9C 9D",
        "round-over",
    ]


@pytest.mark.parametrize(("rule", "draws"), [("stand", False), ("hit", True)])
def test_dealer_soft_17(desk: Desk, rule: str, draws: bool) -> None:
    desk.double_attack("6H 9S KD AC", BET, dealer_soft_17=rule)
    assert ("deal dealer up shoe" in desk.act("1.1", "stand")) is draws


def test_21_is_not_stood_on_automatically(desk: Desk) -> None:
    desk.double_attack("6H 9S 2D AC", BET)
    desk.act("1.1", "hit")
    assert desk.cards("KS") == offers("1.1", "surrender", "hit", "stand", "double")


def test_out_of_turn_acts_are_refused(desk: Desk) -> None:
    desk.double_attack("6H 9S 9C 2D 2S AC", BET, BET)
    assert desk.act("2.1", "hit") == ["refuse 2.1 hit"]
    assert desk.act("1.1", "split") == ["refuse 1.1 split"]
    assert desk.dealer("settle") == ["refuse dealer settle"]
    assert desk.dealer("peek") == ["refuse dealer peek"]


def test_reader_that_missed_a_blackjack_costs_only_the_first_bet_at_the_reveal(desk: Desk) -> None:
    """The controller takes the reader's word until the hole card lies open: K with A."""
    desk.double_attack("KH 8S 8D AC", BET, attack="10.00")
    desk.dealer("peek")
    desk.reader("no")
    desk.act("1.1", "split")
    desk.cards("3C")
    desk.act("1.1", "double", amount="20.00")
    desk.cards("KC")
    desk.act("1.1", "stand")
    desk.cards("KD")
    assert desk.act("1.2", "stand") == ["reveal"]
    assert desk.dealer("settle")[:5] == [
        "settle 1.1 bet 20.00 0.00 0.00",
        "settle 1.1 double_attack 0.00 10.00 0.00",
        "settle 1.1 double_down 0.00 20.00 0.00",
        "settle 1.2 bet 0.00 20.00 0.00",
        "settle 1.2 double_attack 0.00 10.00 0.00",
    ]


def test_cover_card_lets_the_round_end_and_then_asks_for_a_shuffle(desk: Desk) -> None:
    desk.double_attack("7H 9S 5D 8C", BET)
    assert desk.hear("shoe", "cover-card") == []
    assert desk.act("1.1", "surrender")[-2:] == ["round-over", "reshuffle shoe"]
    assert desk.open(DOUBLE_ATTACK, BET) == ["deal dealer up shoe"]
