"""Totals and cards, by hand."""

from __future__ import annotations

import pytest

from reference_engine.cards import NotACard, parse_card, parse_cards
from reference_engine.hands import is_blackjack, is_soft, total


@pytest.mark.parametrize(
    ("cards", "points", "soft"),
    [
        ("AS KD", 21, True),
        ("AS 9D", 20, True),
        ("AS AD", 12, True),
        # One ace as 11, the others as 1: 11 + 1 + 9 = 21.
        ("AS AD 9C", 21, True),
        # 11 + 5 + 6 would be 22.
        ("AS 5D 6C", 12, False),
        ("AS KD QC", 21, False),
        ("KS 7D", 17, False),
        ("KS 7D 5C", 22, False),
        ("6S 5D", 11, False),
        ("AS", 11, True),
        ("", 0, False),
    ],
)
def test_the_total_counts_one_ace_as_11_where_it_can(cards: str, points: int, soft: bool) -> None:
    hand = parse_cards(cards)
    assert (total(hand), is_soft(hand)) == (points, soft)


def test_a_blackjack_is_two_cards() -> None:
    assert is_blackjack(parse_cards("AS TD"))
    assert is_blackjack(parse_cards("QD AS"))
    assert not is_blackjack(parse_cards("AS 5D 5C"))
    assert not is_blackjack(parse_cards("KS QD"))


def test_cards_are_read_from_text_or_from_texts() -> None:
    assert parse_cards("KH 9S  AD") == parse_cards(["KH", "9S", "AD"]) == ("KH", "9S", "AD")
    assert parse_card("TC") == "TC"


@pytest.mark.parametrize("text", ["", "K", "1H", "KX", "KHH", "HK", "kh"])
def test_what_is_no_card(text: str) -> None:
    with pytest.raises(NotACard, match="write rank then suit") as fault:
        parse_card(text)
    assert fault.value.text == text
