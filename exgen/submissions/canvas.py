r"""Canvas' report "Student Analysis" of a classic quiz: a question is two columns, one its points.

The first is headed `id: text`. Several selections in one cell are joined by commas; commas inside
them are written `\,`.
Layout: Canvas LMS, lib/canvas/… student_analysis.rb.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from exgen.submissions import header, rows
from exgen.submissions.plain import student_column

if TYPE_CHECKING:
    from exgen.submissions.submission import Record, Sheet
    from exgen.submissions.table import Table

_QUESTION = re.compile(r"\s*(\d+):(.*)", re.DOTALL)
_COMMA = re.compile(r"(?<!\\),")


def fits(cells: list[str]) -> bool:
    """Whether the header is Canvas': `n correct`, and questions with their numbers."""
    folded = {header.fold(cell) for cell in cells}
    return "ncorrect" in folded and any(_QUESTION.fullmatch(cell) for cell in cells)


def read(table: Table) -> Sheet:
    """The submissions; `header_map` gives the number of each question."""
    named = table.header
    found = {at: match for at, cell in enumerate(named) if (match := _QUESTION.fullmatch(cell))}
    header.refuse_twice(named, found, table.name, table.line)
    fields = header.fields([match[2] for match in found.values()])
    columns = rows.Columns(
        student=student_column(table),
        answers=dict(zip(fields, found, strict=True)),
        submitted=header.column(named, header.SUBMITTED),
        attempt=header.column(named, header.ATTEMPT),
        name=rows.people(named),
    )
    sheet = rows.read(table, "canvas", columns)
    numbers = {field: found[at][1] for field, at in columns.answers.items()}
    return msgspec.structs.replace(
        sheet, header_map=numbers, records=[_split(record) for record in sheet.records]
    )


def _split(record: Record) -> Record:
    """Cells with escaped commas as what they stand for; a bare comma may be the student's own."""
    answers = {
        field: _several(said) if isinstance(said, str) else said
        for field, said in record.answers.items()
    }
    return msgspec.structs.replace(record, answers=answers)


def _several(text: str) -> str | list[str]:
    if "\\," not in text:
        return text
    parts = [part.replace("\\,", ",").strip() for part in _COMMA.split(text)]
    return parts if len(parts) > 1 else parts[0]
