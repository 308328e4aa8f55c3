"""A calculation as typed -> tokens: numbers, quantities with their units, operators, functions."""

from __future__ import annotations

import re

import msgspec
from gmpy2 import mpq

from exgen import units
from exgen.errors import ExgenError
from exgen.expression.parse import FUNCTIONS, LAW_ONLY, Num, Quantity
from exgen.grading.climb import Function, Token
from exgen.grading.numeral import EXPONENT, NUMERAL, DecimalSign, Numeral, numeral
from exgen.grading.unit_names import Named, named
from exgen.grading.unit_words import is_scale

_UNIT = r"[A-Za-zµ%$€£‰]+(?: ?\^ ?\(?-?\d\)?)?"
RUN = rf"{_UNIT}(?: ?/ ?\( ?{_UNIT}(?: ?[*/ ] ?{_UNIT})* ?\)| ?[*/ ] ?{_UNIT})*"
_NUMBER = re.compile(rf" ?({NUMERAL})({EXPONENT})?")
_UNIT_AFTER = re.compile(rf" ?\*? ?(1 ?/ ?{RUN}|{RUN})|( ?/ ?{RUN})")
_CONSTANTS = {"pi": mpq("3.14159265358979323846264338327950288419716939937510")}
_CONSTANT = re.compile(r" ?(pi|π)(?![A-Za-z])")
_WORD = re.compile(r" ?([A-Za-z]+\d*)(?= ?\()")
_OPERATOR = re.compile(r" ?(\*\*|[-+*/^(),])")
_SCALES = {
    "thousand": 3,
    "million": 6,
    "mln": 6,
    "billion": 9,
    "bn": 9,
    "trillion": 12,
    "quadrillion": 15,
}
_SCALE = re.compile(rf" ?({'|'.join(_SCALES)})\b", re.IGNORECASE)
_MIXED = re.compile(r" ?(\d{1,3}) (\d{1,3}) ?/ ?(\d{1,3})(?![\d.,])")
CALLABLE = frozenset({*(FUNCTIONS.keys() - LAW_ONLY), "ln", "log10", "exp", "abs"})


class Piece(msgspec.Struct, frozen=True):
    """A token, how it was typed, and for a quantity its number without the unit."""

    token: Token
    text: str
    number: mpq | None = None
    unit: Named | None = None


class Cut(msgspec.Struct):
    """The pieces of a text and the numerals among them."""

    pieces: list[Piece] = []
    numerals: list[Numeral] = []

    def value_next(self) -> bool:
        if not self.pieces:
            return True
        last = self.pieces[-1].token
        return isinstance(last, str) and last != ")"

    def operator(self, text: str) -> None:
        if text != "+" or not self.value_next():  # a sign + means nothing
            self.pieces.append(Piece("**" if text == "^" else text, text))


def refuse_ranges(pieces: list[Piece]) -> None:
    operators = [piece.token for piece in pieces[1:] if isinstance(piece.token, str)]
    if operators and set(operators) == {"-"} and not isinstance(pieces[0].token, str):
        raise ExgenError("this could be a range or a difference; write one value")


def cut(text: str, wanted: str, sign: DecimalSign) -> Cut:
    """The text cut into pieces. Raises ExgenError naming what is not understood."""
    found = Cut()
    at = 0
    while at < len(text):
        at = _next(text, at, wanted, sign, found)
    if not found.numerals:
        raise ExgenError(f"no number in {text[:40]!r}")
    return found


