"""Numbers in words."""

from __future__ import annotations

import pytest

from reports.words import counted


@pytest.mark.parametrize(
    ("number", "noun", "words"),
    [
        (0, "card", "0 cards"),
        (1, "card", "1 card"),
        (2, "card", "2 cards"),
        (1, "branch", "1 branch"),
        (3, "branch", "3 branches"),
    ],
)
def test_one_and_many(number: int, noun: str, words: str) -> None:
    assert counted(number, noun) == words
