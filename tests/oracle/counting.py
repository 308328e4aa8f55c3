"""What all oracles share: products counted one by one, and roots of straight lines."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

Givens = Mapping[str, Fraction]
"""Name -> value in base units: bytes, FLOP, seconds; counts are bare numbers."""

Answers = dict[str, "Fraction | str | frozenset[str] | list[list[str]]"]
"""Part -> value in base units, "none", the letters of the right options, or a ranking."""


def product(rows: Fraction, inner: Fraction, columns: Fraction) -> Fraction:
    """FLOP of a matrix product: every element is a sum of `inner` terms, 2 FLOP each."""
    return rows * columns * inner * 2


def root(line: Callable[[Fraction], Fraction]) -> Fraction:
    """Where a function that is linear in its argument is zero, from two of its values."""
    at_zero, at_one = line(Fraction(0)), line(Fraction(1))
    return at_zero / (at_zero - at_one)


def letters(*right: bool) -> frozenset[str]:
    """The letters of what is right: `(True, False, True)` -> {"A", "C"}."""
    return frozenset(chr(ord("A") + place) for place, holds in enumerate(right) if holds)


def ranked(values: list[Fraction], tie: Fraction) -> list[list[str]]:
    """The letters by falling value; one that is within `tie` of the first of a group joins it."""
    left, groups = dict(enumerate(values)), []
    while left:
        top = max(left.values())
        group = [place for place, value in left.items() if value >= top * (1 - tie)]
        groups.append([chr(ord("A") + place) for place in group])
        left = {place: value for place, value in left.items() if place not in group}
    return groups
