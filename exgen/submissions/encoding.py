"""Bytes -> text: the encodings in which spreadsheets and forms write."""

from __future__ import annotations

import codecs
import re

import msgspec

from exgen.errors import UnreadableError

_MULTIBYTE = re.compile(
    rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}"
)
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


class Text(msgspec.Struct, frozen=True):
    """Text without its byte-order mark, the codec that gave it, and whether that was a guess."""

    text: str
    encoding: str
    guessed: bool = False


def decode(data: bytes, name: str) -> Text:
    """UTF-8, UTF-16 and UTF-32 by their mark, UTF-8 without, else windows-1252 if consistent.

    Raises UnreadableError with the line of the first byte that fits neither, or of a NUL.
    """
    encoding = next(
        (codec for mark, codec in _MARKS if data.startswith(mark)), None
    ) or _without_mark(data)
    try:
        text = data.decode(encoding).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        return _windows(data, error, name)
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise UnreadableError(
            f"line {line} holds a NUL byte: not a text file, or a damaged one", path=name, line=line
        )
    return Text(text, encoding)


def _without_mark(data: bytes) -> str:
    """UTF-16 shows by zeros in every second byte of the header."""
    start = data[:200]
    if len(start) >= 4 and b"\0" in start:
        if not any(start[0::2][: len(start) // 2]) and all(start[1::2]):
            return "utf-16-be"
        if not any(start[1::2]) and all(start[0::2]):
            return "utf-16-le"
    return "utf-8"


def _windows(data: bytes, error: UnicodeDecodeError, name: str) -> Text:
    """windows-1252, unless parts of the file are UTF-8: then one of the two is damage."""
    line = data.count(b"\n", 0, error.start) + 1
    if error.encoding == "utf-8" and not _MULTIBYTE.search(data):
        try:
            return Text(data.decode("cp1252"), "cp1252", guessed=True)
        except UnicodeDecodeError as other:
            line = data.count(b"\n", 0, other.start) + 1
    raise UnreadableError(
        f"line {line} is neither valid UTF-8 nor consistently windows-1252",
        path=name, line=line, hint="save it as CSV UTF-8",
    )  # fmt: skip
