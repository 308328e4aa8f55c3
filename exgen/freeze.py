"""Exercise -> key.Exercise: every number as text, the page's text filled in. Nothing is computed
afterwards: what is printed and what is graded is what stands here.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from exgen import derivation, exercise, key, ranking, tables, units, values
from exgen.expression import decimals, parse, text
from exgen.lab import evidence
from exgen.wording import PLACEHOLDER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gmpy2 import mpq

    from exgen.exercise import Answer, Exercise, Slip, WrongOrder
    from exgen.ranking import Groups
    from exgen.solved import SolvedPart

NONE_OF_THESE = "None of these."
_LETTERS = "ABCDEFGHI"


def freeze(drawn: Exercise, number: int) -> key.Exercise:
    """The exercise as the key's problem `number`."""
    template, head = drawn.solved.template, drawn.solved.template.head
    lines = derivation.all_lines(drawn)
    parts = [
        _part(drawn, answer, place, lines[place]) for place, answer in enumerate(drawn.answers)
    ]
    filled = {name: fill(drawn, body) for name, body in template.text.items()}
    return key.Exercise(
        number=number,
        template=template.id,
        sha256=template.sha256,
        seed=drawn.seed,
        title=head.title,
        level=head.level,
        topics=head.topics,
        minutes=head.minutes,
        givens=tuple(_givens(drawn)),
        parts=tuple(parts),
        problem=filled["Problem"],
        solution=filled["Solution"],
        strong_answer=filled.get("Strong answer", ""),
        follow_up=filled.get("Follow-up", ""),
        plot=_plot(drawn),
        sources=tuple(_sources(drawn)),
    )


def _givens(drawn: Exercise) -> list[key.Given]:
    """What is told, in page order; what is observed; fields that laws use under their own name."""
    found = []
    tables_of = {row.name: row.table for row in drawn.solved.rows}
    for name, spec in drawn.solved.template.head.given.items():
        if spec.hidden:
            continue
        if name in drawn.rows:
            row = tables.row(tables_of[name], drawn.rows[name])
            found.append(key.Given(name, spec.is_, row.key, "", row.name, row.source))
        else:
            value = drawn.shown[name]
            found.append(
                key.Given(name, spec.is_, value.number, value.unit, value.shown, value.source)
            )
    for let in (each for each in drawn.solved.lets if each.figures):
        value = drawn.shown[let.name]
        found.append(key.Given(let.name, let.label, value.number, value.unit, value.shown, ""))
    laws = [parse.names(part.full) for part in drawn.solved.parts if part.full is not None]
    for name in sorted(frozenset().union(*laws) & set(drawn.solved.attributes)):
        value, _ = derivation.name_value(drawn, name)
        found.append(key.Given(name, "", value.number, value.unit, value.shown, value.source))
    return found


def _sources(drawn: Exercise) -> list[str]:
    found = []
    for given in drawn.solved.rows:
        if drawn.solved.template.head.given[given.name].hidden:
            continue
        row = tables.row(given.table, drawn.rows[given.name])
        doubt = " (from memory, not confirmed)" if row.from_memory else ""
        found.append(f"{row.name}: {row.source}{doubt}")
    return list(dict.fromkeys(found))


def _part(drawn: Exercise, answer: Answer, place: int, lines: Sequence[key.Line]) -> key.Part:
    part = answer.part
    lo, hi = _interval(part, answer.base)
    options = _options(drawn, answer)
    value = decimals.stored(answer.base / part.factor) if answer.base is not None else ""
    return key.Part(
        id=part.id,
        label=_LETTERS[place].lower() if place < len(_LETTERS) else str(place + 1),
        kind=drawn.solved.template.kind(part.id),
        ask=fill(drawn, part.spec.ask),
        unit=part.unit,
        marks=str(sum(point.marks for point in part.spec.points) or part.spec.marks),
        value=value,
        shown=_shown(answer, options),
        exists=answer.base is not None or part.kind != "quantity",
        can_be_none=part.none_when is not None,
        lo=lo,
        hi=hi,
        tolerance=_tolerance(part),
        law=text.write(part.full) if part.full is not None else "",
        none_when=text.write_condition(part.full_none_when)
        if part.full_none_when is not None
        else "",
        uses=part.uses,
        in_terms_of=part.spec.in_terms_of,
        outcomes=(
            *[_outcome(part, slip) for slip in answer.slips],
            *[_wrong_order(each) for each in answer.wrong_orders],
        ),
        options=options,
        derivation=tuple(lines),
        rubric=tuple(
            key.RubricPoint(fill(drawn, point.is_), str(point.marks), point.never)
            for point in part.spec.points
        ),
        model_answer=fill(drawn, part.spec.model_answer),
        order=_lettered(answer.order),
        lab=_lab(drawn, part.spec.lab),
    )


def _lab(drawn: Exercise, name: str) -> key.Lab | None:
    if not name:
        return None
    facts = evidence.facts(name, {given: value.number for given, value in drawn.shown.items()})
    return key.Lab(name, tuple(facts.items()))


