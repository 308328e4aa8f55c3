"""Significant figures, apart from the value: equal when rounded, and how many a numeral shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from exgen.expression.decimals import significant

if TYPE_CHECKING:
    from gmpy2 import mpq


def same_figures(value: mpq, right: mpq, figures: int) -> bool:
    """Whether both are equal when rounded to so many figures, halves away from zero."""
    return significant(value, figures)[0] == significant(right, figures)[0]


def shown(digits: str) -> tuple[int, int]:
    """The least and the most figures that a numeral shows: "1500" -> (2, 4), "0.0150" -> (3, 3).

    Zeros at the end of a whole number may count or not; a zero shows its decimal places.
    """
    mantissa, power, _ = digits.partition("e")
    whole, point, rest = mantissa.partition(".")
    figures = (whole + rest).lstrip("0")
    if not figures:
        return (max(1, len(rest)), max(1, len(rest)))
    if point or power:
        return (len(figures), len(figures))
    return (len(figures.rstrip("0")), len(figures))
