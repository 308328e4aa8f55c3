"""Rows of a table -> records, one a row: what every layout with a column per question shares."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from exgen.submissions import header, limits
from exgen.submissions.damage import damage, id_damage
from exgen.submissions.submission import Notice, Record, Sheet

if TYPE_CHECKING:
    from collections.abc import Callable

    from exgen.submissions.table import Row, Table

_SPREADSHEET_TEXT = re.compile(r'="(.*)"')
_INVISIBLE = "\u200b\u200c\u200d\u2060\ufeff \u00a0\t\r\n"


class Columns(msgspec.Struct, frozen=True):
    """Where things stand: answers by field, and what else a record holds."""

    student: int
    answers: dict[str, int]
    submitted: int | None = None
    attempt: int | None = None
    name: tuple[int, ...] = ()
    details: dict[str, int] = {}


class Skipped(Exception):
    """A row that is no submission, and why."""


def read(
    table: Table, layout: str, columns: Columns, *,
    check: Callable[[list[str]], None] = lambda _cells: None,
    clean: Callable[[str], str] = lambda cell: cell,
) -> Sheet:  # fmt: skip
    """A record for each row that `check` does not skip, each answer as `clean` leaves it."""
    notices, records = table.notices, []
    for line, cells in table.rows:
        who = plain_id(cell(cells, columns.student))
        try:
            check(cells)
        except Skipped as skipped:
            notices.append(Notice(f"{who}: {skipped}" if who else str(skipped), line))
            continue
        if not who:
            notices.append(Notice(_without_id(cells, columns), line))
            continue
        check_length(table, line, cells)
        records.append(_record(table, columns, (line, cells), who, clean))
    header_map = {field: table.header[at] for field, at in columns.answers.items()}
    return Sheet(
        table.format, layout, records, header_map, notices, table.encoding, table.delimiter
    )


def cell(cells: list[str], at: int | None) -> str:
    """A cell, "" where the row is too short or has no such column."""
    return cells[at] if at is not None and at < len(cells) else ""


def plain_id(text: str) -> str:
    """An id as text; a spreadsheet's `="00456"` is 00456."""
    clean = text.strip(_INVISIBLE)
    wrapped = _SPREADSHEET_TEXT.fullmatch(clean)
    return wrapped[1].strip(_INVISIBLE) if wrapped else clean


def answer(table: Table, row: Row, at: int, who: str, field: str) -> str:
    """The text of an answer; what was lost before it came here is noted."""
    line, cells = row
    text = cell(cells, at)
    remark = table.remarks.pop((line, at), "") or damage(text)
    if remark:
        table.notices.append(Notice(f"{who} {field} {remark}", line))
    if len(text) > limits.MAX_CELL:
        table.notices.append(
            Notice(
                f"{who} {field} has {len(text):,} characters: too long for an answer, not read",
                line,
            )
        )
        return ""
    if text.count("\n") > 20:
        table.notices.append(
            Notice(
                f"{who} {field} runs over {text.count(chr(10)) + 1} lines: a stray quotation mark?",
                line,
            )
        )
    return text


def check_length(table: Table, line: int, cells: list[str]) -> None:
    """Notes a row whose cells do not match the header."""
    many = len(table.header)
    if table.ragged and len(cells) != many and (len(cells) < many or any(cells[many:])):
        table.notices.append(Notice(f"{len(cells)} cells under {many} columns", line))


def attempt(text: str) -> int | None:
    """The number of an attempt, if it is one."""
    clean = text.strip()
    return int(clean) if re.fullmatch(r"\d{1,6}", clean, re.ASCII) else None


def people(cells: list[str]) -> tuple[int, ...]:
    """The columns of a person's name: first and last, or one."""
    parts = [header.column(cells, header.FIRST_NAME), header.column(cells, header.LAST_NAME)]
    found = tuple(at for at in parts if at is not None)
    whole = header.column(cells, header.NAME)
    return found or (() if whole is None else (whole,))


def _record(
    table: Table, columns: Columns, row: Row, who: str, clean: Callable[[str], str]
) -> Record:
    line, cells = row
    if id_damage(who):
        table.notices.append(Notice(id_damage(who), line))
    answers = {
        field: clean(answer(table, row, at, who, field)) for field, at in columns.answers.items()
    }
    return Record(
        student=who,
        answers=answers,  # type: ignore[arg-type]  # dict is invariant, and these are texts
        row=line,
        attempt=attempt(cell(cells, columns.attempt)),
        submitted=None if columns.submitted is None else cell(cells, columns.submitted).strip(),
        name=" ".join(
            filter(None, (cell(cells, at).strip() for at in columns.name if at != columns.student))
        ),
        details={key: plain_id(cell(cells, at)) for key, at in columns.details.items()},
    )


def _without_id(cells: list[str], columns: Columns) -> str:
    if any(cell(cells, at).strip() for at in columns.answers.values()):
        return "no student id; the line was not read"
    return f"a summary, skipped: {header.listed([each for each in cells if each.strip()])}"
