"""A number, with or without a unit, judged without a key."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from gmpy2 import mpq

from exgen import units
from exgen.errors import ExgenError
from exgen.expression.decimals import exact, finite
from exgen.grading.answer import Reading
from exgen.grading.case import (
    Case,
    Sheet,
    Tolerance,
    Verdict,
    box_unit,
    half_width,
    plain_json,
    tolerance_of,
)
from exgen.grading.judge import judge
from exgen.grading.read import read_quantity
from exgen.grading.rounding import same_figures, shown
from exgen.grading.unit_names import named
from exgen.key import Part

if TYPE_CHECKING:
    from exgen.grading.case import Word
    from exgen.grading.judgement import Judgement


def judge_quantity_case(case: Case, sheet: Sheet) -> Verdict:
    """Raises ExgenError where the case itself is at fault."""
    box, tolerance, right = _box(bytes(case.right), case.unit, bytes(case.tolerance))
    answer = read_quantity(case.text, box.unit, sign=case.decimal or sheet.decimal)
    judgement = judge(box, answer)
    if not isinstance(answer, Reading):
        return Verdict(case.id, "invalid", None, (*judgement.notices, judgement.feedback))
    word, notices = _word(answer, judgement, box, sheet.unit_assumed)
    notices = (*judgement.notices, *notices)
    if tolerance.sigfigs is not None:
        word, notices = _with_figures(case, answer, right, tolerance, word, notices)
    reads_as = ascii_text(answer.reads_as)
    if not answer.had_unit and not sheet.unit_assumed and box.unit != "1":
        reads_as = reads_as.removesuffix(box.unit.translate(_ASCII)).rstrip()
    return Verdict(case.id, word, reads_as, notices)


@lru_cache(maxsize=4096)
def _box(right: bytes, unit: str | None, tolerance: bytes) -> tuple[Part, Tolerance, mpq]:
    """The case as a part of a key."""
    said = plain_json(right)
    if isinstance(said, str):
        value, own = units.quantity(said)
        unit = unit or own.text
    elif isinstance(said, bool) or not isinstance(said, (int, type(mpq()))):
        raise ExgenError("right is no number")
    else:
        value = mpq(said)
    within = tolerance_of(tolerance)
    half = half_width(value, within)
    if within.sigfigs is not None:
        half = abs(value) / mpq(10) ** (within.sigfigs - 1)  # wide enough; the figures decide
    part = Part(
        id="x", label="a", kind="quantity", ask="", unit=box_unit(unit), marks="1",
        value=_text(value), shown="", exists=True, can_be_none=False,
        lo=_text(value - half), hi=_text(value + half), tolerance="", law="",
        none_when="", uses=(), in_terms_of=(), outcomes=(), options=(), derivation=(),
    )  # fmt: skip
    return part, within, value


def _text(value: mpq) -> str:
    return exact(value) if finite(value) else str(value)


def _word(
    answer: Reading, judgement: Judgement, box: Part, unit_assumed: bool
) -> tuple[Word, tuple[str, ...]]:
    """The verdict of the corpus for the one of a sheet, which prints the unit beside the box."""
    told = (judgement.feedback,) if judgement.outcome else ()
    right = judgement.verdict == "right"
    if not answer.had_unit and box.unit != "1" and not unit_assumed:
        if right:
            return "needs_unit", ("the unit is missing",)
        return "incorrect", told
    if right:
        other = other_count(answer.unit, box.unit)
        return ("correct_value_wrong_unit", (other,)) if other else ("correct", ())
    if judgement.outcome == "unit" and box.unit != "1":
        return "correct_value_wrong_unit", told
    if judgement.outcome == "unit" and answer.dimension:
        return "correct", (f"no unit is asked; {answer.unit} does not count",)
    return "incorrect", told


@lru_cache(maxsize=1024)
def other_count(typed: str, asked: str) -> str:
    """Why the unit counts something else, `request/s` for `token/s`; empty where it does not."""
    kinds = [{_SAME.get(name, name) for name, _ in named(unit).counts} for unit in (typed, asked)]
    if not all(kinds) or kinds[0] == kinds[1]:
        return ""
    counted, wanted = (", ".join(sorted(kind)) for kind in kinds[:2])
    return f"the digits are right, but the unit counts {counted}, not {wanted}"


_SAME = {"param": "weight", "sample": "sequence", "seq": "sequence", "request": "sequence"}


def _with_figures(
    case: Case,
    answer: Reading,
    right: mpq,
    tolerance: Tolerance,
    word: Word,
    notices: tuple[str, ...],
) -> tuple[Word, tuple[str, ...]]:
    """Right if both sides are equal when rounded; `strict`: the answer shows so many figures."""
    figures = tolerance.sigfigs or 1
    if word not in ("correct", "needs_unit"):
        return word, notices
    number = answer.value / units.unit(box_unit(case.unit)).factor
    if not same_figures(number, right, figures):
        return "incorrect", (
            *notices,
            f"not equal when rounded to {figures} figures, halves away from zero",
        )
    if not tolerance.strict:
        return word, notices
    least, most = shown(answer.digits) if answer.digits else (0, 0)
    if not least <= figures <= most:
        said = f"shows {most}" if answer.digits else "is a calculation"
        return "incorrect", (
            *notices,
            f"the value is right, but the number {said}; {figures} figures are asked",
        )
    return word, notices


_ASCII = str.maketrans({"µ": "u", "·": "*", "−": "-", "\u00a0": " ", "€": "EUR"})


def ascii_text(shown: str) -> str:
    """The value alone, in plain ASCII."""
    value = shown.rpartition(" = ")[2] if "=" in shown else shown
    return value if value.isascii() else value.translate(_ASCII)
