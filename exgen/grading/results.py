"""The marks of a class, and how they are written: JSON, CSV, a table for the terminal.

A mark holds what was typed, what was read, and the rule that decided, so that it can be defended
and repeated. Numbers are exact, as text. Schema `exgen.result/1`.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter

import msgspec

from exgen.key import Policy

SCHEMA = "exgen.result/1"

_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")
_HEADER = (
    "student", "exercise", "template", "part", "typed", "reads_as", "verdict", "outcome", "marks", "max",
    "feedback", "notices",
)  # fmt: skip


class Mark(msgspec.Struct, frozen=True):
    """One part of one student. `row` is the line of the file, 0 for what is not in it."""

    exercise: int
    template: str
    part: str
    label: str
    typed: str
    reads_as: str
    verdict: str
    outcome: str
    outcomes: tuple[str, ...]
    marks: str
    max: str
    feedback: str
    rule: str
    notices: tuple[str, ...]
    row: int


class Student(msgspec.Struct, frozen=True):
    """All marks of one student, in the order of the sheet."""

    student: str
    marks: tuple[Mark, ...]
    total: str
    max: str


class Results(msgspec.Struct, frozen=True):
    """All marks of a class, with what they depend on."""

    schema: str
    set: str
    code: str
    made_by: str
    key_sha256: str
    policy: Policy
    source: str
    students: tuple[Student, ...]
    notices: tuple[str, ...]


def encode(results: Results) -> bytes:
    """The results file: JSON, always the same bytes."""
    return msgspec.json.format(msgspec.json.encode(results), indent=1) + b"\n"


def csv_text(results: Results) -> str:
    """One line for each student and part, for a spreadsheet; no cell can become a formula."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(_HEADER)
    for student in results.students:
        for mark in student.marks:
            cells = (
                student.student, str(mark.exercise), mark.template, mark.label, mark.typed, mark.reads_as,
                mark.verdict, mark.outcome, mark.marks, mark.max, mark.feedback, "; ".join(mark.notices),
            )  # fmt: skip
            writer.writerow(map(harmless, cells))
    return out.getvalue()


def harmless(cell: str) -> str:
    """The cell with an apostrophe in front where a spreadsheet would run it; numbers stay numbers."""
    starts = cell.lstrip(" ")[:1] in ("=", "+", "-", "@", "\t", "\r")
    return f"'{cell}" if starts and not _NUMBER.fullmatch(cell) else cell


def table(results: Results) -> str:
    """Totals by student, then every answer that was not simply right or wrong."""
    heads = ["student", "marks", "of", "right", "part", "slip", "unit", "wrong", "invalid", "blank"]
    rows = [heads, *(_totals(student) for student in results.students)]
    lines = _aligned(rows)
    told = [
        _told(student.student, mark) for student in results.students for mark in student.marks if _worth_telling(mark)
    ]
    if told:
        lines += ["", *_aligned([["student", "part", "typed", "read as", "verdict", "marks", "why"], *told])]
    return "\n".join(lines)


def _totals(student: Student) -> list[str]:
    counts = Counter(mark.verdict for mark in student.marks)
    counts["part"] = counts["follow_through"] + counts["partial"]
    kinds = ("right", "part", "slip", "unit", "wrong", "invalid", "blank")
    return [_printable(student.student), student.total, student.max, *(str(counts[kind] or "") for kind in kinds)]


def _worth_telling(mark: Mark) -> bool:
    return mark.verdict not in ("right", "wrong", "blank") or bool(mark.notices)


def _told(student: str, mark: Mark) -> list[str]:
    verdict = f"{mark.verdict} {mark.outcome}".strip()
    why = " ".join([mark.feedback, *(f"({notice})" for notice in mark.notices)])
    place = f"{mark.exercise}{mark.label}"
    typed, read = _printable(mark.typed)[:24], _printable(mark.reads_as)[:32]
    return [_printable(student), place, typed, read, verdict, f"{mark.marks}/{mark.max}", _printable(why)]


def _printable(text: str) -> str:
    """Without line ends and control sequences, which a terminal would obey."""
    return "".join(char if char.isprintable() else "·" for char in text)


def _aligned(rows: list[list[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
