"""Strings and names in a PDF as text, in every encoding that programs leave there."""

from __future__ import annotations

import codecs
from typing import Any


def text(value: Any) -> str:
    """A string, name or stream as text, with plain line ends.

    UTF-16 and UTF-8 by their mark, UTF-8 without one where it is valid, else PDFDocEncoding.
    """
    from pypdf.generic import ByteStringObject, NameObject, StreamObject, TextStringObject

    if isinstance(value, NameObject):
        return str(value)[1:]
    if isinstance(value, StreamObject):
        return _lines(_decoded(value.get_data()))
    if isinstance(value, TextStringObject | ByteStringObject):
        return _lines(_decoded(value.original_bytes))
    return "" if value is None else _lines(str(value))


def _decoded(data: bytes) -> str:
    for mark, encoding in (
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
    ):
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, "replace")
    if not data.isascii():
        try:
            return data.decode()
        except UnicodeDecodeError:
            pass
    return _pdf_doc(data)


def _pdf_doc(data: bytes) -> str:
    from pypdf._codecs import _pdfdoc_encoding

    return "".join(_pdfdoc_encoding[byte] for byte in data)


def _lines(said: str) -> str:
    return said.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "")
