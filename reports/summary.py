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

from reference_engine.law import cited
from reports.finish import Summary
from reports.html import words
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
_SHORT = {
    "shoe": "shoe",
    "shuffler": "shuffler",
    "card-reader": "reader",
    "masque-reader": "masque",
    "table-controller": "controller",
}
_INFERRED = "*"
_NARROW = 60
_LEAST_CLAUSE = 18
_VERDICT = 14
_GAP = 2


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
    table = _clauses(verdicts.clauses, console.width)
    console.print(table)
    if any(_INFERRED in str(cell) for cell in table.columns[0].cells):
        console.print(Text(f"{_INFERRED} inferred: its letter or its text is not known", "dim"))
    _list(
        console,
        "Findings and advisories",
        (
            (one.verdict, f"{one.id}: {one.reason}")
            for one in summary.scenarios
            if one.verdict in (FINDING, ADVISORY)
        ),
    )
    _list(
        console,
        "Intermittent: played again, these came out otherwise",
        (
            (one.verdict, f"{one.id}: {words.rate(one.intermittent)}")
            for one in summary.scenarios
            if one.intermittent is not None
        ),
    )
    _list(console, "Not verified", ((NOT_VERIFIED, line) for line in verdicts.missing))
    console.print()
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
    console.print(_verdict(verdicts.overall).append(f"  report: {near(summary.report)}"))


def _clauses(clauses: dict[str, ClauseVerdict], width: int) -> Table:
    shown = {name: one for name, one in clauses.items() if one.devices or one.required}
    devices = {name: _devices(one) for name, one in shown.items()}
    widest = max((one.cell_len for one in devices.values()), default=0)
    # The devices stand in one line or not at all; the clause is what gives way.
    narrow = width < _NARROW
    numbers = 3 if narrow else 9
    left = width - numbers - _VERDICT - 3 * _GAP
    with_devices = widest > 0 and left - widest >= _LEAST_CLAUSE
    left -= widest if with_devices else 0
    longest = max((len(_cite(name)) for name in shown), default=_LEAST_CLAUSE)
    table = Table(box=None, pad_edge=False, padding=(0, _GAP, 0, 0), header_style="bold")
    table.add_column("Clause", overflow="fold", width=min(left, longest))  # cut, it names another
    table.add_column("Sc." if narrow else "Scenarios", justify="right", width=numbers)
    table.add_column("Verdict", no_wrap=True, width=_VERDICT)
    if with_devices:
        table.add_column("Devices", no_wrap=True, width=widest)
    for name, one in shown.items():
        scenarios = {
            *one.scenarios,
            *(scenario for cell in one.devices.values() for scenario in cell.scenarios),
        }
        row = [Text(_cite(name)), Text(str(len(scenarios))), _verdict(one.verdict)]
        table.add_row(*row, *([devices[name]] if with_devices else []))
    return table


def _devices(clause: ClauseVerdict) -> Text:
    line = Text()
    for device in sorted(clause.devices, key=lambda name: (_place(name), name)):
        verdict = clause.devices[device].verdict
        line.append("  " if line else "")
        line.append(SYMBOLS[verdict], STYLES[verdict])
        line.append(f" {visible(_SHORT.get(device, device), 30)}")
    return line


def _place(device: str) -> int:
    return list(_SHORT).index(device) if device in _SHORT else len(_SHORT)


def _cite(name: str) -> str:
    """The printed form, with a sign for the remark on what was read: there is no room for it."""
    printed = re.sub(r"; inferred, [^)]*\)", f"){_INFERRED}", cited(name))
    return visible(printed.replace("; letter not known)", ")"), 100)


def _verdict(verdict: str) -> Text:
    return Text(f"{SYMBOLS[verdict]} {verdict}", STYLES[verdict])


def _list(console: Console, title: str, lines: Iterable[tuple[str, str]]) -> None:
    found = list(lines)
    if not found:
        return
    console.print()
    console.print(Text(title, "bold"))
    block = Table.grid(padding=(0, 1, 0, 0))
    block.add_column(no_wrap=True)
    block.add_column(overflow="fold")
    for verdict, line in found[:_SHOWN]:
        block.add_row(Text(SYMBOLS[verdict], STYLES[verdict]), Text(visible(line, 400)))
    console.print(block)
    if len(found) > _SHOWN:
        console.print(Text(f"  and {len(found) - _SHOWN} more, in the report"))


def near(path: Path) -> str:
    """A path as one would type it from here."""
    relative = os.path.relpath(path)
    return str(path) if relative.startswith("..") else relative
