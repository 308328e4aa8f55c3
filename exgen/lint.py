"""What must hold for every seed of a template: a page is right for all draws or not at all.

Each check is a function from one drawn exercise to findings; the same finding is reported once a
page, with the first seed that shows it.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from typing import TYPE_CHECKING

import msgspec
from gmpy2 import mpq

from exgen import exercise, freeze, key, library, solving, units
from exgen.errors import ExgenError, Findings, InfeasibleError
from exgen.expression import evaluate, parse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from exgen.exercise import Exercise
    from exgen.solved import Solved
    from exgen.template import Template

MOST_REJECTED = mpq(4, 5)  # a page that throws away more draws than this has its ranges wrong
ENOUGH = 200  # draws after which a slip that never applied is taken to be dead
LEAK_FIGURES = 3  # a shorter number stands in a text by chance too often
CLOSE = mpq(1, 500)  # between a printed, rounded line and the exact value
_NUMBER = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?(?![\w])")


class Report(msgspec.Struct, frozen=True):
    """What was found in one page, and how much was looked at."""

    template: str
    path: str
    draws: int  # exercises that exist, of those looked at
    rejected: int
    of_grid: bool  # every draw of the grid was looked at
    reasons: tuple[tuple[str, int], ...]  # why draws were rejected, most frequent first
    findings: tuple[ExgenError, ...]


def lint(id: str, path: Path, seeds: int, step: Callable[[], None]) -> Report:
    """Every check for `seeds` seeds, or for the whole grid where that is smaller.

    Raises nothing for what is wrong with the page: that is in the report. `step` is called a draw.
    """
    try:
        template = library.load(id, path)
        solved = solving.solve(template)
    except Findings as findings:
        return Report(id, str(path), 0, 0, False, (), findings.errors)
    except ExgenError as error:
        return Report(id, str(path), 0, 0, False, (), (error.at(str(path)),))
    return _Linter(template, solved).run(seeds, step)


class _Linter:
    """Collects findings of one page; the first of each kind counts."""

    def __init__(self, template: Template, solved: Solved) -> None:
        self.template, self.solved = template, solved
        self.found: dict[str, ExgenError] = {}
        self.reasons: Counter[str] = Counter()
        self.slips_seen: set[tuple[str, str]] = set()
        self.draws = self.rejected = 0

    def run(self, seeds: int, step: Callable[[], None]) -> Report:
        """All draws, then what only the whole of them shows."""
        of_grid = self.solved.size <= seeds
        for label, drawn in _whole_grid(self.solved) if of_grid else self._seeds(seeds):
            step()
            self._look(label, drawn)
        self._look_back(of_grid)
        findings = tuple(sorted(self.found.values(), key=lambda error: error.line or 0))
        reasons = tuple(self.reasons.most_common())
        return Report(
            self.template.id,
            self.template.path,
            self.draws,
            self.rejected,
            of_grid,
            reasons,
            findings,
        )

    def note(self, message: str, line: int, seed: str = "") -> None:
        """One finding; a second of the same text is the same finding."""
        error = ExgenError(message, path=self.template.path, line=line, hint=seed)
        self.found.setdefault(message, error)

    def _seeds(self, count: int) -> Iterator[tuple[str, Exercise | InfeasibleError]]:
        for seed in range(1, count + 1):
            try:
                yield f"seed {seed}", exercise.make(self.solved, str(seed))
            except InfeasibleError as error:
                yield f"seed {seed}", error
                if not self.draws:
                    return  # hundreds of attempts have failed, and so would those of the next seed

    def _look(self, label: str, drawn: Exercise | InfeasibleError) -> None:
        if isinstance(drawn, InfeasibleError):
            self.rejected += 1
            self.reasons[drawn.message] += 1
            if label.startswith("seed") and self.draws:
                self.note(drawn.message, drawn.line or 1, label)
            return
        self.draws += 1
        self.rejected += len(drawn.rejected)
        self.reasons.update(drawn.rejected)
        frozen = freeze.freeze(drawn, 1)
        for answer in drawn.answers:
            self.slips_seen |= {(answer.part.id, slip.solved.spec.id) for slip in answer.slips}
            self.slips_seen |= {(answer.part.id, each.spec.id) for each in answer.wrong_orders}
        for message, *where in itertools.chain(
            _laws(drawn), _derivations(frozen), _leaks(drawn, frozen)
        ):
            self.note(message, self.template.line(*where), label)

    def _look_back(self, of_grid: bool) -> None:
        require = self.template.line("require")
        total = self.draws + self.rejected
        if not self.draws:
            why = self.reasons.most_common(1)
            self.note(
                f"no draw is possible: {why[0][0] if why else 'no row is confirmed'}", require
            )
            return
        if self.rejected > MOST_REJECTED * total:
            self.note(f"{100 * self.rejected // total} % of the draws are rejected", require)
        enough = of_grid or self.draws >= ENOUGH
        for part, spec in self.template.head.find.items():
            for slip in spec.slips:
                if enough and (part, slip.id) not in self.slips_seen:
                    self.note(
                        f"slip {slip.id!r} of {part!r} applies to no draw",
                        self.template.line("find", part),
                    )
            if self.template.kind(part) in ("quantity", "order") and not spec.slips:
                self.note(f"{part!r} has no slips", self.template.line("find", part))


def _whole_grid(solved: Solved) -> Iterator[tuple[str, Exercise | InfeasibleError]]:
    for number, (rows, shown) in enumerate(exercise.grid(solved), start=1):
        try:
            yield f"draw {number}", exercise.evaluate(solved, "", rows, shown)
        except InfeasibleError as error:
            yield f"draw {number}", error


def _laws(drawn: Exercise) -> Iterator[tuple[str, ...]]:
    """The solved law put back into the law as written must hold exactly."""
    for part in drawn.solved.parts:
        if part.equation is None or part.id not in drawn.values:
            continue
        try:
            left = evaluate.compiled(part.equation.left)(drawn.values)
            right = evaluate.compiled(part.equation.right)(drawn.values)
        except ZeroDivisionError:
            yield f"the law of {part.id!r} divides by zero", "find", part.id
            continue
        if abs(left - right) > abs(left) / 10**40:
            yield f"the solution of {part.id!r} does not satisfy its law", "find", part.id


def _derivations(frozen: key.Exercise) -> Iterator[tuple[str, ...]]:
    """Every printed line of numbers must come to the printed result."""
    for part in frozen.parts:
        value: mpq | None = None
        for line in part.derivation:
            if line.role not in ("numbers", "result") or line.rhs == "none":
                continue
            try:
                own = evaluate.compiled(parse.parse(line.rhs))({})
            except (ExgenError, ZeroDivisionError) as error:
                yield f"the derivation of {part.id!r} cannot be computed: {error}", "find", part.id
                break
            if value is not None and abs(own - value) > CLOSE * abs(value):
                yield f"the derivation of {part.id!r} does not add up: {line.rhs}", "find", part.id
            value = own if line.role == "numbers" else None


def _leaks(drawn: Exercise, frozen: key.Exercise) -> Iterator[tuple[str, ...]]:
    """No answer of three or more figures may stand in what the student reads.

    A given that happens to be the answer (the peak, for a compute-bound kernel) gives nothing away.
    """
    options = [option.text for part in frozen.parts for option in part.options]
    said = " ".join([frozen.problem, *[part.ask for part in frozen.parts], *options])
    told = {units.number(text) for given in frozen.givens for text in _numbers(given.shown)}
    numbers = {units.number(text) for text in _numbers(said)} - told
    numbers -= {units.number(given.number) for given in drawn.shown.values()}
    for part in frozen.parts:
        if part.kind != "quantity" or not part.exists:
            continue
        shown = part.shown.split("\u00a0")[0].replace(",", "").replace("−", "-")
        digits = shown.replace(".", "").strip("-0")
        if len(digits) >= LEAK_FIGURES and units.number(shown) in numbers:
            yield f"the problem prints the answer of {part.id!r}", "find", part.id


def _numbers(said: str) -> list[str]:
    return [text.replace(",", "") for text in _NUMBER.findall(said)]
