"""A layer under torch's counters, without recomputation and with both kinds of it."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from _count import flops
from _saved import How, Size, both_passes, kept


@lru_cache(maxsize=256)
def _work(of: Size, how: How) -> int:
    """FLOP of a step in one layer, recomputed ones included."""
    return flops(lambda: both_passes(of, how))


def _peak(of: Size, layers: int, how: How) -> int:
    """Bytes while the last layer goes backward: it has all of its activations again."""
    again = kept(of, How()) - kept(of, how)
    return layers * kept(of, how) + again


def count(given: dict[str, Fraction]) -> dict[str, Fraction]:
    """All layers are alike; numbers of sequences are tried out, between none and 128."""
    g = given
    layers, heads = int(g["L"]), int(g["h"] / g["d"])
    none, selective, full = How(), How("scores"), How("layer")

    def size(sequences: int) -> Size:
        return Size(int(g["s"]), sequences, int(g["h"]), heads)

    most, too_many = 0, 128
    while too_many - most > 1:
        middle = (most + too_many) // 2
        fits = _peak(size(middle), layers, full) <= g["C"]
        most, too_many = (middle, too_many) if fits else (most, middle)
    needed = _work(size(1), none)
    return {
        "x_s": Fraction(_work(size(1), selective) - needed, needed),
        "M_s": Fraction(_peak(size(1), layers, selective)),
        "N_f": Fraction(most),
        "U_f": g["H_f"] * Fraction(needed, _work(size(1), full)),
    }
