"""The lines of a derivation -> a table aligned at the relation sign."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup

from exgen.render import inline, math, prose

if TYPE_CHECKING:
    from collections.abc import Iterable

    from exgen.key import Line

WIDTH = 385  # pt, of the right-hand sides; what is wider is spread over lines
_WHOLE = 440  # pt, of a law that is not solved
_TOGETHER = 7  # lines that no page break separates

_ROW = Markup('<tr class="{}"><td class="left">{}</td><td class="relation">{}</td><td>{}</td></tr>')
_WIDE = Markup('<tr class="{}"><td colspan="3">{}</td></tr>')


def table(lines: Iterable[Line]) -> Markup:
    """All lines of one part; a law that is not solved stands in a line of its own before them."""
    rows = [_row(line) for line in lines]
    sort = "derivation" if len(rows) <= _TOGETHER else "derivation long"
    return Markup('<table class="{}"><tbody>{}</tbody></table>').format(sort, Markup().join(rows))


def _row(line: Line) -> Markup:
    if line.role == "none":
        says = Markup("There is no {}, because {}.").format(Markup(inline.name(line.lhs)), _side(line.rhs, 0))
        return _WIDE.format("none", says)
    if line.role == "law":
        equation = f"{line.lhs} == {line.rhs}"
        return _WIDE.format("law", _side(equation, _WHOLE))
    left = _side(line.lhs, 0) if line.lhs else ""
    return _ROW.format(line.role, left, line.rel, _side(line.rhs, WIDTH))


def _side(written: str, width: int) -> Markup:
    node = math.read(written)
    if inline.has_fraction(node) or inline.needs_image(node):
        return prose.image(written, node, width or WIDTH)
    return Markup(inline.formula(node))
