"""A formula judged without a key."""

from __future__ import annotations

from functools import lru_cache

from exgen.errors import ExgenError
from exgen.expression.text import write
from exgen.grading.answer import Formula
from exgen.grading.case import Case, Sheet, Verdict, Word, plain_json
from exgen.grading.equality import Target, target
from exgen.grading.formula import formula
from exgen.grading.judge_formula import judge_formula
from exgen.grading.read import read_formula


def judge_formula_case(case: Case, _: Sheet) -> Verdict:
    """Raises ExgenError where the case itself is at fault."""
    right = _right(bytes(case.right), case.vars)
    answer = read_formula(case.text, case.vars)
    if not isinstance(answer, Formula):
        return Verdict(case.id, "invalid", None, (getattr(answer, "message", "nothing was typed"),))
    judgement = judge_formula(answer, right)
    reads_as = write(answer.tree)
    if judgement.verdict == "undecided":
        return Verdict(case.id, "invalid", reads_as, (*answer.notices, judgement.feedback))
    named = (judgement.feedback,) if judgement.outcome else ()
    word: Word = "correct" if judgement.verdict == "right" else "incorrect"
    return Verdict(case.id, word, reads_as, (*answer.notices, *judgement.notices, *named))


@lru_cache(maxsize=4096)
def _right(raw: bytes, names: tuple[str, ...]) -> Target:
    said = plain_json(raw)
    if not isinstance(said, (str, int)) or isinstance(said, bool):
        raise ExgenError("right is no formula")
    if not names:
        raise ExgenError("no vars: the names that a formula may hold")
    return target(formula(str(said), names).tree)
