"""Rounds of Double Attack Blackjack, worked out by hand from the law.

The deal: the dealer's first card up, one card to each box, a second to each, the hole card down.
Where nothing else is said: Bet 20, Double Attack 20, Bust It 5. Even money on all that wins
(§ 665a.12(a)), 5 to 2 on Insurance (.12(b)), the table of .12(c) on Bust It.
"""

from __future__ import annotations

import pytest

from tests.oracle.worked import Refused, Worked, check, check_refused, params

ALL = "20 da20 bi5"
HALVES = "1.1 bet 10/10, 1.1 double_attack 10/10"
LOW = "1.1 bet 10/10 @665a.9(b)(1), 1.1 double_attack 10/10 @665a.9(b)(1)"
CLEAR = "1.1 bet 10/10 @665a.9(b)(2)(ii), 1.1 double_attack 10/10 @665a.9(b)(2)(ii)"
TAKEN = (
    "1.1 bet 20/0 @665a.9(b)(2)(i), 1.1 double_attack 0/20 @665a.9(b)(2)(i), "
    "1.1 bust_it 5/0 @665a.9(b)(2)(i)"
)
BUST_IT_LOST = "1.1 bust_it 5/0"

# § 665a.9(b)(1): half of each, at once, and the reader idle. (c): the Bust It is settled when the
# dealer's hand is known.
NOW = (
    "rack 1.1 9S 6C @665a.9(b)(1), settle 1.1 bet 10.00 10.00 0.00 @665a.9(b)(1), "
    "settle 1.1 double_attack 10.00 10.00 0.00 @665a.9(b)(1), reveal, settle 1.1 bust_it"
)
LOW_CARDS = [
    # 2 + K = 12, + 5 = 17. -10 - 10 - 5
    ("2 up, 17", "2D 9S 6C KH 5C", BUST_IT_LOST, "-25"),
    # 3 + K + 9 = 22 on the third card: 6 x 5 = 30. -20 + 30
    ("3 up, bust on a 9", "3D 9S 6C KH 9C", "1.1 bust_it 0/5 +30 @665a.12(c)", "10"),
    # 4 + K + K = 24: 3 x 5 = 15. -20 + 15
    ("4 up, bust on a K", "4D 9S 6C KH KC", "1.1 bust_it 0/5 +15 @665a.12(c)", "-5"),
    ("4 up, bust on a Q", "4D 9S 6C KH QC", "1.1 bust_it 0/5 +15 @665a.12(c)", "-5"),
    ("4 up, bust on a J", "4D 9S 6C KH JC", "1.1 bust_it 0/5 +15 @665a.12(c)", "-5"),
    # 5 + K + 7 = 22: 10 x 5 = 50. -20 + 50
    ("5 up, bust on a 7", "5D 9S 6C KH 7C", "1.1 bust_it 0/5 +50 @665a.12(c)", "30"),
    # 6 + K + 6 = 22: 15 x 5 = 75. -20 + 75
    ("6 up, bust on a 6", "6D 9S 6C KH 6C", "1.1 bust_it 0/5 +75 @665a.12(c)", "55"),
    # 7 + 9 + 6 = 22: 75 again
    ("7 up, bust on a 6", "7D 9S 6C 9H 6C", "1.1 bust_it 0/5 +75 @665a.12(c)", "55"),
    # 8 + 6 + 8 = 22: 8 x 5 = 40. -20 + 40
    ("8 up, bust on an 8", "8D 9S 6C 6H 8C", "1.1 bust_it 0/5 +40 @665a.12(c)", "20"),
    # 8-8-8, two colours: 40, no more
    ("8 up, three 8s of two colours", "8D 9S 6C 8S 8D", "1.1 bust_it 0/5 +40", "20"),
    # 8-8-8, one colour (D, H, D): 50 x 5 = 250. -20 + 250
    ("8 up, three 8s of one colour", "8D 9S 6C 8H 8D", "1.1 bust_it 0/5 +250", "230"),
    ("8 up, three black 8s", "8C 9S 6C 8S 8C", "1.1 bust_it 0/5 +250", "230"),
    # 8-8-8, one suit: 200 x 5 = 1000. -20 + 1000
    ("8 up, three 8s of one suit", "8D 9S 6C 8D 8D", "1.1 bust_it 0/5 +1000", "980"),
    # 9 + 8 = 17
    ("9 up, 17", "9D 9S 6C 8H", BUST_IT_LOST, "-25"),
    # 2 + 3 + 4 + 5 = 14, + K = 24 on the fifth card: no row of the table
    ("2 up, bust on the fifth card", "2D 9S 6C 3H 4C 5C KC", BUST_IT_LOST, "-25"),
    # A in the hole: 6 + A = soft 17, he stands
    ("6 up, soft 17", "6D 9S 6C AH", BUST_IT_LOST, "-25"),
    # 5 + A = soft 16, + K = hard 16, + 6 = 22 on the fourth card
    ("5 up, bust on the fourth card", "5D 9S 6C AH KC 6C", BUST_IT_LOST, "-25"),
]
ROUNDS = [
    Worked(
        f"(b)(1) {name}", ALL, shoe, "1 surrender", f"{LOW}, {bust_it}", net, NOW, "peek, answer"
    )
    for name, shoe, bust_it, net in LOW_CARDS
]
ROUNDS += [
    # Only half of the Bet; nobody is left, so the hole card stays down and goes to the rack
    Worked(
        "(b)(1) the Bet alone",
        "20",
        "5D 9S 6C KH",
        "1 surrender",
        "1.1 bet 10/10",
        "-10",
        "rack 1.1 9S 6C, settle 1.1 bet, rack dealer 5D KH, round-over",
        "reveal, peek",
    ),
    # 12.50 and 7.50 halve to 6.25 and 3.75
    Worked(
        "(b)(1) a smaller Double Attack",
        "12.50 da7.50",
        "5D 9S 6C KH",
        "1 surrender",
        "1.1 bet 6.25/6.25, 1.1 double_attack 3.75/3.75",
        "-10",
    ),
    # 1.25 -> 0.625 each: exact, not rounded
    Worked(
        "(b)(1) half of an odd stake",
        "1.25",
        "5D 9S 6C KH",
        "1 surrender",
        "1.1 bet 0.625/0.625",
        "-0.625",
    ),
]

