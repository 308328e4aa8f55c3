"""Plain text for a terminal: aligned columns, wrapped paragraphs, the list of templates."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

WIDTH = 96


def columns(rows: Iterable[Sequence[str]], indent: str = "  ") -> list[str]:
    """Rows as aligned columns; the last column is not padded."""
    table = [list(row) for row in rows]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)] if table else []
    return [
        (
            indent + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        ).rstrip()
        for row in table
    ]


def wrapped(said: str, indent: str = "  ") -> list[str]:
    """Text broken into lines of the terminal's width; paragraphs are kept."""
    return textwrap.wrap(
        said, WIDTH, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False
    )


def listing(headings: Mapping[str, Mapping[str, object]]) -> str:
    """`exgen list`: the templates by topic, with level and minutes."""
    lines: list[str] = []
    topic = ""
    names = [
        [
            id.partition("/")[2],
            str(h.get("level", "?")),
            f"{h.get('minutes', '?')} min",
            str(h.get("title", "?")),
        ]
        for id, h in headings.items()
    ]
    for id, line in zip(headings, columns(names), strict=True):
        if id.partition("/")[0] != topic:
            topic = id.partition("/")[0]
            lines += [""] * bool(lines) + [topic]
        lines.append(line)
    return "\n".join(lines)
