"""Check boxes and radio buttons: what shows, what the form says, and which is believed.

Programs differ in which of the two they write. The shown state is what the student saw.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from exgen.submissions.pdf_text import text

if TYPE_CHECKING:
    from exgen.submissions.pdf_fields import Field

_PUSH = 1 << 16


def is_push(field: Field) -> bool:
    """A push button holds no answer."""
    return bool(field.flags & _PUSH)


def state(field: Field) -> tuple[str, str]:
    """What is pressed, and a remark: "on" or "" of a single box, the export value of a group."""
    return _single(field) if field.own else _group(field)


def _single(field: Field) -> tuple[str, str]:
    from pypdf.generic import NameObject

    shown = _shown(field.widgets[0])
    said = _said(field)
    if said and field.value is not None and not isinstance(field.value, NameObject):
        return "on", "the value is a string instead of a name" if not shown else ""
    if shown is None:
        return ("on" if said else ""), ""
    if field.value is not None and bool(said) != bool(shown):
        return ("on" if shown else ""), "value and shown state disagree; the shown state was used"
    return ("on" if shown else ""), ""


def _group(field: Field) -> tuple[str, str]:
    states = [_shown(widget) for widget in field.widgets]
    shown = next((each for each in states if each), "")
    said = _said(field)
    if shown and said and shown != said:
        return _export(
            field, shown
        ), f"value ({said}) and shown state ({shown}) disagree; the shown state was used"
    if shown and not said:
        return _export(field, shown), "no value; taken from the shown state"
    if said and any(each is not None for each in states) and not shown:
        return _export(field, said), "no button shows as pressed; the value was used"
    return (_export(field, said) if said else ""), ""


def _shown(widget: Any) -> str | None:
    """The state that shows, "" for off, None where the widget names none."""
    shown = widget.get("/AS")
    if shown is None:
        return None
    name = text(shown.get_object() if hasattr(shown, "get_object") else shown)
    return "" if name == "Off" else name


def _said(field: Field) -> str:
    value = text(field.value).removeprefix("/")  # a name that was stored as a string
    return "" if value == "Off" else value


def _export(field: Field, state: str) -> str:
    """Acrobat numbers the states and keeps the values in `Opt`."""
    options = field.options if isinstance(field.options, list) else []
    if state.isdecimal() and int(state) < len(options):
        option = options[int(state)].get_object()
        return (
            text(option[-1].get_object()) if isinstance(option, list) and option else text(option)
        )
    return state
