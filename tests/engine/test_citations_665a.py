"""What each effect of a Double Attack round rests on: clauses, then ``+`` the house rules used."""

from __future__ import annotations

from typing import Any

import pytest

from reference_engine import events as e
from reference_engine.money import parse
from tests.engine.rounds import DA, At, wagers


def _opened(staked: str, upcard: str, **rules: Any) -> At:
    """A round after the Double Attack Wagers, which stand as ``20+20`` in `staked`."""
    table = At(DA, **rules).open(staked).draw(upcard)
    for part in staked.split(","):
        words = part.split()
        if "+" in words[1]:
            amount = parse(words[1].split("+")[1])
            table.do(e.PlaceWager(int(words[0]), "double_attack", amount))
    return table.do(e.CloseWagers())


def _dealt(staked: str, cards: str, **rules: Any) -> At:
    upcard, *others = cards.split()
    return _opened(staked, upcard, **rules).draw(" ".join(others))


def _peeked(table: At) -> At:
    return table.do(e.DealerAct("peek"), e.Peek())


# -- offers and refusals --------------------------------------------------------------------------


def test_each_option_is_offered_by_its_own_clause() -> None:
    table = _dealt("1 20", "5C 8S 8D KH")
    assert table.due == "act 1.1 surrender/hit/stand/double/split"
    cites = {option: table.cites(f"offer to=1.1 option={option}") for option in table.table.options}
    assert cites == {
        "surrender": "665a.9(a)",
        "hit": "665a.7~act",
        "stand": "665a.7~act",
        "double": "665a.10~when",
        "split": "665a.11~what",
    }


@pytest.mark.parametrize(
    ("cards", "does", "refused", "cites"),
    [
        # A Blackjack cannot be given up, by house rule; what else it asks is out of turn.
        ("5C 9S AS 6D KD KH", [], "2 surrender", "665a.9(a) +surrender_blackjack"),
        ("5C 9S AS 6D KD KH", [], "2 stand", "665a.7~act"),
        # Out of turn.
        ("5C 9S 9H 6D 5D KH", [], "2 surrender", "665a.7~act"),
        ("5C 9S 9H 6D 5D KH", [], "2 double", "665a.10~when"),
        ("5C 9S 8H 6D 8D KH", [], "2 split", "665a.11~again"),
        ("5C 9S 9H 6D 5D KH", [], "2 split", "665a.11~what"),
        # After standing, and after a bust: 9 + 6 + K = 25.
        ("5C 9S 9H 6D 5D KH", ["1 stand"], "1 surrender", "665a.9(a)"),
        ("5C 9S 9H 6D 5D KH KS", ["1 hit"], "1 surrender", "665a.9(a)"),
        ("5C 9S 9H 6D 5D KH KS", ["1 hit"], "1 hit", "665a.7~act"),
    ],
)
def test_a_refusal_of_one_of_two_boxes(
    cards: str, does: list[str], refused: str, cites: str
) -> None:
    first, more = cards.split()[:6], cards.split()[6:]
    table = _dealt("1 20,2 20", " ".join(first))
    for one in does:
        table.act(one)
    table.draw(" ".join(more)).act(refused)
    assert table.cites("refuse") == cites


def test_a_refusal_of_split_aces() -> None:
    table = _dealt("1 20", "5C AS AD KH").act("1 split").draw("9S").act("1 hit")
    assert table.said == ["refuse to=1.1 option=hit"]
    assert table.cites("refuse") == "665a.11~aces"
    assert table.act("1 split").cites("refuse") == "665a.11~what"
    assert table.act("1 double").cites("refuse") == "665a.10~when"
    assert table.act("1.2 stand").cites("refuse") == "665a.7~act"


def test_a_second_double_is_refused_by_its_own_clause() -> None:
    table = _dealt("1 20", "5C 2S 3D KH").act("1 double").draw("4S").act("1 double")
    assert table.cites("refuse") == "665a.10~once"


