"""Down Under Blackjack by hand.

One seat: a card to the player, the dealer's upcard, a second to the player, the hole card, then
draws.
"""

from __future__ import annotations

import pytest

from reference_engine import NotPossible
from reference_engine import events as e
from reference_engine.cards import FULL_DECK
from reference_engine.money import parse
from tests.engine.rounds import DU, At, ruling, settle, wagers

# -- § 685a.1, § 685a.7(e): dealing and the light -------------------------------------------------


def _range(card: str) -> str:
    if card[0] in ("2", "3", "4", "5"):
        return "blue"
    return "red" if card[0] in ("6", "7", "8", "9") else "yellow"


@pytest.mark.parametrize("hole", FULL_DECK)
def test_every_hole_card_lights_its_range_and_nothing_else(hole: str) -> None:
    table = At(DU).open("1 20").draw(f"9S 6C 6D {hole}")
    assert table.said[-1] == "peek"
    table.do(e.Peek())
    colour = _range(hole)
    assert table.said[:5] == [
        f"masque-reader: light colour={colour}",
        f"masque-reader: lamp lit={colour}",
        f"spot colour={colour}",
        "masque-reader: light colour=none",
        "masque-reader: lamp lit=none",
    ]
    definition = {"blue": "Small", "red": "Medium", "yellow": "Large"}[colour]
    assert table.clauses(f"masque-reader: light colour={colour}") == (
        "685a.1 Masque Card Reader device",
        f"685a.1 {definition}",
    )
    assert table.certainty(f"masque-reader: light colour={colour}") == "read"
    assert table.said[5:] == [
        "offer to=1.1 option=hit",
        "offer to=1.1 option=stand",
        "offer to=1.1 option=double",
    ]


def test_the_order_of_dealing_and_its_clauses() -> None:
    table = At(DU).open("1 20,4 20")
    order = [
        ("9S", "1.1", "up", "685a.7(e)(1)"),
        ("9D", "4.1", "up", "685a.7(e)(1)"),
        ("6C", "dealer", "up", "685a.7(e)(2)"),
        ("6D", "1.1", "up", "685a.7(e)(3)"),
        ("6H", "4.1", "up", "685a.7(e)(3)"),
        ("KH", "dealer", "down", "685a.7(e)(4)"),
    ]
    for card, to, face, clause in order:
        assert table.said[-1] == f"deal to={to} face={face} source=shoe"
        assert table.clauses("deal")[0] == clause
        assert table.certainty("deal") == "read"
        table.draw(card)
        assert table.said[0] == f"shoe: card card={card} face=down"
        assert table.clauses("shoe")[0] == clause
        assert table.certainty("shoe") == "read"
    assert table.said[1:] == ["peek"]


@pytest.mark.parametrize("upcard", "TJQKA")
@pytest.mark.parametrize("hole", "TJQKA")
def test_two_large_cards_of_the_dealer_are_exposed_before_players_act(
    upcard: str, hole: str
) -> None:
    table = At(DU, insurance_offered="no").open("1 20").draw(f"9S {upcard}C 6D {hole}H")
    table.do(e.Peek())
    assert "reveal" in table.said
    assert table.clauses("reveal") == ("685a.7(h)",)
    blackjack = (upcard == "A") != (hole == "A")
    if blackjack:
        assert table.said[-4:] == [
            "settle hand=1.1 wager=bet to_house=20.00 returned=0.00 won=0.00",
            "rack source=1.1 cards=9S 6D",
            f"rack source=dealer cards={upcard}C {hole}H",
            "round-over",
        ]
    else:
        assert table.due == "act 1.1 hit/stand/double"
        assert table.table.hole == "up"


@pytest.mark.parametrize("upcard", "23456789")
def test_a_small_or_medium_upcard_exposes_nothing(upcard: str) -> None:
    table = At(DU).open("1 20").draw(f"9S {upcard}C 6D KH").do(e.Peek())
    assert "reveal" not in table.said
    assert table.table.hole == "down"


# -- settlement -----------------------------------------------------------------------------------

