"""Wrong answers that are right but for the unit: another prefix, bits for bytes, 1024 for 1000."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from gmpy2 import mpq

if TYPE_CHECKING:
    from collections.abc import Iterator

    from exgen.units import Dimension


class UnitSlip(msgspec.Struct, frozen=True):
    """`answer * factor` would have been right."""

    id: str
    factor: mpq
    says: str
    information_only: bool = False


_BINARY = mpq(1024, 1000)

_MORE = "Right but for a factor of {:,}: look at the prefix of the unit."
_BITS = "8 times too much: these are bits, not bytes."
_BYTES = "8 times too little: these are bytes, not bits."
_MIXED = "Decimal and binary prefixes are mixed: kB and GB count in 1,000, KiB and GiB in 1,024."


def _powers() -> Iterator[UnitSlip]:
    for power in (1, 2, 3, 4):
        for sign in (1, -1):
            yield UnitSlip(f"prefix_{sign * 3 * power:+}", mpq(1000) ** (sign * power), _MORE.format(1000**power))
    for power in (1, 2, 3, 4):
        for name, factor in (("binary_prefix", _BINARY), ("decimal_prefix", 1 / _BINARY)):
            yield UnitSlip(f"{name}_{power}", factor**power, _MIXED, information_only=True)


UNIT_SLIPS = (
    UnitSlip("bits_for_bytes", mpq(1, 8), _BITS, information_only=True),
    UnitSlip("bytes_for_bits", mpq(8), _BYTES, information_only=True),
    *_powers(),
)


def unit_slip(number: mpq, lo: mpq, hi: mpq, dimension: Dimension) -> UnitSlip | None:
    """The first slip that explains the number (in the unit of the box), if one does."""
    about_information = any(name == "[information]" for name, _ in dimension)
    for slip in UNIT_SLIPS:
        if (about_information or not slip.information_only) and lo <= number * slip.factor <= hi:
            return slip
    return None
