"""A short calculation with units, `140GB/3.35TB/s`, -> a quantity, exactly.

A unit at the very end of a calculation with bare numbers holds for all of it: `140/3.35 ms` is
41.79 ms.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec
from gmpy2 import mpq

from exgen import units
from exgen.errors import ExgenError
from exgen.expression.parse import Num
from exgen.grading.answer import Reading
from exgen.grading.climb import climb
from exgen.grading.dimensioned import evaluate
from exgen.grading.number_text import short
from exgen.grading.pieces import Piece, cut, refuse_ranges

if TYPE_CHECKING:
    from exgen.grading.numeral import DecimalSign, Numeral
    from exgen.grading.unit_names import Named

_SEVERAL = re.compile(r"\b(or|and|to|between|bis|oder|und)\b|;|\.\.", re.IGNORECASE)


def calculate(text: str, wanted: str, sign: DecimalSign = ".") -> Reading:
    """The value of plain ASCII mathematics with units. Raises ExgenError for anything else."""
    if _SEVERAL.search(text):
        raise ExgenError("more than one value; write one value in a box")
    found = cut(text, wanted, sign)
    pieces, numerals = found.pieces, found.numerals
    if len(numerals) == 1 and (len(pieces) == 1 or (len(pieces) == 2 and pieces[0].token == "-")):
        number = -numerals[0].value if len(pieces) == 2 else numerals[0].value
        return _reading(_in_unit(number, pieces[-1].unit, wanted), pieces, numerals)
    refuse_ranges(pieces)
    return _reading(_result(pieces, wanted), pieces, numerals)


class _Result(msgspec.Struct, frozen=True):
    """`value` in base units, and the unit to show it in."""

    value: mpq
    unit: str
    factor: mpq
    dimension: units.Dimension


def _result(pieces: list[Piece], wanted: str) -> _Result:
    last = pieces[-1]
    if last.unit and last.number is not None and not any(piece.unit for piece in pieces[:-1]):
        bare = [*(piece.token for piece in pieces[:-1]), Num(last.number)]
        return _in_unit(evaluate(climb(bare))[0], last.unit, wanted)
    value, dimension = evaluate(climb([piece.token for piece in pieces]))
    if not any(piece.unit for piece in pieces):
        return _in_unit(value, None, wanted)
    beside = units.unit(wanted)
    if dimension == beside.dimension:
        return _Result(value, beside.text, beside.factor, dimension)
    return _Result(value, units.describe(dimension), mpq(1), dimension)


def _in_unit(number: mpq, unit: Named | None, wanted: str) -> _Result:
    """A bare number in the unit behind it, or in the one beside the box."""
    said = unit or units.unit(wanted)
    return _Result(number * said.factor, said.text, said.factor, said.dimension)


def _reading(result: _Result, pieces: list[Piece], numerals: list[Numeral]) -> Reading:
    number = result.value / result.factor
    single = numerals[0] if len(numerals) == 1 and abs(number) == numerals[0].value else None
    shown = f"{short(number)}{'' if result.unit == '1' else ' ' + result.unit}"
    notices = [note for piece in pieces if piece.unit for note in piece.unit.notices]
    if not single:
        working = _shown(pieces)
        shown = f"{working} = {shown}"
        if "/(" in working and "/(" not in "".join(piece.text for piece in pieces):
            notices.append(f"read as {working}")
    return Reading(
        value=result.value,
        number=number,
        unit=result.unit,
        dimension=result.dimension,
        had_unit=any(piece.unit for piece in pieces),
        reads_as=shown,
        digits=single.digits if single else "",
        other=result.value / single.value * single.other
        if single and single.other and single.value
        else None,
        notices=tuple(notices),
    )


_SIGNS = {"**": "^", "*": "·"}


def _shown(pieces: list[Piece]) -> str:
    """The calculation for a reader: `140 GB/(3.35 TB/s)`."""
    shown = ""
    for piece in pieces:
        text = _SIGNS.get(piece.text, piece.text)
        if piece.text.startswith("1 ") and shown.endswith(")·"):
            shown = shown[:-1] + text[1:]
        elif shown.endswith("/") and "/" in text and len(text) > 1:
            shown += f"({text})"
        else:
            shown += text
    return shown