def _shown(answer: Answer, options: Sequence[key.Option]) -> str:
    part = answer.part
    if part.kind == "formula" and part.tree is not None:
        return text.plain(part.tree)
    if part.kind in ("rubric", "evidence"):
        return "in words" if part.kind == "rubric" else "a record"
    if part.kind == "order":
        return ranking.written(_lettered(answer.order))
    if part.kind != "quantity":
        return ", ".join(option.letter for option in options if option.right)
    if answer.base is None:
        return "none"
    return values.show(derivation.number(answer.part, answer.base)[0], part.unit)


def _tolerance(part: SolvedPart) -> str:
    if part.kind != "quantity":
        return ""
    written = part.spec.tolerance.strip()
    return f"±{written.replace('%', '').strip()}{values.NBSP}%" if "%" in written else written


def _interval(part: SolvedPart, base: mpq | None) -> tuple[str, str]:
    """The closed interval in the part's unit; exact ends, or ends rounded outward."""
    if base is None:
        return "", ""
    half = exercise.half_width(part, base)
    low, high = (base - half) / part.factor, (base + half) / part.factor
    if half == 0:
        return _point(low), _point(low)
    return decimals.outward(low, up=False), decimals.outward(high, up=True)


def _point(value: mpq) -> str:
    """An exact end: the decimal or the quotient, unless it is longer than a key's numbers are."""
    text = decimals.exact(value)
    return text if len(text) <= 40 and len(text.partition("/")[2]) <= 20 else decimals.stored(value)


def _outcome(part: SolvedPart, slip: Slip) -> key.Outcome:
    spec = slip.solved.spec
    lo, hi = _interval(part, slip.base)
    value = slip.base / part.factor
    number, _ = derivation.number(part, slip.base)
    return key.Outcome(
        id=spec.id, kind="slip", value=decimals.stored(value), shown=values.show(number, part.unit),
        lo=lo, hi=hi, credit=spec.credit, law=spec.law, says=spec.says, reveals=spec.reveals,
    )  # fmt: skip


def _lettered(order: Groups[int]) -> tuple[str, ...]:
    return tuple("".join(_LETTERS[item] for item in group) for group in order)


def _wrong_order(wrong: WrongOrder) -> key.Outcome:
    spec, order = wrong.spec, _lettered(wrong.order)
    return key.Outcome(
        id=spec.id, kind="slip", value="", shown=ranking.written(order), lo="", hi="",
        credit=spec.credit, law=", ".join(spec.values), says=spec.says, reveals=spec.reveals,
        order=order,
    )  # fmt: skip


def _options(drawn: Exercise, answer: Answer) -> tuple[key.Option, ...]:
    specs = answer.part.spec.options
    found = [
        key.Option(letter, fill(drawn, spec.is_), right, spec.says)
        for letter, spec, right in zip(_LETTERS, specs, answer.right, strict=False)
    ]
    if answer.part.kind == "order":
        items = answer.part.spec.items
        return tuple(
            key.Option(letter, fill(drawn, item.is_), False, "")
            for letter, item in zip(_LETTERS, items, strict=False)
        )
    if answer.part.kind == "choices":  # else an empty sheet could not be told from "none of them"
        found.append(key.Option(_LETTERS[len(found)], NONE_OF_THESE, not any(answer.right), ""))
    return tuple(found)


def _plot(drawn: Exercise) -> key.Roofline | None:
    plot, spec = drawn.solved.plot, drawn.solved.template.head.plot
    if plot is None or spec is None:
        return None
    try:
        peak, bandwidth = plot.peak(drawn.values), plot.bandwidth(drawn.values)
        points = [
            key.Point(fill(drawn, label), decimals.rounded(at(drawn.values), 6))
            for label, at in plot.points
        ]
    except (ZeroDivisionError, KeyError):  # a point lies at a part that does not exist here
        return None
    return key.Roofline(
        title=drawn.solved.template.head.title,
        peak=decimals.stored(peak),
        peak_shown=_natural(peak, "FLOP/s"),
        bandwidth=decimals.stored(bandwidth),
        bandwidth_shown=_natural(bandwidth, "B/s"),
        points=tuple(points),
    )


def _natural(base: mpq, like: str) -> str:
    unit = values.natural_unit(units.unit(like).dimension, decimals.exponent10(base))
    return values.show(values.rounded(base, unit, 4)[0], unit)


def fill(drawn: Exercise, body: str) -> str:
    """The text with every `{{ name }}` replaced; `{{ T.derivation }}` stays for the printer."""
    return PLACEHOLDER.sub(lambda match: _filled(drawn, match), body)


def _filled(drawn: Exercise, match: re.Match[str]) -> str:
    name, field = match[1], match[2]
    if field == "derivation":
        return f"{{{{ {name}.derivation }}}}"
    if field is not None:
        table = next(row.table for row in drawn.solved.rows if row.name == name)
        return _field_text(tables.row(table, drawn.rows[name]), field)
    answer = next((each for each in drawn.answers if each.part.id == name), None)
    if answer is not None:
        return _shown(answer, _options(drawn, answer))
    return derivation.name_value(drawn, name)[0].shown


def _field_text(row: tables.Row, field: str) -> str:
    if not row.has(field):
        return "none"
    written = row.text(field)
    return values.read(written).shown if re.match(r"-?\d", written) else written
