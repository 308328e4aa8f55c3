"""The schedule's own bubble from its simulation; the step as a timeline with its losses cut out."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from _count import ranked
from _pipeline import one_forward_one_backward


def count(given: dict[str, Fraction]) -> dict[str, Fraction | str]:
    """Useful work is MFU times the step; it stays when a piece of the timeline is cut out."""
    g = given
    run = one_forward_one_backward(int(g["p"]), int(g["m"]))
    schedule = Fraction(run.end - run.busy, run.end)
    losses = [g["x"], g["b"] - schedule, g["y"], g["k"] - g["k"] * g["q"]]
    useful = g["U"]
    left = Fraction(1)
    for loss in losses:
        left -= loss
    ranks = product(*(range(int(g[name])) for name in ("t_p", "p", "d_p", "s_p")))
    return {
        "N": Fraction(sum(1 for _ in ranks)),
        "S": g["U_x"] / useful,
        "U_4": useful / left,
        "rank": ranked([useful / (1 - each) - useful for each in losses], Fraction(3, 100)),
    }
