"""Double Attack Blackjack by hand: cards, wagers and what the law makes of them.

One seat: the dealer's first card, two cards to the player, the hole card, then what is drawn.
"""

from __future__ import annotations

import pytest

from reference_engine import NotPossible
from reference_engine import events as e
from reference_engine.money import parse
from tests.engine.rounds import DA, At, ruling, settle, wagers

# -- § 665a.9: the table of the law file, row by row ----------------------------------------------

MONEY = "1 20+20 bust 5"


def test_surrender_against_a_low_card_halves_both_wagers_and_leaves_the_bust_it() -> None:
    made = ruling(DA, MONEY, "5C 9S 6D QH 2S", "1 surrender")
    # Dealer 5 + 10 + 2 = 17: no bust, the Bust It is lost at the end.
    assert wagers("1.1 bet 10/10/0; 1.1 double_attack 10/10/0; 1.1 bust_it 5/0/0") == settle(
        DA, MONEY, "5C 9S 6D QH 2S", "1 surrender"
    )
    assert made.total.player == "-25.00"
    assert made.signals == ()


def test_surrender_against_a_court_card_without_blackjack() -> None:
    assert settle(DA, MONEY, "KC 9S 6D 7C", "1 surrender") == wagers(
        "1.1 bet 10/10/0; 1.1 double_attack 10/10/0; 1.1 bust_it 5/0/0"
    )


def test_surrender_against_a_court_card_with_blackjack() -> None:
    made = ruling(DA, MONEY, "KC 9S 6D AC", "1 surrender")
    assert settle(DA, MONEY, "KC 9S 6D AC", "1 surrender") == wagers(
        "1.1 bet 20/0/0; 1.1 double_attack 0/20/0; 1.1 bust_it 5/0/0"
    )
    assert made.total.player == "-25.00"


def test_surrender_with_insurance_against_an_ace_without_blackjack() -> None:
    assert settle(DA, MONEY, "AC 9S 6D 7C", "1 insure 10, 1 surrender") == wagers(
        "1.1 insurance 10/0/0; 1.1 bet 10/10/0; 1.1 double_attack 10/10/0; 1.1 bust_it 5/0/0"
    )


def test_surrender_with_insurance_against_an_ace_with_blackjack() -> None:
    made = ruling(DA, MONEY, "AC 9S 6D KC", "1 insure 10, 1 surrender")
    # -20 (Bet) -5 (Bust It) +25 (5 to 2 on 10) = 0.
    assert made.total.player == "0.00"
    assert settle(DA, MONEY, "AC 9S 6D KC", "1 insure 10, 1 surrender") == wagers(
        "1.1 bet 20/0/0; 1.1 double_attack 0/20/0; 1.1 bust_it 5/0/0; 1.1 insurance 0/10/25"
    )


# -- § 665a.9(b)(1): every low upcard, with and without a Double Attack Wager ---------------------


@pytest.mark.parametrize("rank", "23456789")
@pytest.mark.parametrize("attack", ["", "+20"])
def test_low_upcards_never_use_the_reader(rank: str, attack: str) -> None:
    table = At(DA).open("1 20").draw(f"{rank}C")
    if attack:
        table.do(e.PlaceWager(1, "double_attack", parse("20")))
    table.do(e.CloseWagers()).draw("9S 6D KH").act("1 surrender")
    half = "to_house=10.00 returned=10.00 won=0.00"
    expected = [
        "not peek",
        "not card-reader: answer",
        "rack source=1.1 cards=9S 6D",
        "not deal to=1.1",
        f"settle hand=1.1 wager=bet {half}",
    ]
    if attack:
        expected.append(f"settle hand=1.1 wager=double_attack {half}")
    # Nobody is left and no Bust It is staked: the hole card is not turned.
    expected += [f"rack source=dealer cards={rank}C KH", "round-over"]
    assert table.said == expected
    assert table.clauses("settle") == ("665a.9(b)(1)",)
    assert table.certainty("settle") == "read"
    assert table.clauses("not card-reader") == ("665a.9(b)(1)",)
    with pytest.raises(NotPossible):
        table.do(e.Peek())


# -- § 665a.9(b)(2): every upcard that is read, against hole cards that make Blackjack or not -----


