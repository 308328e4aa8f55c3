"""Follow-through: a wrong answer may be the right continuation of earlier wrong ones.

The part's law is evaluated again, exactly, with the student's earlier values in the place of the
right ones. An earlier value counts only if it is a nonzero quantity within the policy's factor of
the right one, so that an easy wrong value buys nothing.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from gmpy2 import mpq

from exgen import units
from exgen.errors import ExgenError
from exgen.expression.decimals import exponent10, shift10
from exgen.expression.evaluate import compiled, compiled_condition
from exgen.expression.parse import names, parse, parse_condition
from exgen.grading.answer import Absent, Reading

if TYPE_CHECKING:
    from exgen.grading.background import Background
    from exgen.key import Part

_TOLERANCE = re.compile(r"±?\s*(?P<percent>\d+(?:\.\d+)?)\s*%|(?P<figures>\d+) figures|exact")


def follows_from(part: Part, answer: Reading | Absent, background: Background) -> tuple[str, ...]:
    """The ids of the student's own wrong answers from which this one follows, if it does."""
    wrong = tuple(name for name in _earlier(part.law, part.none_when) if _counts(name, background))
    if not wrong:
        return ()
    known = {**background.givens, **background.values}
    known |= {name: own.value for name, own in background.own.items() if own.right or name in wrong}
    try:
        absent = bool(part.none_when) and compiled_condition(parse_condition(part.none_when))(known)
        if isinstance(answer, Absent):
            return wrong if absent else ()
        expected = mpq(0) if absent else compiled(parse(part.law))(known)
    except (KeyError, ZeroDivisionError, ExgenError):
        return ()
    if absent or answer.dimension != units.unit(part.unit).dimension:
        return ()
    return wrong if abs(answer.value - expected) <= half_width(expected, part) else ()


@lru_cache(maxsize=1024)
def _earlier(law: str, none_when: str) -> tuple[str, ...]:
    """The names that a part's law and its condition use, in order."""
    used = names(parse(law)) if law else frozenset()
    return tuple(sorted(used | (names(parse_condition(none_when)) if none_when else frozenset())))


def _counts(name: str, background: Background) -> bool:
    """Whether an earlier answer is wrong, and near enough to the right one to be continued."""
    own, right = background.own.get(name), background.values.get(name)
    if own is None or own.right or right is None or own.value * right <= 0:
        return False
    factor = mpq(background.policy.plausible_factor)
    return bool(1 / factor <= own.value / right <= factor)


def half_width(value: mpq, part: Part) -> mpq:
    """Half the accepted interval around a value in base units, by the part's stated tolerance."""
    match = _TOLERANCE.fullmatch(part.tolerance.strip())
    if not match or value == 0:
        return mpq(0)
    if match["percent"]:
        return abs(value) * mpq(match["percent"]) / 100
    if not match["figures"]:
        return mpq(0)
    factor = units.unit(part.unit).factor
    return factor * shift10(mpq(1, 2), exponent10(value / factor) - int(match["figures"]) + 1)
