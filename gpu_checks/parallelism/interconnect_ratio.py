"""Messages in pieces over links whose directions work by themselves.

The table's own entry for one direction is used, not half of the printed sum.
"""

from fractions import Fraction

PIECES = 8  # of each message; any number gives the same end where the ports share them evenly


def _end(pieces: list[Fraction], rates: list[Fraction]) -> Fraction:
    """Each piece goes to the lane that is free first; the time at which the last one is through."""
    free = [Fraction(0) for _ in rates]
    for piece in pieces:
        lane = free.index(min(free))
        free[lane] += piece / rates[lane]
    return max(free)


def count(given: dict[str, Fraction]) -> dict[str, Fraction]:
    """A second of each link, then the two transfers."""
    g = given
    message = [g["S"] / PIECES] * PIECES
    ports = [g["R"]] * int(g["k"])
    inside = [g["link.one_way"]]
    there, back = _end(message, inside), _end(message, inside)  # lanes of their own
    return {
        "W_n": g["S"] / _end(message, ports[:1]),
        "r": _end(message, ports[:1]) / there,
        "t": _end(message * int(g["g"]), ports),
        "t_x": max(there, back),
    }