def test_a_double_on_three_cards_is_refused_under_the_house_rule() -> None:
    table = _dealt("1 20", "5C 2S 3D KH", double_on="first_two").act("1 hit").draw("4S")
    assert table.act("1 double").cites("refuse") == "665a.10~when"


# -- doubling and splitting -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("drawn", "amount", "cites"),
    [
        ("", "20", "665a.10~one-card"),
        ("", "20.01", "665a.10~one-card +double_cap_base"),
        ("4S", "20", "665a.10~one-card +double_on"),
        ("4S", "40", "665a.10~one-card +double_on +double_cap_base"),
    ],
)
def test_a_double_rests_on_the_house_rules_that_it_needs(
    drawn: str, amount: str, cites: str
) -> None:
    table = _dealt("1 20+20", "5C 2S 3D KH")
    if drawn:
        table.act("1 hit").draw(drawn)
    table.act(f"1 double {amount}")
    assert table.said == ["deal to=1.1 face=up source=shoe"]
    assert table.cites("deal") == cites


def test_the_second_card_of_a_pair() -> None:
    table = _dealt("1 20", "5C 8S 8D KH").act("1 split")
    assert table.cites("deal") == "665a.11~order"
    assert table.draw("9S").act("1 stand").cites("deal to=1.2") == "665a.11~order"
    aces = _dealt("1 20", "5C AS AD KH").act("1 split")
    assert aces.cites("deal") == "665a.11~aces"
    assert aces.draw("9S").act("1 stand").cites("deal to=1.2") == "665a.11~order 665a.11~aces"


# -- surrender ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("staked", "rules", "bet", "attack"),
    [
        # 20 and 20 halve in chips.
        ("20+20", {}, "10/10/0", "10/10/0"),
        ("20+20", {"surrender_half_rounding": "odd_to_house"}, "10/10/0", "10/10/0"),
        # Half of a cent, kept exactly: no basis plays a part.
        ("20.01+20", {}, "10.005/10.005/0 +surrender_half_rounding", "10/10/0"),
        ("40+20.01", {}, "20/20/0", "10.005/10.005/0 +surrender_half_rounding"),
        # Rounded: which wager was halved, or their sum, matters to both.
        (
            "20.01+20",
            {"surrender_half_rounding": "odd_to_house"},
            "10.01/10/0 +surrender_half_rounding +surrender_half_basis",
            "10/10/0 +surrender_half_basis",
        ),
        (
            "40+20.01",
            {"surrender_half_rounding": "odd_to_player"},
            "20/20/0 +surrender_half_basis",
            "10/10.01/0 +surrender_half_rounding +surrender_half_basis",
        ),
        (
            "20.01+20.01",
            {"surrender_half_rounding": "odd_to_house", "surrender_half_basis": "sum"},
            "10.01/10/0 +surrender_half_rounding +surrender_half_basis",
            "10/10.01/0 +surrender_half_rounding +surrender_half_basis",
        ),
        # 60.01 halves to 30.005, rounded up 30.01: 20 of the Bet and 10.01 of the other.
        (
            "40+20.01",
            {"surrender_half_rounding": "odd_to_house", "surrender_half_basis": "sum"},
            "20/20/0 +surrender_half_basis",
            "10.01/10/0 +surrender_half_rounding +surrender_half_basis",
        ),
        # With one wager there is no sum.
        (
            "20.01",
            {"surrender_half_rounding": "odd_to_house"},
            "10.01/10/0 +surrender_half_rounding",
            "",
        ),
    ],
)
def test_halves(staked: str, rules: dict[str, object], bet: str, attack: str) -> None:
    table = _dealt(f"1 {staked}", "5C 9S 6D KH", **rules).act("1 surrender")
    for wager, expected in (("bet", bet), ("double_attack", attack)):
        amounts, *used = expected.split() or [""]
        assert table.settled().get(f"1.1 {wager}", "") == amounts
        if amounts:
            cites = table.cites(f"settle hand=1.1 wager={wager} ")
            assert cites == " ".join(["665a.9(b)(1)", *used])
    assert table.cites("rack source=1.1") == "665a.9(b)(1)"
    assert table.cites("not deal to=1.1") == "665a.9(a)"


