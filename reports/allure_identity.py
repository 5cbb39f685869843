"""Which test a result in Allure is of, and where it stands: the same words for every result.

allure-pytest's results (`reports.allure`) and those made for scenarios that have none
(`reports.allure_repair`) must agree in this, or a scenario that was cut short once would begin a
second history. Allure 2 goes by ``historyId``; Allure 3 by ``testCaseId`` and those parameters that
are not excluded. Both are therefore made of scenario and rig alone. A scenario's id is unique in a
run, also for two equal rows of Examples.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from reference_engine.law import UnknownClause, clause

SCENARIO_LABEL = "scenario_id"
"""The label of a result that carries the scenario's id."""
BEGUN_LABEL = "burncard_begun"
"""The same while it is being played: whose label this still is, was cut short and says nothing."""
EPICS = {
    "665a": "Chapter 665a: Double Attack Blackjack",
    "685a": "Chapter 685a: Down Under Blackjack",
}
"""Chapter to the name of its part of the report."""

_ADDRESS = re.compile(r"(?:https?://)?([a-z0-9-]+(?:\.[a-z0-9-]+)+/\S+)")


class Tested(Protocol):
    """What is needed of a scenario, planned or judged."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def feature(self) -> str: ...
    @property
    def rule(self) -> str: ...
    @property
    def file(self) -> str: ...
    @property
    def clauses(self) -> Sequence[str]: ...
    @property
    def devices(self) -> Sequence[str]: ...


def case_id(scenario: str) -> str:
    """The id of the test, wherever it is played."""
    return _digest(scenario)


def history_id(scenario: str, rig: str) -> str:
    """The id of the test's history on this rig: two benches are two histories."""
    return _digest(scenario, rig)


def full_name(one: Tested) -> str:
    """Where the scenario stands, and its name."""
    return f"{one.file}#{one.name}"


def title_path(one: Tested) -> list[str]:
    """The way to it in a tree of files."""
    return [one.file, *filter(None, (one.rule,))]


def parameters(rig: str, row: Mapping[str, str], attempt: int) -> list[dict[str, object]]:
    """Rig, Examples row and attempt; only the rig tells one history from another."""
    found: list[dict[str, object]] = [{"name": "rig", "value": rig}]
    found += [{"name": column, "value": value, "excluded": True} for column, value in row.items()]
    if attempt:
        found.append({"name": "attempt", "value": str(attempt), "excluded": True})
    return found


def labels(
    one: Tested, severity: str = "", owner: str = "", tags: Iterable[str] = ()
) -> Iterator[tuple[str, str]]:
    """Name and value of each label, in an order that does not change."""
    epic = _epic(one.clauses)
    named = {
        SCENARIO_LABEL: one.id,
        "epic": epic,
        "feature": one.feature,
        "story": one.rule or one.feature,
        "parentSuite": epic,
        "suite": one.feature,
        "subSuite": one.rule,
        "severity": severity,
        "owner": owner,
        "framework": "pytest-bdd",
    }
    yield from ((name, value) for name, value in named.items() if value)
    yield from (("tag", tag) for tag in (*one.clauses, *one.devices, *tags))


def links(clauses: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Name and address of the law's text, for each clause that has one."""
    for one in clauses:
        try:
            known = clause(one)
        except UnknownClause:  # tags are checked at collection; an old record may differ
            continue
        address = _ADDRESS.search(known.source)
        if address:
            yield known.cite, f"https://{address[1]}".rstrip(";,")


def _epic(clauses: Iterable[str]) -> str:
    chapters = {one.split(".")[0] for one in clauses}
    return next((name for chapter, name in EPICS.items() if chapter in chapters), "")


def _digest(*parts: str) -> str:
    return hashlib.md5("\x1f".join(parts).encode(), usedforsecurity=False).hexdigest()
