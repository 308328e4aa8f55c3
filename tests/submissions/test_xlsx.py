"""Workbooks: what a cell shows is what is read, and what would fill a machine is not."""

from __future__ import annotations

import datetime
import time
from collections.abc import Callable
from pathlib import Path

import openpyxl
import pytest

from exgen.errors import UnreadableError
from exgen.submissions.read import Wish
from exgen.submissions.submission import Collected
from tests.submissions.made import answers, collected, workbook

ROWS: list[list[object]] = [["student", "q1"], ["007", 41.8]]
END = b"</sheetData>"


def read(folder: Path, data: bytes, wish: Wish | None = None) -> Collected:
    return collected(folder, "answers.xlsx", data, wish)


def cell(place: str, text: str) -> bytes:
    row = "".join(char for char in place if char.isdigit())
    held = f'<c r="{place}" t="inlineStr"><is><t>{text}</t></is></c>'
    return f'<row r="{row}">{held}</row>'.encode()


@pytest.mark.parametrize(
    ("value", "text"),
    [(295, "295"), (41.8, "41.8"), (0.1 + 0.2, "0.3"), (3.0, "3"), (1e20, "1e+20"),
     (True, "TRUE"), ("=text", ""), (" 5 ms\n", " 5 ms\n")],
)  # fmt: skip
def test_values(tmp_path: Path, value: object, text: str) -> None:
    found = read(tmp_path, workbook([["student", "q1"], ["s", value]]))
    if value == "=text":  # a formula, which openpyxl writes without its value
        assert answers(found) == [("s", {"q1": "=text"})]
        assert "formula whose value the file does not hold" in str(found.notices[0])
    else:
        assert answers(found) == [("s", {"q1": text})]


def test_a_cell_of_the_calendar_is_noted(tmp_path: Path) -> None:
    found = read(tmp_path, workbook([["student", "q1"], ["s", datetime.date(2026, 1, 2)]]))
    assert answers(found) == [("s", {"q1": "2026-01-02 00:00:00"})]
    assert "date or time cell" in str(found.notices[0])


def test_an_id_that_shows_zeros_in_front_keeps_them(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.active.append(["student", "q1"])
    book.active.append([123, 5])
    book.active["A2"].number_format = "00000"
    book.save(tmp_path / "made.xlsx")
    found = read(tmp_path, (tmp_path / "made.xlsx").read_bytes())
    assert answers(found) == [("00123", {"q1": "5"})]


def test_sheets(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.active.append(["nothing here"])
    for title in ("First", "Second"):
        sheet = book.create_sheet(title)
        sheet.append(["student", "q1"])
        sheet.append(["s", title])
    book.save(tmp_path / "made.xlsx")
    data = (tmp_path / "made.xlsx").read_bytes()
    assert answers(read(tmp_path, data)) == [("s", {"q1": "First"})]
    assert answers(read(tmp_path, data, Wish(sheet="Second"))) == [("s", {"q1": "Second"})]
    with pytest.raises(UnreadableError, match="no sheet 'Secund'") as caught:
        read(tmp_path, data, Wish(sheet="Secund"))
    assert "Second" in caught.value.hint


def _lol(data: bytes) -> bytes:
    steps = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10 if n else "lol"}">' for n in range(10))
    head = f"<!DOCTYPE x [{steps}]><worksheet".encode()
    return data.replace(b"<worksheet", head, 1).replace(END, cell("A3", "&l9;") + END)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda data: data[: len(data) // 2], "damaged"),
        (lambda data: data.replace(b"<v>41.8</v>", b"<v>" + b"9" * 6000 + b"</v>"), "damaged"),
        (lambda data: data.replace(END, cell("XFD9", "x") + END), "column"),
        (lambda data: data.replace(END, b" " * 300_000_000 + END), "unpacks to 300 MB"),
        (_lol, "damaged"),
    ],
)
def test_refused(tmp_path: Path, change: Callable[[bytes], bytes], words: str) -> None:
    began = time.monotonic()
    with pytest.raises(UnreadableError, match=words) as caught:
        read(tmp_path, workbook(ROWS, change))
    assert "\n" not in str(caught.value)
    assert time.monotonic() - began < 10


def test_a_range_that_is_said_to_be_huge_costs_nothing(tmp_path: Path) -> None:
    def huge(data: bytes) -> bytes:
        far = b'<row r="1048576"><c r="A1048576" t="inlineStr"><is><t> </t></is></c></row>'
        return data.replace(b'ref="A1:B2"', b'ref="A1:XFD1048576"').replace(END, far + END)

    began = time.monotonic()
    assert answers(read(tmp_path, workbook(ROWS, huge))) == [("007", {"q1": "41.8"})]
    assert time.monotonic() - began < 2


def test_cut_off(tmp_path: Path) -> None:
    data = workbook(ROWS)
    with pytest.raises(UnreadableError, match="damaged ZIP"):
        read(tmp_path, data[: len(data) * 2 // 3])
