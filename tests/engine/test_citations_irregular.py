"""What each effect of an irregularity rests on: clauses, then ``+`` the house rules used.

§ 685a.12 at a Down Under table; at a Double Attack table what stands in for it in § 665a.13.
"""

from __future__ import annotations

from typing import Any

import pytest

from reference_engine import events as e
from reference_engine.money import parse
from tests.engine.rounds import DA, DU, At, wagers

LAW: dict[str, dict[str, str]] = {
    DU: {letter: f"685a.12({letter})" for letter in "abcdefghijk"},
    DA: {
        "a": "665a.13~face-up",
        "b": "665a.13~unexposed",
        "c": "665a.13~exposed",
        "d": "665a.13~dealer-17",
        "e": "665a.13~short-shoe",
        "f": "665a.13~missing-cards",
        "g": "665a.13~skipped",
        "j": "665a.13~jam",
        "k": "665a.13~out-of-order",
    },
}
BOTH = pytest.mark.parametrize("game", [DU, DA])


def _plays(game: str = DU, staked: str = "1 20", rack: str = "", **rules: Any) -> At:
    """Each box has 9 + 6, the dealer a 6 with a king under it; box 1 is on turn."""
    table = At(game, rack=rack, **rules).open(staked)
    boxes = len(table.table.boxes)
    nines = " ".join(("9S", "9H", "9D")[:boxes])
    sixes = " ".join(("6D", "6S", "6H")[:boxes])
    if game == DA:
        return table.draw(f"6C {nines} {sixes} KH")
    return table.draw(f"{nines} 6C {sixes} KH").do(e.Peek())


# -- (a) and (b) ----------------------------------------------------------------------------------


@BOTH
def test_a_face_up_card(game: str) -> None:
    table = _plays(game).act("1 hit").draw("2H^")
    for start in ("shoe: card card=2H face=up", "rack source=shoe cards=2H", "deal to=1.1"):
        assert table.cites(start) == LAW[game]["a"]


@BOTH
def test_a_card_drawn_unseen(game: str) -> None:
    table = _plays(game).do(e.DrawnInError("5S", False))
    assert table.cites("shoe: card card=5S face=down") == LAW[game]["b"]
    assert table.cites("hold") == LAW[game]["b"]
    assert table.act("1 hit").cites("deal to=1.1 face=up source=held") == LAW[game]["b"]


# -- (c) ------------------------------------------------------------------------------------------


@BOTH
def test_a_card_drawn_and_seen(game: str) -> None:
    table = _plays(game, "1 20,2 20").do(e.DrawnInError("5S", True))
    assert table.cites("shoe: card card=5S face=down") == LAW[game]["c"]
    assert table.cites("offer to=1.1 option=exposed-card") == LAW[game]["c"]
    table.act("1 refuse")
    assert table.cites("freeze hand=1.1") == LAW[game]["c"]
    assert table.cites("offer to=2.1 option=exposed-card") == LAW[game]["c"]
    assert table.act("2 accept").cites("deal to=2.1 face=up source=held") == LAW[game]["c"]


@BOTH
def test_a_card_seen_too_early_is_dealt_by_house_rule(game: str) -> None:
    table = At(game).open("1 20")
    if game == DA:
        table.draw("6C").do(e.CloseWagers())
    table.do(e.DrawnInError("9S", True))
    assert table.cites("shoe: card card=9S face=down") == f"{LAW[game]['c']} +early_exposed"
    assert table.table.snapshot()["seats"][0]["hands"][0]["cards"] == ["9S"]


def test_a_card_seen_before_the_double_attack_wagers_close() -> None:
    table = At(DA).open("1 20").draw("6C").do(e.DrawnInError("9S", True))
    assert table.said == ["shoe: card card=9S face=down"]
    assert table.cites("shoe: card") == LAW[DA]["c"]
    table.do(e.CloseWagers())
    assert table.said == ["deal to=1.1 face=up source=held", "deal to=1.1 face=up source=shoe"]
    assert table.cites("deal to=1.1 face=up source=held") == f"{LAW[DA]['c']} +early_exposed"
    assert table.cites("deal to=1.1 face=up source=shoe") == "665a.7~deal-order"


