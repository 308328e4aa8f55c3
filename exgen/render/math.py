"""Formulas and plots as images: Typst sets them, WeasyPrint places them.

An image's address is its law: `formula:380?P*w/BW` is a displayed formula at most 380 pt wide.
`place` sets all formulas of a page in one Typst document, gives every `<img>` its size and its
baseline, and returns the objects that WeasyPrint draws for these addresses. Nothing else knows how.
"""

from __future__ import annotations

import atexit
import shutil
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote

from exgen.expression import parse
from exgen.expression.parse import Compare, Logic
from exgen.render import fonts, operators, picture, plot, typeset

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from exgen.render.operators import Drawing

SCHEME = "formula:"
SIZE = 10  # pt, of the text that formulas stand in; `sheet.css` says the same
_PX = 4 / 3  # CSS pixels in a point
_REACH = 20 * SIZE  # pt, more than the tallest brace


class Image:
    """What WeasyPrint keeps in its image cache. Its interface is private to WeasyPrint 70."""

    def __init__(self, drawing: Drawing) -> None:
        self._drawing = drawing

    def get_intrinsic_size(
        self, _resolution: float, _font_size: float
    ) -> tuple[float, float, float]:
        """Width, height in CSS pixels, and their ratio."""
        width, height = self._drawing.width * _PX, self._drawing.height * _PX
        return width, height, width / height

    def draw(self, stream: Any, width: float, _height: float, _style: object) -> None:
        """Write the operators; the stream's origin is the image's corner, y downwards."""
        known = stream._resources["XObject"]  # noqa: SLF001  # there is no public way to add a form
        for name in self._drawing.glyphs:
            if name not in known:
                known[name] = _glyph_object(name, stream.compress)
        scale = b"%.5f" % (width / self._drawing.width)
        drawn = b"q %s 0 0 %s 0 0 cm 0 g 0 G %s Q" % (scale, scale, self._drawing.operators)
        stream.stream.append(drawn)


def _glyph_object(name: str, compress: bool) -> Any:
    """A glyph as a form that every formula of the file can draw."""
    import pydyf

    box = pydyf.Array([-_REACH, -_REACH, _REACH, _REACH])
    entries = {"Type": "/XObject", "Subtype": "/Form", "BBox": box, "Resources": pydyf.Dictionary()}
    return pydyf.Stream([operators.OUTLINES[name]], entries, compress)


def address(written: str, width: int = 0) -> str:
    """The address of a formula: text of the law grammar, at most so many points wide (0: any)."""
    return f"{SCHEME}{width}?{quote(written, safe='')}"


def place(page: Element) -> dict[str, Image]:
    """Give every formula of the page its baseline; what WeasyPrint draws for each address."""
    ours = (SCHEME, plot.SCHEME)
    images = [image for image in page.iter("img") if image.get("src", "").startswith(ours)]
    drawings = set_all(tuple(dict.fromkeys(image.attrib["src"] for image in images)))
    for image in images:
        image.set("style", f"vertical-align: {-drawings[image.attrib['src']].depth:.4f}pt")
    return {address: Image(drawing) for address, drawing in drawings.items()}


@lru_cache(maxsize=64)
def set_all(addresses: tuple[str, ...]) -> dict[str, Drawing]:
    """The formulas and plots of a booklet, set together."""
    if not addresses:
        return {}
    document = _preamble() + "\n#pagebreak()\n".join(map(_source, addresses))
    pages = _compiler().compile(input=document.encode(), format="svg")
    pages = pages if isinstance(pages, list) else [pages]
    return dict(zip(addresses, map(operators.drawing, pages), strict=True))


@cache
def _preamble() -> str:
    text = (files("exgen") / "render" / "formulas.typ").read_text("utf-8")
    return text.replace("SIZE", f"{SIZE}pt").replace("MARKER", operators.MARKER)


def _source(address: str) -> str:
    if address.startswith(plot.SCHEME):
        return picture.typst(plot.drawing(address))
    width, _, quoted = address.removeprefix(SCHEME).partition("?")
    node = parse.parse_written(unquote(quoted))
    if isinstance(node, Compare | Logic):
        whole, parts = typeset.condition(node), [typeset.condition(node)]
    else:
        whole, parts = typeset.expression(node), typeset.pieces(node)
    if not int(width):
        return f"#base${whole}$"
    listed = "".join(f"${part}$, " for part in parts)
    return f"#line({width}pt, $display({whole})$, ({listed}))"


@cache
def _compiler() -> Any:
    """Typst with the text's faces, from a folder that holds no other, and its own mathematics."""
    import typst

    folder = mkdtemp(prefix="exgen-fonts-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    for face in fonts.FACES:
        (Path(folder) / face.file).write_bytes(face.data)
    return typst.Compiler(font_paths=[folder], ignore_system_fonts=True)
