"""A square layer at two batches; between them its time is a straight line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from _count import product, root, stored

if TYPE_CHECKING:
    from fractions import Fraction

    from _time import Bench


def count(given: dict[str, Fraction]) -> dict[str, Fraction | str]:
    """Where counted FLOP take as long as counted bytes, without and with the activations."""
    g = given
    weights = stored(g["H"] * g["H"], g["b_w"])

    def later(batch: int, activations: int) -> Fraction:
        moved = weights + activations * stored(batch * g["H"], g["b_a"])
        return product(batch, g["H"], g["H"]) / g["F"] - moved / g["W"]

    return {
        "B_w": root(lambda batch: later(batch, 0)),
        "B_a": root(lambda batch: later(batch, 2)),
    }


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
