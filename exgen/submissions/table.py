"""A table of text, as a CSV file, a sheet of a workbook or a list of flat objects gives it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice

import msgspec

from exgen.errors import UnreadableError
from exgen.submissions import header, limits
from exgen.submissions.submission import Notice

Row = tuple[int, list[str]]
"""The line on which a record begins, and its cells; rows without any text are left out."""

_PREAMBLE = 30  # lines that may stand above the header


class Table(msgspec.Struct):
    """A table with its header found. `remarks` says of a cell (line, column) what its text lost."""

    name: str
    format: str
    header: list[str]
    line: int
    rows: Iterator[Row]
    notices: list[Notice]
    remarks: dict[tuple[int, int], str]
    encoding: str = ""
    delimiter: str = ""
    ragged: bool = True  # whether the number of cells of a row means anything


def begin(name: str, file_format: str, rows: Iterator[Row]) -> Table:
    """The table below the first line that names a student column. Raises UnreadableError."""
    first = list(islice(rows, _PREAMBLE))
    if not first:
        raise UnreadableError("the file is empty", path=name, line=1)
    at = next((at for at, (_, cells) in enumerate(first) if header.is_header(cells)), None)
    if at is None:
        line, cells = first[0]
        raise UnreadableError(
            f"no student id column; found {header.listed(cells)}",
            path=name,
            line=line,
            hint='call it "student"',
        )
    line, cells = first[at]
    if len(cells) > limits.MAX_COLUMNS:
        raise UnreadableError(
            f"{len(cells):,} columns; at most {limits.MAX_COLUMNS:,} are read", path=name, line=line
        )
    notices = [
        Notice(f"above the header, not read: {header.listed(above)}", row)
        for row, above in first[:at]
    ]
    return Table(
        name, file_format, cells, line, counted(name, chain(first[at + 1 :], rows)), notices, {}
    )


def counted(name: str, rows: Iterator[Row]) -> Iterator[Row]:
    """The rows, up to the limit."""
    for count, row in enumerate(rows):
        if count == limits.MAX_ROWS:
            raise UnreadableError(
                f"more than {limits.MAX_ROWS:,} rows",
                path=name,
                line=row[0],
                hint="split the file by class",
            )
        yield row
