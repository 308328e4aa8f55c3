"""Template -> Solved: read the givens' grids, solve every law for its unknown, check all units.

Collects every mistake of a page, each with its line, before it gives up.
"""

from __future__ import annotations

import re
from functools import lru_cache, partial
from typing import TYPE_CHECKING, TypeVar

import msgspec
from gmpy2 import mpq

from exgen import grids, tables, units
from exgen.errors import ExgenError, did_you_mean, raise_all
from exgen.expression import algebra, evaluate, parse, text
from exgen.expression.parse import Equation, Name
from exgen.lab import names
from exgen.solved import (
    DrawnGiven,
    FieldGiven,
    RowGiven,
    Solved,
    SolvedLet,
    SolvedOrder,
    SolvedPart,
    SolvedPlot,
    SolvedSlip,
)
from exgen.wording import PLACEHOLDER, pieces

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from exgen.expression.parse import Condition, Node
    from exgen.solved import Function, Test
    from exgen.template import FindSpec, SlipSpec, Template
    from exgen.units import Dimension

T = TypeVar("T")
MAX_TOLERANCE = mpq(1, 4)
_TOLERANCE = re.compile(r"(?P<percent>\d+(\.\d+)?) ?%|(?P<figures>[2-6]) figures|exact")
INTENSITY = "FLOP/B"


@lru_cache(maxsize=512)
def solve(template: Template) -> Solved:
    """The page, solved. Raises ExgenError or Findings: all that is wrong, each with its line."""
    return _Solver(template).run()


def tolerance(written: str) -> tuple[mpq | None, int | None]:
    """`"2 %"` -> (1/50, None), `"3 figures"` -> (None, 3), `"exact"` -> (None, None)."""
    match = _TOLERANCE.fullmatch(written.strip())
    if not match:
        raise ExgenError(f"tolerance {written[:40]!r}", hint='write "2 %", "3 figures" or "exact"')
    if match["percent"]:
        relative = units.number(match["percent"]) / 100
        if not 0 < relative <= MAX_TOLERANCE:
            raise ExgenError(
                f"tolerance {written!r}", hint='above 0 % and at most 25 %, or "exact"'
            )
        return relative, None
    return None, int(match["figures"]) if match["figures"] else None


@lru_cache(maxsize=512)
def widened(solved: Solved, written: str) -> Solved:
    """The page with every narrower relative tolerance (`"1 %"`, `"3 figures"`) widened to this
    one; exact numbers without a dimension (requests, stages) stay exact. Raises ExgenError for
    what is no percentage.
    """
    least, _ = tolerance(written)
    if least is None:
        raise ExgenError(f"tolerance {written!r} of a set", hint='a percentage: "10 %"')

    def wider(part: SolvedPart) -> SolvedPart:
        counted = part.relative is None and part.figures is None
        if part.kind != "quantity" or (part.relative or 0) >= least:
            return part
        if counted and not units.unit(part.unit).dimension:  # requests, stages: whole and few
            return part
        spec = msgspec.structs.replace(part.spec, tolerance=written)
        return msgspec.structs.replace(part, relative=least, figures=None, spec=spec)

    return msgspec.structs.replace(solved, parts=tuple(map(wider, solved.parts)))


def _check_length(full: T, write: Callable[[T], str]) -> None:
    """A key's law is parsed again, so it must not be longer than what is read."""
    if parse.depth(full) > parse.MAX_DEPTH or len(write(full)) > parse.MAX_LENGTH:  # type: ignore[arg-type]  # a tree
        limit = f"at most {parse.MAX_LENGTH} characters and {parse.MAX_DEPTH} levels"
        raise ExgenError("with its lets put in, the law is too long", hint=limit)


