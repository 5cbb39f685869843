"""The catalogue of defects in words: what `burncard emulate --list-defects` prints."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby
from textwrap import fill

import msgspec

from rigs.emulators.defects import Defect, catalogue

_WIDTH = 100
_SEEN_BY = {"message": "its own messages", "instrument": "the colour sensor alone"}
_ENDS = {
    "finding": "in a finding",
    "advisory": "in an advisory: the law behind it was inferred, not read",
    "inconclusive": "inconclusive: what it says is no evidence",
}


def listing(role: str, cite: Callable[[str], str], as_json: bool) -> str:
    """The defects of `role` (``""``: of all roles), in the order of the catalogue.

    `cite`: makes of a clause's id what people read.
    """
    found = [one for one in catalogue() if role in ("", one.role)]
    if as_json:
        return msgspec.json.format(msgspec.json.encode(found), indent=2).decode()
    if not found:
        return f"{role}: no defects are catalogued"
    blocks: list[str] = []
    for name, defects in groupby(found, key=lambda one: one.role):
        blocks.append("\n".join(_role(name, list(defects), cite)))
    return "\n\n".join(blocks)


def _role(name: str, defects: list[Defect], cite: Callable[[str], str]) -> Iterable[str]:
    yield f"{name}: {len(defects)} defects"
    for one in defects:
        yield ""
        yield f"  {one.id}"
        yield _wrapped(one.wrong)
        yield _wrapped(f"shows: {one.shows}")
        yield _wrapped(f"violates: {'; '.join(map(cite, one.clauses)) or one.standard}")
        yield _wrapped(f"seen by {_SEEN_BY[one.needs]}; ends {_ENDS[one.weight]}")


def _wrapped(text: str) -> str:
    return fill(text, _WIDTH, initial_indent="    ", subsequent_indent="      ")
