"""Answer + part of the key -> verdict, share of the marks, a sentence, and the rule that decided.

What could not be read is invalid, which is not wrong; blank is neither. Nothing is asked but the
part, the answer and the background, so that every judgement can be repeated.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from gmpy2 import mpq

from exgen.grading.answer import (
    Absent,
    Answer,
    Blank,
    Chosen,
    Evidence,
    Formula,
    NotUnderstood,
    Reading,
    Text,
)
from exgen.grading.background import Background
from exgen.grading.judge_evidence import judge_evidence, read_evidence
from exgen.grading.judge_formula import judge_formula, right_formula
from exgen.grading.judge_order import judge_order
from exgen.grading.judge_quantity import judge_absent, judge_quantity
from exgen.grading.judgement import ONE, ZERO, Judgement, Verdict
from exgen.grading.rankings import read_order
from exgen.grading.read import read_choice, read_choices, read_formula, read_quantity

if TYPE_CHECKING:
    from exgen.grading.numeral import DecimalSign
    from exgen.key import Part


def read_part(part: Part, text: str, unit: str = "", sign: DecimalSign = ".") -> Answer:
    """The text typed into the part's box; `unit` is the box's if it differs from the part's.

    `sign` is the decimal sign of the class.
    """
    match part.kind:
        case "quantity":
            return read_quantity(text, unit or part.unit, can_be_none=part.can_be_none, sign=sign)
        case "formula":
            return read_formula(text, part.in_terms_of)
        case "rubric":
            return Text() if text.strip() else Blank()
        case "evidence":
            assert part.lab is not None  # freeze writes it for every such part
            return read_evidence(part.lab, text)
    options = {option.letter: option.text for option in part.options}
    if part.kind == "order":
        return read_order(text, options)
    return read_choice(text, options) if part.kind == "choice" else read_choices(text, options)


def judge(part: Part, answer: Answer, background: Background | None = None) -> Judgement:
    """The judgement of one answer; it reads no other answers than `background.own`."""
    known = background or _NOTHING
    match answer:
        case Blank():
            found = Judgement("blank", ZERO, "No answer.", "nothing was typed")
        case NotUnderstood(message=message):
            found = Judgement("invalid", ZERO, f"Not understood: {message}.", "could not be read")
        case Formula():
            found = judge_formula(answer, right_formula(part.law))
        case Text():
            found = Judgement("undecided", ZERO, "A person marks this.", "by its rubric")
        case Evidence():
            found = judge_evidence(answer)
        case Chosen(letters=letters) if part.kind == "order":
            found = judge_order(part, letters)
        case Chosen(letters=letters):
            found = _chosen(part, letters, known)
        case Absent():
            found = judge_absent(part, answer, known)
        case Reading():
            found = judge_quantity(part, answer, known)
    return msgspec.structs.replace(
        found, reads_as=answer.reads_as, notices=(*answer.notices, *found.notices)
    )


_NOTHING = Background()


def _chosen(part: Part, letters: tuple[str, ...], known: Background) -> Judgement:
    right = {option.letter for option in part.options if option.right}
    picked = set(letters)
    rule = f"{', '.join(sorted(right))} of {len(part.options)} options"
    if picked == right:
        return Judgement("right", ONE, "Right.", rule)
    says = [o.says for o in part.options if o.says and (o.letter in picked) != o.right]
    feedback = " ".join(dict.fromkeys(says)) or "Not the right choice."
    missed = "".join(sorted(picked - right)) or "".join(sorted(right - picked))
    share = ZERO
    if part.kind == "choices" and known.policy.choices == "share":
        wrong = len(part.options) - len(right)
        share = max(
            ZERO, mpq(len(picked & right), len(right)) - mpq(len(picked - right), max(wrong, 1))
        )
    verdict: Verdict = "partial" if share else "wrong"
    return Judgement(
        verdict, share, feedback, rule, f"option_{missed[0]}", tuple(f"option_{m}" for m in missed)
    )
