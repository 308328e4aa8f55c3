"""A lab as it is used: built, done with the runner, handed in, graded."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from click.testing import CliRunner, Result

from exgen import exercise, freeze, key, library, solving, template
from exgen.cli import main
from exgen.errors import ExgenError
from exgen.grading import judge as judging
from exgen.lab import handout, names
from tests.fixtures import TEMPLATES, TESTS

BASELINE, CONTENDER = "return lab.use(lab.parse())", 'if not kept:\n        kept["o"] = lab.parse()'
NOT_YET = 'raise NotImplementedError("write me: paths.py, {}")'


def exgen(*words: str | Path) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("lab")
    made = folder / "labs.toml"
    made.write_text('title = "Lab"\n[[problem]]\ntemplate = "labs/json_parse_lab"\n', "utf-8")
    done = exgen("build", "--set", made, "--seed", "7", "-o", folder / "out", "--keys", folder)
    assert done.exit_code == 0, done.output
    return folder


def run(lab: Path, step: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, lab / "run.py", step], check=False, capture_output=True, text=True
    )


def fill(form: Path, values: dict[str, Any]) -> None:
    lines = form.read_text("utf-8").splitlines()
    for name, value in values.items():
        at = next(i for i, line in enumerate(lines) if line.partition("=")[0].strip() == name)
        lines[at] = f"{name} = {value}  #{lines[at].partition('#')[2]}"
    form.write_text("\n".join(lines), "utf-8")


def stated(timings: dict[str, Any]) -> dict[str, Any]:
    base, reuse = timings["baseline"]["samples_ns"], timings["contender"]["samples_ns"]
    alone, saved = median(timings["parse_alone_ns"]), sum(base) - sum(reuse)
    return {
        "student": "=A17", "baseline_median_ms": median(base) / 1e6,
        "contender_median_ms": median(reuse) / 1e6, "parse_ms": alone / 1e6, "saving_ms": saved / 1e6,
        "verdict": "supported" if 0.75 <= saved / (29 * alone) <= 1.25 else "rejected",
    }  # fmt: skip


def test_a_lab_is_done_handed_in_and_graded(built: Path, tmp_path: Path) -> None:
    """The steps in the order of the sheet; each one too early is refused in a line."""
    lab = next((built / "out").glob("*/lab-1d"))
    assert "no prediction yet" in run(lab, "time").stderr
    assert "parse_ms in prediction.txt is no number" in run(lab, "lock").stderr
    fill(lab / "prediction.txt", {"parse_ms": 40, "use_ms": 1, "saving_ms": 1160})
    assert "locked" in run(lab, "lock").stdout
    assert "locked already" in run(lab, "lock").stderr
    assert run(lab, "time").stderr == "run.py: write me: paths.py, baseline\n"
    paths = (lab / "paths.py").read_text("utf-8")
    paths = paths.replace(NOT_YET.format("baseline"), BASELINE)
    paths = paths.replace(
        NOT_YET.format("contender"), f'{CONTENDER}\n    return lab.use(kept["o"])'
    )
    (lab / "paths.py").write_text(paths, "utf-8")
    assert run(lab, "time").returncode == 0
    fill(lab / "conclusion.txt", stated(json.loads((lab / "timings.json").read_text("utf-8"))))
    assert run(lab, "hand-in").returncode == 0

    handed = tmp_path / "class"
    handed.mkdir()
    (handed / "evidence.json").write_bytes((lab / "evidence.json").read_bytes())
    (handed / "sheets.csv").write_text("student,1a,1d\n=A17,290000,\nB2,3,\n", "utf-8")
    graded = exgen("grade", "--key", next(built.glob("*.json")), handed, "--json")
    marks = json.loads(graded.stdout)["students"][0]["marks"]
    assert [mark["verdict"] for mark in marks[:4]] == ["right", "blank", "blank", "right"]
    assert marks[3]["reads_as"] == "a record, 9 of 9 claims hold"
    assert len(json.loads(graded.stdout)["students"]) == 2


def test_what_students_are_handed_holds_no_answer(built: Path) -> None:
    made = key.decode(next(built.glob("*.json")).read_bytes(), "key")
    facts = dict(made.exercises[0].parts[3].lab.facts)  # type: ignore[union-attr]
    for name, data in handout.of_key(made).items():
        assert facts["checksum"].encode() not in data, name
        assert facts["sha256"].encode() not in data, name


PAGE = """```toml
title   = "Evidence"
level   = "foundational"
topics  = ["lab"]
minutes = 5
[given]
D = { among = [5], is = "data" }
[find.record]
ask   = "The record."
lab   = "json_parsing"
marks = 3
```

## Problem

File {{ D }}.

## Solution

None.
"""


def part(page: str = PAGE) -> key.Part:
    solved = solving.solve(template.read("labs/x", "x.md", page))
    return freeze.freeze(exercise.make(solved, "1"), 1).parts[0]


@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        ('"json_parsing"', '"yaml_parsing"', "unknown lab 'yaml_parsing'"),
        ("D = {", "E = {", "the lab json_parsing needs the given 'D'"),
        ("marks = 3", 'unit = "s"', "evidence takes no law, unit or options"),
    ],
)
def test_what_a_lab_cannot_be(was: str, now: str, said: str) -> None:
    page = PAGE.replace(was, now).replace(
        "{{ D }}", "{{ E }}" if now.startswith("E") else "{{ D }}"
    )
    with pytest.raises(ExgenError, match=said):
        part(page)


def judged(text: str) -> Any:
    asked = part()
    return judging.judge(asked, judging.read_part(asked, text))


def test_each_failing_claim_costs_its_share_and_is_named() -> None:
    record = (TESTS / "lab" / "json_parsing.json").read_text("utf-8")
    assert judged(record).verdict == "right"
    forged = judged(record.replace("300000", "299999").replace("66.35", "1"))
    assert (forged.verdict, float(forged.share)) == ("partial", 7 / 9)
    assert forged.outcomes == ("claim_calls", "claim_medians")
    assert "calls: The baseline parses 10,000 lines" in forged.feedback


def test_no_record_is_invalid_and_not_wrong() -> None:
    assert judged("it was faster").verdict == "invalid"
    assert judged("  ").verdict == "blank"


def test_labs_that_are_checks_name_one_that_exists() -> None:
    for id, path in library.pages([TEMPLATES]).items():
        for spec in library.load(id, path).head.find.values():
            if "/" in spec.lab:
                assert (library.checks() / f"{spec.lab}.toml").is_file()
            elif spec.lab:
                assert spec.lab == names.JSON_PARSING
