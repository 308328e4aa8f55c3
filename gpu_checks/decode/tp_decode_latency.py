"""A layer split over n GPUs, a token a request: where parts are summed, an all-reduce is counted.

All shards are computed with, so no sum that the split needs can be missing: shapes would not fit.
"""

from fractions import Fraction
from functools import lru_cache

import torch
from torch.nn.functional import linear, silu

from _collectives import ring
from _count import meta, nbytes, parameters, root, stored
from _models import Shape, decoder, decoder_layer, shape


@lru_cache(maxsize=512)
def _summed(of: Shape, n: int, batch: int) -> tuple[int, ...]:
    """Bytes of every array that the n GPUs add up in one layer; raises if heads do not divide."""
    if of.query_heads % n:
        raise ValueError(f"{of.query_heads} query heads on {n} GPUs")
    layer, heads, arrays = decoder_layer(of), of.query_heads // n, []

    def together(parts: list[torch.Tensor]) -> torch.Tensor:
        if len(parts) > 1:
            arrays.append(nbytes(parts[0]))
        return torch.stack(parts).sum(0)

    x, mixed, fed = meta(batch, of.hidden), [], []
    queries, outputs = layer.attention.q.weight.chunk(n, 0), layer.attention.o.weight.chunk(n, 1)
    for query, output in zip(queries, outputs, strict=True):
        attended = linear(x, query).unflatten(-1, (heads, of.head_dim))  # stands in for attention
        mixed.append(linear(attended.flatten(-2), output))
    x = x + together(mixed)
    cuts = (layer.ffn.up.weight.chunk(n, 0), layer.ffn.gate.weight.chunk(n, 0))
    for up, gate, down in zip(*cuts, layer.ffn.down.weight.chunk(n, 1), strict=True):
        fed.append(linear(linear(x, up) * silu(linear(x, gate)), down))
    together(fed)
    return tuple(arrays)


def count(given: dict[str, Fraction]) -> dict[str, Fraction | str]:
    """An all-reduce costs alpha and its ring; a step has all of them, and reads its weights."""
    g = given
    of, n = shape(g), int(g["n"])
    weights = Fraction(stored(parameters(decoder(of)), g["b_w"]))

    def sums(degree: int, batch: int) -> list[Fraction]:
        return [
            g["alpha"] + ring(degree).time(Fraction(array), g["W_l"])
            for _ in range(of.layers)
            for array in _summed(of, degree, batch)
        ]

    def step(degree: int) -> Fraction:
        return weights / degree / g["W"] + sum(sums(degree, int(g["B"])), Fraction(0))

    waiting = sum(sums(n, int(g["B"])), Fraction(0))
    return {
        "t_c": waiting,
        "s": waiting / step(n),
        "S": step(n // 2) / step(n),
        "B_x": root(lambda batch: sums(n, batch)[0] - 2 * g["alpha"]),
    }
