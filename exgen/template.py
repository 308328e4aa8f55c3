"""A template page: Markdown with a TOML block of quantities and laws -> Template.

The folder is the topic, the file name the id: `templates/decode/tpot_bound.md` is
`decode/tpot_bound`. Reading checks the shape of the page and the names in its text; whether the
laws make sense is checked when they are solved (`solved.py`), for every seed by `lint.py`.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from exgen.errors import ExgenError, Findings, did_you_mean, raise_all

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

MAX_PAGE = 60_000  # characters; the longest page of the house has 8,000
SECTIONS = ("Problem", "Solution", "Strong answer", "Follow-up")
PLACEHOLDER = re.compile(r"\{\{\s*([A-Za-z_][A-Za-z0-9_]*)(?:\.([A-Za-z_][A-Za-z0-9_]*))?\s*\}\}")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*(_[A-Za-z0-9]+)*")
_PAGE = re.compile(r"\A```toml[ \t]*\n(?P<toml>.*?)^```[ \t]*\n(?P<text>.*)\Z", re.S | re.M)


class GivenSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the student is told: a drawn row, a field of one, one of several values, or a value."""

    is_: str = msgspec.field(default="", name="is")
    row_of: str | None = None
    among: tuple[str | int, ...] | None = None
    from_: str | None = msgspec.field(default=None, name="from")
    value: str | int | None = None
    unit: str = ""
    default: str | int | None = None


class LetSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A helper quantity: shown in derivations, never asked."""

    law: str
    is_: str = msgspec.field(default="", name="is")
    unit: str = ""


class SlipSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A wrong law that people use, for the part or for a let that the part uses."""

    id: str
    law: str
    says: str
    reveals: str = ""
    when: str = ""
    credit: str = "0"


class OptionSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One option of a choice; `when` says for which draws it is right."""

    is_: str = msgspec.field(name="is")
    when: str | bool
    says: str = ""


class FindSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One part of the exercise."""

    ask: str
    law: str = ""
    unit: str = ""
    kind: Literal["quantity", "formula", "choice", "choices", ""] = ""
    tolerance: str = "2 %"
    slips: tuple[SlipSpec, ...] = ()
    none_when: str = ""
    marks: int = 1
    in_terms_of: tuple[str, ...] = ()
    options: tuple[OptionSpec, ...] = ()


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
    minutes: int
    given: dict[str, GivenSpec]
    find: dict[str, FindSpec]
    let: dict[str, LetSpec] = {}
    require: tuple[str, ...] = ()
    plot: PlotSpec | None = None


class Template(msgspec.Struct, frozen=True, eq=False):
    """One page, read. `text` has the four sections; `lines` says where each TOML table starts."""

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

    def kind(self, part: str) -> Literal["quantity", "formula", "choice", "choices"]:
        """The kind of a part: as said, or as its keys imply."""
        spec = self.head.find[part]
        if spec.kind:
            return spec.kind
        return "choice" if spec.options else "formula" if spec.in_terms_of else "quantity"


def read(id: str, path: str, page: str) -> Template:
    """A page's text -> Template. Raises ExgenError (or Findings) with path and line."""
    try:
        return _read(id, path, page)
    except Findings as findings:
        raise Findings([error.at(path) for error in findings.errors]) from None
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
    first_text_line = match["toml"].count("\n") + 3
    sections = _sections(match["text"], first_text_line)
    digest = hashlib.sha256(page.encode()).hexdigest()
    template = Template(id, path, digest, head, {k: text for k, (_, text) in sections.items()}, lines)
    raise_all(list(_check(template, sections)))
    return template


def _head(toml: str, lines: Mapping[str, int]) -> Head:
    try:
        data = tomllib.loads(toml, parse_float=str)
    except tomllib.TOMLDecodeError as error:
        where = re.search(r"at line (\d+)", str(error))
        line = int(where[1]) + 1 if where else 1 + toml.count("\n")
        raise ExgenError(f"TOML: {error}", line=line) from None
    except RecursionError:
        raise ExgenError("TOML: nested too deeply", line=2) from None
    raise_all(list(_unknown_keys(data, lines)))
    try:
        return msgspec.convert(data, Head)
    except msgspec.ValidationError as error:
        message, _, place = str(error).partition(" - at `$.")
        keys = place.rstrip("`")
        raise ExgenError(f"{keys}: {message}" if keys else message, line=_nearest(lines, keys)) from None


