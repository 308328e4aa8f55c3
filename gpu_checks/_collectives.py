"""Collectives run step by step on arrays: who sends what is carried out, and the result is checked.

Every GPU is a row of chunks. In a step all of them send at once, so that a step takes as long as
the largest message; a message of one element stands for `size` bytes.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import numpy as np


class Steps(NamedTuple):
    """What one GPU sends in each step, as shares of the whole array."""

    sent: tuple[Fraction, ...]

    def volume(self, size: Fraction) -> Fraction:
        """Bytes that a GPU sends for an array of `size` bytes."""
        return sum(self.sent, Fraction(0)) * size

    def time(self, size: Fraction, rate: Fraction, fixed: Fraction = Fraction(0)) -> Fraction:
        """Seconds: each step its fixed cost and its message over the rate of one direction."""
        return sum((fixed + share * size / rate for share in self.sent), Fraction(0))


def _arrays(n: int) -> np.ndarray:
    """n GPUs × n chunks of one element; no two elements are alike."""
    return np.arange(n * n, dtype=np.int64).reshape(n, n)


def _pass_on(held: np.ndarray, first: int, add: bool) -> np.ndarray:
    """Every GPU sends chunk (its number + first) to the next one, which adds it or keeps it."""
    n = len(held)
    sender = np.arange(n)
    chunk, receiver = (sender + first) % n, (sender + 1) % n
    after = held.copy()
    after[receiver, chunk] = held[sender, chunk] + (after[receiver, chunk] if add else 0)
    return after


@lru_cache(maxsize=256)
def reduce_scatter(n: int) -> Steps:
    """Ring: afterwards each GPU has one chunk of the sum."""
    held = start = _arrays(n)
    for step in range(n - 1):
        held = _pass_on(held, -step, add=True)
    owner = np.arange(n)
    _must_hold(held[owner, (owner + 1) % n], start.sum(0)[(owner + 1) % n])
    return Steps((Fraction(1, n),) * (n - 1))


@lru_cache(maxsize=256)
def all_gather(n: int) -> Steps:
    """Ring: one chunk each at first, afterwards each GPU has all."""
    full = _arrays(n)[0]
    held = np.where(np.eye(n, dtype=bool), full, -1)
    for step in range(n - 1):
        held = _pass_on(held, -step, add=False)
    _must_hold(held, np.tile(full, (n, 1)))
    return Steps((Fraction(1, n),) * (n - 1))


@lru_cache(maxsize=256)
def ring(n: int) -> Steps:
    """All-reduce: the sums are made on the way around, then travel around once more."""
    held = start = _arrays(n)
    sent = []
    for step in range(2 * (n - 1)):
        held = _pass_on(held, -step if step < n - 1 else n - step, add=step < n - 1)
        sent.append(Fraction(1, n))
    _must_hold(held, np.tile(start.sum(0), (n, 1)))
    return Steps(tuple(sent))


@lru_cache(maxsize=256)
def recursive_doubling(n: int) -> Steps:
    """All-reduce: whole arrays are exchanged with ever more distant partners; n a power of two."""
    held = start = _arrays(n)
    sent, distance = [], 1
    while distance < n:
        held = held + held[np.arange(n) ^ distance]
        sent.append(Fraction(1))
        distance *= 2
    _must_hold(held, np.tile(start.sum(0), (n, 1)))
    return Steps(tuple(sent))


def _must_hold(held: np.ndarray, expected: np.ndarray) -> None:
    if not np.array_equal(held, expected):
        raise ArithmeticError("the collective did not produce the sum")
