"""What stands between two factors, and how numbers, quantities and names look: shared by the
printers of a law (`inline.py` for HTML, `typst.py` for displayed formulas).
"""

from __future__ import annotations

import re
from typing import Literal

from exgen import values
from exgen.expression import decimals
from exgen.expression.parse import Call, Choose, Name, Node, Num, Op, Quantity, names
from exgen.expression.text import places, printed_binding, split_name

Glue = Literal["×", "·", " "]  # the last is a thin space

RELATIONS = {"<": "<", "<=": "≤", ">": ">", ">=": "≥", "==": "=", "!=": "≠"}
_SCIENTIFIC = re.compile(r"([0-9.]+)[eE]([+-]?)0*([0-9]+)")


def factors(node: Node) -> list[tuple[Node, int]]:
    """A product as a flat list, each factor with how tightly it must bind there."""
    if not (isinstance(node, Op) and node.op == "*"):
        return [(node, 0)]
    (left, need), right = places(node)
    return (
        [*factors(left), right]
        if isinstance(left, Op) and left.op == "*"
        else [(left, need), right]
    )


def glue(left: Node, right: Node, in_brackets: bool) -> Glue:
    """Numbers and quantities are multiplied with ×, symbols stand side by side, words get a dot.

    `in_brackets`: the right factor stands in parentheses; after a name they would read as a call.
    """
    numbers = _is_number(left), _is_number(right)
    if all(numbers) or (numbers[1] and not numbers[0]):
        return "×"
    if isinstance(left, Quantity) or _is_word(left) or _is_word(right):
        return "·"
    if in_brackets and isinstance(left, Name):
        return "·"
    return " "


def _is_number(node: Node) -> bool:
    """Whether the node is a sum of numbers, or starts with a digit when it is printed."""
    if isinstance(node, Op) and node.op in ("**", "/", "*"):
        return _is_number(node.args[0])
    return isinstance(node, Num | Quantity) or (isinstance(node, Op) and not names(node))


def _is_word(node: Node) -> bool:
    if isinstance(node, Op):
        return any(map(_is_word, node.args)) if node.op in ("**", "*") else False
    if isinstance(node, Call | Choose):
        return not (isinstance(node, Call) and node.function in ("ceil", "floor", "sqrt"))
    return isinstance(node, Name) and len(split_name(node.id)[0]) > 1


def number(node: Num) -> str:
    """`70,553,706,496`, `0.5`, `1/3`."""
    return decimals.grouped(decimals.exact(node.value)).replace("-", "−")


def quantity(node: Quantity) -> tuple[str, str, str]:
    """Digits, exponent and unit as printed: ("3.35", "", "TB/s"), ("1.5", "12", "FLOP")."""
    written = node.text.removesuffix(node.unit).strip() if node.unit != "1" else node.text
    shown = values.show(written, node.unit).partition(values.NBSP)
    match = _SCIENTIFIC.fullmatch(written)
    if not match:
        return shown[0], "", shown[2]
    sign = "−" if match[2] == "-" else ""
    return match[1], sign + match[3], shown[2]


def needs_brackets(node: Node, need: int, below: Op | None = None) -> bool:
    """Whether a child stands in parentheses: by the grammar, or to keep `2 B` whole in a power."""
    if isinstance(node, Quantity):
        return below is not None and below.op == "**"
    return printed_binding(node) < need


def is_atom(node: Node) -> bool:
    """Whether the node is a single sign or number, without an operator."""
    return isinstance(node, Name | Num | Quantity) and printed_binding(node) > 1
