"""What a table keeps, forgets and counts, and who may do what in the moments between."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from reference_engine import NotPossible
from reference_engine import events as e
from reference_engine.money import parse
from tests.engine.rounds import DA, DU, At, wagers

BOTH = pytest.mark.parametrize("game", [DU, DA])
ODDS = {"unsuited": "4 to 1", "suited": "11 to 1"}


def _kept(table: At) -> dict[str, Any]:
    """All of the state that belongs to the round."""
    state = structs.asdict(table.table)
    for name in ("rack", "drawn", "failed"):
        del state[name]
    return state


# -- from round to round --------------------------------------------------------------------------


def test_a_new_round_of_down_under_knows_nothing_of_the_last() -> None:
    fresh = At(DU).open("1 20")
    table = At(DU).open("1 20,2 20").draw("9S 9H KC 6D 6S QH").do(e.Peek())
    assert table.table.exposed_by_light
    table.act("1 hit").draw("2S").act("1 stand").act("2 stand").do(e.DealerAct("settle"))
    assert _kept(table.open("1 20")) == _kept(fresh)
    # And after a round in which an error was found.
    table.draw("9S 6C 6D KH").do(e.Peek("red"), e.ErrorFound(), e.DealerAct("dead-hand"))
    assert table.said[-1] == "round-over"
    assert _kept(table.open("1 20")) == _kept(fresh)
    table.draw("9S 6C 6D KH").do(e.Peek(), e.WrongSpot("red"))
    assert table.table.misplaced


def test_a_new_round_of_double_attack_knows_nothing_of_the_last() -> None:
    rules = {"peek_timing": "on_surrender"}
    fresh = At(DA, **rules).open("1 20")
    table = At(DA, **rules).open("1 20 bust 5")
    table.draw("KC 9S 6D 7H").act("1 surrender").do(e.Peek(), e.DealerAct("settle"))
    assert table.said[-1] == "round-over"
    assert _kept(table.open("1 20")) == _kept(fresh)


@BOTH
def test_every_card_that_leaves_the_shoe_is_counted(game: str) -> None:
    table = At(game).open("1 20")
    for n, card in enumerate("6C 9S 6D KH".split(), 1):
        assert table.draw(card).table.snapshot()["shoe_drawn"] == n
    if game == DU:
        table.do(e.Peek())
    table.do(e.DrawnInError("5S", True))
    assert table.table.snapshot()["shoe_drawn"] == 5
    refilled = At(game, rack="2C 3C").open("1 20").do(e.ShoeEmpty(), e.ShoeRefilled(("2C", "3C")))
    assert refilled.table.snapshot()["shoe_drawn"] == 0
    assert refilled.do(e.BurnCard("2C")).table.snapshot()["shoe_drawn"] == 1
    assert refilled.draw("3C").table.snapshot()["shoe_drawn"] == 2


def test_where_the_hole_card_lies() -> None:
    table = At(DA).open("1 20").draw("6C")
    assert table.table.snapshot()["dealer"]["hole"] == ""
    assert table.draw("9S 6D KH").table.snapshot()["dealer"]["hole"] == "down"
    assert table.act("1 stand").table.snapshot()["dealer"]["hole"] == "up"
    table.draw("5C").do(e.DealerAct("settle"))
    shown = table.table.snapshot()
    assert (shown["dealer"]["racked"], shown["dealer"]["hole"]) == (True, "up")
    assert shown["discard_rack"] == ["9S", "6D", "6C", "KH", "5C"]


def test_a_batch_that_is_burned_adds_to_the_rack() -> None:
    table = At(DU, rack="2C").do(e.ShoeRefilled(("KH", "9S", "8S")))
    assert table.do(e.BurnCard("KH"), e.BurnCard("9S")).table.rack == ("KH", "9S")


# -- while the dealer is asked about an error -----------------------------------------------------


def _asked_while_a_card_is_due() -> At:
    table = At(DU).open("1 20,2 20").draw("9S 9H 6C 6D 6S KH").do(e.Peek(), e.WrongSpot("red"))
    table.act("1 hit").do(e.ErrorFound())
    assert table.due == "choice dealer continue/dead-hand"
    return table


@pytest.mark.parametrize(
    ("event", "why"),
    [
        (e.DrawCard("5S"), "no card is due"),
        (e.Skipped(1), "hand 1.1 is not due a card"),
        (e.ErrorFound(), "no wrong light"),
        (e.CoverCard(), "no card is due"),
    ],
)
def test_no_card_moves_while_the_dealer_is_asked(event: e.Event, why: str) -> None:
    with pytest.raises(NotPossible, match=why):
        _asked_while_a_card_is_due().do(event)


def test_a_card_that_comes_all_the_same_is_held() -> None:
    table = _asked_while_a_card_is_due().do(e.DrawnInError("5S", False))
    assert table.said == ["shoe: card card=5S face=down", "hold"]


def test_the_card_that_was_due_is_due_again() -> None:
    table = _asked_while_a_card_is_due().do(e.DealerAct("continue"))
    assert table.due == "card 1.1"
    table.draw("2S")
    assert table.table.snapshot()["seats"][0]["hands"][0]["cards"] == ["9S", "6D", "2S"]


def test_one_by_one_each_hand_is_kept_or_called_dead() -> None:
    table = At(DU, masque_error_scope="hand").open("1 20,2 20,3 20")
    table.draw("9S 9H 9D 6C 6D 6S 6H KH").do(e.Peek(), e.WrongSpot("red"))
    table.act("1 hit").do(e.ErrorFound(), e.DealerAct("dead-hand"))
    # The hand that a card was due to is dead; the next one is asked about.
    assert table.said[0] == "dead hand=1.1"
    table.do(e.DealerAct("continue"))
    assert table.due == "choice dealer continue/dead-hand"
    table.do(e.DealerAct("continue"))
    assert table.due == "act 2.1 hit/stand/double"
    assert [hand.status for hand in table.table.hands] == ["dead", "live", "live"]


def test_a_dead_hand_that_was_on_turn_passes_the_turn_on() -> None:
    table = At(DU, masque_error_choice="player").open("1 20,2 20")
    table.draw("9S 9H 6C 6D 6S KH").do(e.Peek(), e.WrongSpot("red"), e.ErrorFound())
    assert table.due == "choice 1.1 continue/dead-hand"
    table.act("1 dead-hand")
    assert table.due == "choice 2.1 continue/dead-hand"
    table.act("2 continue")
    assert table.due == "act 2.1 hit/stand/double"


def test_a_dead_hand_that_was_asked_about_an_exposed_card_passes_it_on() -> None:
    table = At(DU, masque_error_choice="player").open("1 20,2 20")
    table.draw("9S 9H 6C 6D 6S KH").do(e.Peek(), e.WrongSpot("red"), e.DrawnInError("2S", True))
    assert table.due == "choice 1.1 accept/refuse"
    table.do(e.ErrorFound()).act("1 dead-hand").act("2 continue")
    assert table.due == "choice 2.1 accept/refuse"


def test_the_choice_that_was_open_is_open_again() -> None:
    table = At(DU).open("1 20").draw("9S 6C 6D KH").do(e.Peek(), e.WrongSpot("red"))
    table.do(e.DrawnInError("2S", True), e.ErrorFound(), e.DealerAct("continue"))
    assert table.due == "choice 1.1 accept/refuse"
    assert table.act("1 accept").said[0] == "deal to=1.1 face=up source=held"


# -- insurance and later wagers -------------------------------------------------------------------


@BOTH
def test_insurance_is_answered_once(game: str) -> None:
    cards = "AC 9S 9H 6D 6S KH" if game == DA else "9S 9H AC 6D 6S KH"
    table = At(game).open("1 20,2 20").draw(cards)
    assert table.due == "insurance 1.1/2.1"
    table.do(e.PlaceWager(1, "insurance", parse("10.0001")))
    assert table.said == ["refuse to=1.1 option=insurance"]
    table.act("1 hit")
    assert table.said == ["refuse to=1.1 option=hit"]
    assert table.due == "insurance 1.1/2.1"
    table.do(e.PlaceWager(1, "insurance", parse("10")))
    assert table.due == "insurance 2.1"
    for again in (e.PlaceWager(1, "insurance", parse("5")), e.Act(1, "decline")):
        assert table.do(again).said[0].startswith("refuse to=1.1")
        assert table.due == "insurance 2.1"
    table.act("2 decline")
    assert table.due != "insurance 2.1"
    assert table.table.snapshot()["seats"][0]["insurance"] == "10.00"
    assert table.table.snapshot()["seats"][1]["insurance"] is None
    table.act("2 decline")
    assert table.said == ["refuse to=2.1 option=decline"]


def test_a_dead_hand_is_not_asked_for_insurance() -> None:
    table = At(DU).open("1 20,2 20").do(e.Skipped(1)).draw("9H AC").do(e.Skipped(1)).draw("6S KH")
    assert table.said[-1] == "offer to=2.1 option=insurance"
    assert table.due == "insurance 2.1"


def test_with_no_hand_to_ask_play_goes_on() -> None:
    table = At(DA).open("1 20 bust 5").draw("AC").do(e.CloseWagers(), e.Skipped(1), e.Skipped(1))
    # The Bust It alone keeps the dealer in the round: the hole card is still read.
    table.draw("7H")
    assert table.due == "surrender-or-peek"
    table.do(e.DealerAct("peek"), e.Peek())
    assert table.said == ["card-reader: answer blackjack=no", "reveal"]


def test_with_no_hand_to_ask_and_no_reading_the_dealer_plays() -> None:
    table = At(DA, peek_timing="on_surrender").open("1 20 bust 5").draw("AC")
    table.do(e.CloseWagers(), e.Skipped(1), e.Skipped(1)).draw("5H")
    assert table.said[1:] == ["reveal", "deal to=dealer face=up source=shoe"]


def test_closing_the_wagers_declines_for_the_rest() -> None:
    table = At(DA).open("1 20,2 20").draw("AC 9S 9H 6D 6S 7H").do(e.CloseWagers())
    assert table.due == "surrender-or-peek 1.1/2.1"
    assert [box.insurance for box in table.table.boxes] == [None, None]


def test_the_least_double_attack_wager() -> None:
    table = At(DA, double_attack_min="5.00").open("1 20").draw("6C")
    table.do(e.PlaceWager(1, "double_attack", parse("4.99")))
    assert table.said == ["refuse to=1.1 option=double_attack"]
    assert table.cites("refuse") == "665a.6~double-attack +double_attack_min"
    table.do(e.PlaceWager(1, "double_attack", parse("20.01")))
    assert table.cites("refuse") == "665a.6~double-attack"
    assert table.do(e.PlaceWager(1, "double_attack", parse("5"))).said == []
    table.do(e.PlaceWager(1, "double_attack", parse("6")))
    assert table.cites("refuse") == "665a.6~double-attack"
    assert table.table.hands[0].double_attack == parse("5")


def test_a_foreign_ten_stands_by_house_rule() -> None:
    table = At(DA, foreign_ten="literal").open("1 20").draw("TC")
    assert table.said[0] == "shoe: card card=TC face=down"
    assert table.cites("shoe: card") == "665a.7~deal-order +foreign_ten"
    with pytest.raises(NotPossible, match="TD is no card of this game"):
        table.do(e.CloseWagers(), e.DrawCard("TD"))


# -- hands ----------------------------------------------------------------------------------------


def test_a_hand_that_may_do_no_more_has_stood() -> None:
    table = At(DU).open("1 20,2 20").draw("4S 9H 6C 6D 6S KH").do(e.Peek()).act("1 double 5")
    with pytest.raises(NotPossible, match="before players act"):
        table.do(e.WrongSpot("red"))
    table.draw("9C")
    shown = table.table.snapshot()["seats"][0]["hands"][0]
    assert (shown["status"], shown["double_down"]) == ("stood", "5.00")


def test_a_split_hand_can_be_passed_over_for_its_card() -> None:
    table = At(DU).open("1 20").draw("8S 6C 8D KH").do(e.Peek()).act("1 split").do(e.Skipped(1))
    assert table.said == ["deal to=1.2 face=up source=shoe"]
    table.draw("9S").act("1.2 stand")
    assert table.due == "choice 1.1 late-card/dead-hand"


def test_a_split_hand_is_asked_for_an_exposed_card_before_it_gets_its_own() -> None:
    table = At(DU).open("1 20").draw("8S 6C 8D KH").do(e.Peek()).act("1 split").draw("2H")
    table.do(e.DrawnInError("4S", True)).act("1 refuse")
    assert table.due == "choice 1.2 accept/refuse"
    table.act("1.2 refuse")
    assert table.said[0] == "freeze hand=1.2"
    # Both play as they are: 8 + 2 and 8 against 6 + K + 4 = 20.
    table.do(e.DealerAct("settle"))
    assert table.settled() == wagers("1.1 bet 20/0/0; 1.2 bet 20/0/0")


def test_split_hands_have_their_own_wagers_and_numbers() -> None:
    table = At(DA).open("1 20,2 20").draw("5C")
    table.do(e.PlaceWager(1, "double_attack", parse("10")), e.CloseWagers())
    table.draw("8S 9H 8D 6S KH").act("1 split").draw("8H").act("1 split").draw("2H")
    assert [hand.name for hand in table.table.hands] == ["1.1", "1.2", "1.3", "2.1"]
    assert [hand.bet for hand in table.table.hands] == [parse("20")] * 4
    assert [hand.double_attack for hand in table.table.hands] == [parse("10")] * 3 + [None]
    assert [hand.cards for hand in table.table.hands] == [
        ("8S", "2H"),
        ("8D",),
        ("8H",),
        ("9H", "6S"),
    ]
    assert [hand.split for hand in table.table.hands] == [True, True, True, False]
    assert [hand.split_aces for hand in table.table.hands] == [False] * 4


def test_late_hands_are_asked_in_their_order() -> None:
    table = At(DU).open("1 20,2 20,3 20").draw("9S 9H 9D 6C 6D 6S 6H KH").do(e.Peek())
    table.act("1 hit").do(e.Skipped(1)).act("2 hit").do(e.Skipped(2, 1, "after-reveal"))
    table.act("3 stand")
    assert table.due == "choice 1.1 late-card/dead-hand"
    table.act("1 late-card").draw("2S")
    assert table.due == "act 1.1 hit/stand"
    table.act("1 stand")
    assert table.said[0] == "reveal"
    assert table.due == "choice 2.1 dead-hand"
    table.act("2 dead-hand").draw("4C").do(e.DealerAct("settle"))
    # 9 + 6 + 2 = 17 and 15 against 6 + K + 4 = 20.
    assert table.settled() == wagers("2.1 bet 0/20/0; 1.1 bet 20/0/0; 3.1 bet 20/0/0")


def test_a_hand_passed_over_is_offered_its_card_after_the_light_laid_the_hole_card_open() -> None:
    table = At(DU).open("1 20,2 20").draw("9S 9H KC 6D 6S 8H").do(e.Peek())
    table.act("1 hit").do(e.Skipped(1, 1, "after-reveal")).act("2 stand")
    assert table.due == "choice 1.1 dead-hand"
    table = At(DU).open("1 20,2 20").draw("9S 9H KC 6D 6S QH").do(e.Peek())
    table.act("1 hit").do(e.Skipped(1, 1, "after-reveal")).act("2 stand")
    assert table.due == "choice 1.1 late-card/dead-hand"


def test_dealing_goes_on_for_the_boxes_that_are_left() -> None:
    table = At(DU, match_the_dealer_odds=ODDS)
    table.open("1 20 match 5,2 20,3 20").draw("9S").do(e.Skipped(2)).draw("9D 6C 6D")
    table.do(e.Skipped(2)).draw("6H")
    assert table.said[1:3] == [
        "dead hand=2.1",
        "settle hand=2.1 wager=bet to_house=0.00 returned=20.00 won=0.00",
    ]
    # The 6 of diamonds matches the 6 of clubs: 4 to 1.
    table.draw("KH").do(e.Peek()).act("1 stand").act("3 stand").draw("2C")
    table.do(e.DealerAct("settle"))
    assert table.settled() == wagers(
        "2.1 bet 0/20/0; 1.1 match_the_dealer 0/5/20; 1.1 bet 20/0/0; 3.1 bet 20/0/0"
    )


# -- who is asked, and what is not asked again ----------------------------------------------------


def test_only_hands_that_could_still_draw_are_offered_a_card_by_the_wider_house_rule() -> None:
    rule = {"exposed_offer": "all_players_even_stood"}
    table = At(DU, **rule).open("1 20,2 20,3 20,4 20")
    table.draw("4S AH 9D 9C 6C 6D AD 6S 6H KH").do(e.Peek()).act("1 double 5").draw("2S")
    table.act("2 split").draw("5S").draw("5H").act("3 stand")
    table.do(e.DrawnInError("5D", True)).act("4 refuse")
    # Neither the doubled hand nor the split aces, nor the one that has just refused.
    assert table.due == "choice 3.1 accept/refuse"
    table.act("3 refuse")
    assert table.said == ["freeze hand=3.1", "reveal", "deal to=dealer face=up source=held"]
    assert [hand.status for hand in table.table.hands] == [
        *("stood", "stood", "stood"),
        *("frozen", "frozen"),
    ]


def test_two_cards_that_nobody_wants_go_to_the_rack_in_order() -> None:
    table = At(DU, rack="2C").open("1 20").draw("9S KC 6D 7H").do(e.Peek())
    table.do(e.DrawnInError("5S", True), e.DrawnInError("4S", True)).act("1 refuse")
    assert table.said[-2:] == ["rack source=held cards=5S", "rack source=held cards=4S"]
    assert table.table.rack == ("2C", "5S", "4S")


@pytest.mark.parametrize("do", ["dead-hand", "continue"])
def test_a_players_choice_is_not_the_dealers(do: str) -> None:
    table = At(DU).open("1 20,2 20").draw("9S 9H 6C 6D 6S KH").do(e.Peek())
    table.act("1 hit").do(e.Skipped(1)).act("2 stand")
    assert table.due == "choice 1.1 late-card/dead-hand"
    with pytest.raises(NotPossible, match=f"{do} is not due: the table waits for choice to 1.1"):
        table.do(e.DealerAct(do))


def test_a_late_card_can_be_passed_over_again() -> None:
    table = At(DU).open("1 20,2 20").draw("9S 9H 6C 6D 6S KH").do(e.Peek())
    table.act("1 hit").do(e.Skipped(1)).act("2 stand").act("1 late-card").do(e.Skipped(1))
    assert table.due == "choice 1.1 late-card/dead-hand"


@pytest.mark.parametrize("answer", ["accept", "refuse"])
def test_who_answers_about_an_exposed_card_has_acted(answer: str) -> None:
    table = At(DU).open("1 20,2 20").draw("9S 9H 6C 6D 6S KH").do(e.Peek())
    table.do(e.DrawnInError("2S", True)).act(f"1 {answer}")
    with pytest.raises(NotPossible, match="before players act"):
        table.do(e.WrongSpot("red"))


def test_side_bets_of_every_box_come_back_when_no_hand_is_left() -> None:
    table = At(DU, match_the_dealer_odds=ODDS).open("1 20,2 20 match 5,3 20,4 20 match 1")
    table.do(*(e.Skipped(seat) for seat in (1, 2, 3, 4))).draw("6C")
    table.do(*(e.Skipped(seat) for seat in (1, 2, 3, 4)))
    assert table.said[-2:] == ["rack source=dealer cards=6C", "round-over"]
    assert table.settled() == wagers(
        "1.1 bet 0/20/0; 2.1 bet 0/20/0; 3.1 bet 0/20/0; 4.1 bet 0/20/0;"
        "2.1 match_the_dealer 0/5/0; 4.1 match_the_dealer 0/1/0"
    )


def test_each_hand_gets_back_what_it_lost_itself() -> None:
    # All bust: 9 + 6 + K. The second had doubled.
    table = At(DU).open("1 20,2 30,3 40").draw("9S 9H 9D 6C 6D 6S 6H KH")
    table.do(e.Peek(), e.WrongSpot("red")).act("1 hit").draw("KS").act("2 double 30").draw("KD")
    table.act("3 stand").do(e.DealerAct("dead-hand"))
    assert table.said == [
        "dead hand=1.1",
        "restore hand=1.1 wager=bet amount=20.00",
        "dead hand=2.1",
        "restore hand=2.1 wager=bet amount=30.00",
        "restore hand=2.1 wager=double_down amount=30.00",
        "dead hand=3.1",
        "settle hand=3.1 wager=bet to_house=0.00 returned=40.00 won=0.00",
        "rack source=3.1 cards=9D 6H",
        "rack source=dealer cards=6C KH",
        "round-over",
    ]
    assert table.settled() == wagers(
        "1.1 bet 0/20/0; 2.1 bet 0/30/0; 2.1 double_down 0/30/0; 3.1 bet 0/40/0"
    )


def test_only_the_initial_bet_is_restored_under_the_literal_house_rule() -> None:
    table = At(DU, dead_hand_returns="initial_bet_only").open("1 20,2 20")
    table.draw("9S 9H 6C 6D 6S KH").do(e.Peek(), e.WrongSpot("red"))
    table.act("1 double 10").draw("KS").act("2 stand").do(e.DealerAct("dead-hand"))
    assert table.said[:2] == ["dead hand=1.1", "restore hand=1.1 wager=bet amount=20.00"]
    assert table.settled() == wagers("1.1 bet 0/20/0; 1.1 double_down 10/0/0; 2.1 bet 0/20/0")


def test_a_void_round_settles_nothing_twice() -> None:
    table = At(DU, match_the_dealer_odds=ODDS, insurance_offered="yes").open("1 20 match 5")
    table.draw("9S AC 6D KH").do(e.PlaceWager(1, "insurance", parse("10")), e.Peek("red"))
    assert table.settled() == wagers("1.1 match_the_dealer 5/0/0; 1.1 insurance 10/0/0")
    table.do(e.MasqueFault("no-light"))
    assert table.settled() == wagers(
        "1.1 match_the_dealer 5/0/0; 1.1 insurance 10/0/0; 1.1 bet 0/20/0"
    )
    assert len(table.table.settlement) == 3


def test_three_hands_take_their_turns_one_after_the_other() -> None:
    table = At(DU).open("1 20,2 20,3 20,4 20").draw("9S 9H 9D 9C 6C 6D 6S 6H 5S KH").do(e.Peek())
    for seat in (1, 2, 3, 4):
        assert table.due == f"act {seat}.1 hit/stand/double"
        assert table.table.turn == seat - 1
        table.act(f"{seat} stand")
    assert table.said[0] == "reveal"
