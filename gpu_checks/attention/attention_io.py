"""One attention head, kernel by kernel: which tensors each reads and writes."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import torch

from _count import DTYPES, attention, meta, nbytes

if TYPE_CHECKING:
    from _time import Bench


def count(given: dict[str, Fraction]) -> dict[str, Fraction]:
    """FLOP of torch's attention; the counter takes the full square when causal, so half of it is
    needed then. Tiles: K and V once more for every tile of queries.
    """
    g = given
    dtype = DTYPES[g["b"]]
    query, key, value, output = (meta(g["S"], g["d"], dtype=dtype) for _ in range(4))
    scores, probabilities = (meta(g["S"], g["S"], dtype=dtype) for _ in range(2))
    flop = attention(1, (1, 1), (g["S"], g["S"]), g["d"])
    causal = Fraction(attention(1, (1, 1), (g["S"], g["S"]), g["d"], causal=True), 2)
    unfused = nbytes(query, key, scores) + nbytes(scores, probabilities)
    unfused += nbytes(probabilities, value, output)
    fused = nbytes(query, key, value, output)
    tiles = g["S"] / g["B_r"]
    tiled = nbytes(query, output) + tiles * nbytes(key, value)
    return {
        "AI_u": Fraction(flop, unfused),
        "AI_f": Fraction(flop, fused),
        "AI_c": causal / fused,
        "AI_t": flop / tiled,
    }


def measure(sizes: dict[str, float], bench: Bench) -> None:
    """Fused attention at two lengths, one twice the other."""
    heads, dim = int(sizes["heads"]), int(sizes["d"])
    attend = torch.nn.functional.scaled_dot_product_attention
    for arm, length in (("short", int(sizes["S"])), ("long", 2 * int(sizes["S"]))):
        shape = (1, heads, length, dim)
        inputs = bench.copies(lambda shape=shape: tuple(bench.random(*shape) for _ in range(3)))
        few = [each[:, :1] for each in inputs[0]]
        exact = attend(*(each.double() for each in few))
        bench.correct(f"one head over {length}", attend(*inputs[0])[:, :1], exact, 2e-2)
        bench.time(arm, attend, inputs)