# § 665a.9(b)(2): the hole card is read before a chip moves.
READ = (
    "offer 1.1 surrender, peek @665a.7(g), answer no @665a.9(b)(2), rack 1.1 9S 6C, settle 1.1 bet"
)
FOUND = "offer 1.1 surrender, peek @665a.7(g), answer yes @665a.9(b)(2), reveal, settle 1.1 bet"
ROUNDS += [
    # 17, 19, 18, soft 17, 18, 19: no Blackjack, he stands, Bust It lost. -10 - 10 - 5
    Worked(
        f"(b)(2)(ii) {up} up, {hole} in the hole",
        ALL,
        f"{up} 9S 6C {hole}",
        "1 surrender",
        f"{CLEAR}, {BUST_IT_LOST}",
        "-25",
        READ,
    )
    for up, hole in [
        ("KD", "7H"),
        ("QD", "9H"),
        ("JD", "8H"),
        ("AD", "6H"),
        ("KC", "JH"),
        ("AC", "8H"),
        ("AH", "AS 5D"),
        ("QC", "KH"),
        ("JC", "QH"),
    ]
]
ROUNDS += [
    # Bet 20 and Bust It 5 to the house, Double Attack back: -25
    Worked(
        f"(b)(2)(i) {up} up, {hole} in the hole",
        ALL,
        f"{up} 9S 6C {hole}",
        "1 surrender",
        TAKEN,
        "-25",
        FOUND,
        "deal dealer up shoe x",
    )
    for up, hole in [
        ("KD", "AH"),
        ("QD", "AS"),
        ("JD", "AC"),
        ("AD", "KH"),
        ("AS", "QH"),
        ("AC", "JH"),
    ]
]
ROUNDS += [
    Worked(
        "(b)(2)(i) the Bet alone",
        "20",
        "KD 9S 6C AH",
        "1 surrender",
        "1.1 bet 20/0 @665a.9(b)(2)(i)",
        "-20",
    ),
    # K + 6 = 16, + 9 = 25: 6 x 5 = 30. -20 + 30
    Worked(
        "(c) after (b)(2)(ii) the Bust It wins",
        ALL,
        "KD 9S 6C 6H 9C",
        "1 surrender",
        f"{CLEAR}, 1.1 bust_it 0/5 +30 @665a.9(c)",
        "10",
        "answer no, settle 1.1 bet, reveal, deal dealer, settle 1.1 bust_it",
    ),
    # announced after the reading: the negative answer stands, the card is not read again
    Worked(
        "(b)(2)(ii) after the peek",
        ALL,
        "KD 9S 6C 7H",
        "dealer peek, 1 surrender",
        f"{CLEAR}, {BUST_IT_LOST}",
        "-25",
        "answer no, rack 1.1 9S 6C, settle 1.1 bet",
        used="reread_on_surrender",
    ),
    Worked(
        "(b)(2)(ii) after the peek, read again",
        ALL,
        "KD 9S 6C 7H",
        "dealer peek, 1 surrender",
        f"{CLEAR}, {BUST_IT_LOST}",
        "-25",
        "answer no, peek, answer no, rack 1.1, settle 1.1 bet",
        rules={"reread_on_surrender": "yes"},
        used="reread_on_surrender",
    ),
    # (d), the money table of the law file: Bet 20, Double Attack 20, Bust It 5, Insurance 10
    Worked(
        "(d) A up, no Blackjack",
        ALL,
        "AD 9S 6C 7H",
        "1 insure 10, 1 surrender",
        f"{CLEAR}, {BUST_IT_LOST}, 1.1 insurance 10/0 @665a.9(d)",
        "-35",
        "offer 1.1 insurance, offer 1.1 surrender, peek, answer no, settle 1.1 insurance",
    ),
    # 10 x 5/2 = 25. -20 - 5 + 25
    Worked(
        "(d) A up, Blackjack",
        ALL,
        "AD 9S 6C KH",
        "1 insure 10, 1 surrender",
        f"{TAKEN}, 1.1 insurance 0/10 +25 @665a.12(b) @665a.9(d)",
        "0",
    ),
    # Insurance declined, then the surrender
    Worked("(d) Insurance declined", ALL, "AD 9S 6C KH", "1 decline, 1 surrender", TAKEN, "-25"),
    # insured, not surrendered: 9-6 stands against soft 18; -20 - 20 - 5 - 10
    Worked(
        "Insurance without a surrender, lost",
        ALL,
        "AD 9S 6C 7H",
        "1 insure 10, 1 stand",
        "1.1 bet 20/0, 1.1 double_attack 20/0, 1.1 bust_it 5/0, 1.1 insurance 10/0 @665a.8~win",
        "-55",
    ),
    # 0.75 x 5/2 = 1.875
    Worked(
        "Insurance on an odd stake",
        "1.50",
        "AD 9S 6C KH",
        "1 insure 0.75",
        "1.1 bet 1.50/0, 1.1 insurance 0/0.75 +1.875",
        "0.375",
    ),
    # one box insures, the other does not
    Worked(
        "Insurance of one box of two",
        "20 | 20",
        "AD 9S 9D 6C 8C KH",
        "1 decline, 2 insure 10",
        "1.1 bet 20/0, 2.1 bet 20/0, 2.1 insurance 0/10 +25",
        "-15",
    ),
    # A1: 500 x 5/2 - 1000
    Worked(
        "A1 Insurance pays beside the lost Bet",
        "1000",
        "AS 9H 8C KD",
        "1 insure 500",
        "1.1 bet 1000/0, 1.1 insurance 0/500 +1250",
        "250",
    ),
]

