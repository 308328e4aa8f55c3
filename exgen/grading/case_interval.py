"""Intervals, judged without a key."""

from __future__ import annotations

from typing import Any

from exgen import units
from exgen.errors import ExgenError
from exgen.grading.case import Case, Sheet, Tolerance, Verdict, box_unit, plain_json, tolerance_of
from exgen.grading.case_quantity import ascii_text
from exgen.grading.case_set import near, number_of
from exgen.grading.intervals import Between, End, read_interval

_INFINITIES = ("inf", "-inf", "+inf", None)


def judge_interval_case(case: Case, sheet: Sheet) -> Verdict:
    """Raises ExgenError where the case itself is at fault."""
    right = plain_json(bytes(case.right))
    if not isinstance(right, dict) or not {"lo", "hi"} <= set(right):
        raise ExgenError("right is no interval: lo, hi, lo_closed, hi_closed")
    unit, tolerance = box_unit(case.unit), tolerance_of(bytes(case.tolerance))
    answer = read_interval(case.text, unit, sign=case.decimal or sheet.decimal)
    if not isinstance(answer, Between):
        return Verdict(case.id, "invalid", None, (getattr(answer, "message", "nothing was typed"),))
    reads_as = {
        "lo": _shown(answer.lo), "hi": _shown(answer.hi),
        "lo_closed": answer.lo.closed, "hi_closed": answer.hi.closed,
    }  # fmt: skip
    ends = ((answer.lo, right["lo"]), (answer.hi, right["hi"]))
    if not all(_same(end, wanted, unit, tolerance) for end, wanted in ends):
        return Verdict(case.id, "incorrect", reads_as, answer.notices)
    if (answer.lo.closed, answer.hi.closed) != (
        right.get("lo_closed") is True,
        right.get("hi_closed") is True,
    ):
        notice = "the ends are right; whether they belong to the interval is not"
        return Verdict(case.id, "partial", reads_as, (*answer.notices, notice))
    typed = [end.reading for end in (answer.lo, answer.hi) if end.reading]
    if unit != "1" and not sheet.unit_assumed and not any(reading.had_unit for reading in typed):
        return Verdict(case.id, "needs_unit", reads_as, (*answer.notices, "the unit is missing"))
    return Verdict(case.id, "correct", reads_as, answer.notices)


def _same(end: End, wanted: Any, unit: str, tolerance: Tolerance) -> bool:
    if wanted in _INFINITIES:
        return end.value is None
    return end.value is not None and near(
        end.value / units.unit(unit).factor, number_of(wanted, unit), tolerance
    )


def _shown(end: End) -> Any:
    text = ascii_text(end.reads_as)
    if end.reading is None or end.reading.unit != "1":
        return text
    value = end.reading.value
    return int(value) if value.denominator == 1 else float(value)
