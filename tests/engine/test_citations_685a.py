"""What each effect of a Down Under round rests on: clauses, then ``+`` the house rules used."""

from __future__ import annotations

from typing import Any

import pytest

from reference_engine import NotPossible
from reference_engine import events as e
from reference_engine.money import parse
from tests.engine.rounds import DU, At, wagers

ODDS = {"unsuited": "4 to 1", "suited": "11 to 1"}


def _dealt(staked: str, cards: str, **rules: Any) -> At:
    return At(DU, **rules).open(staked).draw(cards)


def _plays(staked: str, cards: str, shown: str | None = None, **rules: Any) -> At:
    table = _dealt(staked, cards, **rules)
    if table.table.due.what == "insurance":
        table.do(e.CloseWagers())
    return table.do(e.Peek(shown))


# -- dealing and the light ------------------------------------------------------------------------


def test_the_deal() -> None:
    table = At(DU).open("1 20")
    assert table.cites("deal to=1.1") == "685a.7(e)(1)"
    assert table.draw("9S").cites("deal to=dealer") == "685a.7(e)(2)"
    assert table.draw("6C").cites("deal to=1.1") == "685a.7(e)(3)"
    assert table.draw("6D").cites("deal to=dealer") == "685a.7(e)(4) 685a.1 Hole card"
    assert table.draw("KH").cites("peek") == "685a.7~masque-insert"


@pytest.mark.parametrize(
    ("hole", "colour", "definition"),
    [
        ("5H", "blue", "685a.1 Small"),
        ("9H", "red", "685a.1 Medium"),
        ("TH", "yellow", "685a.1 Large"),
    ],
)
def test_the_light_of_the_hole_card(hole: str, colour: str, definition: str) -> None:
    table = _plays("1 20", f"9S 6C 6D {hole}")
    reader = "685a.1 Masque Card Reader device"
    assert table.said[:5] == [
        f"masque-reader: light colour={colour}",
        f"masque-reader: lamp lit={colour}",
        f"spot colour={colour}",
        "masque-reader: light colour=none",
        "masque-reader: lamp lit=none",
    ]
    assert table.cites(f"masque-reader: light colour={colour}") == f"{reader} {definition}"
    assert table.cites(f"masque-reader: lamp lit={colour}") == f"{reader} {definition}"
    assert table.cites("spot") == "685a.7~masque-insert"
    assert table.cites("masque-reader: light colour=none") == f"{reader} 685a.7~masque-insert"
    assert table.cites("masque-reader: lamp lit=none") == f"{reader} 685a.7~masque-insert"


def test_a_wrong_light_is_the_irregularity() -> None:
    table = _plays("1 20", "9S 6C 6D KH", "blue")
    assert table.cites("masque-reader: light colour=blue") == "685a.12(h)"
    assert table.cites("masque-reader: lamp lit=blue") == "685a.12(h)"
    assert table.cites("spot colour=blue") == "685a.7~masque-insert"


def test_two_large_cards_are_laid_open() -> None:
    assert _plays("1 20", "9S KC 6D QH").cites("reveal") == "685a.7(h)"
    assert "reveal" not in _plays("1 20", "9S KC 6D 9H").said
    assert "reveal" not in _plays("1 20", "9S 9C 6D KH").said


# -- offers and refusals --------------------------------------------------------------------------


def test_each_option_is_offered_by_its_own_clause() -> None:
    table = _plays("1 20", "8S 6C 8D KH")
    assert table.due == "act 1.1 hit/stand/double/split"
    cites = {option: table.cites(f"offer to=1.1 option={option}") for option in table.table.options}
    assert cites == {
        "hit": "685a.7~act",
        "stand": "685a.7~act",
        "double": "685a.9~double-down",
        "split": "685a.10(a)",
    }


def test_a_split_hand_is_played_by_the_clause_on_pairs() -> None:
    table = _plays("1 20", "8S 6C 8D KH").act("1 split")
    assert table.cites("deal to=1.1") == "685a.10(c)"
    table.draw("8H")
    # A pair again is not split again.
    assert table.due == "act 1.1 hit/stand/double"
    assert table.cites("offer to=1.1") == "685a.10(c)"
    assert table.act("1 split").cites("refuse") == "685a.10(c)"
    assert table.act("1 stand").cites("deal to=1.2") == "685a.10(b) 685a.10(c)"


