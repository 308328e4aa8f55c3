"""What autograd keeps of a layer on the meta device, whole and split over GPUs."""

from fractions import Fraction

from _saved import How, Size, kept


def count(given: dict[str, Fraction]) -> dict[str, Fraction]:
    """All layers are alike. Sequence parallelism has to divide what one GPU keeps by all of them,
    or the page's last question is wrong.
    """
    g = given
    whole = Size(int(g["s"]), int(g["b"]), int(g["h"]), int(g["h"] / g["d"]))
    split = whole._replace(split=int(g["t"]))
    if kept(split, How(by_tokens=True)) * split.split != kept(whole, How()):
        raise ArithmeticError("sequence parallelism leaves copies")
    scores = kept(whole, How()) - kept(whole, How("scores"))
    return {
        "M_l": Fraction(kept(whole, How())),
        "r": Fraction(scores, kept(whole, How())),
        "M_t": g["L"] * kept(split, How()),
        "M_f": g["L"] * kept(split, How(fused=True)),
    }
