"""A part in words, from its page to marks that a person gave."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from click.testing import CliRunner

from exgen import exercise, freeze, key, library, solving, template
from exgen.cli import main
from exgen.errors import ExgenError

PAGE = """```toml
title   = "Words"
level   = "foundational"
topics  = ["talk"]
minutes = 5
[given]
W = { value = "2 TB/s", is = "bandwidth" }
M = { value = "40 GB", is = "weights" }
[find.t]
ask   = "The time of one pass over the weights."
law   = "t == M/W"
unit  = "ms"
slips = [{ id = "bits", law = "t == 8*M/W", says = "Bytes, not bits." }]
[find.why]
ask   = "Why is it a lower bound?"
model_answer = "Nothing is faster than the memory, so {{ t }} is the least."
points = [
  { is = "Names the memory.", marks = 2 },
  { is = "Says that {{ t }} is a bound.", never = ["It is a forecast."] },
]
```

## Problem

{{ M }} at {{ W }}.

## Solution

{{ t.derivation }}
"""


def frozen(page: str = PAGE) -> key.Exercise:
    """The page as a key's first problem."""
    return freeze.freeze(
        exercise.make(solving.solve(template.read("talk/w", "w.md", page)), "1"), 1
    )


def test_a_rubric_is_frozen_with_its_values() -> None:
    part = frozen().parts[1]
    assert (part.kind, part.marks, part.shown) == ("rubric", "3", "in words")
    assert part.model_answer == "Nothing is faster than the memory, so 20\u00a0ms is the least."
    assert part.rubric[1] == key.RubricPoint(
        "Says that 20\u00a0ms is a bound.", "1", ("It is a forecast.",)
    )


@pytest.mark.parametrize(
    ("was", "now", "message"),
    [
        ('model_answer = "Nothing', 'unit = "s"\nmodel_answer = "Nothing', "no law, unit, options"),
        ('model_answer = "Nothing', 'marks = 4\nmodel_answer = "Nothing', "no law, unit, options"),
        ("marks = 2 },", "mark = 2 },", "unknown key 'find.why.points.mark'"),
        ("Says that {{ t }}", "Says that {{ u }}", "unknown name 'u'"),
        ('"Why is it a lower bound?"', '"Why is {{ t }} a lower bound?"', "'t'"),
    ],
)
def test_what_a_rubric_cannot_be(was: str, now: str, message: str) -> None:
    assert was in PAGE
    with pytest.raises(ExgenError) as caught:
        frozen(PAGE.replace(was, now))
    assert message in str(caught.value)


def test_texts_go_out_and_marks_come_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    library.load.cache_clear()
    page = tmp_path / "templates" / "talk" / "w.md"
    page.parent.mkdir(parents=True)
    page.write_text(PAGE, "utf-8")
    Path("s.toml").write_text('title = "S"\n[[problem]]\ntemplate = "talk/w"\n', "utf-8")
    run("build", "--seed", "1", "--set", "s.toml")
    path = str(next(Path("answer_keys").iterdir()))
    Path("a.csv").write_text("student,1a,1b\ns1,20,The memory\ns2,160,\n", "utf-8")

    first = run("grade", "a.csv", "--key", path, "--to-mark", "out.csv", "--results", "r.json")
    assert "undecided" in first
    header, row = csv.reader(io.StringIO(Path("out.csv").read_text("utf-8-sig")))
    assert (row[0], row[header.index("max")]) == ("s1", "3")
    row[header.index("marks")] = "2"
    with Path("back.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([header, row])

    marked = run("grade", "a.csv", "--key", path, "--marked", "back.csv", "--results", "r2.json")
    assert "by_hand" in marked
    moved = run("diff", "r.json", "r2.json").splitlines()
    assert moved[0] == "1 student moves"
    assert moved[-1].split()[:5] == ["s1", "1b", "0", "2", "+2"]


def run(*words: str) -> str:
    """A command's output."""
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 0, result.output
    return result.stdout
