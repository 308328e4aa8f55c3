"""Tokens -> tree, by precedence climbing: what the law grammar says, for text a student typed.

The readers of student text find the tokens themselves (unwritten products, units, LaTeX), and
reading them again with the LALR machine took twenty times as long. Node types are the grammar's
own, and a test holds the two together: whatever `climb` accepts, `parse(text_of(tokens))` reads as
the same tree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from exgen.errors import ExgenError
from exgen.expression.parse import FUNCTIONS, LAW_ONLY, Call, Name, Node, Num, Op, Quantity

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_DEPTH = 40  # brackets and signs inside one another
MAX_TOKENS = 250

ARITIES = (
    {name: arity for name, arity in FUNCTIONS.items() if name not in LAW_ONLY}
    | dict.fromkeys(("ln", "log10", "exp", "abs", "sin", "cos"), (1, 1))
    | {"log": (1, 2), "pow": (2, 2)}
)
"""Function -> smallest and largest number of arguments: the laws' and what formulas add."""


class Function(msgspec.Struct, frozen=True):
    """The name of a function; its opening bracket is the next token."""

    name: str


Token = str | Num | Quantity | Name | Function
"""An operator (`+ - * / ** ( ) ,`), a value, or a function's name."""


def climb(tokens: Sequence[Token]) -> Node:
    """The tree of a whole token list. Raises ExgenError naming what was not expected."""
    if len(tokens) > MAX_TOKENS:
        raise ExgenError(f"an expression of {len(tokens)} pieces; at most {MAX_TOKENS} are read")
    climber = _Climber(tokens)
    tree = climber.sum()
    if climber.at < len(tokens):
        raise climber.unexpected()
    return tree


def text_of(tokens: Sequence[Token]) -> str:
    """The tokens as text of the law grammar."""
    return " ".join(map(_text, tokens))


def _text(token: Token) -> str:
    match token:
        case Num(value=value):
            top, bottom = value.numerator, value.denominator
            return f"{top}" if bottom == 1 else f"({top}/{bottom})"
        case Quantity(text=text):
            return f"[{text}]"
        case Name(id=id):
            return id
        case Function(name=name):
            return name
    return token


class _Climber:
    def __init__(self, tokens: Sequence[Token]) -> None:
        self._tokens: list[Token] = [*tokens, ""]  # "" is the end
        self.at = 0
        self._depth = 0

    def unexpected(self) -> ExgenError:
        token = self._tokens[self.at]
        return ExgenError(
            f"did not expect {_text(token)!r}" if token else "something is missing at the end"
        )

    def sum(self) -> Node:
        tokens, left = self._tokens, self._product()
        while (op := tokens[self.at]) == "+" or op == "-":
            self.at += 1
            left = Op("+" if op == "+" else "-", (left, self._product()))
        return left

    def _product(self) -> Node:
        tokens, left = self._tokens, self._factor()
        while (op := tokens[self.at]) == "*" or op == "/":
            self.at += 1
            left = Op("*" if op == "*" else "/", (left, self._factor()))
        return left

    def _factor(self) -> Node:
        if self._tokens[self.at] == "-":
            self.at += 1
            self._deeper()
            factor = Op("neg", (self._factor(),))
            self._depth -= 1
            return factor
        base = self._atom()
        if self._tokens[self.at] != "**":
            return base
        self.at += 1
        self._deeper()
        power = Op("**", (base, self._factor()))
        self._depth -= 1
        return power

    def _atom(self) -> Node:
        token = self._tokens[self.at]
        if isinstance(token, (Num, Name, Quantity)):
            self.at += 1
            return token
        if token == "(":
            inside = self._bracketed()
            if len(inside) > 1:
                raise ExgenError("a comma separates the values of a function only")
            return inside[0]
        if isinstance(token, Function):
            self.at += 1
            return self._call(token.name)
        raise self.unexpected()

    def _call(self, name: str) -> Node:
        args = self._bracketed()
        least, most = ARITIES[name]
        if not least <= len(args) <= most:
            count = least if least == most else f"{least} to {most}"
            raise ExgenError(f"{name} takes {count} values, not {len(args)}")
        return Call(name, tuple(args))

    def _bracketed(self) -> list[Node]:
        if self._tokens[self.at] != "(":
            raise self.unexpected()
        self._deeper()
        self.at += 1
        inside = [self.sum()]
        while self._tokens[self.at] == ",":
            self.at += 1
            inside.append(self.sum())
        if self._tokens[self.at] != ")":
            raise (
                self.unexpected()
                if self._tokens[self.at]
                else ExgenError("a bracket is not closed")
            )
        self.at += 1
        self._depth -= 1
        return inside

    def _deeper(self) -> None:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise ExgenError(f"more than {MAX_DEPTH} brackets inside one another")
