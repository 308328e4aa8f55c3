"""One matrix product: its FLOP, and the three tensors it touches."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import torch

from _count import meta, nbytes, product, stored

if TYPE_CHECKING:
    from _time import Bench


def count(given: dict[str, Fraction]) -> dict[str, Fraction]:
    """Weights in their storage format, activations in theirs."""
    g = given
    flop = product(g["M"], g["K"], g["N"])
    moved = stored(g["K"] * g["N"], g["b_w"]) + nbytes(meta(g["M"], g["K"]), meta(g["M"], g["N"]))
    return {
        "A": Fraction(flop),
        "Q": Fraction(moved),
        "AI": Fraction(flop, moved),
        "t": max(flop / g["F"], moved / g["W"]),
    }


def measure(sizes: dict[str, float], bench: Bench) -> None:
    """A fused QKV projection at four numbers of tokens."""
    inner, width = int(sizes["K"]), int(sizes["N"])
    weights = bench.copies(lambda: (bench.random(inner, width),))
    for number in range(4):
        tokens = int(sizes[f"M{number}"])
        inputs = [(bench.random(tokens, inner), weight) for (weight,) in weights]
        some, weight = inputs[0]
        expected = some[:8].double() @ weight[:, :16].double()
        bench.correct(f"a corner at {tokens}", (some @ weight)[:8, :16], expected, 1e-2)
        bench.time(f"t{number}", torch.mm, inputs)
