"""A decode step, operation by operation: FLOP as torch counts them, bytes of weights and cache."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import torch

import _cache
from _count import attention, flops, meta, nbytes, product, ranked, root, traffic
from _models import decoder_layer, shape

if TYPE_CHECKING:
    from torch import nn


def _linear(matrices: list[nn.Linear], batch: int) -> tuple[int, int]:
    """FLOP and bytes of weights of matrices that `batch` tokens go through."""
    flop = sum(
        flops(lambda each=each: each(meta(batch, each.in_features)))  # type: ignore[misc]
        for each in matrices
    )
    return flop, nbytes(*(each.weight for each in matrices))


def _passes(batch: int, hidden: int) -> int:
    """Bytes that two norms and two residual additions of a layer move. A norm is one kernel that
    reads and writes its tensor as a copy does; its scale is too small to count.
    """
    x, branch, out = (meta(batch, hidden) for _ in range(3))
    addition = traffic(lambda: torch.add(x, branch, out=out))
    norm = nbytes(x, out)
    return 2 * (addition + norm)


def count(given: dict[str, Fraction]) -> dict[str, Fraction | str]:
    """Layers are alike: one is counted, and its weights and cache are spread over the cards."""
    g = given
    batch, layers = int(g["B"]), g["L"]
    layer = decoder_layer(shape(g))

    def time(flop: Fraction | int, bytes_: Fraction | int) -> Fraction:
        return max(Fraction(flop) / g["F"], Fraction(bytes_) / g["W"])

    mixer = layer.attention
    projections = _linear([mixer.q, mixer.k, mixer.v, mixer.o], batch)
    ffn = _linear([layer.ffn.up, layer.ffn.gate, layer.ffn.down], batch)
    head = product(batch, g["h"], g["V"]), nbytes(meta(g["h"], g["V"]))

    def cache(context: int) -> int:
        return nbytes(*_cache.layer(batch, g["n_kv"], context, g["d"], g["b"]))

    mixing = attention(batch, (g["n_q"], g["n_kv"]), (1, g["c"]), g["d"])
    t_f = layers * time(*ffn) / g["n"]
    t_a = layers * time(mixing, cache(int(g["c"]))) / g["n"]
    times = [
        layers * time(*projections) / g["n"],
        t_a,
        t_f,
        time(*head) / g["n"],
        layers * _passes(batch, int(g["h"])) / g["W"],
    ]
    return {
        "T_f": t_f,
        "T_a": t_a,
        "rank": ranked(times, Fraction(3, 100)),
        "c_x": root(lambda context: t_f - layers * cache(context) / g["W"] / g["n"]),
    }
