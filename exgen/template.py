"""A template page: Markdown with a TOML block of quantities and laws -> Template.

The folder is the topic, the file name the id: `templates/decode/tpot_bound.md` is
`decode/tpot_bound`. Reading checks the shape of the page and the names in its text; whether the
laws make sense is checked when they are solved (`solved.py`), for every seed by `lint.py`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec

from exgen import outline, toml, wording
from exgen.errors import ExgenError, did_you_mean, raise_all

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_PAGE = 30_000  # characters; the longest page of the house has 10,000
MAX_PARTS = 10
MAX_GIVENS = 40
MAX_NAME = 30
SECTIONS = ("Problem", "Solution", "Strong answer", "Follow-up")
KEYWORDS = ("and", "if", "not", "or")  # of the law grammar, so no names
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*(_[A-Za-z0-9]+)*")
_PAGE = re.compile(
    r"\A```toml[ \t]*\n(?P<toml>.*?)^```[ \t]*\n(?P<text>.*)\Z", re.DOTALL | re.MULTILINE
)


Kind = Literal["quantity", "formula", "choice", "choices", "order", "rubric", "evidence"]


class GivenSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the student is told: a drawn row, a field of one, one of several values, or a value."""

    is_: str = msgspec.field(default="", name="is")
    row_of: str | None = None
    among: tuple[str | int, ...] | None = None
    from_: str | None = msgspec.field(default=None, name="from")
    value: str | int | None = None
    unit: str = ""
    default: str | int | None = None
    hidden: bool = False  # drawn, but not told: the cause that is to be found
    aside: bool = False  # told, but no law needs it: a reading that distracts


class LetSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A helper quantity: shown in derivations, never asked. With `figures` it is observed: rounded
    so, told to the student, and from there on as given as a given.
    """

    law: str
    is_: str = msgspec.field(default="", name="is")
    unit: str = ""
    figures: Annotated[int, msgspec.Meta(ge=1, le=6)] | None = None


class SlipSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A wrong law that people use, for the part or for a let that the part uses."""

    id: str
    says: str
    law: str = ""
    values: tuple[str, ...] = ()  # of an order: what the items are wrongly ranked by
    reveals: str = ""
    when: str = ""
    credit: str = "0"


class OptionSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One option of a choice; `when` says for which draws it is right."""

    is_: str = msgspec.field(name="is")
    when: str | bool
    says: str = ""


class ItemSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One item to be ranked, by the value of an expression."""

    is_: str = msgspec.field(name="is")
    value: str


class PointSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of a rubric: what a good text says, its marks, and claims that forfeit them."""

    is_: str = msgspec.field(name="is")
    marks: Annotated[int, msgspec.Meta(ge=1, le=100)] = 1
    never: tuple[str, ...] = ()


class FindSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One part of the exercise."""

    ask: str
    law: str = ""
    unit: str = ""
    kind: Kind | Literal[""] = ""
    tolerance: str = "2 %"
    slips: tuple[SlipSpec, ...] = ()
    none_when: str = ""
    marks: Annotated[int, msgspec.Meta(ge=0, le=100)] = 1
    in_terms_of: tuple[str, ...] = ()
    options: tuple[OptionSpec, ...] = ()
    items: tuple[ItemSpec, ...] = ()
    points: tuple[PointSpec, ...] = ()
    model_answer: str = ""
    lab: str = ""


class PlotPoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A point of a roofline: an expression for its arithmetic intensity, and a label."""

    at: str
    is_: str = msgspec.field(name="is")


class PlotSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The roofline at the end of a solution."""

    peak: str
    bandwidth: str
    points: tuple[PlotPoint, ...] = ()


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The TOML block of a page."""

    title: str
    level: Literal["foundational", "intermediate", "principal"]
    topics: tuple[str, ...]
    minutes: Annotated[int, msgspec.Meta(ge=1, le=600)]
    given: dict[str, GivenSpec]
    find: dict[str, FindSpec]
    let: dict[str, LetSpec] = {}
    require: tuple[str, ...] = ()
    plot: PlotSpec | None = None


class Template(msgspec.Struct, frozen=True, eq=False):
    """One page, read. `text` has the four sections; `lines` says where each TOML table, each of its
    entries and the text of each section (`## Problem`) starts.
    """

    id: str
    path: str
    sha256: str
    head: Head
    text: Mapping[str, str]
    lines: Mapping[str, int]

    def line(self, *keys: str) -> int:
        """The page's line for `find.T`, `given.gpu`, …; the nearest enclosing table if unknown."""
        for length in range(len(keys), 0, -1):
            found = self.lines.get(".".join(keys[:length]))
            if found:
                return found
        return 1

    @property
    def told(self) -> frozenset[str]:
        """What the student is told: givens that are not hidden, and observed lets."""
        given = {name for name, spec in self.head.given.items() if not spec.hidden}
        return frozenset(given | {n for n, spec in self.head.let.items() if spec.figures})

    def kind(self, part: str) -> Kind:
        """The kind of a part: as said, or as its keys imply."""
        spec = self.head.find[part]
        return spec.kind or outline.implied({key for key in outline.IMPLIED if getattr(spec, key)})


def read(id: str, path: str, page: str) -> Template:
    """A page's text -> Template. Raises ExgenError (or Findings) with path and line."""
    try:
        return _read(id, path, page)
    except ExgenError as error:
        raise error.at(path) from None


def _read(id: str, path: str, page: str) -> Template:
    if len(page) > MAX_PAGE:
        raise ExgenError(f"the page has {len(page)} characters; at most {MAX_PAGE} are read")
    match = _PAGE.match(page.replace("\r\n", "\n"))
    if not match:
        raise ExgenError("the page does not begin with a ```toml block", line=1)
    lines = dict(_table_lines(match["toml"]))
    head = _head(match["toml"], lines)
    sections = _sections(match["text"], first_line=match["toml"].count("\n") + 3)
    lines |= {f"## {name}": line for name, (line, _) in sections.items()}
    digest = hashlib.sha256(page.encode()).hexdigest()
    template = Template(
        id, path, digest, head, {k: text for k, (_, text) in sections.items()}, lines
    )
    raise_all(list(_check(template)))
    return template


def _head(text: str, lines: Mapping[str, int]) -> Head:
    data = toml.read(text, first_line=2)
    raise_all(list(_unknown_keys(data, lines)))
    try:
        return msgspec.convert(data, Head)
    except msgspec.ValidationError as error:
        place, message = _where(data, error)
        raise ExgenError(
            f"{place}: {message}" if place else message, line=_nearest(lines, place)
        ) from None


def _where(data: Mapping[str, Any], error: msgspec.ValidationError) -> tuple[str, str]:
    """`given.w.value` and what is wrong there; msgspec does not name the entry of a table."""
    message, _, place = str(error).partition(" - at `$.")
    table, entry, _ = place.partition("[...]")
    kind = {"given": GivenSpec, "let": LetSpec, "find": FindSpec}.get(table)
    for name, spec in data[table].items() if entry and kind else ():
        try:
            msgspec.convert(spec, kind)
        except msgspec.ValidationError as own:
            message, _, inner = str(own).partition(" - at `$.")
            return f"{table}.{name}.{inner.rstrip('`')}".rstrip("."), message
    return place.rstrip("`"), message


def _nearest(lines: Mapping[str, int], keys: str) -> int:
    """The line of the longest known prefix of `find.T.slips[0].id`."""
    known = [
        (len(name), line) for name, line in lines.items() if (keys + ".").startswith(name + ".")
    ]
    return max(known)[1] if known else 2


def _table_lines(toml: str) -> Iterator[tuple[str, int]]:
    """`find.T` -> line of its header; `given.gpu` -> line of its assignment. Page lines, from 2."""
    table = ""
    for number, line in enumerate(toml.split("\n"), start=2):
        if header := re.match(r"\s*\[+\s*([A-Za-z0-9_.\" -]+?)\s*\]+\s*(#.*)?$", line):
            table = header[1].replace('"', "").replace(" ", "")
            yield table, number
        elif key := re.match(r"\s*\"?([A-Za-z0-9_-]+)\"?\s*=", line):
            yield (f"{table}.{key[1]}" if table else key[1]), number


