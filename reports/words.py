"""Numbers in words for people."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """`number` things, as ``1 card``, ``2 cards``, ``3 branches``."""
    plural = "es" if noun.endswith(("ch", "sh", "s", "x")) else "s"
    return f"{number} {noun}{'' if number == 1 else plural}"
