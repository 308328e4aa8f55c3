"""A year of a fleet, hour by hour: work done, rent paid."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate, repeat


def count(given: dict[str, Fraction]) -> dict[str, Fraction | str]:
    """Hours are added up until the work is done, the last one in part."""
    g = given
    hours, hourly = int(g["H"] / 3600), g["n"] * g["p"] * 3600
    before, after = (sum(repeat(g["n"] * g[each], hours)) for each in ("a", "b"))
    done = list(accumulate(repeat(g["n"] * g["b"], hours)))
    whole = sum(each <= before for each in done)  # hours after which work is still left
    rest = (before - done[whole - 1]) / (g["n"] * g["b"])
    longer = (after - before) / (g["n"] * g["a"])  # hours at the present MFU
    cards = next(
        more for more in range(int(g["n"]) * 2) if (g["n"] + more) * g["a"] >= g["n"] * g["b"]
    )
    return {
        "X": sum(repeat(g["x"] * hourly, hours)),
        "Y": (hours - whole - rest) * hourly,
        "Z": longer * hourly,
        "m": Fraction(cards),
    }
