"""Rounds of Down Under Blackjack, worked out by hand from the law.

The deal (§ 685a.7(e)): one card up to each box, one up to the dealer, a second up to each box, one
down to the dealer. Bet 20 where nothing else is said. Odds as understood: even money, 3 to 2 on a
Blackjack, 2 to 1 on Insurance; a dealer's 22 pushes, but a 21 and two original Large cards win.
"""

from __future__ import annotations

from functools import partial

import pytest

from tests.oracle.scripts import DOUBLE_ATTACK, DOWN_UNDER
from tests.oracle.worked import Refused, check, check_refused, params
from tests.oracle.worked import Worked as Anywhere

Worked = partial(Anywhere, game=DOWN_UNDER)
Refusal = partial(Refused, game=DOWN_UNDER)

TWO = "20 | 20"
DEAD = "1.1 bet 0/20 @685a.12(h), 2.1 bet 0/20 @685a.12(h)"

# § 685a.1, § 685a.7: the deal, the light, the play.
ROUNDS = [
    # 17 and 18 against 17
    Worked(
        "(e) the order of the deal",
        TWO,
        "9S 8S KD 8C TC 7H",
        "1 stand, 2 stand",
        "1.1 bet 0/20, 2.1 bet 0/20 +20",
        "20",
        "deal 1.1 up shoe @685a.7(e)(1), card 9S, deal 2.1 up shoe @685a.7(e)(1), card 8S, "
        "deal dealer up shoe @685a.7(e)(2), card KD, deal 1.1 up shoe @685a.7(e)(3), card 8C, "
        "deal 2.1 up shoe @685a.7(e)(3), card TC, deal dealer down shoe @685a.7(e)(4), card 7H, "
        "peek, light red, spot red, light none, offer 1.1 hit",
    ),
    # K + 3 = 13, + 5 = 18 against 19
    Worked(
        "Small is blue",
        "20",
        "TS KD 9C 3H 5C",
        "1 stand",
        "1.1 bet 0/20 +20",
        "20",
        "light blue @685a.1 Small, lamp blue, spot blue, light none, lamp none, reveal",
        "light red, light yellow",
    ),
    Worked(
        "Medium is red",
        "20",
        "TS KD 9C 9H",
        "1 stand",
        "1.1 bet 0/20",
        "0",
        "light red @685a.1 Medium, lamp red, spot red, light none, lamp none, offer 1.1, reveal",
    ),
    # K and Q: both Large, so the hole card lies open before anybody acts. 20 against 19
    Worked(
        "(h) both Large are exposed",
        "20",
        "TS KD 9C QH",
        "1 stand",
        "1.1 bet 20/0",
        "-20",
        "light yellow @685a.1 Large, spot yellow, reveal @685a.7(h), offer 1.1 hit",
    ),
    # 9 under Large, Large under 9: not exposed. 19 against 19
    Worked(
        "(h) a Large hole card under a 9",
        "20",
        "TS 9D 9C QH",
        "1 stand",
        "1.1 bet 0/20",
        "0",
        "light yellow, spot yellow, offer 1.1 hit, offer 1.1 stand, reveal",
    ),
    # T and A: Blackjack, everything is settled at once
    Worked(
        "dealer Blackjack with a T up",
        TWO,
        "TS 9S TD 9C 9D AH",
        "",
        "1.1 bet 20/0, 2.1 bet 20/0",
        "-40",
        "light yellow, reveal, settle 1.1 bet, settle 2.1 bet, rack 1.1, round-over",
        "offer 1.1 hit",
    ),
    Worked("dealer Blackjack with an ace up", "20", "TS AD 9C JH", "", "1.1 bet 20/0", "-20"),
    # two aces: exposed, soft 12, + 7 = 19
    Worked(
        "two aces are no Blackjack",
        "20",
        "TS AD 9C AH 7C",
        "1 stand",
        "1.1 bet 0/20",
        "0",
        "reveal, offer 1.1 hit, deal dealer up shoe, card 7C",
    ),
    # 20 x 3/2
    Worked(
        "a Blackjack pays 3 to 2",
        "20",
        "AS 9D KC 8H",
        "",
        "1.1 bet 0/20 +30",
        "30",
        "spot red, settle 1.1 bet 0.00 20.00 30.00, rack 1.1 AS KC",
        "reveal",
    ),
    Worked("A24 3 to 2 on 2.50", "2.50", "AS 9D KC 8H", "", "1.1 bet 0/2.50 +3.75", "3.75"),
    Worked("3 to 2 on 0.25", "0.25", "AS 9D TC 8H", "", "1.1 bet 0/0.25 +0.375", "0.375"),
    Worked("two Blackjacks", "20", "AS KD KC AH", "", "1.1 bet 0/20", "0"),
    # K and Q exposed, not a Blackjack
    Worked(
        "a Blackjack against two open Large cards",
        "20",
        "AS KD KC QH",
        "",
        "1.1 bet 0/20 +30",
        "30",
    ),
    # A4: 5 + 6 + T = 21 of three; the Blackjack is paid before that
    Worked(
        "A4 a Blackjack beats a drawn 21",
        "1000 | 20",
        "AS TS 5C KD 9C 6H TD",
        "2 stand",
        "1.1 bet 0/1000 +1500, 2.1 bet 20/0",
        "1480",
    ),
    # A5, A23: the dealer's Blackjack is open before a player draws
    Worked(
        "A5 7-7 against K A",
        "1000",
        "7S KD 7H AS",
        "",
        "1.1 bet 1000/0",
        "-1000",
        "",
        "offer 1.1 hit",
    ),
    Worked("A23 7-7 against A K", "1000", "7S AD 7H KC", "1 decline", "1.1 bet 1000/0", "-1000"),
    # 10 x 2; 5 + 5 + 7 = 17 under 18
    Worked(
        "Insurance won",
        "20",
        "9S AD 9C KH",
        "1 insure 10",
        "1.1 bet 20/0, 1.1 insurance 0/10 +20",
        "0",
        "offer 1.1 insurance, peek, light yellow",
    ),
    Worked(
        "Insurance lost",
        "20",
        "9S AD 9C 6H",
        "1 insure 10, 1 stand",
        "1.1 bet 0/20 +20, 1.1 insurance 10/0",
        "10",
        "offer 1.1 insurance, light red, spot red, settle 1.1 insurance 10.00, offer 1.1 hit",
    ),
    # A + A: open, no ten-value
    Worked(
        "Insurance lost to a second ace",
        "20",
        "TS AD 9C AH 7C",
        "1 insure 5, 1 stand",
        "1.1 bet 0/20, 1.1 insurance 5/0",
        "-5",
    ),
    Worked(
        "insurance_offered no",
        "20",
        "9S AD 9C 6H",
        "1 stand",
        "1.1 bet 0/20 +20",
        "20",
        "",
        "offer 1.1 insurance",
        rules={"insurance_offered": "no"},
    ),
    # 9 + 2 + K = 21 against 17; nobody stands for a player
    Worked(
        "hits to 21",
        "20",
        "9S KD 2C 7H KC",
        "1 hit, 1 stand",
        "1.1 bet 0/20 +20",
        "20",
        "deal 1.1, card KC, offer 1.1 hit, offer 1.1 stand, reveal",
    ),
    # 9 + 7 + T = 26
    Worked(
        "a bust is lost at once",
        "20",
        "9S KD 7C 7H TC",
        "1 hit",
        "1.1 bet 20/0",
        "-20",
        "card TC, settle 1.1 bet 20.00, rack 1.1 9S 7C TC, rack dealer, round-over",
        "reveal",
    ),
    # 5 + 6 + T = 21, 20 added
    Worked(
        "a double",
        "20",
        "5S KD 6C 7H TC",
        "1 double 20",
        "1.1 bet 0/20 +20, 1.1 double_down 0/20 +20",
        "40",
        "deal 1.1, card TC, reveal",
        "offer 1.1 surrender",
    ),
    Worked(
        "a double for less",
        "20",
        "5S KD 6C 7H 2C",
        "1 double 7.50",
        "1.1 bet 20/0, 1.1 double_down 7.50/0",
        "-27.50",
    ),
    # A-6 against 6-A-K = 17 when he hits, 6-A = 17 when he stands
    Worked(
        "dealer_soft_17 stand",
        "20",
        "TS 6D 8C AH 4C",
        "1 stand",
        "1.1 bet 0/20 +20",
        "20",
        rules={"dealer_soft_17": "stand"},
    ),
    Worked(
        "dealer_soft_17 hit",
        "20",
        "TS 6D 8C AH 4C",
        "1 stand",
        "1.1 bet 20/0",
        "-20",
        "reveal, deal dealer, card 4C",
        rules={"dealer_soft_17": "hit"},
    ),
    # B16: nothing in the law makes a hand dead for a hole card seen too early; with no wrong light
    # and no wrong spot play goes on. 19 against 16 + 5 = 21
    Worked(
        "B16 no dead hand without a wrong light",
        "20",
        "TS TD 9C 6C 5D",
        "1 stand",
        "1.1 bet 20/0",
        "-20",
        "",
        "dead 1.1",
    ),
]

