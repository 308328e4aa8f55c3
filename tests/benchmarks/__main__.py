"""All benchmarks as a table, or those named: `python -m tests.benchmarks engine`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from tests.benchmarks import booklets, building, engine, grading, start_up
from tests.benchmarks.measuring import table

if TYPE_CHECKING:
    from collections.abc import Sequence

BENCHES = {
    "start_up": start_up.rows,
    "engine": engine.rows,
    "grading": grading.rows,
    "booklets": booklets.rows,
    "build": building.rows,
}


def main(names: Sequence[str]) -> None:
    """Prints the table; the ratio is how many times better than its goal a figure is."""
    rows = []
    for name in names or BENCHES:
        print(f"measuring {name} …", file=sys.stderr)
        rows += BENCHES[name]()
    print(table(rows))


if __name__ == "__main__":
    main(sys.argv[1:])
