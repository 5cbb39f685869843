"""Reading the registry's TOML files into typed entries, with errors that name file and entry."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib import resources
from typing import Any, TypeVar

import msgspec

Entry = TypeVar("Entry")


class LawDataError(ValueError):
    """The registry's own data are wrong: `where` is file and entry, `what` the fault."""

    def __init__(self, where: str, what: str) -> None:
        self.where = where
        self.what = what
        super().__init__(f"{where}: {what}")


def read_file(name: str) -> dict[str, Any]:
    """The TOML file `name` of this package, as plain data.

    Raises:
        LawDataError: it is missing, or is no TOML; the text names the line.
    """
    try:
        text = resources.files(__package__).joinpath(name).read_text(encoding="utf-8")
        return tomllib.loads(text)
    except FileNotFoundError:
        raise LawDataError(name, "the file is missing from the package") from None
    except tomllib.TOMLDecodeError as fault:
        raise LawDataError(name, f"not valid TOML: {fault}") from None


HOUSE_RULES = "house_rules_"


def law_files() -> tuple[str, ...]:
    """The TOML files of clauses in this package, by name: one a chapter of the law."""
    return tuple(name for name in _files() if not name.startswith(HOUSE_RULES))


def house_rule_files() -> tuple[str, ...]:
    """The TOML files of house rules in this package, by name: one a game."""
    return tuple(name for name in _files() if name.startswith(HOUSE_RULES))


def _files() -> list[str]:
    found = (path.name for path in resources.files(__package__).iterdir())
    return sorted(name for name in found if name.endswith(".toml"))


def read_entries(
    name: str, content: Mapping[str, Any], table: str, key: str, kind: type[Entry]
) -> list[Entry]:
    """The entries ``[[table]]`` of file `name` as `kind`; `key` is the field that names an entry.

    Raises:
        LawDataError: an entry lacks a field, has an unknown one, or one of a wrong type.
    """
    entries = content.get(table)
    if not isinstance(entries, list) or not entries:
        raise LawDataError(name, f"has no [[{table}]] entry")
    return [
        convert_entry(f"{name}, {table} {entry.get(key, f'number {number}')}", entry, kind)
        for number, entry in enumerate(entries, start=1)
    ]


def convert_entry(where: str, entry: object, kind: type[Entry]) -> Entry:
    """`entry` as `kind`, or a `LawDataError` at `where`."""
    try:
        return msgspec.convert(entry, kind)
    except msgspec.ValidationError as fault:
        raise LawDataError(where, str(fault)) from None
