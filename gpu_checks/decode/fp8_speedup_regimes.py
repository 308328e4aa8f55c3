"""Steps in BF16, in FP8, and with FP8 weights alone: bytes of tensors against counted FLOP."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import torch

from _cache import cache_bytes
from _count import parameters, product, root, stored
from _models import decoder, shape

if TYPE_CHECKING:
    from _time import Bench


def count(given: dict[str, Fraction]) -> dict[str, Fraction | str]:
    """Where a step stops waiting for its weights, and what smaller weights save."""
    g = given
    weights = parameters(decoder(shape(g)))
    small, large = stored(weights, Fraction(1)), stored(weights, Fraction(2))

    def ahead(size: int, peak: Fraction, batch: int) -> Fraction:
        return product(batch, weights, 1) / peak - size / g["W"]

    def step(size: int) -> Fraction:
        return max(size / g["W"], product(g["B_L"], weights, 1) / g["F_16"])

    cache = cache_bytes(g["B"], g["L"], g["n_kv"], g["c"], g["d"], Fraction(2))
    return {
        "B_8": root(lambda batch: ahead(small, g["F_8"], batch)),
        "B_2": root(lambda batch: ahead(small, g["F_16"], batch)),
        "S_w": step(large) / step(small),
        "S_k": Fraction(large + cache, small + cache),
    }


def measure(sizes: dict[str, float], bench: Bench) -> None:
    """The same layer in BF16 and FP8, for a small batch and a large one. FP8 takes a transposed
    second matrix and scales of one.
    """
    side = int(sizes["N"])
    one = torch.ones((), device=bench.device)

    def eighth(x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
        return torch._scaled_mm(x, w.t(), one, one, out_dtype=torch.bfloat16)  # noqa: SLF001 - torch's only name for it

    def pair(rows: int, dtype: torch.dtype | None = None) -> tuple[torch.Tensor, torch.Tensor]:
        return bench.random(rows, side).to(dtype or bench.dtype), bench.random(side, side).to(
            dtype or bench.dtype
        )

    for name, rows in (("small", int(sizes["B0"])), ("large", int(sizes["B1"]))):
        full = bench.copies(lambda rows=rows: pair(rows))
        half = bench.copies(lambda rows=rows: pair(rows, torch.float8_e4m3fn))
        x, w = half[0]
        exact = x[:4].double() @ w[:64].double().t()
        bench.correct(f"FP8, {name} batch", eighth(x, w)[:4, :64], exact, 2e-2)
        bench.time(f"bf16_{name}", lambda x, w: x @ w.t(), full)
        bench.time(f"fp8_{name}", eighth, half)
