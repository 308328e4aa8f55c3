"""What a course asks for -> the templates that serve it: a map as a TOML file, checked and printed.

Every passage names its templates, and every template stands at a passage or in `beyond`; so a
template that is missing or forgotten is found.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from exgen import catalogue, files, toml
from exgen.errors import ExgenError, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from exgen.outline import Outline

MAX_BYTES = 200_000


class Passage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A section, box or question by its title; `also` says what else than templates serves it."""

    title: str
    templates: tuple[str, ...] = ()
    also: str = ""


class Chapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text and its passages, in its order."""

    title: str
    passage: tuple[Passage, ...]


class Coverage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The map; `beyond` are templates that no passage asks for."""

    title: str
    intro: str
    chapter: tuple[Chapter, ...]
    beyond: tuple[str, ...] = ()


def read(path: Path) -> Coverage:
    """The map of a file. Raises ExgenError or UnreadableError, with its path."""
    try:
        return msgspec.convert(toml.read(files.text(path, MAX_BYTES)), Coverage)
    except msgspec.ValidationError as error:
        raise ExgenError(f"{error}", path=str(path)) from None
    except ExgenError as error:
        raise error.at(str(path)) from None


def check(chart: Coverage, found: Sequence[Outline], path: Path) -> list[ExgenError]:
    """Templates that do not exist or are not named, and passages that nothing serves."""
    written = files.text(path, MAX_BYTES).split("\n")
    return [
        error.at(str(path), _line(written, name))
        for error, name in (*_unserved(chart, found), *_unnamed(chart, found))
    ]


def _line(written: Sequence[str], name: str) -> int:
    """The line that first has the name in quotes, or the first one."""
    return next((n for n, line in enumerate(written, start=1) if f'"{name}"' in line), 1)


def _unserved(chart: Coverage, found: Sequence[Outline]) -> Iterator[tuple[ExgenError, str]]:
    known = {each.name for each in found}
    passages = [passage for chapter in chart.chapter for passage in chapter.passage]
    for name in dict.fromkeys([*(n for p in passages for n in p.templates), *chart.beyond]):
        if name not in known:
            yield ExgenError(f"no template {name!r}", hint=did_you_mean(name, known)), name
    for passage in passages:
        if not passage.templates and not passage.also:
            yield ExgenError(f"nothing serves {passage.title!r}"), passage.title


def _unnamed(chart: Coverage, found: Sequence[Outline]) -> Iterator[tuple[ExgenError, str]]:
    asked = {name for chapter in chart.chapter for p in chapter.passage for name in p.templates}
    for each in found:
        if each.name in asked and each.name in chart.beyond:
            yield ExgenError(f"{each.name!r} stands at a passage and in beyond"), each.name
        if each.name not in asked and each.name not in chart.beyond:
            yield ExgenError(f"{each.id!r} stands nowhere", hint="at a passage or in beyond"), ""


def page(chart: Coverage, found: Sequence[Outline]) -> str:
    """The map in Markdown, beside the catalogue; a template that does not exist has no link."""
    by_name = {each.name: each for each in found}
    blocks = [catalogue.MADE, f"# {chart.title}", chart.intro]
    for chapter in chart.chapter:
        rows = [f"| {p.title} | {_served(p, by_name)} |" for p in chapter.passage]
        blocks += [
            f"## {chapter.title}",
            "\n".join(["| passage | templates |", "|---|---|", *rows]),
        ]
    if chart.beyond:
        blocks += ["## Added beyond the chapters", _links(chart.beyond, by_name)]
    return "\n\n".join(blocks) + "\n"


def _served(passage: Passage, by_name: Mapping[str, Outline]) -> str:
    return "; ".join(filter(None, (_links(passage.templates, by_name), passage.also)))


def _links(names: Iterable[str], by_name: Mapping[str, Outline]) -> str:
    return ", ".join(
        f"[{name}]({catalogue.link(by_name[name])})" if name in by_name else f"`{name}`"
        for name in names
    )
