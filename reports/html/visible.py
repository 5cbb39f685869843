"""Text of a device, shown as text: what is invisible or turns the reading direction gets a name."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from markupsafe import Markup, escape

_PICTURES = {code: chr(0x2400 + code) for code in range(0x20)} | {0x7F: "␡"}
_HIDDEN = {"Cf", "Cc", "Co", "Cs", "Cn", "Zl", "Zp"}
LONGEST = 2000
"""Characters of one text that a report shows."""


def visible(value: object, longest: int = LONGEST) -> str:
    """`value` as text in which every character can be seen.

    C0 controls become their pictures (␛); other controls, bidi marks, zero-width, private and
    unassigned characters and lone surrogates ``<U+202E>``. Longer text is cut, and says so.
    """
    text = str(value)
    cut = len(text) - longest
    if cut > 0:
        text = text[:longest]
    if not text.isprintable():
        text = "".join(map(_show, text))
    return f"{text}… ({cut} more)" if cut > 0 else text


def visible_lines(value: object, longest: int = LONGEST) -> str:
    """`visible`, line by line: breaks of a text of ours stay, and so does its length a bound."""
    text = str(value)
    kept = text[: 2 * longest]
    lines = "\n".join(visible(line, longest) for line in kept.split("\n"))
    return f"{lines}… ({len(text) - len(kept)} more)" if len(text) > len(kept) else lines


def _show(character: str) -> str:
    picture = _PICTURES.get(ord(character))
    if picture is not None:
        return picture
    if unicodedata.category(character) in _HIDDEN:
        return f"<U+{ord(character):04X}>"
    return character


def safe(value: object, longest: int = LONGEST) -> Markup:
    """`visible` text, escaped for HTML."""
    return _safe(str(value), longest)


@lru_cache(maxsize=4096)
def _safe(text: str, longest: int) -> Markup:
    return escape(visible(text, longest))
