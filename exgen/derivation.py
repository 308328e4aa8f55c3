"""Exercise -> the lines from the law to the number, as text of the law grammar.

Not TeX: a line that exgen can parse can also be evaluated, so a test recomputes every printed
line. `render/math.py` sets the lines, `expression/text.py` prints them plainly.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from exgen import values
from exgen.expression import decimals, parse, text
from exgen.expression.parse import Equation, Name, Node
from exgen.key import Line

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from gmpy2 import mpq

    from exgen.exercise import Answer, Exercise
    from exgen.solved import SolvedLet, SolvedPart

FIGURES = 5  # of a rounded answer
INNER_FIGURES = 6  # of a rounded intermediate value, so that the printed lines still agree


def all_lines(exercise: Exercise) -> tuple[tuple[Line, ...], ...]:
    """The derivation of every part, in order; a let is derived where it is first needed."""
    shown: set[str] = set()
    return tuple(tuple(_of_part(exercise, answer, shown)) for answer in exercise.answers)


def _of_part(exercise: Exercise, answer: Answer, shown: set[str]) -> Iterator[Line]:
    part = answer.part
    if part.tree is None or part.equation is None:
        return
    if part.kind == "formula":
        yield Line("solved", part.id, "=", _written(part.tree))
        return
    needed = _lets_needed(exercise, parse.names(part.tree))
    if part.none_when is not None:
        needed |= _lets_needed(exercise, parse.names(part.none_when))
    for let in exercise.solved.lets:
        if let.name in needed and let.name not in shown:
            shown.add(let.name)
            yield from _of_let(exercise, let)
    if not _is_solved(part.equation, part.id):
        yield Line("law", _written(part.equation.left), "=", _written(part.equation.right))
    if answer.base is None:
        assert part.none_when is not None  # only then can a quantity not exist
        yield Line("none", part.id, "", text.write_condition(part.none_when))
        return
    yield Line("solved", part.id, "=", _written(part.tree))
    yield from _numbers(exercise, part.tree)
    shown, same = number(part, answer.base)
    yield Line("result", "", "=" if same else "≈", _literal(shown, part.unit))


def number(part: SolvedPart, base: mpq) -> tuple[str, bool]:
    """An answer to the part, right or wrong, in its unit as text, and whether the text is exact."""
    value = values.in_unit(base, part.unit)
    if part.relative is None and part.figures is None and decimals.finite(value):
        return decimals.exact(value), True
    return values.rounded(base, part.unit, max(FIGURES, part.figures or 0))


def _of_let(exercise: Exercise, let: SolvedLet) -> Iterator[Line]:
    yield Line("let", let.name, "=", _written(let.tree))
    yield from _numbers(exercise, let.tree)
    value, same = let_value(exercise, let.name)
    yield Line("result", "", "=" if same else "≈", value.literal)


def _numbers(exercise: Exercise, tree: Node) -> Iterator[Line]:
    """The tree with numbers put in; nothing if it is a single number anyway."""
    if isinstance(tree, Name):
        return
    same, by = True, {}
    for name in _slots(tree):
        value, exact = name_value(exercise, name)
        by[name.replace(".", "__")] = value.literal
        same = same and exact
    if by:
        yield Line("numbers", "", "=" if same else "≈", _skeleton(tree).format_map(by))


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
    if name in exercise.solved.template.head.let:
        return let_value(exercise, name)
    part = next(answer.part for answer in exercise.answers if answer.part.id == name)
    written, same = values.rounded(exercise.values[name], part.unit, INNER_FIGURES)
    return _value(exercise.values[name], written, part.unit), same


def let_value(exercise: Exercise, name: str) -> tuple[values.Value, bool]:
    """A let's value in its own or a natural unit, and whether the text is exact."""
    let = next(each for each in exercise.solved.lets if each.name == name)
    base = exercise.values[name]
    unit = let.unit or values.natural_unit(let.dimension, decimals.exponent10(base) if base else 0)
    written, same = values.rounded(base, unit, INNER_FIGURES)
    return _value(base, written, unit), same


def _value(base: mpq, written: str, unit: str) -> values.Value:
    return values.Value(base, written, unit, values.show(written, unit))


def _literal(written: str, unit: str) -> str:
    return f"[{written} {unit}]" if unit != "1" else written


def _lets_needed(exercise: Exercise, names: frozenset[str]) -> set[str]:
    """The lets among the names, with those that they use in turn."""
    needed: set[str] = set()
    for let in reversed(exercise.solved.lets):
        if let.name in names or any(let.name in _names(other) for other in _trees(exercise, needed)):
            needed.add(let.name)
    return needed


def _trees(exercise: Exercise, names: set[str]) -> list[Node]:
    return [let.tree for let in exercise.solved.lets if let.name in names]


def _is_solved(equation: Equation, unknown: str) -> bool:
    return Name(unknown) in (equation.left, equation.right)


@lru_cache(maxsize=4096)
def _names(tree: Node) -> frozenset[str]:
    return parse.names(tree)


@lru_cache(maxsize=4096)
def _written(tree: Node) -> str:
    return text.write(tree)


@lru_cache(maxsize=4096)
def _slots(tree: Node) -> tuple[str, ...]:
    return tuple(sorted(parse.names(tree)))


@lru_cache(maxsize=4096)
def _skeleton(tree: Node) -> str:
    """The tree's text with a slot for every name, to be filled by `format_map`."""
    slots: Mapping[str, Node] = {name: Name("{" + name.replace(".", "__") + "}") for name in _slots(tree)}
    return text.write(parse.substitute(tree, slots))