# A dealer's 22: 6 + T + 6.
AT_22 = {"dealer_22": "golden_rule"}
BUST = {"dealer_22": "bust"}
ROUNDS += [
    # 9 + 2 + 8 = 19
    Worked(
        "22 a drawn 19 pushes",
        "20",
        "9S 6D 2C TH 8C 6C",
        "1 hit, 1 stand",
        "1.1 bet 0/20",
        "0",
        rules=AT_22,
        used="dealer_22",
    ),
    Worked("22 two cards, one not Large", "20", "TS 6D 9C TH 6C", "1 stand", "1.1 bet 0/20", "0"),
    # 9 + 2 + T
    Worked("22 a 21 wins", "20", "9S 6D 2C TH TC 6C", "1 hit, 1 stand", "1.1 bet 0/20 +20", "20"),
    Worked(
        "22 two original Large cards win",
        "20",
        "KS 6D QC TH 6C",
        "1 stand",
        "1.1 bet 0/20 +20",
        "20",
    ),
    Worked(
        "22 two aces are two Large cards",
        "20",
        "AS 6D AC TH 6C",
        "1 stand",
        "1.1 bet 0/20 +20",
        "20",
    ),
    # K-Q split: K-T = 20 and Q-J = 20, no original hands
    Worked(
        "22 split ten-values push",
        "20",
        "KS 6D QC TH TC JC 6C",
        "1 split, 1.1 stand, 1.2 stand",
        "1.1 bet 0/20, 1.2 bet 0/20",
        "0",
        used="",
    ),
    # A-T = 21 wins by its 21, A-5 = 16 pushes
    Worked(
        "22 split aces",
        "20",
        "AS 6D AC TH TC 5C 6C",
        "1 split",
        "1.1 bet 0/20 +20, 1.2 bet 0/20",
        "20",
    ),
    # 5 + 6 + 9 = 20 pushes with both wagers; 5 + 6 + T = 21 wins with both
    Worked(
        "22 a doubled 20 pushes",
        "20",
        "5S 6D 6C TH 9C 6C",
        "1 double 20",
        "1.1 bet 0/20, 1.1 double_down 0/20",
        "0",
    ),
    Worked(
        "22 a doubled 21 wins",
        "20",
        "5S 6D 6C TH TC 6C",
        "1 double 20",
        "1.1 bet 0/20 +20, 1.1 double_down 0/20 +20",
        "40",
    ),
    # T + 9 + 5 = 24 has lost already; the other box has 12
    Worked(
        "22 a bust stays lost",
        TWO,
        "TS TC 6D 9C 2C TH 5C 6C",
        "1 hit, 2 stand",
        "1.1 bet 20/0, 2.1 bet 0/20",
        "-20",
    ),
    Worked(
        "22 a Blackjack is paid",
        TWO,
        "AS TC 6D KC 2C TH 6C",
        "2 stand",
        "1.1 bet 0/20 +30, 2.1 bet 0/20",
        "30",
    ),
    # 23: 6 + T + 7 busts as ever
    Worked("23 is a bust", "20", "TS 6D 2C TH 7C", "1 stand", "1.1 bet 0/20 +20", "20"),
    # 22 on five cards: 2 + 3 + 4 + 3 + T
    Worked("22 on five cards", "20", "TS 2D 9C 3H 4C 3C TC", "1 stand", "1.1 bet 0/20", "0"),
    Worked("22 as a bust", "20", "TS 6D 9C TH 6C", "1 stand", "1.1 bet 0/20 +20", "20", rules=BUST),
    Worked(
        "22 as a bust, doubled",
        "20",
        "5S 6D 6C TH 9C 6C",
        "1 double 20",
        "1.1 bet 0/20 +20, 1.1 double_down 0/20 +20",
        "40",
        rules=BUST,
    ),
]

# § 685a.10: splitting.
WRONG_RED = "(h) light=red"
ROUNDS += [
    # 8-9 = 17, 8-T = 18 against 17
    Worked(
        "10(a) (b) (c) a pair",
        "20",
        "8S KD 8C 7H 9C TC",
        "1 split, 1.1 stand, 1.2 stand",
        "1.1 bet 0/20, 1.2 bet 0/20 +20",
        "20",
        "offer 1.1 split @685a.10(a), deal 1.1, card 9C, offer 1.1 double, deal 1.2, card TC",
    ),
    Worked(
        "10(a) K and Q",
        "20",
        "KS 9D QC 8H 5C TC",
        "1 split, 1.1 stand, 1.2 stand",
        "1.1 bet 20/0, 1.2 bet 0/20 +20",
        "0",
    ),
    # 8-2-9 = 19 first, then 8-5-3 = 16
    Worked(
        "10(b) the left hand is finished first",
        "20",
        "8S KD 8C 7H 2C 9C 5C 3C",
        "1 split, 1.1 hit, 1.1 stand, 1.2 hit, 1.2 stand",
        "1.1 bet 0/20 +20, 1.2 bet 20/0",
        "0",
        "card 2C, deal 1.1, card 9C, deal 1.2, card 5C, deal 1.2, card 3C",
    ),
    # 8-3-T = 21 doubled, 8-2-T = 20 doubled
    Worked(
        "10(c) both hands double",
        "20",
        "8S KD 8C 7H 3C TC 2C TD",
        "1 split, 1.1 double 20, 1.2 double 10",
        "1.1 bet 0/20 +20, 1.1 double_down 0/20 +20, 1.2 bet 0/20 +20, 1.2 double_down 0/10 +10",
        "70",
    ),
    # 8-9-T = 27, 8-9 = 17
    Worked(
        "10 one bust, one push",
        "20",
        "8S KD 8C 7H 9C TC 9D",
        "1 split, 1.1 hit, 1.2 stand",
        "1.1 bet 20/0, 1.2 bet 0/20",
        "-20",
    ),
    # A-9 = 20, A-T = 21, even money: no Blackjack
    Worked(
        "10(e) split aces",
        "20",
        "AS 9D AC 9H 9C TC",
        "1 split",
        "1.1 bet 0/20 +20, 1.2 bet 0/20 +20",
        "40",
        "deal 1.1, card 9C, deal 1.2, card TC, reveal",
        "offer 1.1 surrender",
    ),
    # A-T = 21 pushes 9 + 5 + 7 = 21
    Worked(
        "10 an ace and a ten after a split are 21",
        "20",
        "AS 9D AC 5H TC 9C 7C",
        "1 split",
        "1.1 bet 0/20, 1.2 bet 20/0",
        "-20",
    ),
    # the reader showed red for an ace; K-A: the first Bet only, the second goes back
    Worked(
        "10(d) a hidden dealer Blackjack",
        "20",
        "8S KD 8C AH 9C TC",
        f"{WRONG_RED}, 1 split, 1.1 stand, 1.2 stand, dealer continue",
        "1.1 bet 20/0 @685a.10(d), 1.2 bet 0/20 @685a.10(d)",
        "-20",
        "spot red, reveal, offer dealer continue, offer dealer dead-hand, settle 1.1 bet",
    ),
    Worked(
        "10(d) with a double",
        "20",
        "8S KD 8C AH 3C TC 9C",
        f"{WRONG_RED}, 1 split, 1.1 double 10, 1.2 stand, dealer continue",
        "1.1 bet 20/0, 1.1 double_down 0/10, 1.2 bet 0/20 @685a.10(d)",
        "-20",
    ),
    Worked(
        "10(d) against dead hands",
        "20",
        "8S KD 8C AH 9C TC",
        f"{WRONG_RED}, 1 split, 1.1 stand, 1.2 stand, dealer dead-hand",
        "1.1 bet 0/20 @685a.12(h), 1.2 bet 0/20 @685a.12(h)",
        "0",
    ),
    # a drawn 21 loses to it
    Worked(
        "10(d) no split: a drawn 21 loses to the Blackjack",
        "20",
        "9S KD 2C AH TC",
        f"{WRONG_RED}, 1 hit, 1 stand, dealer continue",
        "1.1 bet 20/0",
        "-20",
    ),
]

