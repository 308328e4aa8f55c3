"""Exercise -> the lines from the law to the number, as text of the law grammar.

Not TeX: a line that exgen can parse can also be evaluated, so lint recomputes every printed line.
`render/math.py` sets the lines, `expression/text.py` prints them plainly. What does not depend on
the draw is planned once a page (`_plan`); a draw only puts its numbers into the slots.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from exgen import values
from exgen.expression import decimals, parse, text
from exgen.expression.parse import Equation, Name, Node
from exgen.key import Line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gmpy2 import mpq

    from exgen.exercise import Answer, Exercise
    from exgen.solved import Solved, SolvedLet, SolvedPart
    from exgen.units import Dimension

FIGURES = 5  # of a rounded answer
INNER_FIGURES = 6  # of a rounded intermediate value, so that the printed lines still agree


class Numbers(msgspec.Struct, frozen=True):
    """A line to be filled: the tree's text with a slot for every name."""

    skeleton: str
    names: tuple[str, ...]


class LetResult(msgspec.Struct, frozen=True):
    """The line with a let's value."""

    name: str


Step = Line | Numbers | LetResult


class PartPlan(msgspec.Struct, frozen=True):
    """The steps of one part: its lets, then what follows if the quantity exists, or if not."""

    lets: tuple[Step, ...]
    exists: tuple[Step, ...]
    missing: tuple[Step, ...]


def all_lines(exercise: Exercise) -> tuple[tuple[Line, ...], ...]:
    """The derivation of every part, in order; a let is derived where it is first needed."""
    known: dict[str, tuple[str, bool]] = {}
    plans = zip(exercise.answers, _plan(exercise.solved), strict=True)
    return tuple([_lines(exercise, answer, plan, known) for answer, plan in plans])


def _lines(
    exercise: Exercise, answer: Answer, plan: PartPlan, known: dict[str, tuple[str, bool]]
) -> tuple[Line, ...]:
    part, base = answer.part, answer.base
    steps = plan.missing if base is None and part.kind == "quantity" else plan.exists
    lines = [
        step if isinstance(step, Line) else _filled(exercise, step, known)  # the usual step first
        for step in (*plan.lets, *steps)
    ]
    if base is not None:
        shown, same = number(part, base)
        lines.append(Line("result", "", "=" if same else "≈", _literal(shown, part.unit)))
    return tuple(lines)


def _filled(
    exercise: Exercise, step: Numbers | LetResult, known: dict[str, tuple[str, bool]]
) -> Line:
    if isinstance(step, LetResult):
        literal, same = _literal_of(exercise, step.name, known)
        return Line("result", "", "=" if same else "≈", literal)
    literals, rel = [], "="
    for name in step.names:
        literal, same = known.get(name) or _literal_of(exercise, name, known)
        literals.append(literal)
        if not same:
            rel = "≈"
    return Line("numbers", "", rel, step.skeleton.format(*literals))


def _literal_of(
    exercise: Exercise, name: str, known: dict[str, tuple[str, bool]]
) -> tuple[str, bool]:
    found = known.get(name)
    if found is None:
        given = exercise.shown.get(name)
        if given is not None:
            found = given.literal, True
        elif "." in name:
            found = name_value(exercise, name)[0].literal, True
        else:
            written, unit, same = _computed(exercise, name)
            found = _literal(written, unit), same
        known[name] = found
    return found


def worked(exercise: Exercise, part: SolvedPart, tree: Node, known_lets: set[str]) -> list[Line]:
    """A part's lines on their own, without the result: the lets of `tree`, unless they are known
    already (they are from now on), the tree as the solved law, and the numbers put in.
    """
    lets = _lets_of(exercise.solved, set(parse.names(tree))) - known_lets
    known_lets |= lets
    plan: list[Step] = [
        step for let in exercise.solved.lets if let.name in lets for step in _plan_let(let)
    ]
    plan += [Line("solved", part.id, "=", text.write(tree)), *_plan_numbers(tree)]
    known: dict[str, tuple[str, bool]] = {}
    return [s if isinstance(s, Line) else _filled(exercise, s, known) for s in plan]


