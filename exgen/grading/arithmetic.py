"""A short calculation with units, `140GB/3.35TB/s`, -> a quantity, through the law grammar.

The text is rewritten piece by piece into that grammar (`[140 GB]/[3.35 TB/s]`) and evaluated
exactly. A unit at the very end of a calculation with bare numbers holds for all of it:
`140/3.35 ms` is 41.79 ms.
"""

from __future__ import annotations

import re
from typing import Literal

import msgspec
from gmpy2 import mpq

from exgen import units
from exgen.errors import ExgenError
from exgen.expression.decimals import exact, exponent10, finite, rounded
from exgen.expression.evaluate import compiled, dimension
from exgen.expression.parse import FUNCTIONS, Node, parse
from exgen.grading.answer import Reading
from exgen.grading.numeral import EXPONENT, NUMERAL, DecimalSign, Numeral, numeral
from exgen.grading.unit_names import Named, is_scale, named

MAX_POWER_OF_TEN = 120  # of a result

_UNIT = r"[A-Za-zµ%$€]+(?: ?\^ ?\(?-?\d\)?)?"
RUN = rf"{_UNIT}(?: ?/ ?\( ?{_UNIT}(?: ?[* ] ?{_UNIT})* ?\)| ?[*/ ] ?{_UNIT})*"
_NUMBER = re.compile(rf" ?({NUMERAL})({EXPONENT})?")
_UNIT_AFTER = re.compile(rf" ?\*? ?(1 ?/ ?{RUN}|{RUN})|( ?/ ?{RUN})")
_WORD = re.compile(r" ?([A-Za-z]+\d?)(?= ?\()")
_OPERATOR = re.compile(r" ?(\*\*|[-+*/^(),])")
_SCALES = {"thousand": 3, "million": 6, "mln": 6, "billion": 9, "bn": 9, "trillion": 12}
_SCALE = re.compile(rf" ?({'|'.join(_SCALES)})\b", re.IGNORECASE)
_MIXED = re.compile(r" ?(\d{1,3}) (\d{1,3}) ?/ ?(\d{1,3})(?![\d.,])")
_SEVERAL = re.compile(r"\b(or|and|to|between|bis|oder|und)\b|;|\.\.", re.IGNORECASE)


class _Piece(msgspec.Struct, frozen=True):
    """One piece of the calculation; `text` is in the law grammar."""

    kind: Literal["number", "quantity", "operator"]
    text: str
    number: str = ""  # of a quantity: without its unit
    unit: Named | None = None


def calculate(text: str, wanted: str, sign: DecimalSign = ".") -> Reading:
    """The value of plain ASCII mathematics with units. Raises ExgenError for anything else."""
    if _SEVERAL.search(text):
        raise ExgenError("more than one value; write one value in a box")
    pieces, numerals = _pieces(text, wanted, sign)
    values = [piece for piece in pieces if piece.kind != "operator"]
    if len(values) == 1 == len(numerals) and "".join(p.text for p in pieces if p is not values[0]) in ("", "-"):
        number = -numerals[0].value if len(pieces) == 2 else numerals[0].value
        return _reading(_in_unit(number, values[0].unit, wanted), pieces, numerals)
    _refuse_ranges(pieces)
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


def _reading(result: _Result, pieces: list[_Piece], numerals: list[Numeral]) -> Reading:
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


def _shown(pieces: list[_Piece]) -> str:
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


def _refuse_ranges(pieces: list[_Piece]) -> None:
    operators = [piece.text for piece in pieces[1:] if piece.kind == "operator"]
    if operators and set(operators) == {"-"} and pieces[0].kind != "operator":
        raise ExgenError("this could be a range or a difference; write one value")


