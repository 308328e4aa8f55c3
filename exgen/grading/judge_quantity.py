"""A quantity, or "none", against its closed interval, its slips, and the student's earlier answers.

The order of the rules is the order in which they favour the student: right, right continuation of
an own earlier error, a slip we know, right digits in a wrong unit, wrong.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec
from gmpy2 import mpq

from exgen import units
from exgen.grading.follow import follows_from
from exgen.grading.judgement import ONE, ZERO, Judgement, Verdict
from exgen.grading.near_misses import ROUNDED, near_miss
from exgen.grading.unit_names import named
from exgen.grading.unit_slips import RECIPROCAL, is_reciprocal, unit_slip

if TYPE_CHECKING:
    from collections.abc import Iterator

    from exgen.grading.answer import Absent, Reading
    from exgen.grading.background import Background
    from exgen.key import Outcome, Part


def judge_absent(part: Part, answer: Absent, known: Background) -> Judgement:
    if not part.exists:
        return Judgement("right", ONE, "Right: there is none.", f"none, as {part.none_when}")
    return _follow_through(part, answer, known) or Judgement(
        "wrong", ZERO, "Here the quantity does exist.", f"none, but {part.shown} exists"
    )


def judge_quantity(part: Part, answer: Reading, known: Background) -> Judgement:
    box = units.unit(part.unit)
    fits = answer.dimension == box.dimension
    number = answer.value / box.factor
    notices: tuple[str, ...] = ()
    if part.exists and fits:
        lo, hi = _interval(part.lo, part.hi)
        notices = _counts_notice(part, answer)
        if lo <= number <= hi:
            return Judgement(
                "right",
                ONE,
                "Right.",
                f"inside [{part.lo}, {part.hi}] {part.unit}",
                notices=notices,
            )
    if fits:
        found = _follow_through(part, answer, known) or _slip(part, number)
        if found:
            return msgspec.structs.replace(found, notices=notices)
    found = _unit(part, answer, number, fits) if part.exists else None
    found = found or _wrong(part, answer, fits)
    return msgspec.structs.replace(found, notices=(*notices, *_other_reading(part, answer)))


@lru_cache(maxsize=4096)
def _interval(lo: str, hi: str) -> tuple[mpq, mpq]:
    return units.number(lo), units.number(hi)


def _follow_through(part: Part, answer: Reading | Absent, known: Background) -> Judgement | None:
    wrong = follows_from(part, answer, known) if known.own else ()
    if not wrong:
        return None
    said = " and ".join(f"{name} = {known.own[name].reads_as}" for name in wrong)
    share = mpq(known.policy.follow_through)
    feedback = f"A right continuation of your own {said}."
    return Judgement("follow_through", share, feedback, f"{part.law} with {said}", outcomes=wrong)


def _slip(part: Part, number: mpq) -> Judgement | None:
    """The known wrong answer whose interval holds the number; the closest if there are several."""
    hits = sorted(_near(part, number), key=lambda hit: hit[0])
    if not hits:
        return None
    best = hits[0][1]
    verdict: Verdict = "unit" if best.kind == "unit" else "slip"
    rule = f"inside [{best.lo}, {best.hi}] {part.unit} of {best.id}"
    ids = tuple(outcome.id for _, outcome in hits)
    return Judgement(verdict, mpq(best.credit), best.says, rule, best.id, ids)


def _near(part: Part, number: mpq) -> Iterator[tuple[mpq, Outcome]]:
    """Outcomes that the number may be, with the distance. An exact one may be written rounded,
    unless the right answer is nearer.
    """
    for outcome in part.outcomes:
        lo, hi = _interval(outcome.lo, outcome.hi)
        if lo == hi:
            lo, hi = lo - abs(lo) * ROUNDED, hi + abs(hi) * ROUNDED
        if lo <= number <= hi:
            distance = abs(units.number(outcome.value) - number)
            if not part.value or distance < abs(units.number(part.value) - number):
                yield distance, outcome


def _unit(part: Part, answer: Reading, number: mpq, fits: bool) -> Judgement | None:
    """Right digits in another unit, or right but for a prefix."""
    lo, hi = _interval(part.lo, part.hi)
    asked = "a bare number" if part.unit == "1" else part.unit
    if answer.had_unit and lo <= answer.number <= hi:
        feedback = (
            f"The digits are right, the unit is not: asked in {asked}, answered in {answer.unit}."
        )
        return Judgement("unit", ZERO, feedback, "right digits in another unit", "unit")
    if part.unit == "%" and not answer.had_unit and lo <= answer.number * 100 <= hi:
        feedback = "Right as a fraction; the box is in %."
        return Judgement(
            "unit", ZERO, feedback, "a fraction in a box of per cent", "fraction_for_percent"
        )
    slip = (
        unit_slip(number, lo, hi, answer.dimension)
        if fits and number and part.unit != "1"
        else None
    )
    if slip:
        return Judgement(
            "unit", ZERO, slip.says, f"times {slip.factor} it is right", slip.id, (slip.id,)
        )
    if _upside_down(part, answer, lo, hi, fits):
        return Judgement(
            "unit",
            ZERO,
            RECIPROCAL.says,
            "its reciprocal is right",
            RECIPROCAL.id,
            (RECIPROCAL.id,),
        )
    return None


def _upside_down(part: Part, answer: Reading, lo: mpq, hi: mpq, fits: bool) -> bool:
    """`41.8 ms/token` for 23.9 token/s; or, without a unit, 0.0418."""
    box = units.unit(part.unit)
    inverse = answer.dimension == tuple((name, -power) for name, power in box.dimension)
    if box.dimension and inverse:
        return is_reciprocal(answer.value, lo * box.factor, hi * box.factor)
    return fits and not answer.had_unit and is_reciprocal(answer.number, lo, hi)


def _wrong(part: Part, answer: Reading, fits: bool) -> Judgement:
    if not part.exists:
        return Judgement(
            "wrong", ZERO, "Here there is no such quantity.", f"a number, but {part.none_when}"
        )
    if not fits:
        asked, typed = (
            units.describe(d) for d in (units.unit(part.unit).dimension, answer.dimension)
        )
        feedback = f"Another kind of quantity: asked in {asked}, answered in {typed}."
        return Judgement("wrong", ZERO, feedback, "another dimension", "dimension")
    rule = f"outside [{part.lo}, {part.hi}] {part.unit} and of every slip"
    number = answer.value / units.unit(part.unit).factor
    id, says = near_miss(answer, number, units.number(part.value), _interval(part.lo, part.hi))
    return Judgement("wrong", ZERO, says or "Not the right value.", rule, id)


def _counts_notice(part: Part, answer: Reading) -> tuple[str, ...]:
    """`ms` where `ms/token` is asked: the same quantity, but worth saying."""
    if answer.unit == part.unit or named(answer.unit).counts == named(part.unit).counts:
        return ()
    return (f"the unit {answer.unit} was taken for {part.unit}",)


def _other_reading(part: Part, answer: Reading) -> tuple[str, ...]:
    if (
        answer.other is None
        or not part.exists
        or answer.dimension != units.unit(part.unit).dimension
    ):
        return ()
    lo, hi = _interval(part.lo, part.hi)
    if lo <= answer.other / units.unit(part.unit).factor <= hi:
        return (f"read as {answer.reads_as}; with point and comma the other way it would be right",)
    return ()
