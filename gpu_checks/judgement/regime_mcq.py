"""The step laid out kernel by kernel on a clock, as traced and with each cause taken away."""

from __future__ import annotations

from fractions import Fraction


def _clock(
    kernels: int, each: tuple[Fraction, Fraction], gap: Fraction, collective: Fraction
) -> Fraction:
    """When the last kernel ends: a kernel waits for its launch, and ends with the slower of its
    arithmetic and its traffic; collectives follow.
    """
    now = Fraction(0)
    arithmetic, traffic = each
    for _ in range(kernels):
        start = now + gap
        now = max(start + arithmetic, start + traffic)
    return now + collective


def count(given: dict[str, Fraction]) -> dict[str, Fraction]:
    """Savings are differences of two clocks, so that what the kernels lose stays."""
    g = given
    n = int(g["n"])
    arithmetic, traffic = g["A"] / g["F_s"] / n, g["Q"] / g["W_s"] / n
    gap = g["g"] / n
    traced = _clock(n, (arithmetic, traffic), gap, g["x"])
    changed = (
        _clock(n, (arithmetic / 2, traffic), gap, g["x"]),
        _clock(n, (arithmetic, traffic / 2), gap, g["x"]),
        _clock(n, (arithmetic, traffic), gap, Fraction(0)),
        _clock(n, (arithmetic, traffic), Fraction(0), g["x"]),
    )
    kernels = g["t"] - g["x"] - g["g"]
    return {
        "U": g["A"] / (g["t"] * g["F"]),
        "V": g["Q"] / (kernels * g["W_s"]),
        "T": g["t"] - (traced - min(changed)),
    }
