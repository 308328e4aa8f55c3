"""The files in `files/`, as programs and people leave them, are read as `EXPECTED.json` says."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from exgen.errors import UnreadableError
from exgen.submissions.listing import plain
from exgen.submissions.read import Wish, read

FILES = Path(__file__).parent / "files"
EXPECTED: dict[str, dict[str, Any]] = json.loads((FILES / "EXPECTED.json").read_text("utf-8"))
ERRORS = [name for name, expected in EXPECTED.items() if expected["expect"] == "error"]
READABLE = [name for name in EXPECTED if name not in ERRORS]
_KEPT = ("format", "encoding", "delimiter", "header_map", "due", "final")
_SMALL = {
    "not",
    "with",
    "and",
    "that",
    "this",
    "there",
    "neither",
    "valid",
    "from",
    "has",
    "the",
    "message",
    "names",
}


def words(text: str) -> set[str]:
    """The words of a meaning that any wording of it must hold: names, numbers, nouns."""
    return set(re.findall(r"[\w.@-]{3,}", text.casefold())) - _SMALL


def shares_meaning(wanted: str, said: str) -> bool:
    """Whether a message holds at least half of the words, and every name with a digit."""
    want, have = words(wanted), words(said)
    names = {word for word in want if re.search(r"^(?:student-|q)\d", word)}
    found = {word for word in want if any(word[:6] in other for other in have)}
    return names <= found and len(found) * 2 >= len(want)


@pytest.mark.parametrize("name", READABLE)
def test_read(name: str) -> None:
    expected = EXPECTED[name]
    found = plain(read(FILES / name, Wish(due=expected.get("due", ""))))
    assert {key: found[key] for key in _KEPT if key in expected} == {
        key: expected[key] for key in _KEPT if key in expected
    }
    assert len(found["records"]) == len(expected["records"])
    for record, wanted in zip(found["records"], expected["records"], strict=True):
        assert {key: record[key] for key in wanted} == wanted
    if expected["expect"] == "ok":
        assert found["notices"] == []


@pytest.mark.parametrize(
    ("name", "wanted"),
    [(name, wanted) for name in READABLE for wanted in EXPECTED[name].get("notices", ())],
)
def test_notices(name: str, wanted: str) -> None:
    found = plain(read(FILES / name, Wish(due=EXPECTED[name].get("due", ""))))["notices"]
    if wanted.startswith("q99"):  # known only with a key: test_against
        return
    assert shares_meaning(wanted, " ".join(found)), found


@pytest.mark.parametrize("name", ERRORS)
def test_errors(name: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        read(FILES / name)
    assert caught.value.exit_code == 3
    assert "\n" not in str(caught.value)
    assert name in str(caught.value)
    assert shares_meaning(EXPECTED[name]["error"], str(caught.value)), str(caught.value)
