"""The catalogue of defects: units built wrong on purpose, so that the bench can prove its eyes."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from pathlib import Path

import msgspec


class Defect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One way of being built wrong."""

    id: str
    role: str
    wrong: str
    """What is wrong, in one sentence."""
    clauses: tuple[str, ...]
    """At least one of them gets the finding."""
    shows: str
    """How it shows on the bench."""
    needs: str = "message"
    """``message``: its own words betray it. ``instrument``: only the colour sensor does."""
    weight: str = "finding"
    """``advisory`` where the law behind it was inferred, not read."""


class UnknownDefect(ValueError):
    """No defect of that name for that role; says which names are near."""


@cache
def catalogue() -> tuple[Defect, ...]:
    """All defects, in the order of ``defects.toml``."""
    raw = (Path(__file__).parent / "defects.toml").read_bytes()
    return tuple(msgspec.toml.decode(raw, type=dict[str, list[Defect]])["defect"])


def check(role: str, names: list[str]) -> frozenset[str]:
    """The `names` as a set, each known for `role`.

    Raises:
        UnknownDefect: the first that is not.
    """
    if not names:  # a conforming unit starts without reading the catalogue
        return frozenset()
    of_role = [defect.id for defect in catalogue() if defect.role == role]
    for name in names:
        if name in of_role:
            continue
        others = [defect.role for defect in catalogue() if defect.id == name]
        near = get_close_matches(name, of_role, n=3, cutoff=0.5)
        near = near or [known for known in of_role if name in known]
        if others:
            hint = f"that is a defect of the {others[0]}"
        elif near:
            hint = "near it: " + ", ".join(near)
        elif of_role:
            hint = "there are: " + ", ".join(of_role)
        else:
            hint = "this role has no defects"
        raise UnknownDefect(f"defect {name!r} of the {role} is not known; {hint}")
    return frozenset(names)
