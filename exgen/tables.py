"""The data tables, `data/*.toml`: rows of facts, each with its source and confidence.

A row's fields are texts (`"3.35 TB/s"`), whole numbers or lists; nothing is converted here. Rows
are `confirmed` (read in public text), `definition`, or `from memory`; the last are never drawn
unless a set asks for them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from exgen.errors import ExgenError, did_you_mean

FROM_MEMORY = "from memory"
_PROSE = ("name", "source", "confidence", "notes", "unconfirmed")


class Row(msgspec.Struct, frozen=True):
    """One entry: `table` and `key` name it, `fields` holds everything as read."""

    table: str
    key: str
    fields: Mapping[str, Any]

    @property
    def name(self) -> str:
        """How people call it: "NVIDIA H100 SXM5 80GB"."""
        return str(self.fields.get("name", self.key))

    @property
    def source(self) -> str:
        """Where its numbers were read."""
        return str(self.fields.get("source", ""))

    @property
    def from_memory(self) -> bool:
        """Whether nobody has confirmed it."""
        return self.fields.get("confidence") == FROM_MEMORY

    def has(self, field: str) -> bool:
        """Whether the row states the field."""
        return field in self.fields

    def text(self, field: str) -> str:
        """A field as text, `"3.35 TB/s"`; raises ExgenError with what there is."""
        if field not in self.fields:
            raise ExgenError(
                f"{self.table} {self.key!r} has no {field!r}", hint=did_you_mean(field, self.fields)
            )
        return str(self.fields[field])

    def facts(self) -> list[tuple[str, str]]:
        """All fields but the prose ones, in file order."""
        return [(key, str(value)) for key, value in self.fields.items() if key not in _PROSE]


@cache
def table_names() -> tuple[str, ...]:
    """The tables there are, sorted."""
    folder = files("exgen") / "data"
    return tuple(sorted(f.name[:-5] for f in folder.iterdir() if f.name.endswith(".toml")))


@cache
def table(name: str) -> Mapping[str, Row]:
    """All rows of a table by key. Raises ExgenError for an unknown table."""
    if name not in table_names():
        raise ExgenError(f"no table {name!r}", hint=did_you_mean(name, table_names()))
    text = (files("exgen") / "data" / f"{name}.toml").read_text("utf-8")
    rows = tomllib.loads(text, parse_float=str)  # str keeps "63.0" and "31.5" exact
    return {key: Row(name, key, fields) for key, fields in rows.items()}


def row(table_name: str, key: str) -> Row:
    """One row. Raises ExgenError with the nearest key."""
    rows = table(table_name)
    if key not in rows:
        raise ExgenError(f"no {key!r} in {table_name}", hint=did_you_mean(key, rows))
    return rows[key]


def find(key: str) -> Row | None:
    """The row of that key in whichever table has it."""
    return next((table(name)[key] for name in table_names() if key in table(name)), None)
