"""YAML -> submissions. Every scalar is the text that was typed: `no`, `1e3`, `010` and dates stay.

The tree is built from the parser's events, so there are no tags to obey, and an alias, which could
make a small file huge, is refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from exgen.errors import UnreadableError
from exgen.submissions import limits, tree
from exgen.submissions.encoding import decode

if TYPE_CHECKING:
    from collections.abc import Iterator

    from exgen.submissions.submission import Sheet
    from exgen.submissions.tree import Document, Node

_MAX_DEPTH = 20


def read(data: bytes, name: str) -> Sheet:
    """The submissions in a YAML file of one or more documents. Raises UnreadableError."""
    import yaml

    limits.size(data, limits.MAX_TREE, name)
    decoded = decode(data, name)
    loader = getattr(
        yaml, "CBaseLoader", yaml.BaseLoader
    )  # the same events, faster where libyaml is there
    try:
        documents = list(_documents(yaml.parse(decoded.text, loader), name))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark else 1
        column = f" in column {mark.column + 1}" if mark else ""
        what = _in_words(decoded.text, line, error.problem or "cannot be read")
        raise UnreadableError(f"not YAML: {what}{column}", path=name, line=line) from None
    except yaml.YAMLError as error:
        raise UnreadableError(
            f"not YAML: {' '.join(str(error).split())[:120]}", path=name, line=1
        ) from None
    if not documents:
        raise UnreadableError("the file is empty", path=name, line=1)
    return tree.read(name, "yaml", documents, decoded.encoding)


def _in_words(text: str, line: int, problem: str) -> str:
    lines = text.splitlines()
    if (
        line <= len(lines)
        and "\t" in lines[line - 1][: len(lines[line - 1]) - len(lines[line - 1].lstrip())]
    ):
        return "a tab cannot start a line; indent with spaces"
    return problem


def _documents(events: Iterator[Any], name: str) -> Iterator[Document]:
    for event in events:
        if type(event).__name__ == "DocumentStartEvent":
            first = next(events)
            yield first.start_mark.line + 1, _node(first, events, name, 0)


def _node(event: Any, events: Iterator[Any], name: str, depth: int) -> Node:
    kind, line = type(event).__name__, event.start_mark.line + 1
    if kind == "AliasEvent":
        raise UnreadableError(
            f"not a submission: the alias *{event.anchor}",
            path=name,
            line=line,
            hint="write it out",
        )
    if depth > _MAX_DEPTH:
        raise UnreadableError("not a submission: nested too deeply", path=name, line=line)
    if kind == "SequenceStartEvent":
        items = []
        while type(each := next(events)).__name__ != "SequenceEndEvent":
            items.append(_node(each, events, name, depth + 1))
        return items
    if kind == "MappingStartEvent":
        return _mapping(events, name, depth)
    said: str = event.value
    return said


def _mapping(events: Iterator[Any], name: str, depth: int) -> Node:
    found: dict[str, Node] = {}
    while type(event := next(events)).__name__ != "MappingEndEvent":
        key, line = _node(event, events, name, depth + 1), event.start_mark.line + 1
        if not isinstance(key, str):
            raise UnreadableError("not a submission: a key that is no text", path=name, line=line)
        if key in found:
            raise UnreadableError(f"{key} stands there twice", path=name, line=line)
        found[key] = _node(next(events), events, name, depth + 1)
    return found
