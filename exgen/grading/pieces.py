"""A calculation as typed -> pieces of the law grammar: numbers, quantities, operators."""

from __future__ import annotations

import re
from typing import Literal

import msgspec
from gmpy2 import mpq

from exgen import units
from exgen.errors import ExgenError
from exgen.expression.parse import FUNCTIONS
from exgen.grading.numeral import EXPONENT, NUMERAL, DecimalSign, Numeral, numeral
from exgen.grading.unit_names import Named, named
from exgen.grading.unit_words import is_scale

_UNIT = r"[A-Za-zµ%$€]+(?: ?\^ ?\(?-?\d\)?)?"
RUN = rf"{_UNIT}(?: ?/ ?\( ?{_UNIT}(?: ?[* ] ?{_UNIT})* ?\)| ?[*/ ] ?{_UNIT})*"
_NUMBER = re.compile(rf" ?({NUMERAL})({EXPONENT})?")
_UNIT_AFTER = re.compile(rf" ?\*? ?(1 ?/ ?{RUN}|{RUN})|( ?/ ?{RUN})")
_WORD = re.compile(r" ?([A-Za-z]+\d?)(?= ?\()")
_OPERATOR = re.compile(r" ?(\*\*|[-+*/^(),])")
_SCALES = {"thousand": 3, "million": 6, "mln": 6, "billion": 9, "bn": 9, "trillion": 12}
_SCALE = re.compile(rf" ?({'|'.join(_SCALES)})\b", re.IGNORECASE)
_MIXED = re.compile(r" ?(\d{1,3}) (\d{1,3}) ?/ ?(\d{1,3})(?![\d.,])")


class Piece(msgspec.Struct, frozen=True):
    """One piece of the calculation; `text` is in the law grammar."""

    kind: Literal["number", "quantity", "operator"]
    text: str
    number: str = ""  # of a quantity: without its unit
    unit: Named | None = None


def refuse_ranges(pieces: list[Piece]) -> None:
    operators = [piece.text for piece in pieces[1:] if piece.kind == "operator"]
    if operators and set(operators) == {"-"} and pieces[0].kind != "operator":
        raise ExgenError("this could be a range or a difference; write one value")


def cut(text: str, wanted: str, sign: DecimalSign) -> tuple[list[Piece], list[Numeral]]:
    """The text cut into numbers, quantities and operators."""
    pieces: list[Piece] = []
    numerals: list[Numeral] = []
    at = 0
    while at < len(text):
        value_next = not pieces or (pieces[-1].kind == "operator" and pieces[-1].text != ")")
        function, number = _WORD.match(text, at), _NUMBER.match(text, at)
        if function and function[1].lower() in FUNCTIONS:
            if not value_next:
                pieces.append(Piece("operator", "*"))
            pieces.append(Piece("operator", function[1].lower()))
            at = function.end()
        elif number and value_next:
            piece, at, read = _number_piece(text, at, number, wanted, sign)
            pieces.append(piece)
            numerals.append(read)
        elif pieces and pieces[-1].text == ")" and (unit := _UNIT_AFTER.match(text, at)):
            found = _named(unit[0], wanted)
            pieces += [Piece("operator", "*"), Piece("quantity", f"[1 {found.text}]", "1", found)]
            at = unit.end()
        elif operator := _OPERATOR.match(text, at):
            at = operator.end()
            if operator[1] != "+" or not value_next:  # a sign + means nothing
                pieces.append(Piece("operator", operator[1]))
        else:
            raise ExgenError(_unexpected(text, at, pieces))
    if not any(piece.kind != "operator" for piece in pieces):
        raise ExgenError(f"no number in {text[:40]!r}")
    return pieces, numerals


def _unexpected(text: str, at: int, pieces: list[Piece]) -> str:
    rest = text[at:].strip()
    if rest[:1] in ("<", ">"):
        return "an inequality is not a value; write one value"
    word = re.match(r"[A-Za-zµ]+|[\d.,]+|.", rest)
    if not pieces and word and word[0].isalpha():
        return f"no number before {word[0][:30]!r}"
    return f"{(word[0] if word else rest)[:30]!r} is not understood"


def _number_piece(
    text: str, at: int, found: re.Match[str], wanted: str, sign: DecimalSign
) -> tuple[Piece, int, Numeral]:
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
        return Piece("number", law), at, read
    bare = is_scale(unit[0].strip())
    if bare and not units.unit(wanted).dimension:
        times = units.unit(bare + "B").factor
        return Piece("number", f"{law}*{times}"), unit.end(), Numeral(read.value * times, read.digits)
    named_unit = _named(unit[0], wanted)
    inside = law if law[-1].isdigit() and "*" not in law else ""
    quantity = f"[{inside} {named_unit.text}]" if inside else f"({law})*[1 {named_unit.text}]"
    return Piece("quantity", quantity, law, named_unit), unit.end(), read


def _law_number(digits: str) -> str:
    mantissa, exponent, power = digits.partition("e")
    whole, _, rest = mantissa.partition(".")
    return f"{whole or '0'}{'.' + rest if rest else ''}{exponent}{power}"


def _named(text: str, wanted: str) -> Named:
    clean = text.strip().lstrip("*").strip()
    if is_scale(clean):
        raise ExgenError(f"{clean!r} is a prefix without a unit; write the unit")
    return named("1" + clean if clean.startswith("/") else clean, wanted)
