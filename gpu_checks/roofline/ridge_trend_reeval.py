"""One operation on two cards, by the longer of its two times on each."""

from __future__ import annotations

from fractions import Fraction

from _count import meta, nbytes, root

CARDS = (("F_1", "W_1"), ("F_2", "W_2"))


def _seconds(given: dict[str, Fraction], intensity: Fraction) -> list[Fraction]:
    """For so many FLOP with each byte of a gigabyte, on each card."""
    moved = nbytes(meta(5 * 10**8))
    return [max(intensity * moved / given[peak], moved / given[rate]) for peak, rate in CARDS]


def _ridge(peak: Fraction, rate: Fraction) -> Fraction:
    found = root(lambda flop: flop / peak - 1 / rate)
    assert isinstance(found, Fraction)
    return found


def count(given: dict[str, Fraction]) -> dict[str, Fraction]:
    """The largest gain is looked for over intensities from far left to far right."""
    g = given
    first, second = (_ridge(g[peak], g[rate]) for peak, rate in CARDS)
    gains = []
    for intensity in [Fraction(2) ** power for power in range(-4, 20)]:
        before, after = _seconds(g, intensity)
        gains.append(before / after)
    before, after = _seconds(g, g["A_b"])
    return {"r": second / first, "S": before / after, "S_m": max(gains)}
