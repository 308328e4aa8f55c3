"""Key -> HTML of the three booklets, well-formed, to be made into PDF files by `pdf.py`.

The problem booklet is made from the student's view of the key, which has no field for an answer.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

import msgspec
from jinja2 import FunctionLoader, StrictUndefined
from jinja2.sandbox import SandboxedEnvironment
from markupsafe import Markup

from exgen import key as keys
from exgen import units, values
from exgen.expression import decimals
from exgen.render import derivation, inline, plot, prose

if TYPE_CHECKING:
    from collections.abc import Iterable

    from exgen.key import Exercise, Key, Part, Sheet, SheetExercise

PAPERS = {"a4": "A4", "letter": "letter"}


class Aligned(msgspec.Struct, frozen=True):
    """A shown value in three columns, so that a table aligns at the decimal point."""

    whole: str
    decimals: str  # with the point; empty for a whole number
    unit: str


def problems_html(key: Key, paper: str) -> str:
    """The sheet that a student fills in."""
    return _render("problems", keys.sheet(key), paper, sources=_sources(key))


def solutions_html(key: Key, paper: str) -> str:
    """Derivations, accepted answers and the common slips."""
    return _render("solutions", keys.sheet(key), paper, exercises=key.exercises)


def interviewer_html(key: Key, paper: str) -> str:
    """What to listen for, problem by problem."""
    return _render("interviewer", keys.sheet(key), paper, exercises=key.exercises)


def _render(booklet: str, sheet: Sheet, paper: str, **more: object) -> str:
    template = _environment().get_template(f"{booklet}.html.j2")
    return template.render(sheet=sheet, size=PAPERS[paper], totals=totals(sheet.exercises), **more)


@cache
def _environment() -> SandboxedEnvironment:
    folder = files("exgen") / "render"
    environment = SandboxedEnvironment(
        loader=FunctionLoader(lambda name: (folder / name).read_text("utf-8")),
        undefined=StrictUndefined, autoescape=True, trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    environment.filters |= {
        "blocks": prose.blocks,
        "line": prose.line,
        "name": lambda id: Markup(inline.name(id)),
        "aligned": aligned,
        "formula": prose.formula,
        "unit": unit,
        "amount": lambda marks, word: f"{marks} {word}{'' if marks == '1' else 's'}",
    }
    environment.globals |= {
        "names": names,
        "worked": worked,
        "roofline": lambda of: Markup(plot.roofline(of)),
        "accepted": accepted,
        "columns": columns,
        "marks_of": lambda exercise: _total(part.marks for part in exercise.parts),
    }
    return environment


def names(exercise: Exercise | SheetExercise) -> list[str]:
    """The names that mean quantities in the text of an exercise."""
    return [given.name for given in exercise.givens] + [part.id for part in exercise.parts]


def worked(exercise: Exercise) -> Markup:
    """The solution with its derivations."""
    lines = {part.id: part.derivation for part in exercise.parts}
    known = names(exercise) + [line.lhs for part in exercise.parts for line in part.derivation if line.lhs.isidentifier()]
    return prose.blocks(exercise.solution, known, lambda id: derivation.table(lines[id]))


def aligned(shown: str) -> Aligned:
    """`41.79 ms` -> ("41", ".79", "ms")."""
    number, _, unit = shown.partition(values.NBSP)
    whole, point, rest = number.partition(".")
    return Aligned(whole, point + rest, unit)


def columns(parts: Iterable[Part], with_slips: bool) -> tuple[int, int]:
    """Widths in points, good to a few, of the columns before and after the decimal point."""
    shown = [part.shown for part in parts if part.kind == "quantity"]
    if with_slips:
        shown = [outcome.shown for part in parts for outcome in part.outcomes]
    split = [aligned(each) for each in shown]
    before = max((len(each.whole) for each in split), default=4)
    after = max((len(each.decimals) + len(each.unit) for each in split), default=10)
    return 6 + round(4.9 * before), 16 + round(5.4 * after)


def unit(text: str) -> str:
    """The unit as it stands beside a box: "ms", "requests"; empty for a bare number."""
    return "" if text == "1" else values.show("2", text).partition(values.NBSP)[2]


def accepted(part: Part) -> str:
    """The interval of right answers as it is printed: `41.4 to 42.2`, rounded outward by nothing that counts."""
    if part.lo == part.hi or not part.lo:
        return ""
    return f"{_bound(part.lo)} to {_bound(part.hi)}"


def _bound(text: str) -> str:
    return decimals.grouped(decimals.rounded(units.number(text), 5))


def totals(exercises: Iterable[SheetExercise]) -> dict[str, str]:
    """How many problems, marks and minutes, as text."""
    every = list(exercises)
    return {
        "problems": str(len(every)),
        "marks": _total(part.marks for exercise in every for part in exercise.parts),
        "minutes": str(sum(exercise.minutes for exercise in every)),
    }


def _total(marks: Iterable[str]) -> str:
    total = sum(map(Fraction, marks), Fraction(0))
    return str(total.numerator) if total.denominator == 1 else str(float(total))


def _sources(key: Key) -> list[str]:
    return sorted({source for exercise in key.exercises for source in exercise.sources})
