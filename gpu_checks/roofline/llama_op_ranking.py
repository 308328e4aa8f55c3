"""A fused QKV projection and fused attention: counted FLOP over the tensors they touch."""

from fractions import Fraction

import _cache
from _count import DTYPES, attention, meta, nbytes, product


def count(given: dict[str, Fraction]) -> dict[str, Fraction]:
    """Prefill of the batch; attention of one prompt; attention of one new token, cache only."""
    g = given
    dtype, tokens, heads = DTYPES[g["b"]], g["B"] * g["S"], (g["n_q"], g["n_kv"])
    width = (g["n_q"] + 2 * g["n_kv"]) * g["d"]
    layer = [meta(*s, dtype=dtype) for s in ((g["h"], width), (tokens, g["h"]), (tokens, width))]
    query, output = (meta(1, g["n_q"], g["S"], g["d"], dtype=dtype) for _ in range(2))
    cache = _cache.layer(1, g["n_kv"], g["S"], g["d"], g["b"])
    prefill = attention(1, heads, (g["S"], g["S"]), g["d"])
    decode = attention(1, heads, (1, g["S"]), g["d"])
    return {
        "AI_qkv": Fraction(product(tokens, g["h"], width), nbytes(*layer)),
        "AI_p": Fraction(prefill, nbytes(query, output, *cache)),
        "AI_d": Fraction(decode, nbytes(*cache)),
    }
