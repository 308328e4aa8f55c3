"""Counts of FLOP, bytes and parameters on torch's meta device: shapes are real, memory is not.

FLOP come from torch's own counter. It is right for matrix products and, on the meta device, for
attention; it counts nothing for element-wise operations and norms, so those are counted here.
What else it gets wrong is pinned in tests/test_counter.py.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves
from torch.utils.flop_counter import FlopCounterMode

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

NONE = "none"
DTYPES = {Fraction(4): torch.float32, Fraction(2): torch.bfloat16, Fraction(1): torch.float8_e4m3fn}


def meta(*shape: int | Fraction, dtype: torch.dtype = torch.bfloat16) -> torch.Tensor:
    """A tensor without memory; its sides may be given as whole Fractions."""
    if any(side != int(side) for side in shape):
        raise ValueError(f"no tensor has the shape {shape}")
    return torch.empty([int(side) for side in shape], dtype=dtype, device="meta")


def stored(elements: int | Fraction, size: Fraction) -> int:
    """Bytes of a tensor of so many elements of `size` bytes; below one byte they are packed."""
    if size in DTYPES:
        return nbytes(meta(elements, dtype=DTYPES[size]))
    return nbytes(meta(elements * size, dtype=torch.uint8))


def nbytes(*tensors: torch.Tensor) -> int:
    """Bytes of all the tensors."""
    return sum(tensor.numel() * tensor.element_size() for tensor in tensors)


def parameters(module: torch.nn.Module) -> int:
    """Weights of a module; a tied matrix counts once."""
    return sum(parameter.numel() for parameter in module.parameters())


def flops_by_op(run: Callable[[], Any]) -> dict[str, int]:
    """FLOP of each operator that `run` calls, "aten.mm" -> FLOP; 2 per multiply and add."""
    with FlopCounterMode(display=False) as counter:
        run()
    counts = counter.get_flop_counts().get("Global", {})
    return {str(operator): int(count) for operator, count in counts.items()}


def flops(run: Callable[[], Any]) -> int:
    """FLOP of all matrix products and attention calls in `run`."""
    return sum(flops_by_op(run).values())


def product(rows: int | Fraction, inner: int | Fraction, columns: int | Fraction) -> int:
    """FLOP of one matrix product, as torch counts it."""
    return flops(lambda: meta(rows, inner) @ meta(inner, columns))


def attention(
    sequences: int | Fraction,
    heads: tuple[int | Fraction, int | Fraction],
    lengths: tuple[int | Fraction, int | Fraction],
    head_dim: int | Fraction,
    causal: bool = False,
) -> int:
    """FLOP of attention: (query heads, KV heads), (queries, keys). The counter takes the full
    square also when causal.
    """
    (query_heads, kv_heads), (queries, keys) = heads, lengths
    query = meta(sequences, query_heads, queries, head_dim)
    key, value = (meta(sequences, kv_heads, keys, head_dim) for _ in range(2))
    return flops(
        lambda: torch.nn.functional.scaled_dot_product_attention(
            query, key, value, is_causal=causal, enable_gqa=query_heads != kv_heads
        )
    )


class _Traffic(TorchDispatchMode):
    """Sums the bytes that each operator reads and writes."""

    def __init__(self) -> None:
        super().__init__()
        self.bytes = 0

    def __torch_dispatch__(
        self, operator: Any, types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        result = operator(*args, **(kwargs or {}))
        if not operator.is_view:
            touched = [leaf for leaf in tree_leaves((args, kwargs, result)) if _is_tensor(leaf)]
            self.bytes += nbytes(*{id(tensor): tensor for tensor in touched}.values())
        return result


class _Elementwise(TorchDispatchMode):
    """Counts additions, subtractions, multiplications and the terms of sums, one FLOP each."""

    ARITHMETIC = ("add", "sub", "mul", "pow", "sum", "mean")

    def __init__(self, at_least: int) -> None:
        super().__init__()
        self.flop, self.at_least = 0, at_least

    def __torch_dispatch__(
        self, operator: Any, types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        result = operator(*args, **(kwargs or {}))
        if operator.overloadpacket.__name__ in self.ARITHMETIC:
            elements = max(leaf.numel() for leaf in tree_leaves((args, result)) if _is_tensor(leaf))
            self.flop += elements if elements >= self.at_least else 0
        return result


def _is_tensor(leaf: Any) -> bool:
    return isinstance(leaf, torch.Tensor)


def traffic(run: Callable[[], Any]) -> int:
    """Bytes that the operators of `run` read and write; each distinct tensor once an operator."""
    with _Traffic() as mode:
        run()
    return mode.bytes


def elementwise(run: Callable[[], Any], at_least: int) -> int:
    """FLOP of the element-wise operations and sums over tensors of `at_least` elements."""
    with _Elementwise(at_least) as mode:
        run()
    return mode.flop


def root(counted: Callable[[int], Fraction]) -> Fraction | str:
    """Where a count that is linear in n > 0 reaches zero, or "none" if it never does.

    Raises ValueError if a third count shows that it is not linear.
    """
    first, second, third = (counted(n) for n in (1, 2, 4))
    slope = second - first
    if third - second != 2 * slope:
        raise ValueError("not linear")
    if slope == 0 or first / slope >= 1:
        return NONE
    return 1 - first / slope


def ranked(counted: Sequence[Fraction], tie: Fraction) -> str:
    """`C > A = B`: the letters by falling count; what is within the share `tie` of the first of a
    group belongs to it.
    """
    groups: list[list[int]] = []
    for place in sorted(range(len(counted)), key=lambda place: -counted[place]):
        if groups and counted[groups[-1][0]] - counted[place] <= tie * counted[groups[-1][0]]:
            groups[-1].append(place)
        else:
            groups.append([place])
    letters = [" = ".join(chr(ord("A") + place) for place in sorted(each)) for each in groups]
    return " > ".join(letters)
