"""A lab by its name: what the key must know of it, and the judgement of a handed-in record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from exgen.lab import investigation, json_parsing
from exgen.lab.names import DATA, JSON_PARSING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from exgen.lab.claims import Claim


def facts(lab: str, given: Mapping[str, str]) -> dict[str, str]:
    """What the key keeps in order to judge a record without anything else; `given` as printed."""
    return json_parsing.facts(given[DATA]) if lab == JSON_PARSING else {"check": lab}


def judge(lab: str, known: Mapping[str, str], text: str) -> tuple[Claim, ...]:
    """The claims of a record, in order. Raises ExgenError for what is no record of this lab."""
    if lab == JSON_PARSING:
        return json_parsing.judge(known, text)
    return investigation.judge(known, text)