def _fields(kind: type[msgspec.Struct]) -> set[str]:
    return {field.encode_name for field in msgspec.structs.fields(kind)}


def _unknown_keys(data: Mapping[str, Any], lines: Mapping[str, int]) -> Iterator[ExgenError]:
    """Every key that no struct knows, with a suggestion; all of them, not the first."""

    def check(table: object, kind: type[msgspec.Struct], where: str) -> Iterator[ExgenError]:
        known = _fields(kind)
        for key in table if isinstance(table, dict) else ():
            if key not in known:
                place = f"{where}.{key}" if where else key
                hint = did_you_mean(key, known)
                yield ExgenError(f"unknown key {place!r}", line=_nearest(lines, place), hint=hint)

    def each(table: str) -> Iterator[tuple[str, Any]]:
        entries = data.get(table)
        return iter(entries.items() if isinstance(entries, dict) else ())

    def listed(spec: object, key: str) -> list[Any]:
        found = spec.get(key) if isinstance(spec, dict) else None
        return found if isinstance(found, list) else []

    yield from check(data, Head, "")
    yield from check(data.get("plot"), PlotSpec, "plot")
    for table, kind in (("given", GivenSpec), ("let", LetSpec)):
        for name, spec in each(table):
            yield from check(spec, kind, f"{table}.{name}")
    for name, spec in each("find"):
        yield from check(spec, FindSpec, f"find.{name}")
        for slip in listed(spec, "slips"):
            yield from check(slip, SlipSpec, f"find.{name}.slips")
        for option in listed(spec, "options"):
            yield from check(option, OptionSpec, f"find.{name}.options")
        for item in listed(spec, "items"):
            yield from check(item, ItemSpec, f"find.{name}.items")
        for point in listed(spec, "points"):
            yield from check(point, PointSpec, f"find.{name}.points")


def _sections(text: str, first_line: int) -> dict[str, tuple[int, str]]:
    """Heading -> (line of the first text below it, that text)."""
    found: dict[str, tuple[int, str]] = {}
    pieces = re.split(
        r"^##(?!#)[ \t]*(.*)$", text, flags=re.MULTILINE
    )  # text, heading, text, heading, text …
    before = pieces[0]
    if before.strip():
        line = first_line + before[: len(before) - len(before.lstrip())].count("\n")
        raise ExgenError("text before the first section", line=line, hint=_section_hint())
    line = first_line + before.count("\n")
    for heading, body in zip(pieces[1::2], pieces[2::2], strict=True):
        name = heading.strip()
        if name not in SECTIONS or name in found:
            problem = "twice" if name in found else "unknown"
            raise ExgenError(f"section {name!r} is {problem}", line=line, hint=_section_hint())
        above = len(body) - len(body.lstrip())
        found[name] = (line + body[:above].count("\n"), body.strip())
        line += body.count("\n")
    return found


def _section_hint() -> str:
    return "sections: " + ", ".join(SECTIONS)


def _check(template: Template) -> Iterator[ExgenError]:
    head = template.head
    for section in ("Problem", "Solution"):
        if not template.text.get(section):
            yield ExgenError(f"no section ## {section}", line=template.line(f"## {section}"))
    if not head.find:
        yield ExgenError("nothing to find: no [find.X]", line=1)
    if len(head.find) > MAX_PARTS or len(head.given) > MAX_GIVENS:
        yield ExgenError(f"at most {MAX_PARTS} parts and {MAX_GIVENS} givens", line=1)
    yield from _check_names(template)
    if template.text.get("Problem") and template.text.get("Solution"):
        yield from wording.check(template)


def _check_names(template: Template) -> Iterator[ExgenError]:
    taken: set[str] = set()
    for table in ("given", "let", "find"):
        for name in getattr(template.head, table):
            line = template.line(table, name)
            if not _NAME.fullmatch(name) or len(name) > MAX_NAME:
                yield ExgenError(
                    f"{name[:MAX_NAME]!r} is not a name", line=line, hint="letters and digits: n_kv"
                )
            elif name in KEYWORDS:
                yield ExgenError(f"{name!r} is a word of the law grammar, not a name", line=line)
            elif name in taken:
                yield ExgenError(f"{name!r} is defined twice", line=line)
            taken.add(name)
