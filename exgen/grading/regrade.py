"""Stored results + a corrected key -> results: what was typed is judged again.

Marks that a person gave stay. A mark that would fall stays too, with a notice, unless lowering is
allowed: a student has been told it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from exgen import units
from exgen.errors import UsageError
from exgen.expression.decimals import exact
from exgen.grading import results
from exgen.grading.boxes import Box
from exgen.grading.by_hand import Given, Place, by_hand, place
from exgen.grading.grade import Marking, digest, graded_by

if TYPE_CHECKING:
    from collections.abc import Mapping

    from exgen.grading.results import Mark, Results, Student
    from exgen.key import Key, Part


def regrade(
    old: Results, key: Key, allow_lower: bool, given: Mapping[Place, Given] | None = None
) -> Results:
    """The results by this key and with these new marks of a person.

    Raises UsageError if the key is of another set, or if a part is worth less than before and
    lowering is not allowed.
    """
    check(old, key)
    if not allow_lower:
        _refuse_fewer(old, key)
    marking = Marking(key)
    students = tuple(_student(each, marking, given or {}, allow_lower) for each in old.students)
    return msgspec.structs.replace(
        old, students=students, policy=key.policy, key_sha256=digest(key), made_by=key.made_by,
        graded_by=graded_by(),
    )  # fmt: skip


def check(old: Results, key: Key) -> None:
    """Raises UsageError unless the key is of the set that was graded."""
    if (old.set, old.code) != (key.set, key.code):
        raise UsageError(
            f"the results are of the set {old.set}-{old.code}, the key of {key.set}-{key.code}",
            hint="a corrected key keeps the code that is printed on the sheet",
        )
    graded = {(mark.exercise, mark.part) for each in old.students for mark in each.marks}
    for exercise, part in sorted(graded - _parts(key).keys()):
        raise UsageError(f"the key has no part {exercise}.{part}, which was graded")


def _parts(key: Key) -> Mapping[tuple[int, str], Part]:
    return {(each.number, part.id): part for each in key.exercises for part in each.parts}


def _refuse_fewer(old: Results, key: Key) -> None:
    known = _parts(key)
    for mark in old.students[0].marks if old.students else ():
        now = known[mark.exercise, mark.part].marks
        if units.number(now) < units.number(mark.max):
            raise UsageError(
                f"part {mark.exercise}{mark.label} is worth {now} in the key, {mark.max} before",
                hint="--allow-lower accepts that",
            )


def _student(
    old: Student, marking: Marking, given: Mapping[Place, Given], allow_lower: bool
) -> Student:
    before = {(mark.exercise, mark.part): mark for mark in old.marks}
    boxes = {at: Box(mark.typed, mark.column_unit, mark.row) for at, mark in before.items()}
    marks = []
    for by_program in marking.marks(boxes):
        was = before.get((by_program.exercise, by_program.part))
        new = _decided(was, by_program, given.get(place(old.student, by_program)))
        marks.append(new if was is None or allow_lower else _kept(was, new))
    return results.student(old.student, old.name, marks)


def _decided(old: Mark | None, new: Mark, given: Given | None) -> Mark:
    """The program's mark, unless a person gives one now or gave one before.

    Where the part is worth less than before, a person's mark is at most that.
    """
    if given:
        return by_hand(new, exact(given.marks), given.remark)
    if old and old.by_hand:
        return by_hand(new, min(old.by_hand, new.max, key=units.number), old.remark)
    return new


def _kept(old: Mark, new: Mark) -> Mark:
    """The new mark, or as many marks as before where it would be fewer."""
    if units.number(new.marks) >= units.number(old.marks):
        return new
    notice = f"kept at {old.marks} of {new.max}, as marked before; now it would be {new.marks}"
    return msgspec.structs.replace(new, marks=old.marks, notices=(*new.notices, notice))
