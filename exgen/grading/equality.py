"""Whether two formulas are equal for all positive values.

Equal means equal at positive rational points drawn by hashing, so that every marking of the same
answer is the same. Two different rational functions of low degree agree at one such point with a
chance near 1e-6; we ask eight. Rational formulas are compared exactly; roots, logarithms and broken
powers by intervals that certainly hold the value: disjoint ones prove a difference, ones that still
overlap when they are 1e-30 wide count as agreement, anything else is undecided.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache

import msgspec
from gmpy2 import mpfr, mpq

from exgen.expression.parse import Node
from exgen.expression.text import plain
from exgen.grading.enclosure import Interval, UndecidedError, UndefinedHereError, exact, rounding
from exgen.grading.facts import Facts, facts

POINTS = 8
SMOOTH_POINTS = 5  # for roots and logarithms: agreeing to 30 digits once is no accident
TRIES = 40  # points tried where the right formula is not defined everywhere
PRECISIONS = (128, 512)  # bits
_AGREED = mpfr("1e-30")  # relative width of a difference that holds zero
_SHARES = ("p",)  # names of probabilities, which lie between 0 and 1

Point = dict[str, mpq]


class Target(msgspec.Struct):
    """The right formula and its values at the points, computed once."""

    tree: Node
    facts: Facts
    says: str
    points: dict[frozenset[str], list[tuple[Point, mpq]]] = {}
    intervals: dict[tuple[frozenset[str], int, int], Interval | None] = {}

    def interval(
        self, drawn: frozenset[str], attempt: int, bits: int, point: Point
    ) -> Interval | None:
        """The value at a point with so many bits; None where it is undefined or undecided."""
        at = (drawn, attempt, bits)
        if at not in self.intervals:
            try:
                self.intervals[at] = rounding(bits).value(self.tree, point)
            except (UndefinedHereError, UndecidedError):
                self.intervals[at] = None
        return self.intervals[at]


@lru_cache(maxsize=512)
def target(right: Node) -> Target:
    return Target(right, facts(right), plain(right))


def equal(tree: Node, held: Facts, right: Target) -> bool | None:
    """Whether a formula agrees with the right one; None if that cannot be decided.

    A formula that is undefined where the right one has a value is not equal to it.
    """
    if tree == right.tree:
        return True
    whole, used = held.whole | right.facts.whole, held.names | right.facts.names
    if held.rational and right.facts.rational:
        try:
            return _agree_exactly(tree, right, used, whole)
        except UndecidedError:
            pass  # numbers too long to compare exactly
    points = POINTS if held.cornered or right.facts.cornered else SMOOTH_POINTS
    return _agree_enclosed(tree, right, used, whole, points)


def _agree_exactly(
    tree: Node, right: Target, used: frozenset[str], whole: frozenset[str]
) -> bool | None:
    for point, wanted in _values(right, used, whole):
        try:
            if exact(tree, point) != wanted:
                return False
        except UndefinedHereError:
            return False
    return True if len(_values(right, used, whole)) == POINTS else None


def _values(right: Target, used: frozenset[str], whole: frozenset[str]) -> list[tuple[Point, mpq]]:
    """The right formula at its first POINTS points, as many as are defined."""
    drawn = _drawn(used, whole)
    found = right.points.get(drawn)
    if found is None:
        found = right.points[drawn] = []
        for attempt in range(TRIES):
            point = _point(used, whole, attempt)
            try:
                found.append((point, exact(right.tree, point)))
            except UndefinedHereError:
                continue
            if len(found) == POINTS:
                break
    return found


def _agree_enclosed(
    tree: Node, right: Target, used: frozenset[str], whole: frozenset[str], points: int
) -> bool | None:
    agreed, drawn = 0, _drawn(used, whole)
    for attempt in range(TRIES):
        same = _at(tree, right, drawn, attempt, _point(used, whole, attempt))
        if same is False:
            return False
        agreed += same is True
        if agreed == points:
            return True
    return None


def _at(
    tree: Node, right: Target, drawn: frozenset[str], attempt: int, point: Point
) -> bool | None:
    """Whether both agree at one point; None where the right one is undefined or it is undecided."""
    for bits in PRECISIONS:
        wanted = right.interval(drawn, attempt, bits, point)
        if wanted is None:
            continue
        try:
            lo, hi = rounding(bits).minus(rounding(bits).value(tree, point), wanted)
        except UndefinedHereError:
            return False
        except UndecidedError:
            continue
        if lo > 0 or hi < 0:
            return False
        if hi - lo <= _AGREED * _size(wanted):
            return True
    return None


def _drawn(used: frozenset[str], whole: frozenset[str]) -> frozenset[str]:
    """Names for the points that are drawn: the same names give the same points."""
    return used if not whole else frozenset({*used, *(f"{name}^" for name in whole)})


def _size(interval: Interval) -> mpfr:
    return max(abs(interval[0]), abs(interval[1]))


@lru_cache(maxsize=1024)
def _point(used: frozenset[str], whole: frozenset[str], attempt: int) -> Point:
    """A positive rational for each name; a small whole number if it stands in an exponent."""
    point = {}
    for name in used:
        digest = hashlib.sha256(f"exgen-point-1|{name}|{attempt}".encode()).digest()
        top, bottom = int.from_bytes(digest[:4]), int.from_bytes(digest[4:6])
        if name in whole:
            point[name] = mpq(top % 7 + 2)
        elif name in _SHARES:
            point[name] = mpq(top % 89_989 + 5_000, 99_991)
        else:
            point[name] = mpq(top % 99_991 + 1_000, bottom % 997 + 10)
    return point


def ratio(tree: Node, held: Facts, right: Target) -> mpq | None:
    """The constant that the right formula must be multiplied with; None if there is none."""
    if not (held.rational and right.facts.rational) or held.names != right.facts.names:
        return None
    found: mpq | None = None
    try:
        for point, wanted in _values(right, held.names, held.whole | right.facts.whole):
            times = exact(tree, point) / wanted if wanted else None
            if times is None or (found is not None and times != found):
                return None
            found = times
    except (UndefinedHereError, UndecidedError):
        return None
    return found
