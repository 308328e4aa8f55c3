"""A set file, `templates/sets/<name>.toml`: which templates, with which givens fixed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from exgen import draw, key, library, toml, units, wording
from exgen.errors import ExgenError, Findings, UnreadableError, did_you_mean, raise_all

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

Booklet = Literal["problems", "solutions", "interviewer"]


class Problem(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One problem of a set: its template, the givens that are not drawn, and how it is asked."""

    template: str
    with_: dict[str, str | int] = msgspec.field(default_factory=dict, name="with")
    as_: Literal["problem", "review"] = msgspec.field(default="problem", name="as")
    slip: str = ""  # of a review: which one, "T.bits"; else the seed draws one


class _Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The keys that a set file may have."""

    title: str
    problem: tuple[Problem, ...]
    intro: str = ""
    booklets: tuple[Booklet, ...] = ("problems", "solutions")
    policy: key.Policy = key.Policy()
    scenario: dict[str, str | tuple[str, ...]] = {}  # rows that its problems share: `gpu`, `model`
    tolerance: str = ""  # "10 %": wider than the pages' own, for mental arithmetic
    from_memory: bool = False  # whether rows that nobody confirmed may be drawn


class SetFile(_Written, frozen=True):
    """A set, and where its problems stand; one made from the command line has no path."""

    path: str | None = None
    lines: tuple[int, ...] = ()

    def placed(self, error: ExgenError, number: int) -> ExgenError:
        """An error of the problem at `number` (from 0), at its line of the set file."""
        if self.path is None or error.path is not None:
            return error
        return ExgenError(error.message, path=self.path, line=self.lines[number], hint=error.hint)


def read(name: str, where: Sequence[Path]) -> SetFile:
    """A set file. Raises UsageError for an unknown set, UnreadableError with the file and line."""
    path = library.set_file(name, where)
    text = library.text(path)
    try:
        written = _convert(text, toml.read(text))
    except Findings as findings:
        raise findings.at(str(path)) from None
    except ExgenError as error:
        raise UnreadableError(
            error.message, path=str(path), line=error.line, hint=error.hint
        ) from None
    fields = msgspec.structs.asdict(written)
    return SetFile(**fields, path=str(path), lines=_problem_lines(text, len(written.problem)))


def everything(where: Sequence[Path]) -> SetFile:
    """All templates as one set: what `--level` and `--topic` choose from without `--set`."""
    return SetFile("Problems", tuple(Problem(id) for id in library.pages(where)))


def shared(chosen: SetFile, seed: str) -> dict[str, str]:
    """The scenario of a seed: the row of each shared given, drawn where the set names several."""
    found = {}
    for name, rows in chosen.scenario.items():
        among = (rows,) if isinstance(rows, str) else rows
        found[name] = among[draw.index(chosen.title, seed, f"scenario.{name}", 0, len(among))]
    return found


def _convert(text: str, data: dict[str, Any]) -> _Written:
    try:
        written = msgspec.convert(data, _Written)
    except msgspec.ValidationError as error:
        wrong = str(error).partition("unknown field `")[2].partition("`")[0]
        if wrong:
            known = {
                f.encode_name
                for kind in (_Written, Problem, key.Policy)
                for f in msgspec.structs.fields(kind)
            }
            hint = did_you_mean(wrong, known)
            raise ExgenError(
                f"unknown key {wrong!r}", line=toml.line_of(text, wrong), hint=hint
            ) from None
        message, _, place = str(error).partition(" - at `$.")
        line = _line_of_place(text, place)
        raise ExgenError(
            f"{place.rstrip('`')}: {message}" if place else message, line=line
        ) from None
    _check_words(text, "title", written.title)
    _check_words(text, "intro", written.intro)
    _check_policy(text, written.policy)
    if not all(written.scenario.values()):
        raise ExgenError("a scenario names no row", line=toml.line_of(text, "scenario"))
    return written


def _check_words(text: str, name: str, said: str) -> None:
    """What students read must be text that can be set."""
    line = toml.line_of(text, name)
    raise_all([error.at(None, line) for row in said.split("\n") for error in wording.markup(row)])


def _check_policy(text: str, policy: key.Policy) -> None:
    """Shares and factors must be numbers that make sense, or grading would fail much later."""
    for name, least, most in (("follow_through", 0, 1), ("plausible_factor", 1, 10**12)):
        try:
            sound = least <= units.number(getattr(policy, name)) <= most
        except ExgenError:
            sound = False
        if not sound:
            raise ExgenError(
                f"{name} is a number from {least} to {most}", line=toml.line_of(text, name)
            )


def _line_of_place(text: str, place: str) -> int:
    """The line of `problem[3].with` or `policy.choices`, as near as it is known."""
    number = re.match(r"problem\[(\d+)\]", place)
    if number:
        return _problem_lines(text, int(number[1]) + 1)[-1]
    last = re.split(r"[.\[`]", place)
    return max(toml.line_of(text, word) for word in last if word) if place else 1


def _problem_lines(text: str, count: int) -> tuple[int, ...]:
    """Where each `[[problem]]` stands; the last known line for tables written in another way."""
    lines = [
        n
        for n, line in enumerate(text.split("\n"), start=1)
        if re.match(r"\s*\[\[\s*problem\s*\]\]", line)
    ]
    return tuple(
        lines[min(at, len(lines) - 1)] if lines else toml.line_of(text, "problem")
        for at in range(count)
    )
