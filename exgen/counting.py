"""What a count is told about a drawn exercise, and whether count and law agree."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from exgen import ranking, tables, values
from exgen.errors import ExgenError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gmpy2 import mpq

    from exgen.exercise import Exercise


def given(drawn: Exercise) -> dict[str, Fraction | str]:
    """Givens and all numeric fields of the drawn rows ("gpu.memory"), exact, in base units;
    a row's own name stands for its key ("model" -> "llama-3-70b"); yes and no are 1 and 0.
    """
    found: dict[str, Fraction | str] = dict(drawn.rows)
    for row in drawn.solved.rows:
        for field, stated in tables.row(row.table, drawn.rows[row.name]).fields.items():
            if isinstance(stated, bool):
                found[f"{row.name}.{field}"] = Fraction(stated)
            elif (number := _number(row.table, drawn.rows[row.name], field)) is not None:
                found[f"{row.name}.{field}"] = number
    found.update((name, fraction(value.base)) for name, value in drawn.shown.items())
    return found


def _number(table: str, key: str, field: str) -> Fraction | None:
    """A field as a number in base units; None if it is words."""
    try:
        value = values.of_field(table, key, field)
    except ExgenError:
        return None
    return None if value is None else fraction(value.base)


def fraction(exact: mpq) -> Fraction:
    """The same number in Python's own type."""
    return Fraction(int(exact.numerator), int(exact.denominator))


def laws(drawn: Exercise) -> dict[str, Fraction | str]:
    """What the laws say of every part that is a quantity (base units, or "none") or an order
    (`C > A = B`, letters in the order of the items).
    """
    found: dict[str, Fraction | str] = {}
    for answer in drawn.answers:
        if answer.part.kind == "quantity":
            found[answer.part.id] = "none" if answer.base is None else fraction(answer.base)
        elif answer.part.kind == "order":
            groups = [[chr(ord("A") + item) for item in group] for group in answer.order]
            found[answer.part.id] = ranking.written(groups)
    return found


def disagreements(
    law: Mapping[str, Fraction | str],
    counted: Mapping[str, Fraction | str],
    allowed: Mapping[str, float],
) -> list[str]:
    """One line for each part whose count is missing or differs; equality is exact unless the
    count states an error of its own.
    """
    found = []
    for part, right in law.items():
        count = counted.get(part)
        if count is None:
            found.append(f"{part}: not counted")
        elif not _agree(right, count, allowed.get(part, 0)):
            found.append(f"{part}: the law gives {_text(right)}, the count {_text(count)}")
    return found


def _agree(law: Fraction | str, count: Fraction | str, allowed: float) -> bool:
    if isinstance(law, str) or isinstance(count, str) or not allowed:
        return law == count
    return abs(law - count) <= Fraction(allowed) * abs(law)


def _text(value: Fraction | str) -> str:
    return value if isinstance(value, str) else f"{float(value):.6g}"
