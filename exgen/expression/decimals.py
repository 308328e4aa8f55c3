"""Exact rationals <-> decimal text: what a sheet prints and what a key stores.

`exact` is lossless; `rounded` keeps significant figures (half away from zero, as people round by
hand); `grouped` puts the commas in. Pure integer arithmetic: no floats, no locale.
"""

from __future__ import annotations

from functools import lru_cache
from math import floor, log10

from gmpy2 import mpq, mpz

KEY_FIGURES = 20  # significant digits of a key's value that has no finite decimal


def exponent10(value: mpq) -> int:
    """The power of ten of the first significant digit of a nonzero value: 41.8 -> 1."""
    top, bottom = abs(value.numerator), value.denominator
    guess = int(top.num_digits() - bottom.num_digits())  # either count may be one too many
    reached = top >= bottom * _ten(guess) if guess >= 0 else top * _ten(-guess) >= bottom
    if not reached:
        return guess - 1 if _reaches(top, bottom, guess - 1) else guess - 2
    return guess + 1 if _reaches(top, bottom, guess + 1) else guess


def _reaches(top: mpz, bottom: mpz, power: int) -> bool:
    """Whether top / bottom >= 10**power."""
    return bool(top >= bottom * _ten(power) if power >= 0 else top * _ten(-power) >= bottom)


@lru_cache(maxsize=512)
def _ten(power: int) -> mpz:
    return mpz(10) ** power


def to_integer(value: mpq) -> mpz:
    """Nearest integer, halves away from zero."""
    magnitude = (2 * abs(value.numerator) + value.denominator) // (2 * value.denominator)
    return magnitude if value >= 0 else -magnitude


def shift10(value: mpq, places: int) -> mpq:
    """value * 10**places, exactly."""
    return value * _ten(places) if places >= 0 else value / _ten(-places)


def finite(value: mpq) -> bool:
    """Whether the value has a finite decimal expansion."""
    bottom = value.denominator
    while bottom % 10 == 0:
        bottom //= 10
    for prime in (2, 5):
        while bottom % prime == 0:
            bottom //= prime
    return bool(bottom == 1)


def _places(value: mpq) -> int:
    """Decimal places of a finite expansion."""
    bottom, twos, fives = value.denominator, 0, 0
    while bottom % 2 == 0:
        bottom, twos = bottom // 2, twos + 1
    while bottom % 5 == 0:
        bottom, fives = bottom // 5, fives + 1
    return max(twos, fives)


def fixed(value: mpq, places: int) -> str:
    """The value rounded to so many decimal places: (41.79, 1) -> "41.8"; (12345, -2) -> "12300"."""
    return _with_point(to_integer(shift10(value, places)), places)


def rounded(value: mpq, figures: int) -> str:
    """So many significant figures, plain decimal: (41.791, 4) -> "41.79"."""
    return significant(value, figures)[0]


def significant(value: mpq, figures: int) -> tuple[str, bool]:
    """The value with so many significant figures, and whether that is the value itself."""
    if value == 0:
        return "0", True
    places = figures - 1 - _about(value)
    digits, rest, bottom = _scaled(value, places)
    if not _ten(figures - 1) <= digits < _ten(figures):  # the float beside a power of ten
        places = figures - 1 - exponent10(value)
        digits, rest, bottom = _scaled(value, places)
    if 2 * rest >= bottom:
        digits += 1
        if digits == _ten(figures):  # 9.996 became 10.00, which has a figure too many
            digits, places = digits // 10, places - 1
    return _with_point(digits if value > 0 else -digits, places), not rest


def _about(value: mpq) -> int:
    """`exponent10`, or one beside it, without big numbers; exact where floats do not reach."""
    try:
        return floor(log10(abs(float(value))))
    except (OverflowError, ValueError):
        return exponent10(value)


def _scaled(value: mpq, places: int) -> tuple[mpz, mpz, mpz]:
    """abs(value) * 10**places as whole part, rest and denominator."""
    top, bottom = abs(value.numerator), value.denominator
    if places >= 0:
        top *= _ten(places)
    else:
        bottom *= _ten(-places)
    return (*divmod(top, bottom), bottom)


def _with_point(digits: mpz, places: int) -> str:
    """digits / 10**places, written out."""
    if places <= 0:
        return str(digits * _ten(-places))
    text = str(abs(digits)).rjust(places + 1, "0")
    return f"{'-' if digits < 0 else ''}{text[:-places]}.{text[-places:]}"


def exact(value: mpq) -> str:
    """The finite decimal, or `p/q`."""
    if value.denominator == 1:
        return str(value.numerator)
    return fixed(value, _places(value)) if finite(value) else str(value)


def stored(value: mpq) -> str:
    """How a key stores a value: exactly if it is a decimal of up to 40 digits, else 20 figures."""
    if finite(value):
        text = exact(value)
        if len(text) <= 40:
            return text
    return rounded(value, KEY_FIGURES)


def outward(value: mpq, up: bool, figures: int = 12) -> str:
    """A bound as a decimal that errs to the student's side by at most one in the 12th figure."""
    if value.denominator == 1 or value == 0:
        return str(value.numerator)
    places = max(figures - 1 - exponent10(value), 0)
    scaled = shift10(value, places)
    floor = scaled.numerator // scaled.denominator
    whole = floor + 1 if up and scaled.denominator != 1 else floor
    text = fixed(shift10(mpq(whole), -places), places)
    return text.rstrip("0").rstrip(".") if "." in text else text


def grouped(text: str) -> str:
    """Commas between groups of three before the point: "70553706496" -> "70,553,706,496".

    Four digits stay together ("8192"), as in the field's own tables.
    """
    sign, digits = ("-", text[1:]) if text.startswith("-") else ("", text)
    whole, point, rest = digits.partition(".")
    if len(whole) > 4 and whole.isdigit():
        whole = f"{int(whole):,}"
    return sign + whole + point + rest
