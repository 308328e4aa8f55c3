"""Solved page + seed -> Exercise: the drawn givens, the right answers, what each slip would give.

All numbers are exact rationals in base units. A draw that physics forbids (`require`), that has no
answer, or in which a slip lands on the right answer, does not exist: it is drawn again.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec
from gmpy2 import mpq

from exgen import draw, ranking, tables, units, values
from exgen.errors import ExgenError, InfeasibleError, UsageError, did_you_mean
from exgen.expression import decimals
from exgen.ranking import Groups
from exgen.solved import Solved, SolvedPart, SolvedSlip
from exgen.template import SlipSpec
from exgen.values import Value

if TYPE_CHECKING:
    from collections.abc import Iterator

_GROUPING = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")  # a comma that groups digits; "1,5" is refused
MAX_ATTEMPTS = 500
MAX_SEARCH = 20_000  # combinations that the calculator tries before it gives up
APART = 3  # tolerances between the right answer and every slip


class Slip(msgspec.Struct, frozen=True, gc=False):  # nothing here can form a cycle
    """The number that one wrong law gives, in base units."""

    solved: SolvedSlip
    base: mpq


class WrongOrder(msgspec.Struct, frozen=True, gc=False):
    """The ranking that one wrong way to compare gives."""

    spec: SlipSpec
    order: Groups[int]


class Answer(msgspec.Struct, frozen=True, gc=False):
    """The right answer of a part. `base` is None if the quantity does not exist or is no number."""

    part: SolvedPart
    base: mpq | None
    right: tuple[bool, ...]  # for choices, one an option
    slips: tuple[Slip, ...]
    order: Groups[int] = ()  # of an order: its items, largest first
    wrong_orders: tuple[WrongOrder, ...] = ()


class Exercise(msgspec.Struct, frozen=True, eq=False):
    """One drawn exercise. `rows` are the drawn keys, `shown` the givens in page order and
    what is observed, `values` every name's value in base units (givens, fields, lets, parts that
    exist).
    """

    solved: Solved
    seed: str
    rejected: tuple[str, ...]  # why earlier draws of this seed were thrown away
    rows: Mapping[str, str]
    shown: Mapping[str, Value]
    values: Mapping[str, mpq]
    answers: tuple[Answer, ...]


def make(
    solved: Solved,
    seed: str,
    pins: Mapping[str, str] | None = None,
    from_memory: bool = False,
    strict: bool = True,
) -> Exercise:
    """The exercise of a seed. Raises InfeasibleError after MAX_ATTEMPTS rejected draws. Unless
    strict, a slip that is too close to the right answer is left out and not a reason to draw again.
    """
    fixed = pinned(solved, pins or {})
    rejected: list[str] = []
    for attempt in range(MAX_ATTEMPTS):
        rows, shown = _draw(solved, seed, attempt, fixed, from_memory)
        try:
            return evaluate(solved, seed, rows, shown, tuple(rejected), strict)
        except InfeasibleError as error:
            rejected.append(error.message)
    raise InfeasibleError(
        f"no draw in {MAX_ATTEMPTS} attempts; the last one: {rejected[-1]}",
        path=solved.template.path,
        line=solved.template.line("require"),
        hint=f"seed {seed}",
    )


def calculate(solved: Solved, pins: Mapping[str, str]) -> Exercise:
    """The page as a calculator: pins as given, the rest at its default or first feasible value.

    Slips may coincide with the answer here. Raises InfeasibleError, naming what the pins break.
    """
    fixed = pinned(solved, pins)
    first: InfeasibleError | None = None
    for rows, shown in itertools.islice(_combinations(solved, fixed), MAX_SEARCH):
        try:
            return evaluate(
                solved, "", rows, shown, (first.message,) if first else (), strict=False
            )
        except InfeasibleError as error:
            first = first or error
    assert first is not None  # there is always at least one combination
    raise first


def pinned(solved: Solved, pins: Mapping[str, str]) -> dict[str, str | Value]:
    """`{"gpu": "h100_sxm", "c": "8192"}` -> row keys and values. Underscores may be left out.

    Raises UsageError for a name that is no given, and ExgenError for a value of another dimension.
    """
    rows = {row.name: row for row in solved.rows}
    given = solved.template.head.given
    names = {name.replace("_", ""): name for name in given} | {name: name for name in given}
    fixed: dict[str, str | Value] = {}
    for said, text in pins.items():
        name = names.get(said) or names.get(said.replace("_", ""))
        if name is None:
            known = did_you_mean(said, given)
            raise UsageError(f"{solved.template.id} has no given {said!r}", hint=known)
        fixed[name] = (
            tables.row(rows[name].table, text).key if name in rows else _pin(solved, name, text)
        )
    return fixed


def _pin(solved: Solved, name: str, text: str) -> Value:
    grid = next((given.grid for given in solved.drawn if given.name == name), ())
    try:
        value = values.read(_GROUPING.sub("", text), grid[0].unit if grid else "")
        if units.unit(value.unit).dimension != solved.dimensions[name]:
            raise ExgenError(
                f"is in {units.describe(solved.dimensions[name])}, not in {value.unit}"
            )
        if value.base < 0 or (value.base == 0 and all(each.base > 0 for each in grid)):
            raise ExgenError("must be positive")
        if (
            not solved.dimensions[name]
            and value.base.denominator != 1
            and all(each.base.denominator == 1 for each in grid)
        ):
            raise ExgenError("must be a whole number")
    except ExgenError as error:
        raise UsageError(f"{name}={text[:40]}: {error.message}") from None
    return value


def _draw(
    solved: Solved, seed: str, attempt: int, fixed: Mapping[str, str | Value], from_memory: bool
) -> tuple[dict[str, str], dict[str, Value]]:
    template = solved.template.id
    rows: dict[str, str] = {}
    for row in solved.rows:
        if row.name in fixed:
            rows[row.name] = str(fixed[row.name])
            continue
        keys = row.among if from_memory else row.confirmed
        if not keys:
            raise _nothing_confirmed(solved, row.name)
        rows[row.name] = keys[draw.index(template, seed, row.name, attempt, len(keys))]
    shown: dict[str, Value] = {}
    for given in solved.drawn:
        pin = fixed.get(given.name)
        if isinstance(pin, Value):
            shown[given.name] = pin
        elif len(given.grid) == 1:
            shown[given.name] = given.grid[0]
        else:
            shown[given.name] = given.grid[
                draw.index(template, seed, given.name, attempt, len(given.grid))
            ]
    return rows, _with_fields(solved, rows, shown, fixed)


def _nothing_confirmed(solved: Solved, row: str) -> InfeasibleError:
    return InfeasibleError(
        f"every row of {row!r} is from memory",
        path=solved.template.path,
        line=solved.template.line("given", row),
        hint="a set with from_memory = true may draw them",
    )


def grid(solved: Solved) -> Iterator[tuple[dict[str, str], dict[str, Value]]]:
    """Every declared draw, feasible or not: drawn rows and shown values."""
    for keys in itertools.product(*[row.confirmed for row in solved.rows]):
        rows = {row.name: key for row, key in zip(solved.rows, keys, strict=True)}
        for picked in itertools.product(*[given.grid for given in solved.drawn]):
            shown = {given.name: value for given, value in zip(solved.drawn, picked, strict=True)}
            yield rows, _with_fields(solved, rows, shown, {})


def _combinations(
    solved: Solved, fixed: Mapping[str, str | Value]
) -> Iterator[tuple[dict[str, str], dict[str, Value]]]:
    """Defaults first, then the grid in its declared order, the last given changing fastest."""
    rows = [[fixed[r.name]] if r.name in fixed else [r.default, *r.among] for r in solved.rows]
    grids = [[fixed[g.name]] if g.name in fixed else [g.default, *g.grid] for g in solved.drawn]
    for choice in itertools.product(*rows, *grids):
        drawn_rows = {row.name: str(key) for row, key in zip(solved.rows, choice, strict=False)}
        rest = choice[len(rows) :]
        shown = {
            g.name: value
            for g, value in zip(solved.drawn, rest, strict=True)
            if isinstance(value, Value)
        }
        yield drawn_rows, _with_fields(solved, drawn_rows, shown, fixed)


def _with_fields(
    solved: Solved,
    rows: Mapping[str, str],
    shown: dict[str, Value],
    fixed: Mapping[str, str | Value],
) -> dict[str, Value]:
    """The drawn values and those of the drawn rows; a field that its row lacks is left out."""
    tables_of = {row.name: row.table for row in solved.rows}
    for field in solved.fields:
        pin = fixed.get(field.name)
        name = field.pattern.format(**rows) if "{" in field.pattern else field.pattern
        value = (
            pin
            if isinstance(pin, Value)
            else values.of_field(tables_of[field.row], rows[field.row], name)
        )
        if value is not None:
            shown[field.name] = value
    return shown


def evaluate(
    solved: Solved,
    seed: str,
    rows: Mapping[str, str],
    shown: Mapping[str, Value],
    rejected: tuple[str, ...] = (),
    strict: bool = True,
) -> Exercise:
    """The exercise with these givens. Raises InfeasibleError, saying which condition fails."""
    told = dict(shown)
    known = {name: value.base for name, value in shown.items()}
    _add_attributes(solved, rows, known)
    missing = [field.name for field in solved.fields if field.name not in known]
    if missing:
        raise InfeasibleError(f"{', '.join(missing)}: the drawn row does not state it")
    try:
        for let in solved.lets:
            known[let.name] = let.value(known)
            if let.figures:
                written, _ = values.rounded(known[let.name], let.unit, let.figures)
                told[let.name] = values.read(written, let.unit)
                known[let.name] = told[let.name].base
        for text, holds in solved.require:
            if not holds(known):
                raise InfeasibleError(f"not feasible: {text}")
        answers = tuple(_answer(part, known, strict) for part in solved.parts)
    except ZeroDivisionError:
        raise InfeasibleError("a law divides by zero") from None
    except KeyError as error:
        raise InfeasibleError(f"{error} does not exist here") from None
    return Exercise(solved, seed, rejected, rows, told, known, answers)


def _add_attributes(solved: Solved, rows: Mapping[str, str], known: dict[str, mpq]) -> None:
    for name in solved.attributes:
        row, _, field = name.partition(".")
        table = next(each.table for each in solved.rows if each.name == row)
        value = values.of_field(table, rows[row], field.format(**rows) if "{" in field else field)
        if value is None:
            raise InfeasibleError(f"{rows[row]} states no {field}")
        known[name] = value.base


def _answer(part: SolvedPart, known: dict[str, mpq], strict: bool) -> Answer:
    if part.kind == "order":
        order = ranking.of_values([item(known) for item in part.items], _share(part), strict)
        return Answer(part, None, (), (), order, tuple(_wrong_orders(part, order, known, strict)))
    if part.kind != "quantity":
        right = tuple(bool(test(known)) for test in part.options)
        if part.kind == "choice" and sum(right) != 1:
            raise InfeasibleError(f"{part.id}: {sum(right)} options are right, not one")
        return Answer(part, None, right, ())
    assert part.value is not None  # every quantity has a law
    exists = not (part.none_test and part.none_test(known))
    base = part.value(known) if exists else None
    slips = tuple(_slips(part, base, known, strict))
    if base is not None:
        known[part.id] = base
    return Answer(part, base, (), slips)


def _share(part: SolvedPart) -> mpq:
    return part.relative or mpq(0)


def _wrong_orders(
    part: SolvedPart, right: Groups[int], known: Mapping[str, mpq], strict: bool
) -> Iterator[WrongOrder]:
    for slip in part.wrong_orders:
        if slip.test and not slip.test(known):
            continue
        order = ranking.of_values([value(known) for value in slip.values], _share(part), False)
        if ranking.tau(order, right) < 1:
            yield WrongOrder(slip.spec, order)
        elif strict:
            raise InfeasibleError(f"{part.id}: the slip {slip.spec.id!r} gives the right answer")


def _slips(
    part: SolvedPart, base: mpq | None, known: Mapping[str, mpq], strict: bool
) -> Iterator[Slip]:
    room = None if base is None else APART * half_width(part, base)
    for slip in part.slips:
        if slip.test and not slip.test(known):
            continue
        try:
            wrong = slip.value(known)
        except (ZeroDivisionError, KeyError, InfeasibleError):
            continue  # this wrong law has no value here, so nobody can write it down
        if room is None or abs(wrong - base) > room:
            yield Slip(slip, wrong)
        elif strict:
            raise InfeasibleError(f"{part.id}: the slip {slip.spec.id!r} gives the right answer")


def half_width(part: SolvedPart, base: mpq) -> mpq:
    """Half the accepted interval, in base units: a share of the value, or half a unit of its last
    significant figure; 0 for an exact part.
    """
    if part.relative is not None:
        return part.relative * abs(base)
    if part.figures is None or base == 0:
        return mpq(0)
    last = decimals.exponent10(base / part.factor) - part.figures + 1
    return decimals.shift10(part.factor, last) / 2
