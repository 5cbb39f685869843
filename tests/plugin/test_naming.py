"""Scenario ids: stable, unique, fit for file names."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from reports.records import check_id
from steps.naming import Name, scenario_ids


def test_an_id_is_readable() -> None:
    rule = "§ 665a.9(b)(1): an upcard of 2 to 9, half of each wager at once"
    name = Name("s665a_09", rule, "Surrender against a <upcard>", ("5S", "20.00"))
    assert scenario_ids([name]) == [
        "s665a_09.665a-9-b-1-an-upcard-of.surrender-against-a-upcard.5s-20-00"
    ]


def test_what_comes_out_alike_is_told_apart_by_content() -> None:
    names = [Name("f", "", "A!"), Name("f", "", "A?"), Name("f", "", "B")]
    first, second, third = scenario_ids(names)
    assert third == "f.b"
    assert first.startswith("f.a-")
    assert second.startswith("f.a-")
    assert first != second
    assert scenario_ids(names[::-1]) == [third, second, first], "order does not matter"


def test_equal_rows_are_numbered() -> None:
    same = Name("f", "", "n", ("1",))
    first, second = scenario_ids([same, same])
    assert second == f"{first}-2"


def test_names_without_a_letter_of_ours() -> None:
    names = [Name("", "", "黑杰克"), Name("", "", "♠♥"), Name("", "", "")]
    ids = scenario_ids(names)
    assert len(set(ids)) == 3
    for one in ids:
        check_id(one)


texts = st.text(max_size=300)
some = st.builds(Name, texts, texts, texts, st.lists(texts, max_size=4).map(tuple))


@given(st.lists(some, max_size=8))
def test_ids_are_unique_names_of_files(names: list[Name]) -> None:
    ids = scenario_ids(names)
    assert len({one.casefold() for one in ids}) == len(names)
    for one in ids:
        check_id(one)
    assert scenario_ids(names) == ids
