"""A class from a CSV file to a report folder, in a process of its own."""

from __future__ import annotations

import tempfile
from pathlib import Path

from exgen import key as keys
from tests.benchmarks import classes
from tests.benchmarks.measuring import Row, process

STUDENTS, PARTS = 1000, 40
COMMAND = "-m exgen grade class.csv --key key.json --results results.json --report report"


def rows() -> list[Row]:
    """Reading, marking, statistics, a page a student, gradebooks, the results file."""
    key = classes.key_of(PARTS)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "key.json").write_bytes(keys.encode(key))
        (folder / "class.csv").write_text(classes.answers(key, STUDENTS), "utf-8")
        took = process(COMMAND.split(), folder).seconds
    return [Row(f"{STUDENTS} students × {PARTS} parts, CSV to report", took, "s", 15, "less")]
