"""Put ``certificate.html`` together, in the looks of ``report.html``, without a script."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from markupsafe import Markup

from reference_engine.law import all_clauses
from reports.certificate.content import Content
from reports.certificate.paper import clauses as clauses_of
from reports.html import page
from reports.html.cards import resource
from reports.html.qualification import LOOKS
from reports.html.visible import visible
from reports.latency import LatencySummary
from reports.verdicts import (
    ADVISORY,
    CONFORMS,
    FINDING,
    INTERRUPTED,
    NOT_VERIFIED,
    WORST_FIRST,
    Judgement,
)

ON_SCREEN = ("table.css", "report.css", "certificate.css", "plots.css")
ON_PAPER = ("certificate_print.css",)
"""Blocks and tables only: with grids and columns a page of a PDF takes seconds."""
_SENTENCES = {
    CONFORMS: "Every required clause was tested, and every device did what the law commands.",
    FINDING: "A device did what the law forbids, or did not do what it commands.",
    ADVISORY: "No finding. What differs rests on inferred law or on a house rule.",
    INTERRUPTED: "The run was cut short.",
    NOT_VERIFIED: "No finding in what was played; not everything was tested.",
}


def render(content: Content, styles: Sequence[str] = ON_SCREEN) -> str:
    """The page. Everything that came from a device stands in it as text.

    `styles`: style sheets among the templates, `ON_SCREEN` or `ON_PAPER`.
    """
    clauses = {one.id: one for one in all_clauses()}
    made = page.environment(clauses)
    made.filters["broken"] = clauses_of
    made.filters["look"] = lambda result: LOOKS.get(str(result), "not-tested")
    run = content.run.run
    judgement = Judgement(content.verdicts, content.run.scenarios)
    return made.get_template("certificate.html.j2").render(
        one=content,
        run=run,
        rig=page.rig_name(run),
        facts=_facts(content),
        sentence=_SENTENCES.get(content.verdict, ""),
        groups=page.clause_groups(judgement, clauses),
        columns=page.device_columns(judgement),
        latencies=content.run.latencies,
        plots=_plots(content.run.latencies, paper=styles == ON_PAPER),
        counts=[(word, content.verdicts.counts.get(word, 0)) for word in WORST_FIRST],
        defects=[*(run.get("defects") or ()), *(run.get("rig_defects") or ())],
        title=visible(f"Certificate of test: {content.verdict}"),
        ended=content.run.ended.ended if content.run.ended else "",
        paper=styles == ON_PAPER,
        style=Markup(  # noqa: S704 - our own files
            "".join(map(resource, styles))
        ),
    )


def _plots(latencies: Sequence[LatencySummary], *, paper: bool) -> list[tuple[str, Markup]]:
    """Each device with its drawing."""
    if not latencies:
        return []
    from reports.html.plots import PAPER, SCREEN, strips  # takes time to load

    most_ms = max(max(one.max_ms, one.limit_ms) for one in latencies)
    return [
        (
            device,
            strips(
                list(rows),
                most_ms,
                f"plot {n}",
                visible(f"{device}: milliseconds against the limits; the table above has them"),
                PAPER if paper else SCREEN,
            ),
        )
        for n, (device, rows) in enumerate(groupby(latencies, key=lambda one: one.device))
    ]


def _facts(content: Content) -> list[tuple[str, str]]:
    run = content.run.run
    ended = content.run.ended
    facts = [
        ("rig", page.rig_name(run)),
        ("rig file", str(run.get("rig_file", ""))),
        ("rig file sha256", str(run.get("rig_sha256", ""))),
        ("operator", str(run.get("operator", "") or "not named")),
        ("started", page.moment(str(run.get("started", "")))),
        ("ended", page.moment(ended.ended) if ended else "did not end by itself"),
        ("run", str(run.get("id", ""))),
        ("command", page.command_line(run)),
        ("seed", str(run.get("seed", ""))),
        ("machine", str(run.get("platform", ""))),
        ("python", str(run.get("python", ""))),
        *((f"version of {name}", str(one)) for name, one in (run.get("versions") or {}).items()),
        *((f"{name} sha256", str(one)) for name, one in (run.get("baseline") or {}).items()),
        ("exit code", str(content.run.exit_code)),
    ]
    return [(name, value) for name, value in facts if value]
