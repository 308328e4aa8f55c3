"""What a formula's tree holds, found in one walk."""

from __future__ import annotations

import msgspec
from gmpy2 import mpq

from exgen.errors import ExgenError
from exgen.expression.parse import Call, Name, Node, Op
from exgen.grading.functions import constant

MAX_EXPONENT = 64
CORNERED = frozenset({"min", "max", "abs", "ceil", "floor"})
"""Functions that are one formula here and another there."""


class Facts(msgspec.Struct, frozen=True):
    """All names; those in exponents; whether rational arithmetic will do; whether it bends."""

    names: frozenset[str]
    whole: frozenset[str]
    rational: bool
    cornered: bool


def facts(tree: Node) -> Facts:
    """Raises ExgenError for a tower of powers and for an exponent beyond MAX_EXPONENT."""
    found, whole, rational, cornered = set[str](), set[str](), True, False
    stack: list[Node] = [tree]
    while stack:
        node = stack.pop()
        kind = type(node)
        if kind is Name:
            found.add(node.id)  # type: ignore[union-attr]  # kind says so
        elif kind is Op:
            stack += node.args  # type: ignore[union-attr]
            if node.op == "**":  # type: ignore[union-attr]
                rational = _exponent(node.args[1], whole) and rational  # type: ignore[union-attr]
        elif kind is Call:
            rational = False
            cornered = cornered or node.function in CORNERED  # type: ignore[union-attr]
            stack += node.args  # type: ignore[union-attr]
    return Facts(frozenset(found), frozenset(whole), rational, cornered)


def _exponent(exponent: Node, names: set[str]) -> bool:
    """Whether it is a whole number wherever its names are; its names are added."""
    value = constant(exponent)
    if value is not None:
        if abs(value) > MAX_EXPONENT:
            raise ExgenError("the exponent is too large")
        return bool(value.denominator == 1)
    stack, whole = [exponent], True
    while stack:
        node = stack.pop()
        if isinstance(node, Name):
            names.add(node.id)
        elif isinstance(node, Op):
            if node.op == "**":
                raise ExgenError("the exponent is too large")
            whole = whole and node.op != "/"
            stack += node.args
        elif isinstance(node, Call):
            whole = False
            stack += node.args
        else:
            whole = whole and (constant(node) or mpq(1, 2)).denominator == 1
    return whole
