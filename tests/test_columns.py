"""Text for a terminal: aligned, wrapped, by topic."""

from __future__ import annotations

from exgen import columns


def test_columns_are_aligned() -> None:
    assert columns.columns([("a", "1", "x"), ("bbb", "22", "")]) == ["  a    1   x", "  bbb  22"]
    assert columns.columns([]) == []


def test_text_is_wrapped() -> None:
    lines = columns.wrapped("word " * 60)
    assert all(len(line) <= 96 and line.startswith("  word") for line in lines)


def test_the_list_goes_by_topic() -> None:
    headings: dict[str, dict[str, object]] = {
        "a/one": {"title": "One", "level": "principal", "minutes": 5},
        "b/two": {"title": "Two"},
    }
    assert columns.listing(headings).split("\n") == [
        "a",
        "  one  principal  5 min  One",
        "",
        "b",
        "  two  ?          ? min  Two",
    ]
