"""Marks -> HTML: one page for whoever teaches the class, one for each student.

The pages need nothing beside them: no script, no font, no picture from elsewhere. A student's page
says what was typed, what was read and what is said about it; no answer of the key, no other name.
"""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING

from gmpy2 import mpq
from jinja2 import Environment, FunctionLoader, StrictUndefined, Template

from exgen import units
from exgen.expression.decimals import exact, fixed
from exgen.grading.results import waits
from exgen.report import slips, statistics
from exgen.submissions.submission import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from exgen.grading.results import Mark, Results, Student
    from exgen.key import Key
    from exgen.report.statistics import PartStatistics

MOST_SHOWN = 500  # characters of an answer
MOST_LINKS = 12  # students beside one text

WORDS = {
    "right": "Right",
    "follow_through": "Right with your earlier answer",
    "partial": "Right in part",
    "slip": "A known slip",
    "unit": "A matter of units",
    "wrong": "Not right",
    "invalid": "Not understood",
    "undecided": "Not decided",
    "blank": "No answer",
    "by_hand": "Marked by a person",
}
_SAID = {
    "Right.",
    "No answer.",
    "Not the right value.",
    "Marked by a person.",
}  # adds nothing to those words


def class_page(results: Results, key: Key, names: Sequence[str]) -> str:
    """The report; `names` are the file names of the students' pages."""
    waiting = slips.waiting(results)
    whole = statistics.of_class(results) if results.students else None
    return _template("class").render(
        results=results, policy=results.policy, title=key.title or key.set, titles=_titles(key),
        whole=whole, most_in_bin=max(whole.bins) if whole else 1, few=statistics.FEW,
        parts=statistics.of_parts(results), slips=slips.slips(results, key), waiting=waiting,
        answers=sum(len(each.students) for each in waiting), names=names, most_links=MOST_LINKS,
        ids=[shown(each.student) for each in results.students],
        named=any(each.name for each in results.students),
    )  # fmt: skip


def student_page(student: Student, results: Results, key: Key) -> str:
    """The feedback to one student."""
    return _template("student").render(
        student=student, results=results, title=key.title or key.set, titles=_titles(key)
    )


@lru_cache(maxsize=1)
def _titles(key: Key) -> dict[int, str]:
    return {exercise.number: exercise.title for exercise in key.exercises}


@cache
def _environment() -> Environment:
    folder = files("exgen") / "report"
    environment = Environment(
        loader=FunctionLoader(lambda name: (folder / name).read_text("utf-8")),
        undefined=StrictUndefined, autoescape=True, trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    environment.filters |= {
        "shown": shown, "decimal": decimal, "marks": marks, "percent": percent,
        "correlation": correlation, "remark": remark, "words": WORDS.__getitem__,
        "sentence": sentence, "share": share, "waiting": waiting, "share_text": share_text,
        "count": count,
    }  # fmt: skip
    return environment


@cache
def _template(name: str) -> Template:
    return _environment().get_template(f"{name}.html.j2")


def shown(text: str) -> str:
    """What somebody typed, on one line, without control characters, not endless."""
    plain = printable(text.strip())
    return plain if len(plain) <= MOST_SHOWN else f"{plain[:MOST_SHOWN]} …"


def decimal(value: float) -> str:
    """At most two decimals: 12.5, 13."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


@lru_cache(maxsize=4096)
def marks(text: str) -> str:
    """Marks as a person writes them: 2, 0.5, 0.67."""
    value = units.number(text)
    written = exact(value)
    return written if len(written) <= 6 and "/" not in written else fixed(value, 2)


def percent(share: float) -> str:
    """A share in whole per cent; what is there but would round to nothing is "<1"."""
    return "<1 %" if 0 < share < 0.005 else f"{100 * share:.0f} %"


def correlation(value: float | None) -> str:
    """Two decimals, a real minus sign, or a dash where there is none."""
    return "–" if value is None else f"{value:.2f}".replace("-0.00", "0.00").replace("-", "−")


def remark(part: PartStatistics) -> str:
    """What an experienced marker would look at first."""
    found = []
    low = part.discrimination is not None and part.students >= statistics.FEW
    if low and part.discrimination < 0:  # type: ignore[operator]  # None is excluded above
        found.append("weak students do better")
    elif low and part.discrimination < 0.15:  # type: ignore[operator]  # see above
        found.append("tells little")
    if part.facility < 0.2:
        found.append("very hard")
    if part.facility > 0.95:
        found.append("very easy")
    if part.share("invalid", "undecided") >= 0.1:
        found.append("often not understood")
    return ", ".join(found)


def sentence(mark: Mark) -> str:
    """What is said about an answer beside its verdict."""
    said = "" if mark.feedback in _SAID else mark.feedback.removeprefix("Not understood: ")
    said = f"{said[:1].upper()}{said[1:]}"
    return shown(" ".join(filter(None, [said, mark.remark])))


def share(student: Student) -> float:
    """The share of all marks, 0 … 1."""
    most = units.number(student.max)
    return float(units.number(student.total) / most) if most else 0.0


def waiting(student: Student) -> int:
    """How many answers wait for a person."""
    return sum(map(waits, student.marks))


def share_text(text: str) -> str:
    """A policy's share in words: all, none, 50 %."""
    value = units.number(text)
    return {mpq(0): "none", mpq(1): "all"}.get(value) or f"{decimal(float(100 * value))} %"


def count(number: int, word: str) -> str:
    """`1 answer`, `2 answers`."""
    return f"{number} {word}{'' if number == 1 else 's'}"