PLAIN = [
    # 19 against 6 + 10 + 2 = 18.
    ("1 20", "9S 6C KD KH 2S", "1 stand", "1.1 bet 0/20/20"),
    ("1 20", "9S 6C 8D KH 2S", "1 stand", "1.1 bet 20/0/0"),
    ("1 20", "9S 6C 9D KH 2S", "1 stand", "1.1 bet 0/20/0"),
    # Dealer 6 + 10 + 7 = 23.
    ("1 20", "9S 6C 3D KH 7S", "1 stand", "1.1 bet 0/20/20"),
    # Bust: 9 + 3 + 10 = 22.
    ("1 20", "9S 6C 3D KH QS", "1 hit", "1.1 bet 20/0/0"),
    # Blackjack pays 3 to 2, against a drawn 21 too (5 + 6 + 10): it is settled first.
    ("1 20", "AS 5C KD 6H", "", "1.1 bet 0/20/30"),
    ("1 2.50", "AS 5C KD 6H", "", "1.1 bet 0/2.50/3.75"),
    # A ten makes a Blackjack in this game.
    ("1 20", "TS 5C AD 6H", "", "1.1 bet 0/20/30"),
    # Dealer Blackjack at once, under an ace and under a ten-value.
    ("1 20", "9S AC 9D TH", "", "1.1 bet 20/0/0"),
    ("1 20", "9S TC 9D AH", "", "1.1 bet 20/0/0"),
    # Both: push.
    ("1 20", "AS TC KD AH", "", "1.1 bet 0/20/0"),
    # Doubled: 5 + 6 + 10 = 21 against 18.
    ("1 20", "5S 6C 6D KH QS 2S", "1 double", "1.1 bet 0/20/20; 1.1 double_down 0/20/20"),
    # Doubled for less, lost: 5 + 6 + 2 = 13 against 18.
    ("1 20", "5S 6C 6D KH 2H 2S", "1 double 5", "1.1 bet 20/0/0; 1.1 double_down 5/0/0"),
    # Split, first-left first: 8 + 10 = 18 and 8 + 9 = 17 against 18.
    (
        "1 20",
        "8S 6C 8D KH QS 9S 2S",
        "1 split, 1 stand, 1.2 stand",
        "1.1 bet 0/20/0; 1.2 bet 20/0/0",
    ),
    # Split aces: one card each. A + K = 21 (no Blackjack: even money), A + 2 = 13 against 18.
    ("1 20", "AS 6C AD KH KS 2D 2S", "1 split", "1.1 bet 0/20/20; 1.2 bet 20/0/0"),
    # A double on a split hand: 8 + 3 + 10 = 21; 8 + 9 = 17; dealer 18.
    (
        "1 20",
        "8S 6C 8D KH 3S QS 9S 2S",
        "1 split, 1 double, 1.2 stand",
        "1.1 bet 0/20/20; 1.1 double_down 0/20/20; 1.2 bet 20/0/0",
    ),
    # Insurance 2 to 1 against A + 10.
    ("1 20", "9S AC 9D TH", "1 insure 10", "1.1 bet 20/0/0; 1.1 insurance 0/10/20"),
    # Insurance lost: A + 9 = 20 beats 18.
    ("1 20", "9S AC 9D 9H", "1 insure 10, 1 stand", "1.1 insurance 10/0/0; 1.1 bet 20/0/0"),
    # Two aces of the dealer lie open and are no Blackjack: 12 + 9 = 21 beats 18.
    (
        "1 20",
        "9S AC 9D AH 9C",
        "1 insure 10, 1 stand",
        "1.1 insurance 10/0/0; 1.1 bet 20/0/0",
    ),
    # Dealer 22 (6 + 10 + 6): a 20 pushes.
    ("1 20", "KS 6C 9D KH 6S", "1 stand", "1.1 bet 0/20/0"),
    # 22: a 21 in three cards wins (9 + 3 + 9).
    ("1 20", "9S 6C 3D KH 9H 6S", "1 hit, 1 stand", "1.1 bet 0/20/20"),
    # 22: two Large cards, not split, win.
    ("1 20", "KS 6C QD KH 6S", "1 stand", "1.1 bet 0/20/20"),
    # 22: an ace and an ace are two Large cards (12).
    ("1 20", "AS 6C AD KH 6S", "1 stand", "1.1 bet 0/20/20"),
    # 22: split court cards are not the original two; 10 + 10 pushes, 10 + 5 pushes.
    (
        "1 20",
        "KS 6C QD KH TS 5S 6S",
        "1 split, 1 stand, 1.2 stand",
        "1.1 bet 0/20/0; 1.2 bet 0/20/0",
    ),
    # 22 against a split hand of 21 (10 + A): it wins.
    (
        "1 20",
        "KS 6C QD KH AS 5S 6S",
        "1 split, 1 stand, 1.2 stand",
        "1.1 bet 0/20/20; 1.2 bet 0/20/0",
    ),
    # 22 and a double: both wagers push (5 + 6 + 9 = 20).
    ("1 20", "5S 6C 6D KH 9S 6S", "1 double", "1.1 bet 0/20/0; 1.1 double_down 0/20/0"),
    # Dealer 23 is an ordinary bust.
    ("1 20", "KS 6C 5D KH 7S", "1 stand", "1.1 bet 0/20/20"),
]


