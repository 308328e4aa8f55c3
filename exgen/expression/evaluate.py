"""Tree + values -> value, exactly. No sympy, no floats.

Values are rationals in base units (`exgen.units`). Units are checked once for a tree, by doing the
arithmetic with dimensions (`dimension`); the value is then computed by a chain of closures
(`compiled`), because a template is evaluated for thousands of draws. All operations are exact
except `sqrt` of a non-square and `log2`, which are correct to 50 significant digits, and
`normal_max`, correct to 25.
"""

from __future__ import annotations

import operator
from decimal import Context, Decimal
from functools import lru_cache
from typing import TYPE_CHECKING

import gmpy2
from gmpy2 import mpq

from exgen import units
from exgen.errors import ExgenError, InfeasibleError, did_you_mean
from exgen.expression.normal import expected_maximum
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

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from exgen.units import Dimension

MAX_BITS = 20_000  # of a numerator or denominator; far beyond any physical quantity
_FIFTY_DIGITS = Context(prec=50)


def dimension(node: Node, dimensions: Mapping[str, Dimension]) -> Dimension:
    """The dimension of the tree's value. Raises ExgenError where units do not agree."""
    match node:
        case Num():
            return units.NUMBER_ONE
        case Quantity(unit=text):
            return units.unit(text).dimension
        case Name(id=id):
            if id not in dimensions:
                raise ExgenError(f"unknown name {id!r}", hint=did_you_mean(id, dimensions))
            return dimensions[id]
        case Op():
            return _dimension_of_op(node, dimensions)
        case Call(function=function, args=args):
            return _dimension_of_call(function, [dimension(arg, dimensions) for arg in args])
        case Choose(condition=condition, then=then, otherwise=otherwise):
            check_condition(condition, dimensions)
            return _same("if", [dimension(then, dimensions), dimension(otherwise, dimensions)])


def check_condition(condition: Condition, dimensions: Mapping[str, Dimension]) -> None:
    """Raises ExgenError where a comparison compares unlike things or uses an unknown name."""
    if isinstance(condition, Logic):
        for arg in condition.args:
            check_condition(arg, dimensions)
        return
    both = [dimension(condition.left, dimensions), dimension(condition.right, dimensions)]
    if Num(mpq(0)) not in (condition.left, condition.right):  # 0 is 0 in every unit
        _same(condition.op, both)


def _dimension_of_op(node: Op, dimensions: Mapping[str, Dimension]) -> Dimension:
    args = [dimension(arg, dimensions) for arg in node.args]
    if node.op == "**":
        return _dimension_of_power(args[0], node.args[1], args[1])
    if node.op == "*":
        return _product(args[0], args[1], 1)
    if node.op == "/":
        return _product(args[0], args[1], -1)
    return _same(node.op, args)


def _dimension_of_power(base: Dimension, exponent: Node, of_exponent: Dimension) -> Dimension:
    if of_exponent:
        raise ExgenError(f"an exponent has no unit, not {units.describe(of_exponent)}")
    if not base:
        return base
    sign = 1
    if isinstance(exponent, Op) and exponent.op == "neg":
        sign, exponent = -1, exponent.args[0]
    if not isinstance(exponent, Num) or exponent.value.denominator != 1:
        raise ExgenError("a quantity with a unit takes a whole number as exponent")
    return tuple(
        (name, power * sign * int(exponent.value)) for name, power in base if exponent.value
    )


