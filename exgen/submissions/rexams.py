"""R/exams' evaluation of scanned sheets: `answer.1` holds a 0 or 1 for each box of question 1."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from exgen.submissions import header, rows
from exgen.submissions.plain import student_column

if TYPE_CHECKING:
    from exgen.submissions.submission import Sheet
    from exgen.submissions.table import Table

_ANSWER = re.compile(r"\s*answer\.(\d+)\s*")
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def fits(cells: list[str]) -> bool:
    """Whether there are answers with their solutions beside them."""
    return any(map(_ANSWER.fullmatch, cells)) and any(
        cell.strip().startswith("solution.") for cell in cells
    )


def read(table: Table) -> Sheet:
    """The submissions; the boxes as letters, A for the first."""
    named = table.header
    found = {at: match for at, cell in enumerate(named) if (match := _ANSWER.fullmatch(cell))}
    registration = header.column(named, ("registration",))
    columns = rows.Columns(
        student=student_column(table),
        answers={f"q{match[1]}": at for at, match in found.items()},
        name=rows.people(named),
        details={} if registration is None else {"registration": registration},
    )
    return rows.read(table, "rexams", columns, clean=_letters)


def _letters(boxes: str) -> str:
    if not re.fullmatch(r"[01]+", boxes) or len(boxes) > len(_LETTERS):
        return boxes
    return ", ".join(letter for letter, box in zip(_LETTERS, boxes, strict=False) if box == "1")