@pytest.mark.parametrize("upcard", ["AC", "KC", "QC", "JC"])
@pytest.mark.parametrize(
    "hole", ["2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H", "JH", "QH", "KH", "AH"]
)
def test_early_surrender_moves_nothing_before_the_answer(upcard: str, hole: str) -> None:
    blackjack = (upcard[0] == "A") != (hole[0] == "A") and (upcard[0] in "JQK" or hole[0] in "JQK")
    table = At(DA).open("1 20 bust 5").draw(upcard)
    table.do(e.PlaceWager(1, "double_attack", parse("20")), e.CloseWagers()).draw(f"9S 6D {hole}")
    if upcard[0] == "A":
        assert table.said[1:] == ["offer to=1.1 option=insurance"]
        table.do(e.CloseWagers())
    assert table.said[-1] == "offer to=1.1 option=surrender"
    table.act("1 surrender")
    assert all(words.startswith("not ") for words in table.said)
    assert table.clauses("not settle") == ("665a.9(b)(2)",)
    assert table.table.settlement == ()
    table.do(e.DealerAct("peek"))
    assert table.said == ["peek"]
    table.do(e.Peek())
    answer = "yes" if blackjack else "no"
    assert table.said[0] == f"card-reader: answer blackjack={answer}"
    assert table.certainty("card-reader") == "read"
    if blackjack:
        assert table.said[1:] == [
            "reveal",
            "settle hand=1.1 wager=bet to_house=20.00 returned=0.00 won=0.00",
            "settle hand=1.1 wager=double_attack to_house=0.00 returned=20.00 won=0.00",
            "settle hand=1.1 wager=bust_it to_house=5.00 returned=0.00 won=0.00",
            "rack source=1.1 cards=9S 6D",
            f"rack source=dealer cards={upcard} {hole}",
            "round-over",
        ]
        assert table.clauses("settle") == ("665a.9(b)(2)(i)",)
    else:
        assert table.said[1:6] == [
            "rack source=1.1 cards=9S 6D",
            "not deal to=1.1",
            "settle hand=1.1 wager=bet to_house=10.00 returned=10.00 won=0.00",
            "settle hand=1.1 wager=double_attack to_house=10.00 returned=10.00 won=0.00",
            "not settle hand=1.1 wager=bust_it",
        ]
        assert table.clauses("settle hand=1.1 wager=bet") == ("665a.9(b)(2)(ii)",)
        assert table.clauses("not settle hand=1.1 wager=bust_it") == ("665a.9(c)",)
        assert table.said[6] == "reveal"
    assert table.certainty("settle hand=1.1 wager=bet") == "read"


# -- § 665a.9(a): when a hand may be surrendered --------------------------------------------------

