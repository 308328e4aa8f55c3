"""What a page says of a given -> the values that can be drawn for it.

A grid is finite and declared: the rows of a table that the page names, or the values it lists.
"""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING

from exgen import tables, units, values
from exgen.errors import ExgenError, did_you_mean
from exgen.solved import DrawnGiven, FieldGiven, RowGiven

if TYPE_CHECKING:
    from collections.abc import Mapping

    from exgen.template import GivenSpec
    from exgen.units import Dimension
    from exgen.values import Value

MAX_GRID = 1000
_FIELD = re.compile(r"(\w|\{\w+\})+")  # a field's name, with keys of rows to be put in
_KEY = re.compile(r"\{(\w+)\}")


def row(name: str, spec: GivenSpec) -> RowGiven:
    """`row_of = "accelerators"`: the rows among which one is drawn. Raises ExgenError."""
    _check_form(name, spec, "row_of", "among")
    table = str(spec.row_of)
    among = tuple(str(key) for key in spec.among or tables.table(table))
    rows = [tables.row(table, key) for key in among]
    confirmed = tuple(row.key for row in rows if not row.from_memory)
    default = str(spec.default) if spec.default is not None else among[0]
    return RowGiven(name, table, among, confirmed, tables.row(table, default).key)


def drawn(name: str, spec: GivenSpec) -> DrawnGiven:
    """`among = [...]` or `value = ...`: values of one dimension. Raises ExgenError."""
    _check_form(name, spec, "value" if spec.value is not None else "among")
    written = spec.among if spec.among is not None else (spec.value,)
    if not written or written == (None,):
        raise ExgenError(f"given {name!r} has no value", hint="row_of, from, among or value")
    if len(written) > MAX_GRID:
        raise ExgenError(f"given {name!r} has {len(written)} values; at most {MAX_GRID}")
    grid = tuple(values.read(str(text), spec.unit) for text in written)
    default = grid[0]
    if spec.default is not None:
        default = values.read(str(spec.default), spec.unit or grid[0].unit)
    for value in (*grid, default):
        if dimension(value) != dimension(grid[0]):
            like = f"{grid[0].number} {grid[0].unit}"
            raise ExgenError(f"given {name!r}: {value.number} {value.unit} is not like {like}")
    return DrawnGiven(name, spec.is_, grid, default)


def field(name: str, spec: GivenSpec) -> FieldGiven:
    """`from = "gpu.{fmt}_dense"`: a field of a drawn row. Raises ExgenError."""
    _check_form(name, spec, "from")
    row_name, _, pattern = str(spec.from_).partition(".")
    if not _FIELD.fullmatch(pattern):
        hint = 'write "gpu.memory" or "gpu.{fmt}_dense"'
        raise ExgenError(f"from = {str(spec.from_)[:60]!r}", hint=hint)
    return FieldGiven(name, spec.is_, row_name, pattern)


def _check_form(name: str, spec: GivenSpec, *allowed: str) -> None:
    """Raises ExgenError if the given has a key of another form."""
    said = {"row_of": spec.row_of, "among": spec.among, "from": spec.from_, "value": spec.value}
    wrong = [key for key, value in said.items() if value is not None and key not in allowed]
    if wrong:
        together = " and ".join((allowed[0], *wrong))
        raise ExgenError(f"given {name!r}: {together} do not go together")


def dimension(value: Value) -> Dimension:
    """The dimension of a printed value."""
    return units.unit(value.unit).dimension


def keys_in(pattern: str) -> list[str]:
    """The rows whose keys a field's name takes: `{fmt}_dense` -> ["fmt"]."""
    return _KEY.findall(pattern)


def dimension_of_field(rows: Mapping[str, RowGiven], name: str, pattern: str) -> Dimension:
    """The dimension that the field has in every row that states it. Raises ExgenError."""
    given = _known(rows, name)
    found = [
        values.of_field(given.table, key, spelled)
        for key in given.among
        for spelled in _spelled(rows, pattern)
    ]
    kinds = {dimension(value) for value in found if value is not None}
    if not kinds:
        first = tables.row(given.table, given.among[0])
        hint = did_you_mean(pattern, first.fields)
        raise ExgenError(f"no row of {given.table} here has {pattern!r}", hint=hint)
    if len(kinds) > 1:
        raise ExgenError(f"{given.table}.{pattern} has different dimensions in different rows")
    return kinds.pop()


def _spelled(rows: Mapping[str, RowGiven], pattern: str) -> list[str]:
    """`{fmt}_dense` -> every field name it can mean."""
    inner = keys_in(pattern)
    keys = itertools.product(*[_known(rows, name).among for name in inner])
    return [pattern.format(**dict(zip(inner, each, strict=True))) for each in keys]


def _known(rows: Mapping[str, RowGiven], name: str) -> RowGiven:
    if name not in rows:
        raise ExgenError(f"{name!r} is not a drawn row", hint=did_you_mean(name, rows))
    return rows[name]