def _pieces(text: str, wanted: str, sign: DecimalSign) -> tuple[list[_Piece], list[Numeral]]:
    """The text cut into numbers, quantities and operators."""
    pieces: list[_Piece] = []
    numerals: list[Numeral] = []
    at = 0
    while at < len(text):
        value_next = not pieces or (pieces[-1].kind == "operator" and pieces[-1].text != ")")
        function, number = _WORD.match(text, at), _NUMBER.match(text, at)
        if function and function[1].lower() in FUNCTIONS:
            if not value_next:
                pieces.append(_Piece("operator", "*"))
            pieces.append(_Piece("operator", function[1].lower()))
            at = function.end()
        elif number and value_next:
            piece, at, read = _number_piece(text, at, number, wanted, sign)
            pieces.append(piece)
            numerals.append(read)
        elif pieces and pieces[-1].text == ")" and (unit := _UNIT_AFTER.match(text, at)):
            found = _named(unit[0], wanted)
            pieces += [_Piece("operator", "*"), _Piece("quantity", f"[1 {found.text}]", "1", found)]
            at = unit.end()
        elif operator := _OPERATOR.match(text, at):
            at = operator.end()
            if operator[1] != "+" or not value_next:  # a sign + means nothing
                pieces.append(_Piece("operator", operator[1]))
        else:
            raise ExgenError(_unexpected(text, at, pieces))
    if not any(piece.kind != "operator" for piece in pieces):
        raise ExgenError(f"no number in {text[:40]!r}")
    return pieces, numerals


def _unexpected(text: str, at: int, pieces: list[_Piece]) -> str:
    rest = text[at:].strip()
    if rest[:1] in ("<", ">"):
        return "an inequality is not a value; write one value"
    word = re.match(r"[A-Za-zµ]+|[\d.,]+|.", rest)
    if not pieces and word and word[0].isalpha():
        return f"no number before {word[0][:30]!r}"
    return f"{(word[0] if word else rest)[:30]!r} is not understood"


def _number_piece(
    text: str, at: int, found: re.Match[str], wanted: str, sign: DecimalSign
) -> tuple[_Piece, int, Numeral]:
    """A number and the unit behind it, if there is one."""
    mixed = _MIXED.match(text, at)
    if mixed and int(mixed[3]):
        value = mpq(int(mixed[2]), int(mixed[3])) + int(mixed[1])
        read, at, law = Numeral(value, ""), mixed.end(), f"({mixed[1]}+{mixed[2]}/{mixed[3]})"
    else:
        read, at = numeral(found[1] + (found[2] or ""), sign), found.end()
        law = _law_number(read.digits)
    scale = _SCALE.match(text, at)
    if scale:
        power, at = _SCALES[scale[1].lower()], scale.end()
        read = Numeral(read.value * mpq(10) ** power, read.digits)
        law = f"{law}*10**{power}"
    unit = _UNIT_AFTER.match(text, at)
    if not unit or (unit[0].strip(" *").lower() in FUNCTIONS and text[unit.end() :].lstrip()[:1] == "("):
        return _Piece("number", law), at, read
    bare = is_scale(unit[0].strip())
    if bare and not units.unit(wanted).dimension:
        times = units.unit(bare + "B").factor
        return _Piece("number", f"{law}*{times}"), unit.end(), Numeral(read.value * times, read.digits)
    named_unit = _named(unit[0], wanted)
    inside = law if law[-1].isdigit() and "*" not in law else ""
    quantity = f"[{inside} {named_unit.text}]" if inside else f"({law})*[1 {named_unit.text}]"
    return _Piece("quantity", quantity, law, named_unit), unit.end(), read


def _law_number(digits: str) -> str:
    mantissa, exponent, power = digits.partition("e")
    whole, _, rest = mantissa.partition(".")
    return f"{whole or '0'}{'.' + rest if rest else ''}{exponent}{power}"


def _named(text: str, wanted: str) -> Named:
    clean = text.strip().lstrip("*").strip()
    if is_scale(clean):
        raise ExgenError(f"{clean!r} is a prefix without a unit; write the unit")
    return named("1" + clean if clean.startswith("/") else clean, wanted)
