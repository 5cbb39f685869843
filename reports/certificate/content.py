"""What a certificate says, gathered from what a run left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from markupsafe import Markup
from msgspec import Struct

from reference_engine.law import Clause, all_clauses, games, house_rules, sections
from reports.certificate.exchange import Chart, chart
from reports.finish import Run
from reports.html import page
from reports.html.details import Cite, detail
from reports.qualification import Qualification
from reports.qualified import in_run
from reports.records import read_derived, read_record
from reports.verdicts import (
    ADVISORY,
    CONFORMS,
    FINDING,
    INCONCLUSIVE,
    INTERRUPTED,
    NOT_RUN,
    NOT_TESTED,
    NOT_VERIFIED,
    ScenarioVerdict,
    Verdicts,
)

_GOTO = 'class="goto"'


class Standard(Struct):
    """A section of the law, and how well its text is known."""

    cite: str
    heading: str
    status: str
    source: str
    certainty: dict[str, int]
    """Certainty to the number of its clauses."""


class Rule(Struct):
    """A house rule in force."""

    name: str
    value: str
    chosen: str
    """``default``, or ``rig file`` where that sets another value."""
    clause: str
    point: str
    reason: str


class Picture(Struct):
    """The table at one act, and what was ruled there."""

    title: str
    table: Markup
    ruling: Markup


class Case(Struct):
    """A scenario with differences."""

    of: ScenarioVerdict
    differences: Markup
    pictures: list[Picture]
    steps: list[tuple[str, str, str]]
    chart: Chart
    rules: list[tuple[str, str]]
    wire: str


class Device(Struct):
    """A device on the bench, as the certificate names it."""

    name: str
    role: str
    rows: list[tuple[str, str]]
    said_by: str
    checked: str
    limits: str


class Content(Struct):
    """All of it."""

    run: Run
    verdicts: Verdicts
    verdict: str
    complete: bool
    """Nothing is left: every required clause has evidence, and the run was no part."""
    devices: list[Device]
    standards: list[Standard]
    rules: dict[str, list[Rule]]
    findings: list[Case]
    advisories: list[Case]
    others: list[ScenarioVerdict]
    """Without a verdict on a device: inconclusive, interrupted, not run."""
    not_tested: list[Clause]
    not_testable: list[tuple[str, str, str]]
    """device, what, clauses"""
    qualification: Qualification | None = None
    more_findings: list[Case] = []
    """Those that are told in a table instead of drawn; see `reports.certificate.paper`."""
    more_advisories: list[Case] = []


def gather(run_dir: Path, cite: Cite) -> Content:
    """The content of the certificate of a run whose reports have been derived.

    Raises:
        RunDirError: a file is missing or cannot be read.
    """
    run = read_derived(run_dir / "run.json", Run)
    verdicts = read_derived(run_dir / "verdicts.json", Verdicts)
    clauses = list(all_clauses())
    untested = [
        one
        for one in clauses
        if one.leaf
        and (name := one.id) in verdicts.clauses
        and verdicts.clauses[name].verdict == NOT_TESTED
    ]
    missing = bool(verdicts.missing or verdicts.partial or verdicts.deselected)
    verdict = verdicts.overall
    if verdict == CONFORMS and missing:
        verdict = NOT_VERIFIED
    return Content(
        run=run,
        verdicts=verdicts,
        verdict=verdict,
        complete=not missing,
        devices=[_device(one) for one in run.devices],
        standards=_standards(clauses),
        rules=_rules(run),
        findings=[_case(run_dir, one, cite) for one in run.scenarios if one.verdict == FINDING],
        advisories=[_case(run_dir, one, cite) for one in run.scenarios if one.verdict == ADVISORY],
        others=[
            one for one in run.scenarios if one.verdict in (INCONCLUSIVE, INTERRUPTED, NOT_RUN)
        ],
        not_tested=untested,
        not_testable=_not_testable(run.scenarios),
        qualification=in_run(run_dir),
    )


def _device(device: Mapping[str, Any]) -> Device:
    identity = device.get("identity") or {}
    identity = dict(identity) if isinstance(identity, Mapping) else {"identity": identity}
    source = str(identity.pop("source", "") or "")
    identity.pop("role", None)
    checks = [
        *(
            f"matches the rig file: {claimed}"
            for claimed in [", ".join(device.get("claimed") or ())]
            if claimed
        ),
        *(page.software(one) for one in (device.get("software") or {}).get("components") or ()),
    ]
    if known := page.calibration(device.get("calibration")):
        checks.append(f"calibration {known}")
    rows = [(key, str(one)) for key, one in identity.items() if one]
    rows += [
        (key.replace("_", " "), _flat(device[key]))
        for key in ("link", "protocol", "driver", "safe_state", "says")
        if device.get(key)
    ]
    return Device(
        name=str(device.get("name", "")),
        role=str(device.get("role", "")),
        rows=rows,
        said_by=source or ("the device itself" if rows and identity else "nobody"),
        checked="; ".join(checks) or "not checked by the bench",
        limits=", ".join(
            f"{name} {seconds:g} s" if isinstance(seconds, int | float) else f"{name} {seconds}"
            for name, seconds in (device.get("limits") or {}).items()
        ),
    )


def _flat(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(
            f"{key} {_flat(one)}" for key, one in value.items() if one not in ("", None)
        )
    if isinstance(value, list | tuple):
        return ", ".join(map(_flat, value))
    return str(value)


def _standards(clauses: Iterable[Clause]) -> list[Standard]:
    known: dict[str, Counter[str]] = {}
    for one in clauses:
        known.setdefault(one.section, Counter())[str(one.certainty)] += 1
    return [
        Standard(
            cite=f"§ {one.id}",
            heading=one.heading,
            status=one.status,
            source=one.source,
            certainty=dict(sorted(known.get(one.id, Counter()).items())),
        )
        for one in sections()
    ]


def _rules(run: Run) -> dict[str, list[Rule]]:
    """Every house rule of the games, with the value in force."""
    given = run.run.get("house_rules") or {}
    return {
        game: [
            Rule(
                name=one.name,
                value=str((given.get(game) or {}).get(one.name, one.default)),
                chosen="default"
                if str((given.get(game) or {}).get(one.name, one.default)) == str(one.default)
                else "rig file",
                clause=one.clause,
                point=one.point,
                reason=one.reason,
            )
            for one in house_rules(game)
        ]
        for game in games()
    }


def _case(run_dir: Path, scenario: ScenarioVerdict, cite: Cite) -> Case:
    record = read_record(run_dir / scenario.record)
    shown = detail(record, cite)
    wrong = {one.act for one in scenario.discrepancies if one.act is not None}
    acts = [one for one in shown.acts if one[5]] or shown.acts[-1:]
    wire = f"wire/{Path(scenario.record).name}"
    return Case(
        of=scenario,
        differences=_without_buttons(shown.differences),
        pictures=[
            Picture(
                title=f"Act {one[0]}: {one[1]}" if one[0] else one[1],
                table=_pips(shown.tables[one[3]]) if shown.tables else Markup(""),
                ruling=Markup(one[4]),  # noqa: S704 - escaped where it was made
            )
            for one in acts
        ],
        steps=[(one[1], one[2], one[3]) for one in shown.steps],
        chart=chart(shown, wrong or {one[0] for one in acts}),
        rules=shown.rules,
        wire=wire if (run_dir / wire).is_file() else "",
    )


def _without_buttons(html: str) -> Markup:
    """Differences without the buttons that need a script."""
    parts = html.split(f"<span {_GOTO}>")
    kept = parts[0] + "".join(one.split("</span>", 1)[1] for one in parts[1:])
    return Markup(kept)  # noqa: S704 - escaped where it was made


def _pips(html: str) -> Markup:
    """A drawn table with its suits as characters: a PDF cannot refer to a symbol elsewhere."""
    for suit, sign in {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}.items():
        drawn = f'<svg aria-hidden="true"><use href="#pip-{suit}"/></svg>'
        html = html.replace(drawn, f'<span class="pip" aria-hidden="true">{sign}</span>')
    return Markup(html)  # noqa: S704 - escaped where it was made


def _not_testable(scenarios: Sequence[ScenarioVerdict]) -> list[tuple[str, str, str]]:
    found: dict[tuple[str, str], dict[str, None]] = {}
    for one in scenarios:
        for lack in one.not_testable:
            found.setdefault((lack.role, lack.what), {}).update(
                dict.fromkeys(lack.clauses or one.clauses)
            )
    return [(role, what, ", ".join(clauses)) for (role, what), clauses in sorted(found.items())]