# Match-the-Dealer: the odds are the house's own.
ODDS = {"match_the_dealer_odds": {"unsuited": "4 to 1", "suited": "11 to 1"}}
ROUNDS += [
    # K of another suit: 5 x 4 = 20. 19 against 17: 20
    Worked(
        "match, one unsuited",
        "20 md5",
        "KS KD 9C 7H",
        "1 stand",
        "1.1 match_the_dealer 0/5 +20, 1.1 bet 0/20 +20",
        "40",
        rules=ODDS,
        used="match_the_dealer_odds",
    ),
    # 5 x 4 + 5 x 11 = 75
    Worked(
        "match, one of each",
        "20 md5",
        "KS KD KD 7H",
        "1 stand",
        "1.1 match_the_dealer 0/5 +75, 1.1 bet 0/20 +20",
        "95",
        rules=ODDS,
    ),
    # 5 x 22 = 110
    Worked(
        "match, two suited",
        "20 md5",
        "KD KD KD 7H",
        "1 stand",
        "1.1 match_the_dealer 0/5 +110, 1.1 bet 0/20 +20",
        "130",
        rules=ODDS,
    ),
    # a Q is no K; and the hole card does not count
    Worked(
        "match, none",
        "20 md5",
        "QS KD 7D 7H",
        "1 stand",
        "1.1 match_the_dealer 5/0, 1.1 bet 0/20",
        "-5",
        rules=ODDS,
    ),
    # the Bet is dead, the match stands on its own
    # the Bet is dead, the match stands on its own: a K of another suit
    Worked(
        "match beside a dead hand",
        "20 md5 | 20",
        "KS 9C KD 2C 9D 7H",
        "1 hit, (g) seat=1 hand=1, 2 stand, 1 dead-hand",
        "1.1 match_the_dealer 0/5 +20, 1.1 bet 0/20 @685a.12(g), 2.1 bet 0/20 +20",
        "40",
        rules=ODDS,
    ),
    Worked(
        "match on a box that busts",
        "20 md5",
        "KS KD 6D 7H TC",
        "1 hit",
        "1.1 match_the_dealer 0/5 +20, 1.1 bet 20/0",
        "0",
        rules=ODDS,
    ),
]

# § 685a.12(a): a card face up in the shoe.
ROUNDS += [
    # 9-8 = 17 against 17; the 6 is never in a hand
    Worked(
        "12(a) before the upcard",
        "20",
        "9S 6D KD 8C 7H",
        "(a) before_card=2, 1 stand",
        "1.1 bet 0/20",
        "0",
        "deal dealer, card 6D up @685a.12(a), rack shoe 6D @685a.12(a), "
        "deal dealer up shoe, card KD",
    ),
    Worked(
        "12(a) the first card",
        "20",
        "6D 9S KD 8C 7H",
        "(a) before_card=1, 1 stand",
        "1.1 bet 0/20",
        "0",
        "card 6D up, rack shoe 6D, deal 1.1 up shoe, card 9S",
    ),
    Worked(
        "B8 12(a) the hole card",
        "20",
        "9S KD 8C 6D 7H",
        "(a) before_card=4, 1 stand",
        "1.1 bet 0/20",
        "0",
        "deal dealer down, card 6D up, rack shoe 6D, deal dealer down, card 7H, light red",
    ),
    # 9-2-T = 21
    Worked(
        "12(a) a player's card",
        "20",
        "9S KD 2C 7H 6D TC",
        "(a) before_card=5, 1 hit, 1 stand",
        "1.1 bet 0/20 +20",
        "20",
        "deal 1.1, card 6D up, rack shoe 6D, deal 1.1, card TC",
    ),
    # K-6-5 = 21
    Worked(
        "12(a) the dealer's draw",
        "20",
        "TS KD 8C 6H 6D 5C",
        "(a) before_card=5, 1 stand",
        "1.1 bet 20/0",
        "-20",
        "reveal, deal dealer, card 6D up, rack shoe 6D, deal dealer, card 5C",
    ),
    Worked(
        "12(a) two in a row",
        "20",
        "9S 6D 5D KD 8C 7H",
        "(a) before_card=2, (a) before_card=3, 1 stand",
        "1.1 bet 0/20",
        "0",
        "card 6D up, rack shoe 6D, card 5D up, rack shoe 5D, deal dealer, card KD",
    ),
]

