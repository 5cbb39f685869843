"""`burncard rig`: look after a bench."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table
from rich.text import Text

from burncard.errors import UsageError

if TYPE_CHECKING:
    from rigs.check import Report, Row
    from rigs.drivers import Identity
    from rigs.rigfile import Rig

PIPED_WIDTH = 140
"""Columns where the output is no terminal."""


def load(file: Path | None) -> Rig:
    """The rig in `file`, its house rules held against the law; None takes the emulated bench.

    Raises:
        UsageError: the rig file cannot be read or is wrong.
    """
    from reference_engine.law import HouseRuleError, check_rules
    from rigs.rigfile import RigFileError, load_rig

    try:
        rig = load_rig(file)
    except RigFileError as error:
        raise UsageError(str(error)) from error
    # The rig layer knows nothing of the law, so what a rig file says of it is looked at here.
    for game, chosen in rig.house_rules.items():
        try:
            check_rules(game, chosen)
        except HouseRuleError as error:
            raise UsageError(f"{file}: house_rules.{game}: {error}") from error
    return rig


def check(file: Path | None, as_json: bool = False) -> int:
    """Ask every device of the rig in `file` who it is; None takes the emulated bench.

    Returns:
        0 all answer, 3 one does not.

    Raises:
        UsageError: the rig file cannot be read or is wrong.
    """
    from rigs import check as bench

    report = bench.check(load(file))
    if as_json:
        print(bench.as_json(report).decode())
    else:
        _show(report)
    return report.exit_code


def _show(report: Report) -> None:
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = PIPED_WIDTH
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for name in ("Device", "Role", "Link", "Is", "Firmware", "State"):
        table.add_column(name, overflow="fold")
    table.add_column("Round trip", justify="right")
    for row in report.rows:
        # What a device says of itself is text from outside: never markup.
        table.add_row(*(Text(cell) for cell in _cells(row)))
    console.print(table)
    for row in report.rows:
        if row.error:
            console.print(Text(row.error), soft_wrap=True)
    answering = sum(row.answers for row in report.rows)
    console.print(Text(f"{report.rig}: {answering} of {len(report.rows)} devices answer"))


def _cells(row: Row) -> tuple[str, ...]:
    trip = "" if row.round_trip_ms is None else f"{row.round_trip_ms:.1f} ms"
    state = row.state if row.answers else "no answer"
    return (row.device, row.role, row.link, _who(row.identity), row.identity.firmware, state, trip)


def _who(identity: Identity) -> str:
    who = " ".join(part for part in (identity.maker, identity.model, identity.serial) if part)
    return f"{who} ({identity.source})" if who and identity.source else who
