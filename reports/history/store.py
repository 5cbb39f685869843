"""Write runs into the history and read them back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, Engine, Row, delete, insert, select

from reports.history import tables
from reports.history.database import HistoryError, writing
from reports.history.view import ClauseSeen, Device, Measured, Played, View
from reports.records import now

_MANY = 500
"""Values in one IN list; both databases take more."""


class Brief(Struct, frozen=True):
    """A line of the history: a run without its content."""

    id: str
    label: str
    started: str
    rig: str
    overall: str
    exit_code: int
    partial: bool
    directory: str


def record(engine: Engine, view: View) -> None:
    """Put a run into the history, in one transaction; in place of itself if it is there already.

    Raises:
        HistoryError: the run has no id.
    """
    if not view.id:
        raise HistoryError(f"{view.directory}: the run has no id, so it cannot be told from others")
    with writing(engine) as connection:
        keys = _scenario_keys(engine, connection, view.scenarios)
        connection.execute(delete(tables.run).where(tables.run.c.id == view.id))
        connection.execute(insert(tables.run).values(_run_row(view)))
        rows: list[tuple[Any, list[dict[str, Any]]]] = [
            (tables.device, [_device_row(n, one) for n, one in enumerate(view.devices)]),
            (tables.result, [_result_row(keys, one) for one in view.scenarios]),
            (tables.clause, [msgspec.to_builtins(one) for one in view.clauses]),
            (tables.latency, [_latency_row(one) for one in view.latencies]),
        ]
        for table, values in rows:
            if values:
                connection.execute(insert(table), [{"run": view.id, **one} for one in values])


def _scenario_keys(
    engine: Engine, connection: Connection, scenarios: Sequence[Played]
) -> dict[tuple[str, str], int]:
    """The keys of these scenarios, made where they are new; another writer may make them too."""
    table = tables.scenario
    # Only the one that is in use: importing both costs a quarter of a comparison's time.
    dialect = import_module(f"sqlalchemy.dialects.{engine.dialect.name}")
    known = _known_keys(connection, scenarios)
    new = [one for one in scenarios if (one.id, one.sha256) not in known]
    if new:
        statement = dialect.insert(table).on_conflict_do_nothing()
        # In one order for all writers, so that none waits for one who waits for it.
        new.sort(key=lambda one: (one.id, one.sha256))
        connection.execute(
            statement,
            [
                {
                    "id": one.id,
                    "sha256": one.sha256,
                    "name": _text(one.name),
                    "feature": _text(one.feature),
                    "rule": _text(one.rule),
                    "clauses": list(one.clauses),
                }
                for one in new
            ],
        )
        known |= _known_keys(connection, new)
    return known


def _known_keys(connection: Connection, scenarios: Sequence[Played]) -> dict[tuple[str, str], int]:
    table = tables.scenario
    found: dict[tuple[str, str], int] = {}
    names = [one.id for one in scenarios]
    for start in range(0, len(names), _MANY):
        query = select(table.c.id, table.c.sha256, table.c.key).where(
            table.c.id.in_(names[start : start + _MANY])
        )
        found |= {(row.id, row.sha256): row.key for row in connection.execute(query)}
    return found


def _run_row(view: View) -> dict[str, Any]:
    kept = (
        "id label started ended rig rig_sha256 overall exit_code partial counts house_rules "
        "versions directory"
    )
    row = {name: getattr(view, name) for name in kept.split()}
    return {"recorded": now(), **row, "rig": _text(view.rig), "directory": _text(view.directory)}


def _text(text: str) -> str:
    """Text that both databases can hold: no NUL, no half of a surrogate pair."""
    return text.replace("\0", "␀").encode("utf-8", "backslashreplace").decode()


def _device_row(place: int, one: Device) -> dict[str, Any]:
    return {"place": place, "name": _text(one.name), "role": one.role, "identity": one.identity}


def _result_row(keys: Mapping[tuple[str, str], int], one: Played) -> dict[str, Any]:
    return {
        "scenario": keys[one.id, one.sha256],
        "verdict": one.verdict,
        "attempts": list(one.attempts),
        "ms": one.ms,
        "reason": _text(one.reason),
        "discrepancies": list(one.discrepancies),
    }


def _latency_row(one: Measured) -> dict[str, Any]:
    row: dict[str, Any] = msgspec.to_builtins(one)
    return {**row, "device": one.device[:100], "signal": one.signal[:100], "n": len(one.ms)}


# -- reading ---------------------------------------------------------------------------------------


def runs(
    engine: Engine, *, label: str = "", rig: str = "", limit: int = 0, whole: bool = False
) -> list[Brief]:
    """Recorded runs, the newest first.

    Args:
        engine: the history.
        label: only this series; "" takes all.
        rig: only on this rig.
        limit: at most so many; 0 is no limit.
        whole: leave out runs of a part of the scenarios.
    """
    table = tables.run
    query = select(*(table.c[name] for name in Brief.__struct_fields__))
    query = query.order_by(table.c.started.desc(), table.c.id)
    if label:
        query = query.where(table.c.label == label)
    if rig:
        query = query.where(table.c.rig == rig)
    if whole:
        query = query.where(table.c.partial.is_(False))
    if limit:
        query = query.limit(limit)
    with engine.connect() as connection:
        return [Brief(*row) for row in connection.execute(query)]


def find(engine: Engine, given: str) -> str:
    """The id of the one run whose id begins like this.

    Raises:
        HistoryError: there is none, or several.
    """
    table = tables.run
    query = select(table.c.id).where(table.c.id.startswith(given, autoescape=True)).limit(3)
    with engine.connect() as connection:
        found = [row.id for row in connection.execute(query)]
    if given in found:
        return given
    if len(found) != 1:
        what = "several recorded runs begin so" if found else "no run directory and no recorded run"
        raise HistoryError(f"{given}: {what}; `burncard report runs` lists them")
    return str(found[0])


def load(engine: Engine, run_id: str) -> View:
    """A recorded run.

    Raises:
        HistoryError: it is not there.
    """
    with engine.connect() as connection:
        one = connection.execute(select(tables.run).where(tables.run.c.id == run_id)).first()
        if one is None:
            raise HistoryError(f"{run_id}: there is no such run in the history")
        query = (
            select(tables.result, tables.scenario)
            .join(tables.scenario, tables.result.c.scenario == tables.scenario.c.key)
            .where(tables.result.c.run == run_id)
            .order_by(tables.scenario.c.key)
        )
        scenarios = tuple(_played(row) for row in connection.execute(query))
        devices = tuple(
            Device(row.name, row.role, row.identity)
            for row in _rows(connection, tables.device, run_id, tables.device.c.place)
        )
        clauses = tuple(
            ClauseSeen(row.clause, row.device, row.verdict)
            for row in _rows(connection, tables.clause, run_id, tables.clause.c.clause)
        )
        latencies = tuple(
            Measured(
                row.device,
                row.role,
                row.signal,
                row.limit_ms,
                row.median_ms,
                row.p95_ms,
                row.max_ms,
                tuple(row.ms),
            )
            for row in _rows(connection, tables.latency, run_id, tables.latency.c.device)
        )
    run = {name: getattr(one, name) for name in one._fields if name != "recorded"}
    return View(**run, devices=devices, scenarios=scenarios, clauses=clauses, latencies=latencies)


def _rows(connection: Connection, table: Any, run_id: str, order: Any) -> Iterable[Row[Any]]:
    return connection.execute(select(table).where(table.c.run == run_id).order_by(order))


def _played(row: Row[Any]) -> Played:
    return Played(
        id=row.id,
        sha256=row.sha256,
        name=row.name,
        feature=row.feature,
        rule=row.rule,
        clauses=tuple(row.clauses),
        verdict=row.verdict,
        attempts=tuple(row.attempts),
        ms=row.ms,
        reason=row.reason,
        discrepancies=tuple(row.discrepancies),
    )
