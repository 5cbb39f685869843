"""A qualification on the terminal: the defects with the clauses they were caught on."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TextIO

from rich.console import Console
from rich.table import Table
from rich.text import Text

from reference_engine.law import cited
from reports.html.visible import visible
from reports.html.words import device
from reports.qualification import (
    CAUGHT,
    ELSEWHERE,
    MISSED,
    NOT_ASKED,
    NOT_PLAYED,
    NOT_QUALIFIED,
    QUALIFIED,
    SIGNS,
    UNFINISHED,
    Qualification,
    Result,
)
from reports.summary import PIPED_WIDTH, near
from reports.words import counted

STYLES = {
    CAUGHT: "green",
    ELSEWHERE: "yellow",
    MISSED: "bold red",
    NOT_PLAYED: "magenta",
    NOT_ASKED: "bright_black",
    QUALIFIED: "green",
    NOT_QUALIFIED: "bold red",
    UNFINISHED: "magenta",
}


def show(qualification: Qualification, page: Path, file: TextIO | None = None) -> None:
    """Print the matrix, a line a defect, then what speaks against the harness."""
    stream = sys.stdout if file is None else file
    width = None if stream.isatty() else PIPED_WIDTH
    console = Console(file=stream, width=width, highlight=False, markup=False)
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("Defect", overflow="fold")
    table.add_column("Played", justify="right")
    table.add_column("Clauses", overflow="fold")
    table.add_column("Rounds", justify="right")
    role = ""
    for one in qualification.defects:
        if one.role != role:
            role = one.role
            table.add_row(Text(device(role), "bold"))
        table.add_row(
            Text(f"{SIGNS[one.result]} {one.id}", STYLES[one.result]),
            Text(str(one.played)),
            _clauses(one),
            Text(str(one.rounds[0].rounds) if one.rounds else ""),
        )
    console.print(table)
    rounds = next((one.rounds[0] for one in qualification.defects if one.rounds), None)
    if rounds is not None:
        console.print(
            Text(
                f"Rounds: to see it with {rounds.confidence:.0%} confidence if it bites with "
                f"probability {rounds.probability:g} each time it could"
                + ("." if qualification.form == "full" else ", were every round of the right kind.")
            )
        )
    _against(console, qualification)
    found = ", ".join(f"{number} {name}" for name, number in qualification.counts.items() if number)
    clean = sum(one.clean for one in qualification.controls)
    console.print()
    console.print(
        Text(
            f"{counted(len(qualification.defects), 'defect')}: {found or 'none'}; "
            f"{clean} of {len(qualification.controls)} control runs conform; "
            f"{qualification.seconds:.0f} s"
        )
    )
    verdict = qualification.verdict
    console.print(
        Text(f"{SIGNS[verdict]} {verdict}", STYLES[verdict]).append(f"  report: {near(page)}")
    )


def _clauses(one: Result) -> Text:
    line = Text()
    for clause, seen in one.matrix.items():
        line.append("  " if line else "")
        line.append(f"{SIGNS[seen]} ", STYLES[seen])
        line.append(visible(cited(clause), 80))
    return line if line else Text(visible(one.standard, 120), "bright_black")


def _against(console: Console, qualification: Qualification) -> None:
    lines = [
        Text(f"{one.id}: {one.result}{': ' + visible(one.reason, 300) if one.reason else ''}",
             STYLES[one.result])
        for one in qualification.defects
        if one.result != CAUGHT
    ]  # fmt: skip
    lines += [
        Text(f"{one.id}: blames the {role} as well, on {cited(*clauses)}", STYLES[ELSEWHERE])
        for one in qualification.defects
        for role, clauses in one.accused.items()
    ]
    lines += [
        Text(f"control: {visible(line, 400)}", STYLES[MISSED])
        for one in qualification.controls
        for line in one.findings or ([one.reason or one.result] if not one.clean else [])
    ]
    if lines:
        console.print()
        console.print(Text("Against the harness", "bold"))
        for line in lines:
            console.print(line, soft_wrap=False)
