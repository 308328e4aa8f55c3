"""Other spellings of the same value -> the one that `pieces` reads: `$2.50/h`, `x 10^-2`."""

from __future__ import annotations

import re

from exgen.errors import ExgenError
from exgen.grading.numeral import EXPONENT, NUMERAL
from exgen.grading.pieces import RUN

_CURRENCY = re.compile(rf"^([+-]?) ?(?:US\$|USD|\$) ?(-?)({NUMERAL})({EXPONENT})?(?: ?(k|M|thousand|million|billion)\b)?(.*)$")  # fmt: skip
_TIMES = re.compile(r"(?<=[\d)]) ?[xX] ?(?=[\d(])")
_SCIENTIFIC = re.compile(rf"({NUMERAL}) ?(?:\* ?| )10 ?(?:\^|\*\*) ?\(?([+-]?\d\d?)\)?(?![\d.,^*])")
_BRACKETED = re.compile(rf"(?<=[\d ])[\[(] ?({RUN}) ?[\])]$")
_OVER_UNIT = re.compile(rf"^\(\(([^()]*)\)/\(({RUN})\)\)$")
_HEXADECIMAL = re.compile(r"\b0[xX][0-9a-fA-F]")
_PREFIX_APART = re.compile(r"\b(kilo|mega|giga|tera|peta|exa|zetta|yotta|milli|micro|nano|kibi|mebi|gibi|tebi)[ -](?=[A-Za-z])", re.IGNORECASE)  # fmt: skip

_PLAIN = tuple(
    (re.compile(pattern, re.IGNORECASE), by)
    for pattern, by in (
        (r"\bper cent\b", "%"),
        (r"\bper mille?\b", "‰"),
        (r" per |(?<=\d) ?per ", "/"),
        (r"\bfloating[ -]point operations?\b", "FLOP"),
        (r"\b(?:u\.?s\.? )(?=dollars?)", ""),
        (r"\b(?:gpu|card|accelerator)[- ]?(?=(?:hours?|hrs?|h)\b)", ""),
        (r"\bpct\.", "%"),
        (r"\bsqrt ?(?=[\d.])([\d.]+)", r"sqrt(\1)"),
    )
)
_ANY_WORD = re.compile(
    r"per|point|dollar|gpu|card|accel|pct|sqrt"
    r"|(?:kilo|mega|giga|tera|peta|exa|zetta|yotta|milli|micro|nano|kibi|mebi|gibi|tebi)[ -]",
    re.IGNORECASE,
)
_POWER_OF_UNIT = re.compile(r"(?<=[A-Za-zµ]) ?\*\* ?(?=-?\d)")
_BARE_POWER = re.compile(r"(?<=[A-Za-z])([ *])(s|sec|B|byte|tok|token)-([12])\b")


def respelled(text: str) -> str:
    """Raises ExgenError for a hexadecimal number."""
    if _HEXADECIMAL.search(text):
        raise ExgenError("a hexadecimal number is not read")
    if "$" in text or "USD" in text:
        currency = _CURRENCY.match(text)
        if currency:
            sign, minus, number, power, scale, rest = currency.groups()
            text = f"{sign}{minus}{number}{power or ''}{f' {scale}' if scale else ''} ${rest}"
            text = re.sub(r" (k|M) \$", r" \1$", text)
    if "(" in text or "[" in text:
        text = _OVER_UNIT.sub(r"\1/\2", _BRACKETED.sub(r" \1", text))
    if _ANY_WORD.search(text):
        for pattern, by in _PLAIN:
            text = pattern.sub(by, text)
        text = _PREFIX_APART.sub(r"\1", text)
    if "**" in text or "-" in text:
        text = _BARE_POWER.sub(r"\1\2^-\3", _POWER_OF_UNIT.sub("^", text))
    if "x" in text or "X" in text:
        text = _TIMES.sub("*", text)
    if "10" in text:
        text = _SCIENTIFIC.sub(r"\1e\2", text)
    return re.sub(" +", " ", text) if "  " in text else text
