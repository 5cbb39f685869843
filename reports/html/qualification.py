"""``qualification.html``: the record of a tool's qualification, one page without a network."""

from __future__ import annotations

from markupsafe import Markup

from reference_engine.law import all_clauses
from reports.html.cards import resource
from reports.html.page import environment, moment
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

LOOKS = {
    CAUGHT: "conforms",
    ELSEWHERE: "advisory",
    MISSED: "finding",
    NOT_PLAYED: "inconclusive",
    NOT_ASKED: "not-tested",
    QUALIFIED: "conforms",
    NOT_QUALIFIED: "finding",
    UNFINISHED: "inconclusive",
}
"""A result to the verdict whose colours it has in `report.css`."""


def render(qualification: Qualification) -> str:
    """The page."""
    clauses = {one.id: one for one in all_clauses()}
    made = environment(clauses)
    made.filters["look"] = lambda result: LOOKS[str(result)]
    made.filters["sign"] = lambda result: SIGNS[str(result)]
    groups: dict[str, list[Result]] = {}
    for one in qualification.defects:
        groups.setdefault(one.role, []).append(one)
    return made.get_template("qualification.html.j2").render(
        one=qualification,
        groups=groups,
        words=list(LOOKS)[:5],
        facts=_facts(qualification),
        style=Markup(resource("table.css") + resource("report.css")),  # noqa: S704 - our own files
        suits=Markup(resource("suits.svg")),  # noqa: S704
    )


def _facts(one: Qualification) -> list[tuple[str, object]]:
    return [
        ("harness", f"Burncard {one.harness}"),
        ("date", moment(one.date)),
        ("form", one.form + (", of a part of the catalogue" if one.partial else "")),
        ("rig", one.rig),
        ("scenarios", one.scenarios),
        ("defects bite", "always" if one.probability == 1 else f"with {one.probability:g}"),
        ("seed", one.seed),
        ("took", f"{one.seconds:.0f} s"),
        ("scenarios sha256", one.scenarios_sha256),
        ("catalogue sha256", one.catalogue_sha256),
        ("rig sha256", one.rig_sha256),
    ]
