"""Files made for a test: a workbook whose XML can be changed, a form built object by object."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
from pypdf import PdfWriter
from pypdf.generic import (
    ArrayObject,
    BooleanObject,
    DictionaryObject,
    FloatObject,
    NameObject,
    NumberObject,
    TextStringObject,
)

from exgen.submissions.read import Wish, read
from exgen.submissions.submission import Collected

SHEET = "xl/worksheets/sheet1.xml"


def collected(folder: Path, name: str, data: bytes | str, wish: Wish | None = None) -> Collected:
    """What is read from a file with this name and content."""
    path = folder / name
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return read(path, wish)


def answers(found: Collected) -> list[tuple[str, dict[str, Any]]]:
    """Student and answers of every record."""
    return [(record.student, record.answers) for record in found.records]


def workbook(rows: list[list[Any]], change: Callable[[bytes], bytes] = bytes) -> bytes:
    """An XLSX file of these rows, its sheet's XML changed."""
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    plain, changed = io.BytesIO(), io.BytesIO()
    book.save(plain)
    with zipfile.ZipFile(plain) as old, zipfile.ZipFile(changed, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            data = old.read(name)
            new.writestr(name, change(data) if name == SHEET else data)
    return changed.getvalue()


def pdf(fields: list[dict[str, Any]], keywords: str = "") -> bytes:
    """A PDF form. A field is its entries, as Python values; `kids` are widgets of their own."""
    writer = PdfWriter()
    page = writer.add_blank_page(200, 200)
    notes, tree = ArrayObject(), ArrayObject()
    for field in fields:
        entries = dict(field)
        kids = entries.pop("kids", None)
        node = writer._add_object(_dictionary(entries))
        tree.append(node)
        if kids is None:
            notes.append(_widget(node))
            continue
        held = node.get_object()
        held[NameObject("/Kids")] = ArrayObject()
        for kid in kids:
            widget = writer._add_object(_dictionary(kid))
            widget.get_object()[NameObject("/Parent")] = node
            held["/Kids"].append(widget)
            notes.append(_widget(widget))
    page[NameObject("/Annots")] = notes
    form = DictionaryObject({NameObject("/Fields"): tree})
    writer._root_object[NameObject("/AcroForm")] = writer._add_object(form)
    if keywords:
        writer.add_metadata({"/Keywords": keywords})
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def _widget(node: Any) -> Any:
    box = ArrayObject([FloatObject(0), FloatObject(0), FloatObject(9), FloatObject(9)])
    node.get_object().update(
        {
            NameObject("/Type"): NameObject("/Annot"),
            NameObject("/Subtype"): NameObject("/Widget"),
            NameObject("/Rect"): box,
        }
    )
    return node


def _dictionary(entries: dict[str, Any]) -> DictionaryObject:
    return DictionaryObject(
        {NameObject(f"/{key}"): _value(value) for key, value in entries.items()}
    )


def _value(value: Any) -> Any:
    if isinstance(value, bool):
        return BooleanObject(value)
    if isinstance(value, int):
        return NumberObject(value)
    if isinstance(value, list):
        return ArrayObject([_value(each) for each in value])
    if isinstance(value, dict):
        return _dictionary(value)
    if isinstance(value, str) and value.startswith("/"):
        return NameObject(value)
    return TextStringObject(value) if isinstance(value, str) else value
