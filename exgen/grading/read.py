"""One box as typed -> what a fair teacher would read, or what was not understood. Never eval.

Failing is a value (`NotUnderstood`), not an exception, whatever the text. A number without a unit
is in the unit printed beside the box. Plain spellings (`41.8 ms`) take a short way; everything else
is spelled out in ASCII first and then read by the law grammar.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec
from gmpy2 import mpq

from exgen import units
from exgen.errors import ExgenError
from exgen.grading.answer import Absent, Blank, Chosen, Formula, NotUnderstood, Reading
from exgen.grading.arithmetic import calculate
from exgen.grading.choices import chosen
from exgen.grading.formula import formula
from exgen.grading.number_text import short
from exgen.grading.numeral import NUMERAL, DecimalSign
from exgen.grading.short_way import one_number
from exgen.grading.spelling import MAX_TYPED, plain
from exgen.grading.trimmings import trimmed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_NONE = re.compile(
    r"none|no|never|nowhere|(it )?does ?n[o']t exist|there is (none|no .{1,40})|no such .{1,40}"
    r"|no solution|not possible|impossible",
    re.IGNORECASE,
)
_NO_ANSWER = re.compile(
    r"n/?a|n\.a\.|-+|\?+|null|nil|nan.*|[+-]?inf.*|∞|true|false|yes|unknown|idk|tbd|x+",
    re.IGNORECASE,
)
_TWO_UNITS = re.compile(rf"^(\d+) ?([A-Za-zµ]+) ?({NUMERAL}) ?([A-Za-zµ]+)$")


def read_quantity(
    text: str, unit: str = "1", *, can_be_none: bool = False, sign: DecimalSign = "."
) -> Reading | Absent | Blank | NotUnderstood:
    """A quantity beside whose box `unit` is printed; `sign` is the decimal sign of the sheet."""
    if len(text) > MAX_TYPED:
        return NotUnderstood(f"{len(text)} characters; at most {MAX_TYPED} are read")
    return _read(text, unit, can_be_none, sign)


@lru_cache(maxsize=1 << 15)  # a class writes the same answers again and again
def _read(
    text: str, unit: str, can_be_none: bool, sign: DecimalSign
) -> Reading | Absent | Blank | NotUnderstood:
    try:
        return one_number(text, unit, sign) or _long_way(text, unit, can_be_none, sign)
    except ExgenError as error:
        return NotUnderstood(str(error))


def read_formula(text: str, names: Sequence[str]) -> Formula | Blank | NotUnderstood:
    """An expression in the declared names."""
    try:
        clean = plain(text)
        return formula(clean, tuple(names)) if clean else Blank()
    except ExgenError as error:
        return NotUnderstood(str(error))


def read_choice(text: str, options: Mapping[str, str]) -> Chosen | Blank | NotUnderstood:
    """One letter; `options` is letter -> text of the option."""
    answer = read_choices(text, options)
    if isinstance(answer, Chosen) and len(answer.letters) != 1:
        return NotUnderstood(f"{answer.reads_as} are {len(answer.letters)} letters; choose one")
    return answer


def read_choices(text: str, options: Mapping[str, str]) -> Chosen | Blank | NotUnderstood:
    """Any number of letters; `options` is letter -> text of the option."""
    try:
        clean = plain(text)
        return chosen(clean, options) if clean else Blank()
    except ExgenError as error:
        return NotUnderstood(str(error))


def _long_way(
    text: str, unit: str, can_be_none: bool, sign: DecimalSign
) -> Reading | Absent | Blank | NotUnderstood:
    if text[:1] == "\t" and text.lstrip()[:1] == "=":
        raise ExgenError("a tab and = begin a spreadsheet's formula")
    clean = plain(text)
    if not clean:
        return Blank()
    if _NONE.fullmatch(clean.rstrip(".!")):
        return Absent() if can_be_none else NotUnderstood('"none" is not a possible answer here')
    if _NO_ANSWER.fullmatch(clean):
        return NotUnderstood(
            f"{clean[:20]!r} is no answer"
            + ("; write none if there is none" if can_be_none else "")
        )
    clean, notices = trimmed(clean)
    reading = (
        one_number(clean, unit, sign)
        or _two_units(clean, unit, sign)
        or calculate(clean, unit, sign)
    )
    return _with_notices(reading, notices)


def _with_notices(reading: Reading, notices: list[str]) -> Reading:
    return msgspec.structs.replace(reading, notices=(*notices, *reading.notices))


def _two_units(text: str, unit: str, sign: DecimalSign) -> Reading | None:
    """`2 min 5 s`: a whole number of one unit and less than one of it in a smaller."""
    match = _TWO_UNITS.match(text)
    if not match or match[4].lower() == "per":
        return None
    try:
        first = calculate(f"{match[1]} {match[2]}", unit, sign)
        second = calculate(f"{match[3]} {match[4]}", unit, sign)
    except ExgenError:
        return None
    whole = first.value / first.number if first.number else mpq(0)
    if first.dimension != second.dimension or not 0 <= second.value < whole:
        return None
    beside = units.unit(unit)
    value, same = first.value + second.value, first.dimension == beside.dimension
    factor = beside.factor if same else whole
    name = beside.text if same else first.unit
    shown = f"{first.reads_as} + {second.reads_as} = {short(value / factor)} {name}"
    return Reading(value, value / factor, name, first.dimension, True, shown)
