"""Tiles handed to multiprocessors one at a time, each to the one that is free first."""

from __future__ import annotations

import heapq
from fractions import Fraction

from _count import product


def _tiles(given: dict[str, Fraction], columns: int) -> int:
    """Corners of tiles in a result of so many columns."""
    corners = range(0, int(given["M"]), int(given["t_m"]))
    return sum(len(range(0, columns, int(given["t_n"]))) for _ in corners)


def _rounds(tiles: int, units: int) -> int:
    """When the last tile is done, a tile taking one unit of time."""
    free = [0] * units
    for _ in range(tiles):
        heapq.heapreplace(free, free[0] + 1)
    return max(free)


def count(given: dict[str, Fraction]) -> dict[str, Fraction]:
    """A schedule of all tiles; columns are added until it grows longer."""
    g = given
    units, columns = int(g["s"]), int(g["N"])
    tiles = _tiles(g, columns)
    rounds = _rounds(tiles, units)
    last = columns
    while _rounds(_tiles(g, last + 64), units) == rounds:
        last += 64
    while _rounds(_tiles(g, last + 1), units) == rounds:
        last += 1
    one_tile = product(g["t_m"], g["K"], g["t_n"]) / (g["F"] / units)
    useful = product(g["M"], g["K"], g["N"]) / g["F"]  # seconds, all units busy
    return {
        "n_t": Fraction(tiles),
        "w": Fraction(rounds),
        "e": useful / (rounds * one_tile),
        "T": rounds * one_tile,
        "N_c": Fraction(last),
    }
