"""The cache as tensors, and the cache that every query head would need."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import torch

from _cache import cache_bytes

if TYPE_CHECKING:
    from _time import Bench


def count(given: dict[str, Fraction]) -> dict[str, Fraction]:
    """Bytes of allocated tensors."""
    g = given
    one = cache_bytes(1, g["L"], g["n_kv"], 1, g["d"], g["b_k"])
    every_head = cache_bytes(1, g["L"], g["n_q"], 1, g["d"], g["b_k"])
    return {
        "kappa": Fraction(one),
        "M": Fraction(cache_bytes(g["B"], g["L"], g["n_kv"], g["c"], g["d"], g["b_k"])),
        "rho": Fraction(every_head, one),
    }


def measure(sizes: dict[str, float], bench: Bench) -> None:
    """Allocates the cache and compares its bytes with the law, then moves it once."""
    batch, layers, heads, context, dim = (int(sizes[n]) for n in ("B", "L", "n_kv", "c", "d"))

    def cache() -> tuple[torch.Tensor, ...]:
        shape = (batch, heads, context, dim)
        return tuple(bench.random(*shape) for _ in range(2 * layers))

    inputs = bench.copies(cache)[:2]
    allocated = sum(each.untyped_storage().nbytes() for each in inputs[0])
    law = 2 * layers * heads * dim * int(sizes["b"]) * batch * context
    bench.correct("bytes of the cache", torch.tensor([allocated]), torch.tensor([law]), 0)
    targets = [torch.empty_like(each) for each in inputs[0]]

    def move(*tensors: torch.Tensor) -> None:
        for target, tensor in zip(targets, tensors, strict=True):
            target.copy_(tensor)

    bench.time("t", move, inputs)
