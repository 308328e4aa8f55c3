"""A key with everything that can be printed: long derivations, all kinds of part, a law in cases,
thirty digits, a quantity that does not exist, a table, a plot.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree

from exgen.key import (
    SCHEMA,
    Exercise,
    Given,
    Key,
    Line,
    Option,
    Outcome,
    Part,
    Point,
    Policy,
    Roofline,
)

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

NBSP = "\u00a0"
SECRET = "never-to-be-printed"
THIRTY_DIGITS = "123456789012345678901234567890"

_PLAIN = {
    "kind": "quantity", "unit": "1", "marks": "1", "value": "", "shown": "", "exists": True,
    "can_be_none": False, "lo": "", "hi": "", "tolerance": "", "law": "", "none_when": "",
    "uses": (), "in_terms_of": (), "outcomes": (), "options": (), "derivation": (),
}  # fmt: skip


def parsed(page: str) -> Element:
    """A page or drawing of our own, which is well-formed."""
    return ElementTree.fromstring(page)  # noqa: S314  # what exgen has just written


def part(id: str, label: str, ask: str, **fields: object) -> Part:
    """A part of which only the interesting fields are given."""
    return Part(id=id, label=label, ask=ask, **{**_PLAIN, **fields})  # type: ignore[arg-type]


def slip(shown: str, says: str) -> Outcome:
    """A slip with its number and its message."""
    return Outcome("slip", "slip", shown, shown, "", "", "0", "", says, f"Reveals: {says}")


def _time() -> Part:
    lines = (
        Line("let", "M", "=", "P*w"),
        Line("numbers", "", "=", "[70553706496 weight]*[1 B]"),
        Line("result", "", "≈", "[70.5537 GB]"),
        Line("law", "T*n*W", "=", "M"),
        Line("solved", "T", "=", "M/(n*W)"),
        Line("numbers", "", "≈", "[70.5537 GB]/(4*[3.35 TB/s])"),
        Line("result", "", "≈", "[5.2652 ms]"),
    )
    slips = (
        slip(f"42.121{NBSP}ms", "Factor 8: bytes, not bits."),
        slip(f"0.65815{NBSP}ms", "The cards read at the same time."),
    )
    return part(
        "T", "a", "The time of one step.", unit="ms", value="5.2652019773134", marks="2",
        shown=f"5.2652{NBSP}ms", lo="5.21", hi="5.32", tolerance=f"±1{NBSP}%", law="P*w/(n*W)",
        outcomes=slips, derivation=lines,
    )  # fmt: skip


def _crossover() -> Part:
    lines = (
        Line("law", "c*P*B/F", "=", "(P*w + B*k)/W"),
        Line("none", "B", "", "F*k >= c*P*W"),
    )
    return part(
        "B", "b", "The crossover batch.", unit="request", shown="none", exists=False,
        can_be_none=True, tolerance=f"±1{NBSP}%", none_when="F*k >= c*P*W", derivation=lines,
    )  # fmt: skip


def _bytes() -> Part:
    return part(
        "k", "c", "The bytes of a token as a formula.", kind="formula", shown="2·L·n_kv·d",
        law="2*L*n_kv*d", in_terms_of=("L", "n_kv", "d"),
        derivation=(Line("solved", "k", "=", "2*L*n_kv*d"),),
    )  # fmt: skip


def _choices() -> tuple[Part, Part]:
    one = (
        Option("A", "memory, since $AI < F/W$", True, "Compare the two."),
        Option("B", "arithmetic", False, "Compare the two."),
    )
    many = (
        Option("A", "*more* cards", True, ""),
        Option("B", "a larger batch", False, "One user only."),
        Option("C", "None of these.", False, ""),
    )
    return (
        part("which", "d", "Which limit is the lower one?", kind="choice", shown="A", options=one),
        part("what", "e", "What helps?", kind="choices", shown="A", options=many, marks="1/2"),
    )


def _large() -> Part:
    literal = f"[{THIRTY_DIGITS} FLOP]"
    lines = (
        Line("solved", "A_all", "=", "if(n > 1, sqrt(x)*ceil(x/y), floor(log2(x)))"),
        Line("numbers", "", "=", f"{literal}*{literal}*{literal}/3"),
        Line("numbers", "", "=", f"max(1, 2**ceil(log2({literal}/[1e12 FLOP])))"),
        Line("result", "", "=", literal),
    )
    return part(
        "A_all", "a", "All of it.", unit="FLOP", value=THIRTY_DIGITS, tolerance="exact",
        shown=f"123,456,789,012,345,678,901,234,567,890{NBSP}FLOP", lo=THIRTY_DIGITS,
        hi=THIRTY_DIGITS, derivation=lines, outcomes=(slip(f"0.5{NBSP}FLOP", "A half."),),
    )  # fmt: skip


def _serving() -> Exercise:
    givens = (
        Given("gpu", "", "h100_sxm", "", "NVIDIA H100 SXM5 80GB", "a datasheet"),
        Given("P", "weights", "70553706496", "weight", f"70,553,706,496{NBSP}weights", ""),
        Given("n_kv", "KV heads", "8", "1", "8", ""),
        Given("W", "bandwidth", "3.35", "TB/s", f"3.35{NBSP}TB/s", "a datasheet"),
    )
    problem = (
        "A model with P = 70,553,706,496 weights and n_kv = 8 is served; it fits, for "
        '$P*w <= n*C$, and "none" is one.\n\n| card | memory |\n|---|---:|\n| H100 | 80 GB |\n'
    )
    solution = (
        "Read once:\n\n{{ T.derivation }}\n\nThey cross at $ceil(x)$ or never.\n\n"
        "{{ B.derivation }}\n\n{{ k.derivation }}\n"
    )
    plot = Roofline(
        "Roofline", "989400000000000", f"989.4{NBSP}TFLOP/s", "3350000000000", f"3.35{NBSP}TB/s",
        (Point("batch 1", "1"), Point("this batch", "64"), Point("prefill", "2048")),
    )  # fmt: skip
    return Exercise(
        1, "decode/sample", SECRET, SECRET, "Serving <one> & all", "intermediate", ("decode",), 8,
        givens, (_time(), _crossover(), _bytes(), *_choices()), problem, solution,
        "Says *bytes* first.", "What if $n > 4$?", plot,
        ("NVIDIA H100 SXM5 80GB: a datasheet",),
    )  # fmt: skip


def _counting() -> Exercise:
    return Exercise(
        2, "counting/sample", SECRET, SECRET, "Counting", "principal", ("flops",), 5, (),
        (_large(),), "Count.", "All:\n\n{{ A_all.derivation }}\n", "", "", None, (),
    )  # fmt: skip


def sample() -> Key:
    """The key."""
    return Key(
        SCHEMA, SECRET, "exgen-draw-1", "sample", "A sample set", "Mind the *units*.", "BCD234",
        SECRET, Policy(), (_serving(), _counting()),
    )  # fmt: skip
