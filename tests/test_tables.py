"""Rows are found by key, and say where their numbers were read."""

from __future__ import annotations

import pytest

from exgen import tables
from exgen.errors import ExgenError


def test_tables() -> None:
    assert set(tables.table_names()) >= {"accelerators", "formats", "links", "models"}


@pytest.mark.parametrize("table", tables.table_names())
def test_every_row_has_a_name_a_source_and_a_confidence(table: str) -> None:
    for key, row in tables.table(table).items():
        assert row.key == key
        assert row.name
        assert row.source
        assert row.fields["confidence"]


def test_a_row() -> None:
    row = tables.row("accelerators", "h100_sxm")
    assert (row.name, row.text("memory"), row.from_memory) == (
        "NVIDIA H100 SXM5 80GB",
        "80 GB",
        False,
    )
    assert "source" not in dict(row.facts())
    assert tables.find("llama-3-70b") is not None
    assert tables.find("nothing") is None


@pytest.mark.parametrize(
    ("table", "key", "field", "message"),
    [
        ("acelerators", "", "", "no table 'acelerators' .did you mean 'accelerators'"),
        ("../data/models", "", "", "no table"),
        ("models", "llama-3-7b", "", "no 'llama-3-7b' in models"),
        ("accelerators", "h100_sxm", "memry", "has no 'memry' .did you mean 'memory'"),
    ],
)
def test_what_is_not_there(table: str, key: str, field: str, message: str) -> None:
    with pytest.raises(ExgenError, match=message):
        tables.row(table, key).text(field)