def _nearest(lines: Mapping[str, int], keys: str) -> int:
    """The line of the longest known prefix of `find.T.slips[0].id`."""
    known = [(len(name), line) for name, line in lines.items() if (keys + ".").startswith(name + ".")]
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
    for name, spec in each("given"):
        yield from check(spec, GivenSpec, f"given.{name}")
    for name, spec in each("let"):
        yield from check(spec, LetSpec, f"let.{name}")
    for name, spec in each("find"):
        yield from check(spec, FindSpec, f"find.{name}")
        for slip in listed(spec, "slips"):
            yield from check(slip, SlipSpec, f"find.{name}.slips")
        for option in listed(spec, "options"):
            yield from check(option, OptionSpec, f"find.{name}.options")


def _sections(text: str, line: int) -> dict[str, tuple[int, str]]:
    """Heading -> (line of the heading, text below it)."""
    found: dict[str, tuple[int, str]] = {}
    current: str | None = None
    body: list[str] = []
    for number, row in enumerate([*text.split("\n"), "## "], start=line):
        if not row.startswith("## "):
            body.append(row)
            continue
        if current is not None:
            found[current] = (found[current][0], "\n".join(body).strip())
        elif "".join(body).strip():
            raise ExgenError("text before the first section", line=line, hint=_section_hint())
        if row == "## ":
            break
        current, body = row[3:].strip(), []
        if current not in SECTIONS or current in found:
            problem = "twice" if current in found else "unknown"
            raise ExgenError(f"section {current!r} is {problem}", line=number, hint=_section_hint())
        found[current] = (number, "")
    return found


def _section_hint() -> str:
    return "sections: " + ", ".join(SECTIONS)


def _check(template: Template, sections: Mapping[str, tuple[int, str]]) -> Iterator[ExgenError]:
    head = template.head
    for section in ("Problem", "Solution"):
        if not template.text.get(section):
            yield ExgenError(f"no section ## {section}", line=template.line("title"))
    if not head.find:
        yield ExgenError("nothing to find: no [find.X]", line=1)
    if len(head.find) > 10 or len(head.given) > 40:
        yield ExgenError("at most 10 parts and 40 givens", line=1)
    taken: set[str] = set()
    for table in ("given", "let", "find"):
        for name in getattr(head, table):
            if not _NAME.fullmatch(name):
                yield ExgenError(f"{name!r} is not a name", line=template.line(table, name))
            if name in taken:
                yield ExgenError(f"{name!r} is defined twice", line=template.line(table, name))
            taken.add(name)
    yield from _check_text(template, sections)


def _check_text(template: Template, sections: Mapping[str, tuple[int, str]]) -> Iterator[ExgenError]:
    head = template.head
    told, answers = set(head.given), set(head.find)
    for section, (start, text) in sections.items():
        open_to = told if section == "Problem" else told | set(head.let) | answers
        for number, row in enumerate(text.split("\n"), start=start + 2):
            for match in PLACEHOLDER.finditer(row):
                if match[1] in answers and section == "Problem":
                    yield ExgenError(f"the problem prints the answer {match[1]!r}", line=number)
                elif match[1] not in open_to:
                    hint = did_you_mean(match[1], open_to)
                    yield ExgenError(f"unknown name {match[1]!r} in the text", line=number, hint=hint)
            rest = PLACEHOLDER.sub("", row)
            if "{{" in rest or "{%" in rest or "{#" in rest:
                hint = "only {{ name }} and {{ name.field }} are filled in"
                yield ExgenError("a placeholder that is not a name", line=number, hint=hint)
    solution = template.text.get("Solution", "")
    for part in head.find:
        count = len(re.findall(r"\{\{\s*" + part + r"\.derivation\s*\}\}", solution))
        wanted = 0 if template.kind(part) in ("choice", "choices") and not head.find[part].law else 1
        if count != wanted and (wanted or count):
            message = f"the solution shows {{{{ {part}.derivation }}}} {count} times, not {wanted}"
            yield ExgenError(message, line=sections.get("Solution", (1, ""))[0])
