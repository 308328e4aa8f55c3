"""What the commands print."""

from __future__ import annotations

from exgen import exercise, freeze, lint, tables, terminal
from exgen.errors import ExgenError
from tests.drawn import PAGES, frozen, page

WORKED = """\
decode/base: Reading the weights once

  gpu  NVIDIA H100 SXM5 80GB
  W    3.35 TB/s              memory bandwidth
  P    7 Gweight              weights of the model
  w    2 B/weight             BF16 storage

(a) The shortest time in which the weights can be read once.
  M = P·w
     = 7 Gweight·(2 B/weight)
     = 14 GB
  T = M/W
     = 14 GB/(3.35 TB/s)
     ≈ 4.1791 ms
  T = 4.17910 ms   (accepted: 4.13731343283 to 4.22089552239 ms)
  slips:
    33.433 ms  bits      Factor 8: the bandwidth is in bytes.
    2.0896 ms  one_byte  BF16 takes two bytes."""


def test_a_worked_exercise() -> None:
    made = freeze.freeze(exercise.calculate(page(), {"gpu": "h100_sxm", "P": "7 Gweight"}), 1)
    assert terminal.worked(made, slips=True).replace("\u00a0", " ").startswith(WORKED)
    assert "slips" not in terminal.worked(made, slips=False)


def test_every_template_is_shown_and_worked() -> None:
    for id in PAGES:
        assert terminal.worked(frozen(id, "7"), slips=True).startswith(f"{id}: ")


def test_an_entry_names_its_source() -> None:
    said = terminal.entry(tables.row("accelerators", "h100_sxm"))
    assert said.startswith("h100_sxm: NVIDIA H100 SXM5 80GB  [accelerators]")
    assert "memory_bandwidth" in said
    assert "  source: " in said
    assert "  confidence: confirmed" in said


def test_a_line_of_lint() -> None:
    report = lint.Report("a/b", "b.md", 150, 50, False, (("not feasible: x", 50),), ())
    assert (
        terminal.lint_line(report) == "a/b: ok; 150 seeds, 25 % rejected, mostly: not feasible: x"
    )
    bad = lint.Report("a/b", "b.md", 0, 0, True, (), (ExgenError("x"),))
    assert terminal.lint_line(bad).startswith("a/b: 1 finding")
