"""The baccarat that a shoe plays by itself: where each card goes, and how the round ends."""

from __future__ import annotations

from reference_engine.cards import VALUES, Card

_BANKER_DRAWS = {
    3: (0, 1, 2, 3, 4, 5, 6, 7, 9),
    4: (2, 3, 4, 5, 6, 7),
    5: (4, 5, 6, 7),
    6: (6, 7),
}
"""The banker's total to the values of the player's third card on which he draws."""


class Round:
    """One baccarat round."""

    def __init__(self) -> None:
        self.hands: dict[str, list[Card]] = {"player": [], "banker": []}

    @property
    def begun(self) -> bool:
        """Whether a card has been dealt."""
        return bool(self.hands["player"])

    def next_place(self) -> tuple[str, int] | None:
        """Where the next card goes, hand and index from 1; None when no card is due."""
        player, banker = self.hands["player"], self.hands["banker"]
        if len(banker) < 2:
            hand = "player" if len(player) == len(banker) else "banker"
            return hand, len(self.hands[hand]) + 1
        if len(banker) == 3 or max(total(player[:2]), total(banker[:2])) >= 8:
            return None
        if len(player) == 2 and total(player) <= 5:
            return "player", 3
        if len(player) == 3:
            draws = VALUES[player[2][0]] % 10 in _BANKER_DRAWS.get(total(banker), range(10))
            draws = draws and total(banker) <= 6
        else:
            draws = total(banker) <= 5
        return ("banker", 3) if draws else None

    def result(self) -> int:
        """The result byte: who won, and in its two lowest bits whose first two are a pair."""
        player, banker = total(self.hands["player"]), total(self.hands["banker"])
        won = 0b010 if player == banker else 0b001 if player > banker else 0b100
        pairs = sum(
            bit
            for bit, hand in ((1, self.hands["player"]), (2, self.hands["banker"]))
            if hand[0][0] == hand[1][0]
        )
        return 0x80 | won << 4 | pairs


def total(hand: list[Card]) -> int:
    """A baccarat total, 0 to 9."""
    return sum(VALUES[card[0]] for card in hand) % 10
