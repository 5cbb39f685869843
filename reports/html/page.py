"""Put ``report.html`` together: head, matrix of clauses and devices, list of scenarios."""

from __future__ import annotations

import base64
import hashlib
import math
import shlex
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import msgspec
from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup, escape

from reports.html import words
from reports.html.cards import resource
from reports.html.details import Packer
from reports.html.visible import visible
from reports.latency import LatencySummary
from reports.verdicts import (
    ADVISORY,
    CONFORMS,
    FINDING,
    INCONCLUSIVE,
    INTERRUPTED,
    NOT_RUN,
    NOT_TESTED,
    NOT_VERIFIED,
    WORST_FIRST,
    Judgement,
    LawClause,
    ScenarioVerdict,
    worst,
)

if TYPE_CHECKING:
    from reports.qualification import Qualification

SYMBOLS = {
    CONFORMS: "✓",
    FINDING: "✗",
    ADVISORY: "▲",
    INCONCLUSIVE: "?",
    INTERRUPTED: "■",
    NOT_RUN: "–",
    NOT_TESTED: "·",
    NOT_VERIFIED: "?",
}
"""A sign for each verdict, so that it does not hang on colour."""
_ORDER = list(words.DEVICES)
_QUALIFIED = {"qualified": CONFORMS, "not qualified": FINDING}


def cite(clauses: Mapping[str, LawClause], name: str) -> str:
    """A clause as people print it."""
    clause = clauses.get(name)
    return str(getattr(clause, "cite", "") or f"§ {name}")


def clause_link(clauses: Mapping[str, LawClause], name: str) -> Markup:
    """A clause as a link to its row in the matrix, with its gist."""
    gist = clauses[name].gist if name in clauses else "not in the registry"
    return Markup('<a class="clause" href="#clause-{}" title="{}">{}</a>').format(
        quote(name), visible(gist), visible(cite(clauses, name))
    )


def render(
    run: Mapping[str, Any],
    devices: Sequence[Mapping[str, Any]],
    judgement: Judgement,
    details: Packer,
    law: Sequence[LawClause],
    ended: str,
    latencies: Sequence[LatencySummary] = (),
    qualification: Qualification | None = None,
) -> str:
    """The page.

    Args:
        run: the `run` of the plan.
        devices: what stood on the bench.
        judgement: the verdicts.
        details: what a scenario shows when it is opened.
        law: the clauses of the registry, in their order.
        ended: when the run ended, or "".
        latencies: how long the devices took, per device and signal.
        qualification: of the harness, where its record lies with the run.
    """
    clauses = {one.id: one for one in law}
    script = resource("report.js")
    made = environment(clauses)
    made.filters["quoted"] = lambda text: quote(str(text))
    made.filters["duration"] = _duration
    made.filters["rate"] = words.rate
    made.filters["attempts"] = words.attempts
    places = {one.id: place for place, one in enumerate(judgement.scenarios)}
    columns = device_columns(judgement)
    cells = {
        name: {
            **({"": [places[one] for one in clause.scenarios]} if clause.scenarios else {}),
            **{
                device: [places[one] for one in cell.scenarios]
                for device, cell in clause.devices.items()
                if cell.scenarios
            },
        }
        for name, clause in judgement.verdicts.clauses.items()
    }
    return made.get_template("report.html.j2").render(
        rig=rig_name(run),
        facts=_facts(run, judgement, ended),
        devices=[_device(one, judgement) for one in devices],
        latencies=latency_rows(latencies),
        rules=_rules(run, judgement.scenarios),
        qualification=qualification,
        qualification_look=_QUALIFIED.get(qualification.verdict, INCONCLUSIVE)
        if qualification
        else "",
        other_harness=_other_harness(run, qualification),
        verdicts=judgement.verdicts,
        verdict_words=[one for one in WORST_FIRST if one != NOT_TESTED],
        sentence=_sentence(judgement),
        groups=clause_groups(judgement, clauses),
        columns=columns,
        features=_features(judgement.scenarios),
        places=places,
        blocks=[Markup(one) for one in details.blocks()],  # noqa: S704 - base64
        packed=details.places,
        cells=_embedded({key: value for key, value in cells.items() if value}),
        style=Markup(resource("table.css") + resource("report.css")),  # noqa: S704 - our own files
        suits=Markup(resource("suits.svg")),  # noqa: S704
        script=Markup(script),  # noqa: S704
        script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
    )


def rig_name(run: Mapping[str, Any]) -> str:
    """The name of the rig, as the plan has it."""
    rig = run.get("rig", "")
    return str(rig.get("name", "") if isinstance(rig, Mapping) else rig)


def command_line(run: Mapping[str, Any]) -> str:
    """The command of the run, as a shell takes it."""
    command = run.get("command", "")
    return shlex.join(map(str, command)) if isinstance(command, list) else str(command)