# § 685a.12(b): drawn in error, not exposed. (c): exposed. (d): for a dealer who stands.
ROUNDS += [
    # 9-2 takes the held T: 21 against 17
    Worked(
        "12(b) the hand on turn takes it",
        "20",
        "9S KD 2C 7H TC",
        "(b), 1 hit, 1 stand",
        "1.1 bet 0/20 +20",
        "20",
        "card TC @685a.12(b), hold @685a.12(b), deal 1.1 up held @685a.12(b), offer 1.1 hit",
    ),
    # 17 stands; 5-6 takes the held T
    Worked(
        "12(b) the next hand takes it",
        TWO,
        "9S 5C KD 8C 6C 7H TD",
        "(b), 1 stand, 2 hit, 2 stand",
        "1.1 bet 0/20, 2.1 bet 0/20 +20",
        "20",
        "hold, offer 2.1 hit, deal 2.1 up held",
    ),
    # everybody stands; K-6 takes the held 5: 21
    Worked(
        "12(b) the dealer takes it",
        "20",
        "TS KD 8C 6H 5C",
        "(b), 1 stand",
        "1.1 bet 20/0",
        "-20",
        "hold, reveal, deal dealer up held",
    ),
    # K-7 stands: it remains the next card of the shoe
    Worked(
        "12(b) nobody needs it",
        "20",
        "TS KD 8C 7H 5C",
        "(b), 1 stand",
        "1.1 bet 0/20 +20",
        "20",
        "hold, reveal, settle 1.1 bet",
        "rack held, rack shoe, burn",
    ),
    # after a split the held 9 completes the first hand: 8-9, then 8-T
    Worked(
        "12(b) then a split",
        "20",
        "8S KD 8C 7H 9C TC",
        "(b), 1 split, 1.1 stand, 1.2 stand",
        "1.1 bet 0/20, 1.2 bet 0/20 +20",
        "20",
        "hold, deal 1.1 up held, deal 1.2 up shoe, card TC",
    ),
    Worked(
        "12(b) then a double",
        "20",
        "5S KD 6C 7H TC",
        "(b), 1 double 20",
        "1.1 bet 0/20 +20, 1.1 double_down 0/20 +20",
        "40",
        "hold, deal 1.1 up held",
    ),
    # 9-2 accepts the T
    Worked(
        "12(c) the hand on turn accepts",
        "20",
        "9S KD 2C 7H TC",
        "(c), 1 accept, 1 stand",
        "1.1 bet 0/20 +20",
        "20",
        "card TC @685a.12(c), offer 1.1 exposed-card, deal 1.1 up held @685a.12(c), offer 1.1 hit",
    ),
    # 9-7 accepts a T and busts
    Worked(
        "12(c) accepted, over 21",
        "20",
        "9S KD 7C 7H TC",
        "(c), 1 accept",
        "1.1 bet 20/0",
        "-20",
        "deal 1.1 up held, settle 1.1 bet, rack 1.1 9S 7C TC",
    ),
    # B3: 16 refuses and is frozen; 5-6 accepts the T: 21
    Worked(
        "B3 12(c) refused, then accepted",
        TWO,
        "9S 5C KD 7C 6C 7H TC",
        "(c), 1 refuse, 2 accept, 2 stand",
        "1.1 bet 20/0, 2.1 bet 0/20 +20",
        "0",
        "offer 1.1 exposed-card, freeze 1.1 @685a.12(c), offer 2.1 exposed-card, deal 2.1 up held",
    ),
    # both refuse; K-3 takes the 2 = 15, then a 9 = 24
    Worked(
        "12(c) all refuse, the dealer uses it",
        TWO,
        "9S 5C KD 2C 6C 3H 2D 9D",
        "(c), 1 refuse, 2 refuse",
        "1.1 bet 0/20 +20, 2.1 bet 0/20 +20",
        "40",
        "freeze 1.1, freeze 2.1, reveal, deal dealer up held, deal dealer up shoe, card 9D",
    ),
    # K-7 cannot use it: 11 and 11 lose to 17
    Worked(
        "12(c) all refuse, the dealer cannot use it",
        TWO,
        "9S 5C KD 2C 6C 7H 2D",
        "(c), 1 refuse, 2 refuse",
        "1.1 bet 20/0, 2.1 bet 20/0",
        "-40",
        "freeze 1.1, freeze 2.1, reveal, rack held 2D @685a.12(c), settle 1.1 bet",
    ),
    # the open dealer hand K-Q does not need it either
    Worked(
        "12(c) refused, the hole card open",
        "20",
        "9S KD 2C QH 2D",
        "(c), 1 refuse",
        "1.1 bet 20/0",
        "-20",
        "reveal, offer 1.1 exposed-card, freeze 1.1, rack held 2D",
    ),
    # 1 has stood on 16: it goes to the hand on turn only; 2 refuses; K-6 takes the 5 = 21
    Worked(
        "12(c) exposed_offer entitled_hands",
        TWO,
        "9S 5C KD 7C 6C 6H 5D",
        "1 stand, (c), 2 refuse",
        "1.1 bet 20/0, 2.1 bet 20/0",
        "-40",
        "offer 2.1 exposed-card, freeze 2.1, deal dealer up held",
        "offer 1.1 exposed-card",
    ),
    # the same, but 1.1 is asked too and takes the 5: 21 against K-6-T = 26
    Worked(
        "12(c) exposed_offer all_players_even_stood",
        TWO,
        "9S 5C KD 7C 6C 6H 5D TC",
        "1 stand, (c), 2 refuse, 1 accept",
        "1.1 bet 0/20 +20, 2.1 bet 0/20 +20",
        "40",
        "offer 2.1 exposed-card, offer 1.1 exposed-card, deal 1.1 up held",
        rules={"exposed_offer": "all_players_even_stood"},
    ),
    # split 8s: 8-2 refuses the 3, 8-T stands; only that hand is frozen: 10, 18+3 = 21 accepted
    Worked(
        "12(c) refusal_scope player",
        TWO,
        "8S 5C 6D 8C 6C 7H 2S 9S 4S",
        "1 split, (c), 1.1 refuse, 2 accept, 2 stand",
        "1.1 bet 20/0, 1.2 bet 20/0, 2.1 bet 0/20 +20",
        "-20",
        "freeze 1.1, freeze 1.2, offer 2.1 exposed-card, deal 2.1 up held",
        rules={"refusal_scope": "player"},
        used="refusal_scope",
    ),
    # the second hand refuses: the first stood already, the card goes on to box 2
    Worked(
        "12(c) refusal_scope hand",
        TWO,
        "8S 5C 6D 8C 6C 7H TS TC 9S 4S",
        "1 split, 1.1 stand, (c), 1.2 refuse, 2 accept, 2 stand",
        "1.1 bet 0/20 +20, 1.2 bet 0/20 +20, 2.1 bet 0/20 +20",
        "60",
        "freeze 1.2, offer 2.1 exposed-card, deal 2.1 up held",
        "freeze 1.1",
    ),
    # frozen with K-Q against 22: an original two-card hand of Large cards
    Worked(
        "12(c) frozen against 22",
        "20",
        "KS 6D QC TH 6C",
        "(c), 1 refuse",
        "1.1 bet 0/20 +20",
        "20",
        "freeze 1.1, reveal, deal dealer up held",
    ),
    # exposed in the deal: the next card, nobody is asked
    Worked(
        "12(c) early_exposed",
        "20",
        "9S KD 9C 7H",
        "(c) before_card=3, 1 stand",
        "1.1 bet 0/20 +20",
        "20",
        "",
        "offer 1.1 exposed-card",
        used="early_exposed",
    ),
    # aces split: each has its one card and is asked nothing; box 2 takes the T and has 21.
    # 20 and 19
    # lose to 6-T-5 = 21
    Worked(
        "12(c) a split ace is not asked",
        TWO,
        "AS 5C 6D AC 6C TH 9C 8C TC 5D",
        "1 split, (c), 2 accept, 2 stand",
        "1.1 bet 20/0, 1.2 bet 20/0, 2.1 bet 0/20",
        "-40",
        "offer 2.1 exposed-card",
        "offer 1.1 exposed-card, offer 1.2 exposed-card",
    ),
    # 17 stays 17: 18 wins
    Worked(
        "12(d) hard 17",
        "20",
        "9S KD 9C 7H 4D",
        "1 stand, (d)",
        "1.1 bet 0/20 +20",
        "20",
        "reveal, card 4D @685a.12(d), rack shoe 4D @685a.12(d), settle 1.1 bet",
    ),
    Worked(
        "12(d) unexposed",
        "20",
        "9S KD 9C 7H 4D",
        "1 stand, (d) exposed=false",
        "1.1 bet 0/20 +20",
        "20",
        "rack shoe 4D",
        "hold, deal dealer up held",
    ),
    # 18, 19, 20, 21 against 20
    Worked(
        "12(d) 18",
        "20",
        "TS KD TC 8H 4D",
        "1 stand, (d)",
        "1.1 bet 0/20 +20",
        "20",
        "rack shoe 4D",
        used="dealer_accident_totals",
    ),
    Worked(
        "12(d) 19", "20", "TS 9D TC TH 4D", "1 stand, (d)", "1.1 bet 0/20 +20", "20", "rack shoe 4D"
    ),
    Worked("12(d) 20", "20", "TS KD TC QH 4D", "1 stand, (d)", "1.1 bet 0/20", "0", "rack shoe 4D"),
    # 5 + 6 + T
    Worked(
        "12(d) 21",
        "20",
        "TS 5D TC 6H TD 4D",
        "1 stand, (d)",
        "1.1 bet 20/0",
        "-20",
        "card TD, rack shoe 4D",
    ),
    Worked(
        "12(d) soft 17",
        "20",
        "TS 6D 8C AH 4D",
        "1 stand, (d)",
        "1.1 bet 0/20 +20",
        "20",
        "rack shoe 4D",
    ),
    Worked(
        "12(d) exactly_17 on a soft 17",
        "20",
        "TS 6D 8C AH 4D",
        "1 stand, (d)",
        "1.1 bet 0/20 +20",
        "20",
        "rack shoe 4D @685a.12(d)",
        rules={"dealer_accident_totals": "exactly_17"},
    ),
    # 18 is no 17: (b) keeps an unexposed card as the next one; the total is unchanged either way
    Worked(
        "12(d) exactly_17 on 18, unexposed",
        "20",
        "TS KD TC 8H 4D",
        "1 stand, (d) exposed=false",
        "1.1 bet 0/20 +20",
        "20",
        "hold @685a.12(b)",
        "rack shoe 4D",
        rules={"dealer_accident_totals": "exactly_17"},
        used="dealer_accident_totals",
    ),
    Worked(
        "12(d) hard_17_only on a hard 17",
        "20",
        "9S KD 9C 7H 4D",
        "1 stand, (d)",
        "1.1 bet 0/20 +20",
        "20",
        "rack shoe 4D @685a.12(d)",
        rules={"dealer_accident_totals": "hard_17_only"},
    ),
    Worked(
        "12(d) hard_17_only on a soft 17, unexposed",
        "20",
        "TS 6D 8C AH 4D",
        "1 stand, (d) exposed=false",
        "1.1 bet 0/20 +20",
        "20",
        "hold @685a.12(b)",
        "rack shoe 4D",
        rules={"dealer_accident_totals": "hard_17_only"},
        used="dealer_accident_totals",
    ),
]

