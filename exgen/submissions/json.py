"""JSON and JSON Lines -> submissions. Numbers stay as typed (`3.50`, `1e999`); NaN is refused."""

from __future__ import annotations

import json
from pathlib import PurePath
from typing import TYPE_CHECKING

from exgen.errors import UnreadableError
from exgen.submissions import limits, tree
from exgen.submissions.encoding import decode
from exgen.submissions.submission import Notice

if TYPE_CHECKING:
    from exgen.submissions.submission import Sheet
    from exgen.submissions.tree import Document, Node


class _Refused(ValueError):
    """Something that the parser lets through and JSON does not allow."""


class _Constant(str):
    """NaN or an infinity, until the name of its key is known."""

    __slots__ = ()


def read(data: bytes, name: str) -> Sheet:
    """The submissions in a JSON file. Raises UnreadableError."""
    limits.size(data, limits.MAX_TREE, name)
    decoded = decode(data, name)
    if not decoded.text.strip():
        raise UnreadableError("the file is empty", path=name, line=1)
    if PurePath(name).suffix.lower() in (".jsonl", ".ndjson"):
        documents, notices = _lines(decoded.text, name)
    else:
        documents, notices = [(0, _parse(decoded.text, name, 1))], []
    sheet = tree.read(name, "json", documents, decoded.encoding)
    sheet.notices[:0] = notices
    return sheet


def _lines(text: str, name: str) -> tuple[list[Document], list[Notice]]:
    """A document a line; a line that cannot be read is noted, if others can."""
    documents: list[Document] = []
    errors: list[UnreadableError] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            try:
                documents.append((number, _parse(line, name, number)))
            except UnreadableError as error:
                errors.append(error)
    if errors and not documents:
        raise errors[0]
    return documents, [Notice(f"{error.message}; not read", error.line or 0) for error in errors]


def _parse(text: str, name: str, first: int) -> Node:
    try:
        node: Node = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        before = text[: error.pos].rstrip()
        trailing = before.endswith(",") and text[error.pos : error.pos + 1] in "]}"
        what = "a trailing comma" if trailing or "trailing comma" in error.msg else error.msg
        line = first + error.lineno - 1
        raise UnreadableError(
            f"not JSON: {what} in line {line}, column {error.colno}", path=name, line=line
        ) from None
    except _Refused as error:
        raise UnreadableError(f"not JSON: {error}", path=name, line=first) from None
    except RecursionError:
        raise UnreadableError(
            "not a submission: nested too deeply", path=name, line=first
        ) from None
    return node


def _object(pairs: list[tuple[str, Node]]) -> Node:
    found: dict[str, Node] = {}
    for key, value in pairs:
        if key in found:
            raise _Refused(f"{key} stands there twice")
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, _Constant):
                raise _Refused(f"{each} is not allowed ({key})")
        found[key] = value
    return found


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object,
    parse_int=str,
    parse_float=str,
    parse_constant=_Constant,
    strict=False,
)
