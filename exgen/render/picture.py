"""A plot's SVG -> Typst, which sets its words with the booklets' fonts and kerning.

Reads the few elements that `plot.py` writes: straight paths, rectangles, circles, one-line texts.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree

if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element

_PT = 0.75  # points in a CSS pixel
_SIZE = 11.5  # px, of the words
_STEP = re.compile(r"([MLHV])([-\d. ]+)")
_ANCHORS = {"start": "left", "middle": "center", "end": "right"}


def typst(svg: str) -> str:
    """Typst markup for one drawing, as large as the SVG says."""
    root = ElementTree.fromstring(svg)
    width, height = float(root.attrib["width"]) * _PT, float(root.attrib["height"]) * _PT
    drawn = "\n".join(filter(None, (_element(item, width) for item in root)))
    edges = 'top-edge: "baseline", bottom-edge: "baseline"'
    words = f'set text(font: "Source Sans Pro", size: {_SIZE * _PT:.3f}pt, {edges})'
    return f"#box(width: {width:.2f}pt, height: {height:.2f}pt, {{\n{words}\n{drawn}\n}})"


def _element(item: Element, width: float) -> str:
    match item.tag.rpartition("}")[2]:
        case "path":
            return f"place(curve({_paint(item)}, {', '.join(_steps(item.attrib['d']))}))"
        case "rect":
            x, y, w, h = _lengths(item, "x", "y", "width", "height")
            return f"place(dx: {x}, dy: {y}, rect(width: {w}, height: {h}, {_paint(item)}))"
        case "circle":
            x, y, r = _lengths(item, "cx", "cy", "r")
            return f"place(dx: {x} - {r}, dy: {y} - {r}, circle(radius: {r}, {_paint(item)}))"
        case "text":
            return _words(item, width)
    return ""


def _words(item: Element, width: float) -> str:
    anchor = _ANCHORS[item.get("text-anchor", "start")]
    origin = {"left": 0.0, "center": width / 2, "right": width}[anchor]
    x, y = _lengths(item, "x", "y")
    words = (item.text or "").replace("\\", "\\\\").replace('"', '\\"')
    body = f'text("{words}")'
    if turn := item.get("transform"):
        angle = turn.removeprefix("rotate(").split()[0]
        body = f"rotate({angle}deg, origin: top + left, {body})"
    return f"place(top + {anchor}, dx: {x} - {origin:.2f}pt, dy: {y}, {body})"


def _steps(path: str) -> Iterator[str]:
    x = y = 0.0
    for verb, numbers in _STEP.findall(path):
        values = [float(number) * _PT for number in numbers.split()]
        x = values[0] if verb in "MLH" else x
        y = values[-1] if verb in "MLV" else y
        yield f"curve.{'move' if verb == 'M' else 'line'}(({x:.2f}pt, {y:.2f}pt))"


def _paint(item: Element) -> str:
    fill, stroke = item.get("fill", "none"), item.get("stroke", "none")
    filled = "none" if fill == "none" else f'rgb("{fill}")'
    if stroke == "none":
        return f"fill: {filled}, stroke: none"
    dashes = [f"{float(each) * _PT:.2f}pt" for each in item.get("stroke-dasharray", "").split()]
    dash = f"({', '.join(dashes)})" if dashes else "none"
    thickness = float(item.get("stroke-width", 1)) * _PT
    line = f'paint: rgb("{stroke}"), thickness: {thickness:.3f}pt, dash: {dash}'
    return f"fill: {filled}, stroke: ({line})"


def _lengths(item: Element, *names: str) -> list[str]:
    return [f"{float(item.attrib[name]) * _PT:.2f}pt" for name in names]
