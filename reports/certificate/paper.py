"""What of a certificate goes on paper: the kinds of findings drawn, the rest told in a table.

A finding takes a page or more and a PDF with hundreds of them is not read. ``certificate.html``
draws every one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import msgspec
from markupsafe import Markup

from reports.certificate.content import Case, Content

MOST_DRAWN = 20
"""Findings, and as many advisories, that are drawn."""
_LETTERS = (
    (0x20, 0x24F),  # Latin
    (0x384, 0x3CE),  # Greek
    (0x400, 0x45F),  # Cyrillic
    (0x2010, 0x2027),  # dashes, quotes, dots
)
_SIGNS = "\n\t‰‹›€№™←↑→↓−≈≠≤≥■▲●◦♠♣♥♦✓✗"
_UNKNOWN = re.compile(
    "[^" + "".join(f"{chr(first)}-{chr(last)}" for first, last in _LETTERS) + _SIGNS + "]"
)


def on_paper(content: Content) -> Content:
    """The content for a PDF: `MOST_DRAWN` cases of each weight, one of each kind first."""
    return msgspec.structs.replace(
        content,
        findings=[_light(one) for one in drawn(content.findings)],
        advisories=[_light(one) for one in drawn(content.advisories)],
        more_findings=_rest(content.findings),
        more_advisories=_rest(content.advisories),
    )


def drawn(cases: Sequence[Case]) -> list[Case]:
    """The cases that are drawn, in their order.

    First each that tells of a clause and a device that none before it tells of, then the next.
    """
    if len(cases) <= MOST_DRAWN:
        return list(cases)
    seen: set[tuple[str, str]] = set()
    first: list[int] = []
    later: list[int] = []
    for place, case in enumerate(cases):
        kinds = {
            (clause, one.role or one.device)
            for one in case.of.discrepancies
            if one.weight == case.of.verdict
            for clause in one.clauses
        }
        (later if kinds <= seen else first).append(place)
        seen |= kinds
    return [cases[place] for place in sorted((first + later)[:MOST_DRAWN])]


def _rest(cases: Sequence[Case]) -> list[Case]:
    kept = {one.of.id for one in drawn(cases)}
    return [one for one in cases if one.of.id not in kept]


def _light(case: Case) -> Case:
    """The same with fewer boxes to lay out: a card's pip once, at its rank."""
    pictures = [
        msgspec.structs.replace(one, table=Markup(_one_pip(str(one.table))))  # noqa: S704
        for one in case.pictures
    ]
    return msgspec.structs.replace(case, pictures=pictures)


def _one_pip(table: str) -> str:
    return re.sub(
        r'<b>([^<]*)<span class="pip" aria-hidden="true">(.)</span></b>'
        r'<span class="pip" aria-hidden="true">.</span>',
        r"\1<br>\2",
        table,
    )


def drawable(html: str) -> str:
    """Letters that the fonts of a PDF may lack, by their number: a PDF/A has no empty boxes."""
    return _UNKNOWN.sub(lambda letter: f"&lt;U+{ord(letter[0]):04X}&gt;", html)


def clauses(case: Case) -> Iterable[str]:
    """The clauses that its differences cite, each once."""
    return dict.fromkeys(name for one in case.of.discrepancies for name in one.clauses)
