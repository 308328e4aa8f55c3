"""All benchmarks as a table, or those named: `python -m tests.benchmarks engine`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import msgspec

from tests.benchmarks import booklets, building, engine, grading, reports, start_up
from tests.benchmarks.measuring import pace, table

if TYPE_CHECKING:
    from collections.abc import Sequence

BENCHES = {
    "start_up": start_up.rows,
    "engine": engine.rows,
    "grading": grading.rows,
    "reports": reports.rows,
    "booklets": booklets.rows,
    "build": building.rows,
}


def main(names: Sequence[str]) -> None:
    """Prints the table. The pace is measured before and after each benchmark, as machines drift."""
    rows = []
    for name in names or BENCHES:
        print(f"measuring {name} …", file=sys.stderr)
        before = pace()
        found = BENCHES[name]()
        slower = (before + pace()) / 2
        rows += [msgspec.structs.replace(row, pace=slower) for row in found]
    print(table(rows))


if __name__ == "__main__":
    main(sys.argv[1:])