@BOTH
def test_a_card_that_nobody_wants_is_racked(game: str) -> None:
    # The dealer has 6 + K and draws it.
    table = _plays(game).do(e.DrawnInError("5S", True)).act("1 refuse")
    assert table.cites("deal to=dealer face=up source=held") == LAW[game]["c"]
    # With K + 7 he may not.
    table = At(game).open("1 20")
    table.draw("9S KC 6D 7H" if game == DU else "7C 9S 6D KH")
    if game == DU:
        table.do(e.Peek())
    table.do(e.DrawnInError("5S", True)).act("1 refuse")
    assert table.cites("rack source=held cards=5S") == LAW[game]["c"]


def test_a_refusal_for_all_hands_of_a_player() -> None:
    table = At(DU, refusal_scope="player").open("1 20").draw("8S 6C 8D KH").do(e.Peek())
    table.act("1 split").draw("2H").do(e.DrawnInError("4S", True)).act("1 refuse")
    assert table.said[:2] == ["freeze hand=1.1", "freeze hand=1.2"]
    assert table.cites("freeze hand=1.1") == LAW[DU]["c"]
    assert table.cites("freeze hand=1.2") == f"{LAW[DU]['c']} +refusal_scope"


def test_a_card_is_offered_to_hands_that_have_stood_by_house_rule() -> None:
    table = _plays(DU, "1 20,2 20", exposed_offer="all_players_even_stood").act("1 stand")
    table.do(e.DrawnInError("5S", True)).act("2 refuse")
    assert table.said[-1] == "offer to=1.1 option=exposed-card"
    assert table.cites("offer to=1.1") == f"{LAW[DU]['c']} +exposed_offer"


# -- (d) ------------------------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize(
    ("upcard", "hole", "value", "letter", "rules"),
    [
        ("8", "9", "every_standing_total", "d", ""),
        ("8", "9", "exactly_17", "d", ""),
        ("8", "9", "hard_17_only", "d", ""),
        ("9", "9", "every_standing_total", "d", " +dealer_accident_totals"),
        ("9", "9", "exactly_17", "c", " +dealer_accident_totals"),
        ("9", "9", "hard_17_only", "c", " +dealer_accident_totals"),
        ("6", "A", "every_standing_total", "d", " +dealer_accident_totals"),
        ("6", "A", "exactly_17", "d", " +dealer_accident_totals"),
        ("6", "A", "hard_17_only", "c", " +dealer_accident_totals"),
    ],
)
def test_a_card_drawn_by_a_standing_dealer(
    game: str, upcard: str, hole: str, value: str, letter: str, rules: str
) -> None:
    def stands() -> At:
        table = At(game, dealer_accident_totals=value).open("1 20")
        if game == DU:
            table.draw(f"9S {upcard}C 6D {hole}H").do(e.Peek())
        else:
            table.draw(f"{upcard}C 9S 6D {hole}H")
        table.act("1 stand")
        assert table.due == "settle"
        return table

    seen = stands().do(e.DrawnInError("4S", True))
    assert seen.said == ["shoe: card card=4S face=down", "rack source=shoe cards=4S"]
    assert seen.cites("shoe: card") == LAW[game][letter] + rules
    assert seen.cites("rack") == LAW[game][letter] + rules
    assert seen.table.rack == ("4S",)
    unseen = stands().do(e.DrawnInError("4S", False))
    # What (d) does not reach and nobody has seen is the next card, as in (b).
    other, last = ("b", "hold") if letter == "c" else ("d", "rack source=shoe cards=4S")
    assert unseen.said == ["shoe: card card=4S face=down", last]
    assert unseen.cites(last) == LAW[game][other] + rules
    assert unseen.cites("shoe: card") == LAW[game][other] + rules
    assert unseen.table.snapshot()["held"] == (["4S"] if letter == "c" else [])


