"""Rankings: items in groups, the largest first; the items of a group are tied.

A ranking is judged by its pairs (Kendall's τ): each pair of items that are not tied stands in the
right order or in the wrong one.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, TypeVar

from gmpy2 import mpq

from exgen.errors import InfeasibleError

if TYPE_CHECKING:
    from collections.abc import Sequence

T = TypeVar("T", int, str)
Groups = tuple[tuple[T, ...], ...]
"""Items or their letters, the largest value first, equal ones together."""

APART = 3  # tolerances between two values that are not tied


def of_values(values: Sequence[mpq], tolerance: mpq, strict: bool = True) -> Groups[int]:
    """The places of the values, largest first; two values within `tolerance` (a share of the
    larger one) are tied. Raises InfeasibleError, if strict, for values that are neither tied nor
    clearly apart: then no order is right beyond doubt.
    """
    places = sorted(range(len(values)), key=lambda place: -values[place])
    groups: list[tuple[int, ...]] = []
    for place in places:
        first = values[groups[-1][0]] if groups else None
        last = values[groups[-1][-1]] if groups else None
        if first is not None and _near(first, values[place], tolerance):
            groups[-1] = (*groups[-1], place)
            continue
        if strict and last is not None and _near(last, values[place], APART * tolerance):
            raise InfeasibleError("two items are too close to be ranked")
        groups.append((place,))
    return tuple(tuple(sorted(group)) for group in groups)


def _near(larger: mpq, smaller: mpq, tolerance: mpq) -> bool:
    return bool(larger - smaller <= tolerance * abs(larger))


def tau(order: Groups[T], right: Groups[T]) -> mpq:
    """Kendall's τ of an order of all items: right pairs less wrong ones, over all pairs that are
    not tied in `right`; one that `order` ties counts as neither. 1 is right, 0 what chance gives,
    -1 the reverse; 1 if everything is tied.
    """
    place = {item: at for at, group in enumerate(order) for item in group}
    above = [(a, b) for one, two in combinations(right, 2) for a in one for b in two]
    if not above:
        return mpq(1)
    signs = ((place[a] < place[b]) - (place[a] > place[b]) for a, b in above)
    return mpq(sum(signs), len(above))


def written(groups: Sequence[Sequence[str]]) -> str:
    """`C > A = B`."""
    return " > ".join(" = ".join(group) for group in groups)
