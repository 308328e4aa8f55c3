"""The weights of the real module tree, on as few cards as hold them."""

from fractions import Fraction

from _count import parameters, stored
from _models import decoder, shape


def count(given: dict[str, Fraction]) -> dict[str, Fraction]:
    """Bytes of all parameters; numbers of cards are tried out."""
    g = given
    weights = stored(parameters(decoder(shape(g))), g["b_w"])
    cards = 1
    while weights > cards * (1 - g["r"]) * g["C"]:
        cards *= 2
    step = weights / (cards * g["W"])
    return {"n": Fraction(cards), "T": step, "rate": 1 / step}
