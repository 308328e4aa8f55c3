"""What kind of file this is, by its bytes first and its ending second, and the reader for it."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

from exgen.errors import UnreadableError
from exgen.submissions import archive, csv, json, layouts, pdf_form, xlsx, yaml
from exgen.submissions.submission import printable

if TYPE_CHECKING:
    from exgen.submissions.submission import Sheet

SUFFIXES = (
    ".csv",
    ".tsv",
    ".txt",
    ".xlsx",
    ".xlsm",
    ".json",
    ".jsonl",
    ".ndjson",
    ".yaml",
    ".yml",
    ".pdf",
    ".zip",
)
"""Endings that are looked for in a folder."""

_FOREIGN = (
    (
        b"\xd0\xcf\x11\xe0",
        "an old or password-protected Office file",
        "save it as .xlsx or CSV, without a password",
    ),
    (b"\x89PNG", "a picture", "a scan cannot be read"),
    (b"\xff\xd8\xff", "a picture", "a scan cannot be read"),
    (b"Rar!", "a RAR archive", "use a zip"),
    (b"7z\xbc\xaf", "a 7z archive", "use a zip"),
    (b"\x1f\x8b", "a gzip file", "use a zip"),
)


def kind(data: bytes, name: str) -> str:
    """csv, json, yaml, xlsx, pdf or zip. Raises UnreadableError for anything else."""
    suffix = PurePath(name).suffix.lower()
    if data[:4] in (b"PK\x03\x04", b"PK\x05\x06"):
        return _zipped(data, name, suffix)
    if b"%PDF-" in data[:1024]:
        return "pdf"
    for magic, what, hint in _FOREIGN:
        if data.startswith(magic):
            raise UnreadableError(f"{what}: not a file of answers", path=name, hint=hint)
    if suffix in (".xlsx", ".xlsm", ".zip", ".pdf"):
        _refuse_ending(data, name, suffix)
    if data[:200].lstrip().lower().startswith((b"<!doctype html", b"<html")):
        raise UnreadableError(
            "a web page: not a file of answers", path=name, hint="was the download a login page?"
        )
    if suffix in (".json", ".jsonl", ".ndjson") or (
        suffix not in (".csv", ".tsv") and _starts_like_json(data)
    ):
        return "json"
    return "yaml" if suffix in (".yaml", ".yml") else "csv"


def read(data: bytes, name: str, sheet: str) -> Sheet:
    """The submissions in a file that is not a zip. Raises UnreadableError, always of one line."""
    try:
        return _read(data, name, sheet)
    except UnreadableError as error:
        said = printable(error.message)
        raise UnreadableError(said, path=name, line=error.line, hint=error.hint) from None


def _read(data: bytes, name: str, sheet: str) -> Sheet:
    what = kind(data, name)
    if what == "pdf":
        return pdf_form.read(data, name)
    if what == "xlsx":
        return layouts.read(xlsx.read(data, name, sheet))
    if what == "json":
        return json.read(data, name)
    if what == "yaml":
        return yaml.read(data, name)
    return layouts.read(csv.read(data, name))


def _zipped(data: bytes, name: str, suffix: str) -> str:
    """A workbook is a zip too, and so are the files of word processors."""
    with archive.opened(data, name) as opened:
        members = set(opened.namelist())
    if any(member.startswith("xl/") for member in members):
        return "xlsx"
    if suffix in (".xlsx", ".xlsm"):
        raise UnreadableError("not an XLSX file: there is no workbook in it", path=name)
    if "word/document.xml" in members or "mimetype" in members:
        raise UnreadableError(
            "an office document: not a file of answers", path=name, hint="save it as .xlsx or CSV"
        )
    return "zip"


def _refuse_ending(data: bytes, name: str, suffix: str) -> None:
    what = {".pdf": "a PDF", ".zip": "a ZIP"}.get(suffix, "an XLSX file")
    if not data:
        raise UnreadableError("the file is empty", path=name, line=1)
    start = data[:500]
    looks = (
        "; it looks like CSV: call it .csv"
        if b"\n" in start and any(mark in start for mark in b",;\t")
        else ""
    )
    missing = "PDF header" if suffix == ".pdf" else "ZIP header"
    raise UnreadableError(f"not {what} (no {missing}){looks}", path=name)


def _starts_like_json(data: bytes) -> bool:
    return data[:100].removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"{", b"[")
