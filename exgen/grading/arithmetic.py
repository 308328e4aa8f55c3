"""A short calculation with units, `140GB/3.35TB/s`, -> a quantity, through the law grammar.

The text is rewritten piece by piece into that grammar (`[140 GB]/[3.35 TB/s]`) and evaluated
exactly. A unit at the very end of a calculation with bare numbers holds for all of it:
`140/3.35 ms` is 41.79 ms.
"""

from __future__ import annotations

import re

import msgspec
from gmpy2 import mpq

from exgen import units
from exgen.errors import ExgenError
from exgen.expression.decimals import exact, exponent10, finite, rounded
from exgen.expression.evaluate import compiled, dimension
from exgen.expression.parse import Node, parse
from exgen.grading.answer import Reading
from exgen.grading.numeral import DecimalSign, Numeral
from exgen.grading.pieces import Piece, cut, refuse_ranges
from exgen.grading.unit_names import Named

MAX_POWER_OF_TEN = 120  # of a result
_SEVERAL = re.compile(r"\b(or|and|to|between|bis|oder|und)\b|;|\.\.", re.IGNORECASE)


def calculate(text: str, wanted: str, sign: DecimalSign = ".") -> Reading:
    """The value of plain ASCII mathematics with units. Raises ExgenError for anything else."""
    if _SEVERAL.search(text):
        raise ExgenError("more than one value; write one value in a box")
    pieces, numerals = cut(text, wanted, sign)
    values = [piece for piece in pieces if piece.kind != "operator"]
    if len(values) == 1 == len(numerals) and "".join(p.text for p in pieces if p is not values[0]) in ("", "-"):
        number = -numerals[0].value if len(pieces) == 2 else numerals[0].value
        return _reading(_in_unit(number, values[0].unit, wanted), pieces, numerals)
    refuse_ranges(pieces)
    last = pieces[-1]
    with_unit = [piece for piece in pieces if piece.unit]
    over = last.unit if with_unit == [last] else None
    tree = parse("".join(piece.number if over and piece is last else piece.text for piece in pieces))
    if over and not dimension(tree, {}):
        result = _in_unit(_value(tree), over, wanted)
    elif with_unit:
        result = _with_dimension(_value(tree), dimension(tree, {}), wanted)
    else:
        result = _in_unit(_value(tree), None, wanted)
    return _reading(result, pieces, numerals)


class _Result(msgspec.Struct, frozen=True):
    """`value` in base units, and the unit to show it in."""

    value: mpq
    unit: str
    factor: mpq
    dimension: units.Dimension


def _in_unit(number: mpq, unit: Named | None, wanted: str) -> _Result:
    """A bare number in the unit behind it, or in the one beside the box."""
    said = unit or units.unit(wanted)
    return _Result(number * said.factor, said.text, said.factor, said.dimension)


def _with_dimension(value: mpq, dimension: units.Dimension, wanted: str) -> _Result:
    beside = units.unit(wanted)
    if dimension == beside.dimension:
        return _Result(value, beside.text, beside.factor, dimension)
    return _Result(value, units.describe(dimension), mpq(1), dimension)


def _reading(result: _Result, pieces: list[Piece], numerals: list[Numeral]) -> Reading:
    number = result.value / result.factor
    single = numerals[0] if len(numerals) == 1 and abs(number) == numerals[0].value else None
    shown = f"{short(number)}{'' if result.unit == '1' else ' ' + result.unit}"
    notices = [note for piece in pieces if piece.unit for note in piece.unit.notices]
    working = _shown(pieces)
    if "/(" in working and "/(" not in "".join(piece.text for piece in pieces):
        notices.append(f"read as {working}")
    return Reading(
        value=result.value,
        number=number,
        unit=result.unit,
        dimension=result.dimension,
        had_unit=any(piece.unit for piece in pieces),
        reads_as=shown if single else f"{working} = {shown}",
        digits=single.digits if single else "",
        other=result.value / single.value * single.other if single and single.other else None,
        notices=tuple(notices),
    )


def _shown(pieces: list[Piece]) -> str:
    """The calculation for a reader: `140 GB/(3.35 TB/s)`."""
    shown = ""
    for piece in pieces:
        text = piece.text.replace("[", "").replace("]", "").replace("**", "^").replace("*", "·")
        if piece.text.startswith("[1 ") and shown.endswith(")·"):
            shown = shown[:-1] + text[1:]
        elif shown.endswith("/") and "/" in text and len(text) > 1:
            shown += f"({text})"
        else:
            shown += text
    return shown


def short(number: mpq) -> str:
    """A number for the eye: exact if it is short, else six figures; powers of ten when far from 1."""
    if number and abs(exponent10(number)) > 15:
        power = exponent10(number)
        return f"{short(number / mpq(10) ** power)}e{power}"
    text = exact(number) if finite(number) else ""
    return text if text and len(text) <= 18 else rounded(number, 6)


def _value(tree: Node) -> mpq:
    try:
        value = compiled(tree)({})
    except ZeroDivisionError:
        raise ExgenError("a division by zero") from None
    if value and abs(exponent10(value)) > MAX_POWER_OF_TEN:
        raise ExgenError("the number is beyond all bounds")
    return value
