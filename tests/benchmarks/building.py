"""`exgen build --seed 7` from a cold start: wall time and peak memory."""

from __future__ import annotations

import statistics
import tempfile
from pathlib import Path

from tests.benchmarks.measuring import Row, process

REPEATS = 3


def rows() -> list[Row]:
    """A new process and a new folder each time."""
    runs = []
    for _ in range(REPEATS):
        with tempfile.TemporaryDirectory() as folder:
            runs.append(process(["-m", "exgen", "build", "--seed", "7"], Path(folder)))
    wall = statistics.median(run.seconds for run in runs)
    peak = max(run.mebibytes for run in runs)
    return [
        Row("exgen build --seed 7, cold", wall, "s", 6, "less"),
        Row("exgen build --seed 7, peak memory", peak, "MiB", 300, "less"),
    ]