SURRENDERS = [
    # After a hit: 5 + 4 + 3 = 12.
    ("1 20", "6C 5S 4D KH 3S", "1 hit, 1 surrender", "1.1 bet 10/10/0"),
    # After two hits: 2 + 2 + 2 + 2 = 8.
    ("1 20", "6C 2S 2D KH 2H 2C", "1 hit, 1 hit, 1 surrender", "1.1 bet 10/10/0"),
    # On 21 in three cards.
    ("1 20", "6C 9S 5D KH 7S", "1 hit, 1 surrender", "1.1 bet 10/10/0"),
    # After a split, one hand of two: 8+3 surrendered, 8+9 = 17 plays and loses to 6+10+2 = 18.
    (
        "1 20",
        "6C 8S 8D KH 3S 9S 2C",
        "1 split, 1 surrender, 1.2 stand",
        "1.1 bet 10/10/0; 1.2 bet 20/0/0",
    ),
    # The other hand of the two: 8+9 = 17 stands and loses to 18, 8+3 surrendered.
    (
        "1 20",
        "6C 8S 8D KH 9S 3S 2C",
        "1 split, 1 stand, 1.2 surrender",
        "1.1 bet 20/0/0; 1.2 bet 10/10/0",
    ),
    # After a double: 5 + 4, doubled for 20, gets a 2 = 11. Half of the added stake too.
    (
        "1 20",
        "6C 5S 4D KH 2S",
        "1 double, 1 surrender",
        "1.1 bet 10/10/0; 1.1 double_down 10/10/0",
    ),
    # Doubled for Bet and Double Attack together, 40: 20 / 20 of it.
    (
        "1 20+20",
        "6C 5S 4D KH 2S",
        "1 double, 1 surrender",
        "1.1 bet 10/10/0; 1.1 double_attack 10/10/0; 1.1 double_down 20/20/0",
    ),
    # Doubled for less.
    (
        "1 20",
        "6C 5S 4D KH 2S",
        "1 double 5, 1 surrender",
        "1.1 bet 10/10/0; 1.1 double_down 2.50/2.50/0",
    ),
    # Split aces, one card each: the first surrendered; A + 9 = 20 beats 6 + 10 + 2 = 18.
    (
        "1 20",
        "6C AS AD KH 3S 9S 2C",
        "1 split, 1 surrender, 1.2 stand",
        "1.1 bet 10/10/0; 1.2 bet 0/20/20",
    ),
    # Half of an odd amount is exact: 12.25 / 2 = 6.125.
    ("1 12.25", "6C 9S 6D KH", "1 surrender", "1.1 bet 6.125/6.125/0"),
    ("1 0.01", "6C 9S 6D KH", "1 surrender", "1.1 bet 0.005/0.005/0"),
    # A Double Attack smaller than the Bet.
    ("1 20+5", "6C 9S 6D KH", "1 surrender", "1.1 bet 10/10/0; 1.1 double_attack 2.50/2.50/0"),
    # After the reader said no, with the first answer standing.
    ("1 20", "KC 5S 4D 7H 3S", "1 hit, 1 surrender", "1.1 bet 10/10/0"),
    # Two boxes: each hand on its own. 10 + 9 = 19 beats 6 + 10 + 2 = 18.
    (
        "1 20,2 10",
        "6C 9S KS 6D 9D KH 2S",
        "1 surrender, 2 stand",
        "1.1 bet 10/10/0; 2.1 bet 0/10/10",
    ),
]


@pytest.mark.parametrize(("staked", "shoe", "does", "expected"), SURRENDERS)
def test_surrender(staked: str, shoe: str, does: str, expected: str) -> None:
    assert settle(DA, staked, shoe, does) == wagers(expected)


def test_surrender_is_refused_after_standing() -> None:
    table = At(DA).open("1 20,2 20").draw("6C 9S 9D 6D 6H KH").act("1 stand").act("1 surrender")
    assert table.said == ["refuse to=1.1 option=surrender"]
    assert table.clauses("refuse") == ("665a.9(a)",)
    assert table.certainty("refuse") == "read"
    assert table.table.settlement == ()
    assert table.due == "act 2.1 surrender/hit/stand/double"


def test_surrender_is_refused_after_a_bust() -> None:
    table = At(DA).open("1 20,2 20").draw("6C 9S 9D 6D 6H KH").act("1 hit").draw("QS")
    assert table.table.snapshot()["seats"][0]["hands"][0]["status"] == "bust"
    table.act("1 surrender")
    assert table.said == ["refuse to=1.1 option=surrender"]
    assert table.clauses("refuse") == ("665a.9(a)",)


def test_a_blackjack_is_not_offered_surrender() -> None:
    table = At(DA).open("1 20,2 20").draw("KC AS 9D QS 6H 7H")
    assert table.said[1:] == ["offer to=2.1 option=surrender"]
    table.act("1 surrender")
    assert table.said == ["refuse to=1.1 option=surrender"]


def test_the_cards_of_a_surrendered_hand_reach_the_rack_before_the_next_hand_acts() -> None:
    table = At(DA).open("1 20,2 20").draw("6C 9S 9D 6D 6H KH").act("1 surrender")
    assert table.table.rack == ("9S", "6D")
    assert table.said[-4:] == [
        f"offer to=2.1 option={option}" for option in ("surrender", "hit", "stand", "double")
    ]


# -- § 665a.9(c), § 665a.12(c): the Bust It Wager -------------------------------------------------

