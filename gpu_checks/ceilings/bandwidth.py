"""cal_bw: what memory sustains, by copying a tensor far larger than any cache."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

if TYPE_CHECKING:
    from _time import Bench


def measure(sizes: dict[str, float], bench: Bench) -> None:
    """`bytes` are read once and written once."""
    elements = int(sizes["bytes"]) // 4
    source = [bench.random(elements, dtype=torch.float32) for _ in range(2)]
    target = torch.empty_like(source[0])
    target.copy_(source[0])
    bench.correct("copy", target[:1024], source[0][:1024], 0)
    bench.ceiling("cal_bw", 2 * 4 * elements, "B/s", target.copy_, [(s,) for s in source])