@pytest.mark.parametrize(
    ("rules", "double"),
    [
        ({}, "10.005/10.005/0"),
        ({"surrender_half_rounding": "odd_to_house"}, "10.01/10/0"),
        ({"surrender_half_rounding": "odd_to_player"}, "10/10.01/0"),
        ({"surrender_double_down": "all_to_house"}, "20.01/0/0"),
        ({"surrender_double_down": "all_returned"}, "0/20.01/0"),
    ],
)
def test_a_surrendered_double(rules: dict[str, object], double: str) -> None:
    table = _dealt("1 40", "5C 2S 3D KH", **rules).act("1 double 20.01").draw("4S")
    table.act("1 surrender")
    assert table.settled() == {"1.1 bet": "20/20/0", "1.1 double_down": double}
    cites = table.cites("settle hand=1.1 wager=double_down")
    assert cites == "665a.9(a) 665a.9(b)(1) +surrender_double_down"


def test_once_read_the_hole_card_is_not_read_again() -> None:
    table = _peeked(_dealt("1 20", "KC 9S 6D 7H")).act("1 surrender")
    assert table.cites("not peek") == "665a.9(b)(2) +reread_on_surrender"
    assert table.cites("not card-reader: answer") == "665a.9(b)(2) +reread_on_surrender"
    assert table.cites("settle") == "665a.9(b)(2)(ii)"
    assert table.table.surrendering == -1


def test_a_second_reading_by_house_rule() -> None:
    table = _peeked(_dealt("1 20", "KC 9S 6D 7H", reread_on_surrender="yes")).act("1 surrender")
    assert table.cites("peek") == "665a.9(b)(2) +reread_on_surrender"
    assert table.cites("not settle") == "665a.9(b)(2)"
    assert table.cites("not rack") == "665a.9(b)(2)"
    table.do(e.Peek())
    assert table.said[0] == "card-reader: answer blackjack=no"
    assert table.cites("card-reader: answer") == (
        "665a.9(b)(2) 665a.1 Card reader device 665a.1 Blackjack"
    )


def test_reading_only_on_a_surrender() -> None:
    table = _dealt("1 20,2 20", "KC 9S 9H 6D 5D 7H", peek_timing="on_surrender")
    assert table.due == "act 1.1 surrender/hit/stand/double"
    table.act("1 surrender")
    assert table.cites("peek") == "665a.9(b)(2) +peek_timing"
    assert table.cites("not settle hand=1.1") == "665a.9(b)(2)"
    table.do(e.Peek())
    assert table.cites("settle hand=1.1") == "665a.9(b)(2)(ii)"
    assert table.due == "act 2.1 surrender/hit/stand/double"
    # The hole card has been read once now.
    table.act("2 surrender")
    assert table.cites("settle hand=2.1") == "665a.9(b)(2)(ii)"
    assert table.said[-1] == "round-over"


def test_a_blackjack_given_up_by_house_rule() -> None:
    table = _dealt("1 20", "KC AS KD 7H", surrender_blackjack="yes")
    assert table.cites("offer") == "665a.9(a) +peek_timing +surrender_blackjack"
    table.act("1 surrender").do(e.DealerAct("peek"), e.Peek())
    assert table.cites("settle") == "665a.9(b)(2)(ii) +surrender_blackjack"
    assert table.cites("rack source=1.1") == "665a.9(b)(2)(ii) +surrender_blackjack"
    assert _dealt("1 20", "KC 9S 6D 7H").cites("offer") == "665a.9(a) +peek_timing"


def test_half_a_cent_of_a_blackjack_given_up() -> None:
    table = _dealt("1 20.01", "KC AS KD 7H", surrender_blackjack="yes").act("1 surrender")
    table.do(e.DealerAct("peek"), e.Peek())
    cites = table.cites("settle hand=1.1 wager=bet")
    assert cites == "665a.9(b)(2)(ii) +surrender_blackjack +surrender_half_rounding"


