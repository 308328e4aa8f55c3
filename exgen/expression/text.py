"""Tree -> text of the law grammar, and -> one line of plain Unicode for terminals and alt text."""

from __future__ import annotations

import re

from exgen.expression import decimals
from exgen.expression.parse import (
    Call,
    Choose,
    Compare,
    Condition,
    Equation,
    Logic,
    Name,
    Node,
    Num,
    Op,
    Quantity,
    parse_written,
)

DOLLARS = re.compile(r"\$([^$\n]+)\$")

# How tightly a node binds; a child that binds less tightly than its place needs parentheses.
SUM, PRODUCT, SIGN, POWER, ATOM = range(5)

GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "zeta": "ζ",
    "eta": "η", "theta": "θ", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ",
    "rho": "ρ", "sigma": "σ", "tau": "τ", "phi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω",
}  # fmt: skip

_READS = {"<": "<", "<=": "≤", ">": ">", ">=": "≥", "==": "=", "!=": "≠"}


def binding(node: Node) -> int:
    """SUM … ATOM, from the outermost operator of the node."""
    if isinstance(node, Op):
        return {"+": SUM, "-": SUM, "*": PRODUCT, "/": PRODUCT, "neg": SIGN, "**": POWER}[node.op]
    if isinstance(node, Num) and node.value.denominator != 1:
        return PRODUCT
    return ATOM


def printed_binding(node: Node) -> int:
    """The same as it is printed: 0.97 is one number, though it is kept as a quotient, and cases
    (`a if c, else b`) have no end.
    """
    if isinstance(node, Choose):
        return SUM - 1
    if isinstance(node, Num) and node.value > 0 and "/" not in decimals.exact(node.value):
        return ATOM
    return binding(node)


def places(node: Op) -> list[tuple[Node, int]]:
    """Each argument with how tightly it must bind to stand there without parentheses."""
    needs = {
        "+": (SUM, PRODUCT),
        "-": (SUM, PRODUCT),
        "*": (PRODUCT, SIGN),
        "/": (PRODUCT, POWER),
        "neg": (POWER,),
        "**": (ATOM, POWER),
    }
    return list(zip(node.args, needs[node.op], strict=True))


def write(node: Node) -> str:
    """Text that parses back to an equal tree."""
    match node:
        case Num(value=value):
            return str(value)
        case Quantity(text=text):
            return f"[{text}]"
        case Name(id=id):
            return id
        case Op(op=op):
            args = [
                f"({write(arg)})" if binding(arg) < need else write(arg)
                for arg, need in places(node)
            ]
            spaced = f" {op} " if op in "+-" else op
            return f"-{args[0]}" if op == "neg" else spaced.join(args)
        case Call(function=function, args=arguments):
            return f"{function}({', '.join(map(write, arguments))})"
        case Choose(condition=condition, then=then, otherwise=otherwise):
            return f"if({write_condition(condition)}, {write(then)}, {write(otherwise)})"


def write_condition(condition: Condition) -> str:
    """Text that parses back to an equal condition."""
    if isinstance(condition, Compare):
        return f"{write(condition.left)} {condition.op} {write(condition.right)}"
    inside = [
        f"({write_condition(arg)})" if isinstance(arg, Logic) else write_condition(arg)
        for arg in condition.args
    ]
    return f"not {inside[0]}" if condition.op == "not" else f" {condition.op} ".join(inside)


def write_equation(equation: Equation) -> str:
    """`left == right` as text of the grammar."""
    return f"{write(equation.left)} == {write(equation.right)}"


def split_name(name: str) -> tuple[str, str]:
    """`n_kv` -> ("n", "kv"); Greek names become letters: `kappa` -> ("κ", "")."""
    base, _, below = name.partition("_")
    return GREEK.get(base, base), GREEK.get(below, below.replace("_", ", "))


def plain_name(name: str) -> str:
    """`n_kv` as a reader says it in one line: `n_kv`, `κ`."""
    if "." in name:  # a field, `gpu.memory_bandwidth`: its underscores are not subscripts
        return name
    base, below = split_name(name)
    return f"{base}_{below}" if below else base


def plain(node: Node) -> str:
    """One line of Unicode: `c·N·B/F`, `3.35 TB/s`."""
    match node:
        case Num(value=value):
            return decimals.grouped(decimals.exact(value)).replace("-", "−")
        case Quantity(text=text):
            number, space, unit = text.partition(" ")
            return decimals.grouped(number).replace("-", "−") + space.replace(" ", "\u00a0") + unit
        case Name(id=id):
            return plain_name(id)
        case Op(op=op):
            args = [
                f"({plain(arg)})" if _enclosed(arg, need) else plain(arg)
                for arg, need in places(node)
            ]
            sign = {"+": " + ", "-": " − ", "*": "·", "/": "/", "**": "^"}
            return f"−{args[0]}" if op == "neg" else sign[op].join(args)
        case Call(function=function, args=arguments):
            return f"{function}({', '.join(map(plain, arguments))})"
        case Choose(condition=condition, then=then, otherwise=otherwise):
            return f"{plain(then)} if {plain_condition(condition)}, else {plain(otherwise)}"


def _enclosed(node: Node, need: int) -> bool:
    """Whether a child stands in parentheses: for the grammar, or to keep a number by its unit."""
    return printed_binding(node) < need or (
        isinstance(node, Quantity) and (need >= POWER or "/" in node.text)
    )


def plain_condition(condition: Condition) -> str:
    """One line of Unicode: `P·w ≤ C`."""
    if isinstance(condition, Compare):
        return f"{plain(condition.left)} {_READS[condition.op]} {plain(condition.right)}"
    inside = [
        f"({plain_condition(arg)})" if isinstance(arg, Logic) else plain_condition(arg)
        for arg in condition.args
    ]
    return f"not {inside[0]}" if condition.op == "not" else f" {condition.op} ".join(inside)


def plain_written(written: str) -> str:
    """What a page writes between dollar signs, as one line of Unicode. Raises ExgenError."""
    node = parse_written(written)
    return plain_condition(node) if isinstance(node, Compare | Logic) else plain(node)


def plain_prose(said: str) -> str:
    """A text of a page with its formulas as plain Unicode: `$T == B*S$` -> T = B·S."""
    return DOLLARS.sub(lambda match: plain_written(match[1]), said)
