"""A quantity as it is printed and as it is computed with: the same number, exactly.

What a sheet shows is what the answer is computed from (no hidden digits): `Value.base` is the
printed number times the unit's factor.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec
from gmpy2 import mpq

from exgen import tables, units
from exgen.expression import decimals

if TYPE_CHECKING:
    from exgen.units import Dimension

NBSP = "\u00a0"  # between a number and its unit
_COUNTS = {"token", "weight", "param", "seq", "sequence", "request", "sample"}
_COUNTED = {"1", "FLOP", "B", *_COUNTS}
_COUNTED_BELOW = 10**15
_LADDERS = {
    (("[information]", 1),): ("B", "kB", "MB", "GB", "TB"),
    (("[time]", 1),): ("ns", "µs", "ms", "s"),
    (("[arithmetic]", 1),): ("FLOP", "kFLOP", "MFLOP", "GFLOP", "TFLOP", "PFLOP"),
    (("[information]", 1), ("[time]", -1)): ("B/s", "kB/s", "MB/s", "GB/s", "TB/s"),
    (("[arithmetic]", 1), ("[time]", -1)): ("FLOP/s", "GFLOP/s", "TFLOP/s", "PFLOP/s"),
    (("[arithmetic]", 1), ("[information]", -1)): ("FLOP/B",),
    (("[information]", -1), ("[arithmetic]", 1)): ("FLOP/B",),
    (("[time]", -1),): ("1/s",),
}


class Value(msgspec.Struct, frozen=True, gc=False):
    """`base` in base units; `number unit` as text, exact; `shown` as printed; where it was read."""

    base: mpq
    number: str
    unit: str
    shown: str
    source: str = ""

    @property
    def literal(self) -> str:
        """The quantity as text of the law grammar: `[3.35 TB/s]`; a bare number is itself."""
        if self.unit != "1":
            return f"[{self.number} {self.unit}]"
        return f"({self.number})" if "/" in self.number or "-" in self.number else self.number


def show(number: str, unit: str) -> str:
    """`("70553706496", "weight")` -> "70,553,706,496 weights", with a no-break space."""
    text = decimals.grouped(number).replace("-", "−")
    if unit in ("1", ""):
        return text
    if unit == "%":
        return f"{text}{NBSP}%"
    plural = "s" if unit in _COUNTS and number != "1" else ""
    return f"{text}{NBSP}{unit}{plural}"


@lru_cache(maxsize=8192)
def read(text: str, unit: str = "", source: str = "") -> Value:
    """A value from `"3.35 TB/s"`, or a bare number with `unit`. Raises ExgenError."""
    number, own = units.quantity(text)
    if own.text == "1" and unit:
        own = units.unit(unit)
    written = decimals.exact(number)
    return Value(number * own.factor, written, own.text, show(written, own.text), source)


@lru_cache(maxsize=8192)
def of_field(table: str, key: str, field: str) -> Value | None:
    """A field of a row as a value; None if the row does not state it. Raises ExgenError."""
    row = tables.row(table, key)
    return read(row.text(field), "", f"{row.name}: {row.source}") if row.has(field) else None


@lru_cache(maxsize=512)
def natural_unit(dimension: Dimension, exponent: int) -> str:
    """The unit in which a value of that order of magnitude (power of ten in base units) reads well.

    Only for quantities that nobody chose a unit for: lets in a derivation.
    """
    ladder = _LADDERS.get(dimension)
    if ladder is None:
        return units.describe(dimension)
    below = [u for u in ladder if decimals.exponent10(units.unit(u).factor) <= exponent]
    return below[-1] if below else ladder[0]


def in_unit(base: mpq, unit: str) -> mpq:
    """From base units to `unit`, exactly."""
    return base / units.unit(unit).factor


def rounded(base: mpq, unit: str, figures: int) -> tuple[str, bool]:
    """The number in `unit` with so many significant figures, and whether that is exact.

    Counts (whole bare numbers, FLOP or bytes below 10**15) are always given in full.
    """
    own = units.unit(unit)
    value = base / own.factor
    if value.denominator == 1 and own.text in _COUNTED and abs(value) < _COUNTED_BELOW:
        return str(value.numerator), True
    text, same = decimals.significant(value, figures)
    return (text.rstrip("0").rstrip(".") if same and "." in text else text), same
