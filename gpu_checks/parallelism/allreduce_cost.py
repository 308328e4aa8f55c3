"""Ring and recursive doubling carried out on arrays, step by step."""

from fractions import Fraction

from _collectives import recursive_doubling, ring
from _count import root


def count(given: dict[str, Fraction]) -> dict[str, Fraction | str]:
    """What was sent and in how many steps; time grows linearly with the array."""
    g = given
    n, link = int(g["n"]), (g["W"], g["alpha"])
    around, doubling = ring(n), recursive_doubling(n)
    sent, time = around.volume(g["S"]), around.time(g["S"], *link)
    fixed = around.time(Fraction(0), *link)

    def ahead(size: Fraction) -> Fraction:
        return doubling.time(size, *link) - around.time(size, *link)

    return {
        "V": sent,
        "t": time,
        "B": sent / time,
        "S_h": root(lambda size: 2 * fixed - around.time(Fraction(size), *link)),
        "S_x": root(lambda size: ahead(Fraction(size))),
    }
