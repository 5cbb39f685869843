"""The course over many runs: verdicts per clause, latency, flakiness, and when firmware changed."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from sqlalchemy import Engine, select

from reports.history import tables
from reports.history.store import Brief, runs
from reports.verdicts import ADVISORY, CONFORMS, FINDING

NIGHTS = 60
_JUDGED = (CONFORMS, FINDING, ADVISORY)
_SOFTWARE = ("firmware", "sha256", "firmware_sha256")
"""What of an identity is firmware."""


class Night(Struct, frozen=True):
    """A run. `firmware`: what is another than in the run before, a line each."""

    run: str
    started: str
    rig: str
    overall: str
    directory: str
    firmware: tuple[str, ...] = ()


class Row(Struct, frozen=True):
    """A clause: its verdict in each night, "" where the run did not ask for it."""

    clause: str
    verdicts: tuple[str, ...]


class Flaky(Struct, frozen=True):
    """A scenario that changed its verdict though neither it nor a firmware did."""

    scenario: str
    flips: int
    """From one night to the next."""
    within: int
    """Nights in which it disagreed with itself."""
    judged: int
    """Nights with a verdict on the devices."""


class Value(Struct, frozen=True):
    """What was measured in one night, milliseconds. `night`: its place."""

    night: int
    started: str
    median: float
    p95: float
    longest: float
    limit: float


class Plot(Struct, frozen=True):
    """How long a device took for a signal."""

    device: str
    signal: str
    values: tuple[Value, ...]
    firmware: tuple[int, ...]
    """Places of the nights in which the device had another."""


class Trend(Struct, frozen=True):
    """Nights from the oldest to the newest, and what hangs on them."""

    label: str
    rig: str
    nights: tuple[Night, ...]
    rows: tuple[Row, ...]
    flaky: tuple[Flaky, ...]
    plots: tuple[Plot, ...]


def trend(engine: Engine, *, label: str = "", rig: str = "", nights: int = NIGHTS) -> Trend:
    """The last `nights` recorded runs, of one series or one rig where named."""
    briefs = list(reversed(runs(engine, label=label, rig=rig, limit=nights)))
    ids = [one.id for one in briefs]
    place = {run: n for n, run in enumerate(ids)}
    firmware = _firmware(engine, ids)
    changed = _changed(briefs, firmware)
    shown = tuple(
        Night(one.id, one.started, one.rig, one.overall, one.directory, changed.get(n, ()))
        for n, one in enumerate(briefs)
    )
    return Trend(
        label=label,
        rig=rig,
        nights=shown,
        rows=tuple(_rows(engine, ids, place)),
        flaky=tuple(_flaky(engine, briefs, place, changed)),
        plots=tuple(_plots(engine, shown, place)),
    )


def _firmware(engine: Engine, ids: Sequence[str]) -> dict[str, dict[str, str]]:
    """Run to device to its firmware, as far as it is told."""
    table = tables.device
    query = select(table.c.run, table.c.name, table.c.identity).where(table.c.run.in_(ids))
    found: dict[str, dict[str, str]] = {}
    with engine.connect() as connection:
        for row in connection.execute(query.order_by(table.c.run, table.c.place)):
            told = [
                str(row.identity[key])[: 12 if "sha" in key else 80]
                for key in _SOFTWARE
                if row.identity.get(key)
            ]
            if told:
                devices = found.setdefault(row.run, {})
                both = [devices[row.name]] if row.name in devices else []
                devices[row.name] = " and ".join(dict.fromkeys([*both, " ".join(told)]))
    return found


def _changed(
    briefs: Sequence[Brief], firmware: Mapping[str, Mapping[str, str]]
) -> dict[int, tuple[str, ...]]:
    """Place of a night to what firmware is another than when its rig was last seen."""
    last: dict[tuple[str, str], str] = {}
    changed: dict[int, tuple[str, ...]] = {}
    for n, one in enumerate(briefs):
        lines = []
        for device, told in firmware.get(one.id, {}).items():
            before = last.get((one.rig, device))
            if before is not None and before != told:
                lines.append(f"{device}: {before} → {told}")
            last[one.rig, device] = told
        if lines:
            changed[n] = tuple(lines)
    return changed


def _rows(engine: Engine, ids: Sequence[str], place: Mapping[str, int]) -> Iterable[Row]:
    table = tables.clause
    query = select(table.c.run, table.c.clause, table.c.verdict).where(
        table.c.run.in_(ids), table.c.device == ""
    )
    found: dict[str, list[str]] = {}
    with engine.connect() as connection:
        for row in connection.execute(query):
            found.setdefault(row.clause, [""] * len(ids))[place[row.run]] = row.verdict
    return [Row(clause, tuple(found[clause])) for clause in sorted(found)]


def _flaky(
    engine: Engine,
    briefs: Sequence[Brief],
    place: Mapping[str, int],
    changed: Mapping[int, tuple[str, ...]],
) -> Iterable[Flaky]:
    table = tables.result
    query = (
        select(
            tables.scenario.c.id, table.c.run, table.c.verdict, table.c.attempts, table.c.scenario
        )
        .join(tables.scenario, table.c.scenario == tables.scenario.c.key)
        .where(table.c.run.in_(list(place)))
    )
    courses: dict[tuple[int, str, str], list[tuple[int, str, bool]]] = {}
    with engine.connect() as connection:
        for row in connection.execute(query):
            if row.verdict not in _JUDGED:
                continue
            n = place[row.run]
            said = {one == CONFORMS for one in row.attempts if one in _JUDGED}
            key = (row.scenario, row.id, briefs[n].rig)
            courses.setdefault(key, []).append((n, row.verdict, len(said) > 1))
    for (_, name, _), course in courses.items():
        course.sort()
        flips = sum(
            (before == CONFORMS) != (after == CONFORMS)
            and not any(n in changed for n in range(first + 1, then + 1))
            for (first, before, _), (then, after, _) in itertools.pairwise(course)
        )
        within = sum(disagreed for _, _, disagreed in course)
        # One flip may be a fix or a break in the harness; a way back is none.
        if flips > 1 or within:
            yield Flaky(name, flips, within, len(course))


def _plots(engine: Engine, nights: Sequence[Night], place: Mapping[str, int]) -> Iterable[Plot]:
    table = tables.latency
    columns = "run device signal median_ms p95_ms max_ms limit_ms".split()
    query = select(*(table.c[name] for name in columns)).where(table.c.run.in_(list(place)))
    courses: dict[tuple[str, str], dict[int, Any]] = {}
    with engine.connect() as connection:
        for row in connection.execute(query):
            courses.setdefault((row.device, row.signal), {})[place[row.run]] = row
    for device, signal in sorted(courses):
        yield Plot(
            device=device,
            signal=signal,
            values=tuple(
                Value(n, nights[n].started, row.median_ms, row.p95_ms, row.max_ms, row.limit_ms)
                for n, row in sorted(courses[device, signal].items())
            ),
            firmware=tuple(
                n
                for n, one in enumerate(nights)
                if any(line.startswith(f"{device}: ") for line in one.firmware)
            ),
        )
