"""A GPT-style layer on the meta device, and the tensors that autograd keeps of it.

Rows of an activation are tokens of all sequences, in an order that makes heads views of the
projections. torch's own modules copy them and keep 10 bytes per token and hidden element more.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import torch
from torch import nn
from torch.autograd.graph import saved_tensors_hooks
from torch.nn.functional import gelu, linear
from torch.utils.checkpoint import checkpoint

from _count import meta

if TYPE_CHECKING:
    from collections.abc import Callable

DROP = 0.1
FLASH = torch.ops.aten._scaled_dot_product_flash_attention  # noqa: SLF001 - meta never picks it


class Size(NamedTuple):
    """Tokens of a sequence, sequences, hidden size, heads; `split` GPUs share each matrix."""

    tokens: int
    sequences: int
    hidden: int
    heads: int
    split: int = 1


class How(NamedTuple):
    """`again` is what runs a second time: "", "scores" or "layer". A `fused` attention stores no
    scores. With `by_tokens`, what stands between the matrices is split as well, over tokens.
    """

    again: str = ""
    fused: bool = False
    by_tokens: bool = False


class _Gather(torch.autograd.Function):
    """A product with the tokens of all GPUs: one's own are kept, the others fetched again."""

    @staticmethod
    def forward(ctx: Any, own: torch.Tensor, weight: torch.Tensor, split: int) -> torch.Tensor:
        ctx.save_for_backward(own, weight)
        return linear(own.repeat(split, 1), weight)

    @staticmethod
    def backward(ctx: Any, above: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, None]:
        own, weight = ctx.saved_tensors
        split = above.shape[0] // own.shape[0]
        return (above @ weight)[: own.shape[0]], above.mT @ own.repeat(split, 1), None


class Layer(nn.Module):
    """Attention and feed-forward block of width 4h, BF16: one GPU's share of the matrices. Summing
    over GPUs keeps nothing and is left out.
    """

    def __init__(self, of: Size, how: How) -> None:
        super().__init__()
        self.of, self.how = of, how
        hidden, share = of.hidden, of.hidden // of.split
        with torch.device("meta"):
            self.norm_1, self.norm_2 = nn.LayerNorm(hidden), nn.LayerNorm(hidden)
            self.q, self.k, self.v = (nn.Linear(hidden, share, bias=False) for _ in range(3))
            self.o = nn.Linear(share, hidden, bias=False)
            self.up = nn.Linear(hidden, 4 * share, bias=False)
            self.down = nn.Linear(4 * share, hidden, bias=False)
        self.to(torch.bfloat16)

    def input(self) -> torch.Tensor:
        """Of one GPU."""
        own = self.of.split if self.how.by_tokens else 1
        return meta(self.of.tokens * self.of.sequences // own, self.of.hidden).requires_grad_()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return _again(self._layer, x) if self.how.again == "layer" else self._layer(x)

    def _layer(self, x: torch.Tensor) -> torch.Tensor:
        q, k, v = self._first(self.norm_1(x), self.q, self.k, self.v)
        mixed = _again(self._mix, q, k, v) if self.how.again == "scores" else self._mix(q, k, v)
        x = x + self._second(mixed, self.o)
        (wide,) = self._first(self.norm_2(x), self.up)
        return x + self._second(gelu(wide), self.down)

    def _first(self, x: torch.Tensor, *matrices: nn.Linear) -> list[torch.Tensor]:
        if self.how.by_tokens:
            return [_Gather.apply(x, each.weight, self.of.split) for each in matrices]
        return [each(x) for each in matrices]

    def _second(self, x: torch.Tensor, matrix: nn.Linear) -> torch.Tensor:
        """The sum over GPUs, of which each may keep its own tokens, then dropout."""
        summed = matrix(x)
        return _dropout(summed.chunk(self.of.split)[0] if self.how.by_tokens else summed)

    def _mix(self, q: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
        """Scores and weighted values of all heads, over the whole square."""
        heads = self.of.heads // self.of.split
        if self.how.fused:
            shape = (self.of.sequences, self.of.tokens, heads, -1)
            query, key, value = (each.view(shape).transpose(1, 2) for each in (q, k, v))
            return FLASH(query, key, value, DROP)[0].transpose(1, 2).reshape(q.shape)
        shape = (self.of.tokens, self.of.sequences * heads, -1)
        query, key, value = (each.view(shape).transpose(0, 1) for each in (q, k, v))
        scores = torch.bmm(query, key.mT) * query.shape[-1] ** -0.5
        return torch.bmm(_dropout(scores.softmax(-1)), value).transpose(0, 1).reshape(q.shape)


def _dropout(x: torch.Tensor) -> torch.Tensor:
    """As on a GPU, with a mask of one byte; on other devices torch keeps a scaled one."""
    return torch.native_dropout(x, DROP, True)[0]


def _again(run: Callable[..., torch.Tensor], *x: torch.Tensor) -> torch.Tensor:
    """Reentrant: the other kind stops at the last tensor that backward needs."""
    return checkpoint(run, *x, use_reentrant=True, preserve_rng_state=False)


def both_passes(of: Size, how: How) -> None:
    """Forward and backward, for a counter of FLOP."""
    layer = Layer(of, how)
    output = layer(layer.input())
    output.backward(torch.empty_like(output))


@lru_cache(maxsize=1024)
def kept(of: Size, how: How) -> int:
    """Bytes from the forward until the backward pass: each storage once, without weights and
    without the statistics of norms and softmax, a number per row.
    """
    layer, found = Layer(of, how), {}
    weights = {each.untyped_storage()._cdata for each in layer.parameters()}  # noqa: SLF001

    def see(tensor: torch.Tensor) -> torch.Tensor:
        storage = tensor.untyped_storage()
        if storage._cdata not in weights and tensor.numel() >= of.tokens * of.hidden // of.split:  # noqa: SLF001
            found[storage._cdata] = storage  # noqa: SLF001
        return tensor

    with saved_tensors_hooks(see, lambda tensor: tensor):
        layer(layer.input())
    return sum(storage.nbytes() for storage in found.values())
