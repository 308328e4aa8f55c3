"""All layers of the encoder against the bytes of their matrices."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from _count import DTYPES, flops, meta, nbytes, product, stored
from _models import encoder, matrices, shape

if TYPE_CHECKING:
    import torch

    from _time import Bench


def count(given: dict[str, Fraction]) -> dict[str, Fraction]:
    """Counted FLOP over bytes of weights; a single product over all its tensors."""
    g = given
    model = encoder(shape(g))
    weights = sum(stored(each.numel(), g["b"]) for each in matrices(model))
    batch = flops(lambda: model(meta(g["B"], g["S"], g["h"])))
    single = flops(lambda: model(meta(1, 1, g["h"])))
    tokens, dtype = g["B"] * g["S"], DTYPES[g["b"]]
    output = [meta(*sides, dtype=dtype) for sides in ((tokens, g["h"]),) * 2]
    moved = nbytes(meta(g["h"], g["h"], dtype=dtype), *output)
    return {
        "M_w": Fraction(weights),
        "AI": Fraction(batch, weights),
        "AI_1": Fraction(single, weights),
        "AI_o": Fraction(product(tokens, g["h"], g["h"]), moved),
    }


def measure(sizes: dict[str, float], bench: Bench) -> None:
    """The feed-forward matrices of several layers, for one token and for many."""
    hidden, layers = int(sizes["h"]), int(sizes["L"])
    weights = [
        (bench.random(hidden, 4 * hidden) * 0.03, bench.random(4 * hidden, hidden) * 0.015)
        for _ in range(layers)
    ]

    def forward(x: torch.Tensor) -> torch.Tensor:
        for up, down in weights:
            x = (x @ up) @ down
        return x

    for arm, tokens in (("one", 1), ("many", int(sizes["T"]))):
        inputs = [(bench.random(tokens, hidden),) for _ in range(4)]
        few, up = inputs[0][0][:1], weights[0][0]
        bench.correct(f"{tokens} tokens", few @ up, few.double() @ up.double(), 2e-2)
        bench.time(arm, forward, inputs)
