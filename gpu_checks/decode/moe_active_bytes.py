"""Mixtures of experts as module trees, and routers that choose at random for every token."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

import torch
from torch import nn

from _count import parameters, product, root, stored
from _models import DecoderLayer, FeedForward, Shape, matrices, shape

STATED_ERROR = {"m": 0.02, "T": 0.02}  # the mean of many random routings
CHOICES = 8_000_000  # random numbers drawn for it

Given = dict[str, Fraction]


def _latent_attention(g: Given) -> nn.ModuleList:
    """DeepSeek's projections: down to a latent vector and up again, for queries and for K and V."""
    h, heads = int(g["model.hidden_size"]), int(g["model.num_attention_heads"])
    q, kv = int(g["model.q_lora_rank"]), int(g["model.kv_lora_rank"])
    nope, rope = int(g["model.qk_nope_head_dim"]), int(g["model.qk_rope_head_dim"])
    value = int(g["model.v_head_dim"])
    sides = (
        (h, q), (q, heads * (nope + rope)), (h, kv + rope), (kv, heads * (nope + value)),
        (heads * value, h),
    )  # fmt: skip
    matrices = [nn.Linear(*each, bias=False) for each in sides]
    return nn.ModuleList([*matrices, nn.RMSNorm(q), nn.RMSNorm(kv)])


def _deepseek(g: Given) -> tuple[int, nn.Module, int]:
    """Weights outside experts, one expert, and how many experts there are in all layers."""
    h, wide = int(g["model.hidden_size"]), int(g["model.moe_intermediate_size"])
    layers, dense = int(g["model.num_hidden_layers"]), int(g["model.first_k_dense_replace"])
    attention = parameters(_latent_attention(g)) + 2 * parameters(nn.RMSNorm(h))
    shared, expert = (FeedForward(h, wide, 3) for _ in ("shared", "routed"))
    router = nn.Linear(h, int(g["E"]))  # its bias balances the experts
    ends = 2 * parameters(nn.Embedding(int(g["model.vocab_size"]), h)) + parameters(nn.RMSNorm(h))
    block = parameters(FeedForward(h, int(g["model.intermediate_size"]), 3))
    sparse = parameters(router) + int(g["model.n_shared_experts"]) * parameters(shared)
    outside = ends + layers * attention + dense * block
    outside += (layers - dense) * sparse
    return outside, expert, (layers - dense) * int(g["E"])


def _grouped_query(of: Shape) -> tuple[int, nn.Module, int]:
    """The same for a layer of `_models`; gpt-oss has biases everywhere, and a sink in each head."""
    layer, biased = DecoderLayer(of), of.qkv_bias
    expert = FeedForward(of.hidden, of.wide, of.matrices, bias=biased)
    router = nn.Linear(of.hidden, of.experts, bias=biased)
    inside = parameters(layer) - parameters(layer.ffn) + parameters(router)
    if biased:
        inside += of.hidden + of.query_heads  # of the output projection; sinks
    ends = 2 * parameters(nn.Embedding(of.vocabulary, of.hidden)) + parameters(layer.norm_1)
    return ends + of.layers * inside, expert, of.layers * of.experts


def _weights(g: Given) -> tuple[int, nn.Module, int]:
    with torch.device("meta"):
        return _deepseek(g) if "model.kv_lora_rank" in g else _grouped_query(shape(g))


@lru_cache(maxsize=64)
def _different(experts: int, chosen: int, batch: int) -> Fraction:
    """Experts that at least one token chose, on average over many steps."""
    steps = max(64, CHOICES // (experts * batch))
    random = torch.Generator().manual_seed(0)
    scores = torch.rand(steps, batch, experts, generator=random)
    hit = torch.zeros(steps, experts, dtype=torch.bool)
    hit.scatter_(1, scores.topk(chosen).indices.flatten(1), value=True)
    return Fraction(int(hit.sum()), steps)


def count(given: dict[str, Fraction | str]) -> dict[str, Fraction | str]:
    """Experts are alike, so one stands for all; tokens that miss one are counted until few are."""
    g = given
    outside, expert, experts = _weights(g)
    e, k = int(g["E"]), int(g["k"])
    different = _different(e, k, int(g["B"]))
    held = parameters(expert) * experts
    read = stored(outside, g["b_w"]) + stored(held, g["b_w"]) * different / e
    sides = matrices(expert)
    reading = sum(stored(side.numel(), g["b_w"]) for side in sides) / g["W"]

    def ahead(tokens: int) -> Fraction:
        work = sum(product(tokens, *side.T.shape) for side in sides)
        return work / g["F"] - reading

    tokens, missed = 0, Fraction(1)
    while 100 * missed > 1:
        tokens, missed = tokens + 1, missed * (e - k) / e
    average = root(ahead)
    return {
        "P_0": Fraction(outside),
        "m": different,
        "T": read / (g["n"] * g["W"]),
        "B_x": average if isinstance(average, str) else average * e / k,
        "B_99": Fraction(tokens),
    }
