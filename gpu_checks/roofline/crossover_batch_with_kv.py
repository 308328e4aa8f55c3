"""One decoder layer with its cache, as modules and tensors."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import torch

import _cache
from _count import NONE, flops, meta, nbytes, root, stored
from _models import decoder_layer, matrices, shape

if TYPE_CHECKING:
    from collections.abc import Callable

    from _time import Bench


def count(given: dict[str, Fraction]) -> dict[str, Fraction | str]:
    """FLOP of the layer by torch's counter, bytes of its matrices and of the cache."""
    g = given
    layer = decoder_layer(shape(g))
    weights = sum(stored(each.numel(), g["b_w"]) for each in matrices(layer))

    def cache(batch: int, context: int | Fraction) -> int:
        return nbytes(*_cache.layer(batch, g["n_kv"], context, g["d"], g["b_k"]))

    def work(batch: int, context: int | Fraction) -> int:
        stored_keys = _cache.layer(batch, g["n_kv"], context, g["d"], Fraction(2))
        return flops(lambda: layer(meta(batch, 1, g["h"]), stored_keys))

    def later(batch: int) -> Fraction:
        moved = weights + cache(batch, g["c"])
        return work(batch, g["c"]) / g["F"] - moved / g["W"]

    longest = root(lambda context: cache(1, context) / g["W"] - work(1, context) / g["F"])
    return {
        "A": Fraction(work(1, g["c"]), cache(1, g["c"])),
        "B": root(later) if later(2) > later(1) else NONE,
        "c_max": longest,
    }


def measure(sizes: dict[str, float], bench: Bench) -> None:
    """Attention of one new token a sequence, at two contexts; queries are grouped on a GPU only,
    where the kernel reads the cache once for a whole group.
    """
    batch, heads, dim = (int(sizes[name]) for name in ("B", "n_kv", "d"))
    group = int(sizes["group"])
    for arm, context in (("short", int(sizes["c0"])), ("long", int(sizes["c1"]))):
        shape = (batch, heads, context, dim)
        inputs = bench.copies(
            lambda shape=shape: (
                bench.random(batch, heads * group, dim), bench.random(*shape), bench.random(*shape),
            )
        )  # fmt: skip
        run = decode_attention() if bench.cuda else _on_processor
        query, key, value = (each[:1] for each in inputs[0])
        bench.correct(
            f"attention over {context}", run(query, key, value), _exact(query, key, value), 2e-2
        )
        bench.time(arm, run, inputs)


def decode_attention() -> Callable[..., torch.Tensor]:
    """The Triton kernel, loaded only where it runs."""
    from kernels.decode_attention import decode_attention as kernel

    return kernel


def _on_processor(query: torch.Tensor, key: torch.Tensor, value: torch.Tensor) -> torch.Tensor:
    scores = torch.matmul(key, query[..., None]).squeeze(-1) * query.shape[-1] ** -0.5
    return torch.matmul(scores.softmax(-1)[..., None, :], value).squeeze(-2)


def _exact(query: torch.Tensor, key: torch.Tensor, value: torch.Tensor) -> torch.Tensor:
    group = query.shape[1] // key.shape[1]
    keys, values = (each.double().repeat_interleave(group, dim=1) for each in (key, value))
    return _on_processor(query.double(), keys, values)
