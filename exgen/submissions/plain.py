"""Tables without a program's own columns: wide, one row a student, or long, one row an answer.

Wide is `student,1a,1b,tpot_bound.T`, long is `student,exercise,part,answer`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from exgen.errors import UnreadableError
from exgen.submissions import header, rows
from exgen.submissions.submission import Notice, Record, Sheet

if TYPE_CHECKING:
    from exgen.submissions.submission import Answers
    from exgen.submissions.table import Table


def read(table: Table) -> Sheet:
    """The submissions in a table, long or wide. Raises UnreadableError."""
    exercise, answer = (
        header.column(table.header, header.EXERCISE),
        header.column(table.header, header.ANSWER),
    )
    if exercise is None and answer is None:
        return _wide(table)
    if exercise is None or answer is None:
        if any(header.is_field(cell) for cell in table.header):
            return _wide(table)
        missing = "answer" if answer is None else "exercise"
        raise UnreadableError(
            f"no column {missing!r}; there is: {header.listed(table.header)}",
            path=table.name, line=table.line,
            hint="a long file has student, exercise, part, answer",
        )  # fmt: skip
    return _long(table, exercise, answer)


def student_column(table: Table) -> int:
    """The student's column, which `table.begin` has made sure of."""
    at = header.column(table.header, header.STUDENT)
    assert at is not None, table.header
    return at


def _wide(table: Table) -> Sheet:
    student = student_column(table)
    other = [at for at, cell in enumerate(table.header) if at != student and header.is_answer(cell)]
    fields = [at for at in other if header.is_field(table.header[at])] or other
    for at in (at for at in other if at not in fields):
        table.notices.append(
            Notice(
                f"the column {table.header[at].strip()!r} is no question and was not read",
                table.line,
            )
        )
    header.refuse_twice(table.header, [student, *fields], table.name, table.line)
    columns = rows.Columns(
        student=student,
        answers={table.header[at].strip(): at for at in fields},
        submitted=header.column(table.header, header.SUBMITTED),
        attempt=header.column(table.header, header.ATTEMPT),
        name=rows.people(table.header),
    )
    return rows.read(table, "wide", columns)


class _Long(msgspec.Struct, frozen=True):
    """The columns of a long table."""

    student: int
    exercise: int
    part: int | None
    answer: int
    attempt: int | None
    submitted: int | None


def _long(table: Table, exercise: int, answer: int) -> Sheet:
    named = table.header
    columns = _Long(
        student_column(table), exercise, header.column(named, header.PART), answer,
        header.column(named, header.ATTEMPT), header.column(named, header.SUBMITTED),
    )  # fmt: skip
    found: dict[tuple[str, str], Record] = {}
    for line, cells in table.rows:
        who = rows.plain_id(rows.cell(cells, columns.student))
        if not who:
            table.notices.append(Notice("no student id; the line was not read", line))
            continue
        rows.check_length(table, line, cells)
        attempt = rows.cell(cells, columns.attempt).strip()
        if (who, attempt) not in found:
            found[who, attempt] = Record(
                who, {}, line, {}, "", rows.attempt(attempt), _submitted(cells, columns)
            )
        _add(table, found[who, attempt], line, cells, columns)
    records = list(found.values())
    _missing(table, records)
    names = {field: field for record in records for field in record.answers}
    return Sheet(
        table.format, "long", records, names, table.notices, table.encoding, table.delimiter
    )


def _submitted(cells: list[str], columns: _Long) -> str | None:
    return None if columns.submitted is None else rows.cell(cells, columns.submitted).strip()


def _add(table: Table, record: Record, line: int, cells: list[str], columns: _Long) -> None:
    """Put one answer into its record; the later of two counts, and a notice keeps the earlier."""
    field = rows.cell(cells, columns.exercise).strip()
    if columns.part is not None:
        field += f".{rows.cell(cells, columns.part).strip()}"
    text = rows.answer(table, (line, cells), columns.answer, record.student, field)
    answers: Answers = record.answers
    if field in answers:
        before, row = answers[field], record.rows[field]
        table.notices.append(
            Notice(
                f"{record.student} answered {field} in line {row} too ({str(before)[:40]!r}); "
                "the later counts",
                line,
            )
        )
    answers[field], record.rows[field] = text, line


def _missing(table: Table, records: list[Record]) -> None:
    """In a long file a blank is a line that is not there; say whose."""
    every = {field: None for record in records for field in record.answers}
    for record in records:
        missing = [field for field in every if field not in record.answers]
        if missing:
            table.notices.append(
                Notice(f"{record.student} has no answer to {header.listed(missing)}")
            )
