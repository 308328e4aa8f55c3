"""Text -> tree, for laws, conditions, derivations and students' formulas: one grammar, with caps.

A tree is made of seven frozen node types and nothing else; no text is ever executed. What is too
long, too deep or has too large a number is refused before any arithmetic.
"""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Literal

import msgspec
from gmpy2 import mpq
from lark import Lark, Token, Transformer, v_args
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, VisitError

from exgen import units
from exgen.errors import ExgenError, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_LENGTH = 400
MAX_DEPTH = 100  # of a tree; a sum of so many terms is as deep
MAX_DIGITS = 40
MAX_EXPONENT = 64

FUNCTIONS = {
    "min": (2, 8),
    "max": (2, 8),
    "ceil": (1, 1),
    "floor": (1, 1),
    "log2": (1, 1),
    "sqrt": (1, 1),
    "normal_max": (1, 1),
}
"""Function -> smallest and largest number of arguments. `if` is a form of its own (Choose)."""

LAW_ONLY = frozenset({"normal_max"})
"""Functions of laws that no student is asked to write."""


class Num(msgspec.Struct, frozen=True):
    """A bare number, exact."""

    value: mpq


class Quantity(msgspec.Struct, frozen=True):
    """`[3.35 TB/s]`: the number as written and the unit's text; `text` is the whole inside."""

    value: mpq
    unit: str
    text: str


class Name(msgspec.Struct, frozen=True):
    """A given, a field (`gpu.memory`), a let or an unknown."""

    id: str


class Op(msgspec.Struct, frozen=True):
    """`+ - * / **` with two arguments, `neg` with one."""

    op: Literal["+", "-", "*", "/", "**", "neg"]
    args: tuple[Node, ...]


class Call(msgspec.Struct, frozen=True):
    """A function of FUNCTIONS."""

    function: str
    args: tuple[Node, ...]


class Compare(msgspec.Struct, frozen=True):
    """`<`, `<=`, `>`, `>=`, `==` or `!=`."""

    op: Literal["<", "<=", ">", ">=", "==", "!="]
    left: Node
    right: Node


class Logic(msgspec.Struct, frozen=True):
    """`and`, `or`, `not` over conditions."""

    op: Literal["and", "or", "not"]
    args: tuple[Condition, ...]


class Choose(msgspec.Struct, frozen=True):
    """`if(condition, then, otherwise)`."""

    condition: Condition
    then: Node
    otherwise: Node


Node = Num | Quantity | Name | Op | Call | Choose
Condition = Compare | Logic


class Equation(msgspec.Struct, frozen=True):
    """`left == right`."""

    left: Node
    right: Node


class _Build(Transformer[Token, Node]):
    """Grammar rules -> nodes. Runs inside the parser, so depth costs no recursion."""

    @v_args(inline=True)
    def number(self, token: Token) -> Num:
        return Num(_number(token))

    @v_args(inline=True)
    def quantity(self, token: Token) -> Quantity:
        text = token[1:-1].strip()
        value, unit = units.quantity(text)
        return Quantity(value, unit.text, text)

    @v_args(inline=True)
    def name(self, token: Token) -> Name:
        return Name(str(token))

    def call(self, children: list[Token | Node]) -> Call:
        function, args = str(children[0]), tuple(children[1:])
        if function not in FUNCTIONS:
            raise ExgenError(
                f"unknown function {function!r}", hint=did_you_mean(function, FUNCTIONS)
            )
        least, most = FUNCTIONS[function]
        if not least <= len(args) <= most:
            raise ExgenError(f"{function} takes {least} to {most} arguments, not {len(args)}")
        return Call(function, args)  # type: ignore[arg-type]  # after the name only nodes follow

    @v_args(inline=True)
    def choose(self, condition: Condition, then: Node, otherwise: Node) -> Choose:
        return Choose(condition, then, otherwise)

    @v_args(inline=True)
    def compare(self, left: Node, op: Token, right: Node) -> Compare:
        return Compare(str(op), left, right)  # type: ignore[arg-type]  # the terminal lists them

    def add(self, args: list[Node]) -> Op:
        return Op("+", tuple(args))

    def subtract(self, args: list[Node]) -> Op:
        return Op("-", tuple(args))

    def multiply(self, args: list[Node]) -> Op:
        return Op("*", tuple(args))

    def divide(self, args: list[Node]) -> Op:
        return Op("/", tuple(args))

    def raise_to(self, args: list[Node]) -> Op:
        return Op("**", tuple(args))

    def negative(self, args: list[Node]) -> Op:
        return Op("neg", tuple(args))

    def either(self, args: list[Condition]) -> Condition:
        return args[0] if len(args) == 1 else Logic("or", tuple(args))

    def both(self, args: list[Condition]) -> Condition:
        return args[0] if len(args) == 1 else Logic("and", tuple(args))

    def negate(self, args: list[Condition]) -> Logic:
        return Logic("not", tuple(args))

    @v_args(inline=True)
    def equation(self, left: Node, _equal: Token, right: Node) -> Equation:
        return Equation(left, right)


