"""Two rounds as `burncard settle --explain` tells them, to the letter, but for the citations."""

from __future__ import annotations

from typing import Any

from reference_engine.explain import explain
from tests.engine.rounds import DA, DU, acts, seats

ODDS = {"unsuited": "4 to 1", "suited": "11 to 1"}


def _told(game: str, wagers: str, shoe: str, does: str, rack: str = "", **rules: Any) -> list[str]:
    text = explain(
        {
            "game": game,
            "seats": seats(wagers),
            "shoe": shoe.split(),
            "acts": acts(does),
            "rules": rules,
            "discard_rack": rack.split(),
        }
    )
    return [line.partition(" — ")[0] for line in text.splitlines()]


# Insurance 10 is lost at the reading; eights split: 8 + 9 = 17, and 8 + 3 + 2 = 13 doubled for 15,
# against A + 7 = 18. All is lost: 10 + 20 + 20 + 20 + 20 + 15 + 5 = 110.
PAIR = """\
  1  The round opens. Seat 1: Bet Wager 20.00, Bust It Wager 5.00.
       a card is due to the dealer, face up
  2  A♣ leaves the shoe. It goes to the dealer: A♣, soft 11.
       hand 1.1 may: double attack
  3  Seat 1 makes a Double Attack Wager of 20.00.
  4  The dealer closes the wagers.
       a card is due to hand 1.1, face up
  5  8♠ leaves the shoe. It goes to hand 1.1: 8♠, 8.
       a card is due to hand 1.1, face up
  6  8♦ leaves the shoe. It goes to hand 1.1: 8♠ 8♦, 16.
       a card is due to the dealer, face down
  7  7♥ leaves the shoe. It goes to the dealer, face down.
       hand 1.1 may: insurance
  8  Seat 1 makes an Insurance Wager of 10.00. (act 1)
       hand 1.1 may: surrender
  9  The dealer: peek.
       peek
 10  The hole card goes into the reader.
       the card reader answers: no Blackjack
       Insurance Wager of hand 1.1: 10.00 to the house
       hand 1.1 may: surrender
       hand 1.1 may: hit
       hand 1.1 may: stand
       hand 1.1 may: double
       hand 1.1 may: split
 11  Hand 1.1: split. (act 2)
       a card is due to hand 1.1, face up
 12  9♠ leaves the shoe. It goes to hand 1.1: 8♠ 9♠, 17.
       hand 1.1 may: surrender
       hand 1.1 may: hit
       hand 1.1 may: stand
       hand 1.1 may: double
 13  Hand 1.1: stand. (act 3)
       a card is due to hand 1.2, face up
 14  3♠ leaves the shoe. It goes to hand 1.2: 8♦ 3♠, 11.
       hand 1.2 may: surrender
       hand 1.2 may: hit
       hand 1.2 may: stand
       hand 1.2 may: double
 15  Hand 1.2: double for 15.00. (act 4)
       a card is due to hand 1.2, face up
 16  2♠ leaves the shoe. It goes to hand 1.2: 8♦ 3♠ 2♠, 13.
       hand 1.2 may: surrender
       hand 1.2 may: stand
 17  Hand 1.2: stand. (act 5)
       the hole card is turned
 18  The dealer: settle.
       Bet Wager of hand 1.1: 20.00 to the house
       Double Attack Wager of hand 1.1: 20.00 to the house
       Bet Wager of hand 1.2: 20.00 to the house
       Double Attack Wager of hand 1.2: 20.00 to the house
       Double Down Wager of hand 1.2: 15.00 to the house
       Bust It Wager of hand 1.1: 5.00 to the house
       to the discard rack: 8♠ 9♠
       to the discard rack: 8♦ 3♠ 2♠
       to the discard rack: A♣ 7♥
       the round is over

The dealer ends with A♣ 7♥, 18.
Insurance Wager of hand 1.1: 10.00 staked, 10.00 to the house.
Bet Wager of hand 1.1: 20.00 staked, 20.00 to the house.
Double Attack Wager of hand 1.1: 20.00 staked, 20.00 to the house.
Bet Wager of hand 1.2: 20.00 staked, 20.00 to the house.
Double Attack Wager of hand 1.2: 20.00 staked, 20.00 to the house.
Double Down Wager of hand 1.2: 15.00 staked, 15.00 to the house.
Bust It Wager of hand 1.1: 5.00 staked, 5.00 to the house.
The players lose 110.00.
House rules used: peek_timing = before_player_acts.
"""


