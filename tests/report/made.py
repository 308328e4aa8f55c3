"""Small gradings: who typed what, graded by the key of the grading tests."""

from __future__ import annotations

import msgspec

from exgen.grading.grade import grade
from exgen.grading.results import Mark, Results
from exgen.key import Key
from exgen.submissions.submission import Submissions, Typed
from tests.grading.conftest import make_key

HOSTILE = '=HYPERLINK("http://invalid.example","x")'

CLASS = (
    ("s1", "1a", "40 ms"), ("s1", "1b", "25 token/s"), ("s1", "1h", "A, C"),
    ("s2", "1a", "320 ms"), ("s2", "1b", "3.125 token/s"), ("s2", "1h", "A, B"),
    ("s3", "1a", "about forty"), ("s3", "1b", "?"), ("s3", "1h", "D"),
    ("007", "1a", "about forty"), ("007", "1g", "A"),
)  # fmt: skip


def graded(*answers: tuple[str, str, str], key: Key | None = None, **names: str) -> Results:
    """The results of answers as (student, field, text)."""
    typed = tuple(Typed(*each, row) for row, each in enumerate(answers, 2))
    students = tuple(dict.fromkeys(each[0] for each in answers))
    return grade(
        key or make_key(), Submissions("answers.csv", "long", students, typed, names=names)
    )


def mark(results: Results, student: str, label: str) -> Mark:
    found = [
        mark
        for each in results.students
        if each.student == student
        for mark in each.marks
        if mark.label == label
    ]
    return found[0]


def changed(part: str, **fields: object) -> Key:
    """The key with another part."""
    key = make_key()
    exercise = key.exercises[0]
    parts = tuple(
        msgspec.structs.replace(each, **fields) if each.id == part else each
        for each in exercise.parts
    )
    return msgspec.structs.replace(key, exercises=(msgspec.structs.replace(exercise, parts=parts),))
