"""`exgen show decode/tpot_bound`: a template as text, with the problem as its defaults make it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from exgen import exercise, freeze, solving, tables
from exgen.columns import hanging, paragraphs
from exgen.expression import parse, text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from exgen import key
    from exgen.template import FindSpec, GivenSpec, LetSpec, SlipSpec, Template

_SEVERAL = 8  # values that are listed; of more, the first six and the last


def sample(template: Template) -> key.Exercise:
    """The problem with its defaults. Raises ExgenError: what keeps the page from being solved."""
    return freeze.freeze(exercise.calculate(solving.solve(template), {}), 1)


def page(template: Template, shown: key.Exercise) -> str:
    """What is asked, what is drawn, the laws, the slips that are recognised, the sources."""
    head = template.head
    blocks = [
        [
            f"{template.id}: {head.title}",
            f"  {head.level}, {head.minutes} minutes, topics: {', '.join(head.topics)}",
            f"  {template.path}",
        ],
        ["problem, with the defaults", *paragraphs(text.plain_prose(shown.problem))],
        ["given", *hanging([(_name(n), _given(spec)) for n, spec in head.given.items()])],
    ]
    if head.require:
        blocks.append(["only if", *hanging([("", _condition(each)) for each in head.require], "")])
    if head.let:
        blocks.append(["with", *[line for each in head.let.values() for line in _let(each)]])
    for (name, spec), part in zip(head.find.items(), shown.parts, strict=True):
        blocks.append(list(_part(template.kind(name), name, spec, part)))
    for title, said in (("strong answer", shown.strong_answer), ("follow-up", shown.follow_up)):
        blocks += [[title, *paragraphs(text.plain_prose(said))]] if said else []
    blocks.append(["sources", *_sources(template)])
    return "\n\n".join("\n".join(block) for block in blocks)


def _name(name: str) -> str:
    """As it is pinned and, if that differs, as it is printed: `alpha (α)`."""
    printed = text.plain_name(name)
    return name if printed == name else f"{name} ({printed})"


def _given(spec: GivenSpec) -> str:
    if spec.row_of is not None:
        values = f"{spec.row_of}: {_some([str(key) for key in spec.among or ()])}"
    elif spec.from_ is not None:
        values = spec.from_
    elif spec.among is not None:
        values = f"{_some([str(value) for value in spec.among])} {spec.unit}".strip()
    else:
        values = f"{spec.value} {spec.unit}".strip()
    default = f", default {spec.default}" if spec.default is not None else ""
    kept = "; hidden from the student" if spec.hidden else "; no law needs it" if spec.aside else ""
    return f"{spec.is_}{': ' if spec.is_ else ''}{values}{default}{kept}"


def _some(words: Sequence[str]) -> str:
    if len(words) <= _SEVERAL:
        return ", ".join(words)
    return f"{', '.join(words[:6])}, … {words[-1]} ({len(words)})"


def _let(spec: LetSpec) -> list[str]:
    told = f"told, rounded to {spec.figures} figures" if spec.figures else ""
    said = "; ".join(filter(None, (spec.is_, told)))
    return [*hanging([("", _law(spec.law))], ""), *hanging([("", said)] * bool(said), "    ")]


def _part(kind: str, name: str, spec: FindSpec, part: key.Part) -> Iterator[str]:
    facts = {
        "quantity": f"{f' in {part.unit}' if part.unit != '1' else ''}, {part.tolerance}",
        "formula": f" in {', '.join(map(_name, spec.in_terms_of))}",
        "order": f", ties within {spec.tolerance}",
        "evidence": f" of the lab {spec.lab}",
    }
    marks = f", {part.marks} marks" if part.marks != "1" else ""
    yield f"({part.label}) {_name(name)}: {kind}{facts.get(kind, '')}{marks}"
    yield from paragraphs(text.plain_prose(part.ask))
    if spec.law:
        yield from hanging([("", _law(spec.law))], "")
    if spec.none_when:
        yield from hanging([("", f"none if {_condition(spec.none_when)}")], "")
    yield from hanging(list(_boxes(spec, part)), "    ")
    if part.rubric:
        yield from paragraphs(f"Model answer: {text.plain_prose(part.model_answer)}", "    ")
        yield from hanging(list(_points(part)), "    ")
    if spec.slips:
        yield "  slips"
        yield from hanging([row for each in spec.slips for row in _slip(each)], "    ")


def _boxes(spec: FindSpec, part: key.Part) -> Iterator[tuple[str, str]]:
    """The options with their conditions, or the items with what ranks them."""
    for option, box in zip(spec.options, part.options, strict=False):
        yield box.letter, text.plain_prose(box.text)
        yield "", _right(option.when)
    for item, box in zip(spec.items, part.options, strict=False):
        yield box.letter, f"{text.plain_prose(box.text)}, by {_expression(item.value)}"


def _right(when: str | bool) -> str:
    if isinstance(when, str):
        return f"right if {_condition(when)}"
    return "always right" if when else "always wrong"


def _points(part: key.Part) -> Iterator[tuple[str, str]]:
    for point in part.rubric:
        marks = f"{point.marks} mark{'' if point.marks == '1' else 's'}"
        yield marks, text.plain_prose(point.says)
        yield from (("", f"not with: {text.plain_prose(claim)}") for claim in point.never)


def _slip(spec: SlipSpec) -> Iterator[tuple[str, str]]:
    wrong = _law(spec.law) if spec.law else "by " + "; ".join(map(_expression, spec.values))
    yield spec.id, wrong + (f", if {_condition(spec.when)}" if spec.when else "")
    yield "", text.plain_prose(spec.says)


def _condition(condition: str) -> str:
    return text.plain_condition(parse.parse_condition(condition))


def _expression(written: str) -> str:
    return text.plain(parse.parse(written))


def _law(law: str) -> str:
    equation = parse.parse_equation(law)
    return f"{text.plain(equation.left)} = {text.plain(equation.right)}"


def _sources(template: Template) -> list[str]:
    lines = []
    for spec in template.head.given.values():
        for each in spec.among or () if spec.row_of else ():
            row = tables.row(spec.row_of or "", str(each))
            lines.append(f"{row.name}: {row.source} [{row.fields.get('confidence', '?')}]")
    none = "none: no number comes from a table"
    return [line for each in dict.fromkeys(lines or [none]) for line in paragraphs(each)]
