"""A checkpoint packed for real: groups of weights, a scale and a zero point for each."""

from fractions import Fraction

import torch

from _cache import cache_bytes
from _count import meta, nbytes, stored
from _models import decoder, shape


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