def _number(token: str) -> mpq:
    mantissa, _, exponent = token.lower().partition("e")
    if len(mantissa) > MAX_DIGITS or abs(int(exponent or 0)) > MAX_EXPONENT:
        raise ExgenError(f"number too large: {token[:20]}…")
    return units.number(token)


@cache
def _parser() -> Lark:
    grammar = (files("exgen") / "expression" / "grammar.lark").read_text("utf-8")
    starts = ["expr", "condition", "equation"]
    return Lark(grammar, parser="lalr", start=starts, transformer=_Build())


@lru_cache(maxsize=4096)
def _parse(text: str, start: str) -> Node | Condition | Equation:
    if len(text) > MAX_LENGTH:
        raise ExgenError(f"expression of {len(text)} characters; at most {MAX_LENGTH} are read")
    try:
        tree: Node | Condition | Equation = _parser().parse(text, start=start)  # type: ignore[assignment]  # lark is untyped
    except VisitError as error:
        if isinstance(error.orig_exc, ExgenError):
            raise error.orig_exc from None
        raise
    except UnexpectedCharacters as error:
        raise _unreadable(text, error.column, repr(error.char)) from None
    except UnexpectedInput as error:
        token = str(getattr(error, "token", ""))
        raise _unreadable(
            text, getattr(error, "column", 0), repr(token) if token else "the end"
        ) from None
    if depth(tree) > MAX_DEPTH:
        raise ExgenError(f"expression nested more than {MAX_DEPTH} deep")
    return tree


def _unreadable(text: str, column: int, what: str) -> ExgenError:
    return ExgenError(f"cannot read {text!r}: did not expect {what} at column {max(column, 1)}")


def parse(text: str) -> Node:
    """An expression. Raises ExgenError, naming the column."""
    return _parse(text, "expr")  # type: ignore[return-value]  # the start rule decides


def parse_condition(text: str) -> Condition:
    """`N*w <= gpu.memory`, joined by and, or, not. Raises ExgenError."""
    return _parse(text, "condition")  # type: ignore[return-value]  # the start rule decides


def parse_equation(text: str) -> Equation:
    """`T == N*w/W`. Raises ExgenError; a single `=` is the usual slip and gets a hint."""
    if "==" not in text and "=" in text:
        raise ExgenError(f"cannot read {text!r}", hint="an equation is written with ==")
    return _parse(text, "equation")  # type: ignore[return-value]  # the start rule decides


def parse_written(text: str) -> Node | Condition:
    """What stands between dollar signs on a page: a condition, an equation or an expression.

    Raises ExgenError.
    """
    try:
        return parse_condition(text)
    except ExgenError:
        return parse(text)


def children(node: Node | Condition | Equation) -> tuple[Node | Condition, ...]:
    """The nodes directly below."""
    match node:
        case Op(args=args) | Call(args=args) | Logic(args=args):
            return args
        case Compare(left=left, right=right) | Equation(left=left, right=right):
            return (left, right)
        case Choose(condition=condition, then=then, otherwise=otherwise):
            return (condition, then, otherwise)
    return ()


def depth(tree: Node | Condition | Equation) -> int:
    """How many nodes lie on the longest way down; found without recursion."""
    deepest = 0
    waiting = [(tree, 1)]
    while waiting:
        node, level = waiting.pop()
        deepest = max(deepest, level)
        waiting += [(child, level + 1) for child in children(node)]
    return deepest


def names(node: Node | Condition | Equation) -> frozenset[str]:
    """Every name used."""
    if isinstance(node, Name):
        return frozenset([node.id])
    return frozenset().union(*(names(child) for child in children(node)))


def substitute(node: Node, by: Mapping[str, Node]) -> Node:
    """The tree with every name in `by` replaced."""
    match node:
        case Name(id=id):
            return by.get(id, node)
        case Op(op=op, args=args):
            return Op(op, tuple(substitute(arg, by) for arg in args))
        case Call(function=function, args=args):
            return Call(function, tuple(substitute(arg, by) for arg in args))
        case Choose(condition=condition, then=then, otherwise=otherwise):
            inside = substitute_in_condition(condition, by)
            return Choose(inside, substitute(then, by), substitute(otherwise, by))
    return node


def substitute_in_condition(condition: Condition, by: Mapping[str, Node]) -> Condition:
    """The condition with every name in `by` replaced."""
    if isinstance(condition, Logic):
        return Logic(
            condition.op, tuple(substitute_in_condition(arg, by) for arg in condition.args)
        )
    return Compare(condition.op, substitute(condition.left, by), substitute(condition.right, by))
