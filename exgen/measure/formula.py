"""The formulas of claims and plots, over arrays: one value a resample. Floats, as clocks are."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from exgen.errors import ExgenError, did_you_mean
from exgen.expression import parse
from exgen.expression.parse import Call, Choose, Name, Node, Num, Op, Quantity

if TYPE_CHECKING:
    from collections.abc import Mapping

    from exgen.measure.statistics import Floats

Values: TypeAlias = "Mapping[str, Floats | float]"

_OPS = {"+": np.add, "-": np.subtract, "*": np.multiply, "/": np.divide, "**": np.power}
_PAIRS = {"min": np.minimum, "max": np.maximum}
_CALLS = {"ceil": np.ceil, "floor": np.floor, "sqrt": np.sqrt, "log2": np.log2}


def evaluate(text: str, values: Values) -> Floats:
    """The formula's value for each resample. Raises ExgenError for what cannot be computed."""
    with np.errstate(all="ignore"):
        found = np.asarray(_value(parse.parse(text), values), dtype=np.float64)
    if not np.all(np.isfinite(found)):
        raise ExgenError(f"{text!r} is not finite")
    return found


def names(text: str) -> frozenset[str]:
    """What a formula refers to. Raises ExgenError if it cannot be read."""
    return parse.names(parse.parse(text))


def _value(node: Node, values: Values) -> Floats | float:
    match node:
        case Num(value=value):
            return float(value)
        case Name(id=id):
            if id not in values:
                raise ExgenError(f"unknown name {id!r}", hint=did_you_mean(id, values))
            return values[id]
        case Op(op="neg", args=(only,)):
            return -_value(only, values)
        case Op(op=op, args=args):
            left, right = (np.asarray(_value(arg, values)) for arg in args)
            return np.asarray(_OPS[op](left, right))
        case Call(function=function, args=args):
            each = [np.asarray(_value(arg, values)) for arg in args]
            return np.asarray(
                reduce(_PAIRS[function], each) if function in _PAIRS else _CALLS[function](each[0])
            )
        case Quantity(text=text) | Choose(then=Quantity(text=text)):
            raise ExgenError(f"formulas here have bare numbers, not {text}")
        case Choose():
            raise ExgenError("no conditions here")
