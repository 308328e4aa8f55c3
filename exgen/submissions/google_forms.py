"""Google Forms: `Timestamp`, an e-mail address or user name, then a column for each question.

A quiz has `Score` among them. A form that collects no address must ask for the student's id.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from exgen.submissions import header, rows
from exgen.submissions.plain import student_column

if TYPE_CHECKING:
    from exgen.submissions.submission import Sheet
    from exgen.submissions.table import Table

_TIME = (
    "timestamp",
    "zeitstempel",
    "horodateur",
    "marcatemporal",
    "informazionicronologiche",
    "carimbodedatahora",
    "tijdstempel",
)
_SCORE = ("score", "gesamtpunktzahl", "punkte", "note", "puntuación", "punteggio", "pontuação")
_SCORED = re.compile(r".*\[(?:score|feedback|punkte)\]\s*", re.IGNORECASE)


def fits(cells: list[str]) -> bool:
    """Whether the first column is a form's time stamp and a question is not just called q1."""
    return header.column(cells[:1], _TIME) is not None and not all(
        map(header.is_field, _questions(cells).values())
    )


def read(table: Table) -> Sheet:
    """The submissions, a second one of a student with its own time."""
    named = table.header
    found = _questions(named)
    header.refuse_twice(named, found, table.name, table.line)
    fields = header.fields(list(found.values()))
    columns = rows.Columns(
        student=student_column(table),
        answers=dict(zip(fields, found, strict=True)),
        submitted=0,
        name=rows.people(named),
    )
    return rows.read(table, "google_forms", columns)


def _questions(cells: list[str]) -> dict[int, str]:
    known = {*_TIME, *_SCORE, *header.STUDENT, *header.NAME, *header.FIRST_NAME, *header.LAST_NAME}
    return {
        at: cell
        for at, cell in enumerate(cells)
        if cell.strip() and header.fold(cell) not in known and not _SCORED.fullmatch(cell)
    }
