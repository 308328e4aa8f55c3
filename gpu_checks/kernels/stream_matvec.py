"""y = W·x with W read once from memory: 2·M·N bytes in BF16, 2 FLOP each weight.

A program takes ROWS rows and walks along them in wide loads; x is small and stays in the cache.
Accumulation in float32.
"""

import torch
import triton
import triton.language as tl


@triton.jit
def _kernel(w, x, y, rows, width, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    start = row.to(tl.int64) * width
    total = tl.zeros((ROWS, BLOCK), dtype=tl.float32)
    for offset in range(0, width, BLOCK):
        column = offset + tl.arange(0, BLOCK)
        part = tl.load(x + column, mask=column < width, other=0.0).to(tl.float32)
        inside = (row < rows)[:, None] & (column < width)[None, :]
        weights = tl.load(w + start[:, None] + column[None, :], mask=inside, other=0.0)
        total += weights.to(tl.float32) * part[None, :]
    tl.store(y + row, tl.sum(total, axis=1).to(y.dtype.element_ty), mask=row < rows)


def stream_matvec(w: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
    """w (M, N) contiguous, x (N,); returns (M,) in w's type."""
    rows, width = w.shape
    y = torch.empty(rows, device=w.device, dtype=w.dtype)
    each = 4
    _kernel[(triton.cdiv(rows, each),)](w, x, y, rows, width, ROWS=each, BLOCK=1024, num_warps=8)
    return y
