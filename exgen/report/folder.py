"""Marks -> the files of a report folder, by name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from exgen.errors import UsageError
from exgen.report import gradebook, marks_csv, page

if TYPE_CHECKING:
    from pathlib import Path

    from exgen.grading.results import Results
    from exgen.key import Key

_STUDENT_PAGE = re.compile(r"\d+\.html")


def files(results: Results, key: Key, folder: Path) -> dict[Path, bytes]:
    """The class report, a page a student, gradebooks and all marks.

    Pages are numbered in the order of the class: what a student typed is never a file name.
    Raises UsageError if the folder holds pages of students of another class.
    """
    digits = max(3, len(str(len(results.students))))
    names = [f"{number:0{digits}}.html" for number in range(1, len(results.students) + 1)]
    _refuse_others(folder / "students", set(names))
    title = key.title or key.set
    made = {"index.html": page.class_page(results, key, names)}
    for name, student in zip(names, results.students, strict=True):
        made[f"students/{name}"] = page.student_page(student, results, key)
    made["canvas.csv"] = gradebook.canvas(results, title)
    made["moodle.csv"] = gradebook.moodle(results, title)
    made["marks.csv"] = marks_csv.text(results)
    return {folder / name: text.encode() for name, text in made.items()}


def _refuse_others(folder: Path, names: set[str]) -> None:
    """A page that would be left over from another report could be sent to the wrong student."""
    there = {each.name for each in folder.glob("*.html")} if folder.is_dir() else set()
    others = sorted(name for name in there - names if _STUDENT_PAGE.fullmatch(name))
    if others:
        raise UsageError(
            f"{folder} holds {others[0]} of another report",
            hint="name a new folder, or empty this one",
        )
