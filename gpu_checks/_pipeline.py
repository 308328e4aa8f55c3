"""Pipeline schedules run event by event: a pass starts when its stage is free and its input there.

A pass is (backward?, micro-batch, chunk). Forward takes 1, backward 2, in units of one chunk's
forward pass; a stage has its passes in a fixed order.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

Pass = tuple[bool, int, int]


class Run(NamedTuple):
    """End of the last pass, and busy units of one stage; most micro-batches kept by each stage."""

    end: int
    busy: int
    kept: tuple[int, ...]


def _all_forward_first(micro: int) -> list[Pass]:
    return [(back, number, 0) for back in (False, True) for number in range(micro)]


def _alternate(forward: list[Pass], backward: list[Pass], ahead: int) -> list[Pass]:
    """`ahead` forward passes, then one forward and one backward in turn, then what is left."""
    pairs = zip(forward[ahead:], backward, strict=False)
    turns = [each for pair in pairs for each in pair]
    return forward[:ahead] + turns + backward[len(forward) - ahead :]


def _one_forward_one_backward(stages: int, stage: int, micro: int) -> list[Pass]:
    passes = _all_forward_first(micro)
    return _alternate(passes[:micro], passes[micro:], min(micro, stages - 1 - stage))


def _interleaved(stages: int, stage: int, micro: int, chunks: int) -> list[Pass]:
    """Groups of as many micro-batches as stages go through one chunk, then through the next."""
    forward, backward = [], []
    for group in range(0, micro, stages):
        for chunk in range(chunks):
            for number in range(group, group + stages):
                forward.append((False, number, chunk))
                backward.append((True, number, chunks - 1 - chunk))
    ahead = 2 * (stages - 1 - stage) + (chunks - 1) * stages
    return _alternate(forward, backward, min(len(forward), ahead))


def _input(stage: int, one: Pass, stages: int, chunks: int) -> tuple[int, Pass] | None:
    """The pass, and its stage, whose output is needed; None for the first forward pass."""
    back, number, chunk = one
    step = stage + chunk * stages  # place of these layers in the model
    if back and step == stages * chunks - 1:
        return stage, (False, number, chunk)
    before = step + 1 if back else step - 1
    return None if before < 0 else (before % stages, (back, number, before // stages))


def _run(orders: list[list[Pass]], chunks: int) -> Run:
    stages = len(orders)
    ended: list[dict[Pass, int]] = [{} for _ in orders]
    free, at, left = [0] * stages, [0] * stages, sum(map(len, orders))
    while left:
        before = left
        for stage, order in enumerate(orders):
            while at[stage] < len(order):
                one = order[at[stage]]
                needs = _input(stage, one, stages, chunks)
                ready = 0 if needs is None else ended[needs[0]].get(needs[1])
                if ready is None:
                    break
                free[stage] = ended[stage][one] = max(free[stage], ready) + (2 if one[0] else 1)
                at[stage] += 1
                left -= 1
        if left == before:
            raise ArithmeticError("the schedule waits for itself")
    return Run(max(free), sum(2 if one[0] else 1 for one in orders[0]), tuple(map(_kept, orders)))


def _kept(order: list[Pass]) -> int:
    """Most micro-batches between their forward and backward pass, on one chunk or more."""
    now = most = 0
    for back, _, _ in order:
        most = max(most, now := now + (0 if back else 1))
        now -= back
    return most


@lru_cache(maxsize=1024)
def all_forward_first(stages: int, micro: int) -> Run:
    """GPipe."""
    return _run([_all_forward_first(micro)] * stages, 1)


@lru_cache(maxsize=1024)
def one_forward_one_backward(stages: int, micro: int) -> Run:
    """1F1B, not interleaved."""
    return _run([_one_forward_one_backward(stages, each, micro) for each in range(stages)], 1)


@lru_cache(maxsize=1024)
def interleaved(stages: int, micro: int, chunks: int) -> Run:
    """1F1B with several chunks a stage; `micro` is a multiple of `stages`."""
    return _run([_interleaved(stages, each, micro, chunks) for each in range(stages)], chunks)