def _facts(run: Mapping[str, Any], judgement: Judgement, ended: str) -> list[tuple[str, Any]]:
    """What the head says of the run, in an order that a person expects."""
    facts = dict(run) | {"rig": rig_name(run), "ended": ended}
    for key in ("house_rules", "deselected", "devices", "partial"):
        facts.pop(key, None)
    for key in ("started", "ended"):
        facts[key] = moment(str(facts.get(key, "")))
    if facts.get("command"):
        facts["command"] = command_line(run)
    facts["exit code"] = judgement.verdicts.exit_code
    first = ("rig", "rig_file", "started", "ended", "command", "seed")
    keys = [*(key for key in first if key in facts), *(key for key in facts if key not in first)]
    return [(key, facts[key]) for key in keys if facts[key] not in ("", None, [], {})]


def _other_harness(run: Mapping[str, Any], qualification: Qualification | None) -> str:
    """The version that made the run, where another one was qualified."""
    versions = run.get("versions")
    own = str(versions.get("burncard", "")) if isinstance(versions, Mapping) else ""
    return "" if qualification is None or own == qualification.harness else own


def moment(text: str) -> str:
    """A time of a record as people write it; what is no time stays as it is."""
    try:
        at = datetime.fromisoformat(text).astimezone(UTC)
    except ValueError:
        return text
    return f"{at:%Y-%m-%d %H:%M:%S} UTC"


