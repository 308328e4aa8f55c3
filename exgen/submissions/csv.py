"""A CSV of answers: long (`student,exercise,part,answer`) or wide (`student,1a,1b,tpot_bound.T`).

UTF-8 with or without a byte-order mark (UTF-16 with one), any line end, comma, semicolon or tab.
Ids stay text. A file that is not of this kind raises UnreadableError with the line and what is
there; what is odd but readable becomes a notice.
"""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path
from typing import TYPE_CHECKING

from exgen.errors import UnreadableError
from exgen.submissions.submission import Notice, Submissions, Typed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MAX_BYTES = 100_000_000

_STUDENT = (
    "student", "studentid", "id", "sid", "userid", "user", "username", "login", "matriculationnumber",
    "email", "emailaddress", "name", "studentname",
)  # fmt: skip
_EXERCISE = ("exercise", "problem", "question", "task")
_ANSWER = ("answer", "response", "typed", "text", "value")
_SPREADSHEET_TEXT = re.compile(r'="(.*)"')

Row = tuple[int, list[str]]
"""The line on which a record begins, and its cells."""


def read_answers(path: Path | str) -> Submissions:
    """The answers in a CSV file. Raises UnreadableError."""
    name = str(path)
    rows = _rows(_text(Path(path), name), name)
    line, header = next(rows, (1, []))
    if not header:
        raise UnreadableError("the file is empty", path=name, line=1)
    header = [cell.strip() for cell in header]
    for cell in header:
        if cell and header.count(cell) > 1:
            raise UnreadableError(f"the column {cell!r} stands there {header.count(cell)} times", path=name, line=line)
    student = _column(header, _STUDENT)
    if student is None:
        raise UnreadableError(
            f"no column for the student; there is: {_listed(header)}", path=name, line=line, hint='call it "student"'
        )
    answer, exercise = _column(header, _ANSWER), _column(header, _EXERCISE)
    if answer is None and exercise is None:
        return _wide(name, header, student, rows)
    if answer is None or exercise is None:
        missing = "answer" if answer is None else "exercise"
        hint = "a long file has student, exercise, part, answer"
        raise UnreadableError(f"no column {missing!r}; there is: {_listed(header)}", path=name, line=line, hint=hint)
    return _long(name, header, (student, exercise, _column(header, ("part", "subpart")), answer), rows)


def _text(path: Path, name: str) -> str:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise UnreadableError(f"larger than {MAX_BYTES // 1_000_000} MB", path=name)
        data = path.read_bytes()
    except OSError as error:
        raise UnreadableError(f"cannot be read: {error.strerror}", path=name) from None
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise UnreadableError("not text in UTF-8", path=name, line=line, hint="export it as CSV UTF-8") from None
    if "\0" in text:
        line = text[: text.index("\0")].count("\n") + 1
        raise UnreadableError("not a text file: there is a NUL byte", path=name, line=line)
    return text


def _rows(text: str, name: str) -> Iterator[Row]:
    """Records that are not empty, with the line each begins on."""
    first, _, rest = text.partition("\n")
    hint = re.fullmatch(r"\ufeff?sep=(.)\r?", first)
    delimiter = hint[1] if hint else max(",;\t", key=re.sub(r'"[^"]*"', "", first).count)
    reader = csv.reader(io.StringIO(rest if hint else text, newline=""), delimiter=delimiter, strict=True)
    before = 1 if hint else 0
    begins = before + 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield begins, cells
            begins = before + reader.line_num + 1
    except csv.Error as error:
        raise UnreadableError(f"not a readable CSV: {error}", path=name, line=begins) from None


def _column(header: Sequence[str], names: Sequence[str]) -> int | None:
    folded = [re.sub(r"[^a-z]", "", cell.casefold()) for cell in header]
    return next((folded.index(name) for name in names if name in folded), None)


def _listed(header: Sequence[str]) -> str:
    shown = ", ".join(cell or "(no name)" for cell in header[:12])
    return f"{shown}, …" if len(header) > 12 else shown


def _plain_id(cell: str) -> str:
    """An id as text; a spreadsheet's `="00456"` is 00456."""
    clean = cell.strip()
    wrapped = _SPREADSHEET_TEXT.fullmatch(clean)
    return wrapped[1] if wrapped else clean


def _wide(name: str, header: list[str], student: int, rows: Iterator[Row]) -> Submissions:
    typed: list[Typed] = []
    notices: list[Notice] = []
    students: dict[str, int] = {}
    for row, cells in rows:
        who = _who(row, cells, student, notices)
        if not who:
            continue
        if who in students:
            notices.append(Notice(f"{who} stands in line {students[who]} too; the later line counts", row))
        students.setdefault(who, row)
        _check_length(row, cells, header, notices)
        fields = [at for at, field in enumerate(header) if field and at != student]
        typed += [Typed(who, header[at], cells[at] if at < len(cells) else "", row) for at in fields]
    return _submissions(name, "wide", students, typed, notices)


def _long(name: str, header: list[str], columns: tuple[int, int, int | None, int], rows: Iterator[Row]) -> Submissions:
    student, exercise, part, answer = columns
    typed: list[Typed] = []
    notices: list[Notice] = []
    students: dict[str, int] = {}
    for row, cells in rows:
        who = _who(row, cells, student, notices)
        if not who:
            continue
        students.setdefault(who, row)
        _check_length(row, cells, header, notices)
        cells += [""] * (len(header) - len(cells))
        field = cells[exercise].strip() + ("" if part is None else f".{cells[part].strip()}")
        typed.append(Typed(who, field, cells[answer], row))
    return _submissions(name, "long", students, typed, notices)


def _who(row: int, cells: list[str], student: int, notices: list[Notice]) -> str:
    who = _plain_id(cells[student]) if student < len(cells) else ""
    if not who:
        notices.append(Notice("no student id; the line was not graded", row))
    return who


def _check_length(row: int, cells: list[str], header: list[str], notices: list[Notice]) -> None:
    if len(cells) != len(header) and (len(cells) < len(header) or any(cells[len(header) :])):
        notices.append(Notice(f"{len(cells)} cells under {len(header)} columns", row))


def _submissions(
    name: str, layout: str, students: dict[str, int], typed: list[Typed], notices: list[Notice]
) -> Submissions:
    folded: dict[str, str] = {}
    for who, row in students.items():
        other = folded.setdefault(who.casefold(), who)
        if other != who:
            notices.append(Notice(f"{who} and {other} differ only by case; taken as two students", row))
    if not students:
        notices.append(Notice("no answers in the file"))
    return Submissions(name, layout, tuple(students), tuple(typed), tuple(notices))
