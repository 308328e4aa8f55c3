"""The README is true: its `exgen` commands run in an empty folder and print what it shows."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from exgen.cli import main

README = (Path(__file__).parent.parent / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(sh|text|csv)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def run(line: str) -> str:
    """What a command prints; it must succeed."""
    words = shlex.split(line)
    assert words[0] == "exgen"
    result = CliRunner().invoke(main, words[1:])
    assert result.exit_code == 0, f"{line}\n{result.output}"
    return result.output


def lines(text: str) -> list[str]:
    """Without regard to how words are spaced: exgen prints no-break spaces."""
    return [" ".join(line.split()) for line in text.splitlines()]


def test_the_commands_do_what_the_readme_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    printed: list[str] = []
    for kind, block in BLOCKS:
        if kind == "sh":
            commands = [line for line in block.splitlines() if line.startswith("exgen")]
            printed = lines("".join(map(run, commands)))
        elif kind == "csv":
            Path("answers.csv").write_text(block, "utf-8")
        else:
            missing = [line for line in lines(block) if line not in printed]
            assert not missing, "\n".join(["README shows lines that are not printed:", *missing])


def test_the_readme_opens_with_the_two_commands() -> None:
    first = BLOCKS[0][1].splitlines()
    assert [line.split("#")[0].split() for line in first] == [["make", "build"], ["make", "test"]]


def test_what_the_readme_links_to_exists() -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", README)
    assert links
    assert all((Path(__file__).parent.parent / link).exists() for link in links)
