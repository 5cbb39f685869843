"""§ 685a.12, each lettered clause and each branch, by hand; and § 665a.13 where it differs."""

from __future__ import annotations

import pytest

from reference_engine import NotPossible
from reference_engine import events as e
from reference_engine.money import parse
from tests.engine.rounds import DA, DU, At, ruling, settle, wagers


def _up_to_play(cards: str = "9S 6C 6D KH", opened: str = "1 20") -> At:
    return At(DU).open(opened).draw(cards).do(e.Peek())


BACK = "to_house=0.00 returned=20.00 won=0.00"
LOST = "to_house=20.00 returned=0.00 won=0.00"

# -- (a) ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("before", [0, 1, 2, 3])
def test_a_face_up_card_in_the_initial_deal_is_racked_and_replaced(before: int) -> None:
    cards = ["9S", "6C", "6D", "KH"]
    table = At(DU).open("1 20").draw(" ".join(cards[:before]))
    due = table.table.due
    table.draw("2H^")
    assert table.said == [
        "shoe: card card=2H face=up",
        "rack source=shoe cards=2H",
        f"deal to={due.to} face={due.face} source=shoe",
    ]
    assert {one.clauses for one in table.effects} == {("685a.12(a)",)}
    assert table.certainty("rack") == "read"
    table.draw(" ".join(cards[before:]))
    assert table.said[-1] == "peek"
    assert table.table.rack == ("2H",)


def test_a_face_up_card_when_the_dealer_draws() -> None:
    # 19 against 6 + 10, the 5 lies face up and is not used, then 2: 18.
    made = ruling(DU, "1 20", "9S 6C KD KH 5S 2S", "(a) before_card=5, 1 stand")
    assert made.dealer.cards == ("6C", "KH", "2S")
    assert made.discard_rack == ("5S", "9S", "KD", "6C", "KH", "2S")


def test_two_face_up_cards_in_a_row() -> None:
    table = At(DU).open("1 20").draw("2H^ 3H^")
    assert table.table.rack == ("2H", "3H")
    assert table.said[-1] == "deal to=1.1 face=up source=shoe"


# -- (b) ------------------------------------------------------------------------------------------


def test_an_unexposed_card_is_held_and_given_to_the_next_draw() -> None:
    table = _up_to_play().do(e.DrawnInError("5S", exposed=False))
    assert table.said == ["shoe: card card=5S face=down", "hold"]
    assert table.clauses("hold") == ("685a.12(b)",)
    assert table.certainty("hold") == "read"
    assert table.table.snapshot()["held"] == ["5S"]
    table.act("1 hit")
    assert table.said[0] == "deal to=1.1 face=up source=held"
    assert table.clauses("deal") == ("685a.12(b)",)
    # 9 + 6 + 5 = 20, and the hand goes on.
    assert table.said[1:] == ["offer to=1.1 option=hit", "offer to=1.1 option=stand"]
    assert table.table.snapshot()["held"] == []


def test_an_unexposed_card_goes_to_the_dealer_when_the_player_stands() -> None:
    table = _up_to_play().do(e.DrawnInError("5S", exposed=False)).act("1 stand")
    assert table.said == ["reveal", "deal to=dealer face=up source=held"]
    assert table.due == "settle"
    assert table.table.snapshot()["dealer"]["total"] == 21


def test_two_unexposed_cards_keep_their_order() -> None:
    table = _up_to_play("2S 6C 3D KH").do(
        e.DrawnInError("4S", exposed=False), e.DrawnInError("5S", exposed=False)
    )
    table.act("1 hit")
    assert table.table.snapshot()["seats"][0]["hands"][0]["cards"] == ["2S", "3D", "4S"]
    table.act("1 hit")
    assert table.table.snapshot()["seats"][0]["hands"][0]["cards"] == ["2S", "3D", "4S", "5S"]


def test_an_unused_card_is_the_first_of_the_next_round() -> None:
    # 20 against K + 7 = 17: nobody draws.
    table = _up_to_play("KS KC QD 7H").do(e.DrawnInError("5S", exposed=False)).act("1 stand")
    table.do(e.DealerAct("settle"))
    assert table.table.snapshot()["held"] == ["5S"]
    table.open("1 20")
    assert table.said == ["deal to=1.1 face=up source=held", "deal to=dealer face=up source=shoe"]


def test_a_card_drawn_in_the_double_attack_pause_is_the_next_card() -> None:
    table = At(DA).open("1 20").draw("6C").do(e.DrawnInError("9S", exposed=False))
    assert table.said == ["shoe: card card=9S face=down", "hold"]
    assert table.certainty("hold") == "inferred"
    table.do(e.CloseWagers())
    assert table.said == ["deal to=1.1 face=up source=held", "deal to=1.1 face=up source=shoe"]


def test_a_card_drawn_while_one_is_due_is_that_card() -> None:
    table = _up_to_play().act("1 hit")
    with pytest.raises(NotPossible, match="a card is due"):
        table.do(e.DrawnInError("5S", exposed=False))


