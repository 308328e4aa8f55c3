"""Value and dimension of a calculation in one walk: exact, roots and logarithms to 70 digits."""

from __future__ import annotations

from gmpy2 import mpq

from exgen import units
from exgen.errors import ExgenError
from exgen.expression.decimals import exponent10
from exgen.expression.parse import Call, Node, Num, Op, Quantity
from exgen.grading.enclosure import power, rounding
from exgen.grading.functions import constant
from exgen.units import NUMBER_ONE, Dimension

MAX_POWER_OF_TEN = 120  # of a result
BITS = 256
_SAME_DIMENSION = ("min", "max", "abs", "ceil", "floor")


def evaluate(node: Node) -> tuple[mpq, Dimension]:
    """(value in base units, dimension). Raises ExgenError."""
    value, dimension = _evaluate(node)
    if value and abs(exponent10(value)) > MAX_POWER_OF_TEN:
        raise ExgenError("the number is beyond all bounds")
    return value, dimension


def _evaluate(node: Node) -> tuple[mpq, Dimension]:
    match node:
        case Num(value=value):
            return value, NUMBER_ONE
        case Quantity(value=value, unit=text):
            unit = units.unit(text)
            return value * unit.factor, unit.dimension
        case Op(op="neg", args=(inner,)):
            value, dimension = _evaluate(inner)
            return -value, dimension
        case Op(op="**", args=(base, exponent)):
            return _power(_evaluate(base), exponent)
        case Op(op=op, args=(left, right)):
            return _combined(op, _evaluate(left), _evaluate(right))
        case Call(function=function, args=args):
            return _called(function, [_evaluate(arg) for arg in args])
    raise ExgenError("not a calculation")


def _combined(
    op: str, left: tuple[mpq, Dimension], right: tuple[mpq, Dimension]
) -> tuple[mpq, Dimension]:
    (a, of_a), (b, of_b) = left, right
    if op == "*":
        return a * b, _product(of_a, of_b, 1)
    if op == "/":
        if not b:
            raise ExgenError("a division by zero")
        return a / b, _product(of_a, of_b, -1)
    if of_a != of_b:
        raise ExgenError(
            f"units do not agree: {op!r} over {units.describe(of_a)} and {units.describe(of_b)}"
        )
    return (a + b if op == "+" else a - b), of_a


def _product(left: Dimension, right: Dimension, sign: int) -> Dimension:
    if not right:
        return left
    powers = dict(left)
    for name, times in right:
        powers[name] = powers.get(name, 0) + sign * times
    return tuple(sorted((name, times) for name, times in powers.items() if times))


def _power(base: tuple[mpq, Dimension], exponent: Node) -> tuple[mpq, Dimension]:
    value, dimension = base
    if constant(exponent) == mpq(1, 2):
        return _called("sqrt", [base])
    by, of_exponent = _evaluate(exponent)
    if of_exponent:
        raise ExgenError(f"an exponent has no unit, not {units.describe(of_exponent)}")
    if by.denominator != 1:
        raise ExgenError("a broken exponent is not read; write sqrt for a root")
    if isinstance(exponent, Op) and exponent.op == "**":
        raise ExgenError("the exponent is too large")
    return power(value, by), tuple((name, times * int(by)) for name, times in dimension)


def _called(function: str, args: list[tuple[mpq, Dimension]]) -> tuple[mpq, Dimension]:
    dimension = args[0][1]
    if any(other != dimension for _, other in args):
        raise ExgenError(f"units do not agree in {function}")
    if function == "sqrt":
        if any(times % 2 for _, times in dimension):
            raise ExgenError(f"no square root of {units.describe(dimension)}")
        dimension = tuple((name, times // 2) for name, times in dimension)
    elif dimension and function not in _SAME_DIMENSION:
        raise ExgenError(f"{function} needs a bare number, not {units.describe(dimension)}")
    by = rounding(BITS)
    node = Call(function, tuple(Num(value) for value, _ in args))
    lo, hi = by.value(node, {})
    return (mpq(lo) + mpq(hi)) / 2, dimension
