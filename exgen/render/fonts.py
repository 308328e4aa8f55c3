"""The booklets' fonts: which files, from which package, and cutting out the glyphs that are used.

Only these files are ever used, so a sheet looks the same on every machine; what the machine has
installed is neither needed nor seen.
"""

from __future__ import annotations

import struct
from importlib.resources import files
from itertools import pairwise
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

SCHEME = "font:"
_SERIF, _SANS = "Source Serif Pro", "Source Sans Pro"


class Face(msgspec.Struct, frozen=True):
    """One font file, and the CSS family, style and weight that it stands for."""

    family: str
    style: str
    weight: int
    file: str

    @property
    def data(self) -> bytes:
        """The TrueType file."""
        package = "font_" + self.family.lower().replace(" ", "_")
        return (files(package) / "files" / self.file).read_bytes()


FACES = (
    Face(_SERIF, "normal", 400, "SourceSerifPro-Regular.ttf"),
    Face(_SERIF, "italic", 400, "SourceSerifPro-It.ttf"),
    Face(_SERIF, "normal", 700, "SourceSerifPro-Semibold.ttf"),
    Face(_SANS, "normal", 400, "SourceSansPro-Regular.ttf"),
    Face(_SANS, "normal", 700, "SourceSansPro-Semibold.ttf"),
)


def css() -> str:
    """`@font-face` rules whose URLs are `font:<file>`."""
    rule = '@font-face {{ font-family: "{}"; font-style: {}; font-weight: {}; src: url("{}{}") }}\n'
    return "".join(rule.format(f.family, f.style, f.weight, SCHEME, f.file) for f in FACES)


# What a PDF viewer needs of a TrueType font whose text is given as glyph numbers. Hinting is left
# out: it is for screens of the nineties and takes a third of the bytes.
_KEPT = ("glyf", "head", "hhea", "hmtx", "loca", "maxp")
_ARE_WORDS, _HAVE_SCALE, _MORE, _HAVE_XY, _HAVE_2X2, _HAVE_CODE = 1, 8, 32, 64, 128, 256


def cut(font: bytes, glyphs: Iterable[int]) -> bytes:
    """The TrueType font with the outlines of `glyphs` only (and of .notdef); numbers stay.

    Plain arithmetic on tables: the same bytes on every machine, and far faster than a general
    subsetter, of which two are in use with different results. Raises ValueError if the data is no
    TrueType font.
    """
    if font[:4] != b"\0\1\0\0":
        raise ValueError("not a TrueType font")
    tables = dict(_tables(font))
    outlines = _outlines(tables)
    used = _closed(set(glyphs) | {0}, outlines)
    last = max(used)
    glyf, offsets = bytearray(), [0]
    for number in range(last + 1):
        if number in used:
            glyf += _without_code(outlines[number])
            glyf += b"\0" * (len(glyf) % 2)
        offsets.append(len(glyf))
    tables["glyf"] = bytes(glyf)
    tables["loca"] = struct.pack(f">{len(offsets)}L", *offsets)
    tables["head"] = tables["head"][:50] + b"\0\1" + tables["head"][52:]  # loca is in long form
    tables["maxp"] = tables["maxp"][:4] + struct.pack(">H", last + 1) + tables["maxp"][6:]
    _cut_widths(tables, last + 1)
    return _file({name: tables[name] for name in _KEPT})


def _tables(font: bytes) -> Iterator[tuple[str, bytes]]:
    for at in range(12, 12 + 16 * struct.unpack(">H", font[4:6])[0], 16):
        name, _, start, length = struct.unpack(">4sLLL", font[at : at + 16])
        yield name.decode("latin-1"), font[start : start + length]


def _outlines(tables: dict[str, bytes]) -> list[bytes]:
    loca, is_long = tables["loca"], tables["head"][51]
    count = len(loca) // (4 if is_long else 2)
    places = struct.unpack(f">{count}{'L' if is_long else 'H'}", loca)
    scale = 1 if is_long else 2
    return [tables["glyf"][a * scale : b * scale] for a, b in pairwise(places)]


def _closed(glyphs: set[int], outlines: list[bytes]) -> set[int]:
    """The glyphs with the parts of composite ones."""
    waiting = [number for number in glyphs if number < len(outlines)]
    used = set(waiting)
    while waiting:
        for _, part, _ in _parts(outlines[waiting.pop()]):
            if part not in used:
                used.add(part)
                waiting.append(part)
    return used


def _parts(outline: bytes) -> Iterator[tuple[int, int, int]]:
    """(place of the flags, glyph number, end) of each part of a composite outline."""
    if not outline or outline[0] < 128:  # a negative number of contours marks a composite
        return
    at, flags = 10, _MORE
    while flags & _MORE:
        flags, part = struct.unpack(">HH", outline[at : at + 4])
        size = 4 + (4 if flags & _ARE_WORDS else 2)
        scales = ((_HAVE_2X2, 8), (_HAVE_XY, 4), (_HAVE_SCALE, 2))
        size += next((extra for flag, extra in scales if flags & flag), 0)
        yield at, part, at + size
        at += size


def _without_code(outline: bytes) -> bytes:
    if not outline:
        return outline
    if outline[0] < 128:
        at = 10 + 2 * struct.unpack(">h", outline[:2])[0]
        length = struct.unpack(">H", outline[at : at + 2])[0]
        return outline[:at] + b"\0\0" + outline[at + 2 + length :]
    bare, end = bytearray(outline), 0
    for place, _, after in _parts(outline):
        end = after
        flags = struct.unpack(">H", outline[place : place + 2])[0] & ~_HAVE_CODE
        bare[place : place + 2] = struct.pack(">H", flags)
    return bytes(bare[:end])


def _cut_widths(tables: dict[str, bytes], count: int) -> None:
    metrics = struct.unpack(">H", tables["hhea"][34:36])[0]
    if count <= metrics:
        tables["hmtx"] = tables["hmtx"][: 4 * count]
        tables["hhea"] = tables["hhea"][:34] + struct.pack(">H", count)
    else:
        tables["hmtx"] = tables["hmtx"][: 4 * metrics + 2 * (count - metrics)]


def _file(tables: dict[str, bytes]) -> bytes:
    count = len(tables)
    power = count.bit_length() - 1
    head = struct.pack(">LHHHH", 0x10000, count, 16 << power, power, 16 * count - (16 << power))
    place, directory, body = 12 + 16 * count, b"", b""
    for name, data in tables.items():
        directory += struct.pack(">4sLLL", name.encode(), _sum(data), place + len(body), len(data))
        body += data + b"\0" * (-len(data) % 4)
    return head + directory + body


def _sum(data: bytes) -> int:
    padded = data + b"\0" * (-len(data) % 4)
    words: tuple[int, ...] = struct.unpack(f">{len(padded) // 4}L", padded)
    return sum(words) & 0xFFFFFFFF
