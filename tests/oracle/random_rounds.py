"""Random rounds that the law permits, played out here: the script, and what the tables settle.

Whoever asks gives the dice (`random.Random`), so that a test can choose and shrink them. Which acts
are open, who acts next and which card goes where is worked out from the law in this file, not asked
of the engine.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import NamedTuple

from tests.oracle.hands import hard, is_blackjack, total
from tests.oracle.scripts import DOUBLE_ATTACK, DOWN_UNDER, Json, act
from tests.oracle.tables import Box, Facts, Hand, Row, settle

RANKS = {DOUBLE_ATTACK: "A23456789JQK", DOWN_UNDER: "A23456789TJQK"}
RULES: dict[str, dict[str, tuple[str, ...]]] = {
    DOUBLE_ATTACK: {
        "dealer_soft_17": ("stand", "hit"),
        "surrender_double_down": ("half", "all_to_house", "all_returned"),
        "dealer_bj_double_attack": ("returned", "to_house"),
    },
    DOWN_UNDER: {"dealer_soft_17": ("stand", "hit"), "dealer_22": ("golden_rule", "bust")},
}
CENTS = (1, 5, 25, 100, 250, 500, 1000, 1250, 2000, 99999)


class RandomRound(NamedTuple):
    """A script, the settlement that the tables give, and how many cards are drawn at most."""

    script: Json
    expected: list[Row]


def money(cents: int) -> str:
    """Cents as an amount."""
    return f"{cents // 100}.{cents % 100:02}"


class _Playing:
    """One box while it plays."""

    def __init__(self, seat: int, bet: int, attack: int, bust_it: int) -> None:
        self.seat = seat
        self.bet = bet
        self.attack = attack
        self.bust_it = bust_it
        self.insurance = 0
        self.hands: list[list[str]] = [[]]
        self.doubled: dict[int, int] = {}
        self.surrendered: set[int] = set()

    def wagers(self) -> Json:
        made: Json = {"seat": self.seat, "bet": money(self.bet)}
        if self.attack:
            made["double_attack"] = money(self.attack)
        if self.bust_it:
            made["bust_it"] = money(self.bust_it)
        return made

    def box(self) -> Box:
        hands = []
        for place, cards in enumerate(self.hands):
            stakes = {"bet": Fraction(self.bet, 100)}
            if self.attack:
                stakes["double_attack"] = Fraction(self.attack, 100)
            if place in self.doubled:
                stakes["double_down"] = Fraction(self.doubled[place], 100)
            fate = "surrendered" if place in self.surrendered else "played"
            hands.append(Hand(tuple(cards), stakes, fate, len(self.hands) > 1, place + 1))
        return Box(
            self.seat,
            tuple(hands),
            Fraction(self.bust_it, 100) if self.bust_it else None,
            Fraction(self.insurance, 100) if self.insurance else None,
        )


def full_shoe(game: str, decks: int) -> list[str]:
    """Every card of the game, so many decks of them."""
    return [rank + suit for rank in RANKS[game] for suit in "CDHS"] * decks


def random_round(dice: Random, game: str) -> RandomRound:
    """A round of `game` in which all that is done is permitted."""
    decks = 8 if game == DOUBLE_ATTACK else 6
    # A hundred cards are more than six boxes of four hands can use up but once in a lifetime.
    shoe = dice.sample(full_shoe(game, decks), 120)
    if dice.random() < 0.3:  # pairs, aces and court cards, more often than chance has them
        shoe.sort(key=lambda card: (card[0] not in dice.choice(("AK", "8", "KQ")), dice.random()))
    rules: Facts = {
        name: dice.choice(values) for name, values in RULES[game].items() if dice.random() < 0.5
    }
    attacks = game == DOUBLE_ATTACK
    boxes = []
    for seat in range(1, dice.randint(1, 4) + 1):
        bet = dice.choice(CENTS)
        attack = dice.choice((0, dice.randint(1, bet))) if attacks else 0
        boxes.append(_Playing(seat, bet, attack, dice.choice((0, 100, 125)) if attacks else 0))
    coming = iter(shoe)
    up = ""
    if attacks:
        up = next(coming)
    for box in boxes:
        box.hands[0].append(next(coming))
    if not attacks:
        up = next(coming)
    for box in boxes:
        box.hands[0].append(next(coming))
    hole = next(coming)
    acts: list[Json] = []
    if up[0] == "A":
        for box in boxes:
            box.insurance = dice.choice((0, box.bet // 2))
            if box.insurance:
                acts.append(act(box.seat, "insure", amount=money(box.insurance)))
    reads = up[0] in "AKQJ"
    if attacks and reads:
        for box in boxes:
            if not is_blackjack(box.hands[0]) and dice.random() < 0.2:
                box.surrendered.add(0)
                acts.append(act(box.seat, "surrender"))
    if not is_blackjack((up, hole)):
        for box in boxes:
            if is_blackjack(box.hands[0]) or 0 in box.surrendered:
                continue
            _play_box(dice, box, attacks, coming, acts)
    draws = list(coming)
    script = {
        "game": game,
        "rules": dict(rules),
        "seats": [box.wagers() for box in boxes],
        "shoe": shoe,
        "acts": acts,
    }
    name = "double-attack" if attacks else "down-under"
    return RandomRound(script, settle(name, [box.box() for box in boxes], [up, hole], draws, rules))


def _play_box(
    dice: Random, box: _Playing, attacks: bool, coming: Iterator[str], acts: list[Json]
) -> None:
    place = 0
    while place < len(box.hands):
        hand = box.hands[place]
        if len(hand) == 1:
            hand.append(next(coming))
        _play_hand(dice, box, place, attacks, coming, acts)
        place += 1


def _options(box: _Playing, place: int, attacks: bool) -> list[str]:
    hand = box.hands[place]
    options = ["stand", "hit"]
    if attacks:
        options.append("surrender")
    if attacks or len(hand) == 2:
        options.append("double")
    pair = len(hand) == 2 and hard(hand[:1]) == hard(hand[1:])
    aces = hand[0][0] == "A" and len(box.hands) > 1
    if pair and not aces and len(box.hands) < (4 if attacks else 2):
        options += ["split", "split", "split"]
    return options


def _play_hand(
    dice: Random, box: _Playing, place: int, attacks: bool, coming: Iterator[str], acts: list[Json]
) -> None:
    hand = box.hands[place]
    number = place + 1
    while total(hand) <= 21:
        if len(box.hands) > 1 and hand[0][0] == "A":
            # a split ace has its one card; only this game lets it be surrendered
            if attacks and dice.random() < 0.3:
                box.surrendered.add(place)
                acts.append(act(box.seat, "surrender", number))
            return
        choice = dice.choice(_options(box, place, attacks))
        if choice == "split":
            acts.append(act(box.seat, "split", number))
            box.hands.append([hand.pop()])
            hand.append(next(coming))
            continue
        if choice == "double":
            most = box.bet + box.attack
            box.doubled[place] = dice.choice((most, dice.randint(1, most)))
            acts.append(act(box.seat, "double", number, amount=money(box.doubled[place])))
            hand.append(next(coming))
            if attacks and total(hand) <= 21 and dice.random() < 0.3:
                box.surrendered.add(place)
                acts.append(act(box.seat, "surrender", number))
            return
        acts.append(act(box.seat, choice, number))
        if choice == "surrender":
            box.surrendered.add(place)
        if choice != "hit":
            return
        hand.append(next(coming))
