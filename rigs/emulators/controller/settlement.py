"""Who gets which chips. Pure sums first, then the instructions that move them."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from reference_engine.cards import Card
from rigs.emulators.controller.games import DOUBLE_ATTACK, DOWN_UNDER, Game
from rigs.emulators.controller.hands import (
    MAIN_WAGERS,
    Box,
    Hand,
    count,
    is_blackjack,
    is_large,
    value,
)
from rigs.emulators.controller.money import CENT, Money, format_amount
from rigs.emulators.controller.table import Round, Table

RED_SUITS = "DH"
BUST_IT_THIRD_CARD = {"6": 15, "7": 10, "8": 8, "9": 6, "J": 3, "Q": 3, "K": 3}
"""665a.12(c): odds to 1 by the rank of the card that took the dealer over 21."""


class Shares(NamedTuple):
    """How one stake is divided; `won` comes on top of it, from the house."""

    to_house: Money
    returned: Money
    won: Money


def lost(stake: Money) -> Shares:
    return Shares(stake, Fraction(0), Fraction(0))


def returned(stake: Money) -> Shares:
    return Shares(Fraction(0), stake, Fraction(0))


def won(stake: Money, odds: Money | int = 1) -> Shares:
    return Shares(Fraction(0), stake, stake * odds)


def halved(stake: Money, rounding: str) -> Shares:
    """Half to the house; where cents do not divide, the house rule says who has the odd one."""
    half = stake / 2
    if rounding != "exact" and half % CENT:
        half -= half % CENT
        if rounding == "odd_to_house":
            half += CENT
    return Shares(half, stake - half, Fraction(0))


def bust_it_odds(dealer: list[Card]) -> int | None:
    """The odds to 1 at which a Bust It Wager wins on this dealer hand; None: it loses.

    Only the highest row that fits counts (665a.12(c)).
    """
    if len(dealer) != 3 or count(dealer)[0] <= 21:
        return None
    if all(card[0] == "8" for card in dealer):
        suits = {card[1] for card in dealer}
        if len(suits) == 1:
            return 200
        if len({suit in RED_SUITS for suit in suits}) == 1:
            return 50
    return BUST_IT_THIRD_CARD.get(dealer[2][0])


def outcome(hand: Hand, dealer: list[Card], game: Game, rules: dict[str, str]) -> str:
    """`win`, `push` or `lose` of a hand of 21 or less against a dealer without Blackjack."""
    dealer_total = count(dealer)[0]
    if dealer_total == 22 and rules.get("dealer_22") == "golden_rule":
        two_large = (
            len(hand.cards) == 2 and not hand.from_split and all(is_large(c) for c in hand.cards)
        )
        return "win" if hand.total == 21 or two_large else "push"
    if dealer_total > 21 or hand.total > dealer_total:
        return "win"
    return "push" if hand.total == dealer_total else "lose"


def settle(table: Table, hand: Hand, wager: str, shares: Shares) -> None:
    """Say how this wager is divided, and take it off the layout."""
    box = table.playing.box(hand)
    stakes = hand.stakes if wager in MAIN_WAGERS else box.side
    del stakes[wager]
    table.say(
        "settle",
        hand=hand.name,
        wager=wager,
        to_house=format_amount(shares.to_house),
        returned=format_amount(shares.returned),
        won=format_amount(shares.won),
    )


def open_wagers(hand: Hand) -> list[tuple[str, Money]]:
    """The hand's open main wagers in the order of settlement."""
    return [(wager, hand.stakes[wager]) for wager in MAIN_WAGERS if wager in hand.stakes]


def settle_bust(table: Table, hand: Hand) -> None:
    """A hand over 21 loses its wagers at once; its box's side wagers stay."""
    hand.status = "bust"
    hand.lost = dict(hand.stakes)
    for wager, stake in open_wagers(hand):
        settle(table, hand, wager, lost(stake))
    table.rack_hand(hand)


def settle_returned(table: Table, hand: Hand) -> None:
    """All open main wagers of the hand go back."""
    for wager, stake in open_wagers(hand):
        settle(table, hand, wager, returned(stake))


SURRENDER_DEFECTS: dict[str, tuple[str, Callable[[Money], Shares]]] = {
    "takes-whole-bet-on-surrender": ("bet", lost),
    "returns-whole-bet-on-surrender": ("bet", returned),
    "takes-whole-double-attack-on-surrender": ("double_attack", lost),
    "returns-whole-double-attack-on-surrender": ("double_attack", returned),
    "takes-whole-double-down-on-surrender": ("double_down", lost),
    "returns-whole-double-down-on-surrender": ("double_down", returned),
}
"""Defect to the wager that a surrender divides wrongly, and how."""