# § 685a.12(e): too few cards. (f), (g): hands passed over.
ROUNDS += [
    # 9-2 is due a card: the rack 3C TC is shuffled, 3C burns, TC comes: 21
    Worked(
        "12(e) a player's card",
        "20",
        "9S KD 2C 7H",
        "1 hit, (e) shoe=3C+TC, 1 stand",
        "1.1 bet 0/20 +20",
        "20",
        "deal 1.1, empty @685a.12(e), reshuffle rack @685a.12(e), burn @685a.12(e), card 3C, "
        "rack shoe 3C @685a.12(e), deal 1.1 up shoe @685a.12(e), card TC",
        rack="TC 3C",
    ),
    # K-6 is due: 4C burns, 5D comes: 21
    Worked(
        "12(e) the dealer's card",
        "20",
        "TS KD 8C 6H",
        "1 stand, (e) shoe=4C+5D+3C",
        "1.1 bet 20/0",
        "-20",
        "reveal, deal dealer, empty, reshuffle rack, burn, rack shoe 4C, deal dealer, card 5D",
        rack="3C 4C 5D",
    ),
    # in the deal: the hole card
    Worked(
        "12(e) the hole card",
        "20",
        "TS KD 8C",
        "(e) shoe=4C+7H, 1 stand",
        "1.1 bet 0/20 +20",
        "20",
        "deal dealer down, empty, reshuffle rack, burn, rack shoe 4C, "
        "deal dealer down, card 7H, light red",
        rack="7H 4C",
    ),
    # box 1 busts with 9 7 T: its cards lie in the rack and are shuffled too. 9 burns, 5-6
    # gets the T
    Worked(
        "12(e) cards collected in this round",
        TWO,
        "9S 5C KD 7C 6C 7H TC",
        "1 hit, 2 hit, (e) shoe=9S+TC+7C, 2 stand",
        "1.1 bet 20/0, 2.1 bet 0/20 +20",
        "0",
        "rack 1.1 9S 7C TC, deal 2.1, empty, reshuffle rack, burn, rack shoe 9S, deal 2.1, card TC",
    ),
    # one card in the rack burns; none is left: the round is void
    Worked(
        "12(e) short_twice",
        "20",
        "9S KD 2C 7H",
        "1 hit, (e) shoe=3C",
        "1.1 bet 0/20",
        "0",
        "empty, round-over",
        rack="3C",
        used="short_twice",
    ),
    # box 2 has no card
    Worked(
        "12(f) no card",
        TWO,
        "9S KD 9C 7H",
        "(f) seat=2 cards=0, 1 stand",
        "1.1 bet 0/20 +20, 2.1 bet 0/20 @685a.12(f)",
        "20",
        "dead 2.1 @685a.12(f), settle 2.1 bet 0.00 20.00 0.00, deal dealer down",
        used="dead_no_card_bet",
    ),
    Worked(
        "12(f) dead_no_card_bet stays_for_next",
        TWO,
        "9S KD 9C 7H",
        "(f) seat=2 cards=0, 1 stand",
        "1.1 bet 0/20 +20",
        "20",
        rules={"dead_no_card_bet": "stays_for_next"},
        never="settle 2.1 bet",
    ),
    # box 1 passed over in both rounds; the others stand
    Worked(
        "12(f) the first box has no card",
        TWO,
        "9S KD 9C 7H",
        "(f) seat=1 cards=0, 2 stand",
        "1.1 bet 0/20 @685a.12(f), 2.1 bet 0/20 +20",
        "20",
        "dead 1.1",
    ),
    # B5: the middle box takes its second card after the others: 8-9 = 17
    Worked(
        "B5 12(f) one card, accepted",
        "20 | 20 | 20",
        "9S 8S TS KD 9C TC 9D 7H",
        "(f) seat=2 cards=1, 2 accept, 1 stand, 2 stand, 3 stand",
        "1.1 bet 0/20 +20, 2.1 bet 0/20, 3.1 bet 0/20 +20",
        "40",
        "card 9C, card TC, offer 2.1 second-card @685a.12(f), "
        "deal 2.1 up shoe @685a.12(f), card 9D, "
        "deal dealer down, card 7H",
    ),
    Worked(
        "12(f) one card, declined",
        TWO,
        "9S 8S KD 9C 7H",
        "(f) seat=2 cards=1, 2 decline, 1 stand",
        "1.1 bet 0/20 +20, 2.1 bet 0/20 @685a.12(f)",
        "20",
        "offer 2.1 second-card, dead 2.1, settle 2.1 bet 0.00 20.00 0.00, rack 2.1 8S",
        used="decline_one_card",
    ),
    # 9-2 asked and was passed over; then 5-6-T = 21, and 9-2-8 = 19
    Worked(
        "12(g) the card after the others",
        TWO,
        "9S 5C KD 2C 6C 7H TC 8D",
        "1 hit, (g) seat=1 hand=1, 2 hit, 2 stand, 1 late-card, 1 stand",
        "1.1 bet 0/20 +20, 2.1 bet 0/20 +20",
        "40",
        "deal 1.1, deal 2.1, card TC, offer 1.1 late-card @685a.12(g), "
        "offer 1.1 dead-hand @685a.12(g), deal 1.1 up shoe, card 8D, offer 1.1 hit, reveal",
    ),
    # the late card, and one more: 9-2-3-T = 24
    Worked(
        "12(g) the hand plays on",
        TWO,
        "9S 5C KD 2C 6C 7H TC 3D TD",
        "1 hit, (g) seat=1 hand=1, 2 hit, 2 stand, 1 late-card, 1 hit",
        "1.1 bet 20/0, 2.1 bet 0/20 +20",
        "0",
        "card 3D, offer 1.1 hit, deal 1.1, card TD, settle 1.1",
    ),
    Worked(
        "12(g) the dead hand",
        TWO,
        "9S 5C KD 2C 6C 7H TC",
        "1 hit, (g) seat=1 hand=1, 2 hit, 2 stand, 1 dead-hand",
        "1.1 bet 0/20 @685a.12(g), 2.1 bet 0/20 +20",
        "20",
        "offer 1.1 late-card, offer 1.1 dead-hand, dead 1.1 @685a.12(g), "
        "settle 1.1 bet 0.00 20.00 0.00 @685a.12(g), rack 1.1 9S 2C, reveal",
    ),
    Worked(
        "12(g) found after the reveal",
        TWO,
        "9S 5C KD 2C 6C 7H TC",
        "1 hit, (g) seat=1 hand=1 found=after-reveal, 2 hit, 2 stand, 1 dead-hand",
        "1.1 bet 0/20 @685a.12(g), 2.1 bet 0/20 +20",
        "20",
        "reveal, offer 1.1 dead-hand, dead 1.1",
        "offer 1.1 late-card",
    ),
    # K-Q lay open under .7(h): the card may still come. 9-2-8 = 19, 5-6-T = 21 against 20
    Worked(
        "12(g) after an exposure under 7(h)",
        TWO,
        "9S 5C KD 2C 6C QH TC 8D",
        "1 hit, (g) seat=1 hand=1 found=after-reveal, 2 hit, 2 stand, 1 late-card, 1 stand",
        "1.1 bet 20/0, 2.1 bet 0/20 +20",
        "0",
        "reveal, offer 1.1 late-card, offer 1.1 dead-hand, deal 1.1 up shoe, card 8D",
    ),
    # a split hand passed over: both the Bet and the split wager are main wagers
    Worked(
        "12(g) dead_hand_returns all_main_wagers",
        TWO,
        "8S 5C KD 8C 6C 7H 9C 2C TC",
        "1 split, 1.1 stand, 1.2 hit, (g) seat=1 hand=2, 2 hit, 2 stand, 1.2 dead-hand",
        "1.1 bet 0/20, 1.2 bet 0/20 @685a.12(g), 2.1 bet 0/20 +20",
        "20",
    ),
    # literal: only the initial Bet; the split wager of 1.2 was added to it
    Worked(
        "12(g) dead_hand_returns initial_bet_only",
        TWO,
        "8S 5C KD 8C 6C 7H 9C 2C TC",
        "1 split, 1.1 stand, 1.2 hit, (g) seat=1 hand=2, 2 hit, 2 stand, 1.2 dead-hand",
        "1.1 bet 0/20, 1.2 bet 20/0, 2.1 bet 0/20 +20",
        "0",
        rules={"dead_hand_returns": "initial_bet_only"},
        used="dead_hand_returns",
    ),
]

