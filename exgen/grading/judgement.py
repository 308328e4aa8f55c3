"""What one answer is worth, and why."""

from __future__ import annotations

from typing import Literal

import msgspec
from gmpy2 import mpq

Verdict = Literal[
    "right", "follow_through", "partial", "slip", "unit", "wrong", "invalid", "blank", "undecided"
]
ZERO, ONE = mpq(0), mpq(1)


class Judgement(msgspec.Struct, frozen=True):
    """What one answer is worth and why.

    `share` is of the part's marks; `outcome` the id of what was recognised, `outcomes` all ids
    whose interval holds the value; `rule` is for the instructor.
    """

    verdict: Verdict
    share: mpq
    feedback: str
    rule: str
    outcome: str = ""
    outcomes: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()
    reads_as: str = ""
