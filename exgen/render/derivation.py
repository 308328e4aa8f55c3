"""The lines of a derivation -> a table aligned at the relation sign.

Short lines share a row: `= 2 × 28 × 4 × 128 × 1 B = 28,672 B`. Widths are estimates from letter
counts, good to a few points: they only decide what shares a row and how wide the first column is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup

from exgen.expression import parse
from exgen.expression.parse import Condition, Name, Node, Op, Quantity, children
from exgen.expression.text import split_name
from exgen.render import inline, prose

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from exgen.key import Line

WIDTH = 385  # pt, of the right-hand sides; what is wider is spread over lines
_WHOLE = 430  # pt, of a law that is not solved
_INDENT = 14  # pt, before the widest name
_TOGETHER = 7  # rows that no page break separates
_ROOM = 66  # letters in a row of numbers and their result
_SHORT = 44  # letters in a row that holds the law as well
_FEW_NAMES = 2  # more names than that are cheaper to draw than to lay out

_SPACE = "\u2002"  # beside a relation, which is as wide as every other one
_ROW = Markup('<tr class="{}"><td class="left">{}</td><td class="right">{}{}{}</td></tr>')
_WIDE = Markup('<tr class="{}"><td class="wide" colspan="2">{}</td></tr>')
_TABLE = Markup(
    '<table class="derivation{}"><colgroup><col style="width: {}pt"/><col/></colgroup>'
    "<tbody>{}</tbody></table>"
)


def table(lines: Iterable[Line]) -> Markup:
    """All lines of one part; a law that is not solved stands in a row of its own before them."""
    found = rows(lines)
    left = max([_name_width(row[0].lhs) for row in found if row[0].role != "law"], default=0)
    long = " long" if len(found) > _TOGETHER else ""
    return _TABLE.format(long, left + _INDENT, Markup().join(map(_row, found)))


def rows(lines: Iterable[Line]) -> list[list[Line]]:
    """The lines that share a row."""
    return [row for chain in _chains(lines) for row in _rows(chain)]


def _chains(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """A line with a left side, and those that continue it."""
    chain: list[Line] = []
    for line in lines:
        if chain and (line.lhs or line.role == "law"):
            yield chain
            chain = []
        chain.append(line)
    if chain:
        yield chain


def _rows(chain: list[Line]) -> Iterator[list[Line]]:
    """The whole chain if it is short; else the law, then numbers and result as far as they fit."""
    wide = [letters(parse.parse_written(line.rhs)) + 3 for line in chain]
    if sum(wide) <= _SHORT:
        yield chain
        return
    row: list[Line] = []
    room = 0
    for line, needed in zip(chain, wide, strict=True):
        if row and (row[0].lhs or needed > room):
            yield row
            row = []
        room = (room if row else _ROOM) - needed
        row.append(line)
    yield row


def _row(row: list[Line]) -> Markup:
    first, *rest = row
    if first.role == "none":
        says = Markup("There is no {}, because {}.").format(
            Markup(inline.name(first.lhs)), _side(first.rhs, 0)
        )
        return _WIDE.format("none", says)
    if first.role == "law":
        return _WIDE.format("law", _side(f"{first.lhs} == {first.rhs}", _WHOLE))
    left = Markup(inline.name(first.lhs)) if first.lhs else ""
    right = _side(first.rhs, WIDTH)
    for line in rest:
        right += Markup("{0}{1}{0}{2}").format(_SPACE, line.rel, _side(line.rhs, WIDTH))
    return _ROW.format(first.role, left, first.rel, _SPACE, right)


def _side(written: str, width: int) -> Markup:
    node = parse.parse_written(written)
    if inline.has_fraction(node) or inline.needs_image(node) or _names(node) > _FEW_NAMES:
        return prose.image(written, width or WIDTH)
    return Markup(inline.formula(node))


def _names(node: Node | Condition) -> int:
    return isinstance(node, Name) + sum(map(_names, children(node)))


def letters(node: Node | Condition) -> int:
    """About how many letters wide; a fraction is as wide as its wider half."""
    if isinstance(node, Op) and node.op == "/":
        return max(map(letters, node.args))
    if isinstance(node, Name):
        return len(node.id)
    if isinstance(node, Quantity):
        return len(node.text) * 5 // 4
    if isinstance(node, parse.Num):
        return len(str(node.value)) * 5 // 4
    return sum(map(letters, children(node))) + 3 * (len(children(node)) - 1)


def _name_width(id: str) -> int:
    base, below = split_name(id)
    return 7 * len(base) + 5 * len(below)
