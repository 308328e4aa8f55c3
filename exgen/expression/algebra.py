"""Tree -> sympy -> tree: a law solved for the unknown that names it. The only file with sympy.

A law is brought to one fraction whose numerator is a polynomial in the unknown. Degree one has one
solution; degree two without a linear term has one that is positive, and quantities are positive.
Everything else is refused with the number of solutions: the author writes the one that is meant.
"""

from __future__ import annotations

from functools import lru_cache
from math import ceil
from typing import TYPE_CHECKING

from gmpy2 import mpq

from exgen.errors import ExgenError
from exgen.expression.parse import Call, Choose, Equation, Name, Node, Num, Op, children, names

if TYPE_CHECKING:
    import sympy

MAX_NODES = 120
MAX_TERMS = 200  # of the law multiplied out
MAX_DEGREE = 8  # of exponents in a law that has to be solved


@lru_cache(maxsize=1024)
def solve(equation: Equation, unknown: str) -> Node:
    """The tree of `unknown` in the other names. Raises ExgenError: none or several solutions.

    A law that is already solved comes back as its author wrote it, without sympy.
    """
    for one, other in ((equation.left, equation.right), (equation.right, equation.left)):
        if one == Name(unknown) and unknown not in names(other):
            return other
    if unknown not in names(equation):
        raise ExgenError(f"the law does not mention {unknown!r}")
    return _solve(equation, unknown)


def _solve(equation: Equation, unknown: str) -> Node:
    import sympy

    _check_solvable(equation)
    table: dict[Node, sympy.Symbol] = {}
    left, right = _to_sympy(equation.left, table), _to_sympy(equation.right, table)
    x = table[Name(unknown)]
    numerator, _ = sympy.fraction(sympy.together(left - right))
    try:
        poly = sympy.Poly(sympy.expand(numerator), x)
    except sympy.PolynomialError:  # x under a root
        raise ExgenError(
            f"the law has {unknown!r} under a root", hint=f"write it as {unknown} == …"
        ) from None
    coefficients = [sympy.factor(c) for c in poly.all_coeffs()]
    if len(coefficients) == 2:
        solution = -coefficients[1] / coefficients[0]
    elif len(coefficients) == 3 and coefficients[1] == 0:
        solution = sympy.sqrt(-coefficients[2] / coefficients[0])
    else:
        count = "no solution" if len(coefficients) == 1 else f"{len(coefficients) - 1} solutions"
        raise ExgenError(f"the law has {count} for {unknown!r}", hint=f"write it as {unknown} == …")
    order = {node: -place for place, node in enumerate(reversed(_appearance(equation)))}
    return _Back(table, order).tree(_simplest(solution))


def _simplest(solution: sympy.Expr) -> sympy.Expr:
    import sympy

    forms = [solution, sympy.cancel(solution), sympy.factor(solution)]
    return min(forms, key=lambda form: (sympy.count_ops(form), str(form)))


def _check_solvable(equation: Equation) -> None:
    nodes = list(_appearance(equation))
    if len(nodes) > MAX_NODES:
        raise ExgenError("the law is too long to be solved", hint="write it as unknown == …")
    for node in nodes:
        if isinstance(node, Call | Choose) and not (
            isinstance(node, Call) and node.function == "sqrt"
        ):
            raise ExgenError(
                "min, max, ceil, floor, log2, normal_max and if cannot be solved for an unknown",
                hint="write it as unknown == …",
            )
    _check_degree(equation, 1)
    over, under = _terms(Op("-", (equation.left, equation.right)))
    if max(over, under) > MAX_TERMS:
        raise ExgenError("the law has too many terms to be solved", hint="write it as unknown == …")


def _check_degree(node: Node | Equation, outer: int) -> None:
    if isinstance(node, Op) and node.op == "**":
        exponent = node.args[1]
        if not isinstance(exponent, Num) or abs(exponent.value) * outer > MAX_DEGREE:
            raise ExgenError(f"exponents up to {MAX_DEGREE} only in a law that has to be solved")
        outer *= max(1, int(abs(exponent.value)))
    for child in children(node):
        _check_degree(child, outer)  # type: ignore[arg-type]  # conditions were refused above