# -- (c) ------------------------------------------------------------------------------------------


def test_an_exposed_card_is_offered_to_the_hand_on_turn_and_accepted() -> None:
    table = _up_to_play().do(e.DrawnInError("5S", exposed=True))
    assert table.said == ["shoe: card card=5S face=down", "offer to=1.1 option=exposed-card"]
    assert table.clauses("offer") == ("685a.12(c)",)
    assert table.certainty("offer") == "read"
    assert table.due == "choice 1.1 accept/refuse"
    table.act("1 accept")
    assert table.said[0] == "deal to=1.1 face=up source=held"
    assert table.due == "act 1.1 hit/stand"


def test_a_refusal_freezes_the_hand_and_the_card_goes_to_the_next() -> None:
    table = _up_to_play("9S 9H 6C 6D 5D KH", "1 20,2 20").do(e.DrawnInError("4S", exposed=True))
    table.act("1 refuse")
    assert table.said == ["freeze hand=1.1", "offer to=2.1 option=exposed-card"]
    assert table.clauses("freeze") == ("685a.12(c)",)
    table.act("1 hit")
    assert table.said == ["refuse to=1.1 option=hit"]
    table.act("2 accept").act("2 stand")
    # The frozen hand plays as it is: 15 against 6 + 10 + 2 = 18 loses; 9 + 5 + 4 = 18 pushes.
    table.draw("2S").do(e.DealerAct("settle"))
    assert f"settle hand=1.1 wager=bet {LOST}" in table.said
    assert f"settle hand=2.1 wager=bet {BACK}" in table.said


def test_refused_by_all_it_is_the_dealers_draw() -> None:
    table = _up_to_play().do(e.DrawnInError("5S", exposed=True)).act("1 refuse")
    assert table.said == ["freeze hand=1.1", "reveal", "deal to=dealer face=up source=held"]
    assert table.due == "settle"


def test_refused_by_all_and_of_no_use_to_the_dealer_it_goes_to_the_rack() -> None:
    table = _up_to_play("9S KC 6D 7H").do(e.DrawnInError("5S", exposed=True)).act("1 refuse")
    assert table.said == ["freeze hand=1.1", "reveal", "rack source=held cards=5S"]
    assert table.clauses("rack") == ("685a.12(c)",)
    assert table.certainty("rack") == "read"
    assert table.table.snapshot()["dealer"]["total"] == 17


def test_when_the_turn_does_not_reach_the_dealer_it_is_racked() -> None:
    # The doubled hand, 5 + 4 + 2, may only surrender or stand: the card is not for it.
    table = At(DA).open("1 20").draw("6C 5S 4D KH").act("1 double").draw("2S")
    table.do(e.DrawnInError("8S", exposed=True))
    assert table.said == ["shoe: card card=8S face=down"]
    table.act("1 surrender")
    assert "reveal" not in table.said
    assert table.said[-3:] == [
        "rack source=held cards=8S",
        "rack source=dealer cards=6C KH",
        "round-over",
    ]


def test_a_split_ace_that_has_its_card_is_not_offered_the_exposed_one() -> None:
    table = At(DA).open("1 20").draw("6C AS AD KH").act("1 split").draw("3H")
    table.do(e.DrawnInError("4S", exposed=True))
    assert table.said == ["shoe: card card=4S face=down"]
    # The other ace is still owed its card, and this is the next one, unless the player refuses it.
    table.act("1 stand")
    assert table.said == ["offer to=1.2 option=exposed-card"]
    table.act("1.2 accept")
    assert table.said[0] == "deal to=1.2 face=up source=held"


def test_an_exposed_card_is_the_second_card_of_a_split_hand() -> None:
    table = _up_to_play("8S 6C 8D KH").act("1 split").draw("2H")
    table.do(e.DrawnInError("4S", exposed=True)).act("1 refuse")
    assert table.said == ["freeze hand=1.1", "offer to=1.2 option=exposed-card"]
    table.act("1.2 accept")
    assert table.said[0] == "deal to=1.2 face=up source=held"


def test_exposed_before_everyone_has_two_cards_it_is_dealt_as_the_next() -> None:
    table = At(DU).open("1 20").draw("9S").do(e.DrawnInError("6C", exposed=True))
    assert table.said == ["shoe: card card=6C face=down", "deal to=1.1 face=up source=shoe"]
    assert table.certainty("shoe") == "house-rule"


def test_exposed_before_the_light_it_is_offered_when_players_act() -> None:
    table = At(DU).open("1 20").draw("9S 6C 6D KH").do(e.DrawnInError("5S", exposed=True))
    assert table.said == ["shoe: card card=5S face=down"]
    table.do(e.Peek())
    assert table.said[-1] == "offer to=1.1 option=exposed-card"