# § 685a.12(h): the wrong light in each of its six ways. 16 and 11 stand against 17.
SIX = [
    ("4H", "red", "7S"),
    ("4H", "yellow", "7S"),
    ("8H", "blue", "3S"),
    ("8H", "yellow", "3S"),
    ("QH", "blue", "AS"),
    ("QH", "red", "AS"),
]
for hole, shown, draw in SIX:
    shoe = f"9S 5C 6D 7C 6C {hole} {draw}"
    unaware = (
        f"light {shown}, spot {shown}, reveal, "
        f"offer dealer continue @685a.12(h), offer dealer dead-hand @685a.12(h)"
    )
    ROUNDS += [
        Worked(
            f"12(h) {shown} for {hole}, play goes on",
            TWO,
            shoe,
            f"(h) light={shown}, 1 stand, 2 stand, dealer continue",
            "1.1 bet 20/0, 2.1 bet 20/0",
            "-40",
            unaware + f", card {draw}",
            "dead 1.1, restore 1.1",
        ),
        Worked(
            f"12(h) {shown} for {hole}, dead hands",
            TWO,
            shoe,
            f"(h) light={shown}, 1 stand, 2 stand, dealer dead-hand",
            DEAD,
            "0",
            unaware
            + (
                ", dead 1.1 @685a.12(h), settle 1.1 bet 0.00 20.00 0.00, dead 2.1, "
                "rack dealer, round-over"
            ),
        ),
    ]
ROUNDS += [
    # 9-7-T = 26 has lost; called dead, it gets its Bet back
    Worked(
        "12(h) dead hands, also those over 21",
        TWO,
        "9S 5C 6D 7C 6C 4H TC",
        "(h) light=red, 1 hit, dealer error-found, dealer dead-hand",
        DEAD,
        "0",
        "settle 1.1 bet 20.00, rack 1.1, offer dealer continue, dead 1.1, "
        "restore 1.1 bet 20.00 @685a.12(h), "
        "dead 2.1, settle 2.1 bet 0.00 20.00",
    ),
    # 26 stays lost; 11 + T = 21 against 6-4-7
    Worked(
        "12(h) found in mid-play, continued",
        TWO,
        "9S 5C 6D 7C 6C 4H TC TD 7S",
        "(h) light=red, 1 hit, dealer error-found, dealer continue, 2 hit, 2 stand",
        "1.1 bet 20/0, 2.1 bet 0/20 +20",
        "0",
        "offer dealer continue, deal 2.1, card TD, reveal",
        "dead 1.1, restore 1.1",
    ),
    Worked(
        "12(h) found before anybody acts",
        TWO,
        "9S 5C 6D 7C 6C 4H",
        "(h) light=red, dealer error-found, dealer dead-hand",
        DEAD,
        "0",
        "spot red, offer dealer dead-hand, dead 1.1",
    ),
    # 4 is Small: laid on the red spot. 6-4-7 = 17
    Worked(
        "12(h) the wrong spot, continued",
        TWO,
        "9S 5C 6D 7C 6C 4H 7S",
        "(h) spot=red, 1 stand, 2 stand, dealer continue",
        "1.1 bet 20/0, 2.1 bet 20/0",
        "-40",
        "light blue, spot blue, offer dealer continue, offer dealer dead-hand",
    ),
    Worked(
        "12(h) the wrong spot, dead hands",
        TWO,
        "9S 5C 6D 7C 6C 4H",
        "(h) spot=red, 1 stand, 2 stand, dealer dead-hand",
        DEAD,
        "0",
        "light blue, dead 1.1, dead 2.1",
    ),
    # yellow for a 4 under a K: exposed by what was shown, and that shows the error
    Worked(
        "12(h) a wrong yellow exposes the hole card",
        TWO,
        "9S 5C KD 7C 6C 4H",
        "(h) light=yellow, dealer dead-hand",
        DEAD,
        "0",
        "spot yellow, reveal, offer dealer continue, dead 1.1",
    ),
    # blue for a Q under a K: no exposure. 16 and 11 against 20
    Worked(
        "12(h) a wrong blue hides the hole card",
        TWO,
        "9S 5C KD 7C 6C QH",
        "(h) light=blue, 1 stand, 2 stand, dealer continue",
        "1.1 bet 20/0, 2.1 bet 20/0",
        "-40",
        "spot blue, offer 1.1 hit, reveal, offer dealer continue",
    ),
    # 9-2 + 10 added, K: 21; dead: both go back, or the Bet alone
    Worked(
        "12(h) dead_hand_returns all_main_wagers",
        "20",
        "9S 6D 2C 4H KC",
        "(h) light=red, 1 double 10, dealer dead-hand",
        "1.1 bet 0/20, 1.1 double_down 0/10",
        "0",
    ),
    Worked(
        "12(h) dead_hand_returns initial_bet_only",
        "20",
        "9S 6D 2C 4H KC",
        "(h) light=red, 1 double 10, dealer dead-hand",
        "1.1 bet 0/20, 1.1 double_down 10/0",
        "-10",
        rules={"dead_hand_returns": "initial_bet_only"},
        used="dead_hand_returns",
    ),
    # Insurance is its own wager: an ace up, 4 in the hole, lost; the hand is dead
    Worked(
        "12(h) dead_hand_side_bets",
        "20",
        "9S AD 2C 4H",
        "1 insure 10, (h) light=red, dealer error-found, dealer dead-hand",
        "1.1 bet 0/20, 1.1 insurance 10/0",
        "-10",
    ),
    Worked(
        "12(h) masque_error_choice player",
        TWO,
        "9S 5C 6D 7C 6C 4H 7S",
        "(h) light=red, 1 stand, 2 stand, 1 continue, 2 dead-hand",
        "1.1 bet 20/0, 2.1 bet 0/20 @685a.12(h)",
        "-20",
        "offer 1.1 continue, offer 1.1 dead-hand, dead 2.1",
        rules={"masque_error_choice": "player"},
        used="masque_error_choice",
    ),
    Worked(
        "12(h) masque_error_scope hand",
        TWO,
        "9S 5C 6D 7C 6C 4H 7S",
        "(h) light=red, 1 stand, 2 stand, dealer continue, dealer dead-hand",
        "1.1 bet 20/0, 2.1 bet 0/20 @685a.12(h)",
        "-20",
        "offer dealer continue, dead 2.1",
        rules={"masque_error_scope": "hand"},
        used="masque_error_scope",
    ),
]

