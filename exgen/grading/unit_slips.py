"""Wrong answers that are right but for the unit or a habit of the field.

Another prefix, bits for bytes, 1024 for 1000, both directions of a link for one, a rate for a time.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal

import msgspec
from gmpy2 import mpq

if TYPE_CHECKING:
    from collections.abc import Iterator

    from exgen.units import Dimension


class UnitSlip(msgspec.Struct, frozen=True):
    """`answer * factor` would have been right; `of` names the quantities it is about."""

    id: str
    factor: mpq
    says: str
    of: Literal["anything", "information", "bandwidth"] = "anything"


_BINARY = mpq(1024, 1000)

_MORE = "Right but for a factor of {:,}: look at the prefix of the unit."
_BITS = "8 times too much: these are bits, not bytes."
_BYTES = "8 times too little: these are bytes, not bits."
_BOTH = "Twice too much: this may count both directions of a link, where one is asked."
_ONE = "Half of the right value: this may count one direction of a link, where both are asked."
_RECIPROCAL = "The reciprocal of the right value: a time for a rate, or the other way round."
_MIXED = "Decimal and binary prefixes are mixed: kB and GB count in 1,000, KiB and GiB in 1,024."


def _powers() -> Iterator[UnitSlip]:
    for power in (1, 2, 3, 4):
        for sign in (1, -1):
            yield UnitSlip(
                f"prefix_{sign * 3 * power:+}",
                mpq(1000) ** (sign * power),
                _MORE.format(1000**power),
            )
    for power in (1, 2, 3, 4):
        for name, factor in (("binary_prefix", _BINARY), ("decimal_prefix", 1 / _BINARY)):
            yield UnitSlip(f"{name}_{power}", factor**power, _MIXED, of="information")


UNIT_SLIPS = (
    UnitSlip("bits_for_bytes", mpq(1, 8), _BITS, of="information"),
    UnitSlip("bytes_for_bits", mpq(8), _BYTES, of="information"),
    *_powers(),
    UnitSlip("both_directions", mpq(1, 2), _BOTH, of="bandwidth"),
    UnitSlip("one_direction", mpq(2), _ONE, of="bandwidth"),
)


def unit_slip(number: mpq, lo: mpq, hi: mpq, dimension: Dimension) -> UnitSlip | None:
    """The first slip that explains the number (in the unit of the box), if one does."""
    for slip, factor in _about(dimension):
        if lo <= number * factor <= hi:
            return slip
    return None


@lru_cache(maxsize=256)
def _about(dimension: Dimension) -> tuple[tuple[UnitSlip, mpq], ...]:
    """The slips that a quantity of this dimension can suffer, with their factors."""
    about_information = any(name == "[information]" for name, _ in dimension)
    kinds = {"anything", "information"} if about_information else {"anything"}
    kinds |= {"bandwidth"} if dimension == _BANDWIDTH else set()
    return tuple((slip, slip.factor) for slip in UNIT_SLIPS if slip.of in kinds)


def is_reciprocal(value: mpq, lo: mpq, hi: mpq) -> bool:
    """Whether 1/value is in the interval; value and interval in base units."""
    return bool(value) and lo <= 1 / value <= hi


RECIPROCAL = UnitSlip("reciprocal", mpq(1), _RECIPROCAL)
_BANDWIDTH: Dimension = (("[information]", 1), ("[time]", -1))