# -- (d) ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hole", "certainty"),
    [("7H", "read"), ("8H", "house-rule"), ("9H", "house-rule"), ("TH", "house-rule")],
)
@pytest.mark.parametrize("exposed", [True, False])
def test_a_card_drawn_by_the_standing_dealer_goes_to_the_rack(
    hole: str, certainty: str, exposed: bool
) -> None:
    table = _up_to_play(f"9S KC 6D {hole}").act("1 stand")
    before = table.table.snapshot()["dealer"]
    table.do(e.DrawnInError("4S", exposed=exposed))
    assert table.said == ["shoe: card card=4S face=down", "rack source=shoe cards=4S"]
    assert table.clauses("rack") == ("685a.12(d)",)
    assert table.certainty("rack") == certainty
    assert table.table.snapshot()["dealer"] == before
    assert table.due == "settle"


def test_the_settlement_is_on_the_old_total() -> None:
    # 18 against K + 7 = 17; with the 4 the dealer would have 21.
    assert settle(DU, "1 20", "9S KC 9D 7H 4S", "1 stand, (d)") == wagers("1.1 bet 0/20/20")


# -- (e) ------------------------------------------------------------------------------------------


def test_a_short_shoe_is_refilled_from_the_whole_rack() -> None:
    table = At(DU, rack="2C 3C 4C 5C").open("1 20").draw("9S 6C 6D KH").do(e.Peek())
    table.act("1 hit").do(e.ShoeEmpty())
    assert table.said == ["shoe: empty", "reshuffle what=rack"]
    assert table.clauses("reshuffle") == ("685a.12(e)",)
    assert table.certainty("reshuffle") == "read"
    assert table.due == "refill"
    table.do(e.ShoeRefilled(("4C", "2C", "5C", "3C")))
    assert table.said == ["burn"]
    assert table.due == "burn"
    table.do(e.BurnCard("4C"))
    assert table.said == [
        "shoe: card card=4C face=down",
        "rack source=shoe cards=4C",
        "deal to=1.1 face=up source=shoe",
    ]
    assert table.certainty("rack") == "read"
    table.draw("2C").act("1 stand")
    # The round goes on: 9 + 6 + 2 = 17; dealer 6 + 10 + 5 = 21.
    table.draw("5C").do(e.DealerAct("settle"))
    assert f"settle hand=1.1 wager=bet {LOST}" in table.said


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        (("4C", "2C", "5C"), "are not the 4"),
        (("4C", "2C", "5C", "3C", "9S"), "are not the 4"),
        (("4C", "2C", "5C", "6H"), "are not the 4"),
    ],
)
def test_the_refill_is_the_whole_rack_and_nothing_else(cards: tuple[str, ...], why: str) -> None:
    table = At(DU, rack="2C 3C 4C 5C").open("1 20").draw("9S").do(e.ShoeEmpty())
    with pytest.raises(NotPossible, match=why):
        table.do(e.ShoeRefilled(cards))


def test_after_a_refill_only_the_next_card_can_be_drawn() -> None:
    table = At(DU, rack="2C 3C 4C").open("1 20").do(e.ShoeEmpty())
    table.do(e.ShoeRefilled(("4C", "2C", "3C")))
    with pytest.raises(NotPossible, match="next card in the shoe is 4C"):
        table.do(e.BurnCard("2C"))
    table.do(e.BurnCard("4C"))
    with pytest.raises(NotPossible, match="2 cards still lie"):
        table.do(e.ShoeEmpty())


def test_the_rack_short_again_voids_the_round() -> None:
    table = At(DU, rack="2C 3C").open("1 20").do(e.ShoeEmpty())
    table.do(e.ShoeRefilled(("3C", "2C")), e.BurnCard("3C")).draw("2C").do(e.ShoeEmpty())
    assert table.said == [
        "shoe: empty",
        "dead hand=1.1",
        f"settle hand=1.1 wager=bet {BACK}",
        "rack source=1.1 cards=2C",
        "round-over",
    ]
    assert table.certainty("settle") == "house-rule"


def test_an_empty_rack_voids_the_round_at_once() -> None:
    table = At(DA).open("1 20 bust 5").do(e.ShoeEmpty())
    assert table.said == [
        "shoe: empty",
        "dead hand=1.1",
        f"settle hand=1.1 wager=bet {BACK}",
        "settle hand=1.1 wager=bust_it to_house=0.00 returned=5.00 won=0.00",
        "round-over",
    ]


def test_the_short_shoe_as_a_script() -> None:
    made = ruling(DU, "1 20", "9S 6C 8D KH", "1 stand, (e) shoe=4C+2C+3C", rack="2C 3C 4C")
    # 17 against 6 + 10 + 2 = 18.
    assert made.dealer.cards == ("6C", "KH", "2C")
    assert made.discard_rack == ("4C", "9S", "8D", "6C", "KH", "2C")


# -- (f) ------------------------------------------------------------------------------------------


