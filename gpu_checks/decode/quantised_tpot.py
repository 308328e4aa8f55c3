"""A checkpoint packed for real: groups of weights, a scale and a zero point for each."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import torch

from _cache import cache_bytes
from _count import meta, nbytes, stored
from _models import decoder, shape

if TYPE_CHECKING:
    from _time import Bench


def count(given: dict[str, Fraction]) -> dict[str, Fraction]:
    """Bytes of the packed tensors; bits are base units / 8."""
    g = given
    model = decoder(shape(g))
    kept = {id(each.weight): each.weight for each in (model.embedding, model.head)}
    full = nbytes(*model.parameters())
    weights = sum(each.numel() for each in model.parameters() if id(each) not in kept)
    groups = Fraction(weights, int(g["g"]))
    packed = [
        meta(weights * g["q"], dtype=torch.uint8),
        meta(groups * g["s"], dtype=torch.uint8),
        meta(groups * g["z"], dtype=torch.uint8),
    ]
    quantised = nbytes(*packed)
    stays = sum(stored(each.numel(), Fraction(2)) for each in kept.values())
    cache = cache_bytes(g["B"], g["L"], g["n_kv"], g["c"], g["d"], Fraction(2))
    total = quantised + stays
    return {
        "m": Fraction(quantised, weights),
        "M": Fraction(total),
        "S": Fraction(full, total),
        "T": (total + cache) / g["W"],
        "S_k": Fraction(full + cache, total + cache),
    }


def measure(sizes: dict[str, float], bench: Bench) -> None:
    """The same matrix in BF16 and packed to 4 bits, times one vector, both by a Triton kernel."""
    from kernels.int4_matvec import dequantise, int4_matvec, quantise
    from kernels.stream_matvec import stream_matvec

    side, group = int(sizes["N"]), int(sizes["g"])
    full = bench.copies(lambda: (bench.random(side, side), bench.random(side)))
    matrix, vector = full[0]
    rows = matrix[:64]
    bench.correct(
        "64 rows, BF16", stream_matvec(rows, vector), rows.double() @ vector.double(), 2e-2
    )
    packed = bench.copies(lambda: (*quantise(bench.random(side, side), group), bench.random(side)))
    some, scales, one = packed[0]
    exact = dequantise(some[:64], scales[:64], group) @ one.double()
    bench.correct("64 rows, 4 bits", int4_matvec(some[:64], scales[:64], one, group), exact, 2e-2)
    bench.time("full", stream_matvec, full)
    bench.time("packed", lambda w, s, x: int4_matvec(w, s, x, group), packed)
