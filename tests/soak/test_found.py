"""What random rounds have found in our own engine and controller, each by hand from the law."""

from __future__ import annotations

import pytest

from reference_engine import NotPossible
from reference_engine import events as e
from tests.controller.desk import Desk
from tests.engine.rounds import DA, DU, At

BACK = "to_house=0.00 returned=20.00 won=0.00"


def test_a_rack_with_two_cards_is_shuffled_again_as_often_as_the_shoe_runs_out() -> None:
    """§ 685a.12(e) knows no first and second time; only a rack too small ends the round."""
    table = At(DU, rack="2C 3C 4C").open("1 20").do(e.ShoeEmpty())
    table.do(e.ShoeRefilled(("4C", "2C", "3C")), e.BurnCard("4C")).draw("2C^ 3C").do(e.ShoeEmpty())

    assert table.said == ["shoe: empty", "reshuffle what=rack"]


def test_a_void_round_returns_the_bet_of_a_hand_without_a_card_under_any_house_rule() -> None:
    """`dead_no_card_bet` reads § 685a.12(f), a hand passed over, and nothing else."""
    table = At(DU, dead_no_card_bet="stays_for_next").open("1 20")
    table.do(e.MasqueFault("no-light"))

    assert f"settle hand=1.1 wager=bet {BACK}" in table.said


def test_a_paid_blackjack_is_finished_when_the_hands_are_called_dead() -> None:
    """§ 685a.12(h): bets that wait and bets that were lost go back. One that was paid is over."""
    table = At(DU).open("1 20, 2 20").draw("AS TD 4S KH 5S KC").do(e.Peek(), e.WrongSpot("red"))
    table.do(e.ErrorFound(), e.DealerAct("dead-hand"))

    assert "dead hand=2.1" in table.said
    assert "dead hand=1.1" not in table.said
    assert table.table.due.what == "round"


def test_insurance_is_paid_as_soon_as_the_hole_card_lies_open() -> None:
    """Half of the Bet at 5 to 2 (§ 665a.12(b)), at the reveal as when it is lost."""
    table = At(DA, peek_timing="on_surrender").open("1 20").draw("AD").do(e.CloseWagers())
    table.draw("7S 9H KH").do(e.PlaceWager(1, "insurance", 10_000_000), e.Act(1, "stand"))

    assert table.said == [
        "reveal",
        "settle hand=1.1 wager=insurance to_house=0.00 returned=10.00 won=25.00",
    ]


def test_the_double_attack_of_a_blackjack_goes_back_with_its_bet() -> None:
    """Two Blackjacks stand off with every wager, whatever the Double Attack of others meets."""
    desk = Desk()
    desk.double_attack(
        "KC AS KH AD", {"bet": "20.00"}, attack="20.00", dealer_bj_double_attack="to_house"
    )
    desk.dealer("peek")

    assert "settle 1.1 double_attack 0.00 20.00 0.00" in desk.reader("yes")


def test_a_surrendered_half_of_a_pair_loses_its_bet_to_a_dealer_blackjack() -> None:
    """§ 665a.9(b)(2)(i) collects the Bet of whoever surrendered and makes no exception of pairs."""
    desk = Desk()
    rules = {"peek_timing": "on_surrender"}
    desk.double_attack("KC 8S 8H AD", {"bet": "10.00"}, **rules)
    desk.act("1.1", "split")
    desk.cards("9C")
    desk.act("1.1", "stand")
    desk.cards("7C")
    assert desk.act("1.2", "surrender") == ["peek"]
    said = desk.reader("yes")
    assert "settle 1.1 bet 10.00 0.00 0.00" in said
    assert "settle 1.2 bet 10.00 0.00 0.00" in said


def test_a_hidden_card_that_came_out_first_is_the_next_card_before_one_that_was_seen() -> None:
    desk = Desk()
    desk.double_attack("4H 2S 3H 9C", {"bet": "20.00"})
    assert desk.error_card("9D", "no") == ["hold"]
    assert desk.error_card("8S", "yes") == []
    assert desk.act("1.1", "hit")[:2] == ["deal 1.1 up held", "offer 1.1 exposed-card"]


def test_a_doubled_hand_still_says_its_word_before_the_next_is_offered_a_card_that_was_seen() -> (
    None
):
    desk = Desk()
    desk.double_attack("4H 2S 5C 3H 6C 9C", {"bet": "20.00"}, {"bet": "20.00"})
    desk.act("1.1", "double")
    desk.cards("4C")
    assert desk.error_card("8S", "yes") == []
    assert desk.act("1.1", "stand") == ["offer 2.1 exposed-card"]


def test_a_held_card_goes_to_the_rack_with_the_shoe_behind_the_cover_card() -> None:
    """§ 685a.7(d)(1): no card may be missing from the shuffle."""
    desk = Desk()
    desk.down_under("9S 7C TD", {"bet": "20.00"})
    desk.hear("shoe", "cover-card")
    desk.cards("KH")
    desk.light("yellow")
    desk.error_card("5C", "no")
    desk.act("1.1", "stand")
    assert desk.dealer("settle")[-2:] == ["rack held 5C", "reshuffle shoe"]


def test_only_the_bet_of_a_hand_without_a_card_stays_for_the_next_deal() -> None:
    """A Double Attack Wager is made on this round's first card and cannot wait for another one."""
    table = At(DA, dead_no_card_bet="stays_for_next").open("1 20").draw("JC")
    table.do(e.PlaceWager(1, "double_attack", 20_000_000), e.CloseWagers())
    table.do(e.Skipped(1), e.Skipped(1))

    assert f"settle hand=1.1 wager=double_attack {BACK}" in table.said
    assert not [line for line in table.said if "wager=bet" in line]


def test_insurance_comes_before_the_choice_of_a_hand_that_was_passed_over() -> None:
    """What the reveal decides is settled at the reveal (§ 665a.9(d)), before anything else."""
    table = At(DA, peek_timing="on_surrender").open("1 20").draw("AD").do(e.CloseWagers())
    table.draw("7S 2H 9H").do(e.PlaceWager(1, "insurance", 10_000_000), e.Act(1, "hit"))
    table.do(e.Skipped(1, found="after-reveal"))

    assert table.said == [
        "reveal",
        "settle hand=1.1 wager=insurance to_house=10.00 returned=0.00 won=0.00",
        "offer to=1.1 option=dead-hand",
    ]


def test_the_hole_card_is_not_laid_wrong_a_second_time_once_that_was_found() -> None:
    table = At(DU).open("1 20").draw("9C 7C 7D AC").do(e.Peek(), e.WrongSpot("red"))
    table.do(e.ErrorFound(), e.DealerAct("continue"))
    with pytest.raises(NotPossible, match="was found in this round"):
        table.do(e.WrongSpot("blue"))