def test_a_pair_that_is_split_insured_and_doubled() -> None:
    shoe = "AC 8S 8D 7H 9S 3S 2S KS"
    does = "1 insure 10, 1 split, 1 stand, 1.2 double 15, 1.2 stand"
    assert _told(DA, "1 20+20 bust 5", shoe, does) == PAIR.splitlines()


# The 6 of diamonds matches the 6 of clubs: 20 for 5. 9 + 6 + 5 = 20 pushes against 6 + K + 4 = 20,
# and 9 + 6 + 2 = 17 loses. 20 won and 20 lost.
ERRORS = """\
  1  The round opens. Seat 1: Bet Wager 20.00, Match-the-Dealer Wager 5.00; Seat 2: Bet Wager 20.00.
       a card is due to hand 1.1, face up
  2  9♠ leaves the shoe. It goes to hand 1.1: 9♠, 9.
       a card is due to hand 2.1, face up
  3  9♥ leaves the shoe. It goes to hand 2.1: 9♥, 9.
       a card is due to the dealer, face up
  4  6♣ leaves the shoe. It goes to the dealer: 6♣, 6.
       a card is due to hand 1.1, face up
  5  6♦ leaves the shoe. It goes to hand 1.1: 9♠ 6♦, 15.
       a card is due to hand 2.1, face up
  6  6♠ leaves the shoe. It goes to hand 2.1: 9♥ 6♠, 15.
       a card is due to the dealer, face down
  7  K♥ leaves the shoe. It goes to the dealer, face down.
       Match-the-Dealer Wager of hand 1.1: 5.00 returned, 20.00 won
       peek
  8  The hole card goes into the reader, which is made to light red. (act 1)
       the Masque reader reports red
       its lamp shows red
       spot (colour red)
       the Masque reader reports none
       its lamp shows none
       hand 1.1 may: hit
       hand 1.1 may: stand
       hand 1.1 may: double
  9  5♠ is drawn in error, its face not seen. (act 2)
       hold
 10  Hand 1.1: hit. It goes to hand 1.1: 9♠ 6♦ 5♠, 20. (act 3)
       a card is due to hand 1.1, face up, and the card held is that one
       hand 1.1 may: hit
       hand 1.1 may: stand
 11  Hand 1.1: stand. (act 4)
       hand 2.1 may: hit
       hand 2.1 may: stand
       hand 2.1 may: double
 12  2♠ is drawn in error, its face seen. (act 5)
       hand 2.1 may: exposed-card
 13  Hand 2.1: accept. It goes to hand 2.1: 9♥ 6♠ 2♠, 17. (act 6)
       a card is due to hand 2.1, face up, and the card held is that one
       hand 2.1 may: hit
       hand 2.1 may: stand
 14  Hand 2.1: stand. (act 7)
       the hole card is turned
       the dealer may: continue
       the dealer may: dead-hand
 15  The dealer: continue. (act 8)
       must not be seen: dead
       a card is due to the dealer, face up
 16  4♦ leaves the shoe. It goes to the dealer: 6♣ K♥ 4♦, 20.
 17  The dealer: settle.
       Bet Wager of hand 1.1: 20.00 returned
       Bet Wager of hand 2.1: 20.00 to the house
       to the discard rack: 9♠ 6♦ 5♠
       to the discard rack: 9♥ 6♠ 2♠
       to the discard rack: 6♣ K♥ 4♦
       the round is over

The dealer ends with 6♣ K♥ 4♦, 20.
Match-the-Dealer Wager of hand 1.1: 5.00 staked, 5.00 returned, 20.00 won.
Bet Wager of hand 1.1: 20.00 staked, 20.00 returned.
Bet Wager of hand 2.1: 20.00 staked, 20.00 to the house.
Neither side wins anything on balance.
"""


