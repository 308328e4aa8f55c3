"""A template whose laws are solved, checked for units and compiled: ready to be drawn from.

Made once a page by `solving.py`; drawing an exercise afterwards is arithmetic only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec
from gmpy2 import mpq

from exgen.expression.parse import Condition, Equation, Node
from exgen.template import FindSpec, SlipSpec, Template
from exgen.units import Dimension
from exgen.values import Value

Function = Callable[[Mapping[str, mpq]], mpq]
Test = Callable[[Mapping[str, mpq]], bool]


class RowGiven(msgspec.Struct, frozen=True):
    """A row of a table is drawn."""

    name: str
    table: str
    among: tuple[str, ...]
    confirmed: tuple[str, ...]
    default: str


class DrawnGiven(msgspec.Struct, frozen=True):
    """One of several values is drawn; a fixed value is a grid of one."""

    name: str
    label: str
    grid: tuple[Value, ...]
    default: Value


class FieldGiven(msgspec.Struct, frozen=True):
    """A field of a drawn row; `pattern` may hold `{fmt}`, the key of another drawn row."""

    name: str
    label: str
    row: str
    pattern: str


class SolvedLet(msgspec.Struct, frozen=True):
    """A helper quantity: its solved law and unit ("" = whatever reads well)."""

    name: str
    label: str
    equation: Equation
    tree: Node
    unit: str
    dimension: Dimension
    value: Function
    figures: int | None  # of an observed let, which is rounded and then told


class SolvedSlip(msgspec.Struct, frozen=True):
    """A wrong law, solved for the part; `test` is None if it applies to every draw."""

    spec: SlipSpec
    tree: Node
    value: Function
    test: Test | None


class SolvedOrder(msgspec.Struct, frozen=True):
    """A wrong way to rank the items; `test` is None if it applies to every draw."""

    spec: SlipSpec
    values: tuple[Function, ...]
    test: Test | None


class SolvedPart(msgspec.Struct, frozen=True):
    """A part with everything that does not depend on the draw."""

    id: str
    kind: str
    spec: FindSpec
    equation: Equation | None
    tree: Node | None  # solved law in givens, lets and earlier parts
    full: Node | None  # the same with the lets put in
    unit: str
    factor: mpq
    value: Function | None
    none_when: Condition | None
    full_none_when: Condition | None
    none_test: Test | None
    uses: tuple[str, ...]
    slips: tuple[SolvedSlip, ...]
    options: tuple[Test, ...]
    relative: mpq | None  # tolerance as a share; None for exact or figures
    figures: int | None
    items: tuple[Function, ...] = ()  # what the items of an order are ranked by
    wrong_orders: tuple[SolvedOrder, ...] = ()


class SolvedPlot(msgspec.Struct, frozen=True):
    """A roofline: peak in FLOP/s, bandwidth in B/s, labelled intensities in FLOP/B."""

    peak: Function
    bandwidth: Function
    points: tuple[tuple[str, Function], ...]


class Solved(msgspec.Struct, frozen=True, eq=False):
    """A page, ready to be drawn from."""

    template: Template
    rows: tuple[RowGiven, ...]
    drawn: tuple[DrawnGiven, ...]
    fields: tuple[FieldGiven, ...]
    attributes: tuple[str, ...]  # `gpu.memory` as used in laws
    dimensions: Mapping[str, Dimension]
    require: tuple[tuple[str, Test], ...]
    lets: tuple[SolvedLet, ...]
    parts: tuple[SolvedPart, ...]
    plot: SolvedPlot | None

    @property
    def size(self) -> int:
        """How many draws the declared grid holds."""
        total = 1
        for each in (*[row.among for row in self.rows], *[given.grid for given in self.drawn]):
            total *= len(each)
        return total
