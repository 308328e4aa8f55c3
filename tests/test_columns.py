"""Text for a terminal: aligned, wrapped, by topic."""

from __future__ import annotations

from pathlib import Path

from exgen import columns, outline


def test_columns_are_aligned() -> None:
    assert columns.columns([("a", "1", "x"), ("bbb", "22", "")]) == ["  a    1   x", "  bbb  22"]
    assert columns.columns([]) == []


def test_text_is_wrapped() -> None:
    lines = columns.wrapped("word " * 60)
    assert all(len(line) <= 96 and line.startswith("  word") for line in lines)


def test_the_list_goes_by_topic() -> None:
    part = {"T": {"law": "T == 1"}, "c": {"options": []}, "d": {"law": "d == 1"}}
    headings: dict[str, dict[str, object]] = {
        "a/one": {"title": "One", "level": "principal", "minutes": 5, "find": part},
        "b/two": {"title": "Two"},
    }
    said = columns.listing(outline.outline(*each, Path("none")) for each in headings.items())
    assert [line.split() for line in said.split("\n")] == [
        ["a"],
        ["one", "One"],
        ["principal", "5", "min", "quantity", "×2,", "choice", "algebra"],
        [],
        ["b"],
        ["two", "Two"],
        ["?", "?", "min", "algebra"],
    ]
    assert all(len(line) <= columns.NARROW for line in said.split("\n"))