def _one_card(game: str = DU) -> At:
    """Boxes 1 to 3; box 2 is passed over for its second card."""
    table = At(game).open("1 20,2 20,3 20")
    first, second = ("9S 9H 9D 6C", "6D") if game == DU else ("6C 9S 9H 9D", "6D")
    table.draw(f"{first} {second}")
    assert table.due == "card 2.1"
    return table.do(e.Skipped(2))


@pytest.mark.parametrize("game", [DU, DA])
def test_one_card_only_the_second_is_the_players_option(game: str) -> None:
    table = _one_card(game)
    assert table.said == ["deal to=3.1 face=up source=shoe"]
    table.draw("6H")
    assert table.said[1:] == ["offer to=2.1 option=second-card"]
    assert table.certainty("offer") == ("read" if game == DU else "inferred")
    assert table.due == "choice 2.1 accept/decline"
    table.act("2 accept")
    assert table.said == ["deal to=2.1 face=up source=shoe"]
    table.draw("7S")
    assert table.said == ["shoe: card card=7S face=down", "deal to=dealer face=down source=shoe"]
    assert table.table.snapshot()["seats"][1]["hands"][0]["cards"] == ["9H", "7S"]


def test_one_card_declined_is_a_dead_hand() -> None:
    table = _one_card().draw("6H").act("2 decline")
    assert table.said == [
        "dead hand=2.1",
        f"settle hand=2.1 wager=bet {BACK}",
        "rack source=2.1 cards=9H",
        "deal to=dealer face=down source=shoe",
    ]
    assert table.certainty("dead") == "house-rule"
    table.draw("KH").do(e.Peek())
    assert table.due == "act 1.1 hit/stand/double"
    table.act("1 stand")
    assert table.due == "act 3.1 hit/stand/double"


def test_no_card_at_all_is_a_dead_hand() -> None:
    table = At(DU).open("1 20,2 20").draw("9S").do(e.Skipped(2))
    assert table.said == ["deal to=dealer face=up source=shoe"]
    table.draw("6C 6D").do(e.Skipped(2))
    assert table.said == [
        "dead hand=2.1",
        f"settle hand=2.1 wager=bet {BACK}",
        "deal to=dealer face=down source=shoe",
    ]
    assert table.certainty("dead") == "read"
    assert table.certainty("settle") == "house-rule"


def test_passed_over_in_the_first_round_the_hand_has_one_card() -> None:
    table = At(DU).open("1 20,2 20").do(e.Skipped(1)).draw("9H 6C 6D")
    # Hand 1.1 got its first card in the second round.
    assert table.due == "card 2.1"
    table.draw("5H")
    assert table.said[-1] == "offer to=1.1 option=second-card"
    table.act("1 accept").draw("5S")
    assert table.said[-1] == "deal to=dealer face=down source=shoe"


def test_when_every_hand_is_dead_the_round_is_over() -> None:
    table = At(DU).open("1 20").do(e.Skipped(1)).draw("6C").do(e.Skipped(1))
    assert table.said == [
        "dead hand=1.1",
        f"settle hand=1.1 wager=bet {BACK}",
        "rack source=dealer cards=6C",
        "round-over",
    ]


def test_a_dead_hand_in_double_attack_gets_bet_and_double_attack_back() -> None:
    table = (
        At(DA).open("1 20,2 20 bust 5").draw("6C").do(e.PlaceWager(2, "double_attack", parse("20")))
    )
    table.do(e.CloseWagers()).draw("9S").do(e.Skipped(2)).draw("6D").do(e.Skipped(2))
    assert table.said == [
        "dead hand=2.1",
        f"settle hand=2.1 wager=bet {BACK}",
        f"settle hand=2.1 wager=double_attack {BACK}",
        "deal to=dealer face=down source=shoe",
    ]
    # The Bust It is on the dealer's hand and stays: 6 + 10 + 9 busts by a 9: 6 to 1.
    table.draw("KH").act("1 stand").draw("9C").do(e.DealerAct("settle"))
    assert "settle hand=2.1 wager=bust_it to_house=0.00 returned=5.00 won=30.00" in table.said


@pytest.mark.parametrize(
    ("does", "expected"),
    [
        ("(f) seat=2 cards=1, 2 accept, 1 stand, 2 stand", "1.1 bet 20/0/0; 2.1 bet 20/0/0"),
        ("(f) seat=2 cards=1, 2 decline, 1 stand", "2.1 bet 0/20/0; 1.1 bet 20/0/0"),
        ("(f) seat=2 cards=0, 1 stand", "2.1 bet 0/20/0; 1.1 bet 20/0/0"),
    ],
)
def test_missing_cards_as_a_script(does: str, expected: str) -> None:
    shoes = {
        # 1: 9 6; 2: 9, later 5; dealer 6 K 2 = 18.
        "accept": "9S 9H 6C 6D 5H KH 2S",
        "decline": "9S 9H 6C 6D KH 2S",
        "cards=0": "9S 6C 6D KH 2S",
    }
    shoe = next(cards for word, cards in shoes.items() if word in does)
    assert settle(DU, "1 20,2 20", shoe, does) == wagers(expected)


