"""Medians, bootstrap intervals, and samples that no verdict can rest on. numpy only; no clock.

The bootstrap's dice are keyed by a name, so that the same samples always give the same interval.
"""

from __future__ import annotations

import hashlib

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

RESAMPLES = 10_000
CONFIDENCE = 0.95
FEWEST = 30  # samples that a verdict needs
APART = 5.0  # pooled standard deviations between two modes; halves of a uniform spread have 3.5
SMALLER_SHARE = 0.2  # of the samples in the smaller mode; fewer are outliers
MATTERS = 0.05  # of the median: modes nearer than that change no verdict


def medians(samples: tuple[float, ...], key: str) -> Floats:
    """Medians of RESAMPLES resamples with replacement, shape (RESAMPLES,)."""
    values = np.asarray(samples, dtype=np.float64)
    seed = int.from_bytes(hashlib.sha256(key.encode()).digest()[:8], "big")
    dice = np.random.Generator(np.random.PCG64(seed))
    picked = dice.integers(0, len(values), size=(RESAMPLES, len(values)))
    return np.asarray(np.median(values[picked], axis=1), dtype=np.float64)


def interval(resampled: Floats) -> tuple[float, float]:
    """The central CONFIDENCE of the resampled values."""
    tail = 50 * (1 - CONFIDENCE)
    low, high = np.percentile(resampled, [tail, 100 - tail])
    return float(low), float(high)


def trouble(samples: tuple[float, ...]) -> str:
    """Why these samples carry no verdict: too few, constant, or two modes; empty if they do."""
    if len(samples) < FEWEST:
        return f"{len(samples)} samples, at least {FEWEST} are needed"
    if len(set(samples)) < 3:
        return "constant samples: the clock does not resolve them"
    return "two modes: the samples are of two different things" if bimodal(samples) else ""


def bimodal(samples: tuple[float, ...]) -> bool:
    """Whether the best split into two groups leaves them APART (Ashman's D), with neither group
    small and their distance worth speaking of.
    """
    values = np.sort(np.asarray(samples, dtype=np.float64))
    least = max(2, int(np.ceil(SMALLER_SHARE * len(values))))
    best, found = np.inf, False
    for cut in range(least, len(values) - least + 1):
        low, high = values[:cut], values[cut:]
        within = low.var() * len(low) + high.var() * len(high)
        if within < best:
            best = within
            distance = high.mean() - low.mean()
            spread = np.sqrt((low.var() + high.var()) / 2)
            found = bool(
                distance > APART * spread and distance > MATTERS * abs(float(np.median(values)))
            )
    return found
