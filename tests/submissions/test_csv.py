"""CSV files of answers: both layouts, the ways programs write them, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from exgen.errors import UnreadableError
from exgen.submissions.csv import read_answers
from exgen.submissions.submission import Submissions, Typed

LONG = "student,exercise,part,answer\n007,1,a,41.8 ms\n007,tpot_bound,rate,\n008,1,a,57\n"


def read(folder: Path, data: bytes | str) -> Submissions:
    path = folder / "answers.csv"
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return read_answers(path)


def test_long(tmp_path: Path) -> None:
    found = read(tmp_path, LONG)
    assert (found.layout, found.students) == ("long", ("007", "008"))
    assert found.typed[:2] == (Typed("007", "1.a", "41.8 ms", 2), Typed("007", "tpot_bound.rate", "", 3))


def test_wide(tmp_path: Path) -> None:
    found = read(tmp_path, "Student ID,1a,1b (ms)\n007,41.8,\n008,,3\n")
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
        LONG.replace("008", '"=""008"""').encode(),
        LONG.replace("student", " Student ").replace("\n008", "\n\n008").encode(),
    ],
)
def test_ways_to_write_it(tmp_path: Path, data: bytes) -> None:
    found, plain = read(tmp_path, data), read(tmp_path, LONG)
    assert [(t.student, t.field, t.text) for t in found.typed] == [(t.student, t.field, t.text) for t in plain.typed]
    assert found.notices == ()


def test_quoted_cells(tmp_path: Path) -> None:
    found = read(tmp_path, 'student;1a;1b\ns;"0,04 s; rounded";"two\nlines"\nt;1;2\n')
    assert [typed.text for typed in found.typed] == ["0,04 s; rounded", "two\nlines", "1", "2"]
    assert found.typed[-1].row == 4


@pytest.mark.parametrize(
    ("data", "line", "words"),
    [
        (b"", 1, "empty"),
        (b"\n\n", 1, "empty"),
        (b"q1,q3\n1,2\n", 1, "no column for the student; there is: q1, q3"),
        (b"student,exercise,part\ns,1,a\n", 1, "no column 'answer'"),
        (b"student,answer\ns,1\n", 1, "no column 'exercise'"),
        (b"student,1a,1a\ns,1,2\n", 1, "stands there 2 times"),
        (b"student,1a\ns,1\nt,\xff\n", 3, "not text in UTF-8"),
        (b"student,1a\ns,1\0\n", 2, "NUL"),
        (b'student,1a\ns,"1\n', 2, "not a readable CSV"),
        (b"student,1a\ns," + b"9" * 200_000 + b"\n", 2, "not a readable CSV"),
        (b"PK\x03\x04\x00\x00", 1, "NUL"),
    ],
)
def test_refused(tmp_path: Path, data: bytes, line: int, words: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        read(tmp_path, data)
    assert words in caught.value.message
    assert caught.value.line == line
    assert "answers.csv" in str(caught.value)


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match="cannot be read"):
        read_answers(tmp_path / "nowhere.csv")


def test_oddities_become_notices(tmp_path: Path) -> None:
    found = read(tmp_path, "student,1a\ns,1,extra\n,2\nS,3\ns,4\nt\n")
    said = [str(notice) for notice in found.notices]
    assert said == [
        "line 2: 3 cells under 2 columns",
        "line 3: no student id; the line was not graded",
        "line 5: s stands in line 2 too; the later line counts",
        "line 6: 1 cells under 2 columns",
        "line 4: S and s differ only by case; taken as two students",
    ]


def test_a_header_alone(tmp_path: Path) -> None:
    assert [str(notice) for notice in read(tmp_path, "student,1a\n").notices] == ["no answers in the file"]