# § 665a.9(a): the moments at which a surrender is taken.
ROUNDS += [
    # 9 + 2 + 3 = 14
    Worked(
        "(a) after a hit",
        "20 da20",
        "5D 9S 2C KH 3C",
        "1 hit, 1 surrender",
        HALVES,
        "-20",
        "deal 1.1, card 3C, rack 1.1 9S 2C 3C @665a.9(b)(1), settle 1.1 bet",
        "reveal",
    ),
    Worked(
        "(a) after two hits, court card up",
        "20 da20",
        "QD 9S 2C 7H 3C 4C",
        "1 hit, 1 hit, 1 surrender",
        CLEAR,
        "-20",
        "answer no, card 3C, card 4C, rack 1.1",
    ),
    Worked("(a) on a drawn 21", "20 da20", "QD 9S 2C 7H KC", "1 hit, 1 surrender", CLEAR, "-20"),
    # 8-8 split: 8-2 surrendered, 8-9 = 17 against 17 pushes
    Worked(
        "(a) the first of two split hands",
        ALL,
        "7D 8S 8C KH 2C 9C",
        "1 split, 1.1 surrender, 1.2 stand",
        f"{LOW}, 1.2 bet 0/20, 1.2 double_attack 0/20, {BUST_IT_LOST}",
        "-25",
        "deal 1.1, card 2C, rack 1.1 8S 2C, settle 1.1 bet, deal 1.2, card 9C, reveal",
    ),
    # 8-9 = 17 pushes, 8-2 surrendered
    Worked(
        "(a) the second of two split hands",
        ALL,
        "7D 8S 8C KH 9C 2C",
        "1 split, 1.1 stand, 1.2 surrender",
        "1.1 bet 0/20, 1.1 double_attack 0/20, 1.2 bet 10/10 @665a.9(b)(1), "
        f"1.2 double_attack 10/10 @665a.9(b)(1), {BUST_IT_LOST}",
        "-25",
    ),
    Worked(
        "(a) both split hands",
        "20",
        "7D 8S 8C KH 9C 2C",
        "1 split, 1.1 surrender, 1.2 surrender",
        "1.1 bet 10/10, 1.2 bet 10/10",
        "-20",
        "rack dealer 7D KH, round-over",
        "reveal",
    ),
    Worked(
        "(a) split aces, the first surrendered",
        "20",
        "7D AS AC KH 9C 5C",
        "1 split, 1.1 surrender",
        "1.1 bet 10/10, 1.2 bet 20/0",
        "-30",
    ),  # A-5 = 16 against 17
    # 5-6 doubled with 40, a 2 comes: half of 20, 20 and 40
    Worked(
        "(a) after a full double",
        "20 da20",
        "7D 5S 6C KH 2C",
        "1 double 40, 1 surrender",
        f"{HALVES}, 1.1 double_down 20/20",
        "-40",
        "deal 1.1, card 2C, offer 1.1 surrender, offer 1.1 stand, rack 1.1 5S 6C 2C",
        "reveal",
        used="surrender_double_down",
    ),
    Worked(
        "(a) after a double for less",
        "20 da20",
        "7D 5S 6C KH 2C",
        "1 double 10, 1 surrender",
        f"{HALVES}, 1.1 double_down 5/5",
        "-25",
    ),
    # K up: 12.50 -> 6.25
    Worked(
        "(a) after a double, court card up",
        "20 da20",
        "KD 5S 6C 7H 2C",
        "1 double 12.50, 1 surrender",
        f"{CLEAR}, 1.1 double_down 6.25/6.25",
        "-26.25",
    ),
    Worked(
        "(a) after a split and a double",
        "20",
        "7D 8S 8C KH 3C 2C 9C",
        "1 split, 1.1 double 20, 1.1 surrender, 1.2 stand",
        "1.1 bet 10/10, 1.1 double_down 10/10, 1.2 bet 0/20",
        "-20",
    ),
    # two boxes: one surrenders early, the other plays: 9-9 = 18 against 17
    Worked(
        "(a) one box of two, early",
        "20 | 20",
        "KD 9S 9D 6C 9C 7H",
        "1 surrender, 2 stand",
        "1.1 bet 10/10 @665a.9(b)(2)(ii), 2.1 bet 0/20 +20",
        "10",
    ),
    Worked(
        "(a) one box of two, dealer Blackjack",
        "20 da20 bi5 | 20 da20",
        "KD 9S 9D 6C 9C AH",
        "1 surrender",
        f"{TAKEN}, 2.1 bet 20/0 @665a.7~peek-bj, 2.1 double_attack 0/20",
        "-45",
    ),
]

