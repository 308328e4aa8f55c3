"""The prefill queue, attempt by attempt: millions of exponential gaps and services."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

import torch

from _count import root

ATTEMPTS = 3_000_000
STATED_ERROR = {"T": 0.02, "n": 0.02, "lambda_m": 0.02}  # of simulated waits


@lru_cache(maxsize=1)
def _drawn() -> tuple[torch.Tensor, torch.Tensor]:
    """Gaps between arrivals and services, both with mean 1; the same ones in every call."""
    random = torch.Generator().manual_seed(20261207)
    gaps, services = (
        torch.empty(ATTEMPTS, dtype=torch.float64).exponential_(generator=random) for _ in range(2)
    )
    return gaps / gaps.mean(), services / services.mean()


@lru_cache(maxsize=64)
def _stay(load: float) -> float:
    """Mean of wait and service, in services. An attempt waits as long as the one before it did, and
    for its service, less the gap between them, but never less than nothing: what is left is the
    sum of these steps over its lowest value so far.
    """
    gaps, services = _drawn()
    steps = torch.cumsum(services[:-1] - gaps[1:] / load, 0)
    waits = steps - torch.cummin(steps, 0).values.clamp(max=0)
    return float(waits.sum()) / ATTEMPTS + 1


def _load_with(stay: float) -> float:
    """The load at which attempts stay so long: secants of its inverse, which bends little."""
    loads, misses = [0.3, 0.7], [1 / _stay(0.3) - 1 / stay, 1 / _stay(0.7) - 1 / stay]
    for _ in range(3):
        slope = (misses[-1] - misses[-2]) / (loads[-1] - loads[-2])
        loads.append(loads[-1] - misses[-1] / slope)
        misses.append(1 / _stay(loads[-1]) - 1 / stay)
    return loads[-1]


def count(given: dict[str, Fraction]) -> dict[str, Fraction | str]:
    """Attempts balance: what arrives is what users send and what comes back."""
    g = given
    attempts = root(lambda rate: g["lambda"] + g["x"] * rate - rate)
    assert isinstance(attempts, Fraction)
    first = Fraction(_stay(float(attempts * g["s"]))) * g["s"]
    answer = g["N"] * g["t_d"]
    in_time = Fraction(_load_with(float(g["D"] / g["s"]))) / g["s"]
    places = root(lambda rate: rate * answer - g["B"])
    assert isinstance(places, Fraction)
    return {
        "lambda_a": attempts,
        "T": first,
        "n": attempts * (first + answer),
        "lambda_m": min(in_time, places),
    }