def _dimension_of_call(function: str, args: list[Dimension]) -> Dimension:
    if function in ("min", "max"):
        return _same(function, args)
    if args[0] and function != "sqrt":
        raise ExgenError(f"{function} needs a bare number, not {units.describe(args[0])}")
    if any(power % 2 for _, power in args[0]):
        raise ExgenError(f"no square root of {units.describe(args[0])}")
    return tuple((name, power // 2) for name, power in args[0])


def _same(op: str, dimensions: list[Dimension]) -> Dimension:
    if any(other != dimensions[0] for other in dimensions):
        kinds = " and ".join(dict.fromkeys(units.describe(each) for each in dimensions))
        raise ExgenError(f"units do not agree: {op!r} over {kinds}")
    return dimensions[0]


def _product(left: Dimension, right: Dimension, sign: int) -> Dimension:
    powers = dict(left)
    for name, power in right:
        powers[name] = powers.get(name, 0) + sign * power
    return tuple(sorted((name, power) for name, power in powers.items() if power))


@lru_cache(maxsize=4096)
def compiled(node: Node) -> Callable[[Mapping[str, mpq]], mpq]:
    """The tree as a function of its names' values in base units.

    The function raises ZeroDivisionError for a quotient by zero and InfeasibleError for a root or
    logarithm that does not exist or a number beyond MAX_BITS; KeyError for a name without a value.
    """
    match node:
        case Num(value=value):
            return lambda _: value
        case Quantity(value=value, unit=text):
            in_base_units = value * units.unit(text).factor
            return lambda _: in_base_units
        case Name(id=id):
            return operator.itemgetter(id)
        case Op():
            return _compiled_op(node)
        case Call(function=function, args=args):
            return _compiled_call(function, args)
        case Choose(condition=condition, then=then, otherwise=otherwise):
            test, yes, no = compiled_condition(condition), compiled(then), compiled(otherwise)
            return lambda values: yes(values) if test(values) else no(values)


def _compiled_op(node: Op) -> Callable[[Mapping[str, mpq]], mpq]:
    if node.op == "neg":
        of = compiled(node.args[0])
        return lambda values: -of(values)
    if node.op == "*" and isinstance(node.args[1], Name):
        return _times_name(node.args[0], node.args[1].id)
    left, right = compiled(node.args[0]), compiled(node.args[1])
    match node.op:
        case "+":
            return lambda values: left(values) + right(values)
        case "-":
            return lambda values: left(values) - right(values)
        case "*":
            return lambda values: left(values) * right(values)
        case "/":
            return lambda values: left(values) / right(values)
    if isinstance(node.args[1], Num) and node.args[1].value == 2:
        return lambda values: _square(left(values))
    return lambda values: _power(left(values), right(values))


def _times_name(left: Node, name: str) -> Callable[[Mapping[str, mpq]], mpq]:
    """A product whose last factor is a name, the shape of nearly all laws: one call less."""
    if isinstance(left, Name):
        first = left.id
        return lambda values: values[first] * values[name]
    of = compiled(left)
    return lambda values: of(values) * values[name]


def _square(base: mpq) -> mpq:
    if base.numerator.bit_length() > MAX_BITS:
        raise InfeasibleError("a power grows beyond all bounds")
    return base * base


def _power(base: mpq, exponent: mpq) -> mpq:
    if exponent.denominator != 1:
        raise InfeasibleError(f"{exponent} is not a whole exponent", hint="use sqrt for a root")
    size = max(base.numerator.bit_length(), base.denominator.bit_length())
    if size * abs(exponent) > MAX_BITS:
        raise InfeasibleError("a power grows beyond all bounds")
    return base ** int(exponent)


def _compiled_call(function: str, args: tuple[Node, ...]) -> Callable[[Mapping[str, mpq]], mpq]:
    if function in ("min", "max"):
        pick, each = (min if function == "min" else max), [compiled(arg) for arg in args]
        return lambda values: pick([arg(values) for arg in each])
    inner = args[0]
    if function in ("ceil", "floor") and isinstance(inner, Call) and inner.function == "log2":
        of, up = compiled(inner.args[0]), function == "ceil"
        return lambda values: _whole_log2(of(values), up)  # exact, and much faster
    of = compiled(inner)
    one = _FUNCTIONS[function]
    return lambda values: one(of(values))


def _whole_log2(value: mpq, up: bool) -> mpq:
    """ceil or floor of the base-2 logarithm, exactly."""
    if value <= 0:
        raise InfeasibleError(f"no logarithm of {value}")
    guess = value.numerator.bit_length() - value.denominator.bit_length()  # floor or floor + 1
    floor = guess if mpq(2) ** guess <= value else guess - 1
    return mpq(floor + 1 if up and mpq(2) ** floor != value else floor)


def _ceil(value: mpq) -> mpq:
    return mpq(-(-value.numerator // value.denominator))


def _floor(value: mpq) -> mpq:
    return mpq(value.numerator // value.denominator)


def _sqrt(value: mpq) -> mpq:
    if value < 0:
        raise InfeasibleError(f"no square root of {value}")
    if gmpy2.is_square(value.numerator) and gmpy2.is_square(value.denominator):
        return mpq(gmpy2.isqrt(value.numerator), gmpy2.isqrt(value.denominator))
    return mpq(str(_FIFTY_DIGITS.sqrt(_decimal(value))))


def _log2(value: mpq) -> mpq:
    if value <= 0:
        raise InfeasibleError(f"no logarithm of {value}")
    exponent = value.numerator.bit_length() - value.denominator.bit_length()
    if value == mpq(2) ** exponent:
        return mpq(exponent)
    ratio = _FIFTY_DIGITS.divide(_FIFTY_DIGITS.ln(_decimal(value)), _FIFTY_DIGITS.ln(Decimal(2)))
    return mpq(str(ratio))


_FUNCTIONS: dict[str, Callable[[mpq], mpq]] = {
    "ceil": _ceil, "floor": _floor, "sqrt": _sqrt, "log2": _log2, "normal_max": expected_maximum,
}  # fmt: skip


def _decimal(value: mpq) -> Decimal:
    return _FIFTY_DIGITS.divide(Decimal(int(value.numerator)), Decimal(int(value.denominator)))


_COMPARE = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}


@lru_cache(maxsize=4096)
def compiled_condition(condition: Condition) -> Callable[[Mapping[str, mpq]], bool]:
    """The condition as a function of its names' values; raises what `compiled` raises."""
    if isinstance(condition, Compare):
        left, right, holds = (
            compiled(condition.left),
            compiled(condition.right),
            _COMPARE[condition.op],
        )
        return lambda values: holds(left(values), right(values))
    tests = [compiled_condition(arg) for arg in condition.args]
    if condition.op == "not":
        return lambda values: not tests[0](values)
    combine = all if condition.op == "and" else any
    return lambda values: combine(test(values) for test in tests)
