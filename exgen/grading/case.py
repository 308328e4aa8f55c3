"""One answer to judge without a key: what was typed, what is right, and the verdict on it.

The fields are those of the corpus of answers (`tests/grading/corpus/README.md`).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal

import msgspec
from gmpy2 import mpq

from exgen import units
from exgen.errors import ExgenError
from exgen.grading.numeral import DecimalSign
from exgen.grading.unit_names import named

Word = Literal[
    "correct", "incorrect", "invalid", "correct_value_wrong_unit", "needs_unit", "partial"
]
_LONGEST = 20_000  # bytes of the right answer
_MAX_NUMBER = 60


class Case(msgspec.Struct, frozen=True):
    """`right` and `tolerance` stay JSON until the kind says what they are."""

    kind: str
    given: str | int | float | None
    id: Any = None
    right: msgspec.Raw = msgspec.Raw(b"null")
    unit: str | None = None
    tolerance: msgspec.Raw = msgspec.Raw(b"null")
    vars: tuple[str, ...] = ()
    choice: str = "single"
    options: tuple[str, ...] = ()
    option_text: dict[str, str] | None = None
    ordered: bool = False
    digits: int | str | None = None
    decimal: DecimalSign | None = None

    @property
    def text(self) -> str:
        """What was typed; a JSON number is its own text."""
        return (
            self.given
            if isinstance(self.given, str)
            else ""
            if self.given is None
            else str(self.given)
        )


class Sheet(msgspec.Struct, frozen=True):
    """How the sheet was printed: with the unit beside the box, and with which decimal sign."""

    unit_assumed: bool = False
    decimal: DecimalSign = "."


class Verdict(msgspec.Struct, frozen=True):
    """`reads_as`: a text, a list for sets and choices, an object for intervals, null if unread."""

    id: Any
    verdict: Word
    reads_as: Any = None
    notices: tuple[str, ...] = ()


class Tolerance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How far an answer may be off; `strict`: it must also show exactly that many figures."""

    rel: mpq | None = None
    abs: mpq | None = None
    sigfigs: int | None = None
    strict: bool = False


SLACK = 1 + mpq(1, 10**9)  # edges count, also where binary floating point moved them


def number(text: str) -> mpq:
    """A JSON number as an exact rational. Raises ExgenError."""
    _, _, exponent = text.lower().partition("e")
    if len(text) > _MAX_NUMBER or len(exponent) > 4:
        raise ExgenError(f"the number {text[:20]}… is too long or too large")
    return mpq(text.lstrip("+"))


@lru_cache(maxsize=4096)
def plain_json(raw: bytes) -> Any:
    """JSON with exact numbers. Raises ExgenError."""
    if len(raw) > _LONGEST:
        raise ExgenError("the right answer is too long")
    return _DECODER.decode(raw)


_DECODER = msgspec.json.Decoder(Any, float_hook=number)


@lru_cache(maxsize=4096)
def tolerance_of(raw: bytes) -> Tolerance:
    """Raises ExgenError for what is no tolerance."""
    given = plain_json(raw)
    if not isinstance(given, dict) or not {"rel", "abs", "sigfigs"} & set(given):
        raise ExgenError("no tolerance: rel, abs or sigfigs")
    for name in ("rel", "abs"):
        value = given.get(name, 0)
        if isinstance(value, bool) or not isinstance(value, (int, type(mpq()))) or value < 0:
            raise ExgenError(f"the tolerance {name} is no number from 0 on")
    figures = given.get("sigfigs", 3)
    if not isinstance(figures, int) or not 1 <= figures <= 40:
        raise ExgenError("sigfigs is a whole number from 1 to 40")
    exact = {name: mpq(given[name]) for name in ("rel", "abs") if name in given}
    return Tolerance(**exact, sigfigs=given.get("sigfigs"), strict=given.get("strict") is True)


def half_width(right: mpq, tolerance: Tolerance) -> mpq:
    """How far from the right value still counts."""
    return ((tolerance.abs or mpq(0)) + (tolerance.rel or mpq(0)) * abs(right)) * SLACK


@lru_cache(maxsize=1024)
def box_unit(text: str | None) -> str:
    """The unit of the box in the domain's spelling. Raises ExgenError."""
    if not text:
        return "1"
    try:
        return units.unit(text).text
    except ExgenError:
        return named(text).text
