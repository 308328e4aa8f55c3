"""What a list says of a page, from its TOML block alone: no law is read, nothing is solved.

The block is not checked here; what is missing or of the wrong type stays empty.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import msgspec

from exgen.errors import UsageError, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping, Sequence
    from pathlib import Path

    from exgen.template import Kind

LEVELS = ("foundational", "intermediate", "principal")
IMPLIED: dict[str, Kind] = {
    "points": "rubric",
    "items": "order",
    "lab": "evidence",
    "options": "choice",
    "in_terms_of": "formula",
}
"""A key of a part -> the kind that it implies; the first one counts."""


class Witnesses(msgspec.Struct, frozen=True):
    """What confirms the laws of a page beside algebra: a count, a measurement that is planned, and
    the devices on which one is on record.
    """

    counted: bool
    planned: bool
    records: tuple[str, ...]


class Outline(msgspec.Struct, frozen=True):
    """One page in a list; `parts` are ids with their kinds."""

    id: str
    title: str
    level: str
    topics: tuple[str, ...]
    minutes: int | None
    parts: dict[str, str]
    witnesses: Witnesses

    @property
    def topic(self) -> str:
        """The folder."""
        return self.id.partition("/")[0]

    @property
    def name(self) -> str:
        """The file."""
        return self.id.partition("/")[2]


def implied(keys: Container[str]) -> Kind:
    """The kind of a part that does not say it, from the keys it has."""
    return next((kind for key, kind in IMPLIED.items() if key in keys), "quantity")


def outline(id: str, head: Mapping[str, object], checks: Path) -> Outline:
    """A page's TOML block as a list shows it; `checks` is the folder of counts and measurements."""
    find, topics, minutes = head.get("find"), head.get("topics"), head.get("minutes")
    return Outline(
        id,
        _text(head.get("title")),
        _text(head.get("level")),
        tuple(map(str, topics)) if isinstance(topics, list) else (),
        minutes if isinstance(minutes, int) else None,
        {name: _kind(part) for name, part in find.items()} if isinstance(find, dict) else {},
        _witnesses(id, checks),
    )


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _kind(part: object) -> str:
    if not isinstance(part, dict):
        return "?"
    return _text(part.get("kind")) or implied(part)


def _witnesses(id: str, checks: Path) -> Witnesses:
    records = sorted(path.parent.parent.name for path in checks.glob(f"records/*/{id}.json"))
    counted, planned = (checks / f"{id}.py").is_file(), (checks / f"{id}.toml").is_file()
    return Witnesses(counted, planned, tuple(records))


def kinds(each: Outline) -> str:
    """`choice, quantity ×3`, in the order of the page."""
    counts = Counter(each.parts.values())
    return ", ".join(f"{kind} ×{n}" if n > 1 else kind for kind, n in counts.items())


def witnesses(each: Outline) -> str:
    """`algebra, count, h200`: the devices on record, or "plan" if a measurement is only planned."""
    said = ["algebra", *["count"] * each.witnesses.counted]
    return ", ".join(said + list(each.witnesses.records or ["plan"] * each.witnesses.planned))


def chosen(
    outlines: Iterable[Outline], levels: Sequence[str], topics: Sequence[str]
) -> list[Outline]:
    """Those of these levels and topics; no level or topic means any. Raises UsageError."""
    every = list(outlines)
    for level in levels:
        if level not in LEVELS:
            raise UsageError(f"no level {level!r}", hint=did_you_mean(level, LEVELS))
    known = {topic for each in every for topic in (each.topic, *each.topics)}
    for topic in topics:
        if topic not in known:
            raise UsageError(f"no template on {topic!r}", hint=did_you_mean(topic, known))
    return [
        each
        for each in every
        if (not levels or each.level in levels)
        and (not topics or {each.topic, *each.topics} & set(topics))
    ]