def number(part: SolvedPart, base: mpq) -> tuple[str, bool]:
    """An answer to the part, right or wrong, in its unit as text, and whether the text is exact."""
    if part.relative is None and part.figures is None:
        value = base / part.factor
        if decimals.finite(value):
            return decimals.exact(value), True
    return values.rounded(base, part.unit, max(FIGURES, part.figures or 0))


def name_value(exercise: Exercise, name: str) -> tuple[values.Value, bool]:
    """How a name's value is put into a line, and whether that is exact."""
    if name in exercise.shown:
        return exercise.shown[name], True
    if "." in name:
        row, _, field = name.partition(".")
        table = next(each.table for each in exercise.solved.rows if each.name == row)
        value = values.of_field(table, exercise.rows[row], field.format(**exercise.rows))
        assert value is not None  # the exercise would not exist without it
        return value, True
    written, unit, same = _computed(exercise, name)
    return values.Value(exercise.values[name], written, unit, values.show(written, unit)), same


def _computed(exercise: Exercise, name: str) -> tuple[str, str, bool]:
    """A let's or an earlier part's value as text, its unit, and whether the text is exact."""
    base = exercise.values[name]
    unit, dimension = _unit_of(exercise.solved, name)
    if not unit:
        unit = values.natural_unit(dimension, decimals.exponent10(base) if base else 0)
    written, same = values.rounded(base, unit, INNER_FIGURES)
    return written, unit, same


@lru_cache(maxsize=8192)
def _unit_of(solved: Solved, name: str) -> tuple[str, Dimension]:
    for part in solved.parts:
        if part.id == name:
            return part.unit, ()
    let = next(each for each in solved.lets if each.name == name)
    return let.unit, let.dimension


def _literal(written: str, unit: str) -> str:
    return f"[{written} {unit}]" if unit != "1" else written


@lru_cache(maxsize=512)
def _plan(solved: Solved) -> tuple[PartPlan, ...]:
    """The steps of every part of a page."""
    shown: set[str] = set()
    return tuple(_plan_part(solved, part, shown) for part in solved.parts)


def _plan_part(solved: Solved, part: SolvedPart, shown: set[str]) -> PartPlan:
    if part.tree is None or part.equation is None:
        return PartPlan((), (), ())
    solution = Line("solved", part.id, "=", text.write(part.tree))
    if part.kind == "formula":
        return PartPlan((), (solution,), ())
    law: tuple[Step, ...] = ()
    if not _is_solved(part.equation, part.id):
        law = (Line("law", text.write(part.equation.left), "=", text.write(part.equation.right)),)
    missing: tuple[Step, ...] = ()
    if part.none_when is not None:
        missing = (Line("none", part.id, "", text.write_condition(part.none_when)),)
    lets = [let for let in solved.lets if let.name in _needed(solved, part) - shown]
    shown |= {let.name for let in lets}
    steps = tuple(step for let in lets for step in _plan_let(let))
    return PartPlan(steps, (*law, solution, *_plan_numbers(part.tree)), law + missing)


def _plan_let(let: SolvedLet) -> tuple[Step, ...]:
    return (
        Line("let", let.name, "=", text.write(let.tree)),
        *_plan_numbers(let.tree),
        LetResult(let.name),
    )


def _plan_numbers(tree: Node) -> tuple[Step, ...]:
    """Nothing for a tree without names, or that is a single one: the result says it all."""
    names = tuple(sorted(parse.names(tree)))
    if not names or isinstance(tree, Name):
        return ()
    slots: Mapping[str, Node] = {name: Name(f"{{{place}}}") for place, name in enumerate(names)}
    return (Numbers(text.write(parse.substitute(tree, slots)), names),)


def _needed(solved: Solved, part: SolvedPart) -> set[str]:
    """The lets that the part uses, with those that they use in turn."""
    assert part.tree is not None  # only parts with a law are planned
    used = set(parse.names(part.tree))
    if part.none_when is not None:
        used |= parse.names(part.none_when)
    return _lets_of(solved, used)


def _lets_of(solved: Solved, names: set[str]) -> set[str]:
    """The lets among the names, with those that they use in turn; what is observed is a given."""
    used = set(names)
    for let in reversed(solved.lets):
        if let.name in used and not let.figures:
            used |= parse.names(let.tree)
    return used & {let.name for let in solved.lets if not let.figures}


def _is_solved(equation: Equation, unknown: str) -> bool:
    return Name(unknown) in (equation.left, equation.right)
