"""Where the arithmetic of a card takes as long as its traffic, found from both times."""

from fractions import Fraction

from _count import root


def count(given: dict[str, Fraction]) -> dict[str, Fraction | str]:
    """The intensity at which moving one byte, or one element, takes as long as its arithmetic."""
    g = given

    def later(size: Fraction, flop: int) -> Fraction:
        return flop / g["F"] - size / g["W"]

    return {
        "I": root(lambda flop: later(Fraction(1), flop)),
        "N": root(lambda flop: later(g["b"], flop)),
    }
