"""A set file + a seed -> a key: which problems, drawn how, in which order.

A set is `templates/sets/<name>.toml`. Which problems are chosen when fewer are wanted than the set
has is a keyed draw as well, so the same command gives the same sheet.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import msgspec

from exgen import __version__, draw, exercise, freeze, key, library, solving
from exgen.errors import ExgenError, UnreadableError, UsageError, did_you_mean, raise_all

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


MAX_PROBLEMS = 200
LEVELS = ("foundational", "intermediate", "principal")
Booklet = Literal["problems", "solutions", "interviewer"]


class Problem(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One problem of a set: its template, and the givens that are not drawn."""

    template: str
    with_: dict[str, str | int] = msgspec.field(default_factory=dict, name="with")


class SetFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A set as written."""

    title: str
    problem: tuple[Problem, ...]
    intro: str = ""
    booklets: tuple[Booklet, ...] = ("problems", "solutions")
    policy: key.Policy = key.Policy()
    from_memory: bool = False  # whether rows that nobody confirmed may be drawn


class Wish(msgspec.Struct, frozen=True):
    """What the command line asks of a set; empty means the whole set."""

    levels: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    problems: int | None = None
    minutes: int | None = None


def read(name: str, where: Sequence[Path]) -> SetFile:
    """A set file. Raises UsageError or UnreadableError with the file and line."""
    path = library.set_file(name, where)
    try:
        return msgspec.convert(tomllib.loads(library.text(path)), SetFile)
    except tomllib.TOMLDecodeError as error:
        raise UnreadableError(f"TOML: {error}", path=str(path)) from None
    except msgspec.ValidationError as error:
        known = {f.encode_name for kind in (SetFile, Problem, key.Policy) for f in msgspec.structs.fields(kind)}
        wrong = str(error).partition("unknown field `")[2].partition("`")[0]
        raise UnreadableError(str(error), path=str(path), hint=did_you_mean(wrong, known) if wrong else "") from None


def everything(where: Sequence[Path]) -> SetFile:
    """All templates as one set: what `--level` and `--topic` choose from without `--set`."""
    return SetFile("Problems", tuple(Problem(id) for id in library.pages(where)))


def make(
    name: str, chosen: SetFile, seed: str, wish: Wish, where: Sequence[Path], step: Callable[[str], None]
) -> key.Key:
    """The key of this set and seed; `step` is called with each template's name before it is drawn.

    Raises ExgenError or Findings: every template that cannot be read, solved or drawn.
    """
    exercises: list[key.Exercise] = []
    errors: list[ExgenError] = []
    for number, (problem, own_seed) in enumerate(_choose(chosen, seed, wish, where), start=1):
        step(problem.template)
        try:
            pins = {given: str(value) for given, value in problem.with_.items()}
            solved = solving.solve(library.load(*library.find(problem.template, where)))
            drawn = exercise.make(solved, own_seed, pins, chosen.from_memory)
            exercises.append(freeze.freeze(drawn, number))
        except ExgenError as error:
            errors.append(error)
    raise_all(errors)
    frozen = tuple(exercises)
    return key.Key(
        key.SCHEMA, f"exgen {__version__}", draw.RULE, name, chosen.title, chosen.intro,
        key.code_of(frozen), seed, chosen.policy, frozen,
    )  # fmt: skip


def _choose(chosen: SetFile, seed: str, wish: Wish, where: Sequence[Path]) -> list[tuple[Problem, str]]:
    """The wanted problems in the set's order, each with a seed: the n-th use of a template has its own."""
    pool = _matching(chosen, wish, where)
    wanted = _cut(pool, seed, wish)
    times: Counter[str] = Counter()
    found = []
    for problem, _ in wanted:
        times[problem.template] += 1
        count = times[problem.template]
        found.append((problem, seed if count == 1 else f"{seed}/{count}"))
    return found


def _matching(chosen: SetFile, wish: Wish, where: Sequence[Path]) -> list[tuple[Problem, int]]:
    """The problems of the wished levels and topics, with their minutes."""
    for level in wish.levels:
        if level not in LEVELS:
            raise UsageError(f"no level {level!r}", hint=did_you_mean(level, LEVELS))
    found, topics = [], set()
    for problem in chosen.problem:
        template = library.load(*library.find(problem.template, where))
        own = {*template.head.topics, template.id.partition("/")[0]}
        topics |= own
        level_fits = not wish.levels or template.head.level in wish.levels
        if level_fits and (not wish.topics or own & set(wish.topics)):
            found.append((problem, template.head.minutes))
    for topic in wish.topics:
        if topic not in topics:
            raise UsageError(f"no problem on {topic!r}", hint=did_you_mean(topic, topics))
    if not found:
        raise UsageError("the set has no problem of that level and topic")
    return found


def _cut(pool: list[tuple[Problem, int]], seed: str, wish: Wish) -> list[tuple[Problem, int]]:
    """As many as are wished for: a keyed choice, again from the start when the pool is used up."""
    if wish.problems is None and wish.minutes is None:
        return pool
    count = wish.problems or MAX_PROBLEMS
    if count > MAX_PROBLEMS:
        raise UsageError(f"at most {MAX_PROBLEMS} problems a set")
    order = sorted(range(len(pool)), key=lambda at: _rank(seed, pool[at][0].template, at))
    taken: list[int] = []
    left = wish.minutes if wish.minutes is not None else 10**9
    while len(taken) < count:
        fitting = [at for at in order if pool[at][1] <= left][: count - len(taken)]
        if not fitting:
            break
        for at in fitting:
            if pool[at][1] <= left:
                taken.append(at)
                left -= pool[at][1]
    if not taken:
        raise UsageError(f"no problem fits into {wish.minutes} minutes")
    return [pool[at] for at in sorted(taken)]


def _rank(seed: str, template: str, place: int) -> bytes:
    return hashlib.sha256(f"{draw.RULE}|pick|{seed}|{template}|{place}".encode()).digest()


DEFAULT = "workshop"
PROBLEMS = "problems"  # the name of a set that is chosen by level and topic alone


def choose(name: str | None, wish: Wish, where: Sequence[Path]) -> tuple[SetFile, str]:
    """The named set; without a name the workshop, or all templates if a level or topic is wished."""
    if name is None and (wish.levels or wish.topics):
        return everything(where), PROBLEMS
    name = name or DEFAULT
    return read(name, where), Path(name).stem