# -- (g) ------------------------------------------------------------------------------------------


def _skipped(found: str = "in-time", cards: str = "9S 9H 6C 6D 5D KH") -> At:
    """Box 1 asks for a card and is passed over; box 2 then stands."""
    table = _up_to_play(cards, "1 20,2 20").act("1 hit").do(e.Skipped(1, 1, found))
    assert table.said[0] == "offer to=2.1 option=hit"
    return table.act("2 stand")


def test_passed_over_the_player_chooses_before_the_reveal() -> None:
    table = _skipped()
    assert table.said == ["offer to=1.1 option=late-card", "offer to=1.1 option=dead-hand"]
    assert table.clauses("offer") == ("685a.12(g)",)
    assert table.certainty("offer") == "read"
    assert table.table.hole == "down"


def test_passed_over_option_one_the_card_after_all_others() -> None:
    table = _skipped().act("1 late-card")
    assert table.said == ["deal to=1.1 face=up source=shoe"]
    table.draw("4H")
    # 9 + 6 + 4 = 19 and the hand plays on.
    assert table.due == "act 1.1 hit/stand"
    table.act("1 stand")
    assert table.said == ["reveal", "deal to=dealer face=up source=shoe"]


def test_passed_over_option_two_a_dead_hand() -> None:
    table = _skipped().act("1 dead-hand")
    assert table.said[:3] == [
        "dead hand=1.1",
        f"settle hand=1.1 wager=bet {BACK}",
        "rack source=1.1 cards=9S 6D",
    ]
    assert table.clauses("settle") == ("685a.12(g)",)
    assert table.certainty("settle") == "read"
    assert table.said[3] == "reveal"


def test_passed_over_and_found_after_the_reveal_only_the_dead_hand_is_left() -> None:
    table = _skipped("after-reveal")
    assert table.said == ["reveal", "offer to=1.1 option=dead-hand"]
    table.act("1 late-card")
    assert table.said == ["refuse to=1.1 option=late-card"]
    table.act("1 dead-hand")
    assert table.said[-1] == "deal to=dealer face=up source=shoe"


def test_passed_over_with_the_hole_card_exposed_by_the_light_both_are_left() -> None:
    # K and Q of the dealer lie open under § 685a.7(h).
    table = _skipped("after-reveal", "9S 9H KC 6D 5D QH")
    assert table.said == ["offer to=1.1 option=late-card", "offer to=1.1 option=dead-hand"]
    table.act("1 late-card").draw("4H").act("1 stand")
    assert table.due == "settle"


def test_passed_over_after_a_double() -> None:
    table = _up_to_play("5S 9H 6C 6D 5D KH", "1 20,2 20").act("1 double").do(e.Skipped(1))
    table.act("2 stand").act("1 late-card").draw("KS").draw("2S").do(e.DealerAct("settle"))
    # 5 + 6 + 10 = 21 against 18.
    assert "settle hand=1.1 wager=double_down to_house=0.00 returned=20.00 won=20.00" in table.said


def test_passed_over_as_a_script() -> None:
    made = settle(
        DU,
        "1 20,2 20",
        "9S 9H 6C 6D 5D KH 2S",
        "1 hit, (g) seat=1, 2 stand, 1 dead-hand",
    )
    # 14 against 6 + 10 + 2 = 18.
    assert made == wagers("1.1 bet 0/20/0; 2.1 bet 20/0/0")


def test_passed_over_in_double_attack() -> None:
    table = At(DA).open("1 20,2 20").draw("6C 9S 9H 6D 5D KH").act("1 hit").do(e.Skipped(1))
    table.act("2 stand")
    assert table.said == ["offer to=1.1 option=late-card", "offer to=1.1 option=dead-hand"]
    assert table.certainty("offer") == "inferred"
    table.act("1 late-card").draw("4H")
    assert table.due == "act 1.1 surrender/hit/stand/double"


# -- (h) ------------------------------------------------------------------------------------------

SHOWN = [
    ("2H", "red"),
    ("2H", "yellow"),
    ("7H", "blue"),
    ("7H", "yellow"),
    ("KH", "blue"),
    ("KH", "red"),
]


@pytest.mark.parametrize(("hole", "shown"), SHOWN)
def test_a_wrong_light_in_each_of_the_six_ways(hole: str, shown: str) -> None:
    table = At(DU).open("1 20").draw(f"9S 6C 6D {hole}").do(e.Peek(shown))
    assert table.said[:3] == [
        f"masque-reader: light colour={shown}",
        f"masque-reader: lamp lit={shown}",
        f"spot colour={shown}",
    ]
    assert table.clauses(f"masque-reader: light colour={shown}") == ("685a.12(h)",)
    assert table.due == "act 1.1 hit/stand/double"
    table.do(e.ErrorFound())
    assert table.said == ["offer to=dealer option=continue", "offer to=dealer option=dead-hand"]
    assert table.clauses("offer") == ("685a.12(h)",)
    assert table.certainty("offer") == "read"


