"""The weights of the real module tree, on as few cards as hold them."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import torch

from _count import parameters, stored
from _models import decoder, shape

if TYPE_CHECKING:
    from _time import Bench


def count(given: dict[str, Fraction]) -> dict[str, Fraction]:
    """Bytes of all parameters; numbers of cards are tried out."""
    g = given
    weights = stored(parameters(decoder(shape(g))), g["b_w"])
    cards = 1
    while weights > cards * (1 - g["r"]) * g["C"]:
        cards *= 2
    step = weights / (cards * g["W"])
    return {"n": Fraction(cards), "T": step, "rate": 1 / step}


def measure(sizes: dict[str, float], bench: Bench) -> None:
    """One token through a stack of decoder-shaped layers: matrices only, one after the other, as a
    CUDA graph on a GPU. Weights are random; the sums stay finite because each output is rescaled.
    """
    hidden, wide, kv = (int(sizes[name]) for name in ("h", "f", "kv"))
    shapes = ((hidden + 2 * kv, hidden), (hidden, hidden), (2 * wide, hidden), (hidden, wide))
    layers = [
        [bench.random(*shape) * shape[1] ** -0.5 for shape in shapes]
        for _ in range(int(sizes["L"]))
    ]
    start = bench.random(hidden)

    def step() -> torch.Tensor:
        x = start
        for qkv, out, up, down in layers:
            x = torch.mv(out, torch.mv(qkv, x)[:hidden])
            x = torch.mv(down, torch.mv(up, x)[:wide])
        return x

    qkv = layers[0][0]
    bench.correct("a projection", torch.mv(qkv, start), qkv.double() @ start.double(), 2e-2)
    replay = bench.graph(step)
    bench.time("t", lambda: replay(), [()])  # noqa: PLW0108 - a graph's replay takes no arguments