BUST_IT = [
    # Dealer's three cards and what 5.00 wins.
    ("8C", "8H", "8D", 250),  # 24 in two suits, clubs black: see below, not one colour
    ("8C", "8C", "8C", 1000),  # one suit: 200 to 1
    ("8C", "8S", "8C", 250),  # one colour: 50 to 1
    ("8H", "8D", "8D", 250),
    ("9C", "7H", "6D", 75),  # 22 by a 6: 15 to 1
    ("9C", "6H", "7D", 50),  # 22 by a 7: 10 to 1
    ("9C", "5H", "8D", 40),  # 22 by an 8: 8 to 1
    ("9C", "4H", "9D", 30),  # 22 by a 9: 6 to 1
    ("2C", "KH", "QD", 15),  # 22 by a queen: 3 to 1
    ("6C", "KH", "JD", 15),
    ("5C", "KH", "KD", 15),
]


@pytest.mark.parametrize(("first", "second", "third", "won"), BUST_IT[1:])
def test_bust_it_wins_by_the_table(first: str, second: str, third: str, won: int) -> None:
    made = settle(DA, "1 20 bust 5", f"{first} 9S 6D {second} {third}", "1 surrender")
    assert made["1.1 bust_it"] == f"0/5/{won}"


def test_three_eights_of_both_colours_pay_as_a_third_card_8() -> None:
    # 8 to 1 on 5.
    assert settle(DA, "1 20 bust 5", "8C 9S 6D 8H 8D", "1 surrender")["1.1 bust_it"] == "0/5/40"


LOST_BUST_IT = [
    "9C 9S 6D 8H",  # 17 in two cards
    "9C 9S 6D 2H 7D",  # 18 in three
    "6C 9S 6D 2H 3C KD",  # 21 in four
    "6C 9S 6D 2H 4C KD",  # bust, but with the fourth card
]


@pytest.mark.parametrize("shoe", LOST_BUST_IT)
def test_bust_it_loses_otherwise(shoe: str) -> None:
    assert settle(DA, "1 20 bust 5", shoe, "1 surrender")["1.1 bust_it"] == "5/0/0"


def test_the_dealer_plays_on_for_a_bust_it_alone() -> None:
    # The player busts with 9 + 6 + 8 = 23; the dealer, 6 + 10, still draws a 9 and busts: 6 to 1.
    assert settle(DA, "1 20 bust 5", "6C 9S 6D KH 8S 9H", "1 hit") == wagers(
        "1.1 bet 20/0/0; 1.1 bust_it 0/5/30"
    )


def test_bust_it_is_settled_once_for_the_box_after_a_split() -> None:
    # 8 + 10 = 18 and 8 + 9 = 17; dealer 6 + 10 + 7 = 23: both win; Bust It by a 7: 10 to 1.
    assert settle(
        DA, "1 20 bust 5", "6C 8S 8D KH QS 9S 7H", "1 split, 1 stand, 1.2 stand"
    ) == wagers("1.1 bet 0/20/20; 1.2 bet 0/20/20; 1.1 bust_it 0/5/50")


def test_the_bust_it_wager_rests_on_the_read_table_when_it_wins() -> None:
    made = ruling(DA, "1 20 bust 5", "6C 9S 6D KH 9H", "1 surrender")
    row = next(row for row in made.settlement if row.wager == "bust_it")
    assert row.clauses == ("665a.9(c)", "665a.12(c)")


# -- the round without surrender ------------------------------------------------------------------

