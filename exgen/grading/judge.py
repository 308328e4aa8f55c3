"""Answer + part of the key -> verdict, share of the marks, a sentence, and the rule that decided.

Intervals are closed and exact. The order of the rules is the order in which they favour the
student: right, right continuation of an own earlier error, a slip we know, right digits in a wrong
unit, wrong. What could not be read is invalid, which is not wrong; blank is neither.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal

import msgspec
from gmpy2 import mpq

from exgen import units
from exgen.expression.parse import parse
from exgen.grading.answer import (
    Absent,
    Answer,
    Blank,
    Chosen,
    Formula,
    NotUnderstood,
    Reading,
)
from exgen.grading.background import Background
from exgen.grading.follow import follows_from
from exgen.grading.formula import equal, with_roots
from exgen.grading.read import read_choice, read_choices, read_formula, read_quantity
from exgen.grading.unit_names import named
from exgen.grading.unit_slips import unit_slip

if TYPE_CHECKING:
    from exgen.expression.parse import Node
    from exgen.key import Outcome, Part

Verdict = Literal["right", "follow_through", "partial", "slip", "unit", "wrong", "invalid", "blank"]

ZERO, ONE = mpq(0), mpq(1)
ROUNDED = mpq(1, 100)  # how far a rounded answer may be from an exact one to be called rounded


class Judgement(msgspec.Struct, frozen=True):
    """What one answer is worth and why. `share` is of the part's marks; `outcome` the id of what was
    recognised, `outcomes` all ids whose interval holds the value; `rule` is for the instructor."""

    verdict: Verdict
    share: mpq
    feedback: str
    rule: str
    outcome: str = ""
    outcomes: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()
    reads_as: str = ""


def read_part(part: Part, text: str, unit: str = "") -> Answer:
    """The text typed into the part's box; `unit` is the box's if it differs from the part's."""
    match part.kind:
        case "quantity":
            return read_quantity(text, unit or part.unit, can_be_none=part.can_be_none)
        case "formula":
            return read_formula(text, part.in_terms_of)
    options = {option.letter: option.text for option in part.options}
    return read_choice(text, options) if part.kind == "choice" else read_choices(text, options)


def judge(part: Part, answer: Answer, background: Background | None = None) -> Judgement:
    """The judgement of one answer; it reads no other answers than `background.own`."""
    known = background or _NOTHING
    match answer:
        case Blank():
            found = Judgement("blank", ZERO, "No answer.", "nothing was typed")
        case NotUnderstood(message=message):
            found = Judgement("invalid", ZERO, f"Not understood: {message}.", "could not be read")
        case Formula(tree=tree):
            found = _formula(part, tree)
        case Chosen(letters=letters):
            found = _chosen(part, letters, known)
        case Absent():
            found = _absent(part, answer, known)
        case Reading():
            found = _quantity(part, answer, known)
    return msgspec.structs.replace(
        found, reads_as=answer.reads_as, notices=(*answer.notices, *found.notices)
    )


_NOTHING = Background()


def _absent(part: Part, answer: Absent, known: Background) -> Judgement:
    if not part.exists:
        return Judgement("right", ONE, "Right: there is none.", f"none, as {part.none_when}")
    return _follow_through(part, answer, known) or Judgement(
        "wrong", ZERO, "Here the quantity does exist.", f"none, but {part.shown} exists"
    )


def _quantity(part: Part, answer: Reading, known: Background) -> Judgement:
    box = units.unit(part.unit)
    fits = answer.dimension == box.dimension
    number = answer.value / box.factor
    notices: tuple[str, ...] = ()
    if part.exists and fits:
        lo, hi = _interval(part.lo, part.hi)
        notices = _counts_notice(part, answer)
        if lo <= number <= hi:
            return Judgement("right", ONE, "Right.", f"inside [{part.lo}, {part.hi}] {part.unit}", notices=notices)
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
    hits: list[tuple[mpq, Outcome]] = []
    for outcome in part.outcomes:
        lo, hi = _interval(outcome.lo, outcome.hi)
        if lo <= number <= hi:
            hits.append((abs(units.number(outcome.value) - number), outcome))
    if not hits:
        return None
    _, best = min(hits, key=lambda hit: hit[0])
    verdict: Verdict = "unit" if best.kind == "unit" else "slip"
    rule = f"inside [{best.lo}, {best.hi}] {part.unit} of {best.id}"
    ids = (best.id, *(outcome.id for _, outcome in hits if outcome is not best))
    return Judgement(verdict, mpq(best.credit), best.says, rule, best.id, ids)