def settle_surrender(table: Table, hand: Hand) -> None:
    """665a.9(b)(1) and (b)(2)(ii): the cards to the rack, half of the wagers to the house."""
    rules = table.playing.rules
    hand.status = "surrendered"
    hand.surrendering = False
    if "surrendered-cards-stay" not in table.defects:
        table.rack_hand(hand)
    stay = "surrendered-wagers-stay" in table.defects
    for wager, stake in [] if stay else open_wagers(hand):
        shares = halved(stake, rules["surrender_half_rounding"])
        if wager == "double_down" and rules["surrender_double_down"] != "half":
            to_house = rules["surrender_double_down"] == "all_to_house"
            shares = lost(stake) if to_house else returned(stake)
        for defect, (one, wrong) in SURRENDER_DEFECTS.items():
            if wager == one and defect in table.defects:
                shares = wrong(stake)
        settle(table, hand, wager, shares)
    side = table.playing.box(hand).side
    if "bust_it" in side:  # it stays until the dealer's hand is known (665a.9(c))
        if "halves-bust-it-on-surrender" in table.defects:
            settle(table, hand, "bust_it", halved(side["bust_it"], "exact"))
        elif "bust-it-settled-on-surrender" in table.defects:
            settle(table, hand, "bust_it", lost(side["bust_it"]))
        elif "bust-it-returned-on-surrender" in table.defects:
            settle(table, hand, "bust_it", returned(side["bust_it"]))
    if "deals-to-surrendered-hand" in table.defects:
        table.say("deal", to=hand.name, face="up", source="shoe")


def settle_blackjacks(table: Table) -> None:
    """Player Blackjacks against a dealer without one are paid and racked, in seat order."""
    game = table.playing.game
    for hand in table.playing.hands():
        if hand.status != "blackjack":
            continue
        for wager, stake in open_wagers(hand):
            odds = game.blackjack_pays if wager == "bet" else Fraction(1)
            if (
                wager == "bet"
                and game is DOUBLE_ATTACK
                and "blackjack-pays-3-to-2" in table.defects
            ):
                odds = Fraction(3, 2)
            if wager == "bet" and game is DOWN_UNDER and "blackjack-pays-1-to-1" in table.defects:
                odds = Fraction(1)
            shares = won(stake, odds)
            if wager == "bet" and "blackjack-only-returned" in table.defects:
                shares = returned(stake)
            settle(table, hand, wager, shares)
        hand.status = "settled"
        table.rack_hand(hand)


INSURANCE_DEFECTS: dict[str, tuple[bool, Callable[[Money], Shares]]] = {
    "winning-insurance-lost": (True, lost),
    "winning-insurance-only-returned": (True, returned),
    "lost-insurance-returned": (False, returned),
    "lost-insurance-paid": (False, won),
}
"""Defect to whether the dealer has a Blackjack, and how Insurance is then settled wrongly."""


def settle_insurance(table: Table, dealer_blackjack: bool) -> None:
    """Every open Insurance Wager is decided, whatever became of the Bet (665a.9(d))."""
    game = table.playing.game
    for box in table.playing.boxes:
        if "insurance" not in box.side:
            continue
        stake = box.side["insurance"]
        odds = game.insurance_pays
        if game is DOUBLE_ATTACK and "insurance-pays-2-to-1" in table.defects:
            odds = Fraction(2)
        if game is DOUBLE_ATTACK and "insurance-pays-3-to-1" in table.defects:
            odds = Fraction(3)
        if game is DOWN_UNDER and "insurance-pays-5-to-2" in table.defects:
            odds = Fraction(5, 2)
        shares = won(stake, odds) if dealer_blackjack else lost(stake)
        for defect, (met, wrong) in INSURANCE_DEFECTS.items():
            if dealer_blackjack == met and defect in table.defects:
                shares = wrong(stake)
        if "insurance-follows-surrender" in table.defects and box.first.surrendering:
            shares = lost(stake) if dealer_blackjack else halved(stake, "exact")
        settle(table, box.first, "insurance", shares)


def _spares_surrendered_bet(table: Table) -> bool:
    return "surrender-beats-dealer-blackjack" in table.defects


def _dealer_blackjack_shares(
    table: Table, current: Round, hand: Hand, wager: str, stake: Money
) -> Shares:
    """Only the box's initial Bet is lost, what was added goes back; of a surrendered hand its Bet.

    Sources: 665a.9(b)(2)(i), 685a.10(d).
    """
    if wager == "bet" and hand.surrendering and _spares_surrendered_bet(table):
        return halved(stake, "exact")
    if wager == "bet":
        initial = not hand.from_split or hand.number == 1 or hand.surrendering
        return lost(stake) if initial and not hand.blackjack else returned(stake)
    if wager == "double_attack":
        if "keeps-double-attack-on-dealer-blackjack" in table.defects:
            return lost(stake)
        pushed = hand.surrendering or hand.blackjack
        kept = current.rules["dealer_bj_double_attack"] == "to_house" and not pushed
        return lost(stake) if kept else returned(stake)
    if hand.surrendering and current.rules["surrender_bj_double_down"] == "to_house":
        return lost(stake)
    return returned(stake)