@pytest.mark.parametrize(("staked", "shoe", "does", "expected"), PLAIN)
def test_plain_rounds(staked: str, shoe: str, does: str, expected: str) -> None:
    assert settle(DU, staked, shoe, does) == wagers(expected)


ODDS = {"unsuited": "4 to 1", "suited": "11 to 1"}


@pytest.mark.parametrize(
    ("cards", "won"),
    [
        ("6S 6C 9D KH 2S", "0/2/8"),  # one of the upcard's rank, another suit: 4 to 1
        ("6C 6C 9D KH 2S", "0/2/22"),  # suited: 11 to 1
        ("6S 6C 6D KH 2S", "0/2/16"),  # two unsuited
        ("6C 6C 6D KH 2S", "0/2/30"),  # 22 + 8
        ("9S 6C 9D KH 2S", "2/0/0"),
        ("KS 6C 9D KH 2S", "2/0/0"),  # the hole card does not count
    ],
)
def test_match_the_dealer_by_the_table_of_the_rig(cards: str, won: str) -> None:
    made = settle(DU, "1 20 match 2", cards, "1 stand", match_the_dealer_odds=ODDS)
    assert made["1.1 match_the_dealer"] == won


def test_match_the_dealer_is_settled_once_everyone_has_two_cards() -> None:
    table = At(DU, match_the_dealer_odds=ODDS).open("1 20 match 2").draw("6S 6C 9D KH")
    assert table.said[1:] == [
        "settle hand=1.1 wager=match_the_dealer to_house=0.00 returned=2.00 won=8.00",
        "peek",
    ]


def test_match_the_dealer_without_a_table_of_odds_is_not_ruled_on() -> None:
    with pytest.raises(NotPossible, match="odds"):
        At(DU).open("1 20 match 2")


def test_odds_that_have_no_exact_amount_are_not_ruled_on() -> None:
    thirds = {"unsuited": "1 to 3", "suited": "11 to 1"}
    with pytest.raises(NotPossible, match="finer than a millionth"):
        At(DU, match_the_dealer_odds=thirds).open("1 20 match 2")
    assert At(DU, match_the_dealer_odds=thirds).open("1 20 match 3").due == "card 1.1"


# -- § 685a.10 ------------------------------------------------------------------------------------


def test_a_pair_is_split_once() -> None:
    table = At(DU).open("1 20").draw("8S 6C 8D KH").do(e.Peek()).act("1 split").draw("8H")
    assert table.due == "act 1.1 hit/stand/double"
    assert table.clauses("offer") == ("685a.10(c)",)
    table.act("1 split")
    assert table.said == ["refuse to=1.1 option=split"]
    assert table.clauses("refuse") == ("685a.10(c)",)
    assert table.certainty("refuse") == "read"