def test_cards_that_no_clause_reaches_stay_held_in_order() -> None:
    table = At(DU, dealer_accident_totals="exactly_17").open("1 20").draw("9S 9C 6D 9H")
    table.do(e.Peek()).act("1 stand")
    table.do(e.DrawnInError("4S", False), e.DrawnInError("5S", False), e.DealerAct("settle"))
    assert table.table.snapshot()["held"] == ["4S", "5S"]


# -- (e), the burn card and the cover card --------------------------------------------------------


@BOTH
def test_an_empty_shoe(game: str) -> None:
    table = _plays(game, rack="2C 3C").act("1 hit").do(e.ShoeEmpty())
    assert table.cites("shoe: empty") == LAW[game]["e"]
    assert table.cites("reshuffle what=rack") == LAW[game]["e"]
    assert table.do(e.ShoeRefilled(("3C", "2C"))).cites("burn") == LAW[game]["e"]
    table.do(e.BurnCard("3C"))
    for start in ("shoe: card card=3C face=down", "rack source=shoe cards=3C", "deal to=1.1"):
        assert table.cites(start) == LAW[game]["e"]
    assert (table.table.drawn, table.table.rack) == (1, ("3C",))


@BOTH
def test_a_rack_too_short_voids_the_round_by_house_rule(game: str) -> None:
    table = _plays(game, rack="2C").act("1 hit").do(e.ShoeEmpty())
    assert table.cites("shoe: empty") == LAW[game]["e"]
    for start in ("dead", "settle", "rack source=1.1"):
        assert table.cites(start) == f"{LAW[game]['e']} +short_twice"
    assert table.table.hands[0].status == "dead"


BURN = {DU: "685a.7(c)", DA: "665a.7~burn"}
COVER = {DU: "685a.7(d)", DA: "665a.7~cover-out"}
OVER = {DU: "685a.7(d)(1)", DA: "665a.7~cover-out"}
SHUFFLED = {DU: "685a.7(d)(2)", DA: "665a.7~cover-out"}


@BOTH
def test_a_batch_between_rounds(game: str) -> None:
    table = At(game, rack="2C 3C").do(e.ShoeRefilled(("KH", "9S")))
    assert table.cites("burn") == BURN[game]
    assert (table.table.shoe, table.table.rack, table.due) == (("KH", "9S"), (), "round")
    table.do(e.BurnCard("KH"))
    assert table.said == ["shoe: card card=KH face=down", "rack source=shoe cards=KH"]
    assert table.cites("shoe: card") == BURN[game]
    assert table.cites("rack source=shoe") == BURN[game]
    assert (table.table.shoe, table.table.rack) == (("9S",), ("KH",))


@BOTH
def test_the_cover_card_ends_the_shoe_with_the_round(game: str) -> None:
    table = _plays(game).act("1 hit").do(e.CoverCard())
    assert table.said == ["shoe: cover-card"]
    assert table.cites("shoe: cover-card") == COVER[game]
    # 9 + 6 + K = 25: the round is over.
    table.draw("KS")
    assert table.said[-2:] == ["round-over", "reshuffle what=shoe"]
    assert table.cites("reshuffle") == SHUFFLED[game]
    assert table.table.reshuffle_due


@BOTH
def test_a_held_card_goes_to_the_rack_when_the_cover_card_is_out(game: str) -> None:
    table = _plays(game, rack="2C").act("1 hit").do(e.CoverCard()).draw("2S")
    table.do(e.DrawnInError("5S", False), e.DrawnInError("4S", False)).act("1 stand")
    # The dealer takes the 5 (6 + K + 5 = 21); the 4 stays held.
    table.do(e.DealerAct("settle"))
    assert table.said[-3:] == ["round-over", "rack source=held cards=4S", "reshuffle what=shoe"]
    assert table.cites("rack source=held") == OVER[game]
    assert table.table.held == ()
    assert table.table.rack == ("2C", "9S", "6D", "2S", "6C", "KH", "5S", "4S")


