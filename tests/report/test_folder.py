"""The report folder: its names, that pages stand alone and leak nothing, gradebooks that import."""

from __future__ import annotations

import csv
import io
import re
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest
from gmpy2 import mpq

from exgen.errors import UsageError
from exgen.grading.by_hand import Given, merge
from exgen.grading.results import Results
from exgen.report import folder, gradebook, page
from tests.grading.conftest import make_key
from tests.report.made import CLASS, HOSTILE, graded

KEY = msgspec.structs.replace(make_key(), title="Floors & ridges")
EVIL = "../../<img src=x onerror=alert(1)>"
MARKS = graded(*CLASS, (EVIL, "1a", "<script>alert(1)</script>\x1b[2J"), s1="Name <b>", key=KEY)
VOID = {"meta", "img", "br"}


class Tags(HTMLParser):
    """Every tag is closed, and the tags and addresses that occur."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()
        self.addresses: list[str] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        self.addresses += [value or "" for name, value in attrs if name in {"href", "src"}]
        assert not [name for name, _ in attrs if name.startswith("on")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def made(marks: Results = MARKS) -> dict[str, str]:
    files = folder.files(marks, KEY, Path("rep"))
    return {path.relative_to("rep").as_posix(): data.decode() for path, data in files.items()}


def test_names_come_from_numbers() -> None:
    pages = [f"students/00{number}.html" for number in range(1, 6)]
    assert list(made()) == ["index.html", *pages, "canvas.csv", "moodle.csv", "marks.csv"]


def test_pages_stand_alone() -> None:
    files = made()
    for name, text in files.items():
        if name.endswith(".html"):
            tags = Tags(text)
            assert not tags.seen & {"script", "img", "link", "iframe", "b "}
            assert all(
                address in {f"#{part}" for part in re.findall(r'id="([\w-]+)"', text)}
                or address in files
                for address in tags.addresses
            )
            assert "url(" not in text
            assert "\x1b" not in text


def test_the_class_report_says_what_is_to_be_said() -> None:
    text = made()["index.html"]
    for words in (
        "Floors &amp; ridges", "This is bits.", "about forty", "Discrimi", "Facility",
        "Name &lt;b&gt;", "students/004.html",
    ):  # fmt: skip
        assert words in text
    assert "With 5 students, the discrimination of a part says little." in text


def test_a_students_page_tells_of_that_student_only() -> None:
    text = made()["students/002.html"]
    assert "This is bits." in text
    assert "read as 3.125 token/s" not in text  # it was typed so
    for others in ("s1", "s3", "about forty", "students/", "index.html", ">007<"):
        assert others not in text


def test_a_students_page_holds_no_answer_of_the_key() -> None:
    blank = graded(("s", "1a", ""), key=KEY)
    text = made(blank)["students/001.html"].partition("</style>")[2]
    for part in KEY.exercises[0].parts:
        for answer in (part.shown, part.law, part.lo):
            assert len(answer) < 4 or answer not in text


def test_a_persons_remark_is_read_by_the_student() -> None:
    marks = merge(MARKS, {("s3", 1, "T"): Given(mpq(1), "Forty what?")})
    text = made(marks)["students/003.html"]
    assert "Marked by a person" in text
    assert "Forty what?" in text
    assert "1 answer could not be read" in text


def test_same_marks_same_bytes() -> None:
    assert made() == made()


def test_nobody_handed_in_anything() -> None:
    text = made(msgspec.structs.replace(MARKS, students=()))["index.html"]
    assert "Nobody handed in anything." in text


def test_pages_of_another_class_are_not_mixed_in(tmp_path: Path) -> None:
    (tmp_path / "students").mkdir()
    (tmp_path / "students" / "005.html").touch()
    assert folder.files(MARKS, KEY, tmp_path)
    (tmp_path / "students" / "999.html").touch()
    with pytest.raises(UsageError, match="999.html of another report"):
        folder.files(MARKS, KEY, tmp_path)


def rows(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text)))


def test_canvas() -> None:
    found = rows(gradebook.canvas(MARKS, "Floors"))
    assert found[0] == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Floors"]
    assert found[1] == ["    Points Possible", "", "", "", "", "19.00"]
    assert found[2] == ["Name <b>", "", "s1", "s1", "", "7.00"]
    assert found[5] == ["007", "", "007", "007", "", "0.00"]


def test_moodle() -> None:
    found = rows(gradebook.moodle(MARKS, "Floors"))
    assert found[0] == ["ID number", "Full name", "Floors"]
    assert found[1] == ["s1", "Name <b>", "7.00"]
    mails = gradebook.moodle(graded(("a@invalid.example", "1a", "40 ms")), "Floors")
    assert rows(mails)[0][0] == "Email address"


def test_no_cell_runs_in_a_spreadsheet() -> None:
    bad = [HOSTILE, "+1-1", "@x", "\t=1", "\r=1", " =1", "\uff1d1", "-x"]
    marks = graded(*((who, "1a", who) for who in bad), key=KEY)
    marks = msgspec.structs.replace(
        marks,
        students=tuple(msgspec.structs.replace(s, name=s.student) for s in marks.students),
    )
    files = made(marks)
    for name in ("canvas.csv", "moodle.csv", "marks.csv"):
        for row in rows(files[name]):
            for cell in row:
                assert cell.lstrip(" ")[:1] not in set("=+-@\t\r\uff1d"), (name, cell)


@pytest.mark.parametrize(
    ("marks", "said"), [("2", "2"), ("0.5", "0.5"), ("2/3", "0.67"), ("0.333333333", "0.33")]
)
def test_marks_as_people_write_them(marks: str, said: str) -> None:
    assert page.marks(marks) == said
