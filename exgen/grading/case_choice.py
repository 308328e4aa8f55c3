"""Letters and rankings, judged without a key."""

from __future__ import annotations

from exgen.errors import ExgenError
from exgen.grading.answer import Chosen
from exgen.grading.case import Case, Sheet, Verdict, Word, plain_json
from exgen.grading.rankings import read_ranking
from exgen.grading.read import read_choice, read_choices


def judge_choice_case(case: Case, _: Sheet) -> Verdict:
    """Raises ExgenError where the case itself is at fault."""
    said = plain_json(bytes(case.right))
    right = [said] if isinstance(said, str) else said
    if not isinstance(right, list) or not all(isinstance(letter, str) for letter in right):
        raise ExgenError("right is no letter and no list of letters")
    texts = case.option_text or {}
    options = {letter: texts.get(letter, "") for letter in case.options or sorted(set(right))}
    readers = {"single": read_choice, "multiple": read_choices, "ranking": read_ranking}
    if case.choice not in readers:
        raise ExgenError(f"choice is single, multiple or ranking, not {case.choice!r}")
    answer = readers[case.choice](case.text, options)
    if not isinstance(answer, Chosen):
        return Verdict(case.id, "invalid", None, (getattr(answer, "message", "nothing was typed"),))
    letters = list(answer.letters)
    return Verdict(case.id, _word(case, letters, right), letters, answer.notices)


def _word(case: Case, letters: list[str], right: list[str]) -> Word:
    if case.choice == "ranking":
        return "correct" if letters == right else "incorrect"
    picked, wanted = set(letters), set(right)
    if picked == wanted:
        return "correct"
    return "partial" if case.choice == "multiple" and picked and picked < wanted else "incorrect"
