"""Text fixtures: rows of `left | right`, and cases that change a good file into a bad one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest

from exgen.errors import ExgenError

if TYPE_CHECKING:
    from collections.abc import Callable

    from _pytest.mark import ParameterSet

TESTS = Path(__file__).parent
TEMPLATES = TESTS.parent / "templates"


def rows(path: str) -> list[ParameterSet]:
    """The lines of a fixture, cut at ` | `; empty lines and # remarks are left out."""
    lines = (TESTS / path).read_text("utf-8").splitlines()
    kept = [line for line in lines if line.strip() and not line.startswith("#")]
    return [pytest.param(*[cell.strip() for cell in line.split(" | ")], id=line) for line in kept]


def refused_or_fine(work: Callable[[], object]) -> None:
    """Whatever the input was: no traceback, and a refusal is one line."""
    said = ""
    try:
        work()
    except ExgenError as error:
        said = str(error)
    assert "\n" not in said


class Case(msgspec.Struct, frozen=True):
    """`-` and `+` lines are changes of a good file; `=` lines are what must be said about it."""

    changes: tuple[tuple[str, str], ...]
    says: tuple[str, ...]

    def applied(self, good: str) -> str:
        """The changed file; a change that has nothing to change is a mistake of the case."""
        for old, new in self.changes:
            assert old in good, f"the good file has no {old!r}"
            good = good.replace(old, new, 1)
        return good


def cases(path: str) -> list[ParameterSet]:
    """The cases of a fixture: a title, then its `-`, `+` and `=` lines; a blank line ends a case."""
    text = (TESTS / path).read_text("utf-8")
    blocks = [block.strip("\n").split("\n") for block in text.split("\n\n")]
    return [
        pytest.param(_case(lines[1:]), id=lines[0])
        for lines in blocks
        if not lines[0].startswith("#")
    ]


def _case(lines: list[str]) -> Case:
    changes: list[tuple[list[str], list[str]]] = []
    for mark, line in [(line[0], line[2:]) for line in lines]:
        if mark == "-" and (not changes or changes[-1][1]):
            changes.append(([], []))
        if mark in "-+":
            changes[-1]["-+".index(mark)].append(line)
    says = tuple(line[2:] for line in lines if line[0] == "=")
    return Case(tuple(("\n".join(old), "\n".join(new)) for old, new in changes), says)
