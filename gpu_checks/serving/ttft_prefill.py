"""A prompt through a layer and the head, as torch counts it; the answer token by token."""

from fractions import Fraction

from _count import flops_by_op, meta, product, root
from _models import decoder_layer, shape


def _layer(given: dict[str, Fraction], tokens: int) -> tuple[int, Fraction]:
    """FLOP of one layer: in its matrices, and in attention, of which the mask leaves half."""
    layer = decoder_layer(shape(given))
    counted = flops_by_op(lambda: layer(meta(1, tokens, given["h"])))
    attention = counted.pop("aten.bmm")  # what attention is made of on meta; the weights go to mm
    return sum(counted.values()), Fraction(attention, 2)


def count(given: dict[str, Fraction]) -> dict[str, Fraction | str]:
    """Layers are alike, so one is counted; tokens of the answer arrive until it is too late."""
    g = given
    linear, square = _layer(g, int(g["S"]))
    matrices, attention = g["L"] * linear + product(1, g["h"], g["V"]), g["L"] * square
    prefill = (matrices + attention) / (g["eta"] * g["n"] * g["F"])
    tokens = 1
    while prefill + tokens * g["t_d"] <= g["D"]:
        tokens += 1

    def ahead(length: int) -> Fraction:
        linear, square = _layer(g, length)
        return (linear - square) / length

    return {
        "A_m": matrices,
        "A_a": attention,
        "T": prefill,
        "N": Fraction(tokens),
        "S_x": root(ahead),
    }
