"""Chips, exactly: an amount is a fraction of the currency unit, never a float."""

from __future__ import annotations

import re
from fractions import Fraction

Money = Fraction

CENT = Fraction(1, 100)
_AMOUNT = re.compile(r"[0-9]{1,12}(\.[0-9]{1,6})?")


def parse_amount(text: str) -> Money:
    """A decimal text as an amount above zero.

    Raises:
        ValueError: it is no plain decimal number, or not above zero.
    """
    if not _AMOUNT.fullmatch(text):
        raise ValueError(f"{text!r} is not an amount: write it as 20.00")
    amount = Fraction(text)
    if amount <= 0:
        raise ValueError(f"{text!r} is not an amount above zero")
    return amount


def format_amount(amount: Money) -> str:
    """Two decimals, or as many as exactness needs: 10 -> ``10.00``, 49/8 -> ``6.125``.

    Raises:
        ValueError: the amount has no finite decimal form.
    """
    digits = 2
    while (scaled := amount * 10**digits).denominator != 1:
        digits += 1
        if digits > 30:
            raise ValueError(f"{amount} has no finite decimal form")
    sign = "-" if scaled < 0 else ""
    whole, part = divmod(abs(scaled.numerator), 10**digits)
    return f"{sign}{whole}.{part:0{digits}d}"
