"""Tensors of one card: weights, gradients, and the state that torch's own Adam makes of them."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

import torch

from _count import NONE, meta, stored


@lru_cache(maxsize=1)
def _moments() -> int:
    """Tensors of the size of the weights in Adam's state, after a real step of a small model; its
    count of steps is one number and left out.
    """
    weights = torch.nn.Parameter(torch.ones(64))
    optimizer = torch.optim.Adam([weights])
    weights.grad = torch.ones_like(weights)
    optimizer.step()
    return sum(each.numel() == weights.numel() for each in optimizer.state[weights].values())


def _card(g: dict[str, Fraction], stage: int, cards: int) -> int:
    """Bytes on the fullest card: shards that do not divide evenly are rounded up."""
    whole = meta(g["P"]).numel()
    shard = -(-whole // cards)
    state = [g["b_c"]] + [g["b_m"]] * _moments()
    weights = stored(shard if stage >= 3 else whole, g["b_w"])
    gradients = stored(shard if stage >= 2 else whole, g["b_g"])
    optimizer = sum(stored(shard if stage >= 1 else whole, each) for each in state)
    return weights + gradients + optimizer


def count(given: dict[str, Fraction]) -> dict[str, Fraction | str]:
    """Bytes of tensors; cards are added until stage 2 fits."""
    g = given
    room, cards = g["u"] * g["C"], 1
    while _card(g, 2, cards) > room and cards < 1000:
        cards += 1
    fits = _card(g, 2, cards) <= room
    stages = {f"M_{stage}": Fraction(_card(g, stage, int(g["n"]))) for stage in range(4)}
    return {**stages, "n_2": Fraction(cards) if fits else NONE}
