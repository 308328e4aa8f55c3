"""A step on the clock: data, the pipeline's passes one by one, then the collectives left over."""

from __future__ import annotations

from fractions import Fraction

from _count import ranked
from _pipeline import all_forward_first, interleaved

CHANGES = ("hide", "interleave", "fetch", "fuse")


def _end(g: dict[str, Fraction], changed: tuple[str, ...]) -> Fraction:
    """When the last thing is done. A pass takes its share of the kernels of a step."""
    stages, micro, chunks = int(g["p"]), int(g["m"]), int(g["v"])
    other = g["t_e"] * (g["y"] if "fuse" in changed else 1)
    if "interleave" in changed:
        run = interleaved(stages, micro, chunks)
    else:
        run = all_forward_first(stages, micro)
    data = 0 if "fetch" in changed else g["t_d"]
    beside = g["t_c"] * (1 if "hide" in changed else g["x"])
    return data + run.end * (g["t_m"] + other) / run.busy + (g["t_c"] - beside)


def count(given: dict[str, Fraction]) -> dict[str, Fraction | str]:
    """The work stays: what would take `useful` seconds at peak, over the clock."""
    g = given
    useful, before = g["t_m"] * g["e"], _end(g, ())
    alone = {change: _end(g, (change,)) for change in CHANGES}
    return {
        "U": useful / before,
        "R_c": useful / alone["hide"] - useful / before,
        "R_f": useful / alone["fuse"] - useful / before,
        "rank": ranked([before - end for end in alone.values()], Fraction(1, 100)),
        "U_a": useful / _end(g, CHANGES),
    }
