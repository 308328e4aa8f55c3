"""A set file + a seed -> a key: which problems, drawn how, in which order.

A set is `templates/sets/<name>.toml`. Which problems are chosen when fewer are wanted than the set
has is a keyed draw as well, so the same command gives the same sheet.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from exgen import __version__, draw, exercise, freeze, key, library, review, set_file, solving
from exgen.errors import ExgenError, InfeasibleError, UsageError, did_you_mean, raise_all
from exgen.outline import LEVELS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from exgen.set_file import Problem, SetFile
    from exgen.solved import Solved
    from exgen.template import Template

MAX_PROBLEMS = 200
MAX_REVIEWS = 50  # draws among which a wanted slip must apply


class Wish(msgspec.Struct, frozen=True):
    """What the command line asks of a set; empty means the whole set."""

    levels: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    problems: int | None = None
    minutes: int | None = None
    as_: str | None = None  # "problem" or "review" for all of them


def make(
    name: str,
    chosen: SetFile,
    seed: str,
    wish: Wish,
    where: Sequence[Path],
    step: Callable[[str], None],
) -> key.Key:
    """The key of this set and seed; `step` is called with each template's name before it is drawn.

    Raises ExgenError or Findings: every template that cannot be read, solved or drawn.
    """
    exercises: list[key.Exercise] = []
    errors: list[ExgenError] = []
    for number, (place, own_seed) in enumerate(_choose(chosen, seed, wish, where), start=1):
        problem = chosen.problem[place]
        step(problem.template)
        try:
            solved = solving.solve(library.load(*library.find(problem.template, where)))
            as_ = wish.as_ or problem.as_
            exercises.append(_made(chosen, problem, solved, own_seed, number, as_))
        except ExgenError as error:
            errors.append(chosen.placed(error, place))
    raise_all(errors)
    frozen = tuple(exercises)
    return key.Key(
        key.SCHEMA, f"exgen {__version__}", draw.RULE, name, chosen.title, chosen.intro,
        key.code_of(frozen), seed, chosen.policy, frozen,
    )  # fmt: skip


def _made(
    chosen: SetFile, problem: Problem, solved: Solved, seed: str, number: int, as_: str
) -> key.Exercise:
    if as_ == "problem":
        return freeze.freeze(_drawn(chosen, problem, solved, seed), number)
    for attempt in range(MAX_REVIEWS):
        own = seed if not attempt else f"{seed}/review {attempt}"
        try:
            return review.review(_drawn(chosen, problem, solved, own), number, problem.slip)
        except InfeasibleError as error:  # the slip applies to other draws
            last = error
    raise ExgenError(last.message, hint=f"nor to {MAX_REVIEWS - 1} others")


def _drawn(chosen: SetFile, problem: Problem, solved: Solved, seed: str) -> exercise.Exercise:
    own = {given: str(value) for given, value in problem.with_.items()}
    pins = {**_shared(chosen, solved, seed), **own}
    try:
        if chosen.tolerance:
            wide = solving.widened(solved, chosen.tolerance)
            return exercise.make(wide, seed, pins, chosen.from_memory, strict=False)
        return exercise.make(solved, seed, pins, chosen.from_memory)
    except InfeasibleError as error:
        if pins:  # then the set is to blame, not the page
            raise ExgenError(f"{problem.template}: {error.message}", hint=error.hint) from None
        raise


def _shared(chosen: SetFile, solved: Solved, seed: str) -> dict[str, str]:
    """The scenario's rows that this page can take; one that it does not list it draws itself."""
    rows = set_file.shared(chosen, seed.partition("/")[0])
    return {row.name: rows[row.name] for row in solved.rows if rows.get(row.name) in row.among}


def _choose(chosen: SetFile, seed: str, wish: Wish, where: Sequence[Path]) -> list[tuple[int, str]]:
    """Places of the wanted problems in the set's order, each with a seed.

    The n-th use of a template has a seed of its own.
    """
    times: Counter[str] = Counter()
    found = []
    for place in _cut(chosen, _matching(chosen, wish, where), seed, wish):
        template = chosen.problem[place].template
        times[template] += 1
        count = times[template]
        found.append((place, seed if count == 1 else f"{seed}/{count}"))
    return found


def _matching(chosen: SetFile, wish: Wish, where: Sequence[Path]) -> dict[int, int]:
    """Places of the problems of the wished levels and topics, with their minutes."""
    for level in wish.levels:
        if level not in LEVELS:
            raise UsageError(f"no level {level!r}", hint=did_you_mean(level, LEVELS))
    found: dict[int, int] = {}
    topics: set[str] = set()
    for place, template in enumerate(_templates(chosen, where)):
        own = {*template.head.topics, template.id.partition("/")[0]}
        topics |= own
        level_fits = not wish.levels or template.head.level in wish.levels
        if level_fits and (not wish.topics or own & set(wish.topics)):
            found[place] = template.head.minutes
    for topic in wish.topics:
        if topic not in topics:
            raise UsageError(f"no problem on {topic!r}", hint=did_you_mean(topic, topics))
    if not found:
        raise UsageError(
            "the set has no problem of that level and topic"
            if chosen.problem
            else "the set has no problem"
        )
    return found


def _templates(chosen: SetFile, where: Sequence[Path]) -> list[Template]:
    """The template of each problem. Raises all that cannot be found or read."""
    found: list[Template] = []
    errors: list[ExgenError] = []
    for place, problem in enumerate(chosen.problem):
        try:
            found.append(library.load(*library.find(problem.template, where)))
        except ExgenError as error:
            errors.append(chosen.placed(error, place))
    raise_all(errors)
    return found


def _cut(chosen: SetFile, pool: dict[int, int], seed: str, wish: Wish) -> list[int]:
    """As many as are wished for: a keyed choice, again from the start when the pool is used up."""
    if wish.problems is None and wish.minutes is None:
        if len(pool) > MAX_PROBLEMS:
            raise UsageError(f"at most {MAX_PROBLEMS} problems a set, not {len(pool)}")
        return list(pool)
    count = wish.problems or MAX_PROBLEMS
    if count > MAX_PROBLEMS:
        raise UsageError(f"at most {MAX_PROBLEMS} problems a set")
    order = sorted(pool, key=lambda place: _rank(seed, chosen.problem[place].template, place))
    taken: list[int] = []
    left = wish.minutes if wish.minutes is not None else 10**9
    while len(taken) < count:
        fitting = [place for place in order if pool[place] <= left][: count - len(taken)]
        if not fitting:
            break
        for place in fitting:
            if pool[place] <= left:
                taken.append(place)
                left -= pool[place]
    if not taken:
        raise UsageError(f"no problem fits into {wish.minutes} minutes")
    return sorted(taken)


def _rank(seed: str, template: str, place: int) -> bytes:
    return hashlib.sha256(f"{draw.RULE}|pick|{seed}|{template}|{place}".encode()).digest()


DEFAULT = "workshop"
SHUFFLE = "shuffle"  # all templates, to be chosen from by --minutes, --level and --topic
PROBLEMS = "problems"  # the name of a set that is chosen by level and topic alone


def choose(name: str | None, wish: Wish, where: Sequence[Path]) -> tuple[SetFile, str]:
    """The named set; without a name the workshop, or all templates for a level or topic."""
    if name == SHUFFLE or (name is None and (wish.levels or wish.topics)):
        return set_file.everything(where), name or PROBLEMS
    name = name or DEFAULT
    return set_file.read(name, where), Path(name).stem
