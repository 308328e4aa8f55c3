"""A kernel that moves a gigabyte at the drawn intensity, timed by both limits."""

from fractions import Fraction

from _count import meta, nbytes


def count(given: dict[str, Fraction]) -> dict[str, Fraction]:
    """Rates from the longer of two times."""
    g = given
    moved = nbytes(meta(5 * 10**8))
    flop = g["A"] * moved
    rate = flop / max(moved / g["W"], flop / g["F"])
    reported = flop / (g["v"] * g["F"])  # seconds at the measured share of the peak
    return {"R": rate, "u": rate / g["F"], "S": reported / (flop / rate)}
