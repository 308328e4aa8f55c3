"""The fields of a PDF form with their widgets, from the form's tree and from the pages.

Programs leave widgets out of the tree, repeat names, and split a field over several pages; all that
is found is given, in order, for `pdf_form` to judge.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import msgspec

from exgen.submissions.header import fold, is_field
from exgen.submissions.pdf_text import text

_MAX_DEPTH = 32
_MAX_FIELDS = 5_000
_INDEX = re.compile(r"\[\d+\]$")


class Field(msgspec.Struct):
    """A terminal field. `value`, `kind`, `flags` and `options` may come from a parent."""

    name: str
    kind: str  # /Tx, /Btn, /Ch, /Sig
    value: Any
    flags: int
    options: Any
    widgets: list[Any]
    own: bool  # field and widget are one dictionary
    on_page_only: bool = False


def fields(reader: Any) -> list[Field]:
    """Every field, those of the form first, then those that stand on a page alone."""
    seen: set[int] = set()
    found: list[Field] = []
    form = _object(reader.trailer["/Root"].get("/AcroForm"))
    for node in _list(form.get("/Fields")) if isinstance(form, dict) else []:
        _walk(node, (), {}, found, seen, 0)
    for page in reader.pages:
        for node in _list(page.get("/Annots")):
            _from_page(node, found, seen)
    return found


def short_names(found: list[Field]) -> dict[str, str]:
    """Full name -> the name to use: `form1[0].q1[0]` is q1, unless two fields would share it."""
    short = {}
    for name in dict.fromkeys(field.name for field in found):
        last = _INDEX.sub("", name.rpartition(".")[2])
        plain = is_field(last) or fold(last) in ("student", "name", "studentid")
        short[name] = last if plain else ".".join(_INDEX.sub("", part) for part in name.split("."))
    shared = Counter(short.values())
    return {name: new if shared[new] == 1 else name for name, new in short.items()}


def _walk(
    node: Any,
    above: tuple[str, ...],
    inherited: dict[str, Any],
    found: list[Field],
    seen: set[int],
    depth: int,
) -> None:
    node = _object(node)
    if (
        not isinstance(node, dict)
        or _id(node) in seen
        or depth > _MAX_DEPTH
        or len(found) > _MAX_FIELDS
    ):
        return
    seen.add(_id(node))
    names = (*above, text(_object(node.get("/T")))) if "/T" in node else above
    have = {
        **inherited,
        **{key: _object(node.get(key)) for key in ("/FT", "/V", "/Ff", "/Opt") if key in node},
    }
    kids = [_object(kid) for kid in _list(node.get("/Kids"))]
    named = [kid for kid in kids if isinstance(kid, dict) and "/T" in kid]
    if named:
        for kid in named:
            _walk(kid, names, have, found, seen, depth + 1)
        return
    widgets = [kid for kid in kids if isinstance(kid, dict)]
    seen.update(map(_id, widgets))
    found.append(_field(names, have, widgets or [node], not widgets))


def _field(names: tuple[str, ...], have: dict[str, Any], widgets: list[Any], own: bool) -> Field:
    flags = have.get("/Ff")
    value = have.get("/V")
    if value is None:  # some programs put the value into the widget
        value = next(
            (said for widget in widgets if (said := _object(widget.get("/V"))) is not None), None
        )
    kind = have.get("/FT") or next(
        (said for widget in widgets if (said := _object(widget.get("/FT")))), ""
    )
    name = ".".join(filter(None, names))
    return Field(
        name,
        str(kind),
        value,
        flags if isinstance(flags, int) else 0,
        have.get("/Opt"),
        widgets,
        own,
    )


def _from_page(node: Any, found: list[Field], seen: set[int]) -> None:
    """A widget that the form's tree does not reach, with the names above it."""
    widget = _object(node)
    if not isinstance(widget, dict) or widget.get("/Subtype") != "/Widget" or _id(widget) in seen:
        return
    chain = [widget]
    while "/Parent" in chain[-1] and len(chain) < _MAX_DEPTH:
        parent = _object(chain[-1]["/Parent"])
        if not isinstance(parent, dict):
            break
        chain.append(parent)
    while len(chain) > 1 and _id(chain[-1]) in seen:
        chain.pop()
    before = len(found)
    _walk(chain[-1], (), {}, found, seen, 0)
    for field in found[before:]:
        field.on_page_only = True


def _object(value: Any) -> Any:
    return value.get_object() if hasattr(value, "get_object") else value


def _list(value: Any) -> list[Any]:
    value = _object(value)
    return list(value) if isinstance(value, list) else []


def _id(node: Any) -> int:
    reference = getattr(node, "indirect_reference", None)
    return reference.idnum if reference is not None else -id(node)
