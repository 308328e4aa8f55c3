"""Formulas as images: Typst sets them, WeasyPrint places them.

An image's address is its law: `formula:380?P*w/BW` is a displayed formula at most 380 pt wide.
`place` sets all formulas of a page in one Typst document, gives every `<img>` its size and its
baseline, and returns the objects that WeasyPrint draws for these addresses. Nothing else knows how.
"""

from __future__ import annotations

import hashlib
import re
import tempfile
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote

import msgspec

from exgen.errors import ExgenError
from exgen.expression import parse, text
from exgen.expression.parse import Compare, Condition, Logic, Node
from exgen.render import fonts, typeset

if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element

SCHEME = "formula:"
SIZE = 10  # pt, of the text that formulas stand in; `sheet.css` says the same
_PX = 4 / 3  # CSS pixels in a point
_MARKER = "#ff0001"
_NAMESPACE = "{http://www.w3.org/2000/svg}"
_GROUP, _USE, _PATH = _NAMESPACE + "g", _NAMESPACE + "use", _NAMESPACE + "path"
_HREF = "{http://www.w3.org/1999/xlink}href"
_ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "Z": 0}
_RULE = 1.25  # fraction bars, to match the weight of the text face

_PREAMBLE = """
#set page(width: auto, height: auto, margin: (x: 0.6pt, y: 0.6pt), fill: none)
#set par(leading: 0pt)  // else Typst cuts off what it takes to be slack above and below
#set text(font: "Source Serif Pro", size: %spt, fallback: false)
#show math.equation: set text(weight: 450, font: (
  (name: "Source Serif Pro", covers: regex("[0-9A-Za-zα-ω\\u{a0}.,%%/$µ·×+−=<>≤≥≠≈]")), "New Computer Modern Math"))
#set math.cases(gap: 0.5em)
#let i(letter) = text(style: "italic", letter)
#let base = box(width: 0pt, height: 0pt, place(rect(width: 1pt, height: 1pt, fill: rgb("#ff0001"))))
#let line(width, whole, parts) = context {
  let wide = measure(whole).width
  if wide <= width { return base + whole }
  if wide * 0.8 <= width { return text(size: 1em * (width / wide), base + whole) }
  let (rows, row) = ((), parts.first())
  for part in parts.slice(1) {
    if measure($display(row part)$).width <= width { row = $row part$ } else { rows.push(row); row = part }
  }
  rows.push(row)
  let widest = calc.max(..rows.map(row => measure($display(row)$).width))
  set par(leading: 0.7em)
  rows.first() = base + rows.first()
  let body = math.equation(block: true, rows.map(row => $& display(row)$).join(linebreak()))
  if widest <= width { body } else { text(size: 1em * (width / widest), body) }
}
""" % SIZE


class Formula(msgspec.Struct, frozen=True):
    """One set formula: sizes in points, `depth` from the baseline down, drawing as PDF operators
    in points from the top left corner, y downwards; `glyphs` are the names that it draws."""

    width: float
    height: float
    depth: float
    drawing: bytes
    glyphs: tuple[str, ...]


class Image:
    """What WeasyPrint keeps in its image cache. Its interface is private to WeasyPrint 70."""

    def __init__(self, formula: Formula) -> None:
        self._formula = formula

    def get_intrinsic_size(self, _resolution: float, _font_size: float) -> tuple[float, float, float]:
        """Width, height in CSS pixels, and their ratio."""
        width, height = self._formula.width * _PX, self._formula.height * _PX
        return width, height, width / height

    def draw(self, stream: Any, width: float, _height: float, _style: object) -> None:
        """Write the operators; the stream's origin is the image's corner, y downwards."""
        known = stream._resources["XObject"]
        for name in self._formula.glyphs:
            if name not in known:
                known[name] = _glyph_object(name, stream.compress)
        scale = width / self._formula.width
        stream.stream.append(b"q %.5f 0 0 %.5f 0 0 cm 0 g 0 G %s Q" % (scale, scale, self._formula.drawing))


def address(written: str, width: int = 0) -> str:
    """The address of a formula: text of the law grammar, at most so many points wide (0: any)."""
    return f"{SCHEME}{width}?{quote(written, safe='')}"


def read(written: str) -> Node | Condition:
    """A formula as a page writes it: an expression, a condition or an equation. Raises ExgenError."""
    try:
        return parse.parse_condition(written)
    except ExgenError:
        return parse.parse(written)


def plain(written: str) -> str:
    """Alternative text: one line of Unicode."""
    node = read(written)
    return text.plain_condition(node) if isinstance(node, Compare | Logic) else text.plain(node)


def place(page: Element) -> dict[str, Image]:
    """Give every formula of the page its baseline; what WeasyPrint draws, by address."""
    images = [each for each in page.iter("img") if each.get("src", "").startswith(SCHEME)]
    formulas = set_all(tuple(dict.fromkeys(image.attrib["src"] for image in images)))
    for image in images:
        image.set("style", f"vertical-align: {-formulas[image.attrib['src']].depth:.4f}pt")
    return {address: Image(formula) for address, formula in formulas.items()}


@lru_cache(maxsize=64)
def set_all(addresses: tuple[str, ...]) -> dict[str, Formula]:
    """The formulas of a booklet, set together."""
    if not addresses:
        return {}
    document = _PREAMBLE + "\n#pagebreak()\n".join(map(_source, addresses))
    compiler, _ = _compiler()
    pages = compiler.compile(input=document.encode(), format="svg")
    return dict(zip(addresses, map(_formula, pages if isinstance(pages, list) else [pages]), strict=True))


