"""One decoder layer with its cache, as modules and tensors."""

from fractions import Fraction

import _cache
from _count import NONE, flops, meta, nbytes, root, stored
from _models import decoder_layer, matrices, shape


def count(given: dict[str, Fraction]) -> dict[str, Fraction | str]:
    """FLOP of the layer by torch's counter, bytes of its matrices and of the cache."""
    g = given
    layer = decoder_layer(shape(g))
    weights = sum(stored(each.numel(), g["b_w"]) for each in matrices(layer))

    def cache(batch: int, context: int | Fraction) -> int:
        return nbytes(*_cache.layer(batch, g["n_kv"], context, g["d"], g["b_k"]))

    def work(batch: int, context: int | Fraction) -> int:
        stored_keys = _cache.layer(batch, g["n_kv"], context, g["d"], Fraction(2))
        return flops(lambda: layer(meta(batch, 1, g["h"]), stored_keys))

    def later(batch: int) -> Fraction:
        moved = weights + cache(batch, g["c"])
        return work(batch, g["c"]) / g["F"] - moved / g["W"]

    longest = root(lambda context: cache(1, context) / g["W"] - work(1, context) / g["F"])
    return {
        "A": Fraction(work(1, g["c"]), cache(1, g["c"])),
        "B": root(later) if later(2) > later(1) else NONE,
        "c_max": longest,
    }
