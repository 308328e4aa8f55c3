"""Tree -> TeX mathematics, for formulas in Markdown that a web page sets.

Only what every TeX on the web knows is used (MathJax, KaTeX). What is too wide for a line is also
given in pieces, as in `typeset.py`.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from exgen.expression.parse import (
    Call,
    Choose,
    Compare,
    Condition,
    Logic,
    Name,
    Node,
    Num,
    Op,
    Quantity,
)
from exgen.expression.text import GREEK, places, split_name
from exgen.render import spacing

if TYPE_CHECKING:
    from collections.abc import Iterator

_GLUE = {"×": r" \times ", "·": r" \cdot ", " ": r"\,"}
_RELATIONS = {"<": "<", "<=": r"\le", ">": ">", ">=": r"\ge", "==": "=", "!=": r"\ne"}
_HEADS = {
    "log2": r"\log_{2}",
    "normal_max": r"\mathrm{E}_{\max}",
    "min": r"\min",
    "max": r"\max",
}
_AROUND = {
    "ceil": (r"\left\lceil ", r" \right\rceil"),
    "floor": (r"\left\lfloor ", r" \right\rfloor"),
    "sqrt": (r"\sqrt{", "}"),
}
_TALL = (r"\frac", r"\begin", r"\left")
_COMMANDS = {letter: f"\\{name}" for name, letter in GREEK.items()}
_SPECIAL = {c: f"\\{c}" for c in "#$%&_{}"} | {"\\": "", "^": "", "~": ""}


def written(node: Node | Condition) -> str:
    """An expression or a condition, whole."""
    return condition(node) if isinstance(node, Compare | Logic) else expression(node)


def expression(node: Node) -> str:
    """The whole node, fractions as fractions."""
    match node:
        case Num():
            return _digits(spacing.number(node))
        case Quantity():
            return _quantity(node)
        case Name(id=id):
            return name(id)
        case Op():
            return _operation(node)
        case Call(function=function, args=args):
            inside = ", ".join(map(expression, args))
            if function in _AROUND:
                return inside.join(_AROUND[function])
            return f"{_HEADS.get(function, _word(function))}{_bracketed(inside)}"
        case Choose(condition=test, then=then, otherwise=otherwise):
            first = rf"{expression(then)} & \text{{if }} {condition(test)}"
            rows = rf"{first} \\ {expression(otherwise)} & \text{{otherwise}}"
            return rf"\begin{{cases}} {rows} \end{{cases}}"


def condition(node: Condition) -> str:
    """`P w ≤ C and n > 1`."""
    match node:
        case Compare(op=op, left=left, right=right):
            return f"{expression(left)} {_RELATIONS[op]} {expression(right)}"
        case Logic(op=op, args=args):
            inside = [
                _bracketed(condition(a)) if isinstance(a, Logic) else condition(a) for a in args
            ]
            if op == "not":
                return rf"\text{{not }} {inside[0]}"
            return rf" \text{{ {op} }} ".join(inside)


def pieces(node: Node) -> list[str]:
    """The node cut at its outermost `+ −`, or else at the `×` of its outermost product."""
    if isinstance(node, Op) and node.op in "+-":
        (left, _), (right, need) = places(node)
        return [*_terms(left), f"{{}} {node.op} {_child(right, need)}"]
    if isinstance(node, Op) and node.op == "/":
        return _quotient_in_pieces(node)
    cut: list[str] = []
    for sign, factor in _factors(node):
        if sign == _GLUE[" "]:
            cut[-1] += sign + factor
        else:
            cut.append(f"{{}}{sign}{factor}" if cut else factor)
    return cut


def _factors(node: Node) -> Iterator[tuple[str, str]]:
    """The factors of a product, each with what stands before it."""
    parts = spacing.factors(node)
    yield "", _child(*parts[0])
    for (left, _), (right, need) in pairwise(parts):
        glue = spacing.glue(left, right, spacing.needs_brackets(right, need))
        yield _GLUE[glue], _child(right, need)


def _quotient_in_pieces(node: Op) -> list[str]:
    above, below = node.args
    parts = pieces(above)
    if len(parts) > 1:
        parts = [f"({parts[0]}", *parts[1:-1], f"{parts[-1]})"]
    under = expression(below)
    return [*parts, "/ " + (under if spacing.is_atom(below) else _bracketed(under))]


def _terms(node: Node) -> list[str]:
    """The pieces of a sum; a product stays whole, it is one term."""
    return pieces(node) if isinstance(node, Op) and node.op in "+-" else [expression(node)]


def name(id: str) -> str:
    """`n_kv`: one letter italic, words and subscripts upright."""
    if "." in id:  # a field, `gpu.memory_bandwidth`: its underscores are not subscripts
        return _word(id)
    base, below = split_name(id)
    head = _COMMANDS.get(base) or (base if len(base) == 1 else _word(base))
    return f"{head}_{{{_COMMANDS.get(below) or _word(below)}}}" if below else head


def _operation(node: Op) -> str:
    if node.op == "neg":
        return f"-{_child(*places(node)[0])}"
    if node.op == "*":
        return "".join(sign + factor for sign, factor in _factors(node))
    (left, left_need), (right, right_need) = places(node)
    if node.op == "/":
        return rf"\frac{{{expression(left)}}}{{{expression(right)}}}"
    if node.op == "**":
        return f"{_child(left, left_need, node)}^{{{expression(right)}}}"
    return f"{_child(left, left_need)} {node.op} {_child(right, right_need)}"


def _child(node: Node, need: int, below: Op | None = None) -> str:
    if isinstance(node, Op) and node.op == "/" and (below is None or below.op != "**"):
        return expression(node)
    inside = expression(node)
    return _bracketed(inside) if spacing.needs_brackets(node, need, below) else inside


def _bracketed(inside: str) -> str:
    tall = any(command in inside for command in _TALL)
    return rf"\left( {inside} \right)" if tall else f"({inside})"


def _quantity(node: Quantity) -> str:
    digits, power, unit = spacing.quantity(node)
    number = _digits(digits) + (rf" \times 10^{{{_digits(power)}}}" if power else "")
    if unit == "%":  # no text: MathJax would show the backslash there
        return rf"{number}\,\%"
    return rf"{number}\,\text{{{_escaped(unit)}}}" if unit else number


def _digits(shown: str) -> str:
    """Digits as printed; a comma that groups takes no space after it."""
    return shown.replace(",", "{,}").replace("−", "-")


def _word(letters: str) -> str:
    """Letters upright; digits are so by themselves."""
    if letters.isdecimal():
        return letters
    return rf"\mathrm{{{_escaped(letters)}}}"


def _escaped(letters: str) -> str:
    return "".join(_SPECIAL.get(letter, letter) for letter in letters)
