"""A numeral as people spell it -> its value, or why not.

A sheet has one decimal sign; the other of point and comma may only group. Groups have three digits
(or, before the last group, two: 12,34,567), separated by comma, blank or apostrophe. A sign that
cannot group is a decimal sign all the same ("41,8"), and is taken as such.
"""

from __future__ import annotations

import re
from typing import Literal

import msgspec
from gmpy2 import mpq

from exgen.errors import ExgenError

DecimalSign = Literal[".", ","]

MAX_DIGITS = 40
MAX_EXPONENT = 64

NUMERAL = r"(?:\d{1,3}(?:[ '_]\d{3})+(?!\d)|\d+)(?:[.,]\d+)*(?:\.(?=\s|[^\d.,]|$))?|[.,]\d+"
"""The shape of a numeral inside a text, without sign and exponent; `value` decides."""

EXPONENT = r"(?: ?[eE] ?[+-]?\d+)"

_PLAIN = re.compile(r"\d+(?:\.\d*)?|\.\d+")
_GROUPS = {
    group: re.compile(
        r"[1-9]\d{{0,2}}(?:{0}\d{{3}})+|[1-9]\d?(?:{0}\d{{2}})+{0}\d{{3}}".format(re.escape(group))
    )
    for group in ",. '_"
}
_ONE_GROUP = {sign: re.compile(rf"[1-9]\d{{0,2}}\{sign}\d{{3}}") for sign in ".,"}
_DECIMAL = {sign: re.compile(rf"\d*\{sign}\d*") for sign in ".,"}
_PAIRS: dict[DecimalSign, tuple[tuple[str, str], ...]] = {
    ".": ((",", "."), (" ", "."), (" ", ","), ("'", "."), ("_", "."), (".", ",")),
    ",": ((".", ","), (" ", ","), (" ", "."), ("'", ","), ("_", ","), (",", ".")),
}
"""By decimal sign: what may group, with the decimal sign that may follow."""


class Numeral(msgspec.Struct, frozen=True):
    """The value, its digits without groups ("1234.50"), and the value of the other reading."""

    value: mpq
    digits: str
    other: mpq | None = None


def numeral(text: str, sign: DecimalSign = ".") -> Numeral:
    """`1,234.5`, `1 234,5`, `4.18e-2`. Raises ExgenError."""
    mantissa, _, exponent = (
        text.replace("E", "e").replace(" e", "e").replace("e ", "e").partition("e")
    )
    if (
        len(mantissa) > MAX_DIGITS + 20
        or len(exponent) > 4
        or abs(int(exponent or 0)) > MAX_EXPONENT
    ):
        raise ExgenError(f"the number {text[:20]}… is too long or too large")
    digits, other = _digits(mantissa, sign)
    if len(digits) > MAX_DIGITS + 1:
        raise ExgenError(f"the number {text[:20]}… has more than {MAX_DIGITS} digits")
    tail = f"e{exponent}" if exponent else ""
    return Numeral(
        _exact(digits, tail), digits + tail, None if other is None else _exact(other, tail)
    )


def _exact(digits: str, tail: str) -> mpq:
    return mpq((digits + "0" if digits.endswith(".") else "0" + digits) + tail)


def _digits(text: str, sign: DecimalSign) -> tuple[str, str | None]:
    """(digits with a point, the other reading)."""
    if _PLAIN.fullmatch(text) and (sign == "." or "." not in text):
        return text, _as_group(text, ".") if "." in text else None
    for group, decimal in _PAIRS[sign]:
        if group in text:
            found = _grouped(text, group, decimal, sign)
            if found:
                return found
    for decimal in (sign, "," if sign == "." else "."):
        if text != decimal and _DECIMAL[decimal].fullmatch(text):
            return text.replace(decimal, "."), _as_group(text, decimal)
    raise ExgenError(f"{text!r} is not a number")


def _grouped(
    text: str, group: str, decimal: str, sign: DecimalSign
) -> tuple[str, str | None] | None:
    """The digits if `group` groups them and `decimal` may follow; None if they do not."""
    whole, found, rest = text.partition(decimal)
    alone = not found and text.count(group) == 1
    if group == sign and alone:
        return None  # one decimal sign is a decimal sign
    if not _GROUPS[group].fullmatch(whole) or (rest and not rest.isdigit()):
        return None
    other = text.replace(group, ".") if alone and group in ".," else None
    return whole.replace(group, "") + ("." + rest if found else ""), other


def _as_group(text: str, sign: str) -> str | None:
    """The digits if the sign grouped them, None if it cannot."""
    return text.replace(sign, "") if _ONE_GROUP[sign].fullmatch(text) else None
