"""A square layer at two batches; between them its time is a straight line."""

from fractions import Fraction

from _count import product, root, stored


def count(given: dict[str, Fraction]) -> dict[str, Fraction | str]:
    """Where counted FLOP take as long as counted bytes, without and with the activations."""
    g = given
    weights = stored(g["H"] * g["H"], g["b_w"])

    def later(batch: int, activations: int) -> Fraction:
        moved = weights + activations * stored(batch * g["H"], g["b_a"])
        return product(batch, g["H"], g["H"]) / g["F"] - moved / g["W"]

    return {
        "B_w": root(lambda batch: later(batch, 0)),
        "B_a": root(lambda batch: later(batch, 2)),
    }
