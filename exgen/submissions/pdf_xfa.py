"""The XFA data that some forms carry beside their fields: only compared, never trusted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

if TYPE_CHECKING:
    from collections.abc import Iterator

    from exgen.submissions.submission import Answers

_MAX_BYTES = 5_000_000


def differing(reader: Any, answers: Answers) -> list[str]:
    """`q1 is '57 ms' there` for each field whose XFA value is another."""
    form = reader.trailer["/Root"].get("/AcroForm")
    xfa = form.get_object().get("/XFA") if form is not None else None
    if xfa is None:
        return []
    found: dict[str, str] = {}
    for data in _parts(xfa.get_object()):
        found.update(_leaves(data))
    return [
        f"{name} is {said[:40]!r} there"
        for name, said in found.items()
        if name in answers
        and isinstance(answers[name], str)
        and said.strip() != str(answers[name]).strip()
    ]


def _parts(xfa: Any) -> Iterator[bytes]:
    for part in xfa if isinstance(xfa, list) else [xfa]:
        stream = part.get_object()
        if hasattr(stream, "get_data"):
            yield stream.get_data()


def _leaves(data: bytes) -> Iterator[tuple[str, str]]:
    """Name and text of the elements below the data set, if this part is it."""
    if b"datasets" not in data or len(data) > _MAX_BYTES or b"<!DOCTYPE" in data:
        return
    try:
        root = ElementTree.fromstring(data)  # noqa: S314 - no DOCTYPE, so no entities
    except ElementTree.ParseError:
        return
    for element in root.iter():
        if len(element) == 0 and element.text:
            yield element.tag.rpartition("}")[2], element.text