PLAIN = [
    # 19 against 6 + 10 + 2 = 18: won at 1 to 1.
    ("1 20+20", "6C 9S KD KH 2S", "1 stand", "1.1 bet 0/20/20; 1.1 double_attack 0/20/20"),
    # 17 against 18: lost.
    ("1 20+20", "6C 9S 8D KH 2S", "1 stand", "1.1 bet 20/0/0; 1.1 double_attack 20/0/0"),
    # 18 against 18: push.
    ("1 20+20", "6C 9S 9D KH 2S", "1 stand", "1.1 bet 0/20/0; 1.1 double_attack 0/20/0"),
    # Dealer over 21: 6 + 10 + 7 = 23.
    ("1 20", "6C 9S 3D KH 7S", "1 stand", "1.1 bet 0/20/20"),
    # Bust: 9 + 3 + 10 = 22, at once; the dealer does not turn the hole card.
    ("1 20+20", "6C 9S 3D KH QS", "1 hit", "1.1 bet 20/0/0; 1.1 double_attack 20/0/0"),
    # Soft total: A + 6 + 4 = 21 against 6 + 10 + 5 = 21: push.
    ("1 20", "6C AS 6D KH 4S 5H", "1 hit, 1 stand", "1.1 bet 0/20/0"),
    # A + 9 + A: 11 + 9 + 1 = 21.
    ("1 20", "6C AS 9D KH AH 2S", "1 hit, 1 stand", "1.1 bet 0/20/20"),
    # Dealer stands on soft 17: A + 6 (no Blackjack), player 18 wins.
    ("1 20", "AC 9S 9D 6H", "1 stand", "1.1 bet 0/20/20"),
    # Dealer draws to a hard 17 from soft 15: A + 4 + 10 = 15, + 2 = 17; player 18 wins.
    ("1 20", "AC 9S 9D 4H KH 2S", "1 stand", "1.1 bet 0/20/20"),
    # Player Blackjack is even money, both wagers (§ 665a.12(a)).
    ("1 20+20", "6C AS KD KH", "", "1.1 bet 0/20/20; 1.1 double_attack 0/20/20"),
    # Player Blackjack against a court card without one.
    ("1 20", "KC AS QD 9H", "", "1.1 bet 0/20/20"),
    # Both have Blackjack: push, both wagers returned.
    ("1 20+20", "KC AS QD AH", "", "1.1 bet 0/20/0; 1.1 double_attack 0/20/0"),
    # Dealer Blackjack: the Bet lost, the Double Attack returned, the Bust It lost.
    (
        "1 20+20 bust 5",
        "KC 9S 9D AH",
        "",
        "1.1 bet 20/0/0; 1.1 double_attack 0/20/0; 1.1 bust_it 5/0/0",
    ),
    # Doubled: 5 + 6 + 10 = 21 against 18: all three win.
    (
        "1 20+20",
        "6C 5S 6D KH QS 2S",
        "1 double",
        "1.1 bet 0/20/20; 1.1 double_attack 0/20/20; 1.1 double_down 0/40/40",
    ),
    # Doubled 21 against a dealer 21 is a push (6 + 10 + 5).
    ("1 20", "6C 5S 6D KH QS 5H", "1 double", "1.1 bet 0/20/0; 1.1 double_down 0/20/0"),
    # Doubled and bust: 9 + 3 + 10 = 22.
    ("1 20", "6C 9S 3D KH QS", "1 double", "1.1 bet 20/0/0; 1.1 double_down 20/0/0"),
    # Doubled for less after a hit: 3 + 2 + 5 = 10, + 9 = 19 against 18.
    (
        "1 20",
        "6C 3S 2D KH 5S 9H 2S",
        "1 hit, 1 double 5",
        "1.1 bet 0/20/20; 1.1 double_down 0/5/5",
    ),
    # Split: Bet and Double Attack are matched on the second hand. 18 pushes, 17 loses to 18.
    (
        "1 20+20",
        "6C 8S 8D KH QS 9S 2S",
        "1 split, 1 stand, 1.2 stand",
        "1.1 bet 0/20/0; 1.1 double_attack 0/20/0; 1.2 bet 20/0/0; 1.2 double_attack 20/0/0",
    ),
    # King and jack count the same: split. 10+9 = 19, 10+A = 21 (not a Blackjack) against 18.
    (
        "1 20",
        "6C KS JD KH 9S AS 2S",
        "1 split, 1 stand, 1.2 stand",
        "1.1 bet 0/20/20; 1.2 bet 0/20/20",
    ),
    # Split aces, one card each: A + K is 21, not a Blackjack, and pushes with a dealer 21.
    (
        "1 20",
        "6C AS AD KH KS 9S 5H",
        "1 split",
        "1.1 bet 0/20/0; 1.2 bet 20/0/0",
    ),
    # Resplit: 8 8 8, three hands. 8+10 = 18, 8+9 = 17, 8+2+9 = 19 against 18.
    (
        "1 20",
        "6C 8S 8D KH 8H QS 9S 2D 9H 2S",
        "1 split, 1 split, 1 stand, 1.2 stand, 1.3 hit, 1.3 stand",
        "1.1 bet 0/20/0; 1.2 bet 20/0/0; 1.3 bet 0/20/20",
    ),
    # Double on a split hand: 8+3 doubled to 8+3+10 = 21, and 8+9 = 17, against 18.
    (
        "1 20",
        "6C 8S 8D KH 3S QS 9S 2S",
        "1 split, 1 double, 1.2 stand",
        "1.1 bet 0/20/20; 1.1 double_down 0/20/20; 1.2 bet 20/0/0",
    ),
    # First split hand bust, second pushes: 8+6+10 = 24; 8+10 = 18 against 18.
    (
        "1 20",
        "6C 8S 8D KH 6S QS KS 2S",
        "1 split, 1 hit, 1.2 stand",
        "1.1 bet 20/0/0; 1.2 bet 0/20/0",
    ),
    # Insurance loses against a 9, the hand 18 loses to 20.
    ("1 20", "AC 9S 9D 9H", "1 insure 10, 1 stand", "1.1 insurance 10/0/0; 1.1 bet 20/0/0"),
    # Insurance at 5 to 2: 5 wins 12.50.
    ("1 20", "AC 9S 9D JH", "1 insure 5", "1.1 bet 20/0/0; 1.1 insurance 0/5/12.50"),
    # The most that may be insured is half the Bet: 6.125, and 5 to 2 of it is 15.3125.
    ("1 12.25", "AC 9S 9D JH", "1 insure", "1.1 bet 12.25/0/0; 1.1 insurance 0/6.125/15.3125"),
    # Insured Blackjack against Blackjack: push and 5 to 2.
    ("1 20", "AC AS KD JH", "1 insure 10", "1.1 bet 0/20/0; 1.1 insurance 0/10/25"),
    # An ace under an ace is no Blackjack: 12, + 9 = soft... A + A + 9 = 21 beats 18.
    ("1 20", "AC 9S 9D AH 9C", "1 decline, 1 stand", "1.1 bet 20/0/0"),
    # Three boxes, seats 1, 3 and 6: 20, 17 and a bust against 18.
    (
        "1 20,3 10,6 5",
        "6C KS 9S 6S QD 8D 9D KH QC 2S",
        "1 stand, 3 stand, 6 hit",
        "1.1 bet 0/20/20; 3.1 bet 10/0/0; 6.1 bet 5/0/0",
    ),
]