# § 685a.12(i): the device malfunctions. (j), (k): the shuffler.
VOID = "1.1 bet 0/20 @685a.12(i), 2.1 bet 0/20 @685a.12(i)"
ROUNDS += [
    Worked(
        f"12(i) {fault} before the light",
        TWO,
        "9S 5C KD 7C 6C",
        f"(i) fault={fault} before_card=6",
        VOID,
        "0",
        "block masque-reader @685a.12(i), dead 1.1, "
        "settle 1.1 bet 0.00 20.00 0.00, rack 1.1 9S 7C, "
        "dead 2.1, rack dealer KD, round-over",
        "peek",
        used="masque_fault_round",
    )
    for fault in (
        "no-light",
        "two-lights",
        "light-without-card",
        "frozen-light",
        "link-lost",
        "power-lost",
    )
]
ROUNDS += [
    # the right light was given: 16 and 11 against 20
    Worked(
        "12(i) after the right light",
        TWO,
        "9S 5C KD 7C 6C QH",
        "1 stand, (i) fault=frozen-light, 2 stand",
        "1.1 bet 20/0, 2.1 bet 20/0",
        "-40",
        "light yellow, block masque-reader @685a.12(i), settle 1.1 bet",
        "dead 1.1, unblock",
    ),
    Worked(
        "12(i) masque_fault_round void_always",
        TWO,
        "9S 5C KD 7C 6C QH",
        "1 stand, (i) fault=frozen-light",
        VOID,
        "0",
        "block masque-reader, dead 1.1, dead 2.1, round-over",
        rules={"masque_fault_round": "void_always"},
        used="masque_fault_round",
    ),
    # the light was wrong: it was not rightly given
    Worked(
        "12(i) after a wrong light",
        TWO,
        "9S 5C KD 7C 6C QH",
        "(h) light=blue, 1 stand, (i) fault=no-light",
        VOID,
        "0",
        "light blue, block masque-reader, dead 1.1, dead 2.1",
    ),
    Worked(
        "12(i) repaired and inspected",
        "20",
        "9S 5D 7C",
        "(i) fault=no-light before_card=4, dealer restored how=repaired inspected=true",
        "1.1 bet 0/20",
        "0",
        "block masque-reader, round-over, unblock",
    ),
    Worked(
        "12(i) replaced and inspected",
        "20",
        "9S 5D 7C",
        "(i) fault=no-light before_card=4, dealer restored how=replaced inspected=true",
        "1.1 bet 0/20",
        "0",
        "block masque-reader, round-over, unblock",
    ),
    Worked(
        "12(i) repaired, not inspected",
        "20",
        "9S 5D 7C",
        "(i) fault=no-light before_card=4, dealer restored how=repaired inspected=false",
        "1.1 bet 0/20",
        "0",
        "block masque-reader",
        "unblock",
        used="resume_needs_inspection",
    ),
]
ROUNDS += [
    # B12: the round goes on, no bet is returned. 16 against 17
    Worked(
        f"12(j) {fault}",
        "20",
        "9S KD 7C 7H",
        f"(j) fault={fault} batch=B, 1 stand",
        "1.1 bet 20/0",
        "-20",
        f"cycle-started B, {fault} B @685a.12(j), reshuffle B @685a.12(j), settle 1.1 bet",
        "cycle-done, dead 1.1",
    )
    for fault in ("jam", "stopped", "incomplete")
]
ROUNDS += [
    Worked(
        "12(k) the sign, then by hand",
        "20",
        "9S KD 7C 7H",
        "(k), dealer sign-placed, dealer hand-shuffle, 1 stand",
        "1.1 bet 20/0",
        "-20",
        "fault out-of-service, cover @685a.12(k), offer dealer hand-shuffle, settle 1.1 bet",
        "refuse dealer hand-shuffle",
    ),
    Worked(
        "12(k) the round goes on",
        "20",
        "9S KD 7C 7H",
        "(k), 1 stand",
        "1.1 bet 20/0",
        "-20",
        "cover, settle 1.1 bet",
    ),
]

ROUNDS += [
    Worked(
        "12(k) by hand before the sign",
        "20",
        "9S KD 7C 7H",
        "(k), dealer hand-shuffle, dealer sign-placed, dealer hand-shuffle, 1 stand",
        "1.1 bet 20/0",
        "-20",
        "cover, refuse dealer hand-shuffle @685a.12(k), offer dealer hand-shuffle",
    ),
]

