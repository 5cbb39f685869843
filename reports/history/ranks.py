"""Whether one set of measurements lies higher than another: the rank test of Mann and Whitney.

No shape of distribution is assumed: latencies have long tails, and a mean would follow one outlier.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

EXACT_UP_TO = 400
"""Products of the two sizes up to which p is counted exactly (where no two values are equal)."""


def higher(before: Sequence[float], after: Sequence[float]) -> float:
    """The one-sided p that `after` lies higher than `before` by chance alone.

    Exact for small samples without equal values; otherwise the normal approximation, with the
    correction for ties and for continuity. Without measurements on both sides it is 1.
    """
    m, n = len(before), len(after)
    if m == 0 or n == 0:
        return 1.0
    u, ties = _u(before, after)
    if not ties and m * n <= EXACT_UP_TO:
        return _exact(u, m, n)
    total = m + n
    spread = sum(t**3 - t for t in ties) / (total * (total - 1))
    variance = m * n / 12 * (total + 1 - spread)
    if variance <= 0:  # all values are equal
        return 1.0
    z = (u - m * n / 2 - 0.5) / math.sqrt(variance)
    return 0.5 * math.erfc(z / math.sqrt(2))


def holm(p_values: Sequence[float]) -> list[float]:
    """The same p values, corrected for how many questions were asked at once (Holm)."""
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    corrected = [1.0] * len(p_values)
    floor = 0.0
    for place, index in enumerate(order):
        floor = max(floor, min(1.0, (len(p_values) - place) * p_values[index]))
        corrected[index] = floor
    return corrected


def _u(before: Sequence[float], after: Sequence[float]) -> tuple[float, list[int]]:
    """How many pairs have `after` higher (equal: half), and how large each group of equals is."""
    counts = Counter(before) + Counter(after)
    ranks: dict[float, float] = {}
    below = 0
    for value in sorted(counts):
        ranks[value] = below + (counts[value] + 1) / 2
        below += counts[value]
    n = len(after)
    u = sum(ranks[value] for value in after) - n * (n + 1) / 2
    return u, [count for count in counts.values() if count > 1]


def _exact(u: float, m: int, n: int) -> float:
    """The share of all orders of m and n values in which U is at least `u`."""
    # ways[k][s]: orders of the values so far with k of the n taken and their U being s.
    ways = [[0] * (m * n + 1) for _ in range(n + 1)]
    ways[0][0] = 1
    for value in range(m + n):
        for k in range(min(value, n - 1), -1, -1):
            gain = value - k  # those of the m that lie below it
            if gain > m:
                continue
            row, above = ways[k], ways[k + 1]
            for s in range(m * n - gain, -1, -1):
                if row[s]:
                    above[s + gain] += row[s]
    of_all = ways[n]
    return sum(of_all[math.ceil(u) :]) / math.comb(m + n, n)
