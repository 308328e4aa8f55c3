"""What the commands print, as text: entries, worked answers, lines of lint. No printing here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from exgen import tables, units, values
from exgen.columns import columns, wrapped
from exgen.expression import parse, text

if TYPE_CHECKING:
    from exgen import key
    from exgen.lint import Report


def entry(row: tables.Row) -> str:
    """`exgen show h100_sxm`: a row's facts with its source and how sure they are."""
    doubtful = row.fields.get("unconfirmed") or ()
    facts = [
        (name, f"{value}{'  (unconfirmed)' if name in doubtful else ''}")
        for name, value in row.facts()
    ]
    lines = [f"{row.key}: {row.name}  [{row.table}]", "", *columns(facts), ""]
    for label in ("source", "confidence", "notes"):
        if row.fields.get(label):
            lines += wrapped(f"{label}: {row.fields[label]}")
    return "\n".join(lines)


def worked(exercise: key.Exercise, slips: bool) -> str:
    """`exgen solve`: givens, then every part with its derivation and, if wanted, its slips."""
    givens = [(text.plain_name(g.name), g.shown, g.label) for g in exercise.givens]
    lines = [f"{exercise.template}: {exercise.title}", "", *columns(givens)]
    for part in exercise.parts:
        lines += ["", *wrapped(f"({part.label}) {text.plain_prose(part.ask)}", "")]
        lines += columns(
            [
                (f"{option.letter} {'*' if option.right else ' '}", text.plain_prose(option.text))
                for option in part.options
            ]
        )
        lines += [f"  {derived}" for line in part.derivation if (derived := derivation_line(line))]
        lines += wrapped(text.plain_prose(part.model_answer)) if part.rubric else []
        lines += columns([(point.marks, text.plain_prose(point.says)) for point in part.rubric])
        if part.kind == "order":
            lines.append(f"  {part.shown}")
        if part.kind == "quantity":
            lines.append(f"  {text.plain_name(part.id)} = {_answer(part)}{_accepted(part)}")
        if slips and part.outcomes:
            lines += [
                "  slips:",
                *columns([(o.shown, o.id, o.says) for o in part.outcomes], "    "),
            ]
    return "\n".join(lines)


def _answer(part: key.Part) -> str:
    """The answer with six figures (a sheet prints fewer), or "none"."""
    if not part.exists:
        return "none"
    value = units.number(part.value)
    number = (
        part.value
        if part.lo == part.hi
        else values.rounded(value * units.unit(part.unit).factor, part.unit, 6)[0]
    )
    return values.show(number, part.unit)


def _accepted(part: key.Part) -> str:
    if not part.lo or part.lo == part.hi:
        return ""
    return (
        f"   (accepted: {part.lo} to {part.hi} {part.unit if part.unit != '1' else ''}".rstrip()
        + ")"
    )


def derivation_line(line: key.Line) -> str:
    """`T = N·w/W` and its continuations, indented under the relation sign."""
    if line.role == "none":
        return f"{text.plain_name(line.lhs)} does not exist: {text.plain_written(line.rhs)}"
    left = text.plain(parse.parse(line.lhs)) if line.lhs else " " * 2
    return f"{left} {line.rel} {text.plain(parse.parse(line.rhs))}"


def lint_line(report: Report) -> str:
    """One line a template: how many draws were looked at and how many were thrown away."""
    total = report.draws + report.rejected
    share = 100 * report.rejected / total if total else 0
    looked = f"all {total} draws" if report.of_grid else f"{report.draws} seeds"
    state = f"{len(report.findings)} findings" if report.findings else "ok"
    why = f", mostly: {report.reasons[0][0]}" if report.reasons else ""
    return f"{report.template}: {state}; {looked}, {share:.0f} % rejected{why}"