def test_the_bust_it_of_a_surrendered_box_stays() -> None:
    table = _dealt("1 20 bust 5,2 20 bust 5", "5C 9S 9H 6D 8D KH").act("1 surrender")
    assert table.cites("not settle hand=1.1 wager=bust_it") == "665a.9(c)"
    # 5 + 10 + 3 = 18 against 17.
    table.act("2 stand").draw("3S").do(e.DealerAct("settle"))
    assert table.cites("settle hand=1.1 wager=bust_it") == "665a.9(c) 665a.7(m)"
    assert table.cites("settle hand=2.1 wager=bust_it") == "665a.7(m)"
    statuses = [hand.status for hand in table.table.hands]
    assert statuses == ["surrendered", "settled"]


def test_a_bust_it_that_wins_by_two_rows_is_paid_by_the_better() -> None:
    # 6 + 9 + 8 = 23: a third card 8 pays 8 to 1 and is one row. 8 + 8 + 8 of one suit is two.
    table = _dealt("1 20 bust 5,2 20 bust 5", "6C 9S 9H 6D 8D 9C").act("1 surrender")
    table.act("2 stand").draw("8S").do(e.DealerAct("settle"))
    assert table.cites("settle hand=1.1 wager=bust_it") == "665a.9(c) 665a.12(c)"
    assert table.cites("settle hand=2.1 wager=bust_it") == "665a.12(c)"
    assert table.settled()["1.1 bust_it"] == table.settled()["2.1 bust_it"]
    for suits in ("CCC", "CSC"):
        table = _dealt("1 20 bust 5", f"8{suits[0]} 9S 6D 8{suits[1]}").act("1 stand")
        table.draw(f"8{suits[2]}").do(e.DealerAct("settle"))
        assert table.cites("settle hand=1.1 wager=bust_it") == "665a.12(c) +bust_it_highest_only"
    # Of both colours they are a third card 8 and no more.
    table = _dealt("1 20 bust 5", "8C 9S 6D 8D").act("1 stand").draw("8C")
    table.do(e.DealerAct("settle"))
    assert table.cites("settle hand=1.1 wager=bust_it") == "665a.12(c)"


# -- a dealer Blackjack ---------------------------------------------------------------------------


def test_a_dealer_blackjack_ends_the_round_for_all() -> None:
    table = _dealt("1 20+20 bust 5,2 20+20 bust 5,3 20", "KC 9S 9H AS 6D 8D KD AH")
    table.act("1 surrender").do(e.DealerAct("peek"), e.Peek())
    assert table.settled() == wagers(
        "1.1 bet 20/0/0; 1.1 double_attack 0/20/0; 1.1 bust_it 5/0/0;"
        "2.1 bet 20/0/0; 2.1 double_attack 0/20/0; 2.1 bust_it 5/0/0; 3.1 bet 0/20/0"
    )
    assert table.cites("reveal") == "665a.7~peek-bj"
    assert table.cites("settle hand=1.1 wager=bet") == "665a.9(b)(2)(i)"
    assert table.cites("settle hand=1.1 wager=double_attack") == "665a.9(b)(2)(i)"
    assert table.cites("settle hand=1.1 wager=bust_it") == "665a.9(b)(2)(i)"
    assert table.cites("settle hand=2.1 wager=bet") == "665a.7~peek-bj"
    attack = table.cites("settle hand=2.1 wager=double_attack")
    assert attack == "665a.7~peek-bj +dealer_bj_double_attack"
    assert table.cites("settle hand=2.1 wager=bust_it") == "665a.7~peek-bj"
    assert table.cites("settle hand=3.1 wager=bet") == "665a.7~peek-bj +bj_vs_bj"
    shown = table.table.snapshot()
    assert (shown["dealer"]["hole"], shown["dealer"]["blackjack"]) == ("up", True)
    statuses = [hand["status"] for seat in shown["seats"] for hand in seat["hands"]]
    assert statuses == ["surrendered", "settled", "blackjack"]


