"""What a part is judged against besides its interval: policy, givens, the student's own answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from gmpy2 import mpq

from exgen import units
from exgen.errors import ExgenError
from exgen.key import Part, Policy

if TYPE_CHECKING:
    from collections.abc import Mapping

    from exgen.key import Exercise


class Own(msgspec.Struct, frozen=True):
    """A student's earlier value in base units, and whether it was the right one."""

    value: mpq
    right: bool
    reads_as: str


class Background(msgspec.Struct, frozen=True):
    """`givens` and `values` (the right answers) are in base units, by name; `own` by part."""

    policy: Policy = Policy()
    parts: dict[str, Part] = {}
    givens: dict[str, mpq] = {}
    values: dict[str, mpq] = {}
    own: dict[str, Own] = {}


def of_exercise(exercise: Exercise, policy: Policy) -> Background:
    """The background before the student has answered anything."""
    return Background(
        policy=policy,
        parts={part.id: part for part in exercise.parts},
        givens={
            given.name: value
            for given in exercise.givens
            if (value := _base(given.value, given.unit)) is not None
        },
        values={
            part.id: value
            for part in exercise.parts
            if (value := _base(part.value, part.unit)) is not None
        },
    )


def _base(number: str, unit: str) -> mpq | None:
    """In base units; None where the given is a name ("h100_sxm") or there is no value."""
    if not unit or not number:
        return None
    try:
        return units.number(number) * units.unit(unit).factor
    except ExgenError:
        return None


def with_own(background: Background, own: Mapping[str, Own]) -> Background:
    """The background with the student's own answers so far."""
    return msgspec.structs.replace(background, own=dict(own))
