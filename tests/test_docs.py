"""What the documentation shows is what exgen takes."""

from __future__ import annotations

import re
from pathlib import Path

from exgen import key, library, problem_set, set_file

ROOT = Path(__file__).parent.parent


def test_the_set_in_the_documentation_is_drawn(tmp_path: Path) -> None:
    shown = re.findall(
        r"```toml\n(.*?)```", (ROOT / "docs" / "sets.md").read_text("utf-8"), re.DOTALL
    )
    path = tmp_path / "week3.toml"
    path.write_text(shown[0], "utf-8")
    where = [ROOT / "templates"]
    chosen = set_file.read(str(path), where)
    made = problem_set.make("week3", chosen, "7", problem_set.Wish(), where, lambda _: None)
    assert [each.seed for each in made.exercises] == ["7", "7", "7/2"]
    assert made.exercises[0].givens[1].value == "h100_sxm"
    assert made.policy == key.Policy()


def test_the_page_in_the_documentation_is_read(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "templates.md").read_text("utf-8")
    block = re.search(r"````markdown\n(```toml\n.*?```)\n", text, re.DOTALL)
    assert block
    page = tmp_path / "templates" / "decode" / "shown.md"
    page.parent.mkdir(parents=True)
    rest = "\n\n## Problem\n\nOne problem.\n\n## Solution\n\n{{ T.derivation }}\n"
    page.write_text(block[1] + rest, "utf-8")
    assert library.load("decode/shown", page).head.minutes == 8
