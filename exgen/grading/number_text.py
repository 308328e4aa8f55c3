"""A number for the eye."""

from __future__ import annotations

from gmpy2 import mpq

from exgen.expression.decimals import exact, exponent10, finite, rounded


def short(number: mpq) -> str:
    """Exact if it is short, else six figures; powers of ten when far from 1."""
    if number.denominator == 1 and abs(number.numerator) < 10**15:
        return str(number.numerator)
    if number and abs(exponent10(number)) > 15:
        power = exponent10(number)
        return f"{short(number / mpq(10) ** power)}e{power}"
    text = exact(number) if finite(number) else ""
    return text if text and len(text) <= 18 else rounded(number, 6)
