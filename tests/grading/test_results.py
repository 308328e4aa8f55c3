"""Results files: what they hold, that they are read back, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from exgen.errors import UnreadableError
from exgen.grading import results
from tests.report.made import CLASS, graded, mark

GOOD = results.encode(graded(*CLASS))


def test_what_is_written_is_read_back() -> None:
    assert results.decode(GOOD, "r.json") == graded(*CLASS)
    assert results.encode(results.decode(GOOD, "r.json")) == GOOD


def test_a_file_holds_what_marks_depend_on() -> None:
    told = json.loads(GOOD)
    assert (told["schema"], told["code"], len(told["key_sha256"])) == ("exgen.result/1", "ABC", 64)
    assert told["policy"]["follow_through"] == "1"
    first = told["students"][1]["marks"][0]
    assert (first["typed"], first["reads_as"], first["verdict"]) == ("320 ms", "320 ms", "slip")
    assert (first["outcome"], first["marks"], first["max"]) == ("bits", "0", "2")


def test_the_published_schema_is_current() -> None:
    path = Path(__file__).parents[2] / "docs" / "schema" / "exgen.result-1.json"
    assert path.read_bytes() == results.schema()


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "truncated"),
        (GOOD[:2000], "truncated"),
        (b"\xff\xfe", "not readable results"),
        (b"{}", "no schema"),
        (b'{"schema": "exgen.key/1"}', "schema 'exgen.key/1'"),
        (b'{"schema": "exgen.result/1"}', "missing required field"),
        (GOOD.replace(b'"set":', b'"sets":', 1), "unknown field"),
        (GOOD.replace(b'"marks": "2"', b'"marks": "two"', 1), "'two' marks of 's1', 1a"),
        (GOOD.replace(b'"marks": "2"', b'"marks": "1e999999999"', 1), "'1e999999999' marks of"),
        (GOOD.replace(b'"student": "s2"', b'"student": "s1"', 1), "'s1' twice"),
        (b"[" * 100_000, "not readable results"),
    ],
)
def test_what_is_no_results_file(data: bytes, says: str) -> None:
    with pytest.raises(UnreadableError, match=says) as found:
        results.decode(data, "r.json")
    assert str(found.value).startswith("r.json:1: ")
    assert "\n" not in str(found.value)


def test_who_waits() -> None:
    marks = graded(*CLASS)
    assert results.waits(mark(marks, "s3", "a"))
    assert not results.waits(mark(marks, "s3", "c"))  # blank
    assert not results.waits(msgspec.structs.replace(mark(marks, "s3", "a"), by_hand="1"))
