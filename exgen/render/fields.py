"""The form fields of a booklet, as every PDF program can fill and read them.

WeasyPrint makes a check box of every `<input type="checkbox">`, tagged and in its place. `finish`
turns those marked `data-field="text"` into text boxes and those marked `data-field="one"` into one
group of radio buttons per name. Text stands in Helvetica, which no file need contain.
"""

from __future__ import annotations

from typing import Any

_BOX = "/Helv 11 Tf 0 g"
_MULTILINE = 1 << 12
_RADIO = (1 << 14) | (1 << 15)  # radio buttons of which one stays pressed


def finish(document: Any, pdf: Any) -> None:
    """Rewrite the fields in place; WeasyPrint calls this before it writes the file."""
    found = [
        (box.element.attrib, box.widget_annotation)
        for page in document.pages
        for inputs in page.forms.values()
        for box, _ in inputs
    ]
    if not found:
        return
    fields, groups = [], {}
    for attributes, widget in found:
        _tidy(widget)
        if attributes["data-field"] == "one":
            name = attributes["name"]
            if name not in groups:
                groups[name] = _group(pdf, name, attributes["data-group"])
                fields.append(groups[name])
            _radio(pdf, widget, groups[name], attributes["value"])
        else:
            fields.append(widget)
            if attributes["data-field"] in ("text", "words"):
                _text(pdf, widget)
                if attributes["data-field"] == "words":
                    widget["Ff"] = _MULTILINE
            else:
                _check(pdf, widget)
    _form(pdf, fields)


def _tidy(widget: Any) -> None:
    from pydyf import Array

    x1, y1, x2, y2 = widget["Rect"]
    widget["Rect"] = Array([min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)])


def _text(pdf: Any, widget: Any) -> None:
    from pydyf import Dictionary, String

    for entry in ("V", "AS", "MK", "Border"):
        widget.pop(entry, None)
    widget["FT"], widget["DA"] = "/Tx", String(_BOX)
    widget["AP"] = Dictionary({"N": _blank(pdf, widget).reference})


def _check(pdf: Any, widget: Any) -> None:
    _states(pdf, widget, "Yes")
    widget["V"] = "/Off"


def _group(pdf: Any, name: str, says: str) -> Any:
    from pydyf import Array, Dictionary, String

    group = Dictionary(
        {
            "FT": "/Btn",
            "Ff": _RADIO,
            "T": String(name),
            "TU": String(says),
            "V": "/Off",
            "Kids": Array(),
        }
    )
    pdf.add_object(group)
    return group


def _radio(pdf: Any, widget: Any, group: Any, letter: str) -> None:
    _states(pdf, widget, letter)
    for entry in ("T", "V", "FT"):
        widget.pop(entry, None)
    widget["Parent"] = group.reference
    group["Kids"].append(widget.reference)


def _states(pdf: Any, widget: Any, name: str) -> None:
    """Name the pressed state (it is what a reader of the file sees) and draw the other one."""
    from pydyf import Dictionary

    (pressed,) = widget["AP"]["N"].values()
    widget["AP"] = Dictionary(
        {"N": Dictionary({name: pressed, "Off": _blank(pdf, widget).reference})}
    )
    widget["AS"] = "/Off"


def _blank(pdf: Any, widget: Any) -> Any:
    from pydyf import Array, Dictionary, Stream

    x1, y1, x2, y2 = widget["Rect"]
    box = Array([0, 0, x2 - x1, y2 - y1])
    blank = Stream([], Dictionary({"Type": "/XObject", "Subtype": "/Form", "BBox": box}))
    pdf.add_object(blank)
    return blank


def _form(pdf: Any, fields: list[Any]) -> None:
    from pydyf import Array, Dictionary, String

    helvetica = {
        "Type": "/Font",
        "Subtype": "/Type1",
        "BaseFont": "/Helvetica",
        "Encoding": "/WinAnsiEncoding",
    }
    fonts = Dictionary({"Helv": Dictionary(helvetica)})
    pdf.catalog["AcroForm"] = Dictionary(
        {
            "Fields": Array([field.reference for field in fields]),
            "DR": Dictionary({"Font": fonts}),
            "DA": String(_BOX),
        }
    )