def test_a_split_ace_gets_one_card() -> None:
    table = _plays("1 20", "AS 6C AD KH").act("1 split")
    assert table.cites("deal to=1.1") == "685a.10(e)"
    table.act("1 hit")
    assert table.cites("refuse") == "685a.10(e)"
    assert table.act("1 stand").cites("refuse") == "685a.7~act"
    assert table.draw("5S").cites("deal to=1.2") == "685a.10(b) 685a.10(e)"


@pytest.mark.parametrize(
    ("refused", "cites"),
    [
        ("2 surrender", "685a.7~no-surrender"),
        ("2 split", "685a.10(a)"),
        ("2 double", "685a.9~double-down"),
        ("2 hit", "685a.7~act"),
        ("2 stand", "685a.7~act"),
        ("1 late-card", "685a.12(g)"),
        ("1 dead-hand", "685a.12(g)"),
        ("1 double 20.01", "685a.9~double-down"),
    ],
)
def test_a_refusal(refused: str, cites: str) -> None:
    table = _plays("1 20,2 20", "9S 9H 6C 6D 5D KH").act(refused)
    assert table.cites("refuse") == cites


def test_a_double() -> None:
    table = _plays("1 20", "4S 6C 6D KH").act("1 double 5")
    assert table.cites("deal to=1.1") == "685a.9~double-down"
    table.draw("9S").draw("2C").do(e.DealerAct("settle"))
    # 19 against 6 + 10 + 2 = 18.
    assert table.settled() == wagers("1.1 bet 0/20/20; 1.1 double_down 0/5/5")
    assert table.cites("settle") == "685a.7~compare 685a.11~bet"


# -- the dealer's hand ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("player", "cites"),
    [
        ("8D", "685a.7~compare 685a.11~bet +dealer_soft_17"),
        ("7D", "685a.7~compare +dealer_soft_17"),
        ("6D", "685a.7~compare +dealer_soft_17"),
    ],
)
def test_a_settlement_on_a_soft_17(player: str, cites: str) -> None:
    # K + 8, 7 or 6 against 6 + A.
    table = _plays("1 20", f"KS 6C {player} AH").act("1 stand").do(e.DealerAct("settle"))
    assert table.cites("settle") == cites


@pytest.mark.parametrize(
    ("player", "settled", "cites"),
    [
        ("8D", "0/20/20", "685a.7~compare 685a.11~bet"),
        ("7D", "0/20/0", "685a.7~compare"),
        ("6D", "20/0/0", "685a.7~compare"),
    ],
)
def test_a_settlement_on_a_hard_17(player: str, settled: str, cites: str) -> None:
    table = _plays("1 20", f"KS 8C {player} 9H").act("1 stand").do(e.DealerAct("settle"))
    assert table.settled() == {"1.1 bet": settled}
    assert table.cites("settle") == cites


@pytest.mark.parametrize(
    ("cards", "does", "rules", "settled", "cites"),
    [
        # The dealer has 6 + K + 6 = 22: a push, but for 21 and two Large cards.
        ("KS 6C 8D KH", "", {}, "0/20/0", "685a.7~push-22 +dealer_22"),
        ("KS 6C QD KH", "", {}, "0/20/20", "685a.7~push-22 685a.11~bet +dealer_22"),
        ("7S 6C 4D KH", "TS", {}, "0/20/20", "685a.7~push-22 685a.11~bet +dealer_22"),
        ("2S 6C 8D KH", "TS", {}, "0/20/0", "685a.7~push-22 +dealer_22"),
        (
            "KS 6C 8D KH",
            "",
            {"dealer_22": "bust"},
            "0/20/20",
            "685a.7~compare 685a.11~bet +dealer_22",
        ),
    ],
)
def test_a_dealer_22(
    cards: str, does: str, rules: dict[str, Any], settled: str, cites: str
) -> None:
    table = _plays("1 20", cards, **rules)
    if does:
        table.act("1 hit").draw(does)
    table.act("1 stand").draw("6S").do(e.DealerAct("settle"))
    assert table.settled() == {"1.1 bet": settled}
    assert table.cites("settle") == cites


