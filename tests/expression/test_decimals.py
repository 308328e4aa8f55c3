"""Decimals against Python's decimal module, which rounds in its own way."""

from __future__ import annotations

import decimal
from decimal import Decimal
from fractions import Fraction

import pytest
from gmpy2 import mpq
from hypothesis import assume, given
from hypothesis import strategies as st

from exgen.expression import decimals

WIDE = decimal.Context(prec=200, rounding=decimal.ROUND_HALF_UP)
values = st.fractions(max_denominator=10**12) | st.builds(
    Fraction, st.integers(-(10**25), 10**25), st.integers(1, 10**25)
)
plain = st.builds(
    lambda digits, places: Fraction(digits, 10**places),
    st.integers(-(10**15), 10**15),
    st.integers(0, 12),
)


def exact_decimal(text: str) -> Fraction:
    return Fraction(Decimal(text))


@given(values, st.integers(1, 25))
def test_rounded_is_half_up(value: Fraction, figures: int) -> None:
    assume(value != 0)
    wide = WIDE.divide(Decimal(value.numerator), Decimal(value.denominator))
    context = decimal.Context(prec=figures, rounding=decimal.ROUND_HALF_UP)
    found = decimals.rounded(mpq(value), figures)
    assert Decimal(found) == context.plus(wide)
    assert "e" not in found.lower()


@given(values, st.integers(1, 20))
def test_rounded_is_near(value: Fraction, figures: int) -> None:
    assume(value != 0)
    text, same = decimals.significant(mpq(value), figures)
    last = Fraction(10) ** (decimals.exponent10(mpq(value)) - figures + 1)
    assert abs(exact_decimal(text) - value) <= last / 2
    assert same == (exact_decimal(text) == value)


@given(values)
def test_outward_brackets_the_value(value: Fraction) -> None:
    low, high = (exact_decimal(decimals.outward(mpq(value), up=up)) for up in (False, True))
    assert low <= value <= high
    assert high - low <= 2 * abs(value) / 10**11


@given(values)
def test_stored_is_exact_or_right_to_twenty_figures(value: Fraction) -> None:
    text = decimals.stored(mpq(value))
    assert len(text) <= 70
    if decimals.finite(mpq(value)) and len(decimals.exact(mpq(value))) <= 40:
        assert exact_decimal(text) == value
    assert abs(exact_decimal(text) - value) <= abs(value) / 10**19


@given(plain)
def test_exact_is_lossless(value: Fraction) -> None:
    assert exact_decimal(decimals.exact(mpq(value))) == value


@given(values)
def test_exact_is_a_quotient_where_no_decimal_ends(value: Fraction) -> None:
    assert Fraction(decimals.exact(mpq(value))) == value
    assert ("/" in decimals.exact(mpq(value))) != decimals.finite(mpq(value))


@given(values)
def test_exponent(value: Fraction) -> None:
    assume(value != 0)
    exponent = decimals.exponent10(mpq(value))
    assert Fraction(10) ** exponent <= abs(value) < Fraction(10) ** (exponent + 1)


@pytest.mark.parametrize(
    ("value", "figures", "text"),
    [
        ("41.791", 4, "41.79"),
        ("0.00123", 2, "0.0012"),
        ("9.996", 3, "10.0"),
        ("2.5", 1, "3"),
        ("-2.5", 1, "-3"),
        ("12345", 2, "12000"),
        ("0", 3, "0"),
        ("99.5", 2, "100"),
        ("1e-30", 3, "0.00000000000000000000000000000100"),
    ],
)
def test_rounded(value: str, figures: int, text: str) -> None:
    assert decimals.rounded(mpq(Fraction(value)), figures) == text


@pytest.mark.parametrize(
    ("text", "grouped"),
    [
        ("8192", "8192"),
        ("70553706496", "70,553,706,496"),
        ("-12345.678", "-12,345.678"),
        ("12345/7", "12345/7"),
        ("0.12345", "0.12345"),
        ("10000", "10,000"),
    ],
)
def test_grouped(text: str, grouped: str) -> None:
    assert decimals.grouped(text) == grouped
