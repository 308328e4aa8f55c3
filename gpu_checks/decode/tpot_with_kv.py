"""A decode step: all weights and all caches read, all weights multiplied."""

from fractions import Fraction

from _cache import cache_bytes
from _count import attention, parameters, product, root, stored
from _models import decoder, shape


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