# § 665a.12(a) and the play of a hand.
ROUNDS += [
    # 19 against 17
    Worked(
        "over the dealer",
        ALL,
        "7D KS 9C KH",
        "1 stand",
        f"1.1 bet 0/20 +20 @665a.12(a), 1.1 double_attack 0/20 +20 @665a.12(a), {BUST_IT_LOST}",
        "35",
    ),
    Worked(
        "under the dealer",
        "20 da20",
        "7D KS 6C KH",
        "1 stand",
        "1.1 bet 20/0, 1.1 double_attack 20/0",
        "-40",
    ),
    Worked(
        "equal to the dealer",
        "20 da20",
        "7D KS 7C KH",
        "1 stand",
        "1.1 bet 0/20, 1.1 double_attack 0/20",
        "0",
    ),
    # 6 + K + 6 = 22: 12 wins all the same. 20 + 20 + 75
    Worked(
        "the dealer busts",
        ALL,
        "6D KS 2C KH 6C",
        "1 stand",
        "1.1 bet 0/20 +20, 1.1 double_attack 0/20 +20, 1.1 bust_it 0/5 +75",
        "115",
    ),
    # K + 6 + 9 = 25: lost at once, before the dealer's 3-card bust on a 9 (6 + K + 9): 6 x 5 = 30
    Worked(
        "the player busts first, the Bust It wins",
        ALL,
        "6D KS 6C KH 9C 9D",
        "1 hit",
        "1.1 bet 20/0 @665a.7~player-bust, 1.1 double_attack 20/0, 1.1 bust_it 0/5 +30",
        "-10",
        "card 9C, settle 1.1 bet 20.00, settle 1.1 double_attack 20.00, rack 1.1, reveal, "
        "deal dealer, card 9D, settle 1.1 bust_it",
    ),
    Worked(
        "the player busts, nothing left",
        "20",
        "6D KS 6C KH 9C",
        "1 hit",
        "1.1 bet 20/0",
        "-20",
        "settle 1.1 bet, rack 1.1 KS 6C 9C, rack dealer 6D KH, round-over",
        "reveal",
    ),
    # K + 5 + 2 + 4 = 21 against 20
    Worked(
        "a drawn 21",
        "20",
        "KD KS 5C QH 2C 4C",
        "1 hit, 1 hit, 1 stand",
        "1.1 bet 0/20 +20",
        "20",
        "answer no, deal 1.1, card 2C, deal 1.1, card 4C, reveal",
    ),
    # A + 3 + K + 3: soft 14, hard 14, 17
    Worked(
        "an ace becomes 1", "20", "7D AS 3C KH KC 3D", "1 hit, 1 hit, 1 stand", "1.1 bet 0/20", "0"
    ),
    Worked(
        "a Blackjack is paid even money",
        "20 da20",
        "7D AS KC KH",
        "",
        "1.1 bet 0/20 +20 @665a.12(a), 1.1 double_attack 0/20 +20 @665a.12(a)",
        "40",
        "settle 1.1 bet, settle 1.1 double_attack, rack 1.1 AS KC, round-over",
        "reveal",
    ),
    Worked(
        "a Blackjack waits for the peek",
        "20 da20",
        "KD AS QC 7H",
        "",
        "1.1 bet 0/20 +20, 1.1 double_attack 0/20 +20",
        "40",
        "peek, answer no, settle 1.1 bet",
        "offer 1.1 surrender",
    ),
    # soft 21 of three cards against a 21 of three: 7 + 4 + K
    Worked("21 against 21", "20", "7D AS 5C 4H 5D KC", "1 hit, 1 stand", "1.1 bet 0/20", "0"),
    Worked(
        "bj_vs_bj",
        "20 da20 bi5",
        "KD AS QC AH",
        "",
        "1.1 bet 0/20, 1.1 double_attack 0/20, 1.1 bust_it 5/0",
        "-5",
        used="bj_vs_bj",
    ),
    Worked(
        "both Blackjack, insured",
        "20",
        "AD AS QC KH",
        "1 insure 10",
        "1.1 bet 0/20, 1.1 insurance 0/10 +25",
        "25",
    ),
    Worked(
        "dealer Blackjack, nobody surrenders",
        ALL,
        "AD 9S 6C KH",
        "",
        "1.1 bet 20/0 @665a.7~peek-bj, 1.1 double_attack 0/20, 1.1 bust_it 5/0",
        "-25",
        "peek, answer yes, reveal",
        used="dealer_bj_double_attack",
    ),
    Worked(
        "dealer_bj_double_attack to_house",
        "20 da20",
        "KD 9S 6C AH",
        "",
        "1.1 bet 20/0, 1.1 double_attack 20/0",
        "-40",
        rules={"dealer_bj_double_attack": "to_house"},
        used="dealer_bj_double_attack",
    ),
    # the surrendering player's Double Attack goes back by the clause, whatever the house rule
    Worked(
        "dealer_bj_double_attack to_house, surrendered",
        "20 da20",
        "KD 9S 6C AH",
        "1 surrender",
        "1.1 bet 20/0 @665a.9(b)(2)(i), 1.1 double_attack 0/20 @665a.9(b)(2)(i)",
        "-20",
        rules={"dealer_bj_double_attack": "to_house"},
    ),
    # A3: Ah Jd against K A
    Worked("A3 two Blackjacks stand off", "1000", "KS AH JD AC", "", "1.1 bet 0/1000", "0"),
    Worked("A12 a loss is taken once", "1000", "KS 9H 8C QC", "1 stand", "1.1 bet 1000/0", "-1000"),
    Worked("A12 a push is returned", "1000", "KS KH KC QC", "1 stand", "1.1 bet 0/1000", "0"),
    Worked(
        "A15 K and A end the round",
        "20",
        "KS 9H 6C AC",
        "",
        "1.1 bet 20/0",
        "-20",
        "answer yes, reveal, rack dealer KS AC, round-over",
        "deal 1.1 up shoe x",
    ),
    # A16: 12 stands, the dealer 8 + 5 = 13 draws to 17
    Worked(
        "A16 the dealer draws to 17 for one player",
        "20",
        "8D KS 2C 5H 2D 2H",
        "1 stand",
        "1.1 bet 20/0",
        "-20",
        "reveal, deal dealer, card 2D, deal dealer, card 2H",
    ),
    # A24: 2.50 at even money in this game; half of 1.25
    Worked("A24 a Blackjack on 2.50", "2.50", "7D AS KC KH", "", "1.1 bet 0/2.50 +2.50", "2.50"),
    # The dealer's draw. 6 + A: soft 17
    Worked(
        "dealer_soft_17 stand",
        "20",
        "6D KS 7C AH KC",
        "1 stand",
        "1.1 bet 0/20",
        "0",
    ),
    # 6 + A + K = 17, hard; + nothing. 17 pushes again, but the K was drawn
    Worked(
        "dealer_soft_17 hit",
        "20",
        "6D KS 7C AH KC",
        "1 stand",
        "1.1 bet 0/20",
        "0",
        "reveal, deal dealer, card KC",
        rules={"dealer_soft_17": "hit"},
    ),
    # 6 + A + 4 = 21
    Worked(
        "dealer_soft_17 hit, improved",
        "20",
        "6D KS 9C AH 4C",
        "1 stand",
        "1.1 bet 20/0",
        "-20",
        rules={"dealer_soft_17": "hit"},
    ),
    # 7 + A = soft 18: he stands under either rule
    Worked(
        "soft 18 under hit",
        "20",
        "7D KS 9C AH",
        "1 stand",
        "1.1 bet 0/20 +20",
        "20",
        rules={"dealer_soft_17": "hit"},
    ),
]

