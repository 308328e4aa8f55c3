"""The KV cache as tensors: one pair a layer, (B, KV heads, c, head dimension)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from _count import DTYPES, meta, nbytes

if TYPE_CHECKING:
    from fractions import Fraction

    import torch


def layer(
    sequences: int | Fraction,
    heads: int | Fraction,
    tokens: int | Fraction,
    head_dim: int | Fraction,
    size: Fraction,
) -> tuple[torch.Tensor, torch.Tensor]:
    """K and V of one layer; `size` is bytes per element."""
    shape = (sequences, heads, tokens, head_dim)
    return meta(*shape, dtype=DTYPES[size]), meta(*shape, dtype=DTYPES[size])


def cache_bytes(
    sequences: int | Fraction,
    layers: int | Fraction,
    heads: int | Fraction,
    tokens: int | Fraction,
    head_dim: int | Fraction,
    size: Fraction,
) -> int:
    """Bytes of the cache of all layers."""
    return sum(nbytes(*layer(sequences, heads, tokens, head_dim, size)) for _ in range(int(layers)))
