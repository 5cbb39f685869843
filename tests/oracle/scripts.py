"""Round scripts and rulings, as the tests of this folder write and read them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from reference_engine.script import Ruling, rule
from tests.oracle.tables import Row

DOUBLE_ATTACK = "double-attack-blackjack"
DOWN_UNDER = "down-under-blackjack"

Json = dict[str, Any]


def act(seat: int, do: str, hand: int = 1, **more: Any) -> Json:
    """An act of a seat."""
    return {"seat": seat, "hand": hand, "do": do, **more}


def ruling_of(script: Json) -> Ruling:
    """The engine's ruling on `script`."""
    return rule(script)


def rows_of(ruling: Ruling) -> list[Row]:
    """The ruling's settlement in the oracle's words."""
    return [
        Row(
            row.seat,
            row.hand,
            row.wager,
            Fraction(row.staked),
            Fraction(row.to_house),
            Fraction(row.returned),
            Fraction(row.won),
        )
        for row in ruling.settlement
    ]
