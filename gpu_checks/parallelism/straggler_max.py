"""GPUs that draw their times; every so many steps the job waits for the slowest of them."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

import numpy as np

STATED_ERROR = {"T": 0.001, "x": 0.005, "s_x": 0.005, "x_k": 0.01}
DRAWS = 30_000_000  # of one job; fewer rounds where more GPUs take part


@lru_cache(maxsize=64)
def _late(gpus: int, steps: int) -> Fraction:
    """By how many standard deviations of one step a round of so many steps ends late, on average;
    both are the same for any mean and spread.
    """
    rounds = min(200_000, DRAWS // (gpus * steps))
    randomness = np.random.default_rng(gpus * 1000 + steps)
    ends, chunk = 0.0, max(1, 4_000_000 // gpus)
    for first in range(0, rounds, chunk):
        clocks = np.zeros((min(chunk, rounds - first), gpus), dtype=np.float32)
        for _ in range(steps):
            clocks += randomness.standard_normal(clocks.shape, dtype=np.float32)
        ends += float(clocks.max(axis=1).sum(dtype=np.float64))
    return Fraction(ends / rounds)


def count(given: dict[str, Fraction]) -> dict[str, Fraction]:
    """Times are means of simulated rounds."""
    g = given
    gpus, steps, sigma = int(g["n"]), int(g["k"]), g["s"] * g["mu"]
    one, several = _late(gpus, 1), _late(gpus, steps)
    together = g["mu"] + sigma * one
    round_ends = steps * g["mu"] + sigma * several
    allowed = g["mu"] / (1 - g["y"]) - g["mu"]  # how late a step may end
    return {
        "T": together,
        "x": (together - g["mu"]) / together,
        "s_x": allowed / one / g["mu"],
        "x_k": sigma * several / round_ends,
    }