def test_what_a_surrendering_box_loses_to_a_blackjack_under_the_house_rules() -> None:
    table = _dealt(
        "1 20 bust 5",
        "KC 9S 6D AH",
        bj_cards_collected="at_once",
        surrender_bj_bust_it="collect_at_m",
    )
    table.act("1 surrender").do(e.DealerAct("peek"), e.Peek())
    assert table.said[1:3] == ["reveal", "rack source=1.1 cards=9S 6D"]
    assert table.cites("rack source=1.1") == "665a.9(b)(2)(i) +bj_cards_collected"
    bust_it = table.cites("settle hand=1.1 wager=bust_it")
    assert bust_it == "665a.9(c) 665a.7(m) +surrender_bj_bust_it"


@pytest.mark.parametrize(("to_house", "double"), [("returned", "0/20/0"), ("to_house", "20/0/0")])
def test_a_double_given_up_against_a_blackjack(to_house: str, double: str) -> None:
    table = _dealt(
        "1 20",
        "KC 2S 3D AH",
        peek_timing="on_surrender",
        surrender_bj_double_down=to_house,
    )
    table.act("1 double").draw("4S").act("1 surrender").do(e.Peek())
    assert table.settled() == {"1.1 bet": "20/0/0", "1.1 double_down": double}
    cites = table.cites("settle hand=1.1 wager=double_down")
    assert cites == "665a.9(b)(2)(i) +surrender_bj_double_down"


def test_only_the_first_bet_of_a_pair_is_lost_to_a_blackjack_that_nobody_read() -> None:
    # Eights split: 8 + 9 stands, 8 + 3 is doubled to 8 + 3 + 2. Then K + A is turned.
    table = _dealt("1 20+10", "KC 8S 8D AH", peek_timing="on_surrender").act("1 split")
    table.draw("9S").act("1 stand").draw("3S").act("1.2 double 15").draw("2S").act("1.2 stand")
    assert table.said == ["reveal"]
    table.do(e.DealerAct("settle"))
    assert table.settled() == wagers(
        "1.1 bet 20/0/0; 1.1 double_attack 0/10/0;"
        "1.2 bet 0/20/0; 1.2 double_attack 0/10/0; 1.2 double_down 0/15/0"
    )
    assert table.cites("settle hand=1.1 wager=bet") == "665a.7~peek-bj"
    assert table.cites("settle hand=1.2 wager=bet") == "665a.11~dealer-bj"
    attack = table.cites("settle hand=1.2 wager=double_attack")
    assert attack == "665a.7~peek-bj +dealer_bj_double_attack"
    assert table.cites("settle hand=1.2 wager=double_down") == "665a.10~dealer-bj"


def test_a_bust_it_against_a_blackjack_that_nobody_read() -> None:
    table = _dealt("1 20 bust 5", "KC 9S 6D AH", peek_timing="on_surrender").act("1 stand")
    table.do(e.DealerAct("settle"))
    assert table.settled() == wagers("1.1 bet 20/0/0; 1.1 bust_it 5/0/0")
    assert table.cites("settle hand=1.1 wager=bust_it") == "665a.7~peek-bj"
    assert [hand.status for hand in table.table.hands] == ["settled"]


def test_the_double_attack_goes_to_the_house_under_the_house_rule() -> None:
    rule = {"dealer_bj_double_attack": "to_house"}
    table = _peeked(_dealt("1 20+10", "KC 9S 6D AH", **rule))
    assert table.settled() == wagers("1.1 bet 20/0/0; 1.1 double_attack 10/0/0")


# -- insurance ------------------------------------------------------------------------------------


def test_insurance_that_wins_beside_a_surrender() -> None:
    table = _dealt("1 20,2 20", "AC 9S 9H 6D 8D KH")
    table.do(e.PlaceWager(1, "insurance", parse("10")), e.PlaceWager(2, "insurance", parse("4")))
    table.act("1 surrender").do(e.DealerAct("peek"), e.Peek())
    assert table.settled() == wagers(
        "1.1 bet 20/0/0; 1.1 insurance 0/10/25; 2.1 bet 20/0/0; 2.1 insurance 0/4/10"
    )
    won = table.cites("settle hand=1.1 wager=insurance")
    assert won == "665a.9(d) 665a.8~win 665a.12(b)"
    assert table.cites("settle hand=2.1 wager=insurance") == "665a.8~win 665a.12(b)"


