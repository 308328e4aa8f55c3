"""One number and one unit, and nothing else: what nearly every answer is, read without detours.

`41.8 ms`, `≈ 4.18·10⁻² s`, `1 234,5 GB/s`. None means: take the long way, which also knows how to
say what is not understood. Both ways must read the same; a test compares them.
"""

from __future__ import annotations

import re

from gmpy2 import mpq

from exgen import units
from exgen.errors import ExgenError
from exgen.grading.answer import Reading
from exgen.grading.number_text import short
from exgen.grading.numeral import EXPONENT, NUMERAL, DecimalSign, numeral
from exgen.grading.unit_names import Named, named
from exgen.grading.unit_words import is_scale

LONGEST = 100
_UNIT = r"([A-Za-zµ%$€][A-Za-zµ%$€/]*)"
_PLAIN = re.compile(
    rf"[ =~]*([+-]?)(?=\.?\d)(\d{{0,20}})(?:\.(\d{{1,20}}))?(?:[eE]([+-]?\d\d?))? ?{_UNIT}? *\.?",
    re.ASCII,
)
_ANY = re.compile(rf"[ =~]*([+-]?) ?({NUMERAL})({EXPONENT})? ?{_UNIT}? *\.?", re.ASCII)
_TIMES_TEN = re.compile(r"(?<=\d) ?[xX*] ?10 ?(?:\^|\*\*) ?\(?([+-]?\d\d?)\)?(?![\d.,^*])")
_RAISED = re.compile("[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
_SUPERSCRIPT = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
_ALIKE = str.maketrans(
    dict.fromkeys("\u00a0\u2009\u202f", " ")
    | dict.fromkeys("×⋅·", "*")
    | {"μ": "µ", "−": "-", "≈": "~", "’": "'"}
)


def one_number(text: str, unit: str, sign: DecimalSign) -> Reading | None:
    """A number with or without a unit; `unit` is printed beside the box."""
    if len(text) > LONGEST:
        return None
    if not text.isascii():
        text = _RAISED.sub(_raised, text.translate(_ALIKE))
    if "10" in text:
        text = _TIMES_TEN.sub(r"e\1", text, 1)
    match = _PLAIN.fullmatch(text) if sign == "." else None
    return _plain(match, unit) if match else _any(text, unit, sign)


def _raised(match: re.Match[str]) -> str:
    return f"^{match[0].translate(_SUPERSCRIPT)}"


def _plain(match: re.Match[str], unit: str) -> Reading | None:
    """ASCII digits with a point at most."""
    minus, whole, rest, power, typed_unit = match.groups()
    found = _named(typed_unit, unit)
    if found is None:
        return None
    digits = f"{whole or '0'}.{rest}" if rest else whole
    if power:
        digits += f"e{power}"
    number = mpq("-" + digits if minus == "-" else digits)
    other = None
    if rest and len(rest) == 3 and not power and len(whole) <= 3 and whole[:1] not in ("0", ""):
        other = number * 1000
    return _reading(number, other, digits, f"{minus.strip('+')}{digits}", found, bool(typed_unit))


def _any(text: str, unit: str, sign: DecimalSign) -> Reading | None:
    """A numeral with groups or a decimal comma."""
    match = _ANY.fullmatch(text)
    found = _named(match[4], unit) if match else None
    if match is None or found is None:
        return None
    try:
        read = numeral(match[2] + (match[3] or ""), sign)
    except ExgenError:
        return None
    minus = match[1] == "-"
    number, other = (-read.value if minus else read.value), read.other
    return _reading(
        number,
        -other if minus and other is not None else other,
        read.digits,
        short(number),
        found,
        bool(match[4]),
    )


def _named(typed: str | None, unit: str) -> Named | None:
    if typed and (is_scale(typed) or typed == "B") and not units.unit(unit).dimension:
        return None  # 7B weights are 7 billion
    try:
        return named(typed or unit, unit)
    except ExgenError:
        return None


def _reading(
    number: mpq, other: mpq | None, digits: str, shown: str, unit: Named, had_unit: bool
) -> Reading:
    factor = unit.factor
    return Reading(
        number * factor, number, unit.text, unit.dimension, had_unit,
        shown if unit.text == "1" else f"{shown} {unit.text}", digits,
        None if other is None else other * factor, unit.notices if had_unit else (),
    )  # fmt: skip
