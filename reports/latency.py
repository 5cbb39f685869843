"""How long devices took: the measurements of records, summed up per device and signal."""

from __future__ import annotations

import math
from collections.abc import Iterable

from msgspec import Struct

from reports.lines import Latency


class LatencySummary(Struct, frozen=True):
    """Milliseconds. `signal` is "" where all signals of the device are meant."""

    device: str
    role: str
    signal: str
    n: int
    median_ms: float
    p95_ms: float
    max_ms: float
    limit_ms: float
    """The smallest that held for any of them."""


def summaries(measured: Iterable[Latency], *, by_signal: bool = False) -> list[LatencySummary]:
    """One summary a device, in the order of devices; with `by_signal` its signals after it."""
    groups: dict[tuple[str, str], list[Latency]] = {}
    for one in measured:
        groups.setdefault((one.device, ""), []).append(one)
        if by_signal:
            groups.setdefault((one.device, one.signal), []).append(one)
    order = list(dict.fromkeys(device for device, _ in groups))
    ordered = sorted(groups.items(), key=lambda pair: (order.index(pair[0][0]), pair[0][1]))
    return [_summary(device, signal, values) for (device, signal), values in ordered]


def _summary(device: str, signal: str, measured: list[Latency]) -> LatencySummary:
    ms = sorted(one.ms for one in measured)
    return LatencySummary(
        device=device,
        role=measured[0].role,
        signal=signal,
        n=len(ms),
        median_ms=_rank(ms, 0.5),
        p95_ms=_rank(ms, 0.95),
        max_ms=ms[-1],
        limit_ms=min(one.limit_ms for one in measured),
    )


def _rank(ordered: list[float], share: float) -> float:
    """The nearest rank: a value that was measured, never one between two."""
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]
