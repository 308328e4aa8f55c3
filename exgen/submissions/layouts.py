"""Whose columns a table has, and the reader for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from exgen.submissions import canvas, google_forms, gradescope, moodle, plain, rexams

if TYPE_CHECKING:
    from exgen.submissions.submission import Sheet
    from exgen.submissions.table import Table

_PROGRAMS = (moodle, canvas, gradescope, rexams, google_forms)


def read(table: Table) -> Sheet:
    """The submissions of a table. Raises UnreadableError."""
    for program in _PROGRAMS:
        if program.fits(table.header):
            sheet: Sheet = program.read(table)
            return sheet
    return plain.read(table)