def test_play_goes_on_where_it_stood() -> None:
    table = At(DU).open("1 20").draw("9S 6C 6D KH").do(e.Peek("blue")).act("1 hit").draw("2H")
    table.do(e.ErrorFound(), e.DealerAct("continue"))
    assert table.said == ["not dead"]
    assert table.due == "act 1.1 hit/stand"
    table.act("1 stand").draw("2S")
    # The error is known: the reveal brings no second choice. 17 against 18.
    assert table.due == "settle"


def test_dead_hands_get_their_bets_back_even_those_over_21() -> None:
    table = At(DU).open("1 20,2 20").draw("9S 9H 6C 6D 5D KH").do(e.Peek("blue"))
    table.act("1 hit").draw("QS")
    assert f"settle hand=1.1 wager=bet {LOST}" in table.said
    table.do(e.ErrorFound(), e.DealerAct("dead-hand"))
    assert table.said == [
        "dead hand=1.1",
        "restore hand=1.1 wager=bet amount=20.00",
        "dead hand=2.1",
        f"settle hand=2.1 wager=bet {BACK}",
        "rack source=2.1 cards=9H 5D",
        "rack source=dealer cards=6C KH",
        "round-over",
    ]
    assert table.certainty("restore") == "read"
    assert table.clauses("settle") == ("685a.12(h)",)
    rows = table.table.snapshot()["settlement"]
    assert [(row["to_house"], row["returned"]) for row in rows] == [("0.00", "20.00")] * 2


def test_dead_hands_get_added_money_back_by_house_rule() -> None:
    table = At(DU).open("1 20").draw("5S 6C 6D KH").do(e.Peek("blue")).act("1 double").draw("2H")
    # The double finishes the hand, and the reveal shows the error.
    assert table.said[1:] == [
        "reveal",
        "offer to=dealer option=continue",
        "offer to=dealer option=dead-hand",
    ]
    table.do(e.DealerAct("dead-hand"))
    assert f"settle hand=1.1 wager=double_down {BACK}" in table.said
    assert table.certainty("settle hand=1.1 wager=bet") == "read"
    assert table.certainty("settle hand=1.1 wager=double_down") == "house-rule"


def test_an_unnoticed_error_comes_out_at_the_reveal_and_play_may_go_on() -> None:
    table = At(DU).open("1 20").draw("9S 6C 8D KH").do(e.Peek("red")).act("1 stand")
    assert table.said == [
        "reveal",
        "offer to=dealer option=continue",
        "offer to=dealer option=dead-hand",
    ]
    table.do(e.DealerAct("continue"))
    assert table.said == ["not dead", "deal to=dealer face=up source=shoe"]


def test_a_wrong_spot_before_players_act() -> None:
    table = _up_to_play().do(e.WrongSpot("red"))
    assert table.said == []
    table.do(e.ErrorFound())
    assert table.said == ["offer to=dealer option=continue", "offer to=dealer option=dead-hand"]


def test_a_wrong_spot_comes_out_at_the_reveal_too() -> None:
    table = _up_to_play().do(e.WrongSpot("blue")).act("1 stand")
    assert table.said[0] == "reveal"
    assert table.due == "choice dealer continue/dead-hand"


def test_a_wrong_spot_after_a_player_acted_is_not_this_case() -> None:
    table = _up_to_play().act("1 hit").draw("2H")
    with pytest.raises(NotPossible, match="before players act"):
        table.do(e.WrongSpot("blue"))


def test_no_error_no_choice() -> None:
    with pytest.raises(NotPossible, match="no wrong light"):
        _up_to_play().do(e.ErrorFound())
    with pytest.raises(NotPossible, match="the one that the light named"):
        _up_to_play().do(e.WrongSpot("yellow"))


def test_a_light_forced_to_its_own_colour_is_right() -> None:
    table = At(DU).open("1 20").draw("9S 6C 6D KH").do(e.Peek("yellow"))
    assert table.certainty("masque-reader: light colour=yellow") == "read"
    with pytest.raises(NotPossible):
        table.do(e.ErrorFound())


def test_a_false_yellow_under_a_large_upcard_is_seen_at_once() -> None:
    table = At(DU).open("1 20").draw("9S KC 6D 7H").do(e.Peek("yellow"))
    assert table.said[-3:] == [
        "reveal",
        "offer to=dealer option=continue",
        "offer to=dealer option=dead-hand",
    ]
    table.do(e.DealerAct("continue"))
    assert table.due == "act 1.1 hit/stand/double"
    assert table.table.hole == "up"


