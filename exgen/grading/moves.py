"""Two gradings of one set -> who moves, by how much and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from exgen import units
from exgen.errors import UsageError
from exgen.expression.decimals import exact

if TYPE_CHECKING:
    from collections.abc import Iterator

    from exgen.grading.results import Mark, Results, Student


class Move(msgspec.Struct, frozen=True):
    """One answer that is judged otherwise than before; `by` is what its marks change by."""

    student: str
    part: str
    old: str
    new: str
    by: str
    old_verdict: str
    new_verdict: str
    why: str


class Total(msgspec.Struct, frozen=True):
    """A student whose total changes, or who is in one of the two only."""

    student: str
    old: str
    new: str
    by: str


class Difference(msgspec.Struct, frozen=True):
    """All that differs. `causes` says what the two gradings depend on differently."""

    schema: Literal["exgen.difference/1"]
    set: str
    code: str
    causes: tuple[str, ...]
    totals: tuple[Total, ...]
    moves: tuple[Move, ...]


def difference(old: Results, new: Results) -> Difference:
    """From old to new. Raises UsageError if they are of different sets."""
    if (old.set, old.code) != (new.set, new.code):
        raise UsageError(
            f"results of two sets: {old.set}-{old.code} and {new.set}-{new.code}",
            hint="only gradings of one set can be compared",
        )
    before = {each.student: each for each in old.students}
    after = {each.student: each for each in new.students}
    everybody = dict.fromkeys([*before, *after])
    totals = [_total(who, before.get(who), after.get(who)) for who in everybody]
    moves = [
        move for who in everybody if who in before and who in after
        for move in _moves(before[who], after[who])
    ]  # fmt: skip
    return Difference(
        "exgen.difference/1", new.set, new.code, tuple(_causes(old, new)),
        tuple(filter(None, totals)), tuple(moves),
    )  # fmt: skip


def _causes(old: Results, new: Results) -> Iterator[str]:
    if old.key_sha256 != new.key_sha256:
        yield f"key {old.key_sha256[:12]}, now {new.key_sha256[:12]}"
    before, after = msgspec.to_builtins(old.policy), msgspec.to_builtins(new.policy)
    for name in dict.fromkeys([*before, *after]):
        was, now = before.get(name, "not set"), after.get(name, "not set")
        if was != now:
            yield f"policy {name} {was}, now {now}"
    if old.graded_by != new.graded_by:
        yield f"{old.graded_by}, now {new.graded_by}"
    if old.source != new.source:
        yield f"answers from {old.source}, now {new.source}"


def _total(who: str, old: Student | None, new: Student | None) -> Total | None:
    was, now = (old.total if old else ""), (new.total if new else "")
    return None if was == now else Total(who, was, now, _by(was or "0", now or "0"))


def _by(old: str, new: str) -> str:
    """The signed change: +1, -0.5, 0."""
    change = units.number(new) - units.number(old)
    return ("+" if change > 0 else "") + exact(change)


def _moves(old: Student, new: Student) -> Iterator[Move]:
    before = {(mark.exercise, mark.part): mark for mark in old.marks}
    for mark in new.marks:
        was = before.get((mark.exercise, mark.part))
        if was and _judged(was) != _judged(mark):
            part = f"{mark.exercise}{mark.label}"
            yield Move(
                new.student, part, was.marks, mark.marks, _by(was.marks, mark.marks),
                _verdict(was), _verdict(mark), _why(was, mark),
            )  # fmt: skip


def _judged(mark: Mark) -> tuple[str, ...]:
    return mark.marks, mark.verdict, mark.outcome, mark.typed, mark.by_hand


def _verdict(mark: Mark) -> str:
    return f"{mark.verdict} {mark.outcome}".strip()


def _why(old: Mark, new: Mark) -> str:
    """What is different for this answer, the deepest cause first."""
    if old.typed != new.typed:
        return f"another answer: {old.typed[:40]!r}, now {new.typed[:40]!r}"
    if old.by_hand != new.by_hand:
        return f"marked by a person. {new.remark}".strip() if new.by_hand else "no longer by hand"
    if old.reads_as != new.reads_as:
        return f"read as {old.reads_as or 'nothing'}, now as {new.reads_as or 'nothing'}"
    if old.rule != new.rule:
        return f"{old.rule}; now {new.rule}"
    return f"{old.marks} of {old.max}, now {new.marks} of {new.max}"
