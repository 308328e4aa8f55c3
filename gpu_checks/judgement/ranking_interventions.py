"""A step as pieces on a clock; a change replaces the pieces of one part by shorter ones."""

from __future__ import annotations

from fractions import Fraction

from _count import NONE, ranked

PARTS = ("w", "a", "g", "e", "x")
PIECES = 32  # of each part; they take turns, as the layers of a model do


def _ends(given: dict[str, Fraction], changed: tuple[str, ...]) -> Fraction:
    now = Fraction(0)
    for _ in range(PIECES):
        for part in PARTS:
            piece = given[part] / PIECES
            now += piece / given[f"s_{part}"] if part in changed else piece
    return now


def _factor(whole: Fraction, wanted: Fraction) -> Fraction | str:
    """How much faster a part must become to save `wanted`: what it may still take, into itself."""
    left = whole - wanted
    return whole / left if left > 0 else NONE


def count(given: dict[str, Fraction]) -> dict[str, Fraction | str]:
    """Each change alone, and all of them, as differences of clocks."""
    before = _ends(given, ())
    saved = [before - _ends(given, (part,)) for part in PARTS]
    graph = saved[PARTS.index("g")]
    return {
        "S_g": before / (before - graph),
        "rank": ranked(saved, Fraction(4, 100)),
        "S_5": before / _ends(given, PARTS),
        "s_n": _factor(given["e"], graph),
    }
