"""A page of Typst's SVG -> PDF operators.

Typst writes few things: groups that move or turn, glyphs (`use` of a `symbol`), and paths that are
filled or stroked. Glyphs repeat within and across formulas, so each becomes a form that is kept
once a file and drawn by name; what is left of a formula are places.
"""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element

Matrix = tuple[float, float, float, float, float, float]

MARKER = "#ff0001"
"""The colour of a square that a formula carries at its baseline, and that is not drawn."""

_RULE = 1.25  # fraction bars thicker than Typst's, to match the weight of the text face
_NAMESPACE = "{http://www.w3.org/2000/svg}"
_GROUP, _USE, _PATH = _NAMESPACE + "g", _NAMESPACE + "use", _NAMESPACE + "path"
_HREF = "{http://www.w3.org/1999/xlink}href"
_ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "Z": 0}
_UNMOVED: Matrix = (1, 0, 0, 1, 0, 0)

_GLYPH = re.compile(r'<symbol id="(\w+)"[^>]*><path d="([^"]*)"')
_TOKEN = re.compile(r"[A-Za-z]|-?[\d.]+(?:e-?\d+)?")
_NUMBER = re.compile(r"-?[\d.]+(?:e-?\d+)?")
_TRANSFORM = re.compile(r"(\w+)\(([^)]*)\)")

_NAMES: dict[str, str] = {}
"""Typst's name of a glyph in a size -> ours, which depends on nothing but the outline."""
OUTLINES: dict[str, bytes] = {}
"""Our name of a glyph in a size -> its outline as PDF operators, y upwards."""


class Drawing(msgspec.Struct, frozen=True):
    """One page: sizes in points, `depth` from the baseline down, operators in points from the top
    left corner, y downwards; `glyphs` are the names that they draw.
    """

    width: float
    height: float
    depth: float
    operators: bytes
    glyphs: tuple[str, ...]


def drawing(page: bytes) -> Drawing:
    """The page as operators. Glyphs that are new are added to OUTLINES."""
    svg = page.decode()
    for typst_name, path in _GLYPH.findall(svg):
        if typst_name not in _NAMES:
            outline = _path(path) + b" f"
            _NAMES[typst_name] = "g" + hashlib.sha256(outline).hexdigest()[:12]
            OUTLINES[_NAMES[typst_name]] = outline
    root = ElementTree.fromstring(svg)
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    baseline, drawn = height, []
    glyphs: dict[str, None] = {}  # a set in the order of drawing
    for item, matrix in _items(root, _UNMOVED):
        if item.get("fill") == MARKER:
            baseline = matrix[5]
            continue
        if item.tag == _USE:
            name = _NAMES[item.attrib[_HREF].removeprefix("#")]
            glyphs[name] = None
            painted = f"/{name} Do".encode()
        else:
            painted = _painted(item)
        drawn.append(b"q %s cm %s Q" % (_numbers(*matrix), painted))
    return Drawing(width, height, height - baseline, b" ".join(drawn), tuple(glyphs))


def _items(group: Element, matrix: Matrix) -> Iterator[tuple[Element, Matrix]]:
    """Glyphs and paths in the order of drawing, each with its place on the page."""
    for item in group:
        here = _times(matrix, _transform(item))
        if item.tag in (_USE, _PATH):
            yield item, here
        elif item.tag == _GROUP:
            yield from _items(item, here)


def _transform(item: Element) -> Matrix:
    matrix = _UNMOVED
    for function, arguments in _TRANSFORM.findall(item.get("transform", "")):
        n = [float(number) for number in _NUMBER.findall(arguments)]
        if function == "translate":
            matrix = _times(matrix, (1, 0, 0, 1, n[0], n[1] if len(n) > 1 else 0))
        elif function == "scale":
            matrix = _times(matrix, (n[0], 0, 0, n[-1], 0, 0))
        elif function == "matrix":
            matrix = _times(matrix, (n[0], n[1], n[2], n[3], n[4], n[5]))
        else:
            raise ValueError(f"Typst wrote a transform that is not known here: {function}")
    return _times(matrix, (1, 0, 0, 1, float(item.get("x", 0)), float(item.get("y", 0))))


def _times(m: Matrix, n: Matrix) -> Matrix:
    """First n, then m."""
    a, b, c, d, e, f = m
    return (
        a * n[0] + c * n[1], b * n[0] + d * n[1], a * n[2] + c * n[3], b * n[2] + d * n[3],
        a * n[4] + c * n[5] + e, b * n[4] + d * n[5] + f,
    )  # fmt: skip


def _painted(path: Element) -> bytes:
    fill, stroke = path.get("fill", "none"), path.get("stroke", "none")
    out = []
    if fill != "none":
        out.append(_colour(fill) + b" rg")
    if stroke != "none":
        bar = fill == "none" and stroke == "#000000" and not path.get("stroke-dasharray")
        width = float(path.get("stroke-width", 1)) * (_RULE if bar else 1)
        dashes = _NUMBER.findall(path.get("stroke-dasharray", ""))
        dash = " ".join(dashes).encode()
        out.append(_colour(stroke) + b" RG %s w [%s] 0 d" % (_numbers(width), dash))
    paint = {(True, True): b"B", (True, False): b"f", (False, True): b"S", (False, False): b"n"}
    return b" ".join([*out, _path(path.attrib["d"]), paint[fill != "none", stroke != "none"]])


def _colour(hexadecimal: str) -> bytes:
    digits = hexadecimal.removeprefix("#")
    return _numbers(*(int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)))


def _path(path: str) -> bytes:
    """Path data as operators. Quadratic curves become cubic ones, exactly; 1/1000 pt is kept."""
    out: list[bytes] = []
    x = y = 0.0
    tokens = iter(_TOKEN.findall(path))
    for letter in tokens:
        verb = letter.upper()
        v = [float(next(tokens)) for _ in range(_ARGUMENTS[verb])]
        if letter.islower():
            v = [number + (y if verb == "V" or place % 2 else x) for place, number in enumerate(v)]
        if verb == "Z":
            out.append(b"h")
            continue
        if verb in "HV":
            v = [v[0], y] if verb == "H" else [x, v[0]]
        elif verb == "Q":
            a, b, c, d = v
            v = [(x + 2 * a) / 3, (y + 2 * b) / 3, (c + 2 * a) / 3, (d + 2 * b) / 3, c, d]
        out.append(_numbers(*v) + (b" m" if verb == "M" else b" c" if verb in "CQ" else b" l"))
        x, y = v[-2:]
    return b" ".join(out)


def _numbers(*values: float) -> bytes:
    return " ".join([f"{value:.3f}".rstrip("0").rstrip(".") for value in values]).encode()
