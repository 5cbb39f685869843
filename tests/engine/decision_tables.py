"""Surrender settled a second time, from the tables of the law alone.

Written as plain tables and sharing nothing with the engine, so that the two can be held against
each other over every state. § 665a.9 for the surrender, § 665a.12(c) for the Bust It Wager. Amounts
are whole numbers of a unit in which every half is whole.
"""

from __future__ import annotations

HALF, HOUSE, BACK = "half", "house", "back"

# The first card of the dealer, and whether he has a Blackjack -> the fate of each wager.
SURRENDER = {
    ("2-9", False): {"bet": HALF, "double_attack": HALF, "double_down": HALF},
    ("AKQJ", False): {"bet": HALF, "double_attack": HALF, "double_down": HALF},
    ("AKQJ", True): {"bet": HOUSE, "double_attack": BACK, "bust_it": HOUSE},
}

# Rank of a dealer's third card that takes him over 21 -> odds to 1.
BUST_IT = {"6": 15, "7": 10, "8": 8, "9": 6, "J": 3, "Q": 3, "K": 3}
EIGHTS_OF_A_SUIT, EIGHTS_OF_A_COLOUR = 200, 50
COLOUR = {"C": "black", "S": "black", "D": "red", "H": "red"}

WORTH = {"A": 1, "J": 10, "Q": 10, "K": 10, **{str(number): number for number in range(2, 10)}}

Money = tuple[int, int, int]
"""To the house, returned, won."""


def points(cards: list[str]) -> int:
    """The total of a hand; one ace may count ten more."""
    low = sum(WORTH[card[0]] for card in cards)
    return low + 10 if low <= 11 and "A" in [card[0] for card in cards] else low


def dealer_hand(first: str, hole: str, draws: list[str]) -> list[str]:
    """The dealer draws to 16 and stands on every 17."""
    cards = [first, hole]
    rest = iter(draws)
    while points(cards) < 17:
        cards.append(next(rest))
    return cards


def bust_it(cards: list[str]) -> int | None:
    """Odds to 1, or None where it loses."""
    if len(cards) != 3 or points(cards) <= 21:
        return None
    if [card[0] for card in cards] == ["8", "8", "8"]:
        if len({card[1] for card in cards}) == 1:
            return EIGHTS_OF_A_SUIT
        if len({COLOUR[card[1]] for card in cards}) == 1:
            return EIGHTS_OF_A_COLOUR
    return BUST_IT[cards[2][0]]


def settle(first: str, hole: str, draws: list[str], wagers: dict[str, int]) -> dict[str, Money]:
    """Every wager of a box whose only hand was surrendered."""
    blackjack = sorted((first[0], hole[0])) in (["A", "J"], ["A", "K"], ["A", "Q"])
    row = SURRENDER["AKQJ" if first[0] in "AKQJ" else "2-9", blackjack]
    found: dict[str, Money] = {}
    for wager, stake in wagers.items():
        if wager == "insurance":
            found[wager] = (0, stake, stake * 5 // 2) if blackjack else (stake, 0, 0)
        elif wager in row:
            house = {HALF: stake // 2, HOUSE: stake, BACK: 0}[row[wager]]
            found[wager] = (house, stake - house, 0)
        else:
            odds = bust_it(dealer_hand(first, hole, draws))
            if odds is None:
                found[wager] = (stake, 0, 0)
            else:
                found[wager] = (0, stake, stake * odds)
    return found
