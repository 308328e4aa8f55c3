"""Functions as people write them -> functions with brackets: `log2 N`, `log^2(N)`, `log_b(N)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gmpy2 import mpq

from exgen.errors import ExgenError
from exgen.expression.parse import Call, Name, Node, Num, Op
from exgen.grading.climb import Function, Token

if TYPE_CHECKING:
    from collections.abc import Sequence


def with_brackets(tokens: Sequence[Token]) -> list[Token]:
    """Every function followed by its opening bracket; the power of `log^2(N)` behind it."""
    out: list[Token] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        at += 1
        if not isinstance(token, Function):
            out.append(token)
            continue
        power: list[Token] = []
        if (
            list(tokens[at : at + 1]) == ["**"]
            and at + 1 < len(tokens)
            and isinstance(tokens[at + 1], Num)
        ):
            power, at = list(tokens[at : at + 2]), at + 2
            at += tokens[at : at + 1] == ["*"]  # the product found between 2 and (N)
        if tokens[at : at + 1] == ["("]:
            end = _closing(tokens, at)
            out += [token, *with_brackets(tokens[at:end]), *power]
            at = end
        else:
            at = _bare(tokens, at, token, out)
            out += power
    return out


def _bare(tokens: Sequence[Token], at: int, function: Function, out: list[Token]) -> int:
    """`log2 N`: one name or number is the whole argument."""
    name = function.name
    if at >= len(tokens) or not isinstance(tokens[at], (Name, Num)):
        raise ExgenError(f"{name} of what? write {name}(…)")
    following = tokens[at + 1 : at + 3]
    if following[:1] == ["**"] or (isinstance(tokens[at], Num) and following[:1] == ["*"]):
        raise ExgenError(f"what {name} is taken of may mean two things; write {name}(…)")
    out += [function, "(", tokens[at], ")"]
    return at + 1


def _closing(tokens: Sequence[Token], at: int) -> int:
    """The place behind the bracket that closes the one at `at`."""
    depth = 0
    for place in range(at, len(tokens)):
        depth += (tokens[place] == "(") - (tokens[place] == ")")
        if depth == 0:
            return place + 1
    raise ExgenError("a bracket is not closed")


def settled(node: Node, log: str = "ln") -> Node:
    """`log` as `log` says ("ln", "log2"), log(x, b) as a quotient, x**(1/2) as a root."""
    match node:
        case Call(function="log", args=(inner,)):
            return Call(log, (settled(inner, log),))
        case Call(function="log", args=(inner, base)):
            return Op("/", (Call("ln", (settled(inner, log),)), Call("ln", (settled(base, log),))))
        case Op(op="**", args=(Call(function="exp", args=(Num(value=1),)), exponent)):
            return Call("exp", (settled(exponent, log),))
        case Call(function="pow", args=args):
            return settled(Op("**", args), log)
        case Op(op="**", args=(base, exponent)) if constant(exponent) == mpq(1, 2):
            return Call("sqrt", (settled(base, log),))
        case Op(op=op, args=args):
            return Op(op, tuple([settled(arg, log) for arg in args]))
        case Call(function=function, args=args):
            return Call(function, tuple([settled(arg, log) for arg in args]))
    return node


def constant(node: Node) -> mpq | None:
    """The value of a number or a quotient of two, None for anything else."""
    match node:
        case Num(value=value):
            return value
        case Op(op="/", args=(Num(value=top), Num(value=bottom))) if bottom:
            return top / bottom
    return None
