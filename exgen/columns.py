"""Plain text for a terminal: aligned columns, wrapped paragraphs, the list of templates."""

from __future__ import annotations

import re
import textwrap
from itertools import groupby
from typing import TYPE_CHECKING

from exgen import outline

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from exgen.outline import Outline

WIDTH = 96
NARROW = 80  # of what is read at length: the list, a preview
_LEAST = 24  # letters of a last column, however little room is left
_ITEM = re.compile(r"(?=^(?:[-*+]|\d+\.) )", re.MULTILINE)


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


def hanging(rows: Iterable[Sequence[str]], indent: str = "  ") -> list[str]:
    """Rows as aligned columns; a last column that is too wide goes on below itself."""
    return [line for row in _hung(list(rows), indent) for line in row]


def _hung(rows: list[Sequence[str]], indent: str) -> Iterator[list[str]]:
    """The lines of each row."""
    start = len(indent) + sum(max(map(len, c)) + 2 for c in list(zip(*rows, strict=True))[:-1])
    for head, row in zip(columns([row[:-1] for row in rows], indent), rows, strict=True):
        first, *more = folded(row[-1], max(NARROW - start, _LEAST)) or [""]
        yield [f"{head.ljust(start)}{first}".rstrip(), *[" " * start + line for line in more]]


def folded(said: str, width: int) -> list[str]:
    """Text in lines of at most so many letters; words are kept."""
    return textwrap.wrap(said, width, break_on_hyphens=False, break_long_words=False)


def wrapped(said: str, indent: str = "  ", width: int = WIDTH) -> list[str]:
    """Text broken into lines of the terminal's width; paragraphs are kept."""
    return textwrap.wrap(
        said, width, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False
    )


def paragraphs(said: str, indent: str = "  ") -> list[str]:
    """Markdown folded for reading in a terminal: paragraphs, lists and tables, marks kept."""
    lines: list[str] = []
    for block in re.split(r"\n\s*\n", said.strip()):
        lines += [""] if lines else []
        if block.startswith("|"):
            lines += columns(_cells(block.split("\n")), indent)
            continue
        for item in filter(None, _ITEM.split(block)):
            more = indent + "  " if _ITEM.match(item) else indent
            lines += textwrap.wrap(
                item, NARROW, initial_indent=indent, subsequent_indent=more, break_on_hyphens=False
            )
    return lines


def _cells(rows: Sequence[str]) -> list[list[str]]:
    """The cells of a table without its rule; every row as long as the longest."""
    table = [[cell.strip() for cell in row.strip().strip("|").split("|")] for row in rows]
    kept = [row for row in table if not all(re.fullmatch(r":?-+:?", cell) for cell in row)]
    longest = max(map(len, kept), default=0)
    return [row + [""] * (longest - len(row)) for row in kept]


def listing(outlines: Iterable[Outline]) -> str:
    """`exgen list`: the templates by topic, two lines each: name and title, then the facts."""
    blocks = []
    for topic, members in groupby(outlines, key=lambda each: each.topic):
        blocks.append("\n".join([topic, *_listed(list(members))]))
    return "\n\n".join(blocks)


def _listed(members: list[Outline]) -> Iterator[str]:
    """Two lines each, aligned over the topic; more where a title is long."""
    names = [(each.name, each.title or "?") for each in members]
    facts = [
        (
            each.level or "?", f"{'?' if each.minutes is None else each.minutes} min".rjust(6),
            outline.kinds(each), outline.witnesses(each),
        )
        for each in members
    ]  # fmt: skip
    for name, fact in zip(_hung([*names], "  "), _hung([*facts], "    "), strict=True):
        yield from (*name, *fact)
