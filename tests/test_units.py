"""Units are exact, and what is no unit is refused with the word that was not understood."""

from __future__ import annotations

from fractions import Fraction

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from exgen import units
from exgen.errors import ExgenError
from tests.fixtures import refused_or_fine, rows


@pytest.mark.parametrize(("text", "factor", "dimension"), rows("cases/units.txt"))
def test_a_unit(text: str, factor: str, dimension: str) -> None:
    unit = units.unit(text)
    assert (unit.factor, units.describe(unit.dimension)) == (mpq(factor), dimension)


@pytest.mark.parametrize(("text", "message"), rows("cases/no_units.txt"))
def test_what_is_no_unit(text: str, message: str) -> None:
    with pytest.raises(ExgenError, match=message):
        units.unit(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3.35", "67/20"),
        ("-2", "-2"),
        ("+2", "2"),
        ("1.5e9", "1500000000"),
        ("1e-3", "1/1000"),
        ("1/2", "1/2"),
        (" 7 ", "7"),
        ("3.5/7", "1/2"),
    ],
)
def test_a_number_is_exact(text: str, value: str) -> None:
    assert units.number(text) == mpq(value)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "1/0",
        "1e999999999",
        "nan",
        "inf",
        "-inf",
        "1e",
        ".5",
        "5.",
        "0x10",
        "1_000",
        "9" * 41,
        "1,5",
        "1/-2",
        "½",
        "٣",
    ],
)
def test_what_is_no_number(text: str) -> None:
    with pytest.raises(ExgenError, match="not a number"):
        units.number(text)


def test_a_quantity() -> None:
    value, unit = units.quantity("3.35 TB/s")
    assert (value, unit.text, unit.factor) == (mpq("3.35"), "TB/s", 10**12)
    assert units.quantity("8")[1].dimension == units.NUMBER_ONE
    with pytest.raises(ExgenError, match="no number"):
        units.quantity("TB/s")


@given(st.text(alphabet="aBbFLOPsgkMGiT%$µ1/*·^-23 ()_.\"'", max_size=25))
def test_any_text_is_a_unit_or_an_error(text: str) -> None:
    refused_or_fine(lambda: units.unit(text))


@given(st.fractions(max_denominator=10**6))
def test_a_fraction_is_read_back(value: Fraction) -> None:
    assert units.number(f"{value.numerator}/{value.denominator}") == mpq(value)