# The same irregularities at the other game, by its own section.
Attack = partial(Anywhere, game=DOUBLE_ATTACK)
ROUNDS += [
    Attack(
        "665a.13 a card face up",
        "20",
        "7D 6D 9S 8C KH",
        "(a) before_card=2, 1 stand",
        "1.1 bet 0/20",
        "0",
        "card 6D up, rack shoe 6D @665a.13~face-up, deal 1.1, card 9S",
    ),
    Attack(
        "665a.13 unexposed",
        "20",
        "7D 9S 2C KH KC",
        "(b), 1 hit, 1 stand",
        "1.1 bet 0/20 +20",
        "20",
        "hold @665a.13~unexposed, deal 1.1 up held",
    ),
    Attack(
        "665a.13 exposed and refused",
        "20 | 20",
        "7D 9S 9D 6C 2C KH KC",
        "(c), 1 refuse, 2 accept, 2 stand",
        "1.1 bet 20/0, 2.1 bet 0/20 +20",
        "0",
        "freeze 1.1 @665a.13~exposed, deal 2.1 up held",
    ),
    Attack(
        "665a.13 dealer on 17",
        "20",
        "7D 9S 9C KH 4C",
        "1 stand, (d)",
        "1.1 bet 0/20 +20",
        "20",
        "rack shoe 4C @665a.13~dealer-17",
    ),
    Attack(
        "665a.13 too few cards",
        "20",
        "7D 9S 2C KH",
        "1 hit, (e) shoe=3C+KC, 1 stand",
        "1.1 bet 0/20 +20",
        "20",
        "empty, reshuffle rack @665a.13~short-shoe, burn, rack shoe 3C, deal 1.1, card KC",
        rack="3C KC",
    ),
    # Bet and Double Attack go back
    Attack(
        "665a.13 no card",
        "20 | 20 da10",
        "7D 9S 9C KH",
        "(f) seat=2 cards=0, 1 stand",
        "1.1 bet 0/20 +20, 2.1 bet 0/20, 2.1 double_attack 0/10",
        "20",
        "dead 2.1 @665a.13~missing-cards",
        used="dead_no_card_bet",
    ),
    Attack(
        "665a.13 dead_no_card_bet stays_for_next",
        "20 | 20",
        "7D 9S 9C KH",
        "(f) seat=2 cards=0, 1 stand",
        "1.1 bet 0/20 +20",
        "20",
        never="settle 2.1 bet",
        rules={"dead_no_card_bet": "stays_for_next"},
    ),
    Attack(
        "665a.13 passed over, dead_hand_returns",
        "20 da10 | 20",
        "7D 9S 9D 2C 9C KH",
        "1 hit, (g) seat=1 hand=1, 2 stand, 1 dead-hand",
        "1.1 bet 0/20, 1.1 double_attack 0/10, 2.1 bet 0/20 +20",
        "20",
        "dead 1.1 @665a.13~skipped",
    ),
    Attack(
        "665a.13 dead_hand_returns initial_bet_only",
        "20 da10 | 20",
        "7D 9S 9D 2C 9C KH",
        "1 hit, (g) seat=1 hand=1, 2 stand, 1 dead-hand",
        "1.1 bet 0/20, 1.1 double_attack 10/0, 2.1 bet 0/20 +20",
        "10",
        rules={"dead_hand_returns": "initial_bet_only"},
        used="dead_hand_returns",
    ),
    Attack(
        "665a.13 jam",
        "20",
        "7D 9S 7C KH",
        "(j) fault=jam batch=B, 1 stand",
        "1.1 bet 20/0",
        "-20",
        "jam B, reshuffle B @665a.13~jam",
    ),
    Attack(
        "665a.13 out of order",
        "20",
        "7D 9S 7C KH",
        "(k), 1 stand",
        "1.1 bet 20/0",
        "-20",
        "cover @665a.13~out-of-order",
    ),
    Attack(
        "665a.13 exactly_17 on 18, unexposed",
        "20",
        "8D 9S KC KH 4C",
        "1 stand, (d) exposed=false",
        "1.1 bet 0/20 +20",
        "20",
        "hold",
        "rack shoe 4C",
        rules={"dealer_accident_totals": "exactly_17"},
    ),
    Attack(
        "665a.13 hard_17_only on a soft 17, unexposed",
        "20",
        "6D 9S 9C AH 4C",
        "1 stand, (d) exposed=false",
        "1.1 bet 0/20 +20",
        "20",
        "hold",
        "rack shoe 4C",
        rules={"dealer_accident_totals": "hard_17_only"},
    ),
    Attack(
        "665a.13 refusal_scope player",
        "20 | 20",
        "7D 8S 9D 8C 2C KH 2S KC",
        "1 split, (c), 1.1 refuse, 2 accept, 2 stand",
        "1.1 bet 20/0, 1.2 bet 20/0, 2.1 bet 0/20 +20",
        "-20",
        "freeze 1.1, freeze 1.2",
        rules={"refusal_scope": "player"},
    ),
    Attack(
        "665a.13 all_players_even_stood",
        "20 | 20",
        "7D 9S 9D 6C 2C KH 5C",
        "1 stand, (c), 2 refuse, 1 accept",
        "1.1 bet 0/20 +20, 2.1 bet 20/0",
        "0",
        "offer 2.1 exposed-card, offer 1.1 exposed-card, deal 1.1 up held",
        rules={"exposed_offer": "all_players_even_stood"},
    ),
]

REFUSED = [
    Refusal("no surrender in this game", "20", "9S KD 7C 7H", "1 surrender", "act 1"),
    Refusal("10(a) unlike cards", "20", "9S KD 8C 7H", "1 split", "act 1|685a.10(a)"),
    Refusal(
        "10(c) one split only", "20", "8S KD 8C 7H 8D TC", "1 split, 1.1 split", "act 2|685a.10(c)"
    ),
    Refusal("10(e) a split ace is not hit", "20", "AS 9D AC 9H 9C TC", "1 split, 1.1 hit", "act 2"),
    Refusal(
        "A11 a split after a hit", "20", "6S KD 6C 7H AD", "1 hit, 1 split", "act 2|685a.10(a)"
    ),
    Refusal(
        "a double after a hit", "20", "5S KD 2C 7H 3C TC", "1 hit, 1 double 20", "act 2|685a.9"
    ),
    Refusal("a double over the Bet", "20", "5S KD 6C 7H TC", "1 double 20.01", "act 1|685a.9"),
    Refusal("Insurance over half the Bet", "20", "9S AD 9C KH", "1 insure 10.01", "act 1|685a.8"),
    Refusal(
        "insurance_offered no",
        "20",
        "9S AD 9C 6H",
        "1 insure 10",
        "act 1",
        rules={"insurance_offered": "no"},
    ),
    Refusal(
        "match_the_dealer_odds required",
        "20 md5",
        "KS KD 9C 7H",
        "1 stand",
        "match_the_dealer_odds",
    ),
    Refusal(
        "12(c) a refuser gets no more cards",
        "20",
        "9S KD 2C 7H 2D TC",
        "(c), 1 refuse, 1 hit",
        "act 3",
    ),
    Refusal("12(c) exposed_may_double", "20", "9S KD 2C 7H TC", "(c), 1 double 20", "act 2"),
    Refusal(
        "12(c) a stood hand accepts nothing",
        TWO,
        "9S 5C KD 7C 6C 6H 5D TC",
        "1 stand, (c), 1 accept",
        "act 3",
    ),
    Refusal(
        "12(g) the late card after another reveal",
        TWO,
        "9S 5C KD 2C 6C 7H TC 8D",
        "1 hit, (g) seat=1 hand=1 found=after-reveal, 2 hit, 2 stand, 1 late-card",
        "act 5|685a.12(g)",
    ),
    Refusal(
        "12(e) not the cards of the rack",
        "20",
        "9S KD 2C 7H",
        "1 hit, (e) shoe=3C+4C",
        "act 2|685a.12(e)",
        rack="3C 5C",
    ),
    Refusal(
        "12(e) fewer cards than the rack",
        "20",
        "9S KD 2C 7H",
        "1 hit, (e) shoe=3C+4C",
        "act 2",
        rack="3C 5C 4C",
    ),
    Refusal(
        "12(h) the right light is no error",
        "20",
        "9S KD 7C 7H",
        "(h) light=red, 1 stand, dealer error-found",
        "act",
    ),
    Refusal(
        "12(h) belongs to the Masque reader",
        "20",
        "7D 9S 7C KH",
        "(h) light=red, 1 stand",
        "act 1",
        game=DOUBLE_ATTACK,
    ),
    Refusal(
        "12(i) belongs to the Masque reader",
        "20",
        "7D 9S 7C KH",
        "(i) fault=no-light, 1 stand",
        "act 1",
        game=DOUBLE_ATTACK,
    ),
    Refusal("no such irregularity", "20", "9S KD 7C 7H", "(l), 1 stand", "act 1"),
    # B6: nobody bet on box 2
    Refusal(
        "B6 an empty box gets no card", "20", "9S KD 7C 7H", "(f) seat=2 cards=1, 1 stand", "act 1"
    ),
    Refusal("A20 seven kings of diamonds in six decks", "20 | 20 | 20", "KD " * 7 + "7H", "", "KD"),
    Refusal("decks 4", TWO, "KD " * 5 + "7H", "", "KD", rules={"decks": 4}),
    Refusal("decks 5", "20 | 20 | 20", "KD " * 6 + "9C 7H", "", "KD", rules={"decks": 5}),
    Refusal("decks 8", "20 | 20 | 20 | 20", "KD " * 9 + "7H", "", "KD", rules={"decks": 8}),
]

WRONG: dict[str, str] = {}
"""Where the engine was otherwise when this was written, and why that is not right."""


@pytest.mark.parametrize("case", params(ROUNDS, WRONG))
def test_round(case: Anywhere) -> None:
    check(case)


@pytest.mark.parametrize("case", params(REFUSED, WRONG))
def test_refused(case: Refused) -> None:
    check_refused(case)


def test_the_names_differ() -> None:
    for names in ([case.name for case in ROUNDS], [case.name for case in REFUSED]):
        assert len(set(names)) == len(names)