@pytest.mark.parametrize(("staked", "shoe", "does", "expected"), PLAIN)
def test_plain_rounds(staked: str, shoe: str, does: str, expected: str) -> None:
    assert settle(DA, staked, shoe, does) == wagers(expected)


def test_a_whole_round_in_order() -> None:
    table = At(DA).open("1 20,3 20")
    assert table.said == ["deal to=dealer face=up source=shoe"]
    table.draw("6C")
    assert table.said == [
        "shoe: card card=6C face=down",
        "offer to=1.1 option=double_attack",
        "offer to=3.1 option=double_attack",
    ]
    table.do(e.PlaceWager(3, "double_attack", parse("20")))
    assert table.said == []
    table.do(e.CloseWagers())
    assert table.said == ["deal to=1.1 face=up source=shoe"]
    table.draw("9S")
    assert table.said == ["shoe: card card=9S face=down", "deal to=3.1 face=up source=shoe"]
    table.draw("5S")
    assert table.said[-1] == "deal to=1.1 face=up source=shoe"
    table.draw("8D 5D")
    assert table.said[-1] == "deal to=dealer face=down source=shoe"
    table.draw("KH")
    assert table.said == [
        "shoe: card card=KH face=down",
        "not peek",
        "not card-reader: answer",
        "offer to=1.1 option=surrender",
        "offer to=1.1 option=hit",
        "offer to=1.1 option=stand",
        "offer to=1.1 option=double",
    ]
    table.act("1 stand")
    assert table.said[-1] == "offer to=3.1 option=split"
    table.act("3 split")
    assert table.said == ["deal to=3.1 face=up source=shoe"]
    table.draw("QS").act("3 stand")
    assert table.said == ["deal to=3.2 face=up source=shoe"]
    table.draw("6S").act("3.2 double 40")
    assert table.said == ["deal to=3.2 face=up source=shoe"]
    table.draw("7S")
    assert table.said == [
        "shoe: card card=7S face=down",
        "offer to=3.2 option=surrender",
        "offer to=3.2 option=stand",
    ]
    table.act("3.2 stand")
    assert table.said == ["reveal", "deal to=dealer face=up source=shoe"]
    table.draw("2S")
    assert table.said == ["shoe: card card=2S face=down"]
    assert table.due == "settle"
    table.do(e.DealerAct("settle"))
    # Dealer 18. 1.1: 17 loses. 3.1: 15 loses. 3.2: 5 + 6 + 7 = 18 pushes.
    lost = "to_house=20.00 returned=0.00 won=0.00"
    back = "to_house=0.00 returned=20.00 won=0.00"
    assert table.said == [
        f"settle hand=1.1 wager=bet {lost}",
        f"settle hand=3.1 wager=bet {lost}",
        f"settle hand=3.1 wager=double_attack {lost}",
        f"settle hand=3.2 wager=bet {back}",
        f"settle hand=3.2 wager=double_attack {back}",
        "settle hand=3.2 wager=double_down to_house=0.00 returned=40.00 won=0.00",
        "rack source=1.1 cards=9S 8D",
        "rack source=3.1 cards=5S QS",
        "rack source=3.2 cards=5D 6S 7S",
        "rack source=dealer cards=6C KH 2S",
        "round-over",
    ]
    assert table.table.snapshot()["total"] == {"player": "-60.00", "house": "60.00"}


