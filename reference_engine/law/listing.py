"""The registry for people and for programs: what `burncard law` prints.

Plain text, a list of lines; the JSON forms are made of plain dicts and lists.
"""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import Any

import msgspec

from reference_engine.law.clauses import Clause, Section, clause, sections
from reference_engine.law.coverage import (
    CLAIMED_SECTIONS,
    Scenarios,
    claimed,
    selected,
    unknown_ids,
    untested,
)
from reference_engine.law.house_rules import HouseRule, games, house_rules
from reference_engine.ruling import Certainty

_WIDTH = 100


def law_lines(scenarios: Scenarios, wanted: str = "") -> list[str]:
    """The clauses with their devices and scenarios, then what is missing.

    `scenarios`: clause id to the scenarios tagged with it. `wanted`: a clause or section; ``""``
    lists everything, a clause or section tells more of each.

    Raises:
        UnknownClause: `wanted` is neither clause nor section.
    """
    among = selected(wanted)
    lines: list[str] = []
    for section in sections():
        clauses = [one for one in among if one.section == section.id]
        if clauses:
            lines += [_title(section), ""]
            for one in clauses:
                lines += _clause_lines(one, scenarios, whole=bool(wanted))
            lines.append("")
    return lines + _summary(scenarios, wanted)


def law_json(scenarios: Scenarios, wanted: str = "") -> dict[str, Any]:
    """The same as data: sections, clauses with their scenarios, ids untested and unknown.

    Raises:
        UnknownClause: `wanted` is neither clause nor section.
    """
    among = selected(wanted)
    shown = {one.section for one in among}
    return {
        "sections": [msgspec.to_builtins(one) for one in sections() if one.id in shown],
        "clauses": [
            {
                **msgspec.to_builtins(one),
                "scenarios": [
                    {"file": by.file, "line": by.line, "name": by.name, "tags": list(by.tags)}
                    for by in scenarios.get(one.id, ())
                ],
            }
            for one in among
        ],
        "untested": [one.id for one in untested(scenarios, wanted)],
        "unknown": list(unknown_ids(scenarios)),
    }


def house_rule_lines(wanted: str = "") -> list[str]:
    """The house rules of both games, or of the game, clause or section `wanted`.

    Raises:
        UnknownClause: `wanted` is neither game, clause nor section.
    """
    lines: list[str] = []
    for game, rules in _wanted_rules(wanted).items():
        if rules:
            lines += [f"House rules of {game}", ""]
            for rule in rules:
                lines += _rule_lines(rule)
            lines.append("")
    return lines[:-1] or [f"no house rule interprets {wanted}"]


def house_rule_json(wanted: str = "") -> dict[str, Any]:
    """The same as data: game to its rules, each with the printed form of its clause.

    Raises:
        UnknownClause: `wanted` is neither game, clause nor section.
    """
    return {
        game: [{**msgspec.to_builtins(rule), "cite": clause(rule.clause).cite} for rule in rules]
        for game, rules in _wanted_rules(wanted).items()
    }


def _wanted_rules(wanted: str) -> dict[str, list[HouseRule]]:
    if wanted in games():
        return {wanted: list(house_rules(wanted))}
    among = {one.id for one in selected(wanted)}
    return {game: [rule for rule in house_rules(game) if rule.clause in among] for game in games()}


def _title(section: Section) -> str:
    return f"§ {section.id} {section.heading}: {section.status}"


def _clause_lines(one: Clause, scenarios: Scenarios, *, whole: bool) -> Iterator[str]:
    devices = ", ".join(one.devices) or "no device"
    yield f"  {one.cite}" if one.cite == f"§ {one.id}" else f"  {one.cite}   id: {one.id}"
    yield from _wrapped(one.gist)
    if whole:
        for case in one.cases:
            yield from _wrapped(f"- {case}")
        yield from _wrapped(f"certainty: {one.certainty} ({one.basis})")
        yield from _wrapped(f"source: {one.source}")
    elif one.certainty is not Certainty.READ:
        yield from _wrapped(f"basis: {one.basis}")
    yield f"      {devices}"
    for by in scenarios.get(one.id, ()):
        yield f"      {by.file}:{by.line}  {by.name}"
    if one.leaf and one.section in CLAIMED_SECTIONS and not scenarios.get(one.id):
        yield "      NO SCENARIO"


def _summary(scenarios: Scenarios, wanted: str) -> list[str]:
    among = selected(wanted)
    due = [one for one in claimed() if one in among]
    missing = untested(scenarios, wanted)
    lines = [f"{len(among)} clause{'' if len(among) == 1 else 's'}"]
    if due:
        asked = " and ".join(f"§ {name}" for name in dict.fromkeys(one.section for one in due))
        lines[0] += (
            f"; with a scenario: {len(due) - len(missing)} of {len(due)} "
            f"deepest paragraphs of {asked}"
        )
    if missing:
        lines.append("without a scenario: " + ", ".join(one.cite for one in missing))
    if unknown := unknown_ids(scenarios):
        lines.append("tags that name no clause of the registry: " + ", ".join(unknown))
    return lines


def _rule_lines(rule: HouseRule) -> Iterator[str]:
    others = ", ".join(rule.values[1:])
    if others:
        choice = f" (or {others})"
    elif rule.kind == "amount":
        choice = " (or another amount)"
    else:
        choice = "" if rule.switchable else " (fixed)"
    yield f"  {rule.name} = {rule.default}{choice}"
    yield from _wrapped(rule.point)
    for value, meaning in rule.means.items():
        yield from _wrapped(f"{value}: {meaning}")
    yield from _wrapped(f"reason: {rule.reason}")
    yield from _wrapped(f"interprets {clause(rule.clause).cite}")


def _wrapped(text: str) -> list[str]:
    return wrap(
        text,
        _WIDTH,
        initial_indent="      ",
        subsequent_indent="        ",
        break_long_words=False,
        break_on_hyphens=False,
    )
