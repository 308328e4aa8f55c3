"""Tree -> HTML, for formulas that fit into a line of text: names, numbers, products, quotients
with a slash. What needs more (roots, ⌈ ⌉, cases, nested fractions) is an image: `needs_image`.
"""

from __future__ import annotations

from html import escape
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
    children,
)
from exgen.expression.text import places, split_name
from exgen.render import spacing

_NBSP = "\u00a0"
_THIN = "\u202f"
_SIGNS = {"+": "+", "-": "−", "/": "/"}
_HEADS = {"log2": "log<sub>2</sub>", "normal_max": "E<sub>max</sub>"}
_MOST_ROWS = 2  # a quotient of quotients is hard to read in one line


def needs_image(node: Node | Condition) -> bool:
    """Whether a line of HTML could not show it well."""
    if isinstance(node, Choose) or (
        isinstance(node, Call) and node.function in ("ceil", "floor", "sqrt")
    ):
        return True
    return _slashes(node) > _MOST_ROWS or any(needs_image(child) for child in children(node))


def has_fraction(node: Node | Condition) -> bool:
    """Whether there is a quotient anywhere."""
    return _slashes(node) > 0


def _slashes(node: Node | Condition) -> int:
    own = isinstance(node, Op) and node.op == "/"
    return own + sum(map(_slashes, children(node)))


def formula(node: Node | Condition) -> str:
    """The whole node; it may break after a relation, `+`, `−` and `×` only."""
    return f'<span class="math">{_any(node)}</span>'


def name(id: str) -> str:
    """`n_kv`: one letter italic, words and subscripts upright."""
    base, below = split_name(id)
    letter = f"<i>{escape(base)}</i>" if len(base) == 1 and base.isascii() else escape(base)
    return f"{letter}<sub>{escape(below)}</sub>" if below else letter


def quantity(node: Quantity) -> str:
    """`3.35 TB/s` that does not break."""
    digits, power, unit = spacing.quantity(node)
    head = f"{digits}{_NBSP}×{_NBSP}10<sup>{power}</sup>" if power else digits
    shown = f"{head}{_NBSP}{escape(unit)}" if unit else head
    return f'<span class="whole">{shown}</span>' if "/" in unit else shown  # no break at the slash


def _any(node: Node | Condition) -> str:
    match node:
        case Num():
            return spacing.number(node)
        case Quantity():
            return quantity(node)
        case Name(id=id):
            return name(id)
        case Op():
            return _operation(node)
        case Call(function=function, args=args):
            head = _HEADS.get(function, escape(function))
            return f"{head}({', '.join(map(_any, args))})"
        case Compare(op=op, left=left, right=right):
            return f"{_any(left)}{_NBSP}{escape(spacing.RELATIONS[op])} {_any(right)}"
        case Logic(op="not", args=args):
            return f"not ({_any(args[0])})"
        case Logic(op=op, args=args):
            return f" {op} ".join(_any(arg) for arg in args)
        case Choose():
            raise AssertionError("cases are set as an image")


def _operation(node: Op) -> str:
    if node.op == "neg":
        return "−" + _child(*places(node)[0], node)
    if node.op == "*":
        return _product(node)
    (left, left_need), (right, right_need) = places(node)
    before = _child(left, left_need, node)
    if node.op == "**":
        return f"{before}<sup>{_any(right)}</sup>"
    after = _child(right, right_need, node)
    return f"{before}/{after}" if node.op == "/" else f"{before}{_NBSP}{_SIGNS[node.op]} {after}"


def _product(node: Op) -> str:
    parts = spacing.factors(node)
    text = _child(*parts[0], node)
    for (left, _), (right, need) in pairwise(parts):
        sign = spacing.glue(left, right, spacing.needs_brackets(right, need))
        between = _THIN if sign == " " else f"{_NBSP}{sign} "
        text += between + _child(right, need, node)
    return text


def _child(node: Node, need: int, below: Op) -> str:
    enclosed = spacing.needs_brackets(node, need, below) or (
        below.op == "/"
        and isinstance(node, Quantity)
        and (node is below.args[1] or "/" in node.unit)
    )
    return f"({_any(node)})" if enclosed else _any(node)
