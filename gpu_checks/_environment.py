"""What a record says about the machine: enough to compare, nothing that names a host or a user."""

from __future__ import annotations

import hashlib
import platform
import subprocess
from pathlib import Path
from typing import Any

import torch

HERE = Path(__file__).parent


def describe(device: str) -> dict[str, Any]:
    """Device, versions, clocks, the sources that ran, and who else uses the GPU."""
    return {
        "kind": device, "device": _gpu() if device == "cuda" else _processor(),
        "threads": torch.get_num_threads(), "driver": _asked("driver_version"),
        "torch": torch.__version__, "triton": _triton(), "python": platform.python_version(),
        "clocks": _clocks() if device == "cuda" else {}, "revision": revision(),
        "shared_with": _others() if device == "cuda" else 0,
    }  # fmt: skip


def _gpu() -> str:
    return str(torch.cuda.get_device_name())


def _processor() -> str:
    """The model as the kernel names it, and the cores this process may use."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
        name = next(
            line.partition(":")[2].strip() for line in lines if line.startswith("model name")
        )
    except (OSError, StopIteration):
        name = platform.machine()
    return f"{name}, {torch.get_num_threads()} threads"


def _triton() -> str:
    try:
        import triton
    except ImportError:
        return ""
    return str(triton.__version__)


def _asked(*fields: str, what: str = "gpu") -> str:
    """nvidia-smi's answer, or nothing where there is no such program."""
    command = ["nvidia-smi", f"--query-{what}={','.join(fields)}", "--format=csv,noheader,nounits"]
    try:
        asked = subprocess.run(  # noqa: S603 - a fixed command without words from outside
            command, capture_output=True, text=True, timeout=10, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return asked.stdout.strip()


def _clocks() -> dict[str, str]:
    asked = _asked("clocks.sm", "clocks.mem", "clocks.max.sm").split(", ")
    return dict(zip(("sm_MHz", "memory_MHz", "max_sm_MHz"), asked, strict=False))


def _others() -> int:
    """Processes on the GPU beside this one."""
    return max(0, len(_asked("pid", what="compute-apps").split()) - 1)


def revision() -> str:
    """SHA-256 of the sources of the checks, so that a record says what was run."""
    digest = hashlib.sha256()
    for path in sorted(HERE.rglob("*.py")):
        digest.update(path.relative_to(HERE).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()
