"""A fused QKV projection and fused attention: counted FLOP over the tensors they touch."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import torch

import _cache
from _count import DTYPES, attention, meta, nbytes, product, ranked

if TYPE_CHECKING:
    from _time import Bench


def count(given: dict[str, Fraction]) -> dict[str, Fraction | str]:
    """Prefill of the batch; attention of one prompt and of one new token, cache only; a projection
    of one token a sequence; a norm of 4 FLOP an element.
    """
    g = given
    dtype, tokens, heads = DTYPES[g["b"]], g["B"] * g["S"], (g["n_q"], g["n_kv"])
    width = (g["n_q"] + 2 * g["n_kv"]) * g["d"]
    layer = [meta(*s, dtype=dtype) for s in ((g["h"], width), (tokens, g["h"]), (tokens, width))]
    query, output = (meta(1, g["n_q"], g["S"], g["d"], dtype=dtype) for _ in range(2))
    cache = _cache.layer(1, g["n_kv"], g["S"], g["d"], g["b"])
    prefill = attention(1, heads, (g["S"], g["S"]), g["d"])
    decode = attention(1, heads, (1, g["S"]), g["d"])
    step = [meta(*s, dtype=dtype) for s in ((g["h"], width), (g["B"], g["h"]), (g["B"], width))]
    normed = [meta(tokens, g["h"], dtype=dtype) for _ in ("read", "written")]
    counted = [
        Fraction(product(tokens, g["h"], width), nbytes(*layer)),
        Fraction(prefill, nbytes(query, output, *cache)),
        Fraction(product(g["B"], g["h"], width), nbytes(*step)),
        Fraction(decode, nbytes(*cache)),
        Fraction(4 * normed[0].numel(), nbytes(*normed)),
    ]
    named = {"AI_qkv": counted[0], "AI_p": counted[1], "AI_d": counted[3]}
    return {**named, "rank": ranked(counted, Fraction(1, 100))}


def measure(sizes: dict[str, float], bench: Bench) -> None:
    """A projection in prefill, the same in decode, and an RMSNorm: far apart in intensity."""
    hidden, width = int(sizes["h"]), int(sizes["N"])
    weights = bench.copies(lambda: (bench.random(hidden, width),))
    for arm, tokens in (("prefill", int(sizes["T"])), ("decode", int(sizes["B"]))):
        inputs = [(bench.random(tokens, hidden), weight) for (weight,) in weights]
        some, weight = inputs[0]
        exact = some[:4].double() @ weight[:, :64].double()
        bench.correct(f"projection, {arm}", (some @ weight)[:4, :64], exact, 2e-2)
        bench.time(arm, torch.mm, inputs)
    scale = bench.random(hidden)

    def norm(x: torch.Tensor) -> torch.Tensor:
        return torch.nn.functional.rms_norm(x, (hidden,), scale)

    inputs = bench.copies(lambda: (bench.random(int(sizes["T"]), hidden),))
    few = inputs[0][0][:4].double()
    exact = torch.nn.functional.rms_norm(few, (hidden,), scale.double())
    bench.correct("RMSNorm", norm(inputs[0][0])[:4], exact, 2e-2)
    bench.time("norm", norm, inputs)
