"""CSV: comma, semicolon or tab, `sep=` lines, any line end -> a table."""

from __future__ import annotations

import csv
import io
import re
from typing import TYPE_CHECKING

from exgen.errors import UnreadableError
from exgen.submissions import limits, table
from exgen.submissions.encoding import decode
from exgen.submissions.submission import Notice

if TYPE_CHECKING:
    from collections.abc import Iterator

_SEP = re.compile(r"sep=(.)\r?")


def read(data: bytes, name: str) -> table.Table:
    """The table in a CSV file. Raises UnreadableError."""
    limits.size(data, limits.MAX_TEXT, name)
    if not data:
        raise UnreadableError("the file is empty", path=name, line=1)
    decoded = decode(data, name)
    first, _, rest = decoded.text.partition("\n")
    hint = _SEP.fullmatch(first)
    text, before = (rest, 1) if hint else (decoded.text, 0)
    delimiter = hint[1] if hint else _delimiter(text)
    found = table.begin(name, "csv", _rows(text, delimiter, before, name))
    found.encoding, found.delimiter = decoded.encoding, delimiter
    if decoded.guessed:
        found.notices.append(Notice("not UTF-8; read as windows-1252"))
    return found


def _delimiter(text: str) -> str:
    """The one that the first lines with any of them have most."""
    for line in text[:20_000].splitlines()[:30]:
        bare = re.sub(r'"[^"]*"', "", line)
        best = max(",;\t", key=bare.count)
        if best in bare:
            return best
    return ","


def _rows(text: str, delimiter: str, before: int, name: str) -> Iterator[table.Row]:
    """Records that are not empty, with the line each begins on."""
    csv.field_size_limit(
        limits.MAX_TEXT
    )  # the limit of an answer is applied where its column is known
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    begins = before + 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield begins, cells
            begins = before + reader.line_num + 1
    except csv.Error as error:
        raise UnreadableError(f"not a readable CSV: {error}", path=name, line=begins) from None
