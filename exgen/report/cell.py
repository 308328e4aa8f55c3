"""Cells of a CSV file that people open in a spreadsheet: no cell can become a formula."""

from __future__ import annotations

import csv
import io
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST = 20_000  # characters; spreadsheets cut a cell at 32,767
_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")
_RUNS = frozenset(
    "=+-@\t\r\uff1d\uff0b\uff0d\uff20"
)  # the last four are wide ones, as East Asia types them


def harmless(text: str) -> str:
    """The text with an apostrophe in front where a spreadsheet would run it; numbers stay so."""
    if text.lstrip(" ")[:1] not in _RUNS:
        return text
    return text if _NUMBER.fullmatch(text) else f"'{text}"


def brief(text: str) -> str:
    """What fits a cell: a long record is cut, and says how long it was."""
    return text if len(text) <= MOST else f"{text[:200]} … ({len(text):,} characters)"


def table(rows: Iterable[Iterable[str]]) -> str:
    """The rows as CSV with CR LF, every cell harmless."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerows(map(harmless, cells) for cells in rows)
    return out.getvalue()