class _Solver:
    """Walks one page in the order of its tables, keeping what is known so far."""

    def __init__(self, template: Template) -> None:
        self.template, self.head = template, template.head
        self.errors: list[ExgenError] = []
        self.dimensions: dict[str, Dimension] = {}
        self.rows: dict[str, RowGiven] = {}
        self.inlined: dict[str, Node] = {}  # let -> its tree in givens only
        self.used: set[str] = set()

    def run(self) -> Solved:
        """All tables in order; raises what was found wrong at the end."""
        rows, drawn, fields = self._givens()
        raise_all(self.errors)
        lets = self._each("let", self.head.let, self._let)
        raise_all(self.errors)  # a law that uses a broken let is not to blame
        require = self._each("require", self.head.require, self._require)
        parts = self._parts()
        raise_all(self.errors)
        plot = self._guarded(("plot",), self._plot) if self.head.plot else None
        self._check_used()
        raise_all(self.errors)
        attributes = tuple(sorted(name for name in self.dimensions if "." in name))
        known = dict(self.dimensions)
        return Solved(
            self.template, rows, drawn, fields, attributes, known, require, lets, parts, plot
        )

    def _guarded(self, keys: tuple[str, ...], work: Callable[[], T]) -> T | None:
        """The work's result, or None and the error noted with the page's line."""
        try:
            return work()
        except ExgenError as error:
            self.errors.append(error.at(self.template.path, self.template.line(*keys)))
            return None

    def _each(self, table: str, names: Iterable[str], work: Callable[[str], T]) -> tuple[T, ...]:
        done = [self._guarded((table, name), partial(work, name)) for name in names]
        return tuple(result for result in done if result is not None)

    # givens ---------------------------------------------------------------------------------

    def _givens(
        self,
    ) -> tuple[tuple[RowGiven, ...], tuple[DrawnGiven, ...], tuple[FieldGiven, ...]]:
        specs = self.head.given
        of_tables = [n for n, s in specs.items() if s.row_of is not None]
        rows = self._each("given", of_tables, lambda name: grids.row(name, specs[name]))
        raise_all(self.errors)
        self.rows = {row.name: row for row in rows}
        plain = [n for n, s in specs.items() if s.row_of is None and s.from_ is None]
        drawn = self._each("given", plain, self._drawn)
        fields = self._each(
            "given", [n for n, s in specs.items() if s.from_ is not None], self._field
        )
        return rows, drawn, fields

    def _drawn(self, name: str) -> DrawnGiven:
        given = grids.drawn(name, self.head.given[name])
        self.dimensions[name] = grids.dimension(given.grid[0])
        return given

    def _field(self, name: str) -> FieldGiven:
        given = grids.field(name, self.head.given[name])
        self.dimensions[name] = self._dimension_of_field(given.row, given.pattern)
        return given

    def _dimension_of_field(self, row: str, pattern: str) -> Dimension:
        found = grids.dimension_of_field(self.rows, row, pattern)
        self.used |= {row, *grids.keys_in(pattern)}
        return found

    # laws -----------------------------------------------------------------------------------

    def _know(self, names: frozenset[str]) -> None:
        """Marks names as used and learns the dimension of fields such as `gpu.memory`."""
        for name in sorted(names):
            row, dot, field = name.partition(".")
            if dot and name not in self.dimensions:
                self.dimensions[name] = self._dimension_of_field(row, field)
            elif name in self.rows:
                raise ExgenError(f"{name!r} is a row", hint=f"use one of its fields, {name}.…")
            self.used.add(row)

    def _condition(self, text: str) -> Condition:
        condition = parse.parse_condition(text)
        self._know(parse.names(condition))
        evaluate.check_condition(condition, self.dimensions)
        return condition

    def _require(self, text: str) -> tuple[str, Test]:
        return text, evaluate.compiled_condition(self._condition(text))

    def _let(self, name: str) -> SolvedLet:
        spec = self.head.let[name]
        equation = parse.parse_equation(spec.law)
        self._know(parse.names(equation) - {name})
        tree = algebra.solve(equation, name)
        own = evaluate.dimension(tree, self.dimensions)
        if spec.unit and units.unit(spec.unit).dimension != own:
            raise ExgenError(f"{name!r} is in {units.describe(own)}, not in {spec.unit}")
        self.dimensions[name] = own
        if spec.figures and not spec.unit:
            raise ExgenError("an observed let (figures) has a unit")
        if not spec.figures:
            self.inlined[name] = self._inline(tree)
        value = evaluate.compiled(tree)
        return SolvedLet(name, spec.is_, equation, tree, spec.unit, own, value, spec.figures)

    def _inline(self, tree: Node) -> Node:
        """The tree with the lets put in. Raises ExgenError if that is too much to store."""
        full = parse.substitute(tree, self.inlined)
        _check_length(full, text.write)
        return full

    def _inline_condition(self, condition: Condition) -> Condition:
        full = parse.substitute_in_condition(condition, self.inlined)
        _check_length(full, text.write_condition)
        return full

    def _parts(self) -> tuple[SolvedPart, ...]:
        """All parts; one that uses a broken part is not to blame, so it is left for later."""
        broken: set[str] = set()
        done: list[SolvedPart] = []
        for name, spec in self.head.find.items():
            uses_broken = broken & set(re.findall(r"\w+", spec.law))
            solve = partial(self._part, name)
            part = None if uses_broken else self._guarded(("find", name), solve)
            if part is None:
                broken.add(name)
            else:
                done.append(part)
        return tuple(done)

    def _part(self, name: str) -> SolvedPart:
        spec, kind = self.head.find[name], self.template.kind(name)
        relative, figures = tolerance(spec.tolerance)
        if kind == "quantity":
            part = self._quantity(name, spec, relative, figures)
            self.dimensions[name] = units.unit(spec.unit).dimension
            return part
        if kind == "order":
            return self._order(name, spec, relative)
        if kind == "rubric":
            self._check_rubric(spec)
        if kind == "evidence":
            self._check_lab(spec)
        if spec.slips or spec.none_when:
            raise ExgenError(f"a {kind} takes no slips and no none_when")
        equation, tree = self._formula(name, spec) if kind == "formula" else (None, None)
        options = self._options(kind, spec)
        return SolvedPart(
            name, kind, spec, equation, tree, tree, "", mpq(1), None, None, None, None, (), (),
            options, None, None,
        )  # fmt: skip

    def _check_rubric(self, spec: FindSpec) -> None:
        """A person marks by points and a model answer; nothing else belongs to such a part."""
        if not spec.points or not spec.model_answer:
            raise ExgenError("a rubric has points and a model_answer")
        if spec.law or spec.unit or spec.options or spec.in_terms_of or spec.marks != 1:
            hint = "its marks are those of its points"
            raise ExgenError("a rubric takes no law, unit, options or marks", hint=hint)

    def _check_lab(self, spec: FindSpec) -> None:
        """A record is judged by its lab, which may need givens of the page."""
        if spec.law or spec.unit or spec.options or spec.in_terms_of:
            raise ExgenError("evidence takes no law, unit or options", hint="lab and marks")
        needed = names.needs(spec.lab)
        if missing := needed - self.head.given.keys():
            raise ExgenError(f"the lab {spec.lab} needs the given {min(missing)!r}")
        self.used |= needed

    def _order(self, name: str, spec: FindSpec, relative: mpq | None) -> SolvedPart:
        if not 3 <= len(spec.items) <= 8:
            raise ExgenError("an order has 3 to 8 items")
        if spec.law or spec.unit or spec.options or spec.in_terms_of or spec.none_when:
            raise ExgenError("an order takes no law, unit, options or none_when")
        items = self._ranked([item.value for item in spec.items])
        slips = tuple(self._wrong_order(spec, slip) for slip in spec.slips)
        return SolvedPart(
            name, "order", spec, None, None, None, "", mpq(1), None, None, None, None, (), (), (),
            relative or mpq(0), None, items, slips,
        )  # fmt: skip

    def _ranked(self, written: Sequence[str]) -> tuple[Function, ...]:
        """What the items are compared by: expressions of one dimension."""
        trees = [parse.parse(each) for each in written]
        for tree in trees:
            self._know(parse.names(tree))
        kinds = {evaluate.dimension(tree, self.dimensions) for tree in trees}
        if len(kinds) > 1:
            raise ExgenError(f"the items are in {' and '.join(sorted(map(units.describe, kinds)))}")
        return tuple(evaluate.compiled(tree) for tree in trees)

    def _wrong_order(self, part: FindSpec, spec: SlipSpec) -> SolvedOrder:
        try:
            if spec.law or len(spec.values) != len(part.items):
                raise ExgenError("values has one expression for each item; there is no law")
            test = evaluate.compiled_condition(self._condition(spec.when)) if spec.when else None
            return SolvedOrder(spec, self._ranked(spec.values), test)
        except ExgenError as error:
            raise ExgenError(f"slip {spec.id!r}: {error.message}", hint=error.hint) from None

    def _formula(self, name: str, spec: FindSpec) -> tuple[Equation, Node]:
        equation = parse.parse_equation(spec.law)
        tree = algebra.solve(equation, name)
        if parse.names(tree) != set(spec.in_terms_of):
            found = ", ".join(sorted(parse.names(tree)))
            raise ExgenError(f"the formula is in terms of {found}, in_terms_of says otherwise")
        self.used |= set(spec.in_terms_of)
        return equation, tree

    def _options(self, kind: str, spec: FindSpec) -> tuple[Test, ...]:
        if kind in ("formula", "rubric", "evidence"):
            return ()
        if not 2 <= len(spec.options) <= 8:
            raise ExgenError("a choice has 2 to 8 options")
        return tuple(self._option(option.when) for option in spec.options)

    def _option(self, when: str | bool) -> Test:
        if isinstance(when, bool):
            return lambda _: when
        return evaluate.compiled_condition(self._condition(when))

    def _quantity(
        self, name: str, spec: FindSpec, relative: mpq | None, figures: int | None
    ) -> SolvedPart:
        unit = units.unit(spec.unit)
        equation = parse.parse_equation(spec.law)
        earlier = tuple(part for part in self.head.find if part in self.dimensions)
        self._know(parse.names(equation) - {name})
        self._check_equation(equation, {**self.dimensions, name: unit.dimension}, unit.text)
        tree = algebra.solve(equation, name)
        none_when = self._condition(spec.none_when) if spec.none_when else None
        full = self._inline(tree)
        full_none = self._inline_condition(none_when) if none_when else None
        used = parse.names(full) | (parse.names(full_none) if full_none else frozenset())
        if hidden := used & set(self.head.given) - self.template.told:
            raise ExgenError(f"the law uses {', '.join(sorted(hidden))}, which is hidden")
        slips = tuple(self._slip(name, tree, slip) for slip in spec.slips)
        if len({slip.id for slip in spec.slips}) < len(spec.slips):
            raise ExgenError("two slips have the same id")
        return SolvedPart(
            name, "quantity", spec, equation, tree, full, unit.text, unit.factor,
            evaluate.compiled(tree),
            none_when, full_none, evaluate.compiled_condition(none_when) if none_when else None,
            tuple(part for part in earlier if part in used), slips, (), relative, figures,
        )  # fmt: skip

    def _check_equation(self, equation: Equation, known: dict[str, Dimension], box: str) -> None:
        left = evaluate.dimension(equation.left, known)
        right = evaluate.dimension(equation.right, known)
        if left != right:
            kinds = f"{units.describe(left)} on the left, {units.describe(right)} on the right"
            raise ExgenError(f"units do not agree: {kinds} (the box asks for {box})")

    def _slip(self, part: str, tree: Node, spec: SlipSpec) -> SolvedSlip:
        try:
            if spec.values or not spec.law:
                raise ExgenError("a law, and no values")
            wrong = self._slip_tree(part, tree, spec)
            evaluate.dimension(wrong, self.dimensions)  # may differ: losing a unit is a slip too
            test = evaluate.compiled_condition(self._condition(spec.when)) if spec.when else None
            if not 0 <= units.number(spec.credit) < 1:
                raise ExgenError("credit is a share of the marks below 1")
        except ExgenError as error:
            raise ExgenError(f"slip {spec.id!r}: {error.message}", hint=error.hint) from None
        return SolvedSlip(spec, wrong, evaluate.compiled(wrong), test)

    def _slip_tree(self, part: str, tree: Node, spec: SlipSpec) -> Node:
        """The part's value under the wrong law, in givens and earlier parts."""
        equation = parse.parse_equation(spec.law)
        mentioned = parse.names(equation)
        self._know(mentioned - {part})
        if part in mentioned:
            return self._inline(algebra.solve(equation, part))
        lets = [let for let in self.inlined if equation.left == Name(let)]
        if not lets:
            raise ExgenError(f"its law mentions neither {part!r} nor a let on its left side")
        return self._with_let(tree, lets[0], self._inline(equation.right))

    def _with_let(self, tree: Node, let: str, wrong: Node) -> Node:
        """The tree if that let, and every let that uses it, were wrong."""
        inlined: dict[str, Node] = {}
        for name in self.inlined:
            own = algebra.solve(parse.parse_equation(self.head.let[name].law), name)
            inlined[name] = wrong if name == let else parse.substitute(own, inlined)
        changed = parse.substitute(tree, inlined)
        if changed == parse.substitute(tree, self.inlined):
            raise ExgenError(f"the part does not use {let!r}")
        _check_length(changed, text.write)
        return changed

    def _plot(self) -> SolvedPlot:
        spec = self.head.plot
        assert spec is not None  # run() asks only where there is one
        points = tuple((point.is_, self._plotted(point.at, INTENSITY)) for point in spec.points)
        return SolvedPlot(
            self._plotted(spec.peak, "FLOP/s"), self._plotted(spec.bandwidth, "B/s"), points
        )

    def _plotted(self, text: str, unit: str) -> Function:
        tree = parse.parse(text)
        self._know(parse.names(tree))
        own = evaluate.dimension(tree, self.dimensions)
        if own != units.unit(unit).dimension:
            raise ExgenError(f"{text!r} is in {units.describe(own)}, not in {unit}")
        return evaluate.compiled(tree)

    def _check_used(self) -> None:
        for name, spec in self.head.given.items():
            if spec.aside == (name in self.used):
                needed = "needed, so it is no aside" if spec.aside else "never used"
                error = ExgenError(f"given {name!r} is {needed}")
                self.errors.append(error.at(self.template.path, self.template.line("given", name)))
        for piece in pieces(self.template):
            for line, row in piece.rows:
                for match in PLACEHOLDER.finditer(row):
                    try:
                        self._check_placeholder(match[1], match[2])
                    except ExgenError as error:
                        self.errors.append(error.at(self.template.path, line))

    def _check_placeholder(self, name: str, field: str | None) -> None:
        if field is None and name in self.rows:
            raise ExgenError(f"{name!r} is a row", hint=f"use {{{{ {name}.name }}}}")
        if field is None or field == "derivation":
            return
        row = self.rows.get(name)
        if row is None:
            raise ExgenError(f"{name!r} has no fields")
        stated = {key for each in row.among for key in tables.row(row.table, each).fields}
        if field not in stated:
            raise ExgenError(
                f"no row of {row.table} has {field!r}", hint=did_you_mean(field, stated)
            )
