"""Wrong values with a plain reason: the sign, or too few figures. Precision is judged apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gmpy2 import mpq

from exgen.grading.rounding import same_figures, shown

if TYPE_CHECKING:
    from exgen.grading.answer import Reading

ROUNDED = mpq(1, 200)  # how far a rounded answer may be from an exact one to be called rounded
NEAR = mpq(1, 10)  # how far off a value of too few figures may be


def near_miss(
    answer: Reading, number: mpq, right: mpq, interval: tuple[mpq, mpq]
) -> tuple[str, str]:
    """(id, what to tell), both empty if nothing explains it; values in the unit of the box."""
    lo, hi = interval
    if number and lo <= -number <= hi:
        return "sign", "Right but for the sign."
    off = abs(number - right)
    if lo == hi and off <= abs(right) * ROUNDED:
        return "precision", "Rounded; this part asks for the exact number."
    if not answer.digits or off > abs(right) * NEAR:
        return "", ""
    figures = shown(answer.digits)[1]
    typed = answer.number
    if figures and typed and same_figures(typed, right * typed / number, figures):
        plural = "" if figures == 1 else "s"
        return "precision", f"Right to {figures} figure{plural}, which is too few here."
    return "", ""
