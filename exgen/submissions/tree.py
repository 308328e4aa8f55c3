"""Objects and lists of text, as JSON and YAML give them -> submissions.

One object a student, `{student, answers: {1a: …}}`; a list of them, also inside `submissions`; the
answers may be nested by exercise (`{1: {a: …}}`), be a list of `{exercise, part, answer}`, or stand
beside the student in a flat object, which is read like a row of a table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from exgen.errors import UnreadableError
from exgen.lab.names import HANDED_IN
from exgen.submissions import enclosed, header, layouts, limits, rows, table
from exgen.submissions.submission import Notice, Record, Sheet

if TYPE_CHECKING:
    from collections.abc import Iterator

    from exgen.submissions.submission import Answers

Node = str | bool | None | list["Node"] | dict[str, "Node"]
Document = tuple[int, Node]
"""The line on which a document begins, 0 if that is not known, and what it holds."""

_LISTS = ("submissions", "records", "students", "responses")
_ANSWERS = ("answers", "responses")


def read(name: str, file_format: str, documents: list[Document], encoding: str) -> Sheet:
    """The submissions in the documents. Raises UnreadableError."""
    try:
        found = [each for line, node in documents for each in _objects((line, _whole(node)), name)]
    except RecursionError:
        raise UnreadableError("not a submission: nested too deeply", path=name, line=1) from None
    if not found:
        raise UnreadableError(
            "no submissions in it", path=name, line=1, hint="{student, answers: {1a: …}}"
        )
    if all(_answers(each) is None for _, each in found):
        return _flat(name, file_format, found, encoding)
    notices: list[Notice] = []
    records = [_record(line, each, notices) for line, each in found]
    fields = {field: field for record in records for field in record.answers}
    return Sheet(file_format, "objects", records, fields, notices, encoding)


def _whole(node: Node) -> Node:
    r"""With U+FFFD for halves of surrogate pairs: an escape `\ud800` alone is no character."""
    if isinstance(node, str):
        return node.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(node, list):
        return [_whole(each) for each in node]
    if isinstance(node, dict):
        return {str(_whole(key)): _whole(value) for key, value in node.items()}
    return node


def text(node: Node) -> str:
    """A scalar as text."""
    if isinstance(node, bool):
        return "true" if node else "false"
    return node if isinstance(node, str) else ""


def _objects(document: Document, name: str) -> Iterator[tuple[int, dict[str, Node]]]:
    line, node = document
    if isinstance(node, list):
        for each in node:
            yield from _objects((line, each), name)
    elif isinstance(node, dict):
        inner = next((node[key] for key in _LISTS if isinstance(node.get(key), list)), None)
        if inner is not None and header.column(list(node), header.STUDENT) is None:
            yield from _objects((line, inner), name)
        else:
            yield line, node
    elif node is not None:
        raise UnreadableError(
            f"a submission is an object, not {text(node)[:40]!r}", path=name, line=line or 1
        )


def _answers(node: dict[str, Node]) -> Node:
    return next((node[key] for key in _ANSWERS if isinstance(node.get(key), dict | list)), None)


def _flat(
    name: str, file_format: str, found: list[tuple[int, dict[str, Node]]], encoding: str
) -> Sheet:
    """Flat objects as rows under the names of all their keys."""
    keys = list(dict.fromkeys(key for _, each in found for key in each))

    def lines() -> Iterator[table.Row]:
        yield 1, keys
        for number, (line, each) in enumerate(found, start=1):
            yield line or number, [_joined(each.get(key)) for key in keys]

    sheet = table.begin(name, file_format, lines())
    sheet.encoding, sheet.ragged = encoding, False
    return layouts.read(sheet)


def _joined(node: Node) -> str:
    return ", ".join(map(text, node)) if isinstance(node, list) else text(node)


def _record(line: int, node: dict[str, Node], notices: list[Notice]) -> Record:
    keys = list(node)

    def said(names: tuple[str, ...]) -> str | None:
        at = header.column(keys, names)
        return None if at is None else text(node[keys[at]])

    who = rows.plain_id(said(header.STUDENT) or "")
    if not who:
        notices.append(Notice("no student id", line))
    answers: Answers = {}
    for field, value in _fields(_answers(node), ""):
        if field in answers:
            notices.append(
                Notice(
                    f"{who} answered {field} twice ({str(answers[field])[:40]!r}); "
                    "the later counts",
                    line,
                )
            )
        answers[field] = _answer(value, who, field, notices, line)
    return Record(
        who, answers, line,
        attempt=rows.attempt(said(header.ATTEMPT) or ""), submitted=said(header.SUBMITTED),
        name=said(header.NAME[1:]) or "", details=_details(node),
    )  # fmt: skip


def _details(node: dict[str, Node]) -> dict[str, str]:
    """Of a file that comes beside a sheet: that it does, and for which set it was made."""
    if node.get("schema") != HANDED_IN:
        return {}
    made_for = text(node.get("set"))
    return {enclosed.MARK: "yes", **({"set": made_for} if made_for else {})}


def _fields(node: Node, above: str) -> Iterator[tuple[str, Node]]:
    """The answers with their names; what is nested is joined by a dot."""
    if isinstance(node, dict):
        for key, value in node.items():
            field = f"{above}.{key}" if above else key
            if isinstance(value, dict):
                yield from _fields(value, field)
            else:
                yield field, value
    elif isinstance(node, list):
        for each in node:
            if isinstance(each, dict):
                yield _long(each)


def _long(node: dict[str, Node]) -> tuple[str, Node]:
    keys = list(node)

    def value(names: tuple[str, ...]) -> Node:
        at = header.column(keys, names)
        return None if at is None else node[keys[at]]

    exercise, part = text(value(header.EXERCISE)), text(value(header.PART))
    return f"{exercise}.{part}" if part else exercise, value(header.ANSWER)


def _answer(node: Node, who: str, field: str, notices: list[Notice], line: int) -> str | list[str]:
    if isinstance(node, list) and all(not isinstance(each, list | dict) for each in node):
        return [text(each) for each in node]
    if isinstance(node, list):
        notices.append(Notice(f"{who} {field} is a list of lists; not read", line))
        return ""
    said = text(node)
    if len(said) > limits.answer(said):
        notices.append(
            Notice(
                f"{who} {field} has {len(said):,} characters: too long for an answer, not read",
                line,
            )
        )
        return ""
    return said
