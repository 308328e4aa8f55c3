"""Who moves between two gradings, for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from exgen.columns import columns
from exgen.submissions.submission import printable

if TYPE_CHECKING:
    from exgen.grading.moves import Difference, Move, Total

_TOTALS = ("student", "marks", "now", "by")
_MOVES = ("student", "part", "marks", "now", "by", "verdict", "now", "why")


def text(found: Difference) -> str:
    """What changed between the gradings, the totals that move, and the answers behind them."""
    moved = [_move(each) for each in found.moves if each.by != "0"]
    still = len(found.moves) - len(moved)
    lines = [*found.causes, _count(len(found.totals), "student moves", "students move")]
    if still:
        lines.append(_count(still, "verdict changes", "verdicts change") + " at the same marks")
    if found.totals:
        lines += ["", *columns([_TOTALS, *map(_total, found.totals)], "")]
    if moved:
        lines += ["", *columns([_MOVES, *moved], "")]
    return "\n".join(lines)


def _total(each: Total) -> tuple[str, ...]:
    return printable(each.student), each.old or "–", each.new or "–", each.by


def _move(each: Move) -> tuple[str, ...]:
    return (
        printable(each.student), each.part, each.old, each.new, each.by, each.old_verdict,
        each.new_verdict, printable(each.why)[:120],
    )  # fmt: skip


def _count(number: int, one: str, many: str) -> str:
    return f"{number or 'no'} {one if number == 1 else many}"
