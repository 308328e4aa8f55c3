"""A matrix product with one row: torch.mv counts nothing, torch.mm counts it right."""

from fractions import Fraction

from _count import product, root, stored

SIDE = 4096  # the share of the weights in the traffic is all that counts; any size gives the same


def count(given: dict[str, Fraction]) -> dict[str, Fraction | str]:
    """FLOP of one row over the bytes of the weights alone, at the memory's speed."""
    g = given
    rate = product(1, SIDE, SIDE) / (stored(SIDE * SIDE, g["b_w"]) / g["W"])
    return {
        "R": rate,
        "f": rate / g["F"],
        "AI": root(lambda intensity: intensity * g["W"] - g["s"] * g["F"]),
    }
