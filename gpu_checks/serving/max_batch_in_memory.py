"""Caches as tensors, one request after the other, until the next does not fit."""

from fractions import Fraction

from _cache import cache_bytes
from _count import parameters, stored
from _models import decoder, shape


def _fit(room: Fraction, request: int) -> Fraction:
    held = 0
    while (held + 1) * request <= room:
        held += 1
    return Fraction(held)


def count(given: dict[str, Fraction]) -> dict[str, Fraction]:
    """Memory less the parameters of the real module tree; blocks are taken until c tokens fit."""
    g = given
    weights = stored(parameters(decoder(shape(g))), g["b_w"])
    room = g["n"] * (g["C"] * g["u"] - g["A"]) - weights
    blocks = 0
    while blocks * g["s"] < g["c"]:
        blocks += 1
    longest = cache_bytes(1, g["L"], g["n_kv"], g["m"], g["d"], g["b_k"])
    paged = cache_bytes(1, g["L"], g["n_kv"], blocks * g["s"], g["d"], g["b_k"])
    filled = cache_bytes(1, g["L"], g["n_kv"], g["c"], g["d"], g["b_k"])
    return {
        "K": room,
        "B_m": _fit(room, longest),
        "b": Fraction(blocks),
        "B_p": _fit(room, paged),
        "w": Fraction(paged - filled, paged),
    }
