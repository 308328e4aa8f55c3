"""Gradescope: `First Name, Last Name, SID, …, Submission Time, …`, then `1.2: title (2 pts)`.

The same columns carry answers or points; question 1.2 is part b of exercise 1.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from exgen.submissions import header, rows
from exgen.submissions.submission import Notice

if TYPE_CHECKING:
    from exgen.submissions.submission import Sheet
    from exgen.submissions.table import Table

_QUESTION = re.compile(
    r"\s*(?:question\s*)?(\d+)(?:\.(\d+))?(?::.*|\s+(?:response|answer).*|\s*\([\d.]+ pts?\).*)",
    re.IGNORECASE | re.DOTALL,
)
_POINTS = re.compile(r"\d+(?:\.\d+)?|")


def fits(cells: list[str]) -> bool:
    """Whether the header is Gradescope's."""
    folded = {header.fold(cell) for cell in cells}
    return (
        "submissionid" in folded
        and "submissiontime" in folded
        and any(map(_QUESTION.fullmatch, cells))
    )


def read(table: Table) -> Sheet:
    """The submissions; students who sent nothing are skipped."""
    named = table.header
    found = {at: match for at, cell in enumerate(named) if (match := _QUESTION.fullmatch(cell))}
    header.refuse_twice(named, found, table.name, table.line)
    student = header.column(named, ("sid", "studentid", *header.EMAIL, "submissionid"))
    status = header.column(named, ("status",))
    columns = rows.Columns(
        student=0 if student is None else student,
        answers={_field(match): at for at, match in found.items()},
        submitted=header.column(named, header.SUBMITTED),
        name=rows.people(named),
    )

    def check(cells: list[str]) -> None:
        if rows.cell(cells, status).strip().casefold() == "missing":
            raise rows.Skipped("nothing submitted, skipped")

    sheet = rows.read(table, "gradescope", columns, check=check)
    said = [text for record in sheet.records for text in record.answers.values()]
    if any(said) and all(isinstance(text, str) and _POINTS.fullmatch(text) for text in said):
        sheet.notices.append(
            Notice("the columns hold bare numbers: are these points rather than answers?")
        )
    return sheet


def _field(match: re.Match[str]) -> str:
    """Question 1.2 is 1b; a question without parts is q1."""
    if not match[2]:
        return f"q{match[1]}"
    part = int(match[2])
    return f"{match[1]}{chr(96 + part)}" if 1 <= part <= 26 else f"{match[1]}.{part}"