# -- refusals -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "does", "refused", "clause"),
    [
        ("6C 9S 3D KH", ["1 split"], "split", "665a.11~what"),
        # Six and six, then an ace: no longer the first two cards.
        ("6C 6S 6D KH", ["1 hit", "AD", "1 split"], "split", "665a.11~what"),
        # Doubled once already.
        ("6C 2S 3D KH", ["1 double", "4S", "1 double"], "double", "665a.10~once"),
        # More than Bet and Double Attack.
        ("6C 9S 2D KH", ["1 double 20.01"], "double", "665a.10~amount"),
        # A split ace gets one card.
        ("6C AS AD KH", ["1 split", "3S", "1 hit"], "hit", "665a.11~aces"),
        # Aces are not split again.
        ("6C AS AD KH", ["1 split", "AH", "1 split"], "split", "665a.11~again"),
        # Insurance after its time.
        ("6C 9S 2D KH", ["1 decline"], "decline", "665a.7~act"),
    ],
)
def test_refusals(cards: str, does: list[str], refused: str, clause: str) -> None:
    table = At(DA).open("1 20").draw(cards)
    for one in does:
        if len(one) == 2:
            table.draw(one)
        else:
            before = table.table
            table.act(one)
    assert table.said == [f"refuse to=1.1 option={refused}"]
    assert table.clauses("refuse") == (clause,)
    assert table.table.snapshot() == before.snapshot()


def test_four_split_hands_are_the_most() -> None:
    table = At(DA).open("1 20").draw("6C 8S 8D KH").act("1 split").draw("8H").act("1 split")
    table.draw("8C").act("1 split").draw("8S")
    assert table.due == "act 1.1 surrender/hit/stand/double"
    table.act("1 split")
    assert table.said == ["refuse to=1.1 option=split"]


def test_a_double_attack_is_at_most_the_bet_and_made_in_its_time() -> None:
    table = At(DA).open("1 20").draw("6C").do(e.PlaceWager(1, "double_attack", parse("20.01")))
    assert table.said == ["refuse to=1.1 option=double_attack"]
    table.do(e.PlaceWager(1, "double_attack", parse("20")))
    assert table.said == []
    table.do(e.PlaceWager(1, "double_attack", parse("20")))
    assert table.said == ["refuse to=1.1 option=double_attack"]
    table.do(e.CloseWagers(), e.PlaceWager(1, "double_attack", parse("20")))
    assert table.said == ["refuse to=1.1 option=double_attack"]


