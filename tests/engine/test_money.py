"""Exact money: what is read, how it is written, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference_engine.money import NotMoney, fmt, half, parse, times


@pytest.mark.parametrize(
    ("text", "amount", "written"),
    [
        ("25.00", 25_000_000, "25.00"),
        ("25", 25_000_000, "25.00"),
        ("0.01", 10_000, "0.01"),
        ("12.5", 12_500_000, "12.50"),
        ("6.125", 6_125_000, "6.125"),
        ("0.0001", 100, "0.0001"),
        ("999999999.9999", 999_999_999_999_900, "999999999.9999"),
        ("007.50", 7_500_000, "7.50"),
        ("0", 0, "0.00"),
    ],
)
def test_amounts(text: str, amount: int, written: str) -> None:
    assert parse(text) == amount
    assert fmt(amount) == written
    assert fmt(-amount) == (f"-{written}" if amount else written)


@pytest.mark.parametrize(
    "text",
    [
        *("", ".", "1.", ".5", "-1", "-0.01", "+1", "1e3", "1e400", "NaN", "inf", "1,000", "1 "),
        *(" 1", "1_000", "0x10", "1.2.3", "1.00001", "1234567890", "١", "½", "25.00€", "1" * 5000),
    ],
)
def test_what_is_no_amount(text: str) -> None:
    with pytest.raises(NotMoney) as fault:
        parse(text)
    assert "\n" not in str(fault.value)
    assert len(str(fault.value)) < 200


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("½", "it must be plain digits"),
        ("-5", "an amount is not negative"),
        ("1.2.3", "it must be digits with at most one decimal point"),
        (".5", "it must be digits with at most one decimal point"),
        ("1234567890", "it has more than 9 digits before the point"),
        ("1.00001", "it has more than 4 decimals"),
        (25, "it must be text, so that no decimal is lost"),
    ],
)
def test_the_message_shows_what_was_read_and_what_would_be_right(text: object, why: str) -> None:
    with pytest.raises(NotMoney) as fault:
        parse(text)  # type: ignore[arg-type]
    assert str(fault.value) == f"{text!r} is not an amount: {why}; write it as '25.00'"


def test_a_long_text_is_shown_cut_short() -> None:
    for long, shown in (
        ("x" * 38, f"'{'x' * 38}'"),
        ("x" * 39, f"'{'x' * 35}...'"),
        ("x" * 5000, f"'{'x' * 35}...'"),
    ):
        with pytest.raises(NotMoney) as fault:
            parse(long)
        assert str(fault.value).startswith(f"{shown} is not an amount: ")


@pytest.mark.parametrize("value", [25, 25.0, None, b"25", ["25"]])
def test_only_text_is_an_amount(value: object) -> None:
    with pytest.raises(NotMoney, match="must be text"):
        parse(value)  # type: ignore[arg-type]


def test_nothing_is_rounded() -> None:
    # Half of the finest amount, and 5 to 2 of that half: five and six decimals.
    assert fmt(half(parse("0.0001"))) == "0.00005"
    assert fmt(times(half(parse("0.0001")), 5, 2)) == "0.000125"
    with pytest.raises(NotMoney) as fault:
        half(1)
    assert str(fault.value) == (
        "'0.000001' is not an amount: 1/2 of it is finer than a millionth; write it as '25.00'"
    )


@given(st.integers(0, 10**13 - 1))
def test_writing_and_reading_are_inverse(units: int) -> None:
    assert parse(fmt(units * 100)) == units * 100
