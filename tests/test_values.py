"""A value is the number that is printed, with the unit that is printed, exactly."""

from __future__ import annotations

import re

import pytest
from gmpy2 import mpq

from exgen import tables, units, values
from exgen.errors import ExgenError
from exgen.expression import evaluate, parse


@pytest.mark.parametrize(
    ("text", "unit", "base", "shown", "literal"),
    [
        ("3.35 TB/s", "", "3350000000000", "3.35\u00a0TB/s", "[3.35 TB/s]"),
        ("8", "token", "8", "8\u00a0tokens", "[8 token]"),
        ("1 token", "", "1", "1\u00a0token", "[1 token]"),
        ("8", "", "8", "8", "8"),
        ("1/2 B/weight", "", "1/2", "0.5\u00a0B/weight", "[0.5 B/weight]"),
        ("1/3", "", "1/3", "1/3", "(1/3)"),
        ("-2", "", "-2", "−2", "(-2)"),
        ("10 %", "", "1/10", "10\u00a0%", "[10 %]"),
        (
            "70553706496 weight",
            "",
            "70553706496",
            "70,553,706,496\u00a0weights",
            "[70553706496 weight]",
        ),
    ],
)
def test_a_value(text: str, unit: str, base: str, shown: str, literal: str) -> None:
    value = values.read(text, unit)
    assert (value.base, value.shown, value.literal) == (mpq(base), shown, literal)
    assert evaluate.compiled(parse.parse(value.literal))({}) == value.base


@pytest.mark.parametrize("text", ["", "GB", "NaN", "1e999 B", "3 Bq", "3 GB of memory"])
def test_what_is_no_value(text: str) -> None:
    with pytest.raises(ExgenError):
        values.read(text)


@pytest.mark.parametrize(
    ("unit", "exponent", "natural"),
    [
        ("B", 9, "GB"),
        ("B", 8, "MB"),
        ("s", -4, "µs"),
        ("s", -20, "ns"),
        ("FLOP", 14, "TFLOP"),
        ("B/s", 12, "TB/s"),
        ("FLOP/B", 2, "FLOP/B"),
        ("W", 3, "W"),
    ],
)
def test_the_unit_that_reads_well(unit: str, exponent: int, natural: str) -> None:
    assert values.natural_unit(units.unit(unit).dimension, exponent) == natural


@pytest.mark.parametrize(
    ("base", "unit", "figures", "text", "same"),
    [
        ("1/100", "ms", 5, "10", True),
        ("1/300", "ms", 5, "3.3333", False),
        ("13958643712", "FLOP", 5, "13958643712", True),
        ("13958643712", "GFLOP", 5, "13.959", False),
        ("1234567", "1", 3, "1234567", True),
        ("5/2", "B", 5, "2.5", True),
    ],
)
def test_rounded(base: str, unit: str, figures: int, text: str, same: bool) -> None:
    assert values.rounded(mpq(base), unit, figures) == (text, same)


def test_a_field_knows_its_source() -> None:
    value = values.of_field("accelerators", "h100_sxm", "memory")
    assert value is not None
    assert value.base == 80 * 10**9
    assert value.source.startswith("NVIDIA H100 SXM5 80GB: ")
    assert values.of_field("accelerators", "a100_sxm_80", "fp8_dense") is None


@pytest.mark.parametrize("table", tables.table_names())
def test_every_number_of_every_table_is_read(table: str) -> None:
    """A field that begins with a number and a space is a quantity; only names of links look like one."""
    for row in tables.table(table).values():
        for _, text in row.facts():
            if re.match(r"[\d.]+( |$)", text) and "x16" not in text:
                values.read(text)
