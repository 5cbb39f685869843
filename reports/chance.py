"""How often something happens, and how long one has to look for it: exact binomial statements."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

from msgspec import Struct

CONFIDENCE = 0.95
_HALVINGS = 60
"""Of the interval in which a bound is looked for: as exact as a float is."""


class Rate(Struct, frozen=True):
    """`hits` of `tries`, with the two-sided Clopper-Pearson interval of the rate behind it.

    The interval holds the true rate with at least this confidence, for any number of tries.
    """

    hits: int
    tries: int
    rate: float
    low: float
    high: float
    confidence: float = CONFIDENCE
    method: str = "Clopper-Pearson"


def rate(hits: int, tries: int, confidence: float = CONFIDENCE) -> Rate:
    """The rate that `hits` of `tries` speak for.

    Raises:
        ValueError: there were no tries, or more hits than tries.
    """
    if not 0 <= hits <= tries or tries == 0:
        raise ValueError(f"{hits} of {tries} is no count")
    tail = (1 - confidence) / 2
    low = 0.0 if hits == 0 else _where(lambda p: at_least(hits, tries, p) < tail)
    high = 1.0 if hits == tries else _where(lambda p: 1 - at_least(hits + 1, tries, p) > tail)
    return Rate(hits, tries, hits / tries, low, high, confidence)


def at_least(hits: int, tries: int, p: float) -> float:
    """The probability of `hits` or more in `tries` that each succeed with probability `p`."""
    if hits <= 0 or p >= 1:
        return 1.0
    if hits > tries or p <= 0:
        return 0.0
    if hits > tries * p:  # of the two tails the small one is summed: it is exact and soon done
        return _sum(range(hits, tries + 1), tries, p)
    return 1 - _sum(range(hits - 1, -1, -1), tries, p)


def _sum(counts: Iterable[int], tries: int, p: float) -> float:
    total = 0.0
    for k in counts:
        term = math.exp(
            math.lgamma(tries + 1)
            - math.lgamma(k + 1)
            - math.lgamma(tries - k + 1)
            + k * math.log(p)
            + (tries - k) * math.log1p(-p)
        )
        total += term
        if term < total * 1e-17:
            break
    return total


def _where(below: Callable[[float], bool]) -> float:
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if below(middle):
            low = middle
        else:
            high = middle
    return low


def rounds_needed(probability: float, confidence: float = CONFIDENCE, share: float = 1.0) -> int:
    """The fewest rounds in which a fault shows at least once with this confidence.

    n = ln(1 - confidence) / ln(1 - probability · share), rounded up: rounds are independent, the
    fault can show in `share` of them, and in such a round it bites with `probability`.

    Raises:
        ValueError: a number is outside of its range, or the fault can never show.
    """
    if not (0 < probability <= 1 and 0 < confidence < 1 and 0 < share <= 1):
        raise ValueError(
            f"probability {probability}, share {share} (above 0, up to 1), confidence "
            f"{confidence} (between 0 and 1)"
        )
    shows = probability * share
    if shows == 1:
        return 1
    needed = max(1, math.ceil(math.log(1 - confidence) / math.log1p(-shows)))
    # A float's last digit must not cost a round, or give one away.
    while needed > 1 and _missed(shows, needed - 1) <= (1 - confidence) * (1 + 1e-12):
        needed -= 1
    return needed


def _missed(shows: float, rounds: int) -> float:
    return math.exp(rounds * math.log1p(-shows))
