"""What the law rules: pure, exact, no input or output, no clock, no randomness of its own.

    table = new_table("double-attack-blackjack", {"dealer_soft_17": "stand"})
    table, effects = apply(table, OpenRound((Seat(1, parse("25.00")),)))

The names below load the engine on first use: who wants only `reference_engine.cards` does not pay
for it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from reference_engine.engine import apply, new_table
    from reference_engine.law import HouseRuleError
    from reference_engine.ruling import Certainty, Due, Effect, NotPossible
    from reference_engine.table import Table

__all__ = [
    "Certainty",
    "Due",
    "Effect",
    "HouseRuleError",
    "NotPossible",
    "Table",
    "apply",
    "new_table",
]

_HOMES = {
    "Certainty": "ruling",
    "Due": "ruling",
    "Effect": "ruling",
    "HouseRuleError": "law",
    "NotPossible": "ruling",
    "Table": "table",
    "apply": "engine",
    "new_table": "engine",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
