"""Claims of a handed-in record -> marks: each claim that holds earns the same share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gmpy2 import mpq

from exgen.errors import ExgenError
from exgen.grading.answer import Blank, Evidence, NotUnderstood
from exgen.grading.judgement import ONE, Judgement, Verdict
from exgen.lab import evidence

if TYPE_CHECKING:
    from exgen.key import Lab


def read_evidence(lab: Lab, text: str) -> Evidence | Blank | NotUnderstood:
    """The record with what holds of it; what is no record of this lab is not understood."""
    if not text.strip():
        return Blank()
    try:
        claims = evidence.judge(lab.name, dict(lab.facts), text)
    except ExgenError as error:
        return NotUnderstood(error.message)
    held = sum(claim.holds for claim in claims)
    return Evidence(claims, f"a record, {held} of {len(claims)} claims hold")


def judge_evidence(answer: Evidence) -> Judgement:
    """The claims that fail, with their reasons."""
    failed = [claim for claim in answer.claims if not claim.holds]
    rule = f"{len(answer.claims)} claims, recomputed from the record"
    if not failed:
        return Judgement("right", ONE, "Every claim of the record holds.", rule)
    share = 1 - mpq(len(failed), len(answer.claims))
    verdict: Verdict = "partial" if share else "wrong"
    said = " ".join(f"{claim.id}: {claim.says}" for claim in failed)
    names = tuple(f"claim_{claim.id}" for claim in failed)
    return Judgement(verdict, share, said, rule, names[0], names)
