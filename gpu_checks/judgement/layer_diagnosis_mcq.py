"""A week of steps on a clock, as it was and with each cause taken away.

Removing the cause that the page's answer names must save a tenth or more, and every reading that
distracts, a collective behind kernels above all, must save nothing.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

STEPS = 50
WAITS = ("v", "g", "b", "x")


class Week(NamedTuple):
    """What a step consists of; times in seconds, clock and rate as shares."""

    products: Fraction
    other: Fraction
    clock: Fraction
    rate: Fraction
    waits: dict[str, Fraction]
    hidden: Fraction
    lost: Fraction

    def wall(self) -> Fraction:
        """Seconds of all steps and of the time lost; hidden collectives have their own stream."""
        now = network = Fraction(0)
        for _ in range(STEPS):
            begin = now
            now = begin + self.products / (self.clock * self.rate) + self.other
            network = begin + self.hidden
            now = max(now, network) + sum(self.waits.values())
        return now + self.lost


def count(given: dict[str, Fraction]) -> dict[str, Fraction]:
    """Savings as differences of whole weeks."""
    g = given
    waits = {name: g[name] for name in WAITS}
    work = g["k"] * g["phi"] * g["q"]
    running = Week(work, g["m"], g["phi"], g["q"], waits, g["X"] - g["x"], Fraction(0))
    was = running._replace(lost=running.wall() * g["l"] / (1 - g["l"]))
    full = was.wall()
    cured = {
        "clock": was._replace(clock=Fraction(1)),
        "rate": was._replace(rate=Fraction(1)),
        "lost": was._replace(lost=Fraction(0)),
        **{name: was._replace(waits=waits | {name: Fraction(0)}) for name in WAITS},
    }
    saved = {name: 1 - week.wall() / full for name, week in cured.items()}
    best, second = sorted(saved.values(), reverse=True)[:2]
    if best < Fraction(1, 10) or 3 * second > best:
        raise ArithmeticError(f"no single cause: {saved}")
    if was._replace(hidden=Fraction(0)).wall() != full:
        raise ArithmeticError("hidden collectives lengthen the step")
    return {"r": g["x"] * STEPS / running.wall(), "G": best, "S": full / (full * (1 - best))}
