"""Where the arithmetic of a card takes as long as its traffic, found from both times."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from _count import root

if TYPE_CHECKING:
    from _time import Bench


def count(given: dict[str, Fraction]) -> dict[str, Fraction | str]:
    """The intensity at which moving one byte, or one element, takes as long as its arithmetic."""
    g = given

    def later(size: Fraction, flop: int) -> Fraction:
        return flop / g["F"] - size / g["W"]

    return {
        "I": root(lambda flop: later(Fraction(1), flop)),
        "N": root(lambda flop: later(g["b"], flop)),
    }


def measure(sizes: dict[str, float], bench: Bench) -> None:
    """Both ceilings are measured already: their ratio is the ridge point of this machine."""
    bench.note("datasheet ridge point, FLOP/B", sizes["peak"] / sizes["bandwidth"])
