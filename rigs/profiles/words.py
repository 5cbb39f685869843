"""Templates: text with ``{fields}`` in it, matched against what came or filled to be sent."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

from reference_engine.cards import NotACard, parse_card

_PART = re.compile(r"\{\{|\}\}|\{([a-z][a-z0-9_]*)\}|[{}]")
_DEFAULTS = {"text": r"[!-~]+", "number": r"[0-9]{1,18}", "byte": r"(?s:.)", "card": r"\w\w\w?"}


class Field(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a message that differs from one to the next."""

    kind: Literal["text", "number", "byte", "card"] = "text"
    """``text``; ``number``, decimal digits; ``byte``, one byte as its number; ``card``, a card as
    ``KH``, whichever way `values` turn it into one."""
    pattern: str = ""
    """A regular expression of what it looks like; default: that of its kind."""
    width: Annotated[int, Meta(ge=0, le=18)] = 0
    """Of a number: so many digits, with zeros before it."""
    values: dict[str, str] = {}
    """What comes on the line to the word it means. What is not here is no such field."""
    example: str = ""
    """What an emulated device writes where it has nothing to say."""

    def expression(self) -> str:
        """The regular expression of it on the line."""
        if self.values:
            longest = sorted(self.values, key=len, reverse=True)
            return "|".join(re.escape(one) for one in longest)
        if self.pattern:
            return self.pattern
        return f"[0-9]{{{self.width}}}" if self.width else _DEFAULTS[self.kind]

    def read(self, raw: str) -> str:
        """The word for what came.

        Raises:
            ValueError: it stands for nothing.
        """
        if self.values:
            raw = self.values[raw]
        match self.kind:
            case "number":
                return str(int(raw))
            case "byte":
                return raw if self.values else str(ord(raw))
            case "card":
                try:
                    return parse_card(raw)
                except NotACard as error:
                    raise ValueError(str(error)) from None
            case "text":
                return raw

    def write(self, word: str) -> str:
        """What is sent for `word`.

        Raises:
            ValueError: it cannot be said.
        """
        if self.values:
            for raw, meant in self.values.items():
                if meant == word:
                    return raw
            raise ValueError(f"{word!r} is none of {' '.join(self.values.values())}")
        if self.kind == "byte":
            if not word.isdigit() or int(word) > 255:
                raise ValueError(f"{word!r} is no byte")
            raw = chr(int(word))
        else:
            raw = word.zfill(self.width) if self.kind == "number" else word
        if not re.fullmatch(self.expression(), raw):
            raise ValueError(f"{word!r} does not look like {self.expression()}")
        return raw


TEXT = Field()
"""A field that a profile does not describe."""


class Template:
    """One text with fields; ``{{`` and ``}}`` are braces.

    Raises:
        ValueError: a brace is open, or a field's pattern is no regular expression.
    """

    def __init__(self, text: str, fields: Mapping[str, Field]) -> None:
        self.text = text
        self._fields = fields
        self._parts: list[tuple[str, bool]] = []
        at = 0
        for found in _PART.finditer(text):
            self._parts.append((text[at : found.start()], False))
            at = found.end()
            if found[1]:
                self._parts.append((found[1], True))
            elif len(found[0]) == 2:
                self._parts.append((found[0][0], False))
            else:
                raise ValueError(f"{text!r} has a single {found[0]}; write {found[0] * 2}")
        self._parts.append((text[at:], False))
        self.names = tuple(name for name, is_field in self._parts if is_field)
        if len(set(self.names)) != len(self.names):
            raise ValueError(f"{text!r} names a field twice")
        try:
            self._regex = re.compile("".join(self._expression(*part) for part in self._parts))
        except re.error as error:
            what = f"{text!r}: a field's pattern is no regular expression ({error})"
            raise ValueError(what) from None

    def read(self, text: str) -> dict[str, str] | None:
        """The fields of `text`; None: it is another message.

        Raises:
            ValueError: it is this message, and a field of it stands for nothing.
        """
        found = self._regex.fullmatch(text)
        if found is None:
            return None
        return {name: self._field(name).read(found[name]) for name in self.names}

    def write(self, words: Mapping[str, str]) -> str:
        """The text with these words; a field that has none gets its example.

        Raises:
            ValueError: a field has neither, or its word cannot be said.
        """
        return "".join(
            self._filled(text, words) if is_field else text for text, is_field in self._parts
        )

    def _filled(self, name: str, words: Mapping[str, str]) -> str:
        field = self._field(name)
        if words.get(name):
            return field.write(words[name])
        if field.example:
            return field.example
        raise ValueError(
            f"{self.text!r} has no value for {{{name}}}; give fields.{name} an example"
        )

    def _field(self, name: str) -> Field:
        return self._fields.get(name, TEXT)

    def _expression(self, text: str, is_field: bool) -> str:
        return f"(?P<{text}>{self._field(text).expression()})" if is_field else re.escape(text)
