"""Two tensors read again and again through a cache that evicts the oldest block."""

from __future__ import annotations

from collections import OrderedDict
from fractions import Fraction

from _count import DTYPES, meta, nbytes

BLOCKS = 64  # in order, with the oldest evicted, any number of blocks gives the same misses


def _misses(size: int, room: Fraction, passes: int) -> int:
    """Blocks that come from memory in all passes."""
    cache: OrderedDict[int, None] = OrderedDict()
    missed = 0
    for block in list(range(BLOCKS)) * passes:
        if block in cache:
            cache.move_to_end(block)
            continue
        missed += 1
        cache[block] = None
        while len(cache) * Fraction(size, BLOCKS) > room:
            cache.popitem(last=False)
    return missed


def _size(given: dict[str, Fraction], rows: int | Fraction) -> int:
    kind = DTYPES[given["b"]]
    return nbytes(*[meta(rows, given["C"], dtype=kind) for _ in range(2)])


def count(given: dict[str, Fraction]) -> dict[str, Fraction]:
    """Hits and misses of every pass; rows are added until the tensors no longer fit."""
    g = given
    size, room = _size(g, g["R"]), g["eta"] * g["Z"]
    blocks = BLOCKS * int(g["n"])
    missed = _misses(size, room, int(g["n"]))
    block = Fraction(size, BLOCKS)
    time = missed * block / g["W"] + (blocks - missed) * block / (g["k"] * g["W"])
    rows = step = 4096
    while step:
        rows += step if _size(g, rows + step) <= room else 0
        if _size(g, rows) > room:
            rows -= step
        step //= 2
    return {"M": Fraction(size), "T": time, "W_a": blocks * block / time, "R_m": Fraction(rows)}
