"""Key -> HTML of the three booklets, well-formed, to be made into PDF files by `pdf.py`.

The problem booklet is made from the student's view of the key, which has no field for an answer.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from jinja2 import FunctionLoader, StrictUndefined
from jinja2.sandbox import SandboxedEnvironment
from markupsafe import Markup

from exgen import key as keys
from exgen import units, values
from exgen.expression import decimals
from exgen.render import derivation, inline, plot, prose

if TYPE_CHECKING:
    from collections.abc import Iterable

    from exgen.key import Exercise, Key, Part, Roofline, Sheet, SheetExercise

PAPERS = {"a4": "A4", "letter": "letter"}


_FIGURE_SPACE, _COMMA_SPACE = "\u2007", "\u2008"  # as wide as a digit, as a comma


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
        "roofline": _roofline,
        "accepted": accepted,
        "before_point": before_point,
        "width": width,
        "marks_of": lambda exercise: _total(part.marks for part in exercise.parts),
    }
    return environment


def _roofline(of: Roofline) -> Markup:
    image = Markup('<img class="roofline" src="{}" alt="{}"/>')
    return image.format(plot.address(plot.roofline(of)), plot.said(of))


def names(exercise: Exercise | SheetExercise) -> list[str]:
    """The names that mean quantities in the text of an exercise."""
    return [given.name for given in exercise.givens] + [part.id for part in exercise.parts]


def worked(exercise: Exercise) -> Markup:
    """The solution with its derivations."""
    lines = {part.id: part.derivation for part in exercise.parts}
    lets = [line.lhs for each in lines.values() for line in each if line.lhs.isidentifier()]
    return prose.blocks(
        exercise.solution, names(exercise) + lets, lambda id: derivation.table(lines[id])
    )


def aligned(shown: str, before: int) -> str:
    """The value moved right by spaces as wide as its missing digits, so that a column aligns at the
    decimal point; `before` is what `before_point` says of the column.
    """
    whole = _whole(shown)
    missing = _places(before)[: max(before - len(whole), 0)]
    return missing + shown


def before_point(shown: Iterable[str]) -> int:
    """How many letters stand before the decimal points of a column: `14,336` has six."""
    return max((len(_whole(each)) for each in shown), default=0)


def _whole(shown: str) -> str:
    return shown.partition(values.NBSP)[0].partition(".")[0]


def _places(letters: int) -> str:
    """Spaces in the shape of a number of so many letters: six are two, a comma's, and three."""
    from_right = (_COMMA_SPACE if at % 4 == 3 else _FIGURE_SPACE for at in range(letters))
    return "".join(from_right)[::-1]


def width(shown: Iterable[str]) -> int:
    """Points that a column of such values takes, good to a few."""
    split = [(len(_whole(each)), len(each)) for each in shown]
    before = max((whole for whole, _ in split), default=0)
    return 16 + round(
        4.9 * before + 5.3 * max((total - whole for whole, total in split), default=10)
    )


def unit(text: str) -> str:
    """The unit as it stands beside a box: "ms", "requests"; empty for a bare number."""
    return "" if text == "1" else values.show("2", text).partition(values.NBSP)[2]


def accepted(part: Part) -> str:
    """The interval of right answers, five figures: `41.374 to 42.209`; empty if it is a point."""
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
