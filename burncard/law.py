"""`burncard law`: the clauses, each with the scenarios that test it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec

from burncard.errors import UsageError

MISSING = 1
"""Exit code where a paragraph has no scenario, or a scenario names a clause that does not exist."""


def law(
    wanted: str | None, features: Iterable[Path] | None, *, as_json: bool, house_rules: bool
) -> int:
    """Print the law, or the part `wanted` of it: a clause, a section or (house rules) a game.

    `features`: files and folders of scenarios; None takes those of Burncard.

    Raises:
        UsageError: there is no such clause, or a feature file cannot be read.
    """
    from reference_engine.law import LawDataError, UnknownClause
    from steps.features import FeatureFileError

    if wanted is not None and not wanted.removeprefix("58 Pa. Code").strip("§ \t"):
        raise UsageError(
            "no clause is named; write one as '665a.9(b)(1)', or leave it out to see all of them"
        )
    try:
        if house_rules:
            _print_house_rules(wanted or "", as_json)
            return 0
        return _print_law(wanted or "", features, as_json)
    except (UnknownClause, LawDataError, FeatureFileError) as error:
        raise UsageError(str(error)) from error


def _print_house_rules(wanted: str, as_json: bool) -> None:
    from reference_engine.law.listing import house_rule_json, house_rule_lines

    if as_json:
        _print_json(house_rule_json(wanted))
    else:
        print("\n".join(house_rule_lines(wanted)))


def _print_law(wanted: str, features: Iterable[Path] | None, as_json: bool) -> int:
    from reference_engine.law.coverage import unknown_ids, untested
    from reference_engine.law.listing import law_json, law_lines
    from steps.features import default_features, scenarios_by_clause

    scenarios = scenarios_by_clause([_near(default_features())] if features is None else features)
    if as_json:
        _print_json(law_json(scenarios, wanted))
    else:
        print("\n".join(law_lines(scenarios, wanted)))
    return MISSING if untested(scenarios, wanted) or unknown_ids(scenarios) else 0


def _near(path: Path) -> Path:
    """`path` as a person in this directory would write it."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path


def _print_json(value: object) -> None:
    print(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())
