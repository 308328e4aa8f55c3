"""Filled forms, as different programs leave them."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader, PdfWriter
from pypdf.generic import ByteStringObject

from exgen.errors import UnreadableError
from exgen.submissions.submission import Collected
from tests.submissions.made import answers, collected, pdf

STUDENT = {"FT": "/Tx", "T": "student", "V": "007"}
ON_OFF = {"N": {"Yes": {}, "Off": {}}}


def read(folder: Path, fields: list[dict[str, Any]], keywords: str = "") -> Collected:
    return collected(folder, "sheet.pdf", pdf([STUDENT, *fields], keywords))


def text(value: Any) -> dict[str, Any]:
    return {"FT": "/Tx", "T": "1a", "V": value}


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("41.8 ms", "41.8 ms"),
        ("4 µs", "4 µs"),
        ("−3·10⁻² s", "−3·10⁻² s"),
        (ByteStringObject("\ufeffμs".encode("utf-16-be")), "μs"),
        (ByteStringObject("\ufeffμs".encode("utf-16-le")), "μs"),
        (ByteStringObject("\ufeffμs".encode()), "μs"),
        (ByteStringObject("μs".encode()), "μs"),
        (ByteStringObject(b"\xb5s"), "µs"),
        (ByteStringObject(b"\x8a5"), "−5"),
        ("one\rtwo\r\nthree", "one\ntwo\nthree"),
        ("", ""),
    ],
)
def test_text(tmp_path: Path, value: Any, said: str) -> None:
    found = answers(read(tmp_path, [text(value)]))
    assert found[0][1]["1a"].startswith(said)


@pytest.mark.parametrize(
    ("entries", "state"),
    [
        ({"V": "/Yes", "AS": "/Yes"}, "on"),
        ({"V": "/Off", "AS": "/Off"}, ""),
        ({"AS": "/Yes"}, "on"),
        ({"V": "/Yes"}, "on"),
        ({}, ""),
        ({"V": "/Yes", "AS": "/Off"}, ""),
        ({"V": "Off", "AS": "/Off"}, ""),
        ({"V": "/On", "AS": "/On"}, "on"),
    ],
)
def test_check_boxes(tmp_path: Path, entries: dict[str, Any], state: str) -> None:
    box = {"FT": "/Btn", "T": "1c_A", "AP": ON_OFF, **entries}
    assert answers(read(tmp_path, [box])) == [("007", {"1c_A": state})]


@pytest.mark.parametrize(
    ("entries", "shown", "letter", "noted"),
    [
        ({"V": "/B"}, "B", "B", False),
        ({}, "B", "B", True),
        ({"V": "/Off"}, "B", "B", True),
        ({"V": "/B"}, "", "B", True),
        ({"V": "/A"}, "B", "B", True),
        ({"V": "/Off"}, "", "", False),
        ({"V": "B"}, "B", "B", False),
        ({"V": "/1", "Opt": ["A", "B"]}, "1", "B", False),
    ],
)
def test_radio_buttons(
    tmp_path: Path, entries: dict[str, Any], shown: str, letter: str, noted: bool
) -> None:
    names = ("0", "1") if "Opt" in entries else ("A", "B")
    kids = [
        {"AS": f"/{name}" if name == shown else "/Off", "AP": {"N": {name: {}}}} for name in names
    ]
    group = {"FT": "/Btn", "T": "1c", "Ff": 49152, "kids": kids, **entries}
    found = read(tmp_path, [group])
    assert answers(found) == [("007", {"1c": letter})]
    assert bool(found.notices) == noted


def test_a_value_that_a_program_left_in_the_widget(tmp_path: Path) -> None:
    found = read(tmp_path, [{"FT": "/Tx", "T": "1a", "kids": [{"V": "5 ms"}]}])
    assert answers(found) == [("007", {"1a": "5 ms"})]


def test_lists(tmp_path: Path) -> None:
    options = [["A", "first"], ["B", "second"]]
    for value, said in (("B", "B"), ("second", "B"), (["A", "B"], ["A", "B"]), (["A"], "A")):
        field = {"FT": "/Ch", "T": "1c", "Opt": options, "V": value}
        assert answers(read(tmp_path, [field])) == [("007", {"1c": said})]


def test_names_inside_names(tmp_path: Path) -> None:
    field = {"T": "form1[0]", "kids": [{"FT": "/Tx", "T": "1a[0]", "V": "5"}]}
    assert answers(read(tmp_path, [field])) == [("007", {"1a": "5"})]
    field = {"T": "tpot_bound", "kids": [{"FT": "/Tx", "T": "T", "V": "5"}]}
    assert answers(read(tmp_path, [field])) == [("007", {"tpot_bound.T": "5"})]


def test_what_holds_no_answer(tmp_path: Path) -> None:
    button = {"FT": "/Btn", "T": "send", "Ff": 1 << 16}
    name = {"FT": "/Tx", "T": "name", "V": "A B "}
    found = read(tmp_path, [button, {"FT": "/Sig", "T": "signed"}, name, text("5")])
    assert answers(found) == [("007", {"1a": "5"})]
    assert found.records[0].name == "A B"


def test_a_huge_value(tmp_path: Path) -> None:
    found = read(tmp_path, [text("9" * 1_000_000)])
    assert answers(found) == [("007", {"1a": ""})]
    assert "1,000,000 characters" in str(found.notices[0])


def test_the_set_of_a_sheet(tmp_path: Path) -> None:
    assert read(tmp_path, [text("5")], "exgen set M9H9DT").records[0].details == {"set": "M9H9DT"}


def test_cut_off_anywhere(tmp_path: Path) -> None:
    whole = pdf([STUDENT, text("5 ms")])
    for end in range(0, len(whole) - 6, 7):
        with pytest.raises(UnreadableError) as caught:
            collected(tmp_path, "sheet.pdf", whole[:end])
        assert "\n" not in str(caught.value)


def test_changed_anywhere(tmp_path: Path) -> None:
    whole = pdf([STUDENT, text("5 ms")])
    for at in range(0, len(whole), 11):
        changed = whole[:at] + b"~" + whole[at + 1 :]
        with contextlib.suppress(UnreadableError):
            collected(tmp_path, "sheet.pdf", changed)


@pytest.mark.parametrize("algorithm", ["RC4-128", "AES-128", "AES-256"])
def test_locked(tmp_path: Path, algorithm: str) -> None:
    for user in ("", "secret"):
        writer = PdfWriter()
        writer.append(PdfReader(io.BytesIO(pdf([STUDENT, text("5 ms")]))))
        writer.encrypt(user, "owner", algorithm=algorithm)
        out = io.BytesIO()
        writer.write(out)
        if user:
            with pytest.raises(UnreadableError, match="password-protected PDF"):
                collected(tmp_path, "sheet.pdf", out.getvalue())
        else:
            found = collected(tmp_path, "sheet.pdf", out.getvalue())
            assert answers(found) == [("007", {"1a": "5 ms"})]
