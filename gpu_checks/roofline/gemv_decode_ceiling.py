"""A matrix product with one row: torch.mv counts nothing, torch.mm counts it right."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from _count import product, root, stored

if TYPE_CHECKING:
    from fractions import Fraction

    from _time import Bench

SIDE = 4096  # the share of the weights in the traffic is all that counts; any size gives the same


def count(given: dict[str, Fraction]) -> dict[str, Fraction | str]:
    """FLOP of one row over the bytes of the weights alone, at the memory's speed."""
    g = given
    rate = product(1, SIDE, SIDE) / (stored(SIDE * SIDE, g["b_w"]) / g["W"])
    return {
        "R": rate,
        "f": rate / g["F"],
        "AI": root(lambda intensity: intensity * g["W"] - g["s"] * g["F"]),
    }


def measure(sizes: dict[str, float], bench: Bench) -> None:
    """One vector against an N × N matrix that no cache holds."""
    side = int(sizes["N"])
    inputs = bench.copies(lambda: (bench.random(side, side), bench.random(side)))
    matrix, vector = inputs[0]
    rows = matrix[:64]
    bench.correct("64 rows", rows @ vector, rows.double() @ vector.double(), 1e-2)
    bench.time("t", torch.mv, inputs)
