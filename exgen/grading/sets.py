"""Several values in one box: `1, 2, 4`, `{1; 2; 4}`, `41.8 ms and 20.9 ms`, `∅`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from exgen.errors import ExgenError
from exgen.grading.answer import Blank, NotUnderstood, Reading
from exgen.grading.read import read_quantity
from exgen.grading.spelling import MAX_TYPED, plain, visible

if TYPE_CHECKING:
    from gmpy2 import mpq

    from exgen.grading.numeral import DecimalSign

MAX_ITEMS = 60
_EMPTY = re.compile(
    r"(?:∅|\\emptyset|\\varnothing|(?:the )?empty(?: set)?|none|[\[{(] ?[\]})])\.?", re.IGNORECASE
)
_NOTHING = re.compile(r"\\?[\[{(]\s*\\?[\]})]")
_BRACKETS = {"[": "]", "{": "}", "(": ")"}
_DOTS = re.compile(r"\.\.|…|\betc\b")
_NAMED = re.compile(r"^(?:[A-Za-z]\w* ?)?(?:=|in\b) ?(?=[\[{(\d+-])")


class Listed(msgspec.Struct, frozen=True):
    """The values in the order typed."""

    items: tuple[Reading, ...]
    notices: tuple[str, ...] = ()

    @property
    def reads_as(self) -> str:
        return ", ".join(item.reads_as for item in self.items)


def read_set(
    text: str, unit: str = "1", *, sign: DecimalSign = "."
) -> Listed | Blank | NotUnderstood:
    """Values separated by commas, semicolons, lines, blanks or `and`."""
    try:
        if len(text) > MAX_TYPED:
            raise ExgenError(f"{len(text)} characters; at most {MAX_TYPED} are read")
        if _EMPTY.fullmatch(text.strip()) or _NOTHING.fullmatch(text.strip()):
            return Listed(())
        if _DOTS.search(text):
            raise ExgenError("… leaves values out; write all of them")
        lines = (
            text.strip()
            .replace("\r\n", "\n")
            .replace("\t", " ")
            .replace("\n", ";")
            .replace("\\{", "{")
            .replace("\\}", "}")
            .replace("∈", "=")
        )
        clean = plain(lines)
        return _listed(clean, unit, sign) if clean else Blank()
    except ExgenError as error:
        return NotUnderstood(str(error))


def _listed(text: str, unit: str, sign: DecimalSign) -> Listed:
    clean = _NAMED.sub("", text).rstrip(".;, ") if not text.endswith("..") else text
    inside, unit_behind = _unit_behind(clean)
    items, notices = _split(_unwrapped(inside))
    if unit_behind:
        items = [f"{item} {unit_behind}" for item in items]
    if len(items) > MAX_ITEMS:
        raise ExgenError(f"{len(items)} values; at most {MAX_ITEMS} are read")
    readings = [_read(item, unit, sign) for item in items]
    last = readings[-1]
    if (
        last.had_unit
        and not any(reading.had_unit for reading in readings[:-1])
        and len(readings) > 1
    ):
        factor = last.value / last.number if last.number else None
        if factor:
            readings = [*(_in_unit_of(last, reading, factor) for reading in readings[:-1]), last]
            notices = (*notices, f"the unit {last.unit} was taken for all")
    return Listed(tuple(readings), notices)


def _unit_behind(text: str) -> tuple[str, str]:
    """`{41.8, 20.9} ms` -> the brackets and the unit."""
    match = re.fullmatch(r"([\[{(].*[,;].*[\])}]) ?([A-Za-zµ%$][A-Za-zµ/%$]*)", text)
    return (match[1], match[2]) if match else (text, "")


def _in_unit_of(last: Reading, reading: Reading, factor: mpq) -> Reading:
    shown = f"{reading.digits or reading.reads_as} {last.unit}"
    return msgspec.structs.replace(
        reading,
        value=reading.number * factor,
        unit=last.unit,
        dimension=last.dimension,
        had_unit=True,
        reads_as=shown,
    )


def _read(item: str, unit: str, sign: DecimalSign) -> Reading:
    answer = read_quantity(item, unit, sign=sign)
    if isinstance(answer, Reading):
        return answer
    if isinstance(answer, Blank):
        raise ExgenError("a value is missing between two separators")
    raise ExgenError(f"{visible(item)}: {getattr(answer, 'message', 'no value')}")


def _unwrapped(text: str) -> str:
    """Without the brackets around all of it."""
    closing = _BRACKETS.get(text[:1])
    if closing is None:
        if text[-1:] in "]}":
            raise ExgenError("a bracket is not opened")
        return text
    if text[-1:] != closing:
        if text[0] == "(":
            return text  # `(1+2)*3, 4`
        raise ExgenError("a bracket is not closed")
    depth = 0
    for place, char in enumerate(text):
        depth += (char in "[{(") - (char in "]})")
        if depth == 0 and place < len(text) - 1:
            return text
    return text[1:-1].strip()


def _split(text: str) -> tuple[list[str], tuple[str, ...]]:
    """The items; what may be read in two ways is refused."""
    both = re.match(r"(?:±|\+/?-) ?(?=[\d.])", text)
    if both:
        return [text[both.end() :], f"-{text[both.end() :]}"], ()
    if ";" in text:
        return [item.strip() for item in text.strip("; ").split(";")], ()
    text = re.sub(
        r",? (?:and|or|und|oder|&) ", ", " if ", " in text or "," not in text else " and ", text
    )
    if " and " in text:
        return [item.strip(" ,") for item in text.split(" and ")], ()
    if ", " in text:
        items = [item.strip() for item in text.split(", ")]
        if any(re.fullmatch(r"\d+,\d{1,2}|\d+,\d{4,}|0,\d+", item) for item in items):
            return items, ("a comma without a blank was read as a decimal sign",)
        return items, ()
    if "," in text:
        return _at_commas(text), ()
    return _at_blanks(text), ()


def _at_commas(text: str) -> list[str]:
    """`1,2,4`; commas that could all be groups of three are refused."""
    if re.fullmatch(r"[1-9]\d{0,2}(,\d{3})+", text):
        raise ExgenError("these commas could separate values or group digits; separate values by ;")
    return [item.strip() for item in text.split(",")]


def _at_blanks(text: str) -> list[str]:
    words = text.split(" ")
    numbers = [word for word in words if re.fullmatch(r"[+-]?[\d.]+(?:[eE][+-]?\d+)?%?", word)]
    if len(words) > 1 and len(numbers) == len(words):
        if re.fullmatch(r"[1-9]\d{0,2}( \d{3})+", text):
            raise ExgenError(
                "these blanks could separate values or group digits; separate values by ;"
            )
        return words
    return [text]
