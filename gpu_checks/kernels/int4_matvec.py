"""y = W·x with W in 4 bits, one scale for each group of weights along a row.

Two weights share a byte: the low half holds column 2k, the high half 2k + 1, as unsigned numbers
with zero at 8. A row of N weights costs N/2 bytes and 2·N/group bytes of scales: 4 + 16/group bits
a weight. Accumulation in float32.
"""

import torch
import triton
import triton.language as tl

ZERO = 8


@triton.jit
def _kernel(
    packed, scales, x, y, rows, width, GROUP: tl.constexpr, ROWS: tl.constexpr, BLOCK: tl.constexpr
):
    row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    half, groups = width // 2, width // GROUP
    total = tl.zeros((ROWS, BLOCK), dtype=tl.float32)
    for offset in range(0, half, BLOCK):
        byte = offset + tl.arange(0, BLOCK)
        inside = (row < rows)[:, None] & (byte < half)[None, :]
        place = row.to(tl.int64)[:, None] * half + byte[None, :]
        pair = tl.load(packed + place, mask=inside, other=0x88).to(tl.int32)
        low = ((pair & 0xF) - 8).to(tl.float32)
        high = ((pair >> 4) - 8).to(tl.float32)
        even = tl.load(x + 2 * byte, mask=byte < half, other=0.0).to(tl.float32)
        odd = tl.load(x + 2 * byte + 1, mask=byte < half, other=0.0).to(tl.float32)
        group = row.to(tl.int64)[:, None] * groups + ((2 * byte) // GROUP)[None, :]
        scale = tl.load(scales + group, mask=inside, other=0.0).to(tl.float32)
        total += scale * (low * even[None, :] + high * odd[None, :])
    tl.store(y + row, tl.sum(total, axis=1).to(y.dtype.element_ty), mask=row < rows)


def int4_matvec(
    packed: torch.Tensor, scales: torch.Tensor, x: torch.Tensor, group: int
) -> torch.Tensor:
    """packed (M, N/2) uint8, scales (M, N/group), x (N,); returns (M,) in x's type."""
    rows, half = packed.shape
    y = torch.empty(rows, device=x.device, dtype=x.dtype)
    each = 4
    _kernel[(triton.cdiv(rows, each),)](
        packed, scales, x, y, rows, 2 * half, GROUP=group, ROWS=each, BLOCK=512, num_warps=8
    )
    return y


def quantise(weights: torch.Tensor, group: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Round to 4 bits: (M, N) -> packed (M, N/2) uint8 and scales (M, N/group); N even, a multiple
    of the group.
    """
    rows, width = weights.shape
    grouped = weights.float().view(rows, width // group, group)
    scales = grouped.abs().amax(-1).clamp_min(1e-8) / 7
    scales = scales.to(torch.bfloat16)
    levels = (grouped / scales.float()[..., None]).round().clamp(-8, 7).to(torch.int32) + ZERO
    flat = levels.view(rows, width).to(torch.uint8)
    return (flat[:, 0::2] | (flat[:, 1::2] << 4)).contiguous(), scales


def dequantise(packed: torch.Tensor, scales: torch.Tensor, group: int) -> torch.Tensor:
    """The weights that the packed form stands for, float64 (M, N)."""
    pairs = torch.stack([packed & 0xF, packed >> 4], dim=-1).flatten(1)
    levels = pairs.to(torch.float64) - ZERO
    return levels * scales.double().repeat_interleave(group, dim=1)