@BOTH
def test_a_cover_card_that_comes_first(game: str) -> None:
    table = At(game).open("1 20").do(e.CoverCard())
    assert table.said == ["shoe: cover-card"]
    early = At(game, cover_first="reshuffle_before").open("1 20").do(e.CoverCard())
    assert early.said == ["shoe: cover-card", "reshuffle what=shoe"]
    assert early.cites("reshuffle") == f"{SHUFFLED[game]} +cover_first"
    assert early.due == "refill"
    early.do(e.ShoeRefilled(("KH", "9S", "9D", "6C", "5C", "4C")))
    assert early.cites("burn") == BURN[game]
    early.do(e.BurnCard("KH"))
    to = "1.1" if game == DU else "dealer"
    assert early.said[-1] == f"deal to={to} face=up source=shoe"
    assert early.cites("deal") == LAW[game]["e"]
    # Between rounds the shoe is simply shuffled before the next one.
    between = At(game, cover_first="reshuffle_before").do(e.CoverCard())
    assert between.said == ["shoe: cover-card", "reshuffle what=shoe"]
    assert (between.due, between.table.reshuffle_due) == ("round", True)
    # Later than the first card it changes nothing.
    later = At(game, cover_first="reshuffle_before").open("1 20").draw("9S")
    if game == DA:
        later.do(e.CloseWagers())
    assert later.do(e.CoverCard()).said == ["shoe: cover-card"]


# -- (f) and (g) ----------------------------------------------------------------------------------


def _short(game: str, passed_over: int, **rules: Any) -> At:
    """Box 1 has two cards, box 2 was passed over once or twice."""
    table = At(game, **rules).open("1 20,2 20")
    if game == DA:
        table.draw("6C").do(e.CloseWagers())
    table.draw("9S")
    if passed_over == 2:
        table.do(e.Skipped(2))
    else:
        table.draw("9H")
    if game == DU:
        table.draw("6C")
    return table.draw("6D").do(e.Skipped(2))


@BOTH
def test_a_hand_with_one_card(game: str) -> None:
    table = _short(game, 1)
    assert table.cites("offer to=2.1 option=second-card") == LAW[game]["f"]
    table.act("2 accept")
    assert table.cites("deal to=2.1") == LAW[game]["f"]
    declined = _short(game, 1).act("2 decline")
    law = f"{LAW[game]['f']} +decline_one_card"
    assert declined.cites("dead hand=2.1") == law
    assert declined.cites("settle hand=2.1 wager=bet") == law
    assert declined.cites("rack source=2.1") == law


@BOTH
def test_a_hand_without_a_card(game: str) -> None:
    table = _short(game, 2)
    assert table.cites("dead hand=2.1") == LAW[game]["f"]
    assert table.cites("settle hand=2.1") == f"{LAW[game]['f']} +dead_no_card_bet"
    stays = _short(game, 2, dead_no_card_bet="stays_for_next")
    assert stays.said[0] == "dead hand=2.1"
    assert stays.cites("dead hand=2.1") == f"{LAW[game]['f']} +dead_no_card_bet"
    assert not any(words.startswith("settle") for words in stays.said)


@pytest.mark.parametrize(
    ("value", "attack"), [("all_main_wagers", "0/10/0"), ("initial_bet_only", "10/0/0")]
)
def test_the_double_attack_of_a_dead_hand(value: str, attack: str) -> None:
    table = At(DA, dead_hand_returns=value).open("1 20,2 20").draw("6C")
    table.do(e.PlaceWager(2, "double_attack", parse("10")), e.CloseWagers()).draw("9S 9H 6D")
    table.do(e.Skipped(2)).act("2 decline")
    assert table.settled() == wagers(f"2.1 bet 0/20/0; 2.1 double_attack {attack}")
    law = f"{LAW[DA]['f']} +decline_one_card"
    assert table.cites("settle hand=2.1 wager=bet") == law
    assert table.cites("settle hand=2.1 wager=double_attack") == f"{law} +dead_hand_returns"


def test_the_dealer_plays_for_a_bust_it_when_no_hand_is_left() -> None:
    table = At(DA).open("1 20 bust 5").draw("6C").do(e.CloseWagers(), e.Skipped(1), e.Skipped(1))
    assert table.said[-1] == "deal to=dealer face=down source=shoe"


