"""Which clauses have a scenario, and which have none.

What a scenario is tagged with is read elsewhere; here it is only laid beside the registry.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from reference_engine.law.clauses import Clause, all_clauses, clause, sections

CLAIMED_SECTIONS = ("665a.9", "685a.12")
"""The sections that must have a scenario for each of their deepest paragraphs."""


class TaggedScenario(Protocol):
    """What the registry needs of a scenario."""

    @property
    def file(self) -> str: ...
    @property
    def line(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def tags(self) -> tuple[str, ...]: ...


Scenarios = Mapping[str, Sequence[TaggedScenario]]
"""Clause id to the scenarios that are tagged with it."""


def claimed() -> tuple[Clause, ...]:
    """The deepest paragraphs of the claimed sections."""
    return tuple(one for one in all_clauses() if one.leaf and one.section in CLAIMED_SECTIONS)


def untested(scenarios: Scenarios, wanted: str = "") -> tuple[Clause, ...]:
    """The deepest paragraphs of the claimed sections without a scenario of their own.

    A scenario of the paragraph around it does not count for it. `wanted` as in `selected`.

    Raises:
        UnknownClause: `wanted` is neither clause nor section.
    """
    among = selected(wanted)
    return tuple(one for one in claimed() if one in among and not scenarios.get(one.id))


def unknown_ids(scenarios: Scenarios) -> tuple[str, ...]:
    """Clause ids that scenarios are tagged with and that are not in the registry."""
    known = {one.id for one in all_clauses()}
    return tuple(sorted(set(scenarios) - known))


def selected(wanted: str = "") -> Collection[Clause]:
    """All clauses (``""``), those of a section, or one clause with the paragraphs within it.

    `wanted` may be written as people do, with ``§`` or ``58 Pa. Code §`` before it.

    Raises:
        UnknownClause: it is neither clause nor section; the text names the nearest clause.
    """
    name = wanted.removeprefix("58 Pa. Code").strip().removeprefix("§").strip()
    if not name:
        return all_clauses()
    if any(name == one.id for one in sections()):
        return tuple(one for one in all_clauses() if one.section == name)
    top = clause(name).id
    return tuple(one for one in all_clauses() if one.id == top or one.id.startswith(top + "("))
