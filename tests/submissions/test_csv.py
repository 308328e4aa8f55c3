"""CSV files of answers: both layouts, the ways programs write them, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from exgen.errors import UnreadableError
from exgen.submissions import limits
from exgen.submissions.read import read as read_path
from exgen.submissions.submission import Collected, Typed
from tests.submissions.made import answers, collected

LONG = "student,exercise,part,answer\n007,1,a,41.8 ms\n007,tpot_bound,rate,\n008,1,a,57\n"


def read(folder: Path, data: bytes | str) -> Collected:
    return collected(folder, "answers.csv", data)


def said(found: Collected) -> list[str]:
    return [str(notice) for notice in found.notices]


def test_long(tmp_path: Path) -> None:
    found = read(tmp_path, LONG).counting()
    assert (found.layout, found.students) == ("long", ("007", "008"))
    assert found.typed[:2] == (
        Typed("007", "1.a", "41.8 ms", 2),
        Typed("007", "tpot_bound.rate", "", 3),
    )


def test_wide(tmp_path: Path) -> None:
    found = read(tmp_path, "Student ID,1a,1b (ms)\n007,41.8,\n008,,3\n").counting()
    assert (found.layout, found.students) == ("wide", ("007", "008"))
    assert found.typed[1] == Typed("007", "1b (ms)", "", 2)


@pytest.mark.parametrize(
    "data",
    [
        b"\xef\xbb\xbf" + LONG.encode(),
        LONG.replace("\n", "\r\n").encode(),
        LONG.replace("\n", "\r").encode(),
        LONG.replace(",", ";").encode(),
        LONG.replace(",", "\t").encode(),
        b"sep=;\r\n" + LONG.replace(",", ";").encode(),
        LONG.encode("utf-16"),
        LONG.encode("utf-16-le"),
        LONG.encode("utf-16-be"),
        LONG.encode("utf-32"),
        LONG.replace("008", '"=""008"""').encode(),
        LONG.replace("008", "\u200b008\u00a0").encode(),
        LONG.replace("student", " Student ").replace("\n008", "\n\n008").encode(),
    ],
)
def test_ways_to_write_it(tmp_path: Path, data: bytes) -> None:
    found, plain = read(tmp_path, data), read(tmp_path, LONG)
    assert answers(found) == answers(plain)
    assert said(found) == said(plain) == ["008 has no answer to tpot_bound.rate"]


def test_quoted_cells(tmp_path: Path) -> None:
    found = read(tmp_path, 'student;1a;1b\ns;"0,04 s; rounded";"two\nlines"\nt;1;2\n').counting()
    assert [typed.text for typed in found.typed] == ["0,04 s; rounded", "two\nlines", "1", "2"]
    assert found.typed[-1].row == 4


@pytest.mark.parametrize(
    ("data", "line", "words"),
    [
        (b"", 1, "empty"),
        (b"\n\n", 1, "empty"),
        (b"q1,q3\n1,2\n", 1, "no student id column; found q1, q3"),
        (b"student,exercise,part\ns,1,a\n", 1, "no column 'answer'"),
        (b"student,answer\ns,1\n", 1, "no column 'exercise'"),
        (b"student,1a,1a\ns,1,2\n", 1, "appears twice"),
        (b"student,1a\ns,1\nt,\x81\n", 3, "neither valid UTF-8 nor consistently windows-1252"),
        (b"student,1a\ns,1\0\n", 2, "NUL"),
        (b'student,1a\ns,"1\n', 2, "not a readable CSV"),
        (b"\xd0\xcf\x11\xe0rest", None, "an old or password-protected Office file"),
        (b"<!DOCTYPE html>\n<html></html>", None, "a web page"),
        (b"student," + b",".join(b"q%d" % at for at in range(3000)) + b"\n", 1, "3,001 columns"),
    ],
)
def test_refused(tmp_path: Path, data: bytes, line: int | None, words: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        read(tmp_path, data)
    assert words in caught.value.message
    assert caught.value.line == line
    assert "answers.csv" in str(caught.value)


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match="cannot be read"):
        read_path(tmp_path / "nowhere.csv")


def test_windows_text_is_read_with_a_notice(tmp_path: Path) -> None:
    found = read(tmp_path, "student,1a\ns,41 µs\n".encode("cp1252"))
    assert found.encoding == "cp1252"
    assert answers(found) == [("s", {"1a": "41 µs"})]
    assert said(found) == ["not UTF-8; read as windows-1252"]


def test_oddities_become_notices(tmp_path: Path) -> None:
    found = read(tmp_path, "student,1a\ns,1,extra\n,2\nS,3\ns,4\nt\n")
    assert said(found) == [
        "line 2: 3 cells under 2 columns",
        "line 3: no student id; the line was not read",
        "line 6: 1 cells under 2 columns",
        "s and S differ only by case; taken as two students",
        "s has 2 submissions; line 5 counts (last); also: line 2",
    ]


def test_a_huge_cell_is_left_out_and_the_rest_is_read(tmp_path: Path) -> None:
    found = read(tmp_path, "student,1a,1b\ns," + "9" * 10_000_000 + ",2\nt,3,4\n")
    assert answers(found) == [("s", {"1a": "", "1b": "2"}), ("t", {"1a": "3", "1b": "4"})]
    assert "s 1a has 10,000,000 characters" in said(found)[0]


def test_too_many_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_ROWS", 50)
    with pytest.raises(UnreadableError, match="more than 50 rows") as caught:
        read(tmp_path, "student,1a\n" + "s,1\n" * 60)
    assert caught.value.line == 52


def test_a_second_answer_in_a_long_file(tmp_path: Path) -> None:
    found = read(tmp_path, "student,question,answer\ns,q1,1\ns,q1,2\n")
    assert answers(found) == [("s", {"q1": "2"})]
    assert said(found) == ["line 3: s answered q1 in line 2 too ('1'); the later counts"]


def test_columns_that_are_no_questions(tmp_path: Path) -> None:
    found = read(tmp_path, "Quiz 3,,\nstudent,name,1a,remark on it\n01,A B,5,nice\n")
    assert answers(found) == [("01", {"1a": "5"})]
    assert found.records[0].name == "A B"
    assert said(found) == [
        "line 1: above the header, not read: Quiz 3, (no name), (no name)",
        "line 2: the column 'remark on it' is no question and was not read",
    ]


def test_an_id_that_a_spreadsheet_rounded(tmp_path: Path) -> None:
    assert "1.23E+11 looks like" in said(read(tmp_path, "student,1a\n1.23E+11,5\n"))[0]
