"""Answers as people write them, through `judge_chunks` as `exgen judge --jsonl` calls it.

What the files hold: `corpus/README.md`.
"""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from exgen.grading.case import Sheet
from exgen.grading.judge_lines import judge_chunks

CORPUS = Path(__file__).parent / "corpus"
TARGETS = {
    "numeric": {"kind": "numeric", "right": 41.8, "tolerance": {"rel": 0.01}},
    "units": {"kind": "units", "right": 41.8, "unit": "ms", "tolerance": {"rel": 0.01}},
    "symbolic": {"kind": "symbolic", "right": "2*S*H**2/(B*W)", "vars": ["S", "H", "B", "W"]},
    "choice": {
        "kind": "choice",
        "right": ["A"],
        "options": ["A", "B", "C", "D"],
        "choice": "multiple",
    },
    "set": {"kind": "set", "right": [1], "tolerance": {"rel": 0.01}},
}
LEGAL = {"hos-125": "incorrect"}  # a negative number is a number


def _cases(name: str) -> list[Any]:
    lines = (CORPUS / name).read_text("utf-8").splitlines()
    return [pytest.param(case, id=case["id"]) for case in map(json.loads, lines)]


def verdict_on(case: dict[str, Any]) -> Any:
    lines = b"".join(judge_chunks([json.dumps(case).encode() + b"\n"], Sheet())).splitlines()
    assert len(lines) == 1
    return json.loads(lines[0])


@pytest.mark.parametrize("case", [*_cases("cases.jsonl"), *_cases("siblings.jsonl")])
def test_verdict(case: dict[str, Any]) -> None:
    found = verdict_on(case)
    assert found["id"] == case["id"]
    defensible = {case["verdict"], *case.get("also_ok", [])}
    assert found["verdict"] in defensible or case.get("warn"), (found, case.get("why"))
    assert found["notices"] or not case.get("warn")
    assert found["verdict"] != "invalid" or found["notices"], (
        "a refusal says what was not understood"
    )
    assert "defect" not in "".join(found["notices"])


def _answers_of_hostile() -> list[Any]:
    readable = {*TARGETS, "export"}
    return [each for each in _cases("hostile.jsonl") if each.values[0]["target"] in readable]


@pytest.mark.parametrize("hostile", _answers_of_hostile())
def test_hostile(hostile: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = hostile.get("input") or "".join(piece * count for piece, count in hostile["build"])
    target = TARGETS["numeric" if hostile["target"] == "export" else hostile["target"]]
    started = time.perf_counter()
    found = verdict_on({"id": hostile["id"], "given": text, **target})
    assert time.perf_counter() - started < 1
    assert found["verdict"] == LEGAL.get(hostile["id"], "invalid")
    assert all(notice.isprintable() and len(notice) < 500 for notice in found["notices"])
    assert list(tmp_path.iterdir()) == []
