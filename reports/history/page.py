"""The history's pages: what changed between two runs, and the course over many nights."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from jinja2 import Environment
from markupsafe import Markup

from reference_engine.law import all_clauses
from reports.history.diff import Diff
from reports.history.trend import Trend
from reports.history.words import sections, sentence
from reports.html.cards import resource
from reports.html.page import environment
from reports.html.visible import visible

STYLES = ("table.css", "report.css", "history.css", "plots.css")


def _environment() -> Environment:
    clauses = {one.id: one for one in all_clauses()}
    made = environment(clauses)
    made.filters["gist"] = lambda name: clauses[str(name)].gist if str(name) in clauses else ""
    made.globals |= {
        "style": Markup("".join(map(resource, STYLES))),  # noqa: S704 - our own files
        "suits": Markup(resource("suits.svg")),  # noqa: S704
    }
    return made


def diff_page(diff: Diff) -> str:
    """What changed between two runs, as one page without a network."""
    return (
        _environment()
        .get_template("diff.html.j2")
        .render(one=diff, sentence=sentence(diff), sections=sections(diff))
    )


def trend_page(trend: Trend) -> str:
    """The course over many runs, as one page without a network."""
    from reports.html.plots import course  # takes time to load; the other pages need none

    nights = [one.started[:10] for one in trend.nights]
    drawn = [
        course(
            nights,
            {value.night: (value.median, value.p95, value.limit) for value in plot.values},
            plot.firmware,
            f"plot {n}",
            visible(
                f"{plot.device} {plot.signal}: milliseconds over {len(plot.values)} runs; "
                "the table below has the values"
            ),
        )
        for n, plot in enumerate(trend.plots)
    ]
    return _environment().get_template("trend.html.j2").render(one=trend, drawn=drawn)


def morning_page(
    title: str,
    look: str,
    facts: Sequence[tuple[str, str]],
    jobs: Sequence[Mapping[str, object]],
    why: Sequence[str] = (),
) -> str:
    """The page of one night.

    Args:
        title: the night's verdict in a few words.
        look: the verdict whose colour it has.
        facts: key and value, for the head.
        jobs: one a job, with ``name overall look text report sections sentence``.
        why: what keeps the night from being a good one, a line for each such job.
    """
    return (
        _environment()
        .get_template("morning.html.j2")
        .render(title=title, look=look, why=why, facts=facts, jobs=jobs)
    )