# § 665a.10: doubling.
ROUNDS += [
    # 11 + K = 21 against 17. 20 + 20 + 40
    Worked(
        "a full double",
        "20 da20",
        "7D 5S 6C KH KC",
        "1 double 40",
        "1.1 bet 0/20 +20, 1.1 double_attack 0/20 +20, 1.1 double_down 0/40 +40",
        "80",
        "deal 1.1, card KC, offer 1.1 surrender, offer 1.1 stand, reveal",
    ),
    Worked(
        "a double for less, lost",
        "20 da20",
        "7D 5S 6C KH 2C",
        "1 double 1.50",
        "1.1 bet 20/0, 1.1 double_attack 20/0, 1.1 double_down 1.50/0",
        "-41.50",
    ),
    # 11 + 3 + 3 = 17 on four cards: pushes
    Worked(
        "a double on three cards",
        "20",
        "7D 5S 3C KH 6C 3D",
        "1 hit, 1 double 20, 1.1 stand",
        "1.1 bet 0/20, 1.1 double_down 0/20",
        "0",
    ),
    # 6 + K + 9 = 25
    Worked(
        "a doubled bust",
        "20 da20 bi5",
        "7D KS 6C KH 9C",
        "1 double 20",
        "1.1 bet 20/0, 1.1 double_attack 20/0, 1.1 double_down 20/0, 1.1 bust_it 5/0",
        "-65",
    ),
    Worked(
        "double_cap_base bet",
        "20 da20",
        "7D 5S 6C KH KC",
        "1 double 20",
        "1.1 bet 0/20 +20, 1.1 double_attack 0/20 +20, 1.1 double_down 0/20 +20",
        "60",
        rules={"double_cap_base": "bet"},
    ),
    Worked(
        "double_on first_two, on two",
        "20",
        "7D 5S 6C KH KC",
        "1 double 20",
        "1.1 bet 0/20 +20, 1.1 double_down 0/20 +20",
        "40",
        rules={"double_on": "first_two"},
    ),
    # A17: 6-5 doubled, K = 21 against 7 + 4 + K = 21
    Worked(
        "A17 a doubled 21 pushes 21",
        "20",
        "7D 6S 5C 4H KC KD",
        "1 double 20",
        "1.1 bet 0/20, 1.1 double_down 0/20",
        "0",
    ),
]

# § 665a.11: splitting.
ROUNDS += [
    # A9, A22: 8-3-K = 21 and 8-K = 18 against 17; each hand carries Bet and Double Attack
    Worked(
        "A9 A22 both wagers on both hands",
        "1000 da1000",
        "6C 8S 8H KD 3C KC KH AD",
        "1 split, 1.1 hit, 1.1 stand, 1.2 stand",
        "1.1 bet 0/1000 +1000, 1.1 double_attack 0/1000 +1000, 1.2 bet 0/1000 +1000, "
        "1.2 double_attack 0/1000 +1000",
        "4000",
    ),
    # 9-8-K = 27, 9-K = 19 against 19
    Worked(
        "A21 one bust, one tied",
        "1000",
        "KD 9S 9C 9H 8C KC KH",
        "1 split, 1.1 hit, 1.2 stand",
        "1.1 bet 1000/0, 1.2 bet 0/1000",
        "-1000",
    ),
    # K and Q are a pair. K-A and Q-A are 21, not Blackjack: they only push a three-card 21, 7-4-K
    Worked(
        "K and Q, and split_two_card_21",
        "20",
        "7D KS QC 4H AC AD KC",
        "1 split, 1.1 stand, 1.2 stand",
        "1.1 bet 0/20, 1.2 bet 0/20",
        "0",
    ),
    # A-K = 21, A-9 = 20 against 20; one card each, no acts but surrender
    Worked(
        "A7 each split ace gets one card",
        "20",
        "KD AS AC QH KC 9C",
        "1 split",
        "1.1 bet 0/20 +20, 1.2 bet 0/20",
        "20",
        "deal 1.1, card KC, offer 1.1 surrender, offer 1.1 stand, deal 1.2, card 9C",
        "offer 1.1 hit x",
    ),
    # 8-8-8-8 in four hands: 18, 17, 19, 10 against 17. +20, 0, +20, -20
    Worked(
        "max_split_hands 4",
        "20",
        "7D 8S 8C KH 8D KC 8H 9C JD 2C",
        "1 split, 1.1 split, 1.1 stand, 1.2 split, 1.2 stand, 1.3 stand, 1.4 stand",
        "1.1 bet 0/20 +20, 1.2 bet 0/20, 1.3 bet 0/20 +20, 1.4 bet 20/0",
        "20",
    ),
    # one Bust It for the box: 6 + K + 6, 15 x 5
    Worked(
        "bust_it_scope box",
        "20 bi5",
        "6D 8S 8C KH 9C 9D 6C",
        "1 split, 1.1 stand, 1.2 stand",
        "1.1 bet 0/20 +20, 1.2 bet 0/20 +20, 1.1 bust_it 0/5 +75",
        "115",
    ),
    # double after the split: 8-3-K = 21 with 20 added, 8-9 = 17
    Worked(
        "a double after a split",
        "20",
        "7D 8S 8C KH 3C KC 9C",
        "1 split, 1.1 double 20, 1.2 stand",
        "1.1 bet 0/20 +20, 1.1 double_down 0/20 +20, 1.2 bet 0/20",
        "40",
    ),
    # the left hand is completed before the second gets a card
    Worked(
        "the order of split hands",
        "20",
        "7D 8S 8C KH 2C 9D 9C",
        "1 split, 1.1 hit, 1.1 stand, 1.2 stand",
        "1.1 bet 0/20 +20, 1.2 bet 0/20",
        "20",
        "deal 1.1, card 2C, deal 1.1, card 9D, deal 1.2, card 9C @665a.11~order",
    ),
]

