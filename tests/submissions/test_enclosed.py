"""Files beside a sheet join it; what is handed in twice is said."""

from __future__ import annotations

import json
from pathlib import Path

from exgen.submissions import read

DATA = '{{"schema": "exgen.handed-in/1", "set": "{}", "student": "{}", "answers": {{"1d": "{}"}}}}'


def folder(tmp_path: Path, **files: str) -> Path:
    for name, text in files.items():
        (tmp_path / name.replace("_", ".")).write_text(text, "utf-8")
    return tmp_path


def answers(path: Path) -> dict[str, dict[str, object]]:
    found = read.read(path)
    return {who: dict(found.records[at].answers) for who, at in found.final.items()}


def test_a_record_joins_the_sheet_of_its_student(tmp_path: Path) -> None:
    path = folder(
        tmp_path, a_csv="student,1a,1d\nA,3,\nB,4,\n", r_json=DATA.format("", "A", "record")
    )
    assert answers(path) == {"A": {"1a": "3", "1d": "record"}, "B": {"1a": "4", "1d": ""}}


def test_what_the_sheet_itself_says_stays(tmp_path: Path) -> None:
    path = folder(
        tmp_path, a_csv="student,1a,1d\nA,3,mine\n", r_json=DATA.format("", "A", "record")
    )
    assert answers(path) == {"A": {"1a": "3", "1d": "mine"}}


def test_a_student_without_a_sheet_has_the_record_alone(tmp_path: Path) -> None:
    path = folder(tmp_path, a_csv="student,1a\nB,4\n", r_json=DATA.format("X", "A", "record"))
    assert answers(path) == {"B": {"1a": "4"}, "A": {"1d": "record"}}


def test_the_later_of_two_records_counts_and_is_named(tmp_path: Path) -> None:
    path = folder(tmp_path, a_json=DATA.format("", "A", "one"), b_json=DATA.format("", "A", "two"))
    found = read.read(path)
    assert found.records[found.final["A"]].answers == {"1d": "two"}
    assert any("handed in 1d twice" in str(notice) for notice in found.notices)


def test_a_long_record_is_read_and_a_long_answer_is_not(tmp_path: Path) -> None:
    record = json.dumps({"x": "y" * 30_000})
    sheet = json.dumps({"student": "A", "answers": {"1a": "z" * 30_000, "1d": record}})
    found = read.read(folder(tmp_path, a_json=sheet))
    said = found.records[0].answers
    assert (said["1a"], len(said["1d"])) == ("", len(record))
    assert any("too long" in str(notice) for notice in found.notices)