SETTLEMENT_DEFECTS: dict[str, tuple[str, str, Callable[[Money], Shares]]] = {
    "winning-bet-only-returned": ("win", "bet", returned),
    "winning-bet-lost": ("win", "bet", lost),
    "winning-bet-pays-2-to-1": ("win", "bet", lambda stake: won(stake, 2)),
    "pushed-bet-lost": ("push", "bet", lost),
    "pushed-bet-paid": ("push", "bet", won),
    "losing-bet-returned": ("lose", "bet", returned),
    "losing-bet-paid": ("lose", "bet", won),
    "winning-double-attack-only-returned": ("win", "double_attack", returned),
    "winning-double-attack-lost": ("win", "double_attack", lost),
    "winning-double-attack-pays-2-to-1": ("win", "double_attack", lambda stake: won(stake, 2)),
    "pushed-double-attack-lost": ("push", "double_attack", lost),
    "pushed-double-attack-paid": ("push", "double_attack", won),
    "losing-double-attack-returned": ("lose", "double_attack", returned),
    "losing-double-attack-paid": ("lose", "double_attack", won),
    "winning-double-down-only-returned": ("win", "double_down", returned),
    "winning-double-down-lost": ("win", "double_down", lost),
    "winning-double-down-pays-2-to-1": ("win", "double_down", lambda stake: won(stake, 2)),
    "pushed-double-down-lost": ("push", "double_down", lost),
    "pushed-double-down-paid": ("push", "double_down", won),
    "losing-double-down-returned": ("lose", "double_down", returned),
    "losing-double-down-paid": ("lose", "double_down", won),
}
"""Defect to the result and the wager that are settled wrongly, and how."""


def settle_hands(table: Table, dealer_blackjack: bool) -> None:
    """The main wagers of every hand still on the layout, then the Bust It Wager of every box."""
    current = table.playing
    for hand in current.hands():
        if not hand.contests:
            continue
        for wager, stake in open_wagers(hand):
            if dealer_blackjack:
                shares = _dealer_blackjack_shares(table, current, hand, wager, stake)
            else:
                rules = current.rules
                if count(current.dealer)[0] == 22 and "takes-22-for-any-bust" in table.defects:
                    rules = {**rules, "dealer_22": "bust"}
                result = outcome(hand, current.dealer, current.game, rules)
                shares = {"win": won, "push": returned, "lose": lost}[result](stake)
                for defect, (met, one, wrong) in SETTLEMENT_DEFECTS.items():
                    if result == met and wager == one and defect in table.defects:
                        shares = wrong(stake)
            settle(table, hand, wager, shares)
        hand.status = "settled"
    for box in current.boxes:
        settle_bust_it(table, box, dealer_blackjack)


def settle_bust_it(table: Table, box: Box, dealer_blackjack: bool) -> None:
    """The box's Bust It Wager, by the one table of 665a.12(c)."""
    if "bust_it" not in box.side:
        return
    stake = box.side["bust_it"]
    odds = None if dealer_blackjack else bust_it_odds(table.playing.dealer)
    if odds is None and "losing-bust-it-returned" in table.defects:
        settle(table, box.first, "bust_it", returned(stake))
        return
    if odds is None and "losing-bust-it-paid" in table.defects:
        odds = 1
    if odds is not None and "winning-bust-it-only-returned" in table.defects:
        settle(table, box.first, "bust_it", returned(stake))
        return
    if odds is not None and "winning-bust-it-lost" in table.defects:
        odds = None
    if odds == BUST_IT_THIRD_CARD["6"] and "bust-it-six-pays-10" in table.defects:
        odds = BUST_IT_THIRD_CARD["7"]
    if odds in (200, 50) and "bust-it-eights-pay-as-any-eight" in table.defects:
        odds = BUST_IT_THIRD_CARD["8"]
    settle(table, box.first, "bust_it", lost(stake) if odds is None else won(stake, odds))


def has_dealer_blackjack(current: Round) -> bool:
    """By the cards themselves: only for a hole card that lies open."""
    return is_blackjack(current.dealer)


def insurance_cap(current: Round, hand: Hand) -> Money:
    """At most half of the insured stake; which stake that is, a house rule says."""
    insured = hand.stakes["bet"]
    if current.rules["insurance_base"] == "bet_plus_double_attack":
        insured += hand.stakes.get("double_attack", Fraction(0))
    return insured / 2


def double_cap(current: Round, hand: Hand) -> Money:
    """The most that a double may add to this hand."""
    cap = hand.stakes["bet"]
    if current.rules["double_cap_base"] == "bet_plus_double_attack":
        cap += hand.stakes.get("double_attack", Fraction(0))
    return cap


def is_pair(hand: Hand) -> bool:
    """Two first cards of equal value: a king and a jack are a pair."""
    return len(hand.cards) == 2 and value(hand.cards[0]) == value(hand.cards[1])
