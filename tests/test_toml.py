"""TOML keeps numbers as written and says where it is wrong."""

from __future__ import annotations

import pytest

from exgen import toml
from exgen.errors import ExgenError


def test_decimals_stay_text() -> None:
    assert toml.read("a = 0.90\nb = 7\nc = nan") == {"a": "0.90", "b": 7, "c": "nan"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a = 1\nb = = 2", "x:11: TOML: Invalid value in column 5"),
        ("a = 1\nb = [1,\n", "x:11: TOML: Invalid value (at end of document)"),
        ("a = 1\na = 2\n", "x:11: TOML: Cannot overwrite a value in column 6"),
        ("a = " + "[" * 10_000, "x:10: TOML: nested too deeply"),
        ("a = " + "9" * 5000, "x:10: TOML: a number is too long"),
    ],
)
def test_what_is_no_toml(text: str, said: str) -> None:
    with pytest.raises(ExgenError) as caught:
        toml.read(text, first_line=10)
    assert str(caught.value.at("x")) == said


def test_the_line_of_a_key() -> None:
    text = 'title = "x"\n[policy]\nfollow = 1\nwith = { gpu = "h" }'
    assert [toml.line_of(text, key) for key in ("title", "follow", "gpu", "nothing")] == [
        1,
        3,
        4,
        1,
    ]