def _unit(part: Part, answer: Reading, number: mpq, fits: bool) -> Judgement | None:
    """Right digits in another unit, or right but for a prefix."""
    lo, hi = _interval(part.lo, part.hi)
    asked = "a bare number" if part.unit == "1" else part.unit
    if answer.had_unit and lo <= answer.number <= hi:
        feedback = f"The digits are right, the unit is not: asked in {asked}, answered in {answer.unit}."
        return Judgement("unit", ZERO, feedback, "right digits in another unit", "unit")
    if part.unit == "%" and not answer.had_unit and lo <= answer.number * 100 <= hi:
        feedback = "Right as a fraction; the box is in %."
        return Judgement("unit", ZERO, feedback, "a fraction in a box of per cent", "fraction_for_percent")
    slip = unit_slip(number, lo, hi, answer.dimension) if fits and number and part.unit != "1" else None
    if slip:
        return Judgement("unit", ZERO, slip.says, f"times {slip.factor} it is right", slip.id, (slip.id,))
    return None


def _wrong(part: Part, answer: Reading, fits: bool) -> Judgement:
    if not part.exists:
        return Judgement("wrong", ZERO, "Here there is no such quantity.", f"a number, but {part.none_when}")
    if not fits:
        asked, typed = (units.describe(d) for d in (units.unit(part.unit).dimension, answer.dimension))
        feedback = f"Another kind of quantity: asked in {asked}, answered in {typed}."
        return Judgement("wrong", ZERO, feedback, "another dimension", "dimension")
    rule = f"outside [{part.lo}, {part.hi}] {part.unit} and of every slip"
    right = units.number(part.value)
    if part.lo == part.hi and abs(answer.value / units.unit(part.unit).factor - right) <= abs(right) * ROUNDED:
        return Judgement("wrong", ZERO, "Rounded; this part asks for the exact number.", rule, "precision")
    return Judgement("wrong", ZERO, "Not the right value.", rule)


def _counts_notice(part: Part, answer: Reading) -> tuple[str, ...]:
    """`ms` where `ms/token` is asked: the same quantity, but worth saying."""
    if answer.unit == part.unit or named(answer.unit).counts == named(part.unit).counts:
        return ()
    return (f"the unit {answer.unit} was taken for {part.unit}",)


def _other_reading(part: Part, answer: Reading) -> tuple[str, ...]:
    if answer.other is None or not part.exists or answer.dimension != units.unit(part.unit).dimension:
        return ()
    lo, hi = _interval(part.lo, part.hi)
    if lo <= answer.other / units.unit(part.unit).factor <= hi:
        return (f"read as {answer.reads_as}; with the other meaning of point and comma it would be right",)
    return ()


def _formula(part: Part, tree: Node) -> Judgement:
    same = equal(tree, with_roots(parse(part.law)))
    if same is None:
        feedback = "Could not be compared by program; a person must look."
        return Judgement("invalid", ZERO, feedback, "no point at which the right formula has a value")
    if same:
        return Judgement("right", ONE, "Right.", f"equal to {part.law} at every point tried")
    return Judgement("wrong", ZERO, "Not equal to the right formula.", f"differs from {part.law}")


def _chosen(part: Part, letters: tuple[str, ...], known: Background) -> Judgement:
    right = {option.letter for option in part.options if option.right}
    picked = set(letters)
    rule = f"{', '.join(sorted(right))} of {len(part.options)} options"
    if picked == right:
        return Judgement("right", ONE, "Right.", rule)
    says = [o.says for o in part.options if o.says and (o.letter in picked) != o.right]
    feedback = " ".join(says) or "Not the right choice."
    missed = "".join(sorted(picked - right)) or "".join(sorted(right - picked))
    share = ZERO
    if part.kind == "choices" and known.policy.choices == "share":
        wrong = len(part.options) - len(right)
        share = max(ZERO, mpq(len(picked & right), len(right)) - mpq(len(picked - right), max(wrong, 1)))
    verdict: Verdict = "partial" if share else "wrong"
    return Judgement(verdict, share, feedback, rule, f"option_{missed[0]}", tuple(f"option_{m}" for m in missed))
