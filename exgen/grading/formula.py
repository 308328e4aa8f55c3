"""A formula as students write it -> a tree in the declared names."""

from __future__ import annotations

import re
from functools import lru_cache

from exgen.errors import ExgenError
from exgen.grading.answer import Formula
from exgen.grading.climb import Function, climb
from exgen.grading.facts import facts
from exgen.grading.formula_text import tokens_of
from exgen.grading.functions import settled, with_brackets

_LOG = Function("log")


@lru_cache(maxsize=16384)
def formula(text: str, declared: tuple[str, ...]) -> Formula:
    """`2 S H^2/(B W)`, `T = 12LH^2`. Raises ExgenError naming what is not understood."""
    tokens = tokens_of(_right_side(text, declared), declared)
    functions = any(type(token) is Function for token in tokens)
    typed = climb(with_brackets(tokens) if functions else tokens)
    tree = settled(typed)
    held = facts(tree)
    if functions and _LOG in tokens:
        return Formula(
            tree, held, settled(typed, "log2"), ("log was read as the natural logarithm",)
        )
    return Formula(tree, held)


def _right_side(text: str, declared: tuple[str, ...]) -> str:
    """The right side of `T = …`, where T is the quantity asked for; without a final stop."""
    text = text[:-1].rstrip() if text.endswith(".") else text
    head, equals, rest = text.partition("=")
    if not equals:
        return text
    if _is_asked(rest, declared) and not _is_asked(head, declared):
        head, rest = rest, head  # `2*S = T`
    if "=" in rest or not (head == "" or _is_asked(head, declared)):
        raise ExgenError("an equation is not a formula; write the right side alone")
    return rest.strip()


def _is_asked(text: str, declared: tuple[str, ...]) -> bool:
    """Whether the text is one name that is not declared: the quantity asked for."""
    return bool(re.fullmatch(r" ?[^\W\d]\w* ?", text)) and text.strip() not in declared
