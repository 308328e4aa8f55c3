"""Steps in BF16, in FP8, and with FP8 weights alone: bytes of tensors against counted FLOP."""

from fractions import Fraction

from _cache import cache_bytes
from _count import parameters, product, root, stored
from _models import decoder, shape


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
