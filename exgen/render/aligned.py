"""The lines of a derivation -> blocks of TeX, aligned at the relation sign.

Rows are those of the booklets (`derivation.py`). What is still too wide is cut at its signs.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from exgen.expression import parse
from exgen.render import derivation, tex

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from exgen.key import Line

_WIDTH = 84  # letters that stand side by side
_RELATION = {"=": "=", "≈": r"\approx"}
_COMMAND = re.compile(r"\\[a-z]+ ?|[{}]|\\,")


def blocks(lines: Iterable[Line]) -> Iterator[str]:
    """Markdown blocks: a law that is not solved by itself, then the rest; a sentence for `none`."""
    waiting: list[str] = []
    for row in derivation.rows(lines):
        if row[0].role not in ("law", "none"):
            waiting += _row(row)
            continue
        yield from _block(waiting)
        waiting = []
        yield from _missing(row[0]) if row[0].role == "none" else _block(_law(row[0]))
    yield from _block(waiting)


def inline(written: str) -> str:
    """A formula of the law grammar in a line of text."""
    return f"$`{tex.written(parse.parse_written(written))}`$"


def _block(rows: Iterable[str]) -> Iterator[str]:
    inside = " \\\\\n".join(rows)
    if inside:
        yield f"```math\n\\begin{{aligned}}\n{inside}\n\\end{{aligned}}\n```"


def _missing(line: Line) -> Iterator[str]:
    yield f"There is no $`{tex.name(line.lhs)}`$, because {inline(line.rhs)}."


def _law(line: Line) -> Iterator[str]:
    """The two sides of an equation."""
    left = tex.expression(parse.parse(line.lhs))
    first, *more = _spread(line.rhs)
    yield f"& {left} = {first}"
    yield from (rf"& \qquad {piece}" for piece in more)


def _row(row: Sequence[Line]) -> Iterator[str]:
    """The lines of a row side by side; what is too wide goes on below."""
    left = tex.name(row[0].lhs) + " " if row[0].lhs else ""
    sides = [(_RELATION[line.rel], *_spread(line.rhs)) for line in row]
    yield f"{left}&{' '.join(f'{sign} {first}' for sign, first, *_ in sides)}"
    yield from (rf"& \quad {piece}" for _, _, *more in sides for piece in more)


def _spread(written: str) -> list[str]:
    """The formula in one piece, or in as few as there must be."""
    node = parse.parse_written(written)
    if derivation.letters(node) <= _WIDTH or isinstance(node, parse.Compare | parse.Logic):
        return [tex.written(node)]
    lines = [""]
    for piece in tex.pieces(node):
        if lines[-1] and _length(lines[-1]) + _length(piece) > _WIDTH:
            lines.append("")
        lines[-1] = f"{lines[-1]} {piece}".strip()
    return lines


def _length(written: str) -> int:
    """About how many letters wide; of a fraction one half."""
    return len(_COMMAND.sub("", written)) // (2 if r"\frac" in written else 1)
