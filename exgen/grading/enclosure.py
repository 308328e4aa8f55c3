"""A formula's value at a point, certified: an exact rational, or an interval that holds it.

Rational formulas are evaluated exactly. Where roots, logarithms and the like come in, both ends are
computed with directed rounding (MPFR), so the true value is inside whatever the precision.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import gmpy2
from gmpy2 import mpfr, mpq

from exgen.errors import ExgenError
from exgen.expression.parse import Call, Name, Node, Num, Op

if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_BITS = 20_000  # of a numerator or denominator

Interval = tuple[mpfr, mpfr]
_NOTHING: Interval = (mpfr(0), mpfr(0))


class UndefinedHereError(ExgenError):
    """The formula has no value at this point: a division by zero, the root of a negative."""


class UndecidedError(ExgenError):
    """The interval is too wide to say; more precision may help."""


def exact(node: Node, point: Mapping[str, mpq]) -> mpq:
    """The value of a formula without functions, with whole exponents. Raises UndefinedHereError."""
    kind = type(node)
    if kind is Name:
        return point[node.id]  # type: ignore[union-attr]  # kind says so
    if kind is Num:
        return node.value  # type: ignore[union-attr]
    op, args = node.op, node.args  # type: ignore[union-attr]
    left = exact(args[0], point)
    if op == "neg":
        return -left
    return _exact_op(op, left, exact(args[1], point))


def _exact_op(op: str, left: mpq, right: mpq) -> mpq:
    if op == "*":
        return left * right
    if op == "/":
        if not right:
            raise UndefinedHereError("a division by zero")
        return left / right
    if op == "+":
        return left + right
    return left - right if op == "-" else power(left, right)


def power(base: mpq, exponent: mpq) -> mpq:
    """base**exponent for a whole exponent, within MAX_BITS."""
    if exponent < 0 and not base:
        raise UndefinedHereError("a division by zero")
    size = max(base.numerator.bit_length(), base.denominator.bit_length())
    if size * abs(exponent) > MAX_BITS:
        raise UndecidedError("a power grows beyond all bounds")
    return base ** int(exponent)


class Rounding:
    """Interval arithmetic with so many bits."""

    def __init__(self, bits: int) -> None:
        self.down = gmpy2.context(precision=bits, round=gmpy2.RoundDown)
        self.up = gmpy2.context(precision=bits, round=gmpy2.RoundUp)
        self._one = mpfr(1)

    def of(self, value: mpq) -> Interval:
        """The tightest interval around a rational."""
        return self.down.mul(value, self._one), self.up.mul(value, self._one)

    def value(self, node: Node, point: Mapping[str, mpq]) -> Interval:
        """An interval that holds the formula's value. Raises UndefinedHereError, UndecidedError."""
        return self._interval(self._value(node, point))

    def _interval(self, value: mpq | Interval) -> Interval:
        return value if type(value) is tuple else self.of(value)

    def _value(self, node: Node, point: Mapping[str, mpq]) -> mpq | Interval:
        """Exact as far as no function comes in."""
        kind = type(node)
        if kind is Name:
            return point[node.id]  # type: ignore[union-attr]  # kind says so
        if kind is Num:
            return node.value  # type: ignore[union-attr]
        args = [self._value(arg, point) for arg in node.args]  # type: ignore[union-attr]
        if kind is Op and not any(type(arg) is tuple for arg in args):
            found = self._rational(node.op, args)  # type: ignore[union-attr]
            if found is not None:
                return found
        inside = [self._interval(arg) for arg in args]
        interval = (
            self._call(node.function, inside)  # type: ignore[union-attr]
            if kind is Call
            else self._op(node.op, *inside)  # type: ignore[union-attr]
        )
        if not (gmpy2.is_finite(interval[0]) and gmpy2.is_finite(interval[1])):
            raise UndecidedError("a number beyond all bounds")
        return interval

    def _rational(self, op: str, args: list[mpq]) -> mpq | None:
        """The exact value; None where it has none or is too long."""
        if op == "neg":
            return -args[0]
        if op != "**":
            return _exact_op(op, *args)
        if args[1].denominator != 1:
            return None
        try:
            return power(*args)
        except UndecidedError:
            return None

    def minus(self, left: Interval, right: Interval) -> Interval:
        return self.down.sub(left[0], right[1]), self.up.sub(left[1], right[0])

    def _op(self, op: str, left: Interval, right: Interval = _NOTHING) -> Interval:
        (a, b), (c, d) = left, right
        if op == "neg":
            return self.down.minus(b), self.up.minus(a)
        if op == "**":
            return self._power(left, right)
        if op == "+":
            return self.down.add(a, c), self.up.add(b, d)
        if op == "-":
            return self.minus(left, right)
        if op == "/":
            _refuse_zero(right)
            if a >= 0 and c > 0:
                return self.down.div(a, d), self.up.div(b, c)
            down, up = self.down.div, self.up.div
        else:
            if a >= 0 and c >= 0:
                return self.down.mul(a, c), self.up.mul(b, d)
            down, up = self.down.mul, self.up.mul
        return (
            min(down(a, c), down(a, d), down(b, c), down(b, d)),
            max(up(a, c), up(a, d), up(b, c), up(b, d)),
        )

    def _power(self, base: Interval, exponent: Interval) -> Interval:
        (a, b), whole = base, exponent[0]
        if exponent[0] == exponent[1] and gmpy2.is_integer(whole):
            if whole < 0:
                _refuse_zero(base)
            ends = [(self.down.pow(end, whole), self.up.pow(end, whole)) for end in base]
            lo, hi = min(low for low, _ in ends), max(high for _, high in ends)
            return (mpfr(0) if a < 0 < b and int(whole) % 2 == 0 else lo), hi
        if a <= 0:
            if b < 0:
                raise UndefinedHereError("a broken power of a negative number")
            raise UndecidedError("a power of what may be zero")
        return self._call("exp", [self._op("*", self._call("ln", [base]), exponent)])

    def _call(self, function: str, args: list[Interval]) -> Interval:
        a, b = args[0]
        match function:
            case "min" | "max":
                pick = min if function == "min" else max
                return pick(lo for lo, _ in args), pick(hi for _, hi in args)
            case "abs":
                return (mpfr(0) if a < 0 < b else min(self.down.abs(a), self.down.abs(b))), max(
                    self.up.abs(a), self.up.abs(b)
                )
            case "exp":
                return self.down.exp(a), self.up.exp(b)
            case "sqrt":
                _refuse_negative(a, b, strict=False)
                return self.down.sqrt(a), self.up.sqrt(b)
            case "ln" | "log2" | "log10":
                _refuse_negative(a, b, strict=True)
                log = "log" if function == "ln" else function
                return getattr(self.down, log)(a), getattr(self.up, log)(b)
            case "sin" | "cos":
                width = self.up.sub(b, a)  # the slope is at most 1
                return (
                    self.down.sub(getattr(self.down, function)(a), width),
                    self.up.add(getattr(self.up, function)(a), width),
                )
        name = {"ceil": "ceil", "floor": "floor"}[function]
        ends = getattr(self.down, name)(a), getattr(self.down, name)(b)
        if ends[0] != ends[1]:
            raise UndecidedError(f"{function} at a whole number")
        return ends


@cache
def rounding(bits: int) -> Rounding:
    return Rounding(bits)


def _refuse_zero(interval: Interval) -> None:
    a, b = interval
    if a == 0 == b:
        raise UndefinedHereError("a division by zero")
    if a <= 0 <= b:
        raise UndecidedError("a division by what may be zero")


def _refuse_negative(a: mpfr, b: mpfr, *, strict: bool) -> None:
    if b < 0 or (strict and b == 0):
        raise UndefinedHereError("a square root or logarithm of a negative number")
    if a < 0 or (strict and a == 0):
        raise UndecidedError("a square root or logarithm of what may be negative")