def test_insurance_that_loses_beside_a_surrender() -> None:
    table = _dealt("1 20,2 20", "AC 9S 9H 6D 8D 7H")
    table.do(e.PlaceWager(1, "insurance", parse("10")), e.PlaceWager(2, "insurance", parse("4")))
    table.act("1 surrender").do(e.DealerAct("peek"), e.Peek())
    assert table.cites("settle hand=1.1 wager=insurance") == "665a.9(d) 665a.8~win"
    assert table.cites("settle hand=2.1 wager=insurance") == "665a.8~win"


@pytest.mark.parametrize("hole", ["KH", "7H"])
def test_insurance_over_half_of_the_bet_rests_on_the_house_rule(hole: str) -> None:
    table = _dealt(
        "1 20+20,2 20+20", f"AC 9S 9H 6D 8D {hole}", insurance_base="bet_plus_double_attack"
    )
    table.do(
        e.PlaceWager(1, "insurance", parse("10")), e.PlaceWager(2, "insurance", parse("10.01"))
    )
    _peeked(table)
    ids = "665a.8~win 665a.12(b)" if hole == "KH" else "665a.8~win"
    assert table.cites("settle hand=1.1 wager=insurance") == ids
    assert table.cites("settle hand=2.1 wager=insurance") == f"{ids} +insurance_base"


def test_insurance_is_settled_at_the_reveal_where_nobody_reads_before() -> None:
    # 9 + 6 + K = 25. The Insurance Wager alone keeps the dealer in the round.
    table = _dealt("1 20", "AC 9S 6D KH", peek_timing="on_surrender")
    table.do(e.PlaceWager(1, "insurance", parse("10"))).act("1 hit").draw("KS")
    assert table.said[-4:] == [
        "reveal",
        "settle hand=1.1 wager=insurance to_house=0.00 returned=10.00 won=25.00",
        "rack source=dealer cards=AC KH",
        "round-over",
    ]
    assert table.cites("settle hand=1.1 wager=insurance") == "665a.8~win 665a.12(b)"


def test_a_blackjack_is_paid_at_the_reveal_where_nobody_reads_before() -> None:
    table = _dealt("1 20,2 20", "KC AS 9H KD 6D 7H", peek_timing="on_surrender")
    table.act("2 hit").draw("KS")
    assert table.said[-6:] == [
        "rack source=2.1 cards=9H 6D KS",
        "reveal",
        "settle hand=1.1 wager=bet to_house=0.00 returned=20.00 won=20.00",
        "rack source=1.1 cards=AS KD",
        "rack source=dealer cards=KC 7H",
        "round-over",
    ]
    assert table.cites("settle hand=1.1") == "665a.7~player-bj 665a.12(a)"
    assert table.cites("rack source=1.1") == "665a.7~player-bj"


def test_two_blackjacks_with_another_hand_between() -> None:
    table = _dealt("1 20,2 20+20,3 20", "5C AS 9S AH KD 6D KH 7H")
    assert [words for words in table.said if words.startswith(("settle", "rack"))] == [
        "settle hand=1.1 wager=bet to_house=0.00 returned=20.00 won=20.00",
        "rack source=1.1 cards=AS KD",
        "settle hand=3.1 wager=bet to_house=0.00 returned=20.00 won=20.00",
        "rack source=3.1 cards=AH KH",
    ]
    assert table.cites("settle") == "665a.7~player-bj 665a.12(a)"


