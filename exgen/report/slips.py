"""The mistakes of a class by frequency, and the answers that a person must look at."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import msgspec

from exgen.grading.results import waits

if TYPE_CHECKING:
    from exgen.grading.results import Mark, Results
    from exgen.key import Key, Part

_OPTION = "option_"


class Slip(msgspec.Struct, frozen=True):
    """A mistake that was recognised: how often, and what is said to whoever makes it."""

    part: str
    id: str
    says: str
    count: int
    share: float  # of all students


class Waiting(msgspec.Struct, frozen=True):
    """One text that a person must look at, and who typed it (places in the class, from 0)."""

    part: str
    typed: str
    why: str
    students: tuple[int, ...]


def slips(results: Results, key: Key) -> list[Slip]:
    """The most frequent first; equally frequent ones in the order of the sheet."""
    counts: Counter[tuple[int, str, str, str]] = Counter()
    said: dict[tuple[int, str, str, str], Counter[str]] = {}
    for student in results.students:
        for mark in student.marks:
            for id in _made(mark):
                at = (mark.exercise, mark.label, mark.part, id)
                counts[at] += 1
                said.setdefault(at, Counter())[mark.feedback] += 1
    known = {(each.number, part.id): part for each in key.exercises for part in each.parts}
    found = [
        Slip(
            f"{exercise}{label}", id,
            _sentence(known.get((exercise, part)), id) or said[at].most_common(1)[0][0],
            count, count / len(results.students),
        )
        for at, count in counts.items() for exercise, label, part, id in [at]
    ]  # fmt: skip
    order = [f"{exercise}{label}" for exercise, label, _, _ in sorted(counts)]
    return sorted(found, key=lambda each: (-each.count, order.index(each.part), each.id))


def _made(mark: Mark) -> tuple[str, ...]:
    """The mistakes in one answer: of a choice every wrong box, otherwise the one recognised."""
    if mark.outcome.startswith(_OPTION):
        return mark.outcomes
    return (mark.outcome,) if mark.outcome else ()


def _sentence(part: Part | None, id: str) -> str:
    """What the key says of it; "" for what is recognised without the key's help."""
    if part is None:
        return ""
    if id.startswith(_OPTION):
        letter = id.removeprefix(_OPTION)
        return next((each.says for each in part.options if each.letter == letter), "")
    return next((each.says for each in part.outcomes if each.id == id), "")


def waiting(results: Results) -> list[Waiting]:
    """By part, the same text once, however many typed it."""
    found: dict[tuple[int, str, str, str], list[int]] = {}
    for at, student in enumerate(results.students):
        for mark in filter(waits, student.marks):
            place = (mark.exercise, mark.label, mark.typed, mark.feedback)
            found.setdefault(place, []).append(at)
    return [
        Waiting(f"{exercise}{label}", typed, why, tuple(found[exercise, label, typed, why]))
        for exercise, label, typed, why in sorted(found)
    ]
