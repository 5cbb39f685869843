"""The clauses: what the registry knows of each paragraph of the law."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from difflib import get_close_matches
from functools import cache
from typing import Any

from msgspec import Struct

from reference_engine.law.data import (
    LawDataError,
    convert_entry,
    law_files,
    read_entries,
    read_file,
)
from reference_engine.ruling import Certainty

FILES = law_files()

# The engine imports nothing of the rig layer, so the roles are repeated; a test holds them equal.
DEVICE_ROLES = frozenset({"shoe", "shuffler", "card-reader", "masque-reader", "table-controller"})

_SECTION = r"\d{3}[a-z]\.\d+"
_PARAGRAPHS = r"(?:\([0-9a-z]+\))+"
_ID = re.compile(
    rf"(?P<section>{_SECTION})"
    rf"(?:(?P<letters>{_PARAGRAPHS}(?:-\([0-9a-z]+\))?)"
    r"|(?P<term> [A-Z][A-Za-z ]+)"
    r"|~(?P<slug>[a-z0-9]+(?:-[a-z0-9]+)*))"
)


class UnknownClause(LookupError):
    """An id that is not in the registry. `asked` is that id."""

    def __init__(self, asked: str, near: str | None) -> None:
        self.asked = asked
        hint = f"did you mean {near!r}?" if near else "`burncard law` lists all of them"
        super().__init__(f"clause {asked!r} is not in the registry; {hint}")


class Section(Struct, frozen=True):
    """A section of the law. `status` is the label of the law file: how much of it was read."""

    id: str
    heading: str
    status: str
    source: str


class Clause(Struct, frozen=True):
    """One clause, in our words.

    `certainty` is `read` only where the wording itself was read; `basis` keeps the finer label.
    `devices` are the roles that show it. `cases` are the branches within the paragraph, where it
    has several. `leaf`: no other clause lies below it. `source` is an address, or says that there
    is none.
    """

    id: str
    section: str
    gist: str
    devices: tuple[str, ...]
    certainty: Certainty
    basis: str
    source: str
    leaf: bool
    cite: str
    """The form for people. It never passes off an id of ours as a letter of the law."""
    parent: str | None = None
    cases: tuple[str, ...] = ()


class _SectionEntry(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    heading: str
    status: str
    source: str


class _ClauseEntry(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    gist: str
    devices: tuple[str, ...]
    certainty: Certainty
    basis: str
    source: str
    parent: str | None = None
    cases: tuple[str, ...] = ()
    label: str = ""
    """What a person reads in place of a slug that is too short to speak for itself."""
    printed: str = ""
    """Overrides the whole printed form, where even the section is not known."""


class _Registry(Struct, frozen=True):
    sections: dict[str, Section]
    clauses: dict[str, Clause]


def clause(clause_id: str) -> Clause:
    """The clause of that id, as ``665a.9(b)(2)(i)`` or ``665a.7~deal-order``.

    Raises:
        UnknownClause: it is not in the registry; the text names the nearest id.
    """
    known = _registry().clauses
    if clause_id not in known:
        near = get_close_matches(clause_id, known, n=1)
        raise UnknownClause(clause_id, near[0] if near else None)
    return known[clause_id]


def cited(*clause_ids: str) -> str:
    """Clauses as people cite them; an id that is not in the registry stands as it is."""
    known = _registry().clauses
    return ", ".join([known[one].cite if one in known else f"§ {one}" for one in clause_ids])


def all_clauses() -> tuple[Clause, ...]:
    """Every clause, in the order of the law: 665a, 685a, then the rules on equipment."""
    return tuple(_registry().clauses.values())


def sections() -> tuple[Section, ...]:
    """Every section, in the order of the law."""
    return tuple(_registry().sections.values())


def leaves(section: str) -> tuple[Clause, ...]:
    """The clauses of `section` (as ``685a.12``) below which no other lies.

    Raises:
        UnknownClause: no such section is in the registry.
    """
    if section not in _registry().sections:
        near = get_close_matches(section, _registry().sections, n=1)
        raise UnknownClause(section, near[0] if near else None)
    return tuple(found for found in all_clauses() if found.section == section and found.leaf)


@cache
def _registry() -> _Registry:
    return build_registry({name: read_file(name) for name in FILES})


def build_registry(files: Mapping[str, Mapping[str, Any]]) -> _Registry:
    """The registry of these files (name to content), checked as a whole.

    Raises:
        LawDataError: naming file and entry.
    """
    found_sections: dict[str, Section] = {}
    entries: dict[str, tuple[_ClauseEntry, str, str]] = {}
    for name, content in files.items():
        sources = convert_entry(f"{name}, [sources]", content.get("sources", {}), dict[str, str])
        for section in read_entries(name, content, "section", "id", _SectionEntry):
            where = f"{name}, section {section.id}"
            if not re.fullmatch(_SECTION, section.id):
                raise LawDataError(where, "an id of a section looks like 665a.9")
            if section.id in found_sections:
                raise LawDataError(where, "is there twice")
            found_sections[section.id] = Section(
                section.id,
                section.heading,
                section.status,
                _address(where, section.source, sources),
            )
        for entry in read_entries(name, content, "clause", "id", _ClauseEntry):
            where = f"{name}, clause {entry.id}"
            if entry.id in entries:
                raise LawDataError(where, "is there twice")
            entries[entry.id] = (entry, where, _address(where, entry.source, sources))
    parents = {entry.parent for entry, _, _ in entries.values()}
    clauses = {
        key: _checked(entry, where, address, found_sections, entries, leaf=key not in parents)
        for key, (entry, where, address) in entries.items()
    }
    return _Registry(found_sections, clauses)


def _checked(
    entry: _ClauseEntry,
    where: str,
    address: str,
    known_sections: Mapping[str, Section],
    known_ids: Collection[str],
    *,
    leaf: bool,
) -> Clause:
    shape = _ID.fullmatch(entry.id)
    if shape is None:
        raise LawDataError(
            where, "an id looks like 665a.9(b)(1), 665a.1 Blackjack or 665a.7~deal-order"
        )
    section = shape["section"]
    if section not in known_sections:
        raise LawDataError(where, f"section {section} has no [[section]] entry")
    if entry.parent is not None and entry.parent not in known_ids:
        raise LawDataError(where, f"parent {entry.parent} is not a clause")
    if entry.parent is not None and not entry.id.startswith(entry.parent + "("):
        raise LawDataError(where, f"parent {entry.parent} is not the paragraph around it")
    if not entry.gist.strip():
        raise LawDataError(where, "gist is empty")
    strangers = [role for role in entry.devices if role not in DEVICE_ROLES]
    if strangers:
        raise LawDataError(
            where, f"device {strangers[0]!r} is no role; roles: {', '.join(sorted(DEVICE_ROLES))}"
        )
    # Only words that were read can carry a finding, so the label and the verdict on it must agree.
    certainty = Certainty.READ if entry.basis.startswith("READ") else Certainty.INFERRED
    if entry.certainty is not certainty:
        raise LawDataError(
            where, f"certainty {entry.certainty} does not fit basis {entry.basis!r}: {certainty}"
        )
    return Clause(
        id=entry.id,
        section=section,
        gist=entry.gist,
        devices=entry.devices,
        certainty=certainty,
        basis=entry.basis,
        source=address,
        leaf=leaf,
        cite=entry.printed or _printed(shape, entry.label, certainty),
        parent=entry.parent,
        cases=entry.cases,
    )


def _printed(shape: re.Match[str], label: str, certainty: Certainty) -> str:
    section = f"§ {shape['section']}"
    read = certainty is Certainty.READ
    if shape["slug"]:
        words = label or shape["slug"].replace("-", " ")
        return f"{section} ({words}; {'' if read else 'inferred, '}letter not known)"
    if shape["term"]:
        return f"{section}, {shape['term'].strip()}"
    letters = f"{section}{shape['letters']}"
    if read:
        return letters
    return f"{letters} ({f'{label}; ' if label else ''}inferred, text not read)"


def _address(where: str, key: str, sources: Mapping[str, str]) -> str:
    if key not in sources:
        raise LawDataError(
            where, f"source {key!r} is not in [sources]; there are {', '.join(sorted(sources))}"
        )
    return sources[key]
