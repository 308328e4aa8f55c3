"""Exports of learning platforms and forms, as their programs lay them out."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from exgen.submissions.read import Wish
from exgen.submissions.submission import Collected
from tests.submissions.made import answers, collected

MOODLE = (
    "Surname,First name,Email address,{state},Started on,Completed,Time taken,Grade/2.00,"
    "Question 1,Response 1,Right answer 1,Response 2\n"
    "B,A,a@example.org,{done},1 May 2026 2:00 PM,1 May 2026 2:09 PM,9 mins,2.00,"
    "What?,41 ms,42 ms,-\n"
    "D,C,c@example.org,In progress,1 May 2026 2:00 PM,-,-,-,What?,1,42 ms,2\n"
)
CANVAS = (
    "name,id,sis_id,section,section_id,submitted,attempt,"
    '"1001: Time per token, in ms?",1.0,1002: Which?,1.0,n correct,n incorrect,score\n'
    r'A B,5,00123,S,1,2026-05-12 14:09:00 UTC,1,41.8 ms,1.0,"A\, B,C",1,1,1,2.0' + "\n"
)
GOOGLE = (
    "Timestamp,Email Address,Score,{first},{second}\n"
    "2026/05/12 3:00:00 PM GMT+3,a@example.org,4 / 5,41 ms,A;C\n"
    "8/4/2026 23:25:41,a@example.org,5 / 5,42 ms,A\n"
)
GRADESCOPE = (
    "First Name,Last Name,SID,Email,Sections,Total Score,Max Points,Status,Submission ID,"
    "Submission Time,Lateness (H:M:S),1.1: Rate (0.25 pts),1.2: Which (1.0 pts),2: Why (1 pts)\n"
    "A,B,007,a@example.org,,1,2,Graded,11,2022-06-25 13:16:26 -0600,0,{first},{second},3\n"
    "C,D,008,c@example.org,,,2,Missing,,,,,,\n"
)


def read(folder: Path, text: str, wish: Wish | None = None) -> Collected:
    return collected(folder, "export.csv", text, wish)


@pytest.mark.parametrize(("state", "done"), [("State", "Finished"), ("Status", "Beendet")])
def test_moodle(tmp_path: Path, state: str, done: str) -> None:
    found = read(tmp_path, MOODLE.format(state=state, done=done))
    assert found.layout == "moodle"
    assert answers(found) == [("a@example.org", {"q1": "41 ms", "q2": ""})]
    assert found.header_map == {"q1": "Response 1", "q2": "Response 2"}
    assert found.records[0].name == "A B"
    assert "not finished" in str(found.notices[0])


def test_moodle_in_a_language_not_known_here(tmp_path: Path) -> None:
    text = MOODLE.format(state="Status", done="Kész").replace("Response", "Réponse")
    assert [student for student, _ in answers(read(tmp_path, text))] == ["a@example.org"]


def test_canvas(tmp_path: Path) -> None:
    found = read(tmp_path, CANVAS)
    assert found.layout == "canvas"
    assert answers(found) == [("00123", {"q1": "41.8 ms", "q2": ["A, B", "C"]})]
    assert found.header_map == {"q1": "1001", "q2": "1002"}
    assert found.counting().typed[1].text == "A, B, C"


@pytest.mark.parametrize(
    ("first", "second", "fields"),
    [
        ("What is it? ", "Which?", ("q1", "q2")),
        ("1a: time per token", "1b) Which?", ("1a", "1b")),
        ("Q3. What", "Q3. Which", ("q1", "q2")),
        ("2. What", "3. Which", ("q2", "q3")),
    ],
)
def test_google_forms(tmp_path: Path, first: str, second: str, fields: tuple[str, str]) -> None:
    found = read(tmp_path, GOOGLE.format(first=first, second=second), Wish(due="2026-06-01"))
    assert found.layout == "google_forms"
    assert found.header_map == dict(zip(fields, (first, second), strict=True))
    assert found.records[0].answers == dict(zip(fields, ("41 ms", "A;C"), strict=True))
    assert found.final == {"a@example.org": 0}


def test_google_forms_zipped(tmp_path: Path) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("Quiz.csv", GOOGLE.format(first="What?", second="Which?"))
    found = collected(tmp_path, "Quiz.csv.zip", packed.getvalue())
    assert (found.format, found.layout, len(found.records)) == ("csv", "google_forms", 2)


def test_gradescope(tmp_path: Path) -> None:
    found = read(tmp_path, GRADESCOPE.format(first="41 ms", second="B"))
    assert answers(found) == [("007", {"1a": "41 ms", "1b": "B", "q2": "3"})]
    assert [str(notice) for notice in found.notices] == ["line 3: 008: nothing submitted, skipped"]


def test_gradescope_points_are_no_answers(tmp_path: Path) -> None:
    found = read(tmp_path, GRADESCOPE.format(first="0.25", second="1"))
    assert "points rather than answers" in str(found.notices[-1])


def test_names_given_to_columns(tmp_path: Path) -> None:
    wish = Wish(columns={"Response 1": "1a", "q2": "1b"})
    found = read(tmp_path, MOODLE.format(state="State", done="Finished"), wish)
    assert answers(found) == [("a@example.org", {"1a": "41 ms", "1b": ""})]
    assert found.header_map == {"1a": "Response 1", "1b": "Response 2"}
