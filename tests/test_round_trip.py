"""From a page to marks: build, fill fifty sheets as students do, grade the folder, know every mark.

What each box is filled with is a keyed draw, so every run fills the same: the right answer in one
of several spellings, a known slip, a wrong number, words, or nothing.
"""

from __future__ import annotations

import io
from fractions import Fraction
from pathlib import Path

import pytest
from pypdf import PdfReader, PdfWriter
from pypdf.generic import NameObject

from exgen import draw, key, problem_set, set_file, units, values
from exgen.grading import grade as grading
from exgen.render import page, pdf
from exgen.submissions import against, read

ROOT = Path(__file__).parent.parent
STUDENTS = 50
WAYS = ("right", "slip", "wrong", "invalid", "blank")
SPELLINGS = ("{0} {1}", "{0}{1}", "≈ {0} {1}", "= {0} {1}.", "  {0}   {1} ", "{0}")


@pytest.fixture(scope="module")
def class_key() -> key.Key:
    """Three problems with quantities, a formula and both kinds of choice."""
    pages = ("decode/kv_cache_size", "roofline/ridge_point", "roofline/crossover_batch_with_kv")
    chosen = set_file.SetFile("Class", tuple(set_file.Problem(name) for name in pages))
    where = [ROOT / "templates"]
    return problem_set.make("class", chosen, "3", problem_set.Wish(), where, lambda _: None)


def picked(*of: object, size: int) -> int:
    """A keyed draw of the test's own."""
    return draw.index("tests/round_trip", "1", "|".join(map(str, of)), 0, size)


def typed(part: key.Part, student: int, way: str) -> str:
    """What the student writes into a text box."""
    if way == "right" and part.kind == "formula":
        return part.law if picked(part.id, student, size=2) else f"({part.law})*2/2"
    if way == "right" and not part.exists:
        return "none"
    if way == "right":
        number = values.rounded(
            units.number(part.value) * units.unit(part.unit).factor, part.unit, 6
        )[0]
        number = part.value if part.lo == part.hi else number
        spelling = SPELLINGS[picked("spelling", part.id, student, size=len(SPELLINGS))]
        return spelling.format(number, "" if part.unit == "1" else part.unit)
    if way == "slip":
        return part.outcomes[picked("slip", part.id, student, size=len(part.outcomes))].value
    return {"wrong": "123454321", "invalid": "about three", "blank": ""}[way]


def filled(blank: bytes, fields: dict[str, str]) -> bytes:
    """The sheet with these fields filled by pypdf; buttons take the name of their state."""
    writer = PdfWriter(clone_from=io.BytesIO(blank))
    known = set(writer.get_fields() or {})
    assert fields.keys() <= known
    for sheet in writer.pages:
        writer.update_page_form_field_values(sheet, dict(fields), auto_regenerate=False)
    out = io.BytesIO()
    writer.write(out)
    assert NameObject("/AcroForm") in PdfReader(out).trailer["/Root"]
    return out.getvalue()


def answer(
    exercise: key.Exercise, part: key.Part, student: int
) -> tuple[dict[str, str], str, Fraction]:
    """The fields, the verdict that they deserve, and the marks."""
    name, full = f"{exercise.number}{part.label}", Fraction(part.marks)
    way = WAYS[picked("way", exercise.number, part.id, student, size=len(WAYS))]
    if part.options:
        right = [option.letter for option in part.options if option.right]
        wrong = [option.letter for option in part.options if not option.right]
        if way not in ("right", "wrong"):
            return {}, "blank", Fraction(0)
        ticked = right if way == "right" else wrong[:1]
        if part.kind == "choice":
            return {name: f"/{ticked[0]}"}, way, full if way == "right" else Fraction(0)
        return (
            {f"{name}_{each}": "/Yes" for each in ticked},
            way,
            full if way == "right" else Fraction(0),
        )
    if way == "slip" and not part.outcomes:
        way = "blank"
    fields = {name: typed(part, student, way)} if way != "blank" else {}
    return fields, way, full if way == "right" else Fraction(0)


def test_every_mark_is_the_expected_one(class_key: key.Key, tmp_path: Path) -> None:
    blank = pdf.pdf(page.problems_html(class_key, "a4"))
    expected: dict[tuple[str, int, str], tuple[str, Fraction]] = {}
    for student in range(STUDENTS):
        fields = {"student": f"{student:04d}"}
        for exercise in class_key.exercises:
            for part in exercise.parts:
                written, verdict, marks = answer(exercise, part, student)
                fields |= written
                expected[fields["student"], exercise.number, part.label] = verdict, marks
        (tmp_path / f"scan {student:02d}.pdf").write_bytes(filled(blank, fields))

    found = grading.grade(class_key, against.code(read.read(tmp_path), class_key).counting())

    assert [student.student for student in found.students] == [f"{n:04d}" for n in range(STUDENTS)]
    assert {verdict for verdict, _ in expected.values()} == set(WAYS)
    for student in found.students:
        for mark in student.marks:
            verdict, marks = expected[student.student, mark.exercise, mark.label]
            where = (student.student, f"{mark.exercise}{mark.label}", mark.typed, mark.rule)
            if mark.verdict == "follow_through":  # a wrong earlier answer makes this one right
                assert verdict in ("slip", "wrong"), where
                continue
            assert (mark.verdict, Fraction(mark.marks)) == (verdict, marks), where
