"""What was typed, by student and part; ticked boxes of a choice become letters."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from exgen.grading.fields import Fields, Place
from exgen.submissions.submission import printable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from exgen.key import Key
    from exgen.submissions.submission import Submissions, Typed

_ON = {"on", "yes", "true", "1", "x", "checked", "ticked", "/on", "/yes", "wahr", "ja"}
_OFF = {"", "off", "no", "false", "0", "/off", "unchecked", "falsch", "nein", "-"}


class Box(msgspec.Struct, frozen=True):
    """What a student typed for one part, and the unit of the column if the file names one."""

    text: str
    unit: str
    row: int


Boxes = dict[tuple[int, str], Box]


def boxes_of(key: Key, submissions: Submissions, notices: list[str]) -> dict[str, Boxes]:
    """What each student typed, by part; what has no place in the key is noted, once a field."""
    fields, unknown = Fields(key), dict[str, tuple[str, int]]()
    found: dict[str, Boxes] = {}
    ticks: dict[tuple[str, int, str], dict[str, Typed]] = {}
    for typed in submissions.typed:
        place = fields.find(typed.field)
        if isinstance(place, str):
            unknown.setdefault(typed.field, (place, typed.row))
        elif place.option:
            ticks.setdefault((typed.student, place.exercise, place.part), {})[place.option] = typed
        else:
            _put(found.setdefault(typed.student, {}), place, typed, notices)
    for (student, exercise, part), boxes in ticks.items():
        _put_ticks(found.setdefault(student, {}), Place(exercise, part), boxes, notices)
    where = "column" if submissions.layout == "wide" else "line"
    for field, (why, row) in unknown.items():
        at = printable(field) if where == "column" else row
        notices.append(f"{where} {at}: not graded: {printable(why)}")
    return found


def _put(boxes: Boxes, place: Place, typed: Typed, notices: list[str]) -> None:
    at = (place.exercise, place.part)
    before, name = boxes.get(at), f"{place.exercise}.{place.part}"
    if before and before.row != typed.row and (before.text.strip() or typed.text.strip()):
        notices.append(
            f"line {typed.row}: {printable(typed.student)} answered {name} "
            f"in line {before.row} too; the later counts"
        )
    if before and before.text.strip() and before.row == typed.row:
        notices.append(f"line {typed.row}: two columns for {name}; the last that is filled counts")
        if not typed.text.strip():
            return
    boxes[at] = Box(typed.text, place.unit, typed.row)


def _put_ticks(boxes: Boxes, place: Place, ticks: Mapping[str, Typed], notices: list[str]) -> None:
    """Boxes of a choice, on or off, as the letters that are on."""
    on = []
    for letter, typed in ticks.items():
        said = typed.text.strip().casefold()
        if said in _ON or said == letter.casefold():
            on.append(letter)
        elif said not in _OFF:
            notices.append(
                f"line {typed.row}: {printable(typed.field)} is neither on nor off: "
                f"{typed.text[:20]!r}; taken as off"
            )
    last = list(ticks.values())[-1]
    _put(boxes, place, msgspec.structs.replace(last, text=", ".join(sorted(on))), notices)
