"""All layers of the encoder against the bytes of their matrices."""

from fractions import Fraction

from _count import DTYPES, flops, meta, nbytes, product, stored
from _models import encoder, matrices, shape


def count(given: dict[str, Fraction]) -> dict[str, Fraction]:
    """Counted FLOP over bytes of weights; a single product over all its tensors."""
    g = given
    model = encoder(shape(g))
    weights = sum(stored(each.numel(), g["b"]) for each in matrices(model))
    batch = flops(lambda: model(meta(g["B"], g["S"], g["h"])))
    single = flops(lambda: model(meta(1, 1, g["h"])))
    tokens, dtype = g["B"] * g["S"], DTYPES[g["b"]]
    output = [meta(*sides, dtype=dtype) for sides in ((tokens, g["h"]),) * 2]
    moved = nbytes(meta(g["h"], g["h"], dtype=dtype), *output)
    return {
        "M_w": Fraction(weights),
        "AI": Fraction(batch, weights),
        "AI_1": Fraction(single, weights),
        "AI_o": Fraction(product(tokens, g["h"], g["h"]), moved),
    }
