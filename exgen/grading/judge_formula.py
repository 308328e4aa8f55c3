"""A formula against the right one: equal, equal but for a factor, different, or not decided."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from exgen.expression.parse import parse
from exgen.grading.equality import Target, equal, ratio, target
from exgen.grading.functions import settled
from exgen.grading.judgement import ONE, ZERO, Judgement
from exgen.grading.number_text import short

if TYPE_CHECKING:
    from exgen.grading.answer import Formula

ALMOST = 1e-3  # a constant factor this near to 1 comes from rounding
BEYOND = 10**6


@lru_cache(maxsize=1024)
def right_formula(law: str) -> Target:
    """The right formula of a part, from its law."""
    return target(settled(parse(law)))


def judge_formula(answer: Formula, right: Target) -> Judgement:
    """Right only if equal for all positive values; a comparison that fails goes to a person."""
    same, says = equal(answer.tree, answer.facts, right), right.says
    if same is None:
        feedback = "Could not be compared by program; a person must look."
        return Judgement("undecided", ZERO, feedback, f"could not be compared with {says}")
    if same:
        return Judgement("right", ONE, "Right.", f"equal to {says} at every point tried")
    rule = f"differs from {says}"
    if answer.other is not None and equal(answer.other, answer.facts, right):
        notices = ("with log as the logarithm to base 2 it would be right; write log2",)
        return Judgement(
            "wrong",
            ZERO,
            "Right but for the base of the logarithm.",
            rule,
            "log_base",
            notices=notices,
        )
    factor = ratio(answer.tree, answer.facts, right)
    if factor is None:
        return Judgement("wrong", ZERO, "Not equal to the right formula.", rule)
    if abs(factor - 1) < ALMOST:
        notices = ("equal but for a rounded number; formulas are compared exactly",)
        return Judgement(
            "wrong",
            ZERO,
            "Right but for a rounded number.",
            rule,
            "rounded_number",
            notices=notices,
        )
    if 1 / BEYOND <= abs(factor) <= BEYOND:
        feedback = (
            f"Right but for a constant factor: this is {short(factor)} times the right formula."
        )
        return Judgement("wrong", ZERO, feedback, rule, "constant_factor")
    return Judgement("wrong", ZERO, "Not equal to the right formula.", rule)
