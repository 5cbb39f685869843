"""Runs worked by hand, without a bench."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from reports.history.view import ClauseSeen, Device, Measured, Played, View


def played(name: str, verdict: str = "conforms", **more: Any) -> Played:
    values = {"sha256": "a" * 64, "name": name.title(), "attempts": (verdict,), **more}
    return Played(id=name, verdict=verdict, **values)


def measured(ms: Sequence[float], device: str = "shoe", signal: str = "card") -> Measured:
    ordered = sorted(ms)
    return Measured(
        device, "shoe", signal, 500.0, ordered[len(ms) // 2], ordered[-1], ordered[-1], tuple(ms)
    )


def view(run: str, scenarios: Iterable[Played] = (), **more: Any) -> View:
    values: dict[str, Any] = {
        "started": "2026-11-30T22:00:00.000+00:00",
        "ended": "2026-11-30T22:01:00.000+00:00",
        "rig": "lab",
        "rig_sha256": "b" * 64,
        "overall": "conforms",
        "counts": {"conforms": 1},
        "house_rules": {"down-under-blackjack": {"dealer_22": "push"}},
        "versions": {"burncard": "0.1.0"},
        "devices": (Device("shoe", "shoe", {"serial": "77", "firmware": "1.0.0"}),),
        "clauses": (
            ClauseSeen("665a.9(c)", "", "conforms"),
            ClauseSeen("665a.9(c)", "table-controller", "conforms"),
        ),
        **more,
    }
    return View(id=run, scenarios=tuple(scenarios), **values)