def test_split_into_a_hidden_dealer_blackjack() -> None:
    """The interplay of (h) with § 685a.10(d): the light hid a ten under an ace."""
    table = At(DU, insurance_offered="no").open("1 20").draw("8S AC 8D KH").do(e.Peek("red"))
    table.act("1 split").draw("9H").act("1 stand").draw("TH").act("1.2 stand")
    assert table.due == "choice dealer continue/dead-hand"
    continued = At(DU)
    continued.table = table.table
    continued.do(e.DealerAct("continue"))
    assert continued.due == "settle"
    continued.do(e.DealerAct("settle"))
    assert f"settle hand=1.1 wager=bet {LOST}" in continued.said
    assert f"settle hand=1.2 wager=bet {BACK}" in continued.said
    assert continued.clauses("settle hand=1.2") == ("685a.10(d)",)
    assert continued.certainty("settle") == "read"
    table.do(e.DealerAct("dead-hand"))
    assert f"settle hand=1.1 wager=bet {BACK}" in table.said
    assert f"settle hand=1.2 wager=bet {BACK}" in table.said


@pytest.mark.parametrize("choice", ["continue", "dead-hand"])
def test_a_wrong_light_as_a_script(choice: str) -> None:
    does = f"(h) light=blue, 1 hit, dealer error-found, dealer {choice}"
    if choice == "continue":
        does += ", 1 stand"
    made = settle(DU, "1 20", "9S 6C 6D KH 2H 2S", does)
    # 17 against 18, or the Bet back.
    assert made == wagers("1.1 bet 20/0/0" if choice == "continue" else "1.1 bet 0/20/0")


# -- (i) ------------------------------------------------------------------------------------------

FAULTS = ["no-light", "two-lights", "light-without-card", "frozen-light", "link-lost", "power-lost"]


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_before_the_light_voids_the_round_and_blocks_the_table(fault: str) -> None:
    table = At(DU).open("1 20").draw("9S 6C 6D KH").do(e.MasqueFault(fault))
    said = [words for words in table.said if not words.startswith("masque-reader: fault")]
    assert said == [
        "block reason=masque-reader",
        "dead hand=1.1",
        f"settle hand=1.1 wager=bet {BACK}",
        "rack source=1.1 cards=9S 6D",
        "rack source=dealer cards=6C KH",
        "round-over",
    ]
    assert table.clauses("block") == ("685a.12(i)",)
    assert table.certainty("block") == "read"
    assert table.certainty("settle") == "house-rule"
    table.open("1 20")
    assert table.said == ["refuse to=dealer option=open-round", "not deal"]
    assert table.certainty("refuse") == "read"
    assert table.due == "round"
    table.do(e.MasqueRestored("repaired", inspected=False)).open("1 20")
    assert table.said[0] == "refuse to=dealer option=open-round"
    table.do(e.MasqueRestored("replaced", inspected=True))
    assert table.said == ["unblock"]
    table.open("1 20")
    assert table.said == ["deal to=1.1 face=up source=shoe"]


def test_a_round_whose_right_light_was_given_is_finished() -> None:
    table = _up_to_play().do(e.MasqueFault("no-light"))
    assert table.said[-1] == "block reason=masque-reader"
    table.act("1 stand").draw("2S").do(e.DealerAct("settle"))
    assert table.said[-1] == "round-over"
    table.open("1 20")
    assert table.said[0] == "refuse to=dealer option=open-round"


def test_a_round_with_a_wrong_light_is_void_when_the_device_breaks() -> None:
    table = At(DU).open("1 20").draw("9S 6C 6D KH").do(e.Peek("blue"), e.MasqueFault("two-lights"))
    assert f"settle hand=1.1 wager=bet {BACK}" in table.said
    assert table.due == "round"


def test_a_fault_between_rounds_only_blocks() -> None:
    table = At(DU).do(e.MasqueFault("power-lost"))
    assert table.said == ["block reason=masque-reader"]
    with pytest.raises(NotPossible):
        table.do(e.MasqueFault("no-light"))


def test_a_fault_as_a_script() -> None:
    made = settle(
        DU,
        "1 20",
        "9S 6C 8D KH 2S",
        "1 stand, (i) fault=no-light, dealer restored how=repaired",
    )
    assert made == wagers("1.1 bet 20/0/0")
    void = settle(DU, "1 20", "9S 6C 8D KH", "(i) fault=no-light before_card=4")
    assert void == wagers("1.1 bet 0/20/0")


# -- (j) ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["jam", "stopped", "incomplete"])
@pytest.mark.parametrize("game", [DA, DU])
def test_a_failed_cycle_is_reshuffled(game: str, what: str) -> None:
    table = At(game).do(e.CycleStarted("B"))
    assert table.said == ["shuffler: cycle-started batch=B"]
    table.do(e.ShufflerFault(what, "B"))
    assert table.said == [
        f"shuffler: {what} batch=B",
        "reshuffle what=B",
        "not shuffler: cycle-done batch=B",
    ]
    assert table.certainty("reshuffle") == ("read" if game == DU else "inferred")
    with pytest.raises(NotPossible, match="no cycle is running"):
        table.do(e.CycleDone(312, "B"))
    table.do(e.CycleStarted("B"), e.CycleDone(312, "B"))
    assert table.said == ["shuffler: cycle-done batch=B count=312"]
    assert table.clauses("shuffler") == table.table.game.irregular["j"].clauses