@BOTH
def test_a_hand_passed_over_after_it_asked(game: str) -> None:
    table = _plays(game, "1 20,2 20").act("1 hit").do(e.Skipped(1)).act("2 stand")
    assert table.said == ["offer to=1.1 option=late-card", "offer to=1.1 option=dead-hand"]
    assert table.cites("offer to=1.1") == LAW[game]["g"]
    assert table.act("1 late-card").cites("deal to=1.1") == LAW[game]["g"]
    dead = _plays(game, "1 20,2 20").act("1 hit").do(e.Skipped(1)).act("2 stand")
    dead.act("1 dead-hand")
    for start in ("dead hand=1.1", "settle hand=1.1", "rack source=1.1"):
        assert dead.cites(start) == LAW[game]["g"]


def test_money_added_to_a_hand_that_is_called_dead() -> None:
    # 5 + 4 is doubled and passed over for its card.
    table = At(DU).open("1 20,2 20").draw("5S 9H 6C 4D 6S KH").do(e.Peek())
    table.act("1 double 10").do(e.Skipped(1)).act("2 stand").act("1 dead-hand")
    assert table.settled() == wagers("1.1 bet 0/20/0; 1.1 double_down 0/10/0")
    assert table.cites("settle hand=1.1 wager=bet") == LAW[DU]["g"]
    double = table.cites("settle hand=1.1 wager=double_down")
    assert double == f"{LAW[DU]['g']} +dead_hand_returns"


def test_the_offer_of_a_hand_found_after_the_reveal() -> None:
    table = _plays(DU, "1 20,2 20").act("1 hit").do(e.Skipped(1, 1, "after-reveal"))
    table.act("2 stand")
    assert table.said == ["reveal", "offer to=1.1 option=dead-hand"]
    assert table.cites("offer") == LAW[DU]["g"]


# -- (h) ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "to", "used"),
    [
        ({}, "dealer", ""),
        ({"masque_error_choice": "player"}, "1.1", " +masque_error_choice"),
        ({"masque_error_scope": "hand"}, "dealer", " +masque_error_scope"),
        (
            {"masque_error_choice": "player", "masque_error_scope": "hand"},
            "1.1",
            " +masque_error_choice +masque_error_scope",
        ),
    ],
)
def test_who_chooses_after_an_error(rules: dict[str, Any], to: str, used: str) -> None:
    table = _plays(DU, "1 20,2 20", **rules).do(e.WrongSpot("red"), e.ErrorFound())
    assert table.said == [f"offer to={to} option=continue", f"offer to={to} option=dead-hand"]
    assert table.cites("offer") == f"685a.12(h){used}"


def test_a_hand_called_dead_gets_back_what_it_had_lost() -> None:
    # Box 1 doubles 5 + 4 and stands at 9 + 2; box 2 busts with 9 + 6 + K.
    table = At(DU).open("1 20,2 20").draw("5S 9H 6C 4D 6S KH").do(e.Peek(), e.WrongSpot("red"))
    table.act("1 double 10").draw("2S").act("2 hit").draw("KS")
    assert table.said[-3:] == [
        "reveal",
        "offer to=dealer option=continue",
        "offer to=dealer option=dead-hand",
    ]
    table.do(e.DealerAct("dead-hand"))
    assert table.said == [
        "dead hand=1.1",
        "settle hand=1.1 wager=bet to_house=0.00 returned=20.00 won=0.00",
        "settle hand=1.1 wager=double_down to_house=0.00 returned=10.00 won=0.00",
        "rack source=1.1 cards=5S 4D 2S",
        "dead hand=2.1",
        "restore hand=2.1 wager=bet amount=20.00",
        "rack source=dealer cards=6C KH",
        "round-over",
    ]
    assert table.cites("dead") == "685a.12(h)"
    assert table.cites("settle hand=1.1 wager=bet") == "685a.12(h)"
    assert table.cites("settle hand=1.1 wager=double_down") == "685a.12(h) +dead_hand_returns"
    assert table.cites("restore") == "685a.12(h)"
    assert table.cites("rack source=1.1") == "685a.12(h)"
    assert table.settled() == wagers("2.1 bet 0/20/0; 1.1 bet 0/20/0; 1.1 double_down 0/10/0")


