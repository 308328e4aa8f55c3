"""A measurement beside its goal, and medians of repeated runs."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

ROOT = Path(__file__).parent.parent.parent


class Row(msgspec.Struct, frozen=True):
    """A line of the table. `better` says on which side of the goal it is met."""

    what: str
    measured: float
    unit: str
    goal: float
    better: Literal["less", "more"]

    @property
    def margin(self) -> float:
        """How many times better than the goal; below 1 it is missed."""
        return self.goal / self.measured if self.better == "less" else self.measured / self.goal


class Run(msgspec.Struct, frozen=True):
    """A finished process: wall time in seconds, peak resident memory in MiB."""

    seconds: float
    mebibytes: float


def seconds(work: Callable[[], object], repeats: int) -> float:
    """The median time of a call; the first one warms up and is not counted."""
    work()
    times = []
    for _ in range(repeats):
        started = time.perf_counter()
        work()
        times.append(time.perf_counter() - started)
    return statistics.median(times)


def process(words: Sequence[str], folder: Path) -> Run:
    """Python with these arguments, in `folder`, from start to end. RuntimeError if it fails."""
    paths = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    started = time.perf_counter()
    child = subprocess.Popen(
        [sys.executable, *words],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": paths},
    )
    _, status, usage = os.wait4(child.pid, 0)
    took = time.perf_counter() - started
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise RuntimeError(f"{' '.join(words)}: exit {child.returncode}")
    return Run(took, usage.ru_maxrss / 1024)


def table(rows: Sequence[Row]) -> str:
    """Aligned text; the last column is how many times better than the goal."""
    cells = [("what", "measured", "goal", "ratio")]
    for row in rows:
        sign = "≤" if row.better == "less" else "≥"
        goal = f"{sign} {_number(row.goal)} {row.unit}"
        missed = "" if row.margin >= 1 else "  missed"
        cells.append(
            (row.what, f"{_number(row.measured)} {row.unit}", goal, f"{row.margin:.2f}{missed}")
        )
    widths = [max(len(line[place]) for line in cells) for place in range(4)]
    return "\n".join(
        f"{what:<{widths[0]}}  {measured:>{widths[1]}}  {goal:>{widths[2]}}  {ratio}"
        for what, measured, goal, ratio in cells
    )


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