def test_a_round_with_a_wrong_light_and_two_cards_drawn_in_error() -> None:
    shoe = "9S 9H 6C 6D 6S KH 5S 2S 4D 3H"
    does = "(h) light=red, (b), 1 hit, 1 stand, (c), 2 accept, 2 stand, dealer continue"
    told = _told(DU, "1 20 match 5,2 20", shoe, does, match_the_dealer_odds=ODDS)
    assert told[:-1] == ERRORS.splitlines()
    assert told[-1].startswith("House rules used: match_card = upcard, match_settled = after_deal")
    assert "match_the_dealer_odds = unsuited 4 to 1 and suited 11 to 1" in told[-1]


# 9 + 10 = 19 against 6 + 4 + 8 = 18.
SHUFFLER = """\
  7  Hand 1.1: stand. (act 1)
       the hole card is turned
       a card is due to the dealer, face up
  8  8♠ leaves the shoe. It goes to the dealer: 6♣ 4♥ 8♠, 18.
  9  A cycle of the shuffler on batch B begins. (act 2)
       shuffler: cycle-started (batch B)
 10  The shuffler's cycle on batch B goes wrong: jam. (act 2)
       shuffler: jam (batch B)
       reshuffle (what B)
       must not be seen: shuffler: cycle-done (batch B)
 11  Shuffler out. (act 3)
       shuffler: fault (code out-of-service)
       cover
 12  Hand shuffle. (act 4)
       the dealer may not: hand-shuffle
 13  Sign placed. (act 5)
 14  Shuffler repaired. (act 6)
 15  A cycle of the shuffler on batch A begins. (act 7)
       shuffler: cycle-started (batch A)
 16  A cycle of the shuffler on batch A ends. (act 8)
       shuffler: cycle-done (batch A, count 416)
 17  The dealer: settle.
       Bet Wager of hand 1.1: 20.00 returned, 20.00 won
       to the discard rack: 9♠ 10♦
       to the discard rack: 6♣ 4♥ 8♠
       the round is over

The dealer ends with 6♣ 4♥ 8♠, 18.
Bet Wager of hand 1.1: 20.00 staked, 20.00 returned, 20.00 won.
The players win 20.00.
"""


def test_a_shuffler_that_fails_beside_the_round() -> None:
    does = (
        "1 stand, (j) fault=jam batch=B, (k), dealer hand-shuffle, dealer sign-placed, "
        "dealer shuffler-repaired, dealer cycle-started, dealer cycle-done count=416"
    )
    told = _told(DU, "1 20", "9S 6C TD 4H 8S", does)
    assert told[19:] == SHUFFLER.splitlines()
    assert "  4  10♦ leaves the shoe. It goes to hand 1.1: 9♠ 10♦, 19." in told


SHORT = """\
  7  Hand 1.1: stand. (act 1)
       the hole card is turned
       a card is due to the dealer, face up
  8  The shoe is empty. (act 2)
       reshuffle (what rack)
  9  The shoe is filled with 3 shuffled and cut cards. (act 2)
       burn
 10  3♣ is burned. (act 2)
       to the discard rack: 3♣
       a card is due to the dealer, face up
 11  8♣ leaves the shoe. It goes to the dealer: 6♣ 4♥ 8♣, 18.
 12  The dealer: settle.
       Bet Wager of hand 1.1: 20.00 returned, 20.00 won
       to the discard rack: 9♠ 10♦
       to the discard rack: 6♣ 4♥ 8♣
       the round is over

The dealer ends with 6♣ 4♥ 8♣, 18.
Bet Wager of hand 1.1: 20.00 staked, 20.00 returned, 20.00 won.
The players win 20.00.
"""


def test_a_shoe_that_is_empty_for_the_dealer() -> None:
    told = _told(DU, "1 20", "9S 6C TD 4H", "1 stand, (e) shoe=3C+8C+2C", "2C 3C 8C")
    assert told[19:] == SHORT.splitlines()
