"""Scenario ids: readable, fit for a file name, and the same in every run and in every process."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from hashlib import sha256

from msgspec import Struct

_LONGEST = {"stem": 40, "rule": 24, "name": 70, "row": 40}


class Name(Struct, frozen=True):
    """What a scenario is called: file stem, rule, its own name, the values of its Examples row."""

    stem: str
    rule: str
    name: str
    row: tuple[str, ...] = ()


def scenario_ids(names: Sequence[Name]) -> list[str]:
    """One id for each scenario of one file, in order.

    Ids follow from the file's content alone. Where two come out alike, all of them get a few digits
    of a hash of the full names, and rows that are equal to the last letter are numbered.
    """
    plain = [_plain(name) for name in names]
    alike = Counter(plain)
    ids = [
        text if alike[text] == 1 else f"{text}-{_digest(name)}"
        for text, name in zip(plain, names, strict=True)
    ]
    seen: Counter[str] = Counter()
    for place, text in enumerate(ids):
        seen[text] += 1
        if seen[text] > 1:
            ids[place] = f"{text}-{seen[text]}"
    return ids


def _plain(name: Name) -> str:
    parts = [
        _slug(name.stem, _LONGEST["stem"]),
        _slug(name.rule, _LONGEST["rule"]),
        _slug(name.name, _LONGEST["name"]),
        _slug(" ".join(name.row), _LONGEST["row"]),
    ]
    # A file name that begins with a dot or a dash would be a trap.
    return ".".join(part for part in parts if part).lstrip("._-") or f"scenario-{_digest(name)}"


def _slug(text: str, longest: int) -> str:
    """Lower-case ASCII words joined by dashes, whole words as far as they fit."""
    ascii_text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    words = re.findall(r"[a-z0-9_]+", ascii_text.lower())
    kept = ""
    for word in words:
        longer = f"{kept}-{word}" if kept else word
        if len(longer) > longest:
            break
        kept = longer
    return kept or "".join(words)[:longest]


def _digest(name: Name) -> str:
    full = "\x1f".join((name.rule, name.name, *name.row))
    return sha256(full.encode("utf-8", "surrogatepass")).hexdigest()[:6]
