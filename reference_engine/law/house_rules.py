"""House rules: where the law leaves a choice, the choice has a name, a default and a reason."""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from typing import Any, Literal

import msgspec
from msgspec import Struct

from reference_engine.law.clauses import UnknownClause, clause
from reference_engine.law.data import (
    LawDataError,
    convert_entry,
    house_rule_files,
    read_entries,
    read_file,
)

DOUBLE_ATTACK = "double-attack-blackjack"
DOWN_UNDER = "down-under-blackjack"

FILES = house_rule_files()

REQUIRED = "required"
"""Stands for a table that nobody gave: a ruling that needs it is refused."""

_AMOUNT = re.compile(r"[0-9]{1,12}(\.[0-9]{1,6})?")
_ODDS = re.compile(r"[1-9][0-9]{0,4} to [1-9][0-9]{0,4}")


class HouseRuleError(ValueError):
    """A game, a rule or a value that does not exist; the text is one line that names what does."""


class HouseRule(Struct, frozen=True):
    """One point the text leaves open, and the reading chosen.

    `values` are all that are allowed, the default first, as text; of an amount or a table they hold
    the default alone. `switchable`: False where there is one reading only.
    """

    name: str
    game: str
    kind: Literal["choice", "integer", "amount", "table"]
    values: tuple[str, ...]
    default: str
    reason: str
    clause: str
    """The clause that the rule interprets."""
    point: str
    """What the text leaves open."""
    means: dict[str, str]
    """Value to what it means, where the word does not say it."""
    switchable: bool
    entries: tuple[str, ...] = ()
    """The keys of a table."""
    row: int = 0
    """Number in the table of ambiguities, 0 where the rule is named outside it."""


