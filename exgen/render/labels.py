"""Where the names of a plot's points stand, so that none covers another, a line or a point."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_CHARACTER = 5.2  # px, a little more than the mean width
_LINE = 14  # px between two baselines
_BESIDE, _BELOW = 6, 16  # px from the point


class Label(msgspec.Struct, frozen=True):
    """Words that start or end at `x`, with their baseline, in px."""

    words: str
    x: float
    y: float
    ends: bool = False  # at x, rather than starting there

    @property
    def left(self) -> float:
        """The left end, estimated if the words end at x."""
        return self.x - len(self.words) * _CHARACTER if self.ends else self.x

    @property
    def right(self) -> float:
        """The right end, estimated if the words start at x."""
        return self.x if self.ends else self.x + len(self.words) * _CHARACTER

    def covers(self, other: Label) -> bool:
        """Whether the two would overlap."""
        return self.left < other.right and other.left < self.right and abs(self.y - other.y) < _LINE


def estimated(words: str) -> float:
    """The width of words in px."""
    return len(words) * _CHARACTER


def spread(
    points: Sequence[tuple[float, float, str]],
    taken: Sequence[Label],
    right: float,
    roof: Callable[[float], float],
) -> list[Label]:
    """The name of every point `(x, y, words)`: right of its drop line (left at the edge),
    below the roof, and moved down until it covers no other. Starts with what is taken.
    """
    placed = list(taken)
    for x, y, words in sorted(points):
        label = Label(words, x + _BESIDE, y + _BELOW)
        if label.right > right:
            label = Label(words, x - _BESIDE, y, ends=True)
            label = msgspec.structs.replace(label, y=max(y, roof(label.left)) + _BELOW)
        while any(label.covers(other) for other in placed):
            label = msgspec.structs.replace(label, y=label.y + _LINE)
        placed.append(label)
    return placed
