"""What a file of answers holds, before any key is known: who typed what into which field."""

from __future__ import annotations

import msgspec

Answers = dict[str, str | list[str]]
"""Field as the file names it, `1a`, `1c_A` -> what was typed; several ticks are a list."""


def printable(text: str) -> str:
    """Text on one line without control sequences, which a terminal would obey."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else "·" for char in text)


class Notice(msgspec.Struct, frozen=True):
    """Something that a person should know; `row` is a line of `file`, 0 if there is none."""

    message: str
    row: int = 0
    file: str = ""

    def __str__(self) -> str:
        places = [self.file] if self.file else []
        places += [f"line {self.row}"] if self.row else []
        return printable(": ".join([*places, self.message]))


class Record(msgspec.Struct, frozen=True):
    """One submission of one student. `submitted` is the time as the file gives it.

    `rows` has the line of each answer where an answer has a line of its own.
    """

    student: str
    answers: Answers
    row: int = 0
    rows: dict[str, int] = {}
    file: str = ""
    attempt: int | None = None
    submitted: str | None = None
    name: str = ""
    details: dict[str, str] = {}

    def place(self) -> str:
        """`answers.csv:3`, `line 3`, or the file."""
        if self.file:
            return f"{self.file}:{self.row}" if self.row else self.file
        return f"line {self.row}" if self.row else "the file"


class Typed(msgspec.Struct, frozen=True):
    """One answer that counts."""

    student: str
    field: str
    text: str
    row: int


class Sheet(msgspec.Struct, frozen=True):
    """One file, read. `layout` is whose columns it has: wide, long, moodle, canvas."""

    format: str
    layout: str
    records: list[Record]
    header_map: dict[str, str] = {}
    notices: list[Notice] = []
    encoding: str = ""
    delimiter: str = ""


class Submissions(msgspec.Struct, frozen=True):
    """What is graded: of every student, in order of appearance, the answers that count."""

    path: str
    layout: str  # "long" if an answer has a line of its own, else "wide"
    students: tuple[str, ...]
    typed: tuple[Typed, ...]
    notices: tuple[Notice, ...] = ()
    names: dict[str, str] = {}  # student -> name, where the file tells it


class Collected(msgspec.Struct, frozen=True):
    """All that a class sent, in order; `final` is the place in `records` of what counts."""

    path: str
    format: str
    layout: str
    records: tuple[Record, ...]
    final: dict[str, int]
    notices: tuple[Notice, ...] = ()
    header_map: dict[str, str] = {}
    encoding: str = ""
    delimiter: str = ""
    due: str = ""

    def counting(self) -> Submissions:
        """The answers that count, one by one; ticks of one field are joined by commas."""
        final = [self.records[at] for at in self.final.values()]
        typed = [
            Typed(
                record.student,
                field,
                said if isinstance(said, str) else ", ".join(said),
                record.rows.get(field, record.row),
            )
            for record in final
            for field, said in record.answers.items()
        ]
        layout = "long" if self.layout == "long" else "wide"
        names = {record.student: record.name for record in final if record.name}
        return Submissions(self.path, layout, tuple(self.final), tuple(typed), self.notices, names)
