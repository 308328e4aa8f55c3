"""Totals as the files that Canvas and Moodle import: points with two decimals.

Canvas looks a student up by ID, SIS User ID, SIS Login ID and at last by name, and takes the first
that it knows (Canvas LMS, lib/gradebook_importer.rb); our one id stands in both SIS columns. Moodle
asks which column is what (Moodle docs, Grade import); the header names suit its own choices.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from exgen import units
from exgen.expression.decimals import fixed
from exgen.report import cell

if TYPE_CHECKING:
    from exgen.grading.results import Results


def canvas(results: Results, title: str) -> str:
    """For Canvas: Grades, Import. A title that the course does not have makes an assignment."""
    most = points(results.students[0].max) if results.students else ""
    return cell.table(
        [
            ("Student", "ID", "SIS User ID", "SIS Login ID", "Section", title),
            ("    Points Possible", "", "", "", "", most),
            *(
                (each.name or each.student, "", each.student, each.student, "", points(each.total))
                for each in results.students
            ),
        ]
    )


def moodle(results: Results, title: str) -> str:
    """For Moodle: Grades, Import, CSV file; identify by e-mail address if all ids are such."""
    by_mail = all("@" in each.student for each in results.students)
    head = ("Email address" if by_mail else "ID number", "Full name", title)
    lines = ((each.student, each.name, points(each.total)) for each in results.students)
    return cell.table([head, *lines])


def points(marks: str) -> str:
    """Two decimals, halves up."""
    return fixed(units.number(marks), 2)