# Every house rule of the chapter that can be set, in each of its values.
ON_SURRENDER = {"peek_timing": "on_surrender"}
ROUNDS += [
    # 0.05 halves to 0.025
    Worked(
        "surrender_half_rounding exact",
        "0.05",
        "7D 9S 6C KH",
        "1 surrender",
        "1.1 bet 0.025/0.025",
        "-0.025",
    ),
    Worked(
        "surrender_half_rounding odd_to_house",
        "0.05",
        "7D 9S 6C KH",
        "1 surrender",
        "1.1 bet 0.03/0.02",
        "-0.03",
        rules={"surrender_half_rounding": "odd_to_house"},
    ),
    Worked(
        "surrender_half_rounding odd_to_player",
        "0.05",
        "7D 9S 6C KH",
        "1 surrender",
        "1.1 bet 0.02/0.03",
        "-0.02",
        rules={"surrender_half_rounding": "odd_to_player"},
    ),
    # each wager: 0.03 + 0.03 to the house
    Worked(
        "surrender_half_basis each_wager",
        "0.05 da0.05",
        "7D 9S 6C KH",
        "1 surrender",
        "1.1 bet 0.03/0.02, 1.1 double_attack 0.03/0.02",
        "-0.06",
        rules={"surrender_half_rounding": "odd_to_house"},
    ),
    # 0.05 + 0.05 = 0.10, of which 0.05 to the house: the odd cent of one wager, not of both
    Worked(
        "surrender_half_basis sum",
        "0.05 da0.05",
        "7D 9S 6C KH",
        "1 surrender",
        "1.1 bet 0.03/0.02, 1.1 double_attack 0.02/0.03",
        "-0.05",
        rules={"surrender_half_rounding": "odd_to_house", "surrender_half_basis": "sum"},
        used="surrender_half_rounding surrender_half_basis",
    ),
    Worked(
        "surrender_double_down half",
        "20 da20",
        "7D 5S 6C KH 2C",
        "1 double 30, 1 surrender",
        f"{HALVES}, 1.1 double_down 15/15",
        "-35",
        rules={"surrender_double_down": "half"},
        used="surrender_double_down",
    ),
    Worked(
        "surrender_double_down all_to_house",
        "20 da20",
        "7D 5S 6C KH 2C",
        "1 double 30, 1 surrender",
        f"{HALVES}, 1.1 double_down 30/0",
        "-50",
        rules={"surrender_double_down": "all_to_house"},
        used="surrender_double_down",
    ),
    Worked(
        "surrender_double_down all_returned",
        "20 da20",
        "7D 5S 6C KH 2C",
        "1 double 30, 1 surrender",
        f"{HALVES}, 1.1 double_down 0/30",
        "-20",
        rules={"surrender_double_down": "all_returned"},
        used="surrender_double_down",
    ),
    # the reader is used when someone surrenders: the double is on the layout already
    Worked(
        "surrender_bj_double_down returned",
        ALL,
        "KD 5S 6C AH 2C",
        "1 double 40, 1 surrender",
        f"{TAKEN}, 1.1 double_down 0/40",
        "-25",
        "card 2C, peek, answer yes",
        rules=ON_SURRENDER,
        used="surrender_bj_double_down peek_timing",
    ),
    Worked(
        "surrender_bj_double_down to_house",
        ALL,
        "KD 5S 6C AH 2C",
        "1 double 40, 1 surrender",
        f"{TAKEN}, 1.1 double_down 40/0",
        "-65",
        rules={**ON_SURRENDER, "surrender_bj_double_down": "to_house"},
        used="surrender_bj_double_down",
    ),
    Worked(
        "surrender_bj_bust_it collect_now",
        ALL,
        "KD 9S 6C AH",
        "1 surrender",
        TAKEN,
        "-25",
        "answer yes, settle 1.1 bust_it",
        rules={"surrender_bj_bust_it": "collect_now"},
    ),
    Worked(
        "surrender_bj_bust_it collect_at_m",
        ALL,
        "KD 9S 6C AH",
        "1 surrender",
        "1.1 bet 20/0, 1.1 double_attack 0/20, 1.1 bust_it 5/0 @665a.7(m)",
        "-25",
        "answer yes, settle 1.1 bet, settle 1.1 double_attack, settle 1.1 bust_it",
        rules={"surrender_bj_bust_it": "collect_at_m"},
        used="surrender_bj_bust_it",
    ),
    Worked(
        "peek_timing on_surrender, clear",
        ALL,
        "KD 9S 6C 7H",
        "1 surrender",
        f"{CLEAR}, {BUST_IT_LOST}",
        "-25",
        "peek, answer no, rack 1.1 9S 6C, settle 1.1 bet",
        rules=ON_SURRENDER,
        used="peek_timing",
    ),
    Worked(
        "peek_timing on_surrender, after a hit",
        "20",
        "KD 9S 2C 7H 3C",
        "1 hit, 1 surrender",
        "1.1 bet 10/10",
        "-10",
        "card 3C, peek, answer no, rack 1.1 9S 2C 3C",
        rules=ON_SURRENDER,
    ),
    # nobody surrenders: the reader stays idle, the Blackjack shows at the reveal, and a drawn 21
    # (9 + 2 + K) loses to it
    Worked(
        "peek_timing on_surrender, nobody surrenders",
        "20 da20",
        "KD 9S 2C AH KC",
        "1 hit, 1 stand",
        "1.1 bet 20/0, 1.1 double_attack 0/20",
        "-20",
        "reveal",
        "peek, answer",
        rules=ON_SURRENDER,
    ),
    Worked(
        "insurance_base bet",
        "20 da20",
        "AD 9S 6C KH",
        "1 insure 10",
        "1.1 bet 20/0, 1.1 double_attack 0/20, 1.1 insurance 0/10 +25",
        "5",
    ),
    # half of 40; 20 x 5/2 = 50
    Worked(
        "insurance_base bet_plus_double_attack",
        "20 da20",
        "AD 9S 6C KH",
        "1 insure 20",
        "1.1 bet 20/0, 1.1 double_attack 0/20, 1.1 insurance 0/20 +50",
        "30",
        rules={"insurance_base": "bet_plus_double_attack"},
    ),
    Worked(
        "ace_order",
        "20",
        "AD 9S 6C 7H",
        "1 insure 10, 1 surrender",
        "1.1 bet 10/10, 1.1 insurance 10/0",
        "-20",
        "offer 1.1 insurance, offer 1.1 surrender, peek, answer no",
    ),
    Worked(
        "surrender_blackjack yes",
        "20 da20",
        "KD AS KC 7H",
        "1 surrender",
        CLEAR,
        "-20",
        rules={"surrender_blackjack": "yes"},
    ),
    Worked(
        "surrender_blackjack yes, dealer Blackjack",
        "20 da20",
        "KD AS KC AH",
        "1 surrender",
        "1.1 bet 20/0 @665a.9(b)(2)(i), 1.1 double_attack 0/20",
        "-20",
        rules={"surrender_blackjack": "yes"},
    ),
    Worked(
        "bj_cards_collected end_of_round",
        "20 | 20",
        "KD 9S 9D 6C 8C AH",
        "1 surrender",
        "1.1 bet 20/0, 2.1 bet 20/0",
        "-40",
        "settle 2.1 bet, rack 1.1 9S 6C, rack 2.1 9D 8C",
    ),
    Worked(
        "bj_cards_collected at_once",
        "20 | 20",
        "KD 9S 9D 6C 8C AH",
        "1 surrender",
        "1.1 bet 20/0, 2.1 bet 20/0",
        "-40",
        "answer yes, rack 1.1 9S 6C, settle 2.1 bet",
        rules={"bj_cards_collected": "at_once"},
        used="bj_cards_collected",
    ),
    Worked(
        "decks 8 allows eight kings of diamonds",
        "20 | 20 | 20",
        "KD KD KD KD KD KD KD KD",
        "1 stand, 2 stand, 3 stand",
        "1.1 bet 0/20, 2.1 bet 0/20, 3.1 bet 0/20",
        "0",
    ),
    # 3 hands: 18, 17, 8-8 = 16 unsplit against 17
    Worked(
        "max_split_hands 3",
        "20",
        "7D 8S 8C KH 8D KC 9C 8H",
        "1 split, 1.1 split, 1.1 stand, 1.2 stand, 1.3 stand",
        "1.1 bet 0/20 +20, 1.2 bet 0/20, 1.3 bet 20/0",
        "0",
        never="offer 1.3 split",
        rules={"max_split_hands": 3},
    ),
    Worked(
        "max_split_hands 2",
        "20",
        "7D 8S 8C KH 8D 9C",
        "1 split, 1.1 stand, 1.2 stand",
        "1.1 bet 20/0, 1.2 bet 0/20",
        "-20",
        never="offer 1.1 split x",
        rules={"max_split_hands": 2},
    ),
    Worked(
        "double_attack_min",
        "20 da5",
        "7D KS 9C KH",
        "1 stand",
        "1.1 bet 0/20 +20, 1.1 double_attack 0/5 +5",
        "25",
        rules={"double_attack_min": "5.00"},
    ),
    # foreign_ten literal: no ace, king, queen or jack, so (b)(1)
    Worked(
        "foreign_ten literal",
        "20",
        "TD 9S 6C KH",
        "1 surrender",
        "1.1 bet 10/10 @665a.9(b)(1)",
        "-10",
        never="peek",
        rules={"foreign_ten": "literal"},
    ),
]

