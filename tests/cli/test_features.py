"""The reader of feature files, that `burncard law` relies on."""

from __future__ import annotations

from pathlib import Path

import pytest

from steps.features import FeatureFileError, read_scenarios, scenarios_by_clause

OUTLINE = """\
@clause:665a.9(a)
Feature: Surrender

  Background:
    Given a table

  Scenario: Plain
    When seat 1 surrenders

  @device:table-controller
  Rule: Half comes back

    @slow @device:card-reader @clause:665a.9(a)
    Scenario Outline: Upcard <up>
      When the dealer shows <up>

      @clause:665a.9(b)(1)
      Examples: low
        | up |
        | 2  |
        | 3  |

      @clause:665a.9(b)(2)
      Examples: high
        | up |
        | A  |

      Examples: none yet
        | up |
"""


@pytest.fixture
def outline(tmp_path: Path) -> Path:
    path = tmp_path / "surrender.feature"
    path.write_text(OUTLINE)
    return path


def test_tags_are_inherited_and_each_stands_once(outline: Path) -> None:
    plain, low, high = read_scenarios([outline])
    assert (plain.name, plain.rule, plain.line, plain.rows) == ("Plain", "", 7, 1)
    assert plain.tags == ("clause:665a.9(a)",)
    assert (low.rule, low.line, low.rows, high.rows) == ("Half comes back", 14, 2, 1)
    assert low.clauses == ("665a.9(a)", "665a.9(b)(1)")
    assert high.clauses == ("665a.9(a)", "665a.9(b)(2)")
    assert low.devices == ("table-controller", "card-reader")


def test_a_blank_in_an_id_is_an_underscore_in_its_tag(tmp_path: Path) -> None:
    path = tmp_path / "terms.feature"
    path.write_text("Feature: f\n  @clause:685a.1_Hard_total\n  Scenario: s\n")
    (term,) = read_scenarios([path])
    assert term.clauses == ("685a.1 Hard total",)


def test_each_clause_with_its_scenarios(outline: Path) -> None:
    found = scenarios_by_clause([outline.parent])
    assert {clause: [one.name for one in of] for clause, of in found.items()} == {
        "665a.9(a)": ["Plain", "Upcard <up>", "Upcard <up>"],
        "665a.9(b)(1)": ["Upcard <up>"],
        "665a.9(b)(2)": ["Upcard <up>"],
    }


def test_folders_are_read_in_order_with_what_lies_below(tmp_path: Path) -> None:
    for name in ("b/two", "a/one"):
        path = tmp_path / f"{name}.feature"
        path.parent.mkdir()
        path.write_text(f"Feature: f\n  Scenario: {name}\n")
    (tmp_path / "notes.txt").write_text("no feature")
    assert [one.name for one in read_scenarios([tmp_path])] == ["a/one", "b/two"]


def test_an_empty_file_holds_nothing(tmp_path: Path) -> None:
    path = tmp_path / "empty.feature"
    path.write_text("")
    assert read_scenarios([path]) == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"Scenario: no feature\n", ":1: expected: "),
        (b"Feature: caf\xe9\n", ": not UTF-8 text (byte 12)"),
        (
            b"Feature: f\n  Scenario: s\n    Given a\n      | a | b |\n      | c |\n",
            ":5: inconsist",
        ),
    ],
)
def test_what_is_no_feature_file_is_named_with_its_line(
    tmp_path: Path, text: bytes, said: str
) -> None:
    path = tmp_path / "bad.feature"
    path.write_bytes(text)
    with pytest.raises(FeatureFileError) as caught:
        read_scenarios([path])
    assert str(caught.value).startswith(f"{path}{said}")
    assert "\n" not in str(caught.value)


def test_a_missing_path_is_named(tmp_path: Path) -> None:
    with pytest.raises(FeatureFileError, match=r"gone: no such file or folder$"):
        read_scenarios([tmp_path / "gone"])
