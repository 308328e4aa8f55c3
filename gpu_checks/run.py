"""Counts and measures what a plan asks for; needs torch (and Triton for some checks), no exgen.

    python gpu_checks/run.py plan.json -o records/ --minutes 8

Every check writes its record at once; one that fails says so in one line and the others go on.
Verdicts are not made here: `exgen check --read records/` recomputes them from the samples.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import importlib.util
import json
import os
import statistics
import sys
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))  # also when a test loads this file

SCHEMA, PLAN, COUNTS = "exgen.investigation/1", "exgen.plan/1", "exgen.counts/1"


def main(words: list[str] | None = None) -> int:
    """0: all done. 1: something failed. 2: nothing could be done."""
    options = _options(words)
    try:
        plan, data = _plan(Path(options.plan))
        _ready(options.device or plan["device"])
    except (OSError, ValueError, ImportError, RuntimeError) as error:
        print(f"{error}", file=sys.stderr)
        return 2
    run = _Run(plan, data, options)
    with contextlib.suppress(KeyboardInterrupt):
        run.counts()
        run.measurements()
        return run.end("")
    return run.end("stopped; what was done is kept")


def _options(words: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("plan", help="written by: exgen check --plan plan.json")
    parser.add_argument("-o", "--out", default="records", help="folder for the records")
    parser.add_argument("--device", choices=["cuda", "cpu"], help="default: the plan's")
    parser.add_argument("--minutes", type=float, default=8.0)
    return parser.parse_args(words)


def _plan(path: Path) -> tuple[dict[str, Any], bytes]:
    """The plan, and its bytes as read."""
    data = path.read_bytes()
    try:
        plan = json.loads(data)
        assert plan["schema"] == PLAN
        assert isinstance(plan["checks"], list)
        assert isinstance(plan["draws"], list)
    except (ValueError, AssertionError, KeyError, TypeError):
        raise ValueError(
            f"{path}: not a plan ({PLAN}); exgen check --plan {path} writes one"
        ) from None
    return plan, data


def _ready(device: str) -> None:
    """Raises with what to do if this machine cannot run the checks."""
    try:
        import torch
    except ImportError:
        raise ImportError(
            "torch is missing: pip install 'exgen[checks]', or pip install torch triton"
        ) from None
    if device == "cuda" and not torch.cuda.is_available():
        raise RuntimeError(
            "no CUDA device here: use --device cpu, or take plan.json to a machine with a GPU"
        )
    torch.manual_seed(int.from_bytes(os.urandom(4), "big"))  # data are fresh for every run


class _Run:
    """One pass through a plan."""

    def __init__(self, plan: dict[str, Any], data: bytes, options: argparse.Namespace) -> None:
        self.plan, self.plan_bytes, self.out = plan, data, Path(options.out)
        self.device = options.device or plan["device"]
        self.until = time.monotonic() + 60 * options.minutes
        self.about = {"sha256": hashlib.sha256(data).hexdigest(), "written_at": plan["written_at"]}
        self.ceilings: dict[str, Any] = {}
        self.failed, self.rows = 0, []

    def counts(self) -> None:
        """Every draw counted, into counts.json; the plan lies beside it."""
        self.out.mkdir(parents=True, exist_ok=True)
        (self.out / "plan.json").write_bytes(self.plan_bytes)
        found = [self._count(draw) for draw in self.plan["draws"]]
        if found:
            self._write("counts.json", {"schema": COUNTS, "plan": self.about, "counts": found})
            bad = sum(each["failed"] is not None for each in found)
            self.failed += bad
            print(f"counted {len(found) - bad} of {len(found)} draws", flush=True)

    def _count(self, draw: dict[str, Any]) -> dict[str, Any]:
        entry = {"template": draw["template"], "seed": draw["seed"], "counted": {}, "failed": None}
        try:
            counted = _load(draw["template"]).count(
                {k: _number(v) for k, v in draw["given"].items()}
            )
            entry["counted"] = {part: str(value) for part, value in counted.items()}
            entry["allowed"] = getattr(_load(draw["template"]), "STATED_ERROR", {})
        except Exception as error:  # noqa: BLE001 - one count that fails must not stop the others
            entry["failed"] = _line(error)
        return entry

    def measurements(self) -> None:
        """All checks, ceilings first, then in order of worth, while there is time."""
        from _environment import describe

        environment = describe(self.device)
        for check in sorted(self.plan["checks"], key=lambda each: -each["worth"]):
            left = self.until - time.monotonic()
            if left < check["seconds"]:
                self.rows.append(
                    (check["check"], f"skipped: needs {check['seconds']} s, {left:.0f} s left")
                )
                continue
            self._measure(check, environment)

    def _measure(self, check: dict[str, Any], environment: dict[str, Any]) -> None:
        from _time import Bench

        begin = time.monotonic()
        bench = Bench(self.device, self.until, check["arms"])
        failed = self._attempt(check, bench)
        self.ceilings |= bench.ceilings
        spent = time.monotonic() - begin
        kept = {k: check[k] for k in ("check", "question", "interval", "mechanism", "intervention")}
        self._write(f"{check['check']}.json", {
            "schema": SCHEMA, **kept, "environment": environment, "plan": self.about,
            "sizes": check["sizes"], "inputs": check["inputs"], "ceilings": dict(self.ceilings),
            "arms": bench.arms, "correctness": bench.correctness, "claims": check["claims"],
            "plots": check["plots"],
            "notes": bench.notes | {"seconds": round(spent, 2)}, "failed": failed,
        })  # fmt: skip
        self.failed += failed is not None
        medians = ", ".join(
            f"{arm} {_time(statistics.median(each['samples']))}" for arm, each in bench.arms.items()
        )
        self.rows.append((check["check"], failed or medians))
        print(f"{check['check']}: {failed or 'done'} ({spent:.1f} s)", flush=True)

    def _attempt(self, check: dict[str, Any], bench: Any) -> str | None:
        """None, or why there is no full measurement, in one line."""
        try:
            for need in check.get("needs", []):
                importlib.import_module(need)
            _load(check["check"]).measure(check["sizes"], bench)
        except ImportError as error:
            return f"{error.name or error} is missing: pip install 'exgen[checks]'"
        except Exception as error:  # noqa: BLE001 - one check that fails must not stop the others
            return _line(error)
        finally:
            if self.device == "cuda":
                import torch

                torch.cuda.empty_cache()
        return None

    def _write(self, name: str, record: dict[str, Any]) -> None:
        """Whole or not at all."""
        place = self.out / name
        place.parent.mkdir(parents=True, exist_ok=True)
        waiting = place.with_name(f".{place.name}.new")
        waiting.write_text(json.dumps(record, indent=1, allow_nan=False) + "\n", "utf-8")
        waiting.replace(place)

    def end(self, said: str) -> int:
        """The table, and how it went."""
        width = max((len(name) for name, _ in self.rows), default=0)
        for name, found in self.rows:
            print(f"{name:{width}}  {found}")
        print(said or f"records in {self.out}; judge them with: exgen check --read {self.out}")
        return int(bool(self.failed) or bool(said))


def _load(check: str) -> Any:
    """gpu_checks/<topic>/<name>.py as a module."""
    name = "check_" + check.replace("/", "_")
    if name not in sys.modules:
        path = HERE / f"{check}.py"
        if HERE not in path.resolve().parents or not path.is_file():
            raise ValueError(f"there is no check {check!r}")
        spec = importlib.util.spec_from_file_location(name, path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        sys.modules[name] = module
    return sys.modules[name]


def _number(text: str) -> Fraction | str:
    try:
        return Fraction(text)
    except ValueError:
        return text


def _line(error: Exception) -> str:
    """One line; running out of memory in words that fit every version."""
    text = str(error).split("\n")[0][:200] or type(error).__name__
    return "out of memory" if "out of memory" in text.lower() else text


def _time(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.4g} {unit}"
    return f"{seconds * 1e6:.4g} µs"


if __name__ == "__main__":
    sys.exit(main())
