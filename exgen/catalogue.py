"""Templates -> a catalogue in Markdown: an index, and a page a topic with a problem of each.

The problem is the one with the template's defaults, which `exgen solve` prints as well.
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

from exgen import exercise, freeze, library, outline, solving
from exgen.errors import ExgenError
from exgen.render import markdown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from exgen.outline import Outline

INDEX, FOLDER = "catalogue.md", "catalogue"
MADE = "<!-- Made by `exgen catalogue`; changes belong into the templates. -->"
_INTRO = """\
The templates by topic. Each topic has a page with one problem of each template, as its defaults
make it, and the solution to unfold; any other seed gives other numbers.

`exgen show NAME` prints a template with its laws and slips, `exgen solve NAME` the numbers below,
and `exgen build --seed 7 --set shuffle --minutes 60` makes a sheet out of all of them.

*Parts* are kinds of answer. *Witnesses*: the laws are solved by algebra; *count*: the answers are
also counted without the laws; *plan*: what the laws predict can be measured, and where it has been,
the device stands there instead ([checks.md](checks.md))."""
_NO_LETTER = re.compile(r"[^\w\- ]")


def outlines(where: Sequence[Path]) -> tuple[list[Outline], list[ExgenError]]:
    """Every template in short, and what could not be read."""
    heads, errors = library.headings(where)
    return [outline.outline(id, head, library.checks()) for id, head in heads.items()], errors


def pages(
    found: Sequence[Outline], where: Sequence[Path], step: Callable[[str], None]
) -> tuple[dict[str, str], list[ExgenError]]:
    """File name -> text, and what is wrong with templates, which are then left out of their page;
    `step` is called with each template's name before it is drawn.
    """
    made: dict[str, str] = {INDEX: _index(found)}
    errors: list[ExgenError] = []
    for topic, members in groupby(found, key=lambda each: each.topic):
        blocks = [MADE, f"# {_heading(topic)}", f"[All topics](../{INDEX})"]
        for each in members:
            step(each.id)
            try:
                blocks += [f"## {each.title}", _facts(each), _problem(each.id, where)]
            except ExgenError as error:
                errors.append(error)
        made[f"{FOLDER}/{topic}.md"] = "\n\n".join(blocks) + "\n"
    return made, errors


def link(each: Outline) -> str:
    """Where its problem stands, seen from the index."""
    return f"{FOLDER}/{each.topic}.md#{anchor(each.title)}"


def anchor(title: str) -> str:
    """What a heading is called in an address: small letters, digits, hyphens for spaces."""
    return _NO_LETTER.sub("", title.lower()).replace(" ", "-")


def _heading(topic: str) -> str:
    return topic[:1].upper() + topic[1:].replace("_", " ")


def _index(found: Sequence[Outline]) -> str:
    blocks = [MADE, "# Catalogue", _INTRO]
    for topic, members in groupby(found, key=lambda each: each.topic):
        blocks += [f"## [{_heading(topic)}]({FOLDER}/{topic}.md)", "\n".join(_rows(members))]
    return "\n\n".join(blocks) + "\n"


def _rows(members: Iterator[Outline]) -> Iterator[str]:
    yield "| template | name | level | min | parts | witnesses |"
    yield "|---|---|---|---:|---|---|"
    for each in members:
        cells = (
            f"[{each.title}]({link(each)})", f"`{each.name}`", each.level, str(each.minutes),
            outline.kinds(each), outline.witnesses(each),
        )  # fmt: skip
        yield f"| {' | '.join(cells)} |"


def _facts(each: Outline) -> str:
    said = (
        f"`{each.id}`", each.level, f"{each.minutes} minutes", ", ".join(each.topics),
        outline.kinds(each), outline.witnesses(each),
    )  # fmt: skip
    return " · ".join(said)


def _problem(id: str, where: Sequence[Path]) -> str:
    solved = solving.solve(library.load(*library.find(id, where)))
    return markdown.exercise(freeze.freeze(exercise.calculate(solved, {}), 1))
