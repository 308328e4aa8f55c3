"""The texts of a page: which names may stand in them, and what Markdown they may use.

Only `{{ name }}` and `{{ name.field }}` are filled in, by plain replacement. What a student reads
before answering may show givens; the solution also lets and answers.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from exgen.errors import ExgenError, did_you_mean
from exgen.expression import parse
from exgen.expression.text import DOLLARS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from exgen.template import Head, Template

PLACEHOLDER = re.compile(r"\{\{\s*([A-Za-z_][A-Za-z0-9_]*)(?:\.([A-Za-z_][A-Za-z0-9_]*))?\s*\}\}")
_CODE = re.compile(r"`[^`\n]*`")
_HTML = re.compile(r"<[A-Za-z/!?]")
_IMAGE = re.compile(r"!\[")
_LONG_WORD = re.compile(r"\S{201}")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


class Piece(msgspec.Struct, frozen=True):
    """One text of a page, the page's line where it begins, and what it may show."""

    label: str
    line: int
    text: str
    shows: frozenset[str]  # names whose values may stand in it
    derives: bool = False  # whether derivations may

    @property
    def rows(self) -> Iterator[tuple[int, str]]:
        """Each row with its line in the page."""
        return enumerate(self.text.split("\n"), start=self.line)


def pieces(template: Template) -> list[Piece]:
    """Sections first, then the short texts in the TOML block."""
    head = template.head
    told = template.told
    everything = told | frozenset(head.given) | frozenset(head.let) | frozenset(head.find)
    found = [
        Piece(
            section,
            template.line(f"## {section}"),
            body,
            told if section == "Problem" else everything,
            section == "Solution",
        )
        for section, body in template.text.items()
    ]
    found += [Piece(*short, told) for short in _asked(template)]
    found += [Piece(*short, frozenset()) for short in _verbatim(template)]
    found += [Piece(*rubric, everything) for rubric in _rubrics(template)]
    points = head.plot.points if head.plot else ()
    return found + [Piece("plot", template.line("plot"), point.is_, everything) for point in points]


def _rubrics(template: Template) -> Iterator[tuple[str, int, str]]:
    """What only markers read."""
    for part, spec in template.head.find.items():
        line = template.line("find", part)
        for text in (spec.model_answer, *[point.is_ for point in spec.points]):
            yield f"find.{part}.points", line, text


def _asked(template: Template) -> Iterator[tuple[str, int, str]]:
    """What stands beside the answer boxes."""
    for part, spec in template.head.find.items():
        line = template.line("find", part)
        yield f"find.{part}.ask", line, spec.ask
        for text in (*[each.is_ for each in spec.options], *[each.is_ for each in spec.items]):
            yield f"find.{part}.options", line, text


def _verbatim(template: Template) -> Iterator[tuple[str, int, str]]:
    """Texts in which nothing is filled in."""
    head = template.head
    yield "title", template.line("title"), head.title
    for table in ("given", "let"):
        for name, spec in getattr(head, table).items():
            yield f"{table}.{name}.is", template.line(table, name), spec.is_
    for part, find in head.find.items():
        said = [text for slip in find.slips for text in (slip.says, slip.reveals)]
        said += [claim for point in find.points for claim in point.never]
        for text in [*said, *[option.says for option in find.options]]:
            yield f"find.{part}", template.line("find", part), text


def check(template: Template) -> Iterator[ExgenError]:
    """Everything wrong with the texts: placeholders, markup, how often a derivation is shown."""
    for piece in pieces(template):
        for line, row in piece.rows:
            yield from (error.at(None, line) for error in _check_row(piece, row, template.head))
    solution = template.text.get("Solution", "")
    for part, spec in template.head.find.items():
        count = len(re.findall(r"\{\{\s*" + part + r"\.derivation\s*\}\}", solution))
        derived = spec.law or template.kind(part) in ("quantity", "formula")
        wanted = 1 if derived else 0
        if count != wanted:
            message = f"the solution shows {{{{ {part}.derivation }}}} {count} times, not {wanted}"
            yield ExgenError(message, line=template.line("## Solution"))


def _check_row(piece: Piece, row: str, head: Head) -> Iterator[ExgenError]:
    for match in PLACEHOLDER.finditer(row):
        yield from _check_placeholder(piece, match[1], match[2], head)
    yield from markup(row)


def markup(row: str) -> Iterator[ExgenError]:
    """What no text that is printed may hold, placeholders aside."""
    rest = PLACEHOLDER.sub("", row)
    if "{{" in rest or "{%" in rest or "{#" in rest:
        hint = "only {{ name }} and {{ name.field }} are filled in"
        yield ExgenError("a placeholder that is not a name", hint=hint)
    for match in DOLLARS.finditer(rest):
        yield from _check_formula(match[1])
    prose = DOLLARS.sub("", _CODE.sub("", rest))
    if _HTML.search(prose):
        yield ExgenError(
            "raw HTML in the text", hint="Markdown only; a formula stands between $ signs"
        )
    if _IMAGE.search(prose):
        yield ExgenError("an image in the text", hint="a roofline is made by [plot]")
    if _LONG_WORD.search(prose):
        yield ExgenError("a word of more than 200 characters in the text")
    if _CONTROL.search(row):
        yield ExgenError("a control character in the text")


def _check_formula(written: str) -> Iterator[ExgenError]:
    """What stands between dollar signs: an equation, a condition or an expression."""
    try:
        parse.parse_written(written)
    except ExgenError as error:
        yield error


def _check_placeholder(
    piece: Piece, name: str, field: str | None, head: Head
) -> Iterator[ExgenError]:
    if field == "derivation":
        if name not in head.find:
            yield ExgenError(f"no part {name!r} to derive", hint=did_you_mean(name, head.find))
        elif not piece.derives:
            yield ExgenError(f"the derivation of {name!r} belongs into the solution")
    elif name in head.find and name not in piece.shows:
        where = "problem" if piece.label == "Problem" else piece.label
        yield ExgenError(f"the {where} prints the answer {name!r}")
    elif name not in piece.shows:
        hint = did_you_mean(name, piece.shows)
        yield ExgenError(f"unknown name {name!r} in the text", hint=hint)
