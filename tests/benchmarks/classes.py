"""A made-up class: so many students, a key of so many parts, answers as people write them."""

from __future__ import annotations

import csv
import hashlib
import io
from typing import TYPE_CHECKING

import msgspec

from exgen import problem_set
from tests.benchmarks.measuring import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from exgen.key import Exercise, Key, Part

NONSENSE = ("about eighty", "?", "see page 2", "1,500 or so", "=1+1")


def key_of(parts: int, seed: str = "bench") -> Key:
    """A key of all templates, cut off after so many parts."""
    where, wish = [ROOT / "templates"], problem_set.Wish(problems=14)
    chosen, name = problem_set.choose(None, wish, where)
    key = problem_set.make(name, chosen, seed, wish, where, lambda _: None)
    return msgspec.structs.replace(key, exercises=tuple(_cut(key.exercises, parts)))


def _cut(exercises: tuple[Exercise, ...], parts: int) -> Iterator[Exercise]:
    for exercise in exercises:
        kept = exercise.parts[:parts]
        parts -= len(kept)
        if kept:
            yield msgspec.structs.replace(exercise, parts=kept)


def answers(key: Key, students: int) -> str:
    """A wide CSV: right answers in several spellings, known slips, wrong ones, nonsense, gaps.

    Students differ in what they know, parts in how hard they are; the same call, the same text.
    """
    columns = [(exercise, part) for exercise in key.exercises for part in exercise.parts]
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["student", "name", *(f"{e.number}{p.label}" for e, p in columns)])
    for number in range(students):
        able = chance("able", number)
        said = (_answer(part, number, able) for _, part in columns)
        writer.writerow([f"{number:05}", f"Student {number}", *said])
    return out.getvalue()


def chance(*of: object) -> float:
    """A number from 0 to 1 that depends on nothing but `of`."""
    digest = hashlib.sha256(repr(of).encode()).digest()
    return int.from_bytes(digest[:6], "big") / 2**48


def _answer(part: Part, number: int, able: float) -> str:
    luck = chance(number, part.ask)
    if luck < 0.05:
        return ""
    if luck < 0.08:
        return NONSENSE[number % len(NONSENSE)]
    if chance("hard", part.ask) < 0.2 + able + 0.5 * (luck - 0.5):
        return _right(part, number)
    return _wrong(part, number)


def _right(part: Part, number: int) -> str:
    if part.kind == "formula":
        return part.law.replace("**", "^") if number % 2 else part.law
    shown = part.shown.replace("\u00a0", " ").replace("\u202f", " ")
    if part.kind != "quantity" or not part.exists:
        return shown
    return (shown, f"≈ {shown}", shown.replace(" ", ""), f"{part.value[:12]}")[number % 4]


def _wrong(part: Part, number: int) -> str:
    if part.kind == "formula":
        return f"{2 + number % 3}*({part.law})"
    if part.options:
        return part.options[number % len(part.options)].letter
    slips = [each.shown.replace("\u00a0", " ") for each in part.outcomes]
    return [*slips, f"{number % 89 + 1}.5"][number % (len(slips) + 1)]
