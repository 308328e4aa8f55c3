"""A sheet goes out, is filled in by any program, comes back; rows that do not fit are refused."""

from __future__ import annotations

import csv
import io

import openpyxl
import pytest
from gmpy2 import mpq

from exgen.errors import ExgenError
from exgen.grading.by_hand import Given
from exgen.report import marking_sheet
from tests.report.made import CLASS, HOSTILE, graded

RESULTS = graded(*CLASS, ("@evil", "1a", HOSTILE), ("@evil", "1f", "2*S*\nH ("))


def sheet() -> list[list[str]]:
    return list(csv.reader(io.StringIO(marking_sheet.text(RESULTS))))


def filled(*changes: tuple[int, int, str], delimiter: str = ",") -> bytes:
    rows = sheet()
    for row, column, text in changes:
        rows[row][column] = text
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter).writerows(rows)
    return out.getvalue().encode()


def read(data: bytes) -> dict[tuple[str, int, str], Given]:
    return marking_sheet.read(data, "sheet.csv", RESULTS)


def test_what_waits_goes_out_by_part() -> None:
    rows = sheet()
    assert [row[:4] for row in rows[1:]] == [
        ["s3", "1", "a", '"about forty"'],
        ['"007"', "1", "a", '"about forty"'],
        ['"@evil"', "1", "a", f'"{HOSTILE}"'],
        ["s3", "1", "b", '"?"'],
        ['"@evil"', "1", "f", '"2*S*\nH ("'],
    ]
    assert {len(row) for row in rows} == {9}
    assert rows[1][5].startswith("Not understood: ")
    assert rows[1][6:] == ["2", "", ""]


def test_what_comes_back() -> None:
    assert read(filled()) == {}
    marks = read(filled((1, 7, "1"), (1, 8, "near"), (2, 7, " 1,5 "), (5, 7, "0")))
    assert marks == {
        ("s3", 1, "T"): Given(mpq(1), "near"),
        ("007", 1, "T"): Given(mpq(3, 2), ""),
        ("@evil", 1, "F"): Given(mpq(0), ""),
    }


def test_a_spreadsheet_may_have_its_way() -> None:
    """Semicolons, UTF-16, CR LF inside a cell, columns in another order, a workbook."""
    changes = ((1, 7, "2"), (5, 7, "2"), (5, 3, '"2*S*\r\nH ("'))
    expected = read(filled(*changes))
    assert len(expected) == 2
    assert read(filled(*changes, delimiter=";").decode().encode("utf-16")) == expected
    rows = list(csv.reader(io.StringIO(filled(*changes).decode())))
    book = openpyxl.Workbook()
    for row in rows:
        book.worksheets[0].append(row[::-1])
    out = io.BytesIO()
    book.save(out)
    assert read(out.getvalue()) == expected


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ((1, 7, "3"), "3 marks, but the part has 2"),
        ((1, 7, "-1"), "'-1' are no number from 0 to 2"),
        ((1, 7, "two"), "'two' are no number"),
        ((1, 7, "1/2"), "no number"),
        ((1, 7, "1e0"), "no number"),
        ((1, 7, "NaN"), "no number"),
        ((1, 0, "s33"), "unknown student 's33' .did you mean 's3'"),
        ((2, 0, "7"), "unknown student '7'"),
        ((1, 1, "2"), "no part '2a'"),
        ((1, 2, "z"), "no part '1z'"),
        ((1, 3, "about 40"), "about the answer 'about 40', but 'about forty' was graded"),
    ],
)
def test_rows_that_do_not_fit(change: tuple[int, int, str], says: str) -> None:
    row = change[0]
    marked = [(row, 7, "1")] if change[1] != 7 else []
    with pytest.raises(ExgenError, match=says) as found:
        read(filled(*marked, change))
    assert str(found.value).startswith(f"sheet.csv:{row + 1}: ")


def test_all_bad_rows_are_told() -> None:
    with pytest.raises(ExgenError) as found:
        read(filled((1, 7, "9"), (2, 7, "x")))
    assert [line.split()[0] for line in str(found.value).split("\n")] == [
        "sheet.csv:2:", "sheet.csv:3:",
    ]  # fmt: skip


def test_the_same_answer_marked_twice() -> None:
    rows = filled((1, 7, "1")).decode()
    line = rows.splitlines()[1]
    assert read(f"{rows}{line}\r\n".encode()) == {("s3", 1, "T"): Given(mpq(1), "")}
    with pytest.raises(ExgenError, match="marked twice, differently"):
        read(f"{rows}{line.replace(',2,1,', ',2,2,')}\r\n".encode())


def test_what_is_no_marking_sheet() -> None:
    with pytest.raises(ExgenError, match="no column 'exercise'"):
        read(b"student,1a\ns3,40\n")
    with pytest.raises(ExgenError, match="empty"):
        read(b"")


def test_an_answer_that_was_decided_may_be_marked_too() -> None:
    data = b"student,exercise,part,typed,marks\ns1,1,a,40 ms,1\n"
    assert read(data) == {("s1", 1, "T"): Given(mpq(1), "")}
