"""What a file of answers holds, before any key is known: who typed what into which field."""

from __future__ import annotations

import msgspec


class Notice(msgspec.Struct, frozen=True):
    """Something that a person should know about the file; `row` is its line, 0 if it has none."""

    message: str
    row: int = 0

    def __str__(self) -> str:
        return f"line {self.row}: {self.message}" if self.row else self.message


class Typed(msgspec.Struct, frozen=True):
    """One cell. `field` names exercise and part as the file does: `1a`, `tpot_bound.T`, `1c_A`."""

    student: str
    field: str
    text: str
    row: int


class Submissions(msgspec.Struct, frozen=True):
    """A file, read: every student in order of appearance, every cell, nothing left out in silence."""

    path: str
    layout: str  # "long" or "wide"
    students: tuple[str, ...]
    typed: tuple[Typed, ...]
    notices: tuple[Notice, ...] = ()
