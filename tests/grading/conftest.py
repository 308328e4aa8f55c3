"""A small key written by hand, and text fixtures: `left | middle | right`, # for remarks."""

from __future__ import annotations

from pathlib import Path

import pytest

from exgen import key

CASES = Path(__file__).parent / "cases"


def rows(name: str) -> list[tuple[str, ...]]:
    r"""The cases of a text fixture; `\u00a0` stands for an invisible character."""
    lines = (CASES / name).read_text("utf-8").splitlines()
    kept = [line for line in lines if line.strip() and not line.startswith("#")]
    return [tuple(_unescaped(cell.strip()) for cell in line.split(" | ")) for line in kept]


def _unescaped(cell: str) -> str:
    for code in ("00a0", "202f"):
        cell = cell.replace(f"\\u{code}", chr(int(code, 16)))
    return cell


def outcome(id: str, value: str, lo: str, hi: str, credit: str = "0") -> key.Outcome:
    return key.Outcome(id, "slip", value, f"{value} ms", lo, hi, credit, "", f"This is {id}.", "")


def part(id: str, label: str, **fields: object) -> key.Part:
    plain = {
        "kind": "quantity", "ask": "", "unit": "ms", "marks": "2", "value": "", "shown": "", "exists": True,
        "can_be_none": False, "lo": "", "hi": "", "tolerance": "±1\u00a0%", "law": "", "none_when": "", "uses": (),
        "in_terms_of": (), "outcomes": (), "options": (), "derivation": (),
    }  # fmt: skip
    return key.Part(id=id, label=label, **{**plain, **fields})  # type: ignore[arg-type]


TIME = part(
    "T", "a", value="40", lo="39.6", hi="40.4", law="M/W", shown="40 ms",
    outcomes=(outcome("bits", "320", "316.8", "323.2"), outcome("near_bits", "322", "318.78", "325.22", "0.5")),
)  # fmt: skip
RATE = part(
    "rate",
    "b",
    unit="token/s",
    value="25",
    lo="24.75",
    hi="25.25",
    law="1/T",
    uses=("T",),
    shown="25 token/s",
)
WAIT = part("X", "c", value="80", lo="79.2", hi="80.8", law="2/rate", uses=("rate",), shown="80 ms")
CROSSOVER = part(
    "B", "d", unit="token", value="200", lo="198", hi="202", law="[8 s]/T", none_when="T > [1 s]", uses=("T",),
    can_be_none=True, shown="200 tokens",
)  # fmt: skip
NOWHERE = part(
    "c", "e", unit="token", exists=False, can_be_none=True, none_when="M > 0", shown="none"
)
FORMULA = part(
    "F", "f", kind="formula", unit="", law="2*S*H**2", in_terms_of=("S", "H"), shown="2·S·H^2"
)
CHOICE = part(
    "bound", "g", kind="choice", unit="", shown="B",
    options=(key.Option("A", "compute", False, "Compare the times."), key.Option("B", "memory", True, "")),
)  # fmt: skip
CHOICES = part(
    "helps", "h", kind="choices", unit="", marks="3", shown="A, C",
    options=(
        key.Option("A", "more bandwidth", True, "Bandwidth helps."),
        key.Option("B", "more FLOP/s", False, "Not FLOP/s."),
        key.Option("C", "fewer bytes", True, "Fewer bytes help."), key.Option("D", "None of these.", False, ""),
    ),
)  # fmt: skip
EXACT = part(
    "n",
    "i",
    unit="FLOP",
    value="13958643712",
    lo="13958643712",
    hi="13958643712",
    tolerance="exact",
)

EXERCISE = key.Exercise(
    number=1, template="decode/tpot_bound", sha256="", seed="", title="", level="foundational", topics=(), minutes=5,
    givens=(
        key.Given("gpu", "", "h100_sxm", "", "H100", ""),
        key.Given("M", "bytes", "140", "GB", "140 GB", ""),
        key.Given("W", "bandwidth", "3.5", "TB/s", "3.5 TB/s", ""),
    ),
    parts=(TIME, RATE, WAIT, CROSSOVER, NOWHERE, FORMULA, CHOICE, CHOICES, EXACT),
    problem="", solution="", strong_answer="", follow_up="", plot=None, sources=(),
)  # fmt: skip


def make_key(**policy: str) -> key.Key:
    fields: dict[str, object] = dict.fromkeys(key.Key.__struct_fields__, "")
    fields |= {
        "schema": key.SCHEMA,
        "set": "test",
        "code": "ABC",
        "exercises": (EXERCISE,),
        "policy": key.Policy(**policy),
    }  # type: ignore[arg-type]
    return key.Key(**fields)  # type: ignore[arg-type]


@pytest.fixture
def small_key() -> key.Key:
    return make_key()
