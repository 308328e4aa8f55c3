"""A training step of one card, with and without recomputation, under torch's counter.

All active weights stand in one matrix: a product costs the same however they are arranged.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import torch
from torch import nn
from torch.utils.checkpoint import checkpoint

from _count import flops, meta

if TYPE_CHECKING:
    from fractions import Fraction


@lru_cache(maxsize=16)
def _step(weights: int, tokens: int, recompute: bool) -> int:
    """FLOP of forward and backward. Reentrant checkpointing runs the whole forward pass again;
    the other kind stops at the last tensor that backward needs, which a single product has at once.
    """
    with torch.device("meta"):
        model = nn.Linear(weights, 1, bias=False, dtype=torch.bfloat16)

    def run() -> None:
        x = meta(tokens, weights).requires_grad_()
        y = checkpoint(model, x, use_reentrant=True) if recompute else model(x)
        y.backward(torch.empty_like(y))

    return flops(run)


def count(given: dict[str, Fraction]) -> dict[str, Fraction]:
    """Counted FLOP of a step over those that fit into its time at peak."""
    g = given
    weights, tokens = int(g["P_k"]), int(g["b"])
    useful, computed = (_step(weights, tokens, recompute) for recompute in (False, True))
    fit = g["F"] * g["t"]
    rate = g["n"] * tokens / g["t"]
    return {
        "R": rate,
        "U": useful / fit,
        "H": computed / fit,
        "T": g["D"] / (rate * g["g"]),
        "t_x": useful / (g["F"] * g["U_x"]),
    }