def _source(address: str) -> str:
    width, _, quoted = address.removeprefix(SCHEME).partition("?")
    node = read(unquote(quoted))
    if isinstance(node, Compare | Logic):
        whole, parts = typeset.condition(node), [typeset.condition(node)]
    else:
        whole, parts = typeset.expression(node), typeset.pieces(node)
    if not int(width):
        return f"#base${whole}$"
    listed = "".join(f"${part}$, " for part in parts)
    return f"#line({width}pt, $display({whole})$, ({listed}))"


@cache
def _compiler() -> tuple[Any, object]:
    """Typst with the text's faces (from a folder that holds nothing else) and its own for mathematics."""
    import typst

    folder = tempfile.TemporaryDirectory(prefix="exgen-fonts-")
    for face in fonts.FACES:
        (Path(folder.name) / face.file).write_bytes(face.data)
    compiler = typst.Compiler(font_paths=[folder.name], ignore_system_fonts=True)
    return compiler, folder  # the folder goes when nothing holds it any more


_GLYPH = re.compile(r'<symbol id="(\w+)"[^>]*><path d="([^"]*)"')
_TOKEN = re.compile(r"[A-Za-z]|-?[\d.]+(?:e-?\d+)?")
_NAMES: dict[str, str] = {}
"""Typst's name of a glyph in a size -> ours."""
_OUTLINES: dict[str, bytes] = {}
"""Our name of a glyph in a size -> its outline as PDF operators, y upwards."""


def _formula(page: bytes) -> Formula:
    from xml.etree import ElementTree

    svg = page.decode()
    for name, path in _GLYPH.findall(svg):
        if name not in _NAMES:
            outline = _operators(path) + b" f"
            _NAMES[name] = "g" + hashlib.sha256(outline).hexdigest()[:12]
            _OUTLINES[_NAMES[name]] = outline
    root = ElementTree.fromstring(svg)
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    baseline, drawing, glyphs = 0.0, [], {}
    for item, x, y in _items(root, 0.0, 0.0):
        if item.get("fill") == _MARKER:
            baseline = y
        elif item.tag == _USE:
            name = _NAMES[item.attrib[_HREF].removeprefix("#")]
            glyphs[name] = None
            drawing.append(b"q 1 0 0 -1 %.3f %.3f cm /%s Do Q" % (x, y, name.encode()))
        else:
            drawing.append(b"q 1 0 0 1 %.3f %.3f cm %s Q" % (x, y, _painted(item)))
    return Formula(width, height, height - baseline, b" ".join(drawing), tuple(glyphs))


def _glyph_object(name: str, compress: bool) -> Any:
    """A glyph as a form that every formula of the file can draw."""
    import pydyf

    reach = 20 * SIZE  # more than the tallest brace
    box = pydyf.Array([-reach, -reach, reach, reach])
    return pydyf.Stream([_OUTLINES[name]], {"Type": "/XObject", "Subtype": "/Form", "BBox": box, "Resources": pydyf.Dictionary()}, compress)


def _items(group: Element, x: float, y: float) -> Iterator[tuple[Element, float, float]]:
    """Glyphs and paths with their places on the page. Typst moves groups, and turns glyphs upright."""
    for item in group:
        numbers = [float(number) for number in _TOKEN.findall(item.get("transform", ""))[-2:]] if item.get("transform") else [0.0, 0.0]
        here = (x + numbers[0] + float(item.get("x", 0)), y + numbers[1] + float(item.get("y", 0)))
        if item.tag in (_USE, _PATH):
            yield item, *here
        elif item.tag == _GROUP:
            yield from _items(item, *here)


def _painted(path: Element) -> bytes:
    """A fraction bar or the sign of a root: a path that is stroked or filled."""
    operators = _operators(path.attrib["d"])
    if path.get("stroke"):
        return b"%.3f w %s S" % (float(path.get("stroke-width", 1)) * _RULE, operators)
    return b"%s f" % operators


def _operators(path: str) -> bytes:
    """An SVG path as PDF operators. Quadratic curves become cubic ones, exactly."""
    out: list[str] = []
    x = y = 0.0
    tokens = iter(_TOKEN.findall(path))
    for letter in tokens:
        relative = letter.islower()
        count = _ARGUMENTS[letter.upper()]
        v = [float(next(tokens)) for _ in range(count)]
        if relative and letter not in "hv":
            v = [n + (y if place % 2 else x) for place, n in enumerate(v)]
        match letter.upper():
            case "Z":
                out.append("h")
            case "H" | "V":
                x = v[0] + (x if relative else 0) if letter in "hH" else x
                y = v[0] + (y if relative else 0) if letter in "vV" else y
                out.append(f"{_n(x)} {_n(y)} l")
            case "Q":
                a, b, c, d = v
                out.append(_n_all(x + (a - x) * 2 / 3, y + (b - y) * 2 / 3, c + (a - c) * 2 / 3, d + (b - d) * 2 / 3, c, d) + " c")
                x, y = c, d
            case other:
                out.append(_n_all(*v) + " " + other.lower())
                x, y = v[-2:]
    return " ".join(out).encode()


def _n(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")


def _n_all(*values: float) -> str:
    return " ".join(map(_n, values))
