"""Tree -> Typst mathematics, for formulas that are set as images.

Letters, digits and units are strings, so that they come in the text's own font; parentheses, roots
and braces come from the mathematical font. A line is given whole and in pieces: if the whole is too
wide, the pieces are spread over lines.
"""

from __future__ import annotations

from itertools import pairwise

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
from exgen.expression.text import places, split_name
from exgen.render import spacing

_GLUE = {"×": "times", "·": "dot.op", " ": "thin"}
_RELATIONS = {"<": "<", "<=": "<=", ">": ">", ">=": ">=", "==": "=", "!=": "!="}
_HEADS = {"log2": 'op("log")_"2"', "normal_max": 'op("E")_"max"'}
_DELIMITERS = ("ceil", "floor", "sqrt")  # Typst functions of the same name


def expression(node: Node) -> str:
    """The whole node, fractions as fractions."""
    match node:
        case Num():
            return _string(spacing.number(node))
        case Quantity():
            return _quantity(node)
        case Name(id=id):
            return name(id)
        case Op():
            return _operation(node)
        case Call():
            return _call(node)
        case Choose(condition=test, then=then, otherwise=otherwise):
            first = f'display({expression(then)}) & "if " {condition(test)}'
            rows = f'{first}, display({expression(otherwise)}) & "otherwise"'
            return f"cases({rows})"


def condition(node: Condition) -> str:
    """`P w ≤ C and n > 1`."""
    match node:
        case Compare(op=op, left=left, right=right):
            return f"{expression(left)} {_RELATIONS[op]} {expression(right)}"
        case Logic(op=op, args=args):
            inside = [f"({condition(a)})" if isinstance(a, Logic) else condition(a) for a in args]
            if op == "not":
                return f"{_word('not')} {inside[0]}"
            return f" {_word(op)} ".join(inside)


def pieces(node: Node) -> list[str]:
    """The node cut at its outermost `+ −`, or else at the `×` of its outermost product."""
    if isinstance(node, Op) and node.op in "+-":
        (left, _), (right, need) = places(node)
        return [*pieces_of_sum(left), f"{node.op} {_child(right, need)}"]
    if isinstance(node, Op) and node.op == "/":
        return _quotient_in_pieces(node)
    parts = spacing.factors(node)
    cut = [_child(*parts[0])]
    for (left, _), (right, need) in pairwise(parts):
        sign = spacing.glue(left, right, spacing.needs_brackets(right, need))
        if sign == " ":
            cut[-1] += f" thin {_child(right, need)}"
        else:
            cut.append(f"{_GLUE[sign]} {_child(right, need)}")
    return cut


def _quotient_in_pieces(node: Op) -> list[str]:
    above, below = node.args
    over = expression(below)
    parts = pieces(above)
    if len(parts) > 1:
        parts = [f"\\({parts[0]}", *parts[1:-1], f"{parts[-1]}\\)"]
    return [*parts, f"\\/ {over}" if spacing.is_atom(below) else f"\\/ ({over})"]


def pieces_of_sum(node: Node) -> list[str]:
    """Like `pieces`, but a product stays whole: it is one term."""
    if isinstance(node, Op) and node.op in "+-":
        return pieces(node)
    return [expression(node)]


def name(id: str) -> str:
    """`n_kv`: one letter italic, words and subscripts upright."""
    base, below = split_name(id)
    letter = f"#i({_string(base)})" if len(base) == 1 and base.isascii() else _string(base)
    return f"{letter}_{_string(below)}" if below else letter


def _operation(node: Op) -> str:
    if node.op == "neg":
        (inside, need) = places(node)[0]
        return f"-{_child(inside, need)}"
    if node.op == "*":
        return " ".join(pieces(node))
    (left, left_need), (right, right_need) = places(node)
    if node.op == "/":
        return f"frac({expression(left)}, {expression(right)})"
    if node.op == "**":
        base = _child(left, left_need, node)
        return f"{base}^({expression(right)})"
    return f"{_child(left, left_need)} {node.op} {_child(right, right_need)}"


def _child(node: Node, need: int, below: Op | None = None) -> str:
    if isinstance(node, Op) and node.op == "/" and (below is None or below.op != "**"):
        return expression(node)
    inside = expression(node)
    return f"({inside})" if spacing.needs_brackets(node, need, below) else inside


def _call(node: Call) -> str:
    inside = ", ".join(map(expression, node.args))
    if node.function in _DELIMITERS:
        return f"{node.function}({inside})"
    head = _HEADS.get(node.function, f"op({_string(node.function)})")
    return f"{head} ({inside})"


def _quantity(node: Quantity) -> str:
    digits, power, unit = spacing.quantity(node)
    if power:
        return f'{_string(digits)} times "10"^{_string(power)} #h(0.2em) {_string(unit)}'
    return _string(f"{digits}\u00a0{unit}" if unit else digits)


def _word(text: str) -> str:
    return f'" {text} "'


def _string(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
