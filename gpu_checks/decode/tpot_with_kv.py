"""A decode step: all weights and all caches read, all weights multiplied."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from _cache import cache_bytes
from _count import attention, parameters, product, root, stored
from _models import decoder, shape

if TYPE_CHECKING:
    import torch

    from _time import Bench


def count(given: dict[str, Fraction]) -> dict[str, Fraction | str]:
    """The page charges 2 FLOP for every weight, embeddings and norms too: so does the product."""
    g = given
    weights = parameters(decoder(shape(g)))
    weight_bytes = stored(weights, g["b_w"])
    cache = cache_bytes(g["B"], g["L"], g["n_kv"], g["c"], g["d"], g["b_k"])
    heads = (g["n_q"], g["n_kv"])
    flop = product(g["B"], weights, 1) + g["L"] * attention(g["B"], heads, (1, g["c"]), g["d"])
    step = max((weight_bytes + cache) / (g["n"] * g["W"]), flop / (g["n"] * g["F"]))

    def outweighs(batch: int) -> Fraction:
        caches = cache_bytes(batch, g["L"], g["n_kv"], g["c"], g["d"], g["b_k"])
        return Fraction(caches - weight_bytes)

    return {"V": Fraction(cache), "T": step, "rate": g["B"] / step, "B_half": root(outweighs)}


def measure(sizes: dict[str, float], bench: Bench) -> None:
    """Layers of a decoder with a cache, at three batches: projections by torch, attention by the
    Triton kernel, everything in one graph.
    """
    from kernels.decode_attention import decode_attention

    hidden, wide, context, layers = (int(sizes[name]) for name in ("h", "f", "c", "L"))
    heads, kv, dim = int(sizes["n_q"]), int(sizes["n_kv"]), int(sizes["d"])
    shapes = (
        (hidden, (heads + 2 * kv) * dim),
        (heads * dim, hidden),
        (hidden, 2 * wide),
        (wide, hidden),
    )
    stack = [[bench.random(*shape) * shape[0] ** -0.5 for shape in shapes] for _ in range(layers)]
    for number in range(3):
        batch = int(sizes[f"B{number}"])
        caches = [
            tuple(bench.random(batch, kv, context, dim) for _ in range(2)) for _ in range(layers)
        ]
        start = bench.random(batch, hidden)

        def step(
            start: torch.Tensor = start, caches: list[tuple[torch.Tensor, ...]] = caches
        ) -> torch.Tensor:
            x = start
            for (qkv, out, up, down), (key, value) in zip(stack, caches, strict=True):
                query = (x @ qkv)[:, : heads * dim].reshape(-1, heads, dim)
                x = decode_attention(query, key, value).flatten(1) @ out
                x = (x @ up)[:, :wide] @ down
            return x

        few = start[:2] @ stack[0][0]
        exact = start[:2].double() @ stack[0][0].double()
        bench.correct(f"a projection at {batch}", few, exact, 2e-2)
        bench.time(f"t{number}", bench.graph(step), [()])
        del caches