# -- the comparison -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hole", "drawn", "player", "bet", "double"),
    [
        # Hard 17: 10 + 5 + 2.
        ("5H", "2S", "9S", "665a.7~compare 665a.12(a)", "665a.7~compare"),
        ("5H", "2S", "7S", "665a.7~compare", "665a.7~compare"),
        ("5H", "2S", "6S", "665a.7~compare", "665a.7~compare"),
    ],
)
def test_a_settlement_on_a_hard_17(
    hole: str, drawn: str, player: str, bet: str, double: str
) -> None:
    # 4 + 6 doubled with `player`: 19 wins, 17 pushes, 16 loses.
    table = _peeked(_dealt("1 20", f"KC 4S 6D {hole}")).act("1 double").draw(player)
    table.act("1 stand").draw(drawn).do(e.DealerAct("settle"))
    assert table.cites("settle hand=1.1 wager=bet") == bet
    assert table.cites("settle hand=1.1 wager=double_down") == double


@pytest.mark.parametrize(
    ("player", "bet"),
    [("9S", "665a.7~compare 665a.12(a)"), ("7S", "665a.7~compare"), ("6S", "665a.7~compare")],
)
def test_a_settlement_on_a_soft_17_rests_on_the_dealers_standing_there(
    player: str, bet: str
) -> None:
    table = _dealt("1 20", "6C 4S 6D AH").act("1 double").draw(player).act("1 stand")
    table.do(e.DealerAct("settle"))
    assert table.cites("settle hand=1.1 wager=bet") == f"{bet} +dealer_soft_17"
    assert table.cites("settle hand=1.1 wager=double_down") == "665a.7~compare +dealer_soft_17"


def test_a_dealer_who_hits_a_soft_17_draws_by_house_rule() -> None:
    table = _dealt("1 20", "6C 9S 9D AH", dealer_soft_17="hit").act("1 stand")
    assert table.cites("deal to=dealer") == "665a.7~dealer-draw +dealer_soft_17"
    # 6 + A + 9 = 16: that he draws again is the law's.
    assert table.draw("9C").cites("deal to=dealer") == "665a.7~dealer-draw"


# -- what is done on the way ----------------------------------------------------------------------


def test_the_deal_and_the_reveal() -> None:
    table = At(DA).open("1 20")
    assert table.cites("deal to=dealer") == "665a.7~deal-order"
    assert table.draw("5C").cites("offer") == "665a.6~double-attack"
    assert table.do(e.CloseWagers()).cites("deal to=1.1") == "665a.7~deal-order"
    assert table.draw("9S 6D").cites("deal to=dealer") == "665a.7~deal-order 665a.1 Hole card"
    table.draw("KH")
    assert table.cites("not peek") == "665a.7(g)"
    assert table.cites("not card-reader: answer") == "665a.7(g)"
    assert table.act("1 hit").cites("deal") == "665a.7~act"
    table.draw("2S").act("1 stand")
    assert table.cites("reveal") == "665a.7~peek-clear"
    assert table.cites("deal to=dealer") == "665a.7~dealer-draw"
    table.draw("9C").do(e.DealerAct("settle"))
    # 15 + 9 = 24.
    assert table.cites("settle") == "665a.7~compare 665a.12(a)"
    assert table.cites("rack source=1.1") == "665a.7~compare"
    assert table.cites("rack source=dealer") == "665a.7~compare"
    assert table.cites("round-over") == "665a.7~compare"


def test_the_reader_speaks_by_its_definition_where_nobody_gives_up() -> None:
    table = _dealt("1 20", "KC 9S 6D 7H").do(e.DealerAct("peek"))
    assert table.cites("peek") == "665a.7(g)"
    table.do(e.Peek())
    assert table.cites("card-reader: answer") == "665a.1 Card reader device 665a.1 Blackjack"


def test_a_bust_is_lost_and_racked() -> None:
    table = _dealt("1 20+20", "5C 9S 6D KH").act("1 hit").draw("KS")
    assert table.settled() == wagers("1.1 bet 20/0/0; 1.1 double_attack 20/0/0")
    assert table.cites("settle") == "665a.7~player-bust"
    assert table.cites("rack source=1.1") == "665a.7~player-bust"
