"""The cache as tensors, and the cache that every query head would need."""

from fractions import Fraction

from _cache import cache_bytes


def count(given: dict[str, Fraction]) -> dict[str, Fraction]:
    """Bytes of allocated tensors."""
    g = given
    one = cache_bytes(1, g["L"], g["n_kv"], 1, g["d"], g["b_k"])
    every_head = cache_bytes(1, g["L"], g["n_q"], 1, g["d"], g["b_k"])
    return {
        "kappa": Fraction(one),
        "M": Fraction(cache_bytes(g["B"], g["L"], g["n_kv"], g["c"], g["d"], g["b_k"])),
        "rho": Fraction(every_head, one),
    }
