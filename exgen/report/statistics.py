"""What a class's marks say about the class and about each part.

Everything is computed from integers, so that the same marks give the same bytes: marks are scaled
to their common denominator, and only the last division or root is a float.
"""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING

import msgspec
from gmpy2 import lcm, mpq

from exgen import units

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from exgen.grading.results import Mark, Results

FEW = 20  # below so many students a discrimination says little
BINS = 10


class PartStatistics(msgspec.Struct, frozen=True):
    """One part. `facility` is the mean share of the marks, over everybody, blank counting 0.

    `discrimination` is r_it: the correlation of the part's marks with the total of all other
    parts; None where one of the two does not vary.
    """

    exercise: int
    template: str
    label: str
    max: str
    students: int
    facility: float
    discrimination: float | None
    counts: dict[str, int]  # by verdict

    def share(self, *verdicts: str) -> float:
        """The share of the students with one of these verdicts."""
        return sum(self.counts.get(each, 0) for each in verdicts) / self.students


class ClassStatistics(msgspec.Struct, frozen=True):
    """The totals of a class; `bins` counts students by tenths of the full marks."""

    students: int
    max: float
    mean: float
    median: float
    quartiles: tuple[float, float]
    deviation: float
    lowest: float
    highest: float
    bins: tuple[int, ...]


def of_parts(results: Results) -> list[PartStatistics]:
    """One for each part, in the order of the sheet."""
    columns = list(zip(*(student.marks for student in results.students), strict=True))
    scaled = _scaled([[units.number(mark.marks) for mark in column] for column in columns])
    totals = [sum(each) for each in zip(*scaled, strict=True)]
    return [
        _part(column, correlation(marks, [t - m for t, m in zip(totals, marks, strict=True)]))
        for column, marks in zip(columns, scaled, strict=True)
    ]


def _scaled(columns: list[list[mpq]]) -> list[list[int]]:
    """All numbers times their common denominator."""
    common = 1
    for column in columns:
        for denominator in {each.denominator for each in column}:
            common = lcm(common, denominator)
    return [[int(each * common) for each in column] for column in columns]


def _part(column: Sequence[Mark], discrimination: float | None) -> PartStatistics:
    first = column[0]
    most = units.number(first.max)
    total = sum((units.number(mark.marks) for mark in column), mpq(0))
    return PartStatistics(
        first.exercise, first.template, first.label, first.max, len(column),
        float(total / most / len(column)) if most else 0.0, discrimination,
        dict(Counter(mark.verdict for mark in column)),
    )  # fmt: skip


def correlation(one: Sequence[int], other: Sequence[int]) -> float | None:
    """Pearson's, exact but for the last root and quotient; None if one of them is constant."""
    count = len(one)
    spread_one = count * sum(x * x for x in one) - sum(one) ** 2
    spread_other = count * sum(y * y for y in other) - sum(other) ** 2
    if not spread_one or not spread_other:
        return None
    shared = count * sum(x * y for x, y in zip(one, other, strict=True)) - sum(one) * sum(other)
    return shared / math.isqrt(spread_one * spread_other << 64) * 2**32


def of_class(results: Results) -> ClassStatistics:
    """The totals of a class of one student or more."""
    totals = sorted(units.number(each.total) for each in results.students)
    most = units.number(results.students[0].max)
    count = len(totals)
    mean = sum(totals, mpq(0)) / count
    variance = sum(((each - mean) ** 2 for each in totals), mpq(0)) / max(count - 1, 1)
    return ClassStatistics(
        count, float(most), float(mean), _quantile(totals, mpq(1, 2)),
        (_quantile(totals, mpq(1, 4)), _quantile(totals, mpq(3, 4))),
        math.sqrt(float(variance)), float(totals[0]), float(totals[-1]), _bins(totals, most),
    )  # fmt: skip


def _quantile(ordered: Sequence[mpq], share: mpq) -> float:
    """Between the two nearest values, as spreadsheets do."""
    at = share * (len(ordered) - 1)
    low = int(at)
    high = min(low + 1, len(ordered) - 1)
    return float(ordered[low] + (at - low) * (ordered[high] - ordered[low]))


def _bins(totals: Iterable[mpq], most: mpq) -> tuple[int, ...]:
    """0–10 %, … 90–100 %; full marks belong to the last."""
    counts = Counter(min(int(BINS * each / most), BINS - 1) if most else 0 for each in totals)
    return tuple(counts.get(at, 0) for at in range(BINS))