def test_two_large_cards_of_a_pair_push_a_dealer_22() -> None:
    table = _plays("1 20", "KS 6C QD KH").act("1 split").draw("JS").act("1 stand")
    table.draw("9S").act("1.2 stand").draw("6S").do(e.DealerAct("settle"))
    assert table.settled() == wagers("1.1 bet 0/20/0; 1.2 bet 0/20/0")
    first = table.cites("settle hand=1.1")
    assert first == "685a.7~push-22 +dealer_22 +split_large_against_22"
    assert table.cites("settle hand=1.2") == "685a.7~push-22 +dealer_22"


def test_a_dealer_over_22() -> None:
    table = _plays("1 20", "KS 6C 8D KH").act("1 stand").draw("7S").do(e.DealerAct("settle"))
    assert table.settled() == {"1.1 bet": "0/20/20"}
    assert table.cites("settle") == "685a.7~compare 685a.11~bet"


def test_a_dealer_who_hits_a_soft_17_draws_by_house_rule() -> None:
    table = _plays("1 20", "9S 6C 9D AH", dealer_soft_17="hit").act("1 stand")
    assert table.cites("deal to=dealer") == "685a.7~dealer-draw +dealer_soft_17"
    assert table.draw("9C").cites("deal to=dealer") == "685a.7~dealer-draw"


def test_the_end_of_a_round() -> None:
    table = _plays("1 20", "9S 6C 9D KH").act("1 stand")
    assert table.cites("reveal") == "685a.7~dealer-draw"
    table.draw("2C").do(e.DealerAct("settle"))
    for start in ("rack source=1.1", "rack source=dealer", "round-over"):
        assert table.cites(start) == "685a.7~compare"


# -- Blackjacks -----------------------------------------------------------------------------------


def test_a_player_blackjack_is_paid_3_to_2_as_soon_as_the_dealer_has_none() -> None:
    table = _plays("1 20,2 20", "AS 9H 6C KD 9D KH")
    assert table.settled() == {"1.1 bet": "0/20/30"}
    assert table.cites("settle hand=1.1") == "685a.7~player-bj 685a.11~blackjack"
    assert table.cites("rack source=1.1") == "685a.7~player-bj"


def test_a_dealer_blackjack_settles_the_round_at_once() -> None:
    table = _dealt("1 20,2 20,3 20", "AS 9H 8S AC KD 9D 7S KH", insurance_offered="yes")
    table.do(e.PlaceWager(2, "insurance", parse("10"))).do(e.CloseWagers(), e.Peek())
    assert table.settled() == wagers(
        "1.1 bet 0/20/0; 2.1 bet 20/0/0; 3.1 bet 20/0/0; 2.1 insurance 0/10/20"
    )
    assert table.cites("settle hand=1.1 wager=bet") == "685a.7~player-bj"
    assert table.cites("settle hand=2.1 wager=bet") == "685a.7~bj"
    insurance = table.cites("settle hand=2.1 wager=insurance")
    assert insurance == "685a.8~insurance 685a.11~insurance"
    assert [hand.status for hand in table.table.hands] == ["blackjack", "settled", "settled"]
    assert table.said[-1] == "round-over"


@pytest.mark.parametrize("hole", ["9H", "QH"])
def test_insurance_that_loses(hole: str) -> None:
    # The light of a nine is red; under a queen it is wrong, and hides the dealer's Blackjack.
    table = _dealt("1 20", f"9S AC 9D {hole}", insurance_offered="yes")
    assert table.cites("offer") == "685a.8~insurance +insurance_offered"
    table.do(e.PlaceWager(1, "insurance", parse("10"))).do(e.Peek("red"))
    assert table.settled() == {"1.1 insurance": "10/0/0"}
    assert table.cites("settle") == "685a.8~insurance"


def test_insurance_loses_where_the_light_lays_open_a_card_that_it_did_not_name() -> None:
    table = _dealt("1 20", "9S AC 9D 8H", insurance_offered="yes")
    table.do(e.PlaceWager(1, "insurance", parse("10"))).do(e.Peek("yellow"))
    assert table.said[5:] == [
        "reveal",
        "settle hand=1.1 wager=insurance to_house=10.00 returned=0.00 won=0.00",
        "offer to=dealer option=continue",
        "offer to=dealer option=dead-hand",
    ]
    assert table.cites("settle") == "685a.8~insurance"
    assert table.cites("offer") == "685a.12(h)"
    table.do(e.DealerAct("continue"))
    assert table.cites("not dead") == "685a.12(h)"
    assert table.due == "act 1.1 hit/stand/double/split"


