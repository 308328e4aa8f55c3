"""Wrong answers that are right but for the unit: another prefix, bits for bytes, 1024 for 1000."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from gmpy2 import mpq

if TYPE_CHECKING:
    from exgen.units import Dimension


class UnitSlip(msgspec.Struct, frozen=True):
    """`answer * factor` would have been right."""

    id: str
    factor: mpq
    says: str
    information_only: bool = False


_BINARY = mpq(1024, 1000)

UNIT_SLIPS = (
    *(
        UnitSlip(f"prefix_{sign}{3 * power}", mpq(10) ** (int(f"{sign}{3 * power}")), f"Right but for a factor of {1000**power:,}: look at the prefix of the unit.")
        for power in (1, 2, 3, 4)
        for sign in ("+", "-")
    ),
    UnitSlip("bits_for_bytes", mpq(1, 8), "8 times too much: these are bits, not bytes.", True),
    UnitSlip("bytes_for_bits", mpq(8), "8 times too little: these are bytes, not bits.", True),
    *(
        UnitSlip(f"{name}_{power}", factor**power, says, True)
        for power in (1, 2, 3, 4)
        for name, factor, says in (
            ("binary_prefix", _BINARY, "A binary prefix (1,024) stands where a decimal one (1,000) is asked, or the other way round."),
            ("decimal_prefix", 1 / _BINARY, "A decimal prefix (1,000) stands where a binary one (1,024) is asked, or the other way round."),
        )
    ),
)  # fmt: skip


def unit_slip(number: mpq, lo: mpq, hi: mpq, dimension: Dimension) -> UnitSlip | None:
    """The first slip that explains the number (in the unit of the box), if one does."""
    about_information = any(name == "[information]" for name, _ in dimension)
    for slip in UNIT_SLIPS:
        if (about_information or not slip.information_only) and lo <= number * slip.factor <= hi:
            return slip
    return None
