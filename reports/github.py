"""The summary of a job on GitHub: a Markdown table, where ``GITHUB_STEP_SUMMARY`` names a file."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from reference_engine.law import cited
from reports.html.visible import visible
from reports.verdicts import CONFORMS, NOT_TESTED, WORST_FIRST, ScenarioVerdict, Verdicts

VARIABLE = "GITHUB_STEP_SUMMARY"
MOST_ROWS = 100
"""Scenarios that are listed; GitHub takes no more than a megabyte."""
LONGEST = 500

_SIGNS = {"conforms": "✅", "finding": "❌", "advisory": "⚠️", "not run": "⏭️", "interrupted": "🛑"}
_MARKDOWN = re.compile(r"[\\`*_{}\[\]()#+!|~@$:-]")


def step_summary(verdicts: Verdicts, scenarios: Sequence[ScenarioVerdict]) -> str:
    """The verdict, how many of each, and each scenario that does not conform, worst first."""
    lines = [f"## Burncard: {_sign(verdicts.overall)} {verdicts.overall}", ""]
    lines += ["| verdict | scenarios |", "| --- | ---: |"]
    lines += [
        f"| {_sign(word)} {word} | {verdicts.counts[word]} |"
        for word in WORST_FIRST
        if verdicts.counts.get(word)
    ]
    order = {word: place for place, word in enumerate(WORST_FIRST)}
    bad = [one for one in scenarios if one.verdict != CONFORMS]
    bad.sort(key=lambda one: order[one.verdict])
    if bad:
        lines += ["", "| | scenario | clauses | why |", "| --- | --- | --- | --- |"]
        lines += [_row(one) for one in bad[:MOST_ROWS]]
    if len(bad) > MOST_ROWS:
        lines += ["", f"and {len(bad) - MOST_ROWS} more, in report.html"]
    untested = sum(one.required and one.verdict == NOT_TESTED for one in verdicts.clauses.values())
    if untested:
        lines += ["", f"{untested} required clauses were not tested."]
    return "\n".join(lines) + "\n\n"


def append_step_summary(
    verdicts: Verdicts, scenarios: Sequence[ScenarioVerdict], environ: Mapping[str, str]
) -> None:
    """Append to the file that GitHub names in `environ`; elsewhere, do nothing.

    Raises:
        OSError: the file cannot be written.
    """
    name = environ.get(VARIABLE)
    if name:
        with Path(name).open("a", encoding="utf-8") as file:
            file.write(step_summary(verdicts, scenarios))


def _row(one: ScenarioVerdict) -> str:
    clauses = " ".join(map(cited, one.clauses))
    cells = (
        f"{_sign(one.verdict)} {one.verdict}",
        f"{_cell(one.name)}<br><sub>{_cell(one.id)}</sub>",
        _cell(clauses),
        _cell(one.reason),
    )
    return f"| {' | '.join(cells)} |"


def _sign(verdict: str) -> str:
    return _SIGNS.get(verdict, "❔")


def _cell(text: str) -> str:
    """Text as text: neither HTML, nor Markdown, nor a mention, and all on one line."""
    plain = html.escape(visible(text.replace("\n", " "), LONGEST), quote=False)
    return _MARKDOWN.sub(lambda found: f"&#{ord(found[0])};", plain)
