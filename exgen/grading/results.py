"""The marks of a class, frozen: what was typed, what was read, what it is worth and by which rule.

A results file holds all that is needed to defend a mark and to repeat it: with a key, `regrade`
judges again what was typed. Numbers are exact, as text. Schema `exgen.result/1`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

import msgspec
from gmpy2 import mpq

from exgen import units
from exgen.errors import UnreadableError
from exgen.expression.decimals import exact
from exgen.key import Policy, published

if TYPE_CHECKING:
    from collections.abc import Sequence

SCHEMA: Literal["exgen.result/1"] = "exgen.result/1"

MAX_BYTES = 500_000_000  # 1,000 students with 40 parts have 25,000,000

_MARKS = re.compile(r"\d{1,9}(?:\.\d{1,40}|/[1-9]\d{0,8})?")


class Mark(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One part of one student."""

    exercise: int
    template: str
    part: str
    label: str
    typed: str  # as it came, untouched
    column_unit: str  # the unit of the column, where the file names another than the sheet
    reads_as: str
    verdict: str
    outcome: str  # the id of what was recognised
    outcomes: tuple[str, ...]  # all ids whose interval holds the value
    marks: str
    max: str
    feedback: str  # to the student
    rule: str  # to the instructor
    notices: tuple[str, ...]
    by_hand: str  # the mark that a person gave; "" if none did
    remark: str  # what that person says about it
    row: int  # the line of the file, 0 for what is not in it


class Student(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All marks of one student, in the order of the sheet."""

    student: str
    name: str
    marks: tuple[Mark, ...]
    total: str
    max: str


class Results(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All marks of a class, with what they depend on."""

    schema: Literal["exgen.result/1"]
    set: str
    code: str
    graded_by: str
    made_by: str  # the exgen that made the key
    key_sha256: str
    policy: Policy
    source: str
    students: tuple[Student, ...]
    notices: tuple[str, ...]


def student(id: str, name: str, marks: Sequence[Mark]) -> Student:
    """The student with the totals of these marks."""
    total = sum((units.number(mark.marks) for mark in marks), mpq(0))
    most = sum((units.number(mark.max) for mark in marks), mpq(0))
    return Student(id, name, tuple(marks), exact(total), exact(most))


def waits(mark: Mark) -> bool:
    """Whether a person has to look at the answer, and none has yet."""
    return mark.verdict in {"invalid", "undecided"} and not mark.by_hand


def encode(results: Results) -> bytes:
    """The results file: JSON, always the same bytes."""
    return msgspec.json.format(msgspec.json.encode(results), indent=1) + b"\n"


def decode(data: bytes, path: str) -> Results:
    """A results file. Raises UnreadableError: truncated, another schema, numbers that are none."""
    try:
        head = msgspec.json.decode(data, type=_Head)
        if head.schema != SCHEMA:
            said = f"schema {head.schema!r}" if head.schema else "no schema"
            raise UnreadableError(
                f"no results of a grading: {said}", path=path, hint=f"this exgen reads {SCHEMA!r}"
            )
        results = msgspec.json.decode(data, type=Results)
        _check(results, path)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        hint = "is it truncated?" if "truncated" in str(error) else "made by exgen grade --results?"
        raise UnreadableError(f"not readable results: {error}", path=path, hint=hint) from None
    return results


class _Head(msgspec.Struct):
    schema: str = ""


def _check(results: Results, path: str) -> None:
    """Raises UnreadableError for a mark that is no number, and for a student who is twice in it."""
    seen: set[str] = set()
    for each in results.students:
        if each.student in seen:
            raise UnreadableError(f"not valid results: {each.student!r} twice", path=path)
        seen.add(each.student)
        for mark in each.marks:
            for number in (mark.marks, mark.max, mark.by_hand or "0"):
                if not _MARKS.fullmatch(number):
                    said = f"{number[:40]!r} marks of {each.student!r}, {mark.exercise}{mark.label}"
                    raise UnreadableError(f"not valid results: {said}", path=path)


def schema() -> bytes:
    """The published JSON schema of a results file (docs/schema/exgen.result-1.json)."""
    return published(Results, SCHEMA)
