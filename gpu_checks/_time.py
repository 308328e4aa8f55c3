"""Timing one thing honestly: warm-up, cold cache, raw samples, and correctness before any time.

On a GPU device events time the work itself; on a processor `perf_counter` does. Inputs rotate
through several copies that together exceed the last-level cache, so that no call finds its data
there. Samples are seconds of one call; nothing is averaged away and nothing is thrown away.
"""

from __future__ import annotations

import contextlib
import ctypes
import math
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import torch

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

WARM_UP_S = 0.2  # of calls before the first sample, and at least three of them
COLD = 256_000_000  # bytes that evict any last-level cache in use: 50 MB on H200, 32 MB on servers
SHORTEST_S = 2e-4  # a sample on a processor repeats the call until the clock can resolve it
MOST_COPIES = 64


class IncorrectError(Exception):
    """A result differs from its float64 reference: no time of it is believed."""


class OutOfTimeError(Exception):
    """The check's share of the minutes is spent."""


def now() -> str:
    """UTC to the microsecond."""
    return datetime.now(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def keep_freed_memory() -> None:
    """Tells the C library to keep what is freed: otherwise every large result is new memory from
    the kernel, and its page faults, several times the cost of the operation, are timed with it.
    """
    with contextlib.suppress(OSError, AttributeError):  # another C library keeps its own habits
        library = ctypes.CDLL(None)
        library.mallopt(-4, 0)  # M_MMAP_MAX: no mapping of its own for a large block
        library.mallopt(-1, 2**31 - 1)  # M_TRIM_THRESHOLD: nothing is given back


class Bench:
    """What a check measures with; it collects what becomes the record."""

    def __init__(self, device: str, until: float, names: dict[str, str]) -> None:
        self.device, self.until, self.names = device, until, names
        self.cuda = device == "cuda"
        keep_freed_memory()
        self.dtype = torch.bfloat16 if self.cuda else torch.float32
        self.arms: dict[str, dict[str, Any]] = {}
        self.ceilings: dict[str, dict[str, Any]] = {}
        self.correctness: list[dict[str, Any]] = []
        self.notes: dict[str, Any] = {}

    def random(self, *shape: int, dtype: torch.dtype | None = None) -> torch.Tensor:
        """Fresh normal numbers on the device."""
        made = torch.randn(*shape, device=self.device, dtype=torch.float32)
        return made.to(dtype or self.dtype)

    def copies(self, make: Callable[[], tuple[torch.Tensor, ...]]) -> list[tuple[Any, ...]]:
        """Sets of inputs that together are larger than the cache; two at least."""
        sets = [make()]
        size = sum(each.numel() * each.element_size() for each in sets[0])
        wanted = min(MOST_COPIES, max(2, -(-2 * COLD // max(size, 1))))
        return sets + [make() for _ in range(wanted - 1)]

    def time(
        self,
        arm: str,
        run: Callable[..., Any],
        inputs: Sequence[tuple[Any, ...]],
        samples: int = 30,
    ) -> list[float]:
        """Seconds of one call, `samples` times; input sets take turns."""
        warm_up, longest = self._warm_up(run, inputs)
        repeats = 1 if self.cuda else max(1, round(SHORTEST_S / max(longest, 1e-9)))
        started, taken = now(), []
        one = self._on_gpu if self.cuda else self._on_processor
        for number in range(samples):
            if time.monotonic() > self.until:
                raise OutOfTimeError(f"out of time in {arm} after {number} samples")
            taken.append(one(run, inputs, number, repeats))
        self.arms[arm] = {
            "is": self.names.get(arm, arm), "unit": "s", "warmup": warm_up, "repeats": repeats,
            "started_at": started, "samples": taken,
        }  # fmt: skip
        return taken

    def _warm_up(
        self, run: Callable[..., Any], inputs: Sequence[tuple[Any, ...]]
    ) -> tuple[int, float]:
        calls, spent, begin = 0, 0.0, time.perf_counter()
        while calls < 3 or spent < WARM_UP_S:
            run(*inputs[calls % len(inputs)])
            calls += 1
            if self.cuda:
                torch.cuda.synchronize()
            spent = time.perf_counter() - begin
        return calls, spent / calls

    def _on_processor(
        self, run: Callable[..., Any], inputs: Sequence[tuple[Any, ...]], number: int, repeats: int
    ) -> float:
        begin = time.perf_counter()
        for turn in range(repeats):
            run(*inputs[(number * repeats + turn) % len(inputs)])
        return (time.perf_counter() - begin) / repeats

    def _on_gpu(
        self, run: Callable[..., Any], inputs: Sequence[tuple[Any, ...]], number: int, _repeats: int
    ) -> float:
        begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        torch.cuda.synchronize()
        begin.record()
        run(*inputs[number % len(inputs)])
        end.record()
        end.synchronize()
        return float(begin.elapsed_time(end)) / 1e3

    def ceiling(
        self,
        name: str,
        amount: int,
        unit: str,
        run: Callable[..., Any],
        inputs: Sequence[tuple[Any, ...]],
    ) -> None:
        """A sustainable rate of this machine: amount over the median of the samples."""
        samples = self.time(name.removeprefix("cal_"), run, inputs)
        self.ceilings[name] = {"amount": amount, "unit": unit, "samples": samples}

    def correct(self, what: str, got: torch.Tensor, expected: torch.Tensor, allowed: float) -> None:
        """Worst error against float64, relative to the largest expected value."""
        reference = expected.double().cpu()
        error = (got.double().cpu() - reference).abs().max() / reference.abs().max()
        worst = float(error)
        passed = worst <= allowed  # not so for NaN
        self.correctness.append(
            {
                "what": what,
                "against": "float64",
                "worst": "NaN" if math.isnan(worst) else worst,
                "allowed": allowed,
                "passed": passed,
            }
        )
        if not passed:
            raise IncorrectError(f"{what}: worst error {worst:.2g}, allowed {allowed:.2g}")

    def note(self, key: str, value: object) -> None:
        """Anything worth keeping beside the samples."""
        self.notes[key] = value

    def graph(self, run: Callable[[], Any]) -> Callable[[], Any]:
        """The calls as one CUDA graph, so that launching costs the same in every arm; on a
        processor the calls themselves.
        """
        if not self.cuda:
            return run
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for _ in range(3):
                run()
        torch.cuda.current_stream().wait_stream(stream)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            run()
        return graph.replay
