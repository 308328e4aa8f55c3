"""Labs that are checks: what `exgen check` wrote, packed, handed in and judged again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from exgen.cli import main
from exgen.errors import ExgenError
from exgen.lab import investigation
from tests.fixtures import TESTS, Case, cases

BASE = (TESTS / "measure" / "base.json").read_text("utf-8")
CHECK = {"check": json.loads(BASE)["check"]}


def claims(text: str) -> dict[str, bool]:
    return {claim.id: claim.holds for claim in investigation.judge(CHECK, text)}


def test_a_sound_record_earns_all_claims() -> None:
    assert claims(BASE) == {"check": True, "accepted": True, "decided": True}


@pytest.mark.parametrize("case", cases("measure/forged.txt"))
def test_what_is_no_evidence_is_not_accepted(case: Case) -> None:
    found = claims(case.applied(BASE))
    assert not found["accepted"]
    assert not found["decided"]


def test_a_record_of_another_check_is_named() -> None:
    first = investigation.judge({"check": "kernels/fusion_savings"}, BASE)[0]
    assert (first.id, first.holds) == ("check", False)
    assert CHECK["check"] in first.says


@pytest.mark.parametrize("text", ["", "[1]", "{}", BASE[:200], '{"schema": "exgen.plan/1"}'])
def test_what_is_no_record_is_not_understood(text: str) -> None:
    with pytest.raises(ExgenError):
        investigation.judge(CHECK, text)


def test_hand_in_packs_a_record(tmp_path: Path) -> None:
    record = tmp_path / "record.json"
    record.write_text(BASE, "utf-8")
    done = CliRunner().invoke(
        main, ["hand-in", str(record), "--student", "A17", "--part", "1d", "--set", "ABCDEF"]
    )
    assert done.exit_code == 0, done.output
    packed = json.loads((tmp_path / "handed-in-1d.json").read_text("utf-8"))
    assert (packed["schema"], packed["set"]) == ("exgen.handed-in/1", "ABCDEF")
    assert json.loads(packed["answers"]["1d"]) == json.loads(BASE)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--student", "A", "--part", "../x"], "no part '../x'"),
        (["--student", " ", "--part", "1d"], "no part"),
    ],
)
def test_hand_in_refuses_what_no_sheet_has(tmp_path: Path, words: list[str], said: str) -> None:
    record = tmp_path / "record.json"
    record.write_text(BASE, "utf-8")
    done = CliRunner().invoke(main, ["hand-in", str(record), *words])
    assert done.exit_code == 2
    assert said in done.output


def test_hand_in_of_no_record_says_so(tmp_path: Path) -> None:
    record = tmp_path / "plan.json"
    record.write_text('{"schema": "exgen.plan/1"}', "utf-8")
    done = CliRunner().invoke(main, ["hand-in", str(record), "--student", "A", "--part", "1d"])
    assert done.exit_code == 3
    assert "not a record of exgen check" in done.output
