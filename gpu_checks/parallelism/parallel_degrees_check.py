"""Ranks laid out one by one, sequences dealt out, weights cut as tensor parallelism cuts them."""

from fractions import Fraction
from itertools import cycle, product

import torch

from _count import nbytes
from _models import DecoderLayer, decoder_layer, shape


def _replicas(given: dict[str, Fraction]) -> int:
    """Replicas added until every GPU has a place; raises if the last one lacks some."""
    inside = [range(int(given[name])) for name in ("p", "c", "t")]
    placed = replicas = 0
    while placed < given["N"]:
        placed += len(list(product(*inside)))
        replicas += 1
    if placed != given["N"]:
        raise ArithmeticError("the last replica lacks GPUs")
    return replicas


def _shard(layer: DecoderLayer, degree: int) -> list[torch.Tensor]:
    """First matrices are cut by outputs (whole heads), second ones by inputs."""
    attention, ffn = layer.attention, layer.ffn
    rows = (attention.q, attention.k, attention.v, ffn.up, ffn.gate)
    columns = (attention.o, ffn.down)
    return [
        *(each.weight.chunk(degree, 0)[0] for each in rows),
        *(each.weight.chunk(degree, 1)[0] for each in columns),
    ]


def count(given: dict[str, Fraction]) -> dict[str, Fraction]:
    """The first replica's sequences fill micro-batches; the first GPU's shards are summed."""
    g = given
    replicas = _replicas(g)
    dealt = zip(range(int(g["B"])), cycle(range(replicas)), strict=False)
    mine = sum(owner == 0 for _, owner in dealt)
    size = shape(g)
    stage = range(size.layers)[:: int(g["p"])]
    held = sum(nbytes(*_shard(decoder_layer(size), int(g["t"]))) for _ in stage)
    return {"n_d": Fraction(replicas), "m": mine / g["u"], "M": Fraction(held)}
