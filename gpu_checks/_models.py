"""Transformers as module trees on the meta device, from the fields of a row of models.toml."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import torch
from torch import nn

if TYPE_CHECKING:
    from collections.abc import Mapping


class Shape(NamedTuple):
    """Sizes of a model; `experts` is 1 for a dense one."""

    vocabulary: int
    hidden: int
    layers: int
    query_heads: int
    kv_heads: int
    head_dim: int
    wide: int
    matrices: int
    tied: bool
    qk_norm: bool
    qkv_bias: bool
    experts: int
    positions: int


def shape(given: Mapping[str, Fraction | str]) -> Shape:
    """The sizes of the drawn model: given["model.hidden_size"] and so on."""

    def field(name: str, default: int | None = None) -> int:
        value = given.get(f"model.{name}", default)
        if not isinstance(value, int | Fraction):
            raise KeyError(f"model.{name}")
        return int(value)

    experts = field("experts")
    return Shape(
        field("vocab_size"), field("hidden_size"), field("num_hidden_layers"),
        field("num_attention_heads"), field("num_key_value_heads"), field("head_dim"),
        field("intermediate_size") if experts == 1 else field("moe_intermediate_size"),
        field("mlp_matrices"), field("embedding_matrices") == 1, bool(field("qk_norm", 0)),
        bool(field("attention_bias", 0)), experts, field("max_position_embeddings"),
    )  # fmt: skip


class FeedForward(nn.Module):
    """Two matrices, or three with a gate."""

    def __init__(self, hidden: int, wide: int, matrices: int, bias: bool = False) -> None:
        super().__init__()
        self.up = nn.Linear(hidden, wide, bias=bias)
        self.gate = nn.Linear(hidden, wide, bias=bias) if matrices == 3 else None
        self.down = nn.Linear(wide, hidden, bias=bias)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        wide = self.up(x)
        if self.gate is not None:
            return self.down(wide * nn.functional.silu(self.gate(x)))
        return self.down(nn.functional.gelu(wide))


class Mixture(nn.Module):
    """A router and its experts; only `chosen` of them work on a token."""

    def __init__(self, of: Shape) -> None:
        super().__init__()
        self.router = nn.Linear(of.hidden, of.experts, bias=False)
        self.experts = nn.ModuleList(
            FeedForward(of.hidden, of.wide, of.matrices) for _ in range(of.experts)
        )


class Attention(nn.Module):
    """Grouped-query attention with the projections of a decoder."""

    def __init__(self, of: Shape, bias: bool = False) -> None:
        super().__init__()
        self.of = of
        queries, keys = of.query_heads * of.head_dim, of.kv_heads * of.head_dim
        self.q = nn.Linear(of.hidden, queries, bias=of.qkv_bias or bias)
        self.k = nn.Linear(of.hidden, keys, bias=of.qkv_bias or bias)
        self.v = nn.Linear(of.hidden, keys, bias=of.qkv_bias or bias)
        self.o = nn.Linear(queries, of.hidden, bias=bias)
        self.norms = nn.ModuleList(nn.RMSNorm(of.head_dim) for _ in range(2 * of.qk_norm))

    def forward(
        self, x: torch.Tensor, cache: tuple[torch.Tensor, torch.Tensor] | None = None
    ) -> torch.Tensor:
        """x is (B, S, h); a cache is K and V of (B, KV heads, c, d) that replace those of x."""
        query, key, value = (
            projection(x).unflatten(-1, (-1, self.of.head_dim)).transpose(1, 2)
            for projection in (self.q, self.k, self.v)
        )
        if cache is not None:
            key, value = cache
        mixed = nn.functional.scaled_dot_product_attention(
            query, key, value, enable_gqa=self.of.query_heads != self.of.kv_heads
        )
        return self.o(mixed.transpose(1, 2).flatten(-2))


class DecoderLayer(nn.Module):
    """Norm, attention, norm, feed-forward block; RMSNorm has no bias."""

    def __init__(self, of: Shape) -> None:
        super().__init__()
        self.norm_1, self.attention = nn.RMSNorm(of.hidden), Attention(of)
        self.norm_2 = nn.RMSNorm(of.hidden)
        self.ffn = FeedForward(of.hidden, of.wide, of.matrices) if of.experts == 1 else Mixture(of)

    def forward(
        self, x: torch.Tensor, cache: tuple[torch.Tensor, torch.Tensor] | None = None
    ) -> torch.Tensor:
        x = x + self.attention(self.norm_1(x), cache)
        return x + self.ffn(self.norm_2(x))


class Decoder(nn.Module):
    """Embedding, layers, final norm, head; the head is the embedding where that is tied."""

    def __init__(self, of: Shape) -> None:
        super().__init__()
        self.embedding = nn.Embedding(of.vocabulary, of.hidden)
        self.layers = nn.ModuleList(DecoderLayer(of) for _ in range(of.layers))
        self.norm = nn.RMSNorm(of.hidden)
        self.head = nn.Linear(of.hidden, of.vocabulary, bias=False)
        if of.tied:
            self.head.weight = self.embedding.weight


class EncoderLayer(nn.Module):
    """Attention and a feed-forward block with biases, each followed by its LayerNorm."""

    def __init__(self, of: Shape) -> None:
        super().__init__()
        self.attention, self.norm_1 = Attention(of, bias=True), nn.LayerNorm(of.hidden)
        self.ffn = FeedForward(of.hidden, of.wide, of.matrices, bias=True)
        self.norm_2 = nn.LayerNorm(of.hidden)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = self.norm_1(x + self.attention(x))
        return self.norm_2(x + self.ffn(x))


class Encoder(nn.Module):
    """The layers of an encoder, without embeddings."""

    def __init__(self, of: Shape) -> None:
        super().__init__()
        self.layers = nn.ModuleList(EncoderLayer(of) for _ in range(of.layers))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for layer in self.layers:
            x = layer(x)
        return x


@lru_cache(maxsize=32)
def decoder(of: Shape) -> Decoder:
    """The whole model, BF16, without memory."""
    with torch.device("meta"):
        return Decoder(of).to(torch.bfloat16)


@lru_cache(maxsize=32)
def decoder_layer(of: Shape) -> DecoderLayer:
    """One layer, BF16, without memory."""
    with torch.device("meta"):
        return DecoderLayer(of).to(torch.bfloat16)


@lru_cache(maxsize=8)
def encoder(of: Shape) -> Encoder:
    """All layers of an encoder, BF16, without memory."""
    with torch.device("meta"):
        return Encoder(of).to(torch.bfloat16)


def matrices(module: nn.Module) -> list[nn.Parameter]:
    """The weights that take part in matrix products: no norms, no biases."""
    return [each.weight for each in module.modules() if isinstance(each, nn.Linear)]