def test_insurance_is_at_most_half_the_bet_and_only_against_an_ace() -> None:
    table = At(DA).open("1 20,2 20").draw("AC 9S 9H 9D 8D 7H")
    assert table.due == "insurance 1.1/2.1"
    table.do(e.PlaceWager(1, "insurance", parse("10.01")))
    assert table.said == ["refuse to=1.1 option=insurance"]
    table.do(e.PlaceWager(1, "insurance", parse("10")))
    assert table.said == []
    table.act("2 decline")
    assert table.said == [
        "offer to=1.1 option=surrender",
        "offer to=2.1 option=surrender",
    ]
    table.do(e.PlaceWager(2, "insurance", parse("10")))
    assert table.said == ["refuse to=2.1 option=insurance"]


def test_insurance_and_surrender_of_one_box_do_not_touch_each_other() -> None:
    with_it = settle(DA, MONEY, "AC 9S 6D 7C", "1 insure 10, 1 surrender")
    without = settle(DA, MONEY, "AC 9S 6D 7C", "1 decline, 1 surrender")
    assert with_it.pop("1.1 insurance") == "10/0/0"
    assert with_it == without


def test_no_further_card_after_the_reader_says_blackjack() -> None:
    table = At(DA).open("1 20").draw("KC 9S 9D AH").do(e.DealerAct("peek"), e.Peek())
    assert table.due == "round"
    with pytest.raises(NotPossible, match="no card is due"):
        table.do(e.DrawCard("2S"))


# -- events that cannot happen --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("event", "why"),
    [
        (e.DrawCard("TS"), "TS is no card of this game"),
        (e.Peek(), "the hole card is not to be read now"),
        (e.Peek("blue"), "the hole card is not to be read now"),
        (e.DealerAct("settle"), "settle is not due"),
        (e.DealerAct("dance"), "no act of the dealer"),
        (e.Act(2, "hit"), "there is no hand 2.1"),
        (e.Act(1, "dance"), "no decision"),
        (e.Act(1, "hit", amount=parse("5")), "takes no amount"),
        (e.OpenRound((e.Seat(1, parse("20")),)), "a round is in progress"),
        (e.PlaceWager(2, "insurance", parse("5")), "seat 2 has no wager"),
        (e.PlaceWager(1, "match_the_dealer", parse("5")), "no wager made after the first card"),
        (e.PlaceWager(1, "insurance", 0), "a wager of 0.00"),
        (e.MasqueFault("no-light"), "no Masque Card Reader"),
        (e.WrongSpot("blue"), "no Masque Card Reader"),
        (e.ErrorFound(), "no Masque Card Reader"),
    ],
)
def test_events_that_cannot_happen(event: e.Event, why: str) -> None:
    table = At(DA).open("1 20").draw("6C 9S")
    before = table.table.snapshot()
    with pytest.raises(NotPossible, match=why):
        table.do(event)
    assert table.table.snapshot() == before


@pytest.mark.parametrize(
    ("opened", "why"),
    [
        ((), "nobody"),
        ((e.Seat(0, parse("20")),), "from 1 to 6"),
        ((e.Seat(7, parse("20")),), "from 1 to 6"),
        ((e.Seat(2, parse("20")), e.Seat(1, parse("20"))), "seats stand in order"),
        ((e.Seat(1, parse("20")), e.Seat(1, parse("20"))), "each once"),
        ((e.Seat(1, 0),), "a Bet Wager of 0.00"),
        ((e.Seat(1, -parse("1")),), "a Bet Wager of -1.00"),
        ((e.Seat(1, parse("20"), bust_it=0),), "a bust_it wager of 0.00"),
        ((e.Seat(1, parse("20"), match_the_dealer=1),), "no match_the_dealer wager"),
    ],
)
def test_rounds_that_cannot_open(opened: tuple[e.Seat, ...], why: str) -> None:
    with pytest.raises(NotPossible, match=why):
        At(DA).do(e.OpenRound(opened))


def test_the_ninth_of_a_card_in_eight_decks_is_impossible() -> None:
    table = At(DA, rack=" ".join(["8S"] * 8)).open("1 20")
    with pytest.raises(NotPossible, match="all 8 copies of 8S"):
        table.do(e.DrawCard("8S"))
    assert At(DA, rack=" ".join(["8S"] * 7)).open("1 20").draw("8S").due == "wagers"