def test_only_the_bet_is_lost_to_a_blackjack_that_a_wrong_light_hid() -> None:
    # 4 + 6 is doubled against an ace; the queen under it was shown as red.
    table = _plays("1 20", "4S AC 6D QH", "red").act("1 double 15").draw("9S")
    assert table.said[-3:] == [
        "reveal",
        "offer to=dealer option=continue",
        "offer to=dealer option=dead-hand",
    ]
    table.do(e.DealerAct("continue"), e.DealerAct("settle"))
    assert table.settled() == wagers("1.1 bet 20/0/0; 1.1 double_down 0/15/0")
    assert table.cites("settle hand=1.1 wager=bet") == "685a.7~bj"
    assert table.cites("settle hand=1.1 wager=double_down") == "685a.7~bj 685a.10(d)"


def test_only_the_first_bet_of_a_pair_is_lost_to_a_blackjack_that_a_wrong_light_hid() -> None:
    table = _plays("1 20,2 20", "8S 9H AC 8D 9D QH", "red").act("1 split").draw("9S")
    table.act("1 stand").draw("3S").act("1.2 double 15").draw("9C").act("2 stand")
    table.do(e.DealerAct("continue"), e.DealerAct("settle"))
    assert table.settled() == wagers(
        "1.1 bet 20/0/0; 1.2 bet 0/20/0; 1.2 double_down 0/15/0; 2.1 bet 20/0/0"
    )
    assert table.cites("settle hand=1.1") == "685a.10(d)"
    assert table.cites("settle hand=1.2") == "685a.10(d)"
    assert table.cites("settle hand=2.1") == "685a.7~bj"


# -- Match-the-Dealer -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "settled"),
    [
        ("9S 9C 6D KH", "0/5/20"),
        ("6D 9C 9C KH", "0/5/55"),
        ("9S 9C 9C KH", "0/5/75"),
        ("8S 9C 6D KH", "5/0/0"),
    ],
)
def test_match_the_dealer(cards: str, settled: str) -> None:
    table = _dealt("1 20 match 5", cards, match_the_dealer_odds=ODDS)
    assert table.settled() == {"1.1 match_the_dealer": settled}
    assert table.cites("settle") == (
        "685a.6~match 685a.11~match-the-dealer +match_card +match_settled +match_the_dealer_odds"
    )


def test_match_the_dealer_needs_its_two_cards() -> None:
    # Seat 1 gets no card at all, seat 2 declines its late second one.
    table = At(DU, match_the_dealer_odds=ODDS).open("1 20 match 5,2 20 match 5,3 20")
    table.do(e.Skipped(1)).draw("9H 8S 9C").do(e.Skipped(1), e.Skipped(2)).draw("7S")
    assert table.due == "choice 2.1 accept/decline"
    table.act("2 decline").draw("KH")
    for seat in (1, 2):
        assert table.settled()[f"{seat}.1 match_the_dealer"] == "0/5/0"
        cites = table.cites(f"settle hand={seat}.1 wager=match_the_dealer")
        assert cites == "685a.12(f) +dead_hand_side_bets"


def test_match_the_dealer_comes_back_where_no_hand_is_left() -> None:
    table = At(DU, match_the_dealer_odds=ODDS).open("1 20 match 5")
    table.do(e.Skipped(1)).draw("9C").do(e.Skipped(1))
    assert table.settled() == wagers("1.1 bet 0/20/0; 1.1 match_the_dealer 0/5/0")
    cites = table.cites("settle hand=1.1 wager=match_the_dealer")
    assert cites == "685a.12(f) +dead_hand_side_bets"
    assert table.said[-2:] == ["rack source=dealer cards=9C", "round-over"]


def test_a_payment_finer_than_a_millionth_is_refused_by_its_clause() -> None:
    table = At(DU, match_the_dealer_odds={"unsuited": "4 to 3", "suited": "11 to 1"})
    event = e.OpenRound((e.Seat(1, parse("20"), match_the_dealer=parse("5")),))
    with pytest.raises(NotPossible, match="finer than a millionth") as caught:
        table.do(event)
    assert (caught.value.event, caught.value.clause) == (event, "685a.11~match-the-dealer")
