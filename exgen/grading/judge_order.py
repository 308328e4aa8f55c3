"""A ranking against the right one, pair by pair; a known wrong ranking is named."""

from __future__ import annotations

from typing import TYPE_CHECKING

from exgen import ranking
from exgen.grading.judgement import ONE, ZERO, Judgement

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gmpy2 import mpq

    from exgen.key import Part


def judge_order(part: Part, order: Sequence[str]) -> Judgement:
    """The share of the marks is Kendall's τ, where positive; ties may stand in any order.

    `order` has the letters, the first one first; "AD" are written as equal.
    """
    groups = _groups(order)
    tau = ranking.tau(groups, _groups(part.order))
    rule = f"Kendall's τ = {_shown(tau)} against {part.shown}"
    if tau == ONE:
        return Judgement("right", ONE, "Right.", rule)
    share = max(tau, ZERO)
    slips = [each for each in part.outcomes if ranking.tau(groups, _groups(each.order)) == ONE]
    ids = tuple(each.id for each in slips)
    if slips:
        return Judgement("slip", share, slips[0].says, rule, ids[0], ids)
    feedback = "Some pairs stand in the wrong order." if share else "Not the right order."
    return Judgement("partial" if share else "wrong", share, feedback, rule)


def _groups(order: Sequence[str]) -> ranking.Groups[str]:
    return tuple(tuple(letters) for letters in order)


def _shown(tau: mpq) -> str:
    return str(tau.numerator) if tau.denominator == 1 else f"{tau.numerator}/{tau.denominator}"
