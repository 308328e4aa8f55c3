"""The tensors that the kernel moves, before and after the change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from _count import meta, nbytes

if TYPE_CHECKING:
    from fractions import Fraction


def count(given: dict[str, Fraction]) -> dict[str, Fraction]:
    """A list of tensors for each way: the intermediate one stands in it once a crossing."""
    g = given
    crossings = [meta(g["M"] / 2) for _ in range(1 + int(g["n_r"]))]
    others = nbytes(meta((g["Q"] - nbytes(*crossings)) / 2))
    before, after = (others + nbytes(*each) for each in (crossings, []))
    seconds_before, seconds_after = before / g["W_s"], after / g["W_s"]
    rest = g["t"] - seconds_before
    return {
        "t_f": seconds_before,
        "D": seconds_before - seconds_after,
        "t_p": seconds_after + rest,
    }
