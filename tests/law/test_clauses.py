"""The registry against the law: paragraphs by letter, certainty, printed forms, and bad data."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from typing import Any

import pytest

from reference_engine.law import UnknownClause, all_clauses, cited, clause, leaves, sections
from reference_engine.law.clauses import DEVICE_ROLES, FILES, build_registry
from reference_engine.law.data import LawDataError, read_file
from reference_engine.ruling import Certainty
from rigs.roles import ROLES

# The letters of the two sections as the official text sets them, without a word of it.
SURRENDER = ["(a)", "(b)", "(b)(1)", "(b)(2)", "(b)(2)(i)", "(b)(2)(ii)", "(c)", "(d)"]
IRREGULARITIES = [f"({letter})" for letter in "abcdefghijk"]


def _letters(section: str) -> list[str]:
    return [one.id.removeprefix(section) for one in all_clauses() if one.section == section]


def test_surrender_has_each_paragraph_and_no_other() -> None:
    assert _letters("665a.9") == SURRENDER


def test_irregularities_have_each_paragraph_and_no_other() -> None:
    assert _letters("685a.12") == IRREGULARITIES


def test_leaves_are_the_paragraphs_with_nothing_below() -> None:
    assert [one.id for one in leaves("665a.9")] == [
        "665a.9(a)",
        "665a.9(b)(1)",
        "665a.9(b)(2)(i)",
        "665a.9(b)(2)(ii)",
        "665a.9(c)",
        "665a.9(d)",
    ]
    assert [one.id for one in leaves("685a.12")] == [f"685a.12{one}" for one in IRREGULARITIES]
    assert not clause("685a.7(e)").leaf


def test_each_paragraph_hangs_below_the_one_around_it() -> None:
    ids = {one.id for one in all_clauses()}
    for one in all_clauses():
        around = re.sub(r"\([^()]*\)$", "", one.id)
        expected = around if around != one.id and around in ids else None
        assert one.parent == expected, one.id


def test_ids_are_unique_and_have_no_square_bracket() -> None:
    ids = [one.id for one in all_clauses()]
    assert len(ids) == len(set(ids))
    for one in all_clauses():
        assert not set("[]") & set(one.id + one.cite + one.gist), one.id


def test_roles_are_those_of_the_rig() -> None:
    assert frozenset(ROLES) == DEVICE_ROLES


# The tables of the two law files: what was read, section by section.
READ_WHOLE = ["665a.1", "665a.9", "665a.12", "685a.1", "685a.10", "685a.12"]
READ_SINGLY = {
    "665a.2": [],
    "665a.3": [],
    "665a.4": [],
    "665a.5": [],
    "665a.6": [],
    "665a.7": [],
    "665a.8": ["665a.8~separate"],
    "665a.10": [],
    "665a.11": [],
    "665a.13": [],
    "685a.2": [],
    "685a.3": [],
    "685a.4": [],
    "685a.5": ["685a.5~mid-round"],
    "685a.6": ["685a.6~bet", "685a.6~match", "685a.6~split"],
    "685a.7": [
        "685a.7(a)",
        "685a.7(b)",
        "685a.7(c)",
        "685a.7(d)",
        "685a.7(d)(1)",
        "685a.7(d)(2)",
        "685a.7(e)",
        "685a.7(e)(1)",
        "685a.7(e)(2)",
        "685a.7(e)(3)",
        "685a.7(e)(4)",
    ],
    "685a.8": [],
    "685a.9": [],
    "685a.11": [],
}


def test_sections_of_both_games_are_all_there() -> None:
    games = {one.id for one in sections() if one.id.startswith(("665a", "685a"))}
    assert games == {*READ_WHOLE, *READ_SINGLY}


@pytest.mark.parametrize("section", READ_WHOLE)
def test_sections_read_in_full_are_read_clause_by_clause(section: str) -> None:
    found = [one for one in all_clauses() if one.section == section]
    assert found
    assert all(one.certainty is Certainty.READ for one in found)
    assert next(one for one in sections() if one.id == section).status == "READ IN FULL"


@pytest.mark.parametrize(("section", "read"), READ_SINGLY.items())
def test_of_other_sections_only_what_was_read_is_read(section: str, read: list[str]) -> None:
    found = [one for one in all_clauses() if one.section == section]
    assert found
    assert [one.id for one in found if one.certainty is Certainty.READ] == read
    assert next(one for one in sections() if one.id == section).status != "READ IN FULL"


@pytest.mark.parametrize(
    "clause_id",
    ["665a.7(g)", "665a.7(m)", "685a.7(h)", "461a.4(c)(12)", "601a.10(g)", "603a.16(u)"],
)
def test_letters_known_by_cross_reference_alone_are_inferred(clause_id: str) -> None:
    assert clause(clause_id).certainty is Certainty.INFERRED
    assert clause(clause_id).cite.startswith(f"§ {clause_id} (")
    assert "text not read" in clause(clause_id).cite


@pytest.mark.parametrize(
    ("clause_id", "cite"),
    [
        ("665a.9(b)(2)(i)", "§ 665a.9(b)(2)(i)"),
        ("665a.1 Blackjack", "§ 665a.1, Blackjack"),
        ("665a.7~deal-order", "§ 665a.7 (deal order; inferred, letter not known)"),
        ("685a.6~match", "§ 685a.6 (Match-the-Dealer; letter not known)"),
        (
            "685a.9~double-down",
            "§ 685a.8 or § 685a.9 (Double Down Wager; inferred, section not known)",
        ),
    ],
)
def test_printed_forms(clause_id: str, cite: str) -> None:
    assert clause(clause_id).cite == cite


def test_an_id_of_ours_is_never_printed_as_a_citation() -> None:
    ours = [one for one in all_clauses() if "~" in one.id]
    assert len(ours) > 50
    for one in ours:
        assert "~" not in one.cite
        assert "not known)" in one.cite


def test_devices_of_clauses_that_the_bench_must_watch() -> None:
    assert clause("665a.9(b)(1)").devices == ("card-reader", "table-controller")
    assert clause("685a.12(h)").devices == ("masque-reader", "table-controller")
    assert clause("685a.12(j)").devices == ("shuffler", "table-controller")
    assert clause("685a.7(b)").devices == ()


def test_an_unknown_clause_names_its_nearest() -> None:
    with pytest.raises(UnknownClause) as caught:
        clause("665a.9(b)(3)")
    assert str(caught.value) == (
        "clause '665a.9(b)(3)' is not in the registry; did you mean '665a.9(b)(2)'?"
    )
    with pytest.raises(UnknownClause, match="burncard law"):
        clause("q")
    with pytest.raises(UnknownClause, match=r"'685a.14' is not in the registry"):
        leaves("685a.14")


def _files() -> dict[str, dict[str, Any]]:
    return {name: copy.deepcopy(read_file(name)) for name in FILES}


def _surrender(files: dict[str, dict[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = next(
        one for one in files["double_attack_665a.toml"]["clause"] if one["id"] == "665a.9(b)(1)"
    )
    return found


def _set(**fields: object) -> Callable[[dict[str, dict[str, Any]]], None]:
    return lambda files: _surrender(files).update(fields)


def _repeat(files: dict[str, dict[str, Any]]) -> None:
    files["equipment.toml"]["clause"].append(_surrender(files) | {"source": "s603a15"})


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        (_set(gist=7), "Expected `str`, got `int`"),
        (_set(gist=" "), "gist is empty"),
        (_set(dvices=[]), "unknown field `dvices`"),
        (_set(devices=["reader"]), "device 'reader' is no role; roles: card-reader, masque-reader"),
        (_set(certainty="inferred"), "certainty inferred does not fit basis 'READ IN FULL': read"),
        (_set(certainty="sure"), "'sure'"),
        (_set(basis="ASSUMED"), "certainty read does not fit basis 'ASSUMED': inferred"),
        (_set(parent="665a.9(e)"), r"parent 665a.9\(e\) is not a clause"),
        (_set(parent="665a.9(a)"), r"parent 665a.9\(a\) is not the paragraph around it"),
        (_set(source="s99"), r"source 's99' is not in \[sources\]; there are "),
    ],
)
def test_bad_data_name_file_and_entry(
    damage: Callable[[dict[str, dict[str, Any]]], None], says: str
) -> None:
    files = _files()
    damage(files)
    with pytest.raises(LawDataError, match=says) as caught:
        build_registry(files)
    where, what = str(caught.value).split(": ", 1)
    assert where == "double_attack_665a.toml, clause 665a.9(b)(1)"
    assert what
    assert "\n" not in what


def test_a_clause_of_two_files_is_refused() -> None:
    files = _files()
    _repeat(files)
    with pytest.raises(LawDataError, match=r"equipment.toml, clause 665a.9\(b\)\(1\): is there"):
        build_registry(files)


@pytest.mark.parametrize("bad", ["665a.9[x]", "665a.9(b", "665a", "665a.9~", "665a.9~Deal"])
def test_an_id_of_another_shape_is_refused(bad: str) -> None:
    files = _files()
    _surrender(files)["id"] = bad
    with pytest.raises(LawDataError, match="an id looks like"):
        build_registry(files)


def test_a_file_that_is_no_toml_is_an_error_with_its_line() -> None:
    with pytest.raises(LawDataError, match=r"none.toml: the file is missing"):
        read_file("none.toml")
    with pytest.raises(LawDataError, match=r"data.py: not valid TOML: .*line 1"):
        read_file("data.py")


def test_citations_of_several_clauses_one_of_them_unknown() -> None:
    assert cited("665a.9(c)", "9.9", "685a.6~match") == (
        "§ 665a.9(c), § 9.9, § 685a.6 (Match-the-Dealer; letter not known)"
    )
