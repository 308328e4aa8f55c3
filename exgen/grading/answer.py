"""What was read from one box: a quantity, "none", a formula, letters, or why nothing was read."""

from __future__ import annotations

import msgspec
from gmpy2 import mpq

from exgen.expression.parse import Node
from exgen.expression.text import plain
from exgen.grading.facts import Facts
from exgen.lab.claims import Claim
from exgen.units import Dimension


class Reading(msgspec.Struct, frozen=True):
    """A quantity, exactly as typed.

    `number` is in the typed `unit` (or the unit beside the box), `value` in base units. `other` is
    the value if point or comma meant the other thing ("3,000"), None where there is no doubt.
    `digits` is the numeral itself, for counting figures; empty after a calculation.
    """

    value: mpq
    number: mpq
    unit: str
    dimension: Dimension
    had_unit: bool
    reads_as: str
    digits: str = ""
    other: mpq | None = None
    notices: tuple[str, ...] = ()


class Absent(msgspec.Struct, frozen=True):
    """The answer "none": the student says that the quantity does not exist."""

    reads_as: str = "none"
    notices: tuple[str, ...] = ()


class Formula(msgspec.Struct, frozen=True):
    """An expression in the declared names; `other` is the tree if log meant that to base 2."""

    tree: Node
    facts: Facts
    other: Node | None = None
    notices: tuple[str, ...] = ()

    @property
    def reads_as(self) -> str:
        """One line of Unicode."""
        return plain(self.tree)


class Text(msgspec.Struct, frozen=True):
    """Words, for a person to read."""

    reads_as: str = ""
    notices: tuple[str, ...] = ()


class Evidence(msgspec.Struct, frozen=True):
    """A handed-in record, its claims checked."""

    claims: tuple[Claim, ...]
    reads_as: str
    notices: tuple[str, ...] = ()


class Chosen(msgspec.Struct, frozen=True):
    """The letters ticked or typed, sorted; those of a ranking as ranked, "AD" as equal."""

    letters: tuple[str, ...]
    reads_as: str
    notices: tuple[str, ...] = ()


class Blank(msgspec.Struct, frozen=True):
    """Nothing was typed."""

    reads_as: str = ""
    notices: tuple[str, ...] = ()


class NotUnderstood(msgspec.Struct, frozen=True):
    """The text is not blank and is no answer; `message` names what was not understood."""

    message: str
    reads_as: str = ""
    notices: tuple[str, ...] = ()


Answer = Reading | Absent | Formula | Text | Evidence | Chosen | Blank | NotUnderstood