# -- (i) ------------------------------------------------------------------------------------------


def test_a_broken_masque_reader() -> None:
    table = At(DU).open("1 20").draw("9S 6C 6D KH").do(e.MasqueFault("two-lights"))
    assert table.said[:2] == ["masque-reader: fault code=two-lights", "block reason=masque-reader"]
    assert table.cites("masque-reader: fault") == "685a.12(i) 685a.2~inspect"
    assert table.cites("block") == "685a.12(i)"
    for start in ("dead", "settle", "rack source=1.1"):
        assert table.cites(start) == "685a.12(i) +masque_fault_round"
    table.open("1 20")
    assert table.said == ["refuse to=dealer option=open-round", "not deal"]
    assert table.cites("refuse") == "685a.12(i)"
    assert table.cites("not deal") == "685a.12(i)"
    table.do(e.MasqueRestored("replaced", False))
    assert table.said == ["not unblock"]
    assert table.cites("not unblock") == "685a.12(i) +resume_needs_inspection"
    # That it stands repaired and not inspected is the house rule's refusal.
    table.open("1 20")
    assert table.said == ["refuse to=dealer option=open-round", "not deal"]
    assert table.cites("refuse") == "685a.12(i) +resume_needs_inspection"
    assert table.cites("not deal") == "685a.12(i) +resume_needs_inspection"
    # The clause ends with the repair; that an inspection is wanted too is the house's reading.
    table.open("1 20")
    assert table.cites("refuse") == "685a.12(i) +resume_needs_inspection"
    assert table.cites("not deal") == "685a.12(i) +resume_needs_inspection"
    assert table.do(e.MasqueRestored("replaced", True)).said == ["unblock"]
    assert table.cites("unblock") == "685a.12(i)"
    table.do(e.MasqueFault("no-light")).open("1 20")
    assert table.cites("refuse") == "685a.12(i)"


@pytest.mark.parametrize("fault", ["link-lost", "power-lost"])
def test_a_masque_reader_that_is_gone_says_nothing(fault: str) -> None:
    assert At(DU).do(e.MasqueFault(fault)).said == ["block reason=masque-reader"]


def test_a_round_whose_light_was_right_is_finished() -> None:
    assert _plays().do(e.MasqueFault("no-light")).due == "act 1.1 hit/stand/double"
    always = _plays(masque_fault_round="void_always").do(e.MasqueFault("no-light"))
    assert always.said[-1] == "round-over"
    wrong = At(DU).open("1 20").draw("9S 6C 6D KH").do(e.Peek("red"), e.MasqueFault("no-light"))
    assert wrong.said[-1] == "round-over"


def test_a_void_round_gives_back_every_wager() -> None:
    odds = {"unsuited": "4 to 1", "suited": "11 to 1"}
    table = At(DU, match_the_dealer_odds=odds, insurance_offered="yes").open("1 20,2 20 match 5")
    table.draw("9S 9H AC").do(e.MasqueFault("no-light"))
    assert table.settled() == wagers("1.1 bet 0/20/0; 2.1 bet 0/20/0; 2.1 match_the_dealer 0/5/0")
    match = table.cites("settle hand=2.1 wager=match_the_dealer")
    assert match == "685a.12(i) +masque_fault_round"
    insured = At(DU, insurance_offered="yes").open("1 20,2 20").draw("9S 9H AC 6D 6S KH")
    insured.do(e.PlaceWager(1, "insurance", parse("10")), e.MasqueFault("no-light"))
    assert insured.settled() == wagers("1.1 bet 0/20/0; 2.1 bet 0/20/0; 1.1 insurance 0/10/0")
    assert (insured.due, insured.table.snapshot()["blocked"]) == ("round", True)


# -- (j) and (k) ----------------------------------------------------------------------------------

WHEN = {DU: "685a.5~when", DA: "665a.5~when"}