def _next(text: str, at: int, wanted: str, sign: DecimalSign, found: Cut) -> int:
    """Reads one piece; the place behind it."""
    value_next = found.value_next()
    number = _NUMBER.match(text, at) if value_next else None
    if number:
        return _number_piece(text, at, number, wanted, sign, found)
    constant = _CONSTANT.match(text, at) if value_next else None
    if constant:
        found.numerals.append(Numeral(_CONSTANTS["pi"], ""))
        found.pieces.append(Piece(Num(_CONSTANTS["pi"]), "pi"))
        return constant.end()
    function = _WORD.match(text, at)
    if function and function[1].lower() in CALLABLE:
        if not value_next:
            found.operator("*")
        found.pieces.append(Piece(Function(function[1].lower()), function[1].lower()))
        return function.end()
    if found.pieces and found.pieces[-1].token == ")" and (unit := _UNIT_AFTER.match(text, at)):
        named_unit = _named(unit[0], wanted)
        found.operator("*")
        found.pieces.append(_quantity(mpq(1), "1", named_unit))
        return unit.end()
    operator = _OPERATOR.match(text, at)
    if not operator:
        raise ExgenError(_unexpected(text, at, not found.pieces))
    found.operator(operator[1])
    return operator.end()


def _unexpected(text: str, at: int, first: bool) -> str:
    rest = text[at:].strip()
    if rest[:1] in ("<", ">"):
        return "an inequality is not a value; write one value"
    word = re.match(r"[A-Za-zµ]+|[\d.,]+|.", rest)
    if first and word and word[0].isalpha():
        return f"no number before {word[0][:30]!r}"
    return f"{(word[0] if word else rest)[:30]!r} is not understood"


def _number_piece(
    text: str, at: int, found: re.Match[str], wanted: str, sign: DecimalSign, cut: Cut
) -> int:
    """A number and the unit behind it, if there is one."""
    mixed = _MIXED.match(text, at)
    if mixed and int(mixed[3]):
        read, at = Numeral(mpq(int(mixed[2]), int(mixed[3])) + int(mixed[1]), ""), mixed.end()
        said = mixed[0].strip()
    else:
        read, at = numeral(found[1] + (found[2] or ""), sign), found.end()
        said = _tidy(read.digits)
    scale = _SCALE.match(text, at)
    if scale:
        power, at = _SCALES[scale[1].lower()], scale.end()
        read, said = Numeral(read.value * mpq(10) ** power, read.digits), f"{said}e{power}"
    unit = _UNIT_AFTER.match(text, at)
    cut.numerals.append(read)
    if not unit or _is_call(text, unit) or _CONSTANT.fullmatch(unit[0].strip(" *")):
        cut.pieces.append(Piece(Num(read.value), said))
        return at
    times = _scale_alone(unit[0].strip()) if not units.unit(wanted).dimension else None
    if times:
        cut.numerals[-1] = Numeral(read.value * times, read.digits)
        cut.pieces.append(Piece(Num(read.value * times), f"{said}·{times}"))
    else:
        cut.pieces.append(_quantity(read.value, said, _named(unit[0], wanted)))
    return unit.end()


def _scale_alone(word: str) -> mpq | None:
    """`7k`, `7B` where a bare number is asked: thousands, billions."""
    bare = is_scale(word)
    if bare:
        return units.unit(bare + "B").factor
    return mpq(10) ** 9 if word == "B" else None


def _is_call(text: str, unit: re.Match[str]) -> bool:
    return unit[0].strip(" *").lower() in CALLABLE and text[unit.end() :].lstrip()[:1] == "("


def _quantity(number: mpq, said: str, unit: Named) -> Piece:
    return Piece(
        Quantity(number, unit.text, f"{said} {unit.text}"), f"{said} {unit.text}", number, unit
    )


def _tidy(digits: str) -> str:
    mantissa, exponent, power = digits.partition("e")
    whole, _, rest = mantissa.partition(".")
    return f"{whole or '0'}{'.' + rest if rest else ''}{exponent}{power}"


def _named(text: str, wanted: str) -> Named:
    clean = text.strip().lstrip("*").strip()
    if is_scale(clean):
        raise ExgenError(f"{clean!r} is a prefix without a unit; write the unit")
    return named("1" + clean if clean.startswith("/") else clean, wanted)
