"""Latent attention of one layer, in both forms, as products of tensors on the meta device."""

from __future__ import annotations

from fractions import Fraction

import torch

from _count import DTYPES, flops, meta, nbytes


def count(given: dict[str, Fraction]) -> dict[str, Fraction]:
    """A card's heads against the whole cached vectors: latents first, rotary keys behind them."""
    g = given
    heads, context = int(g["n_q"] / g["t"]), int(g["c"])
    latent, rotary, own, value = (int(g[name]) for name in ("r", "d_r", "d_n", "d_v"))
    cached = meta(context, latent + rotary)
    latents, rotary_keys = cached[:, :latent], cached[:, latent:]

    def attention(query: torch.Tensor, keys: torch.Tensor, values: torch.Tensor) -> torch.Tensor:
        return (query @ keys.mT).softmax(-1) @ values

    def absorbed() -> None:
        query = meta(heads, 1, latent + rotary)
        everyone = cached.expand(heads, -1, -1)
        output = attention(query, everyone, everyone[..., :latent])
        if output.shape != (heads, 1, latent):
            raise ArithmeticError("the output is not one latent a head")

    def expanded() -> None:
        keys, values = (
            (latents @ meta(latent, heads * wide)).unflatten(-1, (heads, wide)).transpose(0, 1)
            for wide in (own, value)
        )
        keys = torch.cat([keys, rotary_keys.expand(heads, -1, -1)], -1)
        output = attention(meta(heads, 1, own + rotary), keys, values)
        if output.shape != (heads, 1, value):
            raise ArithmeticError("the output is not one value a head")

    def stored(tokens: int) -> int:
        return nbytes(meta(tokens, latent + rotary, dtype=DTYPES[g["b_k"]]))

    work = flops(absorbed)
    return {
        "kappa": Fraction(sum(stored(1) for _ in range(int(g["L"])))),
        "A": Fraction(work),
        "A_x": Fraction(flops(expanded)),
        "AI": Fraction(work, stored(context)),
    }
