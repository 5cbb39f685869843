"""Exact money: a whole number of millionths of the table's currency.

The finest amount a table can meet is a 5 to 2 payment on half of a wager: two decimals more than
the wager itself. With at most `DECIMALS` decimals read, a millionth holds every such amount
exactly, and whole numbers add and compare as fast as Python can. Nothing here rounds: what has no
exact value in millionths is an error.
"""

from __future__ import annotations

from functools import lru_cache

Money = int
"""Millionths of a currency unit."""

UNIT: Money = 1_000_000
CENT: Money = 10_000
DECIMALS = 4
"""The most decimals an amount may be written with."""
FINEST: Money = UNIT // 10**DECIMALS
"""The finest amount that a wager is written in; half of it is met where a wager was halved."""
DIGITS = 9
"""The most digits before the point."""


class NotMoney(ValueError):
    """Text that is no amount of money. The message says what would be right."""

    def __init__(self, text: object, why: str) -> None:
        shown = repr(text)
        if len(shown) > 40:
            shown = shown[:36] + "...'"
        super().__init__(f"{shown} is not an amount: {why}; write it as '25.00'")


@lru_cache(maxsize=4096)
def _parse(text: str) -> Money:
    if not text.isascii():
        raise NotMoney(text, "it must be plain digits")
    if text.startswith("-"):
        raise NotMoney(text, "an amount is not negative")
    whole, point, decimals = text.partition(".")
    if not whole.isdigit() or (point and not decimals.isdigit()):
        raise NotMoney(text, "it must be digits with at most one decimal point")
    if len(whole) > DIGITS:
        raise NotMoney(text, f"it has more than {DIGITS} digits before the point")
    if len(decimals) > DECIMALS:
        raise NotMoney(text, f"it has more than {DECIMALS} decimals")
    return int(whole) * UNIT + int(decimals.ljust(6, "0"))


def parse(text: str) -> Money:
    """`text`, as ``"25.00"``, exactly.

    Raises:
        NotMoney: it is not text, or not a plain non-negative decimal number of at most `DIGITS`
            digits and `DECIMALS` decimals.
    """
    if not isinstance(text, str):
        raise NotMoney(text, "it must be text, so that no decimal is lost")
    return _parse(text)


@lru_cache(maxsize=16384)
def fmt(amount: Money) -> str:
    """`amount` as text with two decimals, or as many as exactness needs (``6.125``)."""
    sign = "-" if amount < 0 else ""
    whole, rest = divmod(abs(amount), UNIT)
    decimals = f"{rest:06d}".rstrip("0").ljust(2, "0")
    return f"{sign}{whole}.{decimals}"


def half(amount: Money) -> Money:
    """Half of `amount`, exactly."""
    return times(amount, 1, 2)


def times(amount: Money, over: int, under: int = 1) -> Money:
    """`amount` at odds of `over` to `under`, exactly."""
    product, rest = divmod(amount * over, under)
    if rest:
        raise NotMoney(fmt(amount), f"{over}/{under} of it is finer than a millionth")
    return product
