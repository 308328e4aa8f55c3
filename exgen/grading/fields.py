"""A field's name in a file -> the part of the key it belongs to.

`1a`, `1.a`, `1.T`, `Q1a`, `tpot_bound.T`, `decode/tpot_bound.T`; with the unit of the column,
`1a (ms)`; a box of a choice, `1c_A`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from exgen import units
from exgen.errors import ExgenError, did_you_mean

if TYPE_CHECKING:
    from exgen.key import Exercise, Key, Part

_UNIT = re.compile(r"(.*?)\s*[(\[]([^()\[\]]*)[)\]]\s*")
_NUMBERED = re.compile(
    r"(?:q|question|problem|exercise|ex)?[ ._-]*(\d+)[ ._-]*(\w*)", re.IGNORECASE
)


class Place(msgspec.Struct, frozen=True):
    """A part of an exercise; `unit` is the unit of the column, `option` the box of a choice."""

    exercise: int
    part: str
    unit: str = ""
    option: str = ""


class Fields:
    """Finds fields in one key; each name is looked up once."""

    def __init__(self, key: Key) -> None:
        self._exercises = key.exercises
        self._found: dict[str, Place | str] = {}

    def find(self, field: str) -> Place | str:
        """The place, or in words why there is none."""
        if field not in self._found:
            try:
                self._found[field] = self._place(field.strip())
            except ExgenError as error:
                self._found[field] = str(error)
        return self._found[field]

    def _place(self, field: str) -> Place:
        with_unit = _UNIT.fullmatch(field)
        if with_unit:
            units.unit(with_unit[2])  # refuses "1a (points)"
            return msgspec.structs.replace(self._place(with_unit[1]), unit=with_unit[2].strip())
        exercise, rest = self._exercise(field)
        part = _part(exercise, rest)
        if part:
            return Place(exercise.number, part.id)
        stem, _, letter = rest.rpartition("_")
        part = _part(exercise, stem)
        if part and any(option.letter == letter for option in part.options):
            return Place(exercise.number, part.id, option=letter)
        known = [name for each in exercise.parts for name in (each.label, each.id)]
        raise ExgenError(
            f"exercise {exercise.number} has no part {rest!r}", hint=did_you_mean(rest, known)
        )

    def _exercise(self, field: str) -> tuple[Exercise, str]:
        """The exercise and what is left of the field."""
        numbered = _NUMBERED.fullmatch(field)
        if numbered:
            found = [each for each in self._exercises if each.number == int(numbered[1])]
            rest = numbered[2]
            if len(found) == 1 and "." not in field:
                _refuse_two(found[0], field, rest)
        else:
            name, _, rest = field.rpartition(".")
            found = [
                each
                for each in self._exercises
                if name in (each.template, each.template.rpartition("/")[2])
            ]
        if len(found) == 1:
            return found[0], rest
        if found:
            raise ExgenError(f"{field!r} stands for {len(found)} exercises", hint="use the number")
        raise ExgenError(f"{field!r} names no exercise of this set")


def _refuse_two(exercise: Exercise, field: str, rest: str) -> None:
    """`8A` where one part has the letter a and another is called A."""
    letters = [part for part in exercise.parts if part.label == rest.lower() and part.label != rest]
    if letters and any(part.id == rest and part is not letters[0] for part in exercise.parts):
        raise ExgenError(
            f"{field!r} may be part {rest.lower()} or the quantity {rest}",
            hint=f"write {exercise.number}{rest.lower()} or {exercise.number}.{rest}",
        )


def _part(exercise: Exercise, name: str) -> Part | None:
    """By id, by letter, or by id in another case if only one fits."""
    for part in exercise.parts:
        if name in (part.id, part.label):
            return part
    folded = [
        each
        for each in exercise.parts
        if name.casefold() in (each.id.casefold(), each.label.casefold())
    ]
    return folded[0] if len(folded) == 1 else None