def test_the_second_hand_gets_no_card_before_the_first_is_finished() -> None:
    table = At(DU).open("1 20").draw("8S 6C 8D KH").do(e.Peek()).act("1 split").draw("2H")
    assert table.table.snapshot()["seats"][0]["hands"][1]["cards"] == ["8D"]
    table.act("1 hit").draw("3H").act("1 stand")
    assert table.said == ["deal to=1.2 face=up source=shoe"]


def test_split_aces_get_one_card_each_and_are_finished() -> None:
    table = At(DU).open("1 20").draw("AS 6C AD KH").do(e.Peek()).act("1 split")
    assert table.said == ["deal to=1.1 face=up source=shoe"]
    assert table.clauses("deal") == ("685a.10(e)",)
    table.draw("2H")
    assert table.said[1:] == ["deal to=1.2 face=up source=shoe"]
    table.draw("3H")
    assert table.said[1:] == ["reveal", "deal to=dealer face=up source=shoe"]


def test_king_and_queen_may_be_split_and_unequal_cards_may_not() -> None:
    table = At(DU).open("1 20,2 20").draw("KS 9S 6C QD 8D KH").do(e.Peek())
    assert table.said[-1] == "offer to=1.1 option=split"
    assert table.clauses("offer to=1.1 option=split") == ("685a.10(a)",)
    table.act("1 stand").act("2 split")
    assert table.said == ["refuse to=2.1 option=split"]
    assert table.clauses("refuse") == ("685a.10(a)",)


def test_there_is_no_surrender() -> None:
    table = At(DU).open("1 20").draw("9S 6C 6D KH").do(e.Peek()).act("1 surrender")
    assert table.said == ["refuse to=1.1 option=surrender"]
    assert table.clauses("refuse") == ("685a.7~no-surrender",)


def test_a_doubled_hand_is_finished() -> None:
    table = At(DU).open("1 20").draw("5S 6C 6D KH").do(e.Peek()).act("1 double").draw("2H")
    assert table.said[1:] == ["reveal", "deal to=dealer face=up source=shoe"]


def test_no_double_after_a_hit_and_none_over_the_bet() -> None:
    table = At(DU).open("1 20").draw("5S 6C 4D KH").do(e.Peek()).act("1 double 20.01")
    assert table.said == ["refuse to=1.1 option=double"]
    table.act("1 hit").draw("2H").act("1 double")
    assert table.said == ["refuse to=1.1 option=double"]


# -- Insurance ------------------------------------------------------------------------------------


def test_insurance_is_decided_before_the_light() -> None:
    table = At(DU).open("1 20,2 20").draw("9S 9H AC 9D 8D 9C")
    assert table.said[1:] == [
        "offer to=1.1 option=insurance",
        "offer to=2.1 option=insurance",
    ]
    table.do(e.PlaceWager(1, "insurance", parse("10")))
    assert table.said == []
    table.act("2 decline")
    assert table.said == ["peek"]
    table.do(e.Peek())
    assert table.said[5] == "settle hand=1.1 wager=insurance to_house=10.00 returned=0.00 won=0.00"


def test_without_insurance_the_light_follows_at_once() -> None:
    table = At(DU, insurance_offered="no").open("1 20").draw("9S AC 9D 9C")
    assert table.said[1:] == ["peek"]


def test_player_blackjacks_are_paid_once_the_dealer_has_none() -> None:
    table = At(DU).open("1 20,2 20").draw("AS 9H TC KD 8D 9C").do(e.Peek())
    assert table.said[5:7] == [
        "settle hand=1.1 wager=bet to_house=0.00 returned=20.00 won=30.00",
        "rack source=1.1 cards=AS KD",
    ]


def test_cards_of_this_game() -> None:
    made = ruling(DU, "1 20", "TS 6C TD TH 2S", "1 stand")
    assert made.dealer.cards == ("6C", "TH", "2S")
    assert made.dealer.total == 18
    assert made.discard_rack == ("TS", "TD", "6C", "TH", "2S")
    assert [(one.role, one.signal, one.data) for one in made.signals] == [
        ("masque-reader", "light", {"colour": "yellow"}),
        ("masque-reader", "lamp", {"lit": "yellow"}),
        ("masque-reader", "light", {"colour": "none"}),
        ("masque-reader", "lamp", {"lit": "none"}),
    ]
