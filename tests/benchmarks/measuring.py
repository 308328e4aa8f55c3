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
CLICK = 0.082
"""Seconds to start Python and import click where the goals were set."""


class Row(msgspec.Struct, frozen=True):
    """A line of the table. `better` says on which side of the goal it is met."""

    what: str
    measured: float
    unit: str
    goal: float
    better: Literal["less", "more"]
    pace: float = 1.0  # how much slower than where the goals were set the machine was meanwhile

    @property
    def margin(self) -> float:
        """How many times better than the goal, at the pace of its machine; below 1 it is missed."""
        timed = self.pace if self.unit in ("s", "/s") else 1.0
        raw = self.goal / self.measured if self.better == "less" else self.measured / self.goal
        return raw * timed


class Run(msgspec.Struct, frozen=True):
    """A finished process: wall time in seconds, peak resident memory in MiB."""

    seconds: float
    mebibytes: float


def seconds(
    work: Callable[[], object], repeats: int, clock: Callable[[], float] = time.process_time
) -> float:
    """The median time of a call on a core; the first one warms up and is not counted.

    The default clock stands still while other processes have the core; `time.perf_counter` is for
    work on several cores.
    """
    work()
    times = []
    for _ in range(repeats):
        started = clock()
        work()
        times.append(clock() - started)
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


def pace() -> float:
    """How much slower this machine is now than the one where the goals were set."""
    runs = [process(["-c", "import click"], ROOT).seconds for _ in range(5)]
    return statistics.median(runs) / CLICK


def table(rows: Sequence[Row]) -> str:
    """Aligned text; the last column is how many times better than the goal, given the pace."""
    cells = [("what", "measured", "goal", "pace", "ratio")]
    for row in rows:
        sign = "≤" if row.better == "less" else "≥"
        goal = f"{sign} {_number(row.goal)} {row.unit}"
        missed = "" if row.margin >= 1 else "  missed"
        measured = f"{_number(row.measured)} {row.unit}"
        ratio = f"{row.margin:.2f}{missed}"
        cells.append((row.what, measured, goal, f"{row.pace:.2f}", ratio))
    widths = [max(len(line[place]) for line in cells) for place in range(5)]
    return "\n".join(
        f"{line[0]:<{widths[0]}}  "
        + "  ".join(f"{cell:>{width}}" for cell, width in zip(line[1:4], widths[1:4], strict=True))
        + f"  {line[4]}"
        for line in cells
    )


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