class _RuleEntry(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    point: str
    values: tuple[str, ...]
    reason: str
    clause: str
    row: int
    kind: Literal["choice", "integer", "amount", "table"] = "choice"
    switchable: bool = True
    sister: str = ""
    means: dict[str, str] = msgspec.field(default_factory=dict)
    entries: tuple[str, ...] = ()


def games() -> tuple[str, ...]:
    """The games that have house rules."""
    return tuple(_registry())


def house_rules(game: str) -> tuple[HouseRule, ...]:
    """All house rules of `game`, its own first, in the order of the table of ambiguities.

    Raises:
        HouseRuleError: no such game.
    """
    return tuple(_of_game(game).values())


def house_rule(game: str, name: str) -> HouseRule:
    """The house rule `name` of `game`.

    Raises:
        HouseRuleError: no such game or rule; the text names the nearest rule.
    """
    rules = _of_game(game)
    if name not in rules:
        near = get_close_matches(str(name), rules, n=1)
        hint = f"did you mean {near[0]!r}?" if near else "`burncard law --house-rules` lists them"
        raise HouseRuleError(f"house rule {name!r} is not known in {game}; {hint}")
    return rules[name]


def check_rules(game: str, given: Mapping[str, object]) -> dict[str, Any]:
    """`given` checked, with the default of every rule it does not name.

    A choice is text, an integer an int, an amount decimal text, a table a dict of text (or the text
    "required" when it was not given). Checking the result again gives it back.

    Raises:
        HouseRuleError: an unknown game, name or value.
    """
    if not isinstance(given, Mapping):
        raise HouseRuleError(
            f"house rules of {game}: write a table of names and values, not {given!r:.80}"
        )
    rules = _of_game(game)
    for name in given:
        house_rule(game, name)
    return {name: _value(rule, given.get(name, rule.default)) for name, rule in rules.items()}


def _value(rule: HouseRule, given: object) -> str | int | dict[str, str]:
    if given in (rule.default, REQUIRED) and rule.kind == "table":
        return REQUIRED
    if rule.kind == "table":
        return _table(rule, given)
    if rule.kind == "amount":
        if not isinstance(given, str) or not _AMOUNT.fullmatch(given) or not given.strip("0."):
            raise HouseRuleError(
                f"house rule {rule.name} = {_shown(given)}: "
                "write an amount over zero as text, as '1.00'"
            )
        return given
    # Not isinstance: True is an int, and no number of decks.
    text = str(given) if rule.kind == "integer" and type(given) is int else given
    if not isinstance(text, str) or text not in rule.values:
        raise HouseRuleError(_not_allowed(rule, given))
    return int(text) if rule.kind == "integer" else text


def _table(rule: HouseRule, given: object) -> dict[str, str]:
    wanted = ", ".join(f'{entry} = "N to M"' for entry in rule.entries)
    if (
        not isinstance(given, Mapping)
        or set(given) != set(rule.entries)
        or not all(isinstance(odds, str) and _ODDS.fullmatch(odds) for odds in given.values())
    ):
        raise HouseRuleError(f"house rule {rule.name} = {_shown(given)}: write {{{wanted}}}")
    return {entry: given[entry] for entry in rule.entries}


def _not_allowed(rule: HouseRule, given: object) -> str:
    start = f"house rule {rule.name} = {_shown(given)}"
    if not rule.switchable:
        return f"{start}: it is fixed, only {rule.default!r}"
    near = get_close_matches(given, rule.values, n=1) if isinstance(given, str) else []
    hint = f"did you mean {near[0]!r}? " if near else ""
    others = "".join(f", {value!r}" for value in rule.values[1:])
    return f"{start}: {hint}allowed are {rule.default!r} (default){others}"


def _shown(given: object) -> str:
    text = repr(given)
    return text if len(text) <= 60 else text[:57] + "..."


def _of_game(game: str) -> dict[str, HouseRule]:
    games = _registry()
    if game not in games:
        near = get_close_matches(str(game), games, n=1)
        hint = f"did you mean {near[0]!r}? " if near else ""
        raise HouseRuleError(f"game {_shown(game)} is not known; {hint}games: {', '.join(games)}")
    return games[game]


@cache
def _registry() -> dict[str, dict[str, HouseRule]]:
    return build_house_rules({name: read_file(name) for name in FILES})


def build_house_rules(files: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, HouseRule]]:
    """Game to name to rule, of these files (name to content), checked as a whole.

    Raises:
        LawDataError: naming file and entry.
    """
    found: dict[str, dict[str, HouseRule]] = {}
    shared: list[tuple[str, _RuleEntry]] = []
    adopted = {DOUBLE_ATTACK: ""}
    for name, content in files.items():
        game = convert_entry(f"{name}, game", content.get("game"), str)
        if game in found:
            raise LawDataError(name, f"game {game!r} has another file of house rules already")
        found[game] = {}
        if "irregularities" in content:
            adopted[game] = convert_entry(f"{name}, irregularities", content["irregularities"], str)
        for entry in read_entries(name, content, "rule", "name", _RuleEntry):
            where = f"{name}, rule {entry.name}"
            _add(found[game], where, _checked(entry, where, game, entry.clause))
            if entry.sister:
                shared.append((where, entry))
    for where, entry in shared:
        for game, interprets in adopted.items():
            rule = _checked(entry, where, game, interprets or entry.sister)
            _add(found.setdefault(game, {}), where, rule)
    return found


def _add(rules: dict[str, HouseRule], where: str, rule: HouseRule) -> None:
    if rule.name in rules:
        raise LawDataError(where, f"is there twice in {rule.game}")
    rules[rule.name] = rule


def _checked(entry: _RuleEntry, where: str, game: str, interprets: str) -> HouseRule:
    try:
        clause(interprets)
    except UnknownClause as fault:
        raise LawDataError(where, str(fault)) from None
    if not entry.values or len(set(entry.values)) != len(entry.values):
        raise LawDataError(where, "values needs at least one value, each once, the default first")
    if entry.kind == "integer" and not all(value.isdecimal() for value in entry.values):
        raise LawDataError(where, "values of kind integer are whole numbers, as text")
    if entry.kind in ("choice", "integer") and entry.switchable != (len(entry.values) > 1):
        raise LawDataError(where, "switchable is false exactly where there is a single value")
    if (entry.kind == "table") != bool(entry.entries):
        raise LawDataError(where, "entries are the keys of a table, and of nothing else")
    if strangers := set(entry.means) - set(entry.values):
        raise LawDataError(where, f"means explains {sorted(strangers)[0]!r}, which is no value")
    return HouseRule(
        name=entry.name,
        game=game,
        kind=entry.kind,
        values=entry.values,
        default=entry.values[0],
        reason=entry.reason,
        clause=interprets,
        point=entry.point,
        means=entry.means,
        switchable=entry.switchable,
        entries=entry.entries,
        row=entry.row,
    )