def _terms(node: Node) -> tuple[int, int]:
    """At most so many terms has the tree as one fraction, multiplied out, above and below."""
    if not isinstance(node, Op):
        return 1, 1
    over, under = _terms(node.args[0])
    if node.op == "neg":
        return over, under
    if node.op == "**" and isinstance(node.args[1], Num):
        power = max(1, ceil(abs(node.args[1].value)))
        return (
            (over**power, under**power) if node.args[1].value >= 0 else (under**power, over**power)
        )
    other_over, other_under = _terms(node.args[1])
    match node.op:
        case "*":
            return over * other_over, under * other_under
        case "/":
            return over * other_under, under * other_over
    return over * other_under + other_over * under, under * other_under


def _appearance(node: Node | Equation) -> list[Node]:
    """All nodes below, in reading order."""
    found: list[Node] = [] if isinstance(node, Equation) else [node]
    for child in children(node):
        found += _appearance(child)  # type: ignore[arg-type]  # conditions have no order to keep
    return found


def _to_sympy(node: Node, table: dict[Node, sympy.Symbol]) -> sympy.Expr:
    import sympy

    match node:
        case Num(value=value):
            return sympy.Rational(int(value.numerator), int(value.denominator))
        case Op(op=op, args=args):
            inside = [_to_sympy(arg, table) for arg in args]
            return _combine(op, inside)
        case Call(args=args):
            return sympy.sqrt(_to_sympy(args[0], table))
    if node not in table:
        table[node] = sympy.Symbol(f"x{len(table)}", positive=True)
    return table[node]


def _combine(op: str, args: list[sympy.Expr]) -> sympy.Expr:
    match op:
        case "+":
            return args[0] + args[1]
        case "-":
            return args[0] - args[1]
        case "*":
            return args[0] * args[1]
        case "/":
            return args[0] / args[1]
        case "neg":
            return -args[0]
    return args[0] ** args[1]


class _Back:
    """sympy -> tree, with factors and terms in the order in which the law's author wrote them."""

    def __init__(self, table: dict[Node, sympy.Symbol], order: dict[Node, int]) -> None:
        self._nodes = {symbol: node for node, symbol in table.items()}
        self._order = order

    def tree(self, expression: sympy.Expr) -> Node:
        """One expression; raises ExgenError for what the grammar has no word for."""
        import sympy

        if expression.is_Symbol:
            return self._nodes[expression]
        if expression.is_Rational:
            return _rational(mpq(int(expression.p), int(expression.q)))
        if expression.is_Add:
            return self._sum(expression)
        top, bottom = sympy.fraction(expression)
        if top.could_extract_minus_sign() and bottom.is_Add:  # a/(c - b) rather than -a/(b - c)
            top, bottom = -top, sympy.expand(-bottom)
        if bottom != 1:
            return Op("/", (self.tree(top), self.tree(bottom)))
        if expression.is_Mul:
            return self._product(expression)
        if expression.is_Pow and expression.exp == sympy.Rational(1, 2):
            return Call("sqrt", (self.tree(expression.base),))
        if expression.is_Pow:
            return Op("**", (self.tree(expression.base), self.tree(expression.exp)))
        raise ExgenError(f"the solution needs {expression}, which laws do not have")

    def _sum(self, expression: sympy.Expr) -> Node:
        signed = [(term.could_extract_minus_sign(), term) for term in expression.args]
        signed.sort(key=lambda pair: (pair[0], self._place(pair[1])))
        first_minus, first = signed[0]
        total = Op("neg", (self.tree(-first),)) if first_minus else self.tree(first)
        for minus, term in signed[1:]:
            total = Op("-" if minus else "+", (total, self.tree(-term if minus else term)))
        return total

    def _product(self, expression: sympy.Expr) -> Node:
        if expression.could_extract_minus_sign():
            return Op("neg", (self.tree(-expression),))
        factors = sorted(expression.args, key=lambda f: (not f.is_Rational, self._place(f)))
        product = self.tree(factors[0])
        for factor in factors[1:]:
            product = Op("*", (product, self.tree(factor)))
        return product

    def _place(self, expression: sympy.Expr) -> tuple[int, str]:
        """Where the first of its symbols stands in the law."""
        places = [self._order[self._nodes[symbol]] for symbol in expression.free_symbols]
        return min(places, default=-1), str(expression)


def _rational(value: mpq) -> Node:
    if value < 0:
        return Op("neg", (_rational(-value),))
    if value.denominator == 1:
        return Num(value)
    return Op("/", (Num(mpq(value.numerator)), Num(mpq(value.denominator))))