def environment(clauses: Mapping[str, LawClause]) -> Environment:
    """The templates of all pages, which print everything as text, with the filters that they share.

    A name that a template asks for and does not get is an error.
    """
    made = Environment(
        loader=FunctionLoader(resource),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_finalize,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["slug"] = lambda text: str(text).replace(" ", "-")
    made.filters["symbol"] = lambda text: SYMBOLS.get(str(text), "·")
    made.filters["device"] = lambda name: words.device(str(name))
    made.filters["clause"] = lambda name: clause_link(clauses, str(name))
    made.filters["cite"] = lambda name: cite(clauses, str(name))
    made.filters["moment"] = lambda text: moment(str(text))
    made.filters["percent"] = words.percent
    return made


def _finalize(value: object) -> object:
    """What a template prints: text made visible, markup and numbers as they are."""
    return value if isinstance(value, Markup | int | float) else visible(value)


def _embedded(value: object) -> Markup:
    """JSON that cannot end the script element that it stands in."""
    text = msgspec.json.encode(value).decode()
    return Markup(text.replace("<", "\\u003c"))  # noqa: S704


def device_columns(judgement: Judgement) -> list[str]:
    """The devices that the verdicts speak of, in print order."""
    found = {device for one in judgement.verdicts.clauses.values() for device in one.devices}
    return sorted(found, key=lambda name: (_ORDER.index(name) if name in _ORDER else 99, name))


class _Latency(msgspec.Struct):
    """A row of the table. The strip is 100 wide, from a tenth of a millisecond to the limit."""

    of: LatencySummary
    median: float
    p95: float
    max: float
    late: bool


def latency_rows(measured: Sequence[LatencySummary]) -> list[_Latency]:
    """Measurements with their places on the strip."""

    def at(ms: float, limit_ms: float) -> float:
        span = math.log10(max(limit_ms, 1.0) / 0.1)
        return round(min(104.0, max(0.0, 100 * math.log10(max(ms, 0.1) / 0.1) / span)), 1)

    return [
        _Latency(
            one,
            at(one.median_ms, one.limit_ms),
            at(one.p95_ms, one.limit_ms),
            at(one.max_ms, one.limit_ms),
            one.max_ms > one.limit_ms,
        )
        for one in measured
    ]


class _Row(msgspec.Struct):
    id: str
    cite: str
    gist: str
    certainty: str
    verdict: str
    scenarios: int
    required: bool
    devices: dict[str, tuple[str, int]]


class _Group(msgspec.Struct):
    title: str
    rows: list[_Row]
    untested: list[_Row]


def clause_groups(judgement: Judgement, clauses: Mapping[str, LawClause]) -> list[_Group]:
    """The rows of the matrix, by section."""
    groups: dict[str, _Group] = {}
    for name, one in judgement.verdicts.clauses.items():
        section = _section(name)
        group = groups.setdefault(section, _Group(f"§ {section}", [], []))
        clause = clauses.get(name)
        row = _Row(
            id=name,
            cite=cite(clauses, name),
            gist=clause.gist if clause else "not in the registry",
            certainty=str(getattr(clause, "certainty", "")),
            verdict=one.verdict,
            scenarios=len(one.scenarios),
            required=one.required,
            devices={
                device: (cell.verdict, len(cell.scenarios)) for device, cell in one.devices.items()
            },
        )
        (group.rows if one.devices or one.required else group.untested).append(row)
    return list(groups.values())


def _section(clause: str) -> str:
    return clause.partition("(")[0].partition("~")[0].partition(" ")[0]


def _list(value: object, key: str) -> list[Mapping[str, Any]]:
    found = value.get(key) if isinstance(value, Mapping) else None
    return [one for one in found or [] if isinstance(one, Mapping)]


def software(one: Mapping[str, Any]) -> str:
    """A component of a device's software, and on whose word it is the right one."""
    who = f"{one.get('name', '')} {one.get('version', '')}".strip()
    if one.get("matches") is None:
        return f"{who}: nothing to hold it against"
    state = "matches" if one.get("matches") else f"does not match ({one.get('why', '')})"
    return f"{who}: {state}, {one.get('how', '')}"


def calibration(told: object) -> str:
    if not isinstance(told, Mapping) or not told.get("due"):
        return ""
    certificate = f", certificate {told['certificate']}" if told.get("certificate") else ""
    soon = " (due soon)" if told.get("state") == "due soon" else ""
    return f"holds until {told['due']}{soon}{certificate}"


def _device(device: Mapping[str, Any], judgement: Judgement) -> dict[str, Any]:
    role = str(device.get("role", device.get("name", "")))
    identity = device.get("identity") or {}
    cells = [
        one.devices[role] for one in judgement.verdicts.clauses.values() if role in one.devices
    ]
    return {
        "name": device.get("name", role),
        "role": role,
        "link": device.get("link", ""),
        "identity": {key: one for key, one in identity.items() if key != "role"}
        if isinstance(identity, Mapping)
        else {"": identity},
        "claimed": ", ".join(device.get("claimed") or {}),
        "software": [software(one) for one in _list(device.get("software"), "components")],
        "calibration": calibration(device.get("calibration")),
        "limits": ", ".join(
            f"{name} {seconds:g} s" if isinstance(seconds, int | float) else f"{name} {seconds}"
            for name, seconds in (device.get("limits") or {}).items()
        ),
        "verdict": worst(cell.verdict for cell in cells),
        "clauses": len(cells),
    }


def _rules(
    run: Mapping[str, Any], scenarios: Sequence[ScenarioVerdict]
) -> list[tuple[str, list[tuple[str, str]]]]:
    """House rules under a title each: what the rig set, and what the rulings rested on."""
    rules = run.get("house_rules") or {}
    found = [
        (f"In force for {game}", [(str(name), str(value)) for name, value in values.items()])
        for game, values in rules.items()
        if isinstance(values, Mapping) and values
    ]
    used: dict[str, set[str]] = {}
    for one in scenarios:
        for name, value in one.house_rules.items():
            used.setdefault(name, set()).add(value)
    if used:
        title = "Used by rulings of this run"
        found.append((title, [(name, ", ".join(sorted(used[name]))) for name in sorted(used)]))
    return found


class _Feature(msgspec.Struct):
    name: str
    scenarios: list[ScenarioVerdict]


def _features(scenarios: Sequence[ScenarioVerdict]) -> list[_Feature]:
    features: dict[str, _Feature] = {}
    for one in scenarios:
        features.setdefault(one.feature, _Feature(one.feature, [])).scenarios.append(one)
    return list(features.values())


def _sentence(judgement: Judgement) -> Markup:
    """The verdict of the run in one or two sentences."""
    verdicts = judgement.verdicts
    counts = verdicts.counts
    total = sum(counts.values())
    found = {
        weight: {
            (name, device)
            for name, one in verdicts.clauses.items()
            for device, cell in one.devices.items()
            if cell.verdict == weight
        }
        for weight in (FINDING, ADVISORY)
    }
    parts: list[str] = []
    for weight, pairs in found.items():
        if pairs:
            devices = sorted({words.device(device) for _, device in pairs})
            clauses = len({name for name, _ in pairs})
            # A scenario counts by its worst: an advisory may stand beside its finding.
            where = f"{_count(counts[weight], 'scenario')} with {_an(weight)}"
            parts.append(
                f"{where if counts[weight] else f'Beside findings, {_an(weight)}'} against "
                f"{_count(clauses, 'clause')}: {', '.join(devices)}."
            )
    if not parts and verdicts.overall == CONFORMS:
        parts.append("Every device did what the law commands, in every scenario.")
    parts.append(f"{counts[CONFORMS]} of {_count(total, 'scenario')} conform.")
    without = counts[INCONCLUSIVE] + counts[INTERRUPTED] + counts[NOT_RUN]
    if without:
        parts.append(f"{_count(without, 'scenario')} without a verdict.")
    if verdicts.partial:
        parts.append(
            "This run was over a part of the scenarios and answers for that part"
            + (f"; {len(verdicts.deselected)} were left out." if verdicts.deselected else ".")
        )
    return escape(" ".join(parts))


def _an(word: str) -> str:
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}" + ("" if number == 1 else "s")


def _duration(ms: float | None) -> str:
    if ms is None:
        return ""
    if ms < 1000:
        return f"{ms:.0f} ms"
    if ms < 60_000:
        return f"{ms / 1000:.1f} s"
    return f"{int(ms // 60_000)} min {int(ms % 60_000 // 1000)} s"
