"""A second settlement, as decision tables: the law's rows, and the few lines that read them.

A row holds conditions (``fact=this|that``) and what becomes of the wager: ``house`` (collected),
``back`` (returned), ``half`` (half to each side), or odds (``5:2``: returned, and paid so). The
first row whose conditions all hold decides. House rules are facts like any other. No line of the
engine is used here, so agreement with it says something.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import NamedTuple

from tests.oracle.hands import COURT, colour, dealer_hand, is_blackjack, ranks, total

Facts = dict[str, str]
Table = tuple[tuple[str, str], ...]


class Row(NamedTuple):
    """One settled wager: staked = to_house + returned; `won` is paid on top."""

    seat: int
    hand: int
    wager: str
    staked: Fraction
    to_house: Fraction
    returned: Fraction
    won: Fraction


class Hand(NamedTuple):
    """A player's hand at the end. `fate`: played, surrendered or dead; `number` as in the round."""

    cards: tuple[str, ...]
    stakes: dict[str, Fraction]
    fate: str = "played"
    split: bool = False
    number: int = 1


class Box(NamedTuple):
    """A box: its hands, and the wagers that belong to the box."""

    seat: int
    hands: tuple[Hand, ...]
    bust_it: Fraction | None = None
    insurance: Fraction | None = None
    match_the_dealer: Fraction | None = None


# § 665a.9(b), (c); § 665a.12(a); dealer Blackjack, doubles and splits as § 665a.7, .10 and .11 are
# understood. `dealer` is what the dealer ends with.
MAIN_665A: Table = (
    # § 665a.9(b)(1): the first dealer card is no ace, king, queen or jack
    ("hand=surrendered upcard=low wager=bet|double_attack", "half"),
    # § 665a.9(b)(2)(i)
    ("hand=surrendered dealer=blackjack wager=bet", "house"),
    ("hand=surrendered dealer=blackjack wager=double_attack", "back"),
    (
        "hand=surrendered dealer=blackjack wager=double_down surrender_bj_double_down=to_house",
        "house",
    ),
    ("hand=surrendered dealer=blackjack wager=double_down", "back"),
    # § 665a.9(b)(2)(ii)
    ("hand=surrendered wager=bet|double_attack", "half"),
    # (b) is silent on the Double Down Wager
    ("hand=surrendered surrender_double_down=all_to_house", "house"),
    ("hand=surrendered surrender_double_down=all_returned", "back"),
    ("hand=surrendered", "half"),
    # a hand over 21 lost at once, whatever the dealer has
    ("hand=bust", "house"),
    # two Blackjacks stand off, with every wager of the hand
    ("dealer=blackjack hand=blackjack", "back"),
    # dealer Blackjack: only the first wager is lost
    ("dealer=blackjack wager=double_attack dealer_bj_double_attack=to_house", "house"),
    ("dealer=blackjack wager=double_attack|double_down", "back"),
    ("dealer=blackjack number=later wager=bet", "back"),
    ("dealer=blackjack", "house"),
    # § 665a.12(a): even money, a Blackjack too
    ("hand=blackjack", "1:1"),
    ("dealer=bust", "1:1"),
    ("compare=over", "1:1"),
    ("compare=equal", "back"),
    ("compare=under", "house"),
)

INSURANCE_665A: Table = (("hole=ten-value", "5:2"), ("", "house"))  # § 665a.12(b)
INSURANCE_685A: Table = (("hole=ten-value", "2:1"), ("", "house"))

# § 665a.12(c), top row first. `cards` says that the dealer went over 21, and with how many cards.
BUST_IT: Table = (
    ("cards=bust3 ranks=888 suits=one", "200:1"),
    ("cards=bust3 ranks=888 colours=one", "50:1"),
    ("cards=bust3 third=6", "15:1"),
    ("cards=bust3 third=7", "10:1"),
    ("cards=bust3 third=8", "8:1"),
    ("cards=bust3 third=9", "6:1"),
    ("cards=bust3 third=K|Q|J", "3:1"),
    ("", "house"),
)

# § 685a.10(d), § 685a.12(g) and (h), the dealer's 22, and the odds as understood.
MAIN_685A: Table = (
    ("hand=dead wager=double_down dead_hand_returns=initial_bet_only", "house"),
    ("hand=dead number=later dead_hand_returns=initial_bet_only", "house"),
    ("hand=dead", "back"),
    # § 685a.10(d)
    ("dealer=blackjack number=later wager=bet", "back"),
    ("dealer=blackjack wager=double_down", "back"),
    ("hand=bust", "house"),
    ("dealer=blackjack hand=blackjack", "back"),
    ("dealer=blackjack", "house"),
    ("hand=blackjack", "3:2"),
    ("dealer=22 dealer_22=golden_rule points=21", "1:1"),
    ("dealer=22 dealer_22=golden_rule hand=two-large", "1:1"),
    ("dealer=22 dealer_22=golden_rule", "back"),
    ("dealer=22|bust", "1:1"),
    ("compare=over", "1:1"),
    ("compare=equal", "back"),
    ("compare=under", "house"),
)