REFUSED = [
    Refused(
        "(a) after standing", "20", "5D 9S 6C KH 2C", "1 stand, 1 surrender", "act 2|665a.9(a)"
    ),
    Refused(
        "(a) a split hand after standing",
        "20",
        "7D 8S 8C KH 9C 2C",
        "1 split, 1.1 stand, 1.1 surrender",
        "act 3|665a.9(a)",
    ),
    Refused("(a) after a bust", "20 bi5", "5D 9S 6C KH KC 2C", "1 hit, 1 surrender", "act 2"),
    Refused("(a) twice", "20 | 20", "5D 9S 9D 6C 6D KH 2C", "1 surrender, 1 surrender", "act 2"),
    Refused("(a) a Blackjack", "20", "KD AS KC 7H", "1 surrender", "act 1"),
    Refused("(a) a Blackjack, low card up", "20 | 20", "7D AS 9C KC 9D KH", "1 surrender", "act 1"),
    Refused("surrender out of turn", "20 | 20", "7D 9S 9D 6C 6D KH", "2 surrender", "act 1"),
    Refused(
        "(b)(2)(i) after the dealer's Blackjack",
        "20",
        "KD 9S 6C AH",
        "dealer peek, 1 surrender",
        "act 2",
    ),
    Refused("a hit after the surrender", "20", "7D 9S 6C KH 2C", "1 surrender, 1 hit", "act 2"),
    Refused("A11 a split after a hit", "20", "7D 6S 6C KH AD", "1 hit, 1 split", "act 2|665a.11"),
    Refused("a split of unlike cards", "20", "7D 6S 7C KH AD", "1 split", "act 1|665a.11"),
    Refused("resplit_aces", "20", "7D AS AC KH AD 9C", "1 split, 1.1 split", "act 2|665a.11"),
    Refused("split_ace_cards", "20", "7D AS AC KH 2D 9C", "1 split, 1.1 hit", "act 2"),
    Refused(
        "max_split_hands 2",
        "20",
        "7D 8S 8C KH 8D 9C",
        "1 split, 1.1 split",
        "act 2|665a.11",
        rules={"max_split_hands": 2},
    ),
    Refused("double_cap_base", "20 da20", "7D 5S 6C KH KC", "1 double 40.01", "act 1|665a.10"),
    Refused(
        "double_cap_base bet",
        "20 da20",
        "7D 5S 6C KH KC",
        "1 double 20.01",
        "act 1|665a.10",
        rules={"double_cap_base": "bet"},
    ),
    Refused(
        "double_on first_two",
        "20",
        "7D 5S 3C KH 3D KC",
        "1 hit, 1 double 20",
        "act 2|665a.10",
        rules={"double_on": "first_two"},
    ),
    Refused(
        "a hand is doubled once", "20", "7D 2S 3C KH 3D KC", "1 double 20, 1 double 20", "act 2"
    ),
    Refused(
        "a Double Attack over the Bet",
        "20 da20.01",
        "7D 2S 3C KH",
        "1 stand",
        "double_attack|665a.6",
    ),
    Refused(
        "double_attack_min",
        "20 da4.99",
        "7D KS 9C KH",
        "1 stand",
        "double_attack",
        rules={"double_attack_min": "5.00"},
    ),
    Refused(
        "Insurance over half the Bet", "20 da20", "AD 9S 6C KH", "1 insure 10.01", "act 1|665a.8"
    ),
    Refused(
        "insurance_base bet_plus_double_attack",
        "20 da20",
        "AD 9S 6C KH",
        "1 insure 20.01",
        "act 1|665a.8",
        rules={"insurance_base": "bet_plus_double_attack"},
    ),
    Refused("Insurance without an ace up", "20", "KD 9S 6C 7H", "1 insure 10", "act 1|665a.8"),
    Refused("insure_after_surrender", "20", "AD 9S 6C KH", "1 surrender, 1 insure 10", "act 2"),
    Refused("foreign_ten stop_round", "20", "TD 9S 6C KH", "1 surrender", "TD"),
    Refused(
        "foreign_ten is the first card only",
        "20",
        "7D TS 6C KH",
        "1 surrender",
        "TS",
        rules={"foreign_ten": "literal"},
    ),
    # nine kings of diamonds on the table: eight decks have eight
    Refused("A20 decks 8", "20 | 20 | 20 | 20", "KD " * 9 + "7H", "1 stand", "KD"),
    Refused("decks 6", "20 | 20 | 20", "KD " * 7 + "7H", "1 stand", "KD", rules={"decks": 6}),
    # the same in the part of the shoe that nobody drew
    Refused("A20 in the rest of the shoe", "20", "KD KS 6C 7H " + "KD " * 8, "1 surrender", "KD"),
    Refused("a shoe that ends too early", "20", "2D 9S 6C", "1 surrender", "shoe"),
    Refused("an empty box", "20", "2D 9S 6C KH 7C", "2 surrender", "act 1"),
    Refused(
        "no such house rule",
        "20",
        "2D 9S 6C KH",
        "",
        "dealer_soft_17",
        rules={"dealer_soft_71": "hit"},
    ),
    Refused(
        "no such value",
        "20",
        "2D 9S 6C KH",
        "",
        "dealer_soft_17|hit",
        rules={"dealer_soft_17": "sit"},
    ),
]


WRONG: dict[str, str] = {}
"""Where the engine was otherwise when this was written, and why that is not right."""


@pytest.mark.parametrize("case", params(ROUNDS, {}))
def test_round(case: Worked) -> None:
    check(case)


@pytest.mark.parametrize("case", params(REFUSED, WRONG))
def test_refused(case: Refused) -> None:
    check_refused(case)


def test_the_names_differ() -> None:
    for names in ([case.name for case in ROUNDS], [case.name for case in REFUSED]):
        assert len(set(names)) == len(names)
