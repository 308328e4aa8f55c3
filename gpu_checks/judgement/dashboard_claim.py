"""Every completed answer is an element of a tensor, either a second one, or late, or good."""

from __future__ import annotations

from fractions import Fraction

import torch


def _good(completed: Fraction, second: Fraction, late: Fraction) -> int:
    """Answers that are neither, in an order of their own."""
    order = torch.randperm(int(completed), generator=torch.Generator().manual_seed(1))
    repeats = order < int(second)
    lates = ~repeats & (order >= int(completed - late))
    return int((~repeats & ~lates).sum())


def count(given: dict[str, Fraction]) -> dict[str, Fraction]:
    """Busy seconds of one card are shared out among its good answers."""
    g = given
    before, after = (Fraction(_good(*(g[f"{name}_{now}"] for name in "mdl"))) for now in (1, 2))
    busy_before, busy_after = g["A_1"] * g["T"], g["A_2"] * g["T"]
    return {
        "G_1": before / g["T"],
        "G_2": after / g["T"],
        "r": (busy_after / after) / (busy_before / before),
    }