def test_a_jam_leaves_the_round_at_the_table_alone() -> None:
    table = _up_to_play()
    before = table.due
    table.do(e.CycleStarted("B"), e.ShufflerFault("jam", "B"))
    assert table.due == before


def test_cycles_that_cannot_be() -> None:
    table = At(DU).do(e.CycleStarted("A"))
    for event in (e.CycleStarted("B"), e.CycleDone(1, "B"), e.ShufflerFault("jam", "B")):
        with pytest.raises(NotPossible):
            table.do(event)
    with pytest.raises(NotPossible, match="is no fault"):
        table.do(e.ShufflerFault("tired", "A"))


# -- (k) ------------------------------------------------------------------------------------------


def test_a_shuffler_out_of_use_is_covered_before_anything_else_shuffles() -> None:
    table = At(DU).do(e.ShufflerOut())
    assert table.said == ["shuffler: fault code=out-of-service", "cover"]
    assert table.clauses("cover") == ("685a.12(k)",)
    table.do(e.HandShuffle())
    assert table.said == ["refuse to=dealer option=hand-shuffle"]
    assert table.certainty("refuse") == "read"
    table.do(e.SignPlaced())
    assert table.said == []
    table.do(e.HandShuffle())
    assert table.said == ["offer to=dealer option=hand-shuffle"]
    table.do(e.CycleStarted())
    assert table.said == [
        "shuffler: cycle-started batch=A",
        "refuse to=dealer option=shuffler",
    ]
    table.do(e.ShufflerRepaired(), e.CycleStarted())
    assert table.said == ["shuffler: cycle-started batch=A"]


def test_a_sign_needs_a_shuffler_out_of_use() -> None:
    for event in (e.SignPlaced(), e.ShufflerRepaired()):
        with pytest.raises(NotPossible, match="not out of use"):
            At(DU).do(event)


# -- § 685a.7(c), (d): burn card and cover card ---------------------------------------------------


def test_the_first_card_of_a_batch_goes_to_the_rack() -> None:
    table = At(DU).do(e.BurnCard("5H"))
    assert table.said == ["shoe: card card=5H face=down", "rack source=shoe cards=5H"]
    assert table.clauses("rack") == ("685a.7(c)",)
    assert table.certainty("rack") == "read"


def test_the_cover_card_ends_the_shoe_after_the_round() -> None:
    table = At(DU).open("1 20").draw("9S").do(e.CoverCard())
    assert table.said == ["shoe: cover-card"]
    table.draw("6C 8D KH").do(e.Peek()).act("1 stand").draw("2S").do(e.DealerAct("settle"))
    assert table.said[-2:] == ["round-over", "reshuffle what=shoe"]
    assert table.clauses("reshuffle") == ("685a.7(d)(2)",)
    with pytest.raises(NotPossible, match="shuffled before the next round"):
        table.open("1 20")
    table.do(e.ShoeRefilled(("5H", "9S", "6C")))
    assert table.said == ["burn"]
    assert table.table.snapshot()["discard_rack"] == []
    table.do(e.BurnCard("5H")).open("1 20").draw("9S")
    assert table.said[-1] == "deal to=dealer face=up source=shoe"


# -- interplay ------------------------------------------------------------------------------------


def test_a_face_up_card_among_the_reshuffled_ones() -> None:
    table = At(DU, rack="2C 3C 4C").open("1 20").draw("9S").do(e.ShoeEmpty())
    table.do(e.ShoeRefilled(("4C", "2C", "3C")), e.BurnCard("4C")).draw("2C^")
    assert table.said[1] == "rack source=shoe cards=2C"
    assert table.table.rack == ("4C", "2C")


def test_an_error_found_while_a_card_is_due_keeps_it_due() -> None:
    table = At(DU).open("1 20").draw("9S 6C 6D KH").do(e.Peek("blue")).act("1 hit")
    table.do(e.ErrorFound(), e.DealerAct("continue"))
    assert table.due == "card 1.1"
    table.draw("2H")
    assert table.due == "act 1.1 hit/stand"


def test_several_irregularities_in_one_round() -> None:
    # 2H lies face up (a); 5S is drawn in error unseen (b) and is the hit: 9 + 6 + 5 = 20.
    # The dealer, 6 + 10 + 3 = 19, draws the 8 by accident (d).
    made = ruling(
        DU,
        "1 20",
        "9S 2H 6C 6D KH 5S 3S 8S",
        "(a) before_card=2, (b), 1 hit, 1 stand, (d)",
    )
    assert made.total.player == "20.00"
    assert made.discard_rack == ("2H", "8S", "9S", "6D", "5S", "6C", "KH", "3S")