DEFAULTS: Facts = {
    "surrender_double_down": "half",
    "surrender_bj_double_down": "returned",
    "dealer_bj_double_attack": "returned",
    "dealer_soft_17": "stand",
    "dealer_22": "golden_rule",
    "dead_hand_returns": "all_main_wagers",
}

LARGE = "TJQKA"


@cache
def _conditions(words: str) -> tuple[tuple[str, frozenset[str]], ...]:
    pairs = (word.split("=") for word in words.split())
    return tuple((fact, frozenset(values.split("|"))) for fact, values in pairs)


def look_up(table: Table, facts: Facts) -> str:
    """What the first row that fits says."""
    for words, outcome in table:
        if all(facts[fact] in values for fact, values in _conditions(words)):
            return outcome
    raise LookupError(f"no row for {facts}")


def apply_outcome(staked: Fraction, outcome: str) -> tuple[Fraction, Fraction, Fraction]:
    """To the house, returned, won."""
    if outcome == "house":
        return staked, Fraction(0), Fraction(0)
    if outcome == "back":
        return Fraction(0), staked, Fraction(0)
    if outcome == "half":
        return staked / 2, staked / 2, Fraction(0)
    over, under = outcome.split(":")
    return Fraction(0), staked, staked * int(over) / int(under)


def bust_it_facts(dealer: list[str]) -> Facts:
    """The facts of § 665a.12(c) about the dealer's final hand."""
    bust3 = len(dealer) == 3 and total(dealer) > 21
    return {
        "cards": "bust3" if bust3 else "other",
        "ranks": ranks(dealer),
        "third": dealer[2][0] if len(dealer) > 2 else "",
        "suits": "one" if len({card[1] for card in dealer}) == 1 else "more",
        "colours": "one" if len({colour(card) for card in dealer}) == 1 else "more",
    }


def _hand_word(hand: Hand) -> str:
    if hand.fate != "played":
        return hand.fate
    if total(hand.cards) > 21:
        return "bust"
    if is_blackjack(hand.cards) and not hand.split:
        return "blackjack"
    if len(hand.cards) == 2 and not hand.split and all(c[0] in LARGE for c in hand.cards):
        return "two-large"
    return "other"


def _dealer_word(dealer: list[str], drawn_by: str) -> str:
    if is_blackjack(dealer):
        return "blackjack"
    points = total(dealer)
    if points == 22 and drawn_by == "down-under":
        return "22"
    return "bust" if points > 21 else "total"


def settle(
    game: str,
    boxes: list[Box],
    dealer: list[str],
    draws: list[str],
    rules: Facts | None = None,
) -> list[Row]:
    """Every wager of a round. `dealer`: upcard and hole card; `draws`: what comes after.

    `game` is ``double-attack`` or ``down-under``.
    """
    house = {**DEFAULTS, **(rules or {})}
    final = dealer_hand(dealer, draws, house["dealer_soft_17"] == "hit")
    word = _dealer_word(final, game)
    main = MAIN_665A if game == "double-attack" else MAIN_685A
    insurance = INSURANCE_665A if game == "double-attack" else INSURANCE_685A
    rows: list[Row] = []
    for box in boxes:
        for hand in box.hands:
            own = total(hand.cards)
            theirs = total(final)
            facts = {
                **house,
                "hand": _hand_word(hand),
                "number": "first" if hand.number == 1 else "later",
                "points": str(own),
                "dealer": word,
                "upcard": "high" if dealer[0][0] in "AKQJ" else "low",
                "compare": "over" if own > theirs else "equal" if own == theirs else "under",
            }
            for wager, staked in hand.stakes.items():
                outcome = look_up(main, {**facts, "wager": wager})
                rows.append(
                    Row(box.seat, hand.number, wager, staked, *apply_outcome(staked, outcome))
                )
        if box.insurance is not None:
            hole = "ten-value" if dealer[1][0] in COURT else "other"
            outcome = look_up(insurance, {"hole": hole})
            rows.append(
                Row(box.seat, 1, "insurance", box.insurance, *apply_outcome(box.insurance, outcome))
            )
        if box.bust_it is not None:
            outcome = look_up(BUST_IT, bust_it_facts(final))
            rows.append(
                Row(box.seat, 1, "bust_it", box.bust_it, *apply_outcome(box.bust_it, outcome))
            )
    return rows
