"""The end of a run on the terminal: a table of the clauses, what was found, what is missing."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TextIO

from rich.console import Console
from rich.table import Table
from rich.text import Text

from reference_engine.law import UnknownClause, clause
from reports.finish import Summary
from reports.html.page import SYMBOLS
from reports.html.visible import visible
from reports.verdicts import (
    ADVISORY,
    CONFORMS,
    FINDING,
    INCONCLUSIVE,
    INTERRUPTED,
    NOT_RUN,
    NOT_TESTED,
    NOT_VERIFIED,
    ClauseVerdict,
)

STYLES = {
    CONFORMS: "green",
    FINDING: "bold red",
    ADVISORY: "yellow",
    INCONCLUSIVE: "magenta",
    NOT_VERIFIED: "magenta",
    INTERRUPTED: "cyan",
    NOT_RUN: "bright_black",
    NOT_TESTED: "bright_black",
}
PIPED_WIDTH = 100
"""Columns where the output is no terminal."""
_SHOWN = 15
_NARROW = 70


def show(summary: Summary, file: TextIO | None = None, width: int | None = None) -> None:
    """Print the summary.

    Args:
        summary: what `reports.finish.finish` returned.
        file: where to; None is standard output. Colour on a terminal only, not with ``NO_COLOR``.
        width: columns; None asks the terminal.
    """
    stream = sys.stdout if file is None else file
    if width is None and not stream.isatty():
        width = PIPED_WIDTH
    console = Console(file=stream, width=width, highlight=False, soft_wrap=False, markup=False)
    verdicts = summary.verdicts
    console.print(_clauses(verdicts.clauses, console.width))
    _list(
        console,
        "Findings and advisories",
        (
            (one.verdict, f"{one.id}: {one.reason}")
            for one in summary.scenarios
            if one.verdict in (FINDING, ADVISORY)
        ),
    )
    _list(console, "Not verified", ((NOT_VERIFIED, line) for line in verdicts.missing))
    counts = ", ".join(
        f"{number} {'conform' if verdict == CONFORMS and number != 1 else verdict}"
        for verdict, number in verdicts.counts.items()
        if number
    )
    total = sum(verdicts.counts.values())
    console.print(Text(f"{total} scenario{'' if total == 1 else 's'}: {counts or 'none'}"))
    if verdicts.partial:
        left_out = f" ({len(verdicts.deselected)} left out)" if verdicts.deselected else ""
        console.print(Text(f"This run answers for a part of the scenarios only{left_out}."))
    console.print(_verdict(verdicts.overall).append(f"  report: {_near(summary.report)}"))


def _clauses(clauses: dict[str, ClauseVerdict], width: int) -> Table:
    narrow = width < _NARROW
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("Clause", no_wrap=not narrow, overflow="fold")
    table.add_column("Scenarios" if not narrow else "Sc.", justify="right")
    table.add_column("Verdict", no_wrap=True)
    if not narrow:
        table.add_column("Devices", overflow="fold")
    for name, one in clauses.items():
        if not one.devices and not one.required:
            continue
        scenarios = {
            *one.scenarios,
            *(scenario for cell in one.devices.values() for scenario in cell.scenarios),
        }
        row = [Text(_cite(name)), Text(str(len(scenarios))), _verdict(one.verdict)]
        if not narrow:
            devices = Text()
            for device, cell in one.devices.items():
                devices.append("  " if devices else "")
                devices.append(SYMBOLS[cell.verdict], STYLES[cell.verdict])
                devices.append(f"\N{NO-BREAK SPACE}{visible(device, 40)}")
            row.append(devices)
        table.add_row(*row)
    return table


def _cite(name: str) -> str:
    """The printed form, without the remark on what was read: there is no room for it here."""
    try:
        printed = clause(name).cite
    except UnknownClause:
        return f"§ {visible(name, 60)}"
    return re.sub(r"; inferred, [^)]*\)", "; inferred)", printed)


def _verdict(verdict: str) -> Text:
    return Text(f"{SYMBOLS[verdict]} {verdict}", STYLES[verdict])


def _list(console: Console, title: str, lines: Iterable[tuple[str, str]]) -> None:
    found = list(lines)
    if not found:
        return
    console.print()
    console.print(Text(title, "bold"))
    for verdict, line in found[:_SHOWN]:
        console.print(
            Text(f"{SYMBOLS[verdict]} ", STYLES[verdict]).append(visible(line, 400), "default"),
            overflow="fold",
        )
    if len(found) > _SHOWN:
        console.print(Text(f"  and {len(found) - _SHOWN} more, in the report"))
    console.print()


def _near(path: Path) -> str:
    """A path as one would type it from here."""
    relative = os.path.relpath(path)
    return str(path) if relative.startswith("..") else relative
