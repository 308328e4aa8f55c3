"""A step as two stretches of time, one of which is shortened."""

from __future__ import annotations

from fractions import Fraction

from _count import NONE, root


def _step(given: dict[str, Fraction], share: Fraction, speed: Fraction) -> list[Fraction]:
    """Seconds of the rest, and of attention that has this share and runs so fast."""
    attention = share * given["t"]
    return [given["t"] - attention, attention / speed]


def count(given: dict[str, Fraction]) -> dict[str, Fraction | str]:
    """Steps are timed; the share needed is where the old time over the new meets the claim."""
    g = given
    rest, attention = _step(g, g["f"], g["s"])
    share = root(lambda n: g["t"] - (1 + g["G"]) * sum(_step(g, Fraction(n), g["s"])))
    return {
        "t_2": rest + attention,
        "p": g["t"] / (rest + attention) - 1,
        "S_m": g["t"] / rest,
        "f_G": share if isinstance(share, Fraction) and share <= 1 else NONE,
        "f_2": attention / (rest + attention),
    }
