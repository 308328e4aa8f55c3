"""A layer split over n GPUs under autograd: wherever parts are summed, an all-reduce is counted.

The graph computes with all shards, so no sum that the split needs can be missing. Attention is left
out, as on the page: a stand-in without products joins queries, keys and values.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

import torch
from torch.nn.functional import linear, silu

from _collectives import ring
from _count import flops, meta, nbytes, root
from _models import Shape, decoder_layer, shape

ROWS = 16  # FLOP and bytes are proportional to the tokens; one count of 16 is scaled to T


class _Spread(torch.autograd.Function):
    """One input held by n GPUs; backward, the n gradients of it are summed."""

    @staticmethod
    def forward(ctx: Any, x: torch.Tensor, n: int, summed: list[int]) -> tuple[torch.Tensor, ...]:
        ctx.summed = summed
        return tuple(x.clone() for _ in range(n))

    @staticmethod
    def backward(ctx: Any, *parts: torch.Tensor) -> tuple[torch.Tensor, None, None]:
        return _sum(parts, ctx.summed), None, None


def _sum(parts: tuple[torch.Tensor, ...] | list[torch.Tensor], summed: list[int]) -> torch.Tensor:
    summed.append(nbytes(parts[0]))
    return torch.stack(tuple(parts)).sum(0)


def _split(of: Shape, n: int) -> list[list[torch.Tensor]]:
    """Shards of each GPU: q, k, v, up, gate by outputs; o, down by inputs."""
    layer = decoder_layer(of)
    attention, ffn = layer.attention, layer.ffn
    first = (attention.q, attention.k, attention.v, ffn.up, ffn.gate)
    cuts = [each.weight.chunk(n, 0) for each in first]
    cuts += [each.weight.chunk(n, 1) for each in (attention.o, ffn.down)]
    return [list(shards) for shards in zip(*cuts, strict=True)]


def _both_passes(of: Shape, n: int, summed: list[int]) -> None:
    shards = _split(of, n)
    x = meta(ROWS, of.hidden).requires_grad_()
    mixed = []
    for (q, k, v, *_, o, _), copy in zip(shards, _Spread.apply(x, n, summed), strict=True):
        stand_in = (linear(copy, k) * linear(copy, v)).sum(-1, keepdim=True)
        mixed.append(linear(linear(copy, q) * stand_in, o))
    x = x + _sum(mixed, summed)
    fed = []
    for (*_, up, gate, _, down), copy in zip(shards, _Spread.apply(x, n, summed), strict=True):
        fed.append(linear(linear(copy, up) * silu(linear(copy, gate)), down))
    (x + _sum(fed, summed)).sum().backward()


@lru_cache(maxsize=128)
def _layer(of: Shape, n: int) -> tuple[Fraction, Fraction]:
    """FLOP and bytes summed by all-reduces, per token and GPU."""
    summed: list[int] = []
    work = flops(lambda: _both_passes(of, n, summed))
    return Fraction(work, n * ROWS), Fraction(sum(summed), ROWS)


def count(given: dict[str, Fraction | str]) -> dict[str, Fraction | str]:
    """Break-even degrees from degrees 1, 2 and 4: n times the difference is a straight line."""
    g = given
    of = shape(g)

    def arithmetic(n: int) -> Fraction:
        return g["T"] * _layer(of, n)[0] / (g["e"] * g["F"])

    def messages(n: int, rate: Fraction) -> Fraction:
        return ring(n).time(g["T"] * _layer(of, n)[1], rate)

    n, fits = int(g["n"]), 1
    while messages(2 * fits, g["W"]) <= g["x"] * arithmetic(2 * fits):
        fits *= 2
    return {
        "V": ring(n).volume(g["T"] * _layer(of, n)[1]),
        "s": 1 / (1 + arithmetic(n) / messages(n, g["W"])),
        "n_i": root(lambda n: n * (arithmetic(n) - messages(n, g["W"]))),
        "n_x": root(lambda n: n * (arithmetic(n) - messages(n, g["W_x"]))),
        "n_p": Fraction(fits),
    }