@BOTH
def test_a_cycle(game: str) -> None:
    table = At(game).do(e.CycleStarted("B"))
    assert table.cites("shuffler: cycle-started batch=B") == WHEN[game]
    table.do(e.CycleDone(416, "B"))
    assert table.said == ["shuffler: cycle-done batch=B count=416"]
    assert table.cites("shuffler: cycle-done") == WHEN[game]


@BOTH
@pytest.mark.parametrize("fault", ["jam", "stopped", "incomplete"])
def test_a_cycle_that_went_wrong_is_done_again(game: str, fault: str) -> None:
    table = At(game).do(e.CycleStarted("B"), e.ShufflerFault(fault, "B"))
    assert table.said == [
        f"shuffler: {fault} batch=B",
        "reshuffle what=B",
        "not shuffler: cycle-done batch=B",
    ]
    for start in ("shuffler:", "reshuffle", "not shuffler:"):
        assert table.cites(start) == LAW[game]["j"]
    # Another batch is none of it.
    assert table.do(e.CycleStarted("A")).cites("shuffler:") == WHEN[game]
    assert table.do(e.CycleDone(416, "A")).cites("shuffler:") == WHEN[game]
    assert table.do(e.CycleStarted("B")).cites("shuffler:") == LAW[game]["j"]
    assert table.do(e.CycleDone(416, "B")).cites("shuffler:") == LAW[game]["j"]
    # And now it is shuffled.
    assert table.do(e.CycleStarted("B")).cites("shuffler:") == WHEN[game]


@BOTH
def test_two_batches_that_went_wrong(game: str) -> None:
    def failed() -> At:
        table = At(game).do(e.CycleStarted("A"), e.ShufflerFault("jam", "A"))
        return table.do(e.CycleStarted("B"), e.ShufflerFault("jam", "B"))

    for batch in "AB":
        assert failed().do(e.CycleStarted(batch)).cites("shuffler:") == LAW[game]["j"]
        broken = failed().do(e.CycleStarted("C"), e.ShufflerOut(), e.ShufflerRepaired())
        assert broken.do(e.CycleStarted(batch)).cites("shuffler:") == LAW[game]["j"]


@BOTH
def test_a_shuffler_that_is_out_of_use(game: str) -> None:
    table = At(game).do(e.HandShuffle())
    assert table.said == ["offer to=dealer option=hand-shuffle"]
    assert table.cites("offer") == WHEN[game]
    table.do(e.CycleStarted("A"), e.ShufflerOut())
    assert table.said == ["shuffler: fault code=out-of-service", "cover"]
    assert table.cites("shuffler: fault") == LAW[game]["k"]
    assert table.cites("cover") == LAW[game]["k"]
    assert table.table.snapshot()["shuffler"] == {"out": True, "sign": False}
    table.do(e.HandShuffle())
    assert table.said == ["refuse to=dealer option=hand-shuffle"]
    assert table.cites("refuse") == LAW[game]["k"]
    table.do(e.SignPlaced())
    assert table.table.snapshot()["shuffler"] == {"out": True, "sign": True}
    table.do(e.HandShuffle())
    assert table.said == ["offer to=dealer option=hand-shuffle"]
    assert table.cites("offer") == LAW[game]["k"]
    # It starts all the same: what it says is told, and it is refused.
    table.do(e.CycleStarted("A"))
    assert table.said == [
        "shuffler: cycle-started batch=A",
        "refuse to=dealer option=shuffler",
    ]
    # The cycle that it broke in was no full one.
    assert table.cites("shuffler: cycle-started") == LAW[game]["j"]
    assert table.cites("refuse") == LAW[game]["k"]
    assert table.table.cycle == ""
    table.do(e.ShufflerRepaired())
    assert table.table.snapshot()["shuffler"] == {"out": False, "sign": False}
    assert table.do(e.CycleStarted("A")).cites("shuffler:") == LAW[game]["j"]
    # Out again, it needs its sign again.
    table.do(e.ShufflerOut(), e.HandShuffle())
    assert table.said == ["refuse to=dealer option=hand-shuffle"]
