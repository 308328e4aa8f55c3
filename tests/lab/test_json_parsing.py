"""The lab on removed parsing: its file, a record that was measured, and forged ones."""

from __future__ import annotations

import contextlib
import hashlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exgen.errors import ExgenError
from exgen.lab import json_parsing
from tests.fixtures import TESTS, Case, cases

RECORD = (TESTS / "lab" / "json_parsing.json").read_text("utf-8")
FACTS = json_parsing.facts("5")


def failing(text: str) -> list[str]:
    return [f"{c.id}: {c.says}" for c in json_parsing.judge(FACTS, text) if not c.holds]


def changed(**changes: Any) -> str:
    return json.dumps({**json.loads(RECORD), **changes})


def test_the_file_is_the_same_everywhere() -> None:
    """The digest is what students' records say; a change of it makes every old record wrong."""
    body = json_parsing.data("5")
    assert hashlib.sha256(body).hexdigest() == FACTS["sha256"]
    assert FACTS["sha256"].startswith("d1fc150640903bc7")
    assert body.count(b"\n") == int(FACTS["lines"]) == 10_000
    assert len({json_parsing.facts(str(number))["sha256"] for number in (1, 2, 3)}) == 3


def test_the_checksum_is_that_of_the_lines() -> None:
    total = 0
    for line in json_parsing.data("5").splitlines():
        one = json.loads(line)
        total = (total + (one["id"] + 1) * one["output_tokens"]) % 1_000_000_007
    assert str(total) == FACTS["checksum"]


def test_every_claim_of_a_measured_record_holds() -> None:
    assert failing(RECORD) == []
    assert len(json_parsing.judge(FACTS, RECORD)) == 9


@pytest.mark.parametrize("case", cases("lab/forged.txt"))
def test_a_forged_record_is_caught(case: Case) -> None:
    assert case.says[0] in failing(case.applied(RECORD))


def test_there_are_ten_forgeries_and_more() -> None:
    assert len(cases("lab/forged.txt")) >= 10


def test_both_paths_cannot_have_the_same_timings() -> None:
    record = json.loads(RECORD)
    same = {**record["contender"], "samples_ns": record["baseline"]["samples_ns"]}
    assert "samples: Both paths have the same timings." in failing(changed(contender=same))


def test_an_honest_rejection_earns_the_same() -> None:
    """A machine on which the saving is not 29 parses: the record says so, and is right."""
    record = json.loads(RECORD)
    slow = [2 * each for each in record["parse_alone_ns"]]
    stated = {**record["stated"], "parse_ms": 130.54, "verdict": "Rejected"}
    assert failing(changed(parse_alone_ns=slow, stated=stated)) == [
        "first: The contender's first iteration, the one that parses, is missing or too short."
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "not JSON"),
        ("[]", "not a JSON object"),
        ("{" * 20_000, "not JSON"),
        ('{"schema": NaN}', "not JSON"),
        ("x" * 500_000, "500,000 characters"),
        ('{"schema": "exgen.investigation/1"}', "not a record of the lab json_parsing"),
        ('{"schema": "exgen.evidence/1", "lab": "json_parsing"}', "incomplete"),
        (RECORD[:900], "not JSON"),
        (changed(parse_alone_ns="thirty"), "incomplete"),
        (changed(stated={}), "incomplete"),
    ],
)
def test_what_is_no_record_is_not_understood(text: str, said: str) -> None:
    with pytest.raises(ExgenError, match=said):
        json_parsing.judge(FACTS, text)


LEAVES = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8)
)


@given(
    st.sampled_from(sorted(json.loads(RECORD))),
    st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)),
)  # fmt: skip
def test_no_record_raises_anything_else(field: str, value: Any) -> None:
    with contextlib.suppress(ExgenError):
        json_parsing.judge(FACTS, changed(**{field: value}))
