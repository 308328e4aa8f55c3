"""Sets and sequences of values, judged without a key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gmpy2 import mpq

from exgen import units
from exgen.errors import ExgenError
from exgen.grading.case import (
    Case,
    Sheet,
    Tolerance,
    Verdict,
    Word,
    box_unit,
    half_width,
    plain_json,
    tolerance_of,
)
from exgen.grading.case_quantity import ascii_text
from exgen.grading.rounding import same_figures
from exgen.grading.sets import Listed, read_set

if TYPE_CHECKING:
    from exgen.grading.answer import Reading


def judge_set_case(case: Case, sheet: Sheet) -> Verdict:
    """Raises ExgenError where the case itself is at fault."""
    right = plain_json(bytes(case.right))
    if not isinstance(right, list):
        raise ExgenError("right is no list")
    unit, tolerance = box_unit(case.unit), tolerance_of(bytes(case.tolerance))
    wanted = [number_of(each, unit) for each in right]
    answer = read_set(case.text, unit, sign=case.decimal or sheet.decimal)
    if not isinstance(answer, Listed):
        return Verdict(case.id, "invalid", None, (getattr(answer, "message", "nothing was typed"),))
    word = _word(answer.items, wanted, unit, tolerance, case.ordered)
    notices = (*answer.notices, *(notice for item in answer.items for notice in item.notices))
    if (
        word == "correct"
        and unit != "1"
        and not sheet.unit_assumed
        and not all(item.had_unit for item in answer.items)
    ):
        word, notices = "needs_unit", (*notices, "the unit is missing")
    return Verdict(case.id, word, [_shown(item) for item in answer.items], notices)


def number_of(said: object, unit: str) -> mpq:
    """A value of the right answer in the unit of the box. Raises ExgenError."""
    if isinstance(said, str):
        value, own = units.quantity(said)
        return value if own.text == "1" else value * own.factor / units.unit(unit).factor
    if isinstance(said, bool) or not isinstance(said, (int, type(mpq()))):
        raise ExgenError("right holds what is no number")
    return mpq(said)


def near(value: mpq, right: mpq, tolerance: Tolerance) -> bool:
    """Whether a value counts as the right one."""
    if tolerance.sigfigs is not None:
        return same_figures(value, right, tolerance.sigfigs)
    return bool(abs(value - right) <= half_width(right, tolerance))


def _word(
    given: tuple[Reading, ...], wanted: list[mpq], unit: str, tolerance: Tolerance, ordered: bool
) -> Word:
    box = units.unit(unit)
    values = [
        item.value / box.factor if item.dimension == box.dimension else None for item in given
    ]

    def same(value: mpq | None, right: mpq) -> bool:
        return value is not None and near(value, right, tolerance)

    if ordered:
        alike = len(values) == len(wanted) and all(map(same, values, wanted))
        return "correct" if alike else "incorrect"
    hit = [any(same(value, right) for value in values) for right in wanted]
    extra = [value for value in values if not any(same(value, right) for right in wanted)]
    if all(hit) and not extra:
        return "correct"
    return "partial" if any(hit) else "incorrect"


def _shown(item: Reading) -> object:
    """A number as a number, a quantity as text."""
    text = ascii_text(item.reads_as)
    try:
        return (
            float(text)
            if item.unit == "1" and "." in text
            else int(text)
            if item.unit == "1"
            else text
        )
    except ValueError:
        return text
