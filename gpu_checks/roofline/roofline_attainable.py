"""A kernel that moves a gigabyte at the drawn intensity, timed by both limits."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from _count import meta, nbytes

if TYPE_CHECKING:
    from fractions import Fraction

    from _time import Bench


def count(given: dict[str, Fraction]) -> dict[str, Fraction]:
    """Rates from the longer of two times."""
    g = given
    moved = nbytes(meta(5 * 10**8))
    flop = g["A"] * moved
    rate = flop / max(moved / g["W"], flop / g["F"])
    reported = flop / (g["v"] * g["F"])  # seconds at the measured share of the peak
    return {"R": rate, "u": rate / g["F"], "S": reported / (flop / rate)}


def measure(sizes: dict[str, float], bench: Bench) -> None:
    """The same N × N matrix times ever more vectors."""
    side = int(sizes["N"])
    batches = [int(sizes[name]) for name in sorted(sizes) if name.startswith("B")]
    matrices = bench.copies(lambda: (bench.random(side, side),))
    for number, batch in enumerate(batches):
        inputs = [(bench.random(batch, side), matrix) for (matrix,) in matrices]
        some, matrix = inputs[0][0], inputs[0][1]
        expected = some.double() @ matrix[:, :16].double()
        bench.correct(f"16 columns at batch {batch}", (some @ matrix)[:, :16], expected, 1e-2)
        bench.time(f"t{number}", torch.mm, inputs)
