"""The booklets as PDF: reproducible, tagged, fillable, safe. Looks are for people to judge."""

from __future__ import annotations

import hashlib
import io
import subprocess
import sys
from functools import cache

import pytest
from pypdf import PdfReader, PdfWriter

from exgen.errors import ExgenError
from exgen.render import page, pdf
from tests.render.sample_key import SECRET, sample

PRINT_HASH = """
import hashlib
from exgen.render import page, pdf
from tests.render.sample_key import sample
print(hashlib.sha256(pdf.pdf(page.solutions_html(sample(), "a4"))).hexdigest())
"""


@cache
def _problems() -> bytes:
    return pdf.pdf(page.problems_html(sample(), "a4"))


@cache
def _solutions() -> bytes:
    return pdf.pdf(page.solutions_html(sample(), "letter"))


def _reader(data: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(data))


def _document(body: str) -> str:
    return f'<html lang="en"><head><title>t</title></head><body>{body}</body></html>'


def test_same_bytes_in_another_process() -> None:
    here = hashlib.sha256(pdf.pdf(page.solutions_html(sample(), "a4"))).hexdigest()
    environment = {
        "PYTHONHASHSEED": "77",
        "LC_ALL": "C",
        "HOME": "/nonexistent",
        "PATH": "/usr/bin",
    }
    command = [sys.executable, "-W", "error", "-c", PRINT_HASH]
    there = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    assert (there.stdout.strip(), there.stderr) == (here, "")


def test_same_bytes_after_another_booklet() -> None:
    first = _problems()
    _solutions()
    assert pdf.pdf(page.problems_html(sample(), "a4")) == first


def test_only_our_fonts() -> None:
    names = set()
    for sheet in _reader(_solutions()).pages:
        names |= {font["/BaseFont"].split("+")[1] for font in sheet["/Resources"]["/Font"].values()}
    assert names <= {
        "Source-Serif-Pro", "Source-Serif-Pro-Italic", "Source-Serif-Pro-Bold", "Source-Sans-Pro",
        "Source-Sans-Pro-Bold",
    }  # fmt: skip


def test_paper_size() -> None:
    assert [round(float(side)) for side in _reader(_problems()).pages[0].mediabox[2:]] == [595, 842]
    assert [round(float(side)) for side in _reader(_solutions()).pages[0].mediabox[2:]] == [
        612,
        792,
    ]


def test_tagged_titled_and_in_english() -> None:
    root = _reader(_solutions()).trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"]
    assert root["/Lang"] == "en"
    assert _reader(_solutions()).metadata.title == "A sample set: solutions"
    assert "/CreationDate" not in _reader(_solutions()).metadata


def test_formulas_and_plots_have_alternative_text() -> None:
    found = _alternatives(_solutions())
    assert "M/(n·W)" in found
    assert any(text.startswith("Roofline of 3.35") for text in found)


def _alternatives(data: bytes) -> list[str]:
    reader = _reader(data)
    objects = (reader.get_object(number) for number in range(1, int(reader.trailer["/Size"])))
    return [str(each["/Alt"]) for each in objects if isinstance(each, dict) and "/Alt" in each]


def test_no_secret_in_the_problems() -> None:
    reader = _reader(_problems())
    text = "".join(sheet.extract_text() for sheet in reader.pages)
    everything = text + repr(reader.metadata) + repr(reader.get_fields())
    for number in range(1, int(reader.trailer["/Size"])):
        everything += repr(reader.get_object(number))
    for secret in (SECRET, "5.2652", "42.121", "Factor 8", "One user only"):
        assert secret not in everything
    assert reader.attachments == {}
    assert "Serving <one> & all" in text


def test_spaces_are_read_back_as_spaces() -> None:
    text = "".join(sheet.extract_text() for sheet in _reader(_problems()).pages)
    assert "The time of one step." in text
    assert not {"\u2007", "\u202f", "\u00a0"} & set(text)


def test_every_field_can_be_filled_and_read_back() -> None:
    writer = PdfWriter(clone_from=_reader(_problems()))
    values = {
        "name": "Name", "student": "s1", "1a": "5.3 ms", "1b": "none", "1c": "2*L*n_kv*d",
        "1d": "/B", "1e_A": "/Yes", "1e_C": "/Yes", "2a": "1.2e29",
    }  # fmt: skip
    for sheet in writer.pages:
        if "/Annots" in sheet:
            writer.update_page_form_field_values(sheet, values, auto_regenerate=False)
    out = io.BytesIO()
    writer.write(out)
    fields = _reader(out.getvalue()).get_fields()
    assert fields is not None
    assert {name: field.get("/V") for name, field in fields.items()} == {**values, "1e_B": "/Off"}
    assert "(5.3 ms) Tj" in _appearances(out.getvalue())


def _appearances(data: bytes) -> str:
    """What the text boxes show, from their appearance streams."""
    reader = _reader(data)
    widgets = [a.get_object() for sheet in reader.pages for a in sheet.get("/Annots", [])]
    streams = [w["/AP"]["/N"].get_data() for w in widgets if w.get("/FT") == "/Tx"]
    return b"".join(streams).decode("latin-1")


def test_radio_buttons_are_one_field_of_named_states() -> None:
    fields = _reader(_problems()).get_fields()
    assert fields is not None
    assert fields["1d"]["/_States_"] == ["/A", "/B"]
    assert fields["1a"]["/TU"] == "Problem 1, part a, answer in ms"


def test_a_page_can_load_nothing() -> None:
    for url in ("file:///etc/hostname", "http://x.example/a.png", "data:image/png;base64,AAAA"):
        data = pdf.pdf(_document(f'<p>x<img src="{url}" alt="a"/></p>'))
        assert "/Image" not in repr(_reader(data).pages[0]["/Resources"].get("/XObject"))


def test_signs_that_the_fonts_lack_are_said() -> None:
    with pytest.raises(ExgenError, match="no ⌈"):
        pdf.pdf(_document("<p>⌈x⌉</p>"))


def test_files_stay_small() -> None:
    assert len(_problems()) < 60_000
    assert len(_solutions()) < 120_000
