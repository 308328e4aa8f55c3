"""One matrix product: its FLOP, and the three tensors it touches."""

from fractions import Fraction

from _count import meta, nbytes, product, stored


def count(given: dict[str, Fraction]) -> dict[str, Fraction]:
    """Weights in their storage format, activations in theirs."""
    g = given
    flop = product(g["M"], g["K"], g["N"])
    moved = stored(g["K"] * g["N"], g["b_w"]) + nbytes(meta(g["M"], g["K"]), meta(g["M"], g["N"]))
    return {
        "A": Fraction(flop),
        "Q": Fraction(moved),
        "AI": Fraction(flop, moved),
        "t": max(flop / g["F"], moved / g["W"]),
    }
