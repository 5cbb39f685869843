"""The document on round scripts is held to its word: its examples are ruled on as it says."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from reference_engine.schema import WHICH, generate, ruling_schema, script_schema, shipped
from reference_engine.script import encode, rule

DOCUMENT = (Path(__file__).parents[2] / "docs" / "round_scripts.md").read_text()
WHOLE = re.findall(r"^\*\*\(([a-k])\)\*\* [^\n]+\n\n```json\n(.*?)^```$", DOCUMENT, re.M | re.S)

# By hand, from § 685a.12: the players' net, and what must be seen because of the paragraph.
EXPECTED: dict[str, tuple[str, str, dict[str, str]]] = {
    "a": ("-20.00", "rack", {"source": "shoe", "cards": "2H"}),
    "b": ("-20.00", "deal", {"to": "1.1", "face": "up", "source": "held"}),
    "c": ("-20.00", "freeze", {"hand": "1.1"}),
    "d": ("20.00", "rack", {"source": "shoe", "cards": "4S"}),
    "e": ("-20.00", "burn", {}),
    "f": ("-30.00", "offer", {"to": "2.1", "option": "second-card"}),
    "g": ("0.00", "dead", {"hand": "1.1"}),
    "h": ("0.00", "dead", {"hand": "1.1"}),
    "i": ("0.00", "block", {"reason": "masque-reader"}),
    "j": ("20.00", "reshuffle", {"what": "B"}),
    "k": ("20.00", "cover", {}),
}


def test_every_paragraph_has_an_example() -> None:
    assert [letter for letter, _ in WHOLE] == list(EXPECTED) == list("abcdefghijk")


@pytest.mark.parametrize(("letter", "text"), WHOLE, ids=[letter for letter, _ in WHOLE])
def test_an_example_is_ruled_on_as_the_law_commands(letter: str, text: str) -> None:
    jsonschema.validate(json.loads(text), script_schema())
    made = rule(text.encode())
    jsonschema.validate(json.loads(encode(made)), ruling_schema())
    net, effect, data = EXPECTED[letter]
    assert made.total.player == net
    (seen, *_) = [one for one in made.effects if one.effect == effect and one.data == data]
    assert any(clause.startswith(f"685a.12({letter})") for clause in seen.clauses)


def _fragments() -> list[dict[str, Any]]:
    """The acts shown in the document's tables."""
    rows = [line for line in DOCUMENT.splitlines() if line.startswith("|")]
    return [json.loads(text) for row in rows for text in re.findall(r"`(\{.*?\})`", row)]


def test_the_acts_in_the_tables_are_acts() -> None:
    schema = script_schema()
    act = jsonschema.Draft202012Validator({"$defs": schema["$defs"], "$ref": "#/$defs/ScriptAct"})
    shown = _fragments()
    assert len(shown) > 15
    for fragment in shown:
        for one in ({**fragment, "colour": "red"}, {**fragment, "irregularity": "685a.12(l)"}):
            assert not act.is_valid(one)
        act.validate(fragment)


@pytest.mark.parametrize("which", WHICH)
def test_the_shipped_schema_is_what_the_types_say(which: str) -> None:
    assert shipped(which) == generate(which), "run make schemas"
