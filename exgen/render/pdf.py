"""HTML -> PDF; the only file that imports WeasyPrint.

The same bytes on every run and machine with the same library versions: no dates, no fonts but our
own, glyphs cut out by `fonts.cut` and not by whichever subsetter is installed.
"""

from __future__ import annotations

import gc
import io
import os
import warnings
from contextlib import contextmanager, redirect_stdout
from functools import cache
from importlib.resources import as_file, files
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

from exgen.errors import ExgenError, UnreadableError
from exgen.render import fields, fonts, math

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType


def pdf(html: str) -> bytes:
    """A booklet of `page.py` (well-formed HTML) as a tagged PDF, with form fields for its inputs.

    Raises UnreadableError where WeasyPrint's libraries are missing.
    """
    tree = ElementTree.fromstring(html)
    images = math.place(tree)
    configuration, sheet = _styles()
    with _own_fonts_only(), _collecting_later():
        page = _page(tree)
        options = {"cache": images, "pdf_forms": True, "pdf_tags": True}
        document = page.render(font_config=configuration, stylesheets=[sheet], **options)
        document.fonts = _CutFonts()
        made: bytes = document.write_pdf(finisher=fields.finish, **options)
    missing = sorted({chr(code) for font in document.fonts.values() for code in font.missing})
    if missing:
        hint = "write it in words, or between dollars as a formula"
        raise ExgenError(f"the fonts of the booklets have no {' '.join(missing)}", hint=hint)
    return made


def load() -> None:
    """Loads what the first booklet of a process needs. Raises UnreadableError as `pdf` does."""
    _styles()


def _page(tree: ElementTree.Element) -> Any:
    """The tree as WeasyPrint's HTML, which reads only text: our pages need no forgiving parser."""
    import cssselect2
    from weasyprint import HTML

    page = HTML.__new__(HTML)
    page.base_url, page.url_fetcher, page.media_type = None, _fetcher(), "print"
    page.wrapper_element = cssselect2.ElementWrapper.from_html_root(tree)
    page.etree_element = tree
    return page


class _CutFonts(dict[Any, Any]):
    """The fonts of a document, each with our way to leave out unused glyphs."""

    def __setitem__(self, key: Any, font: Any) -> None:
        def cut(to_unicode: dict[int, str], _hinting: bool) -> None:
            for glyph, text in font.to_unicode.items():
                if text.isspace():  # one glyph serves all spaces; readers should find the plain one
                    font.to_unicode[glyph] = " "
            font.file_content = fonts.cut(font.file_content, to_unicode)

        font.subset = cut
        super().__setitem__(key, font)


@cache
def _weasyprint() -> ModuleType:
    try:
        banner = redirect_stdout(io.StringIO())  # WeasyPrint's own, where a library is missing
        with banner, _own_fonts_only(), warnings.catch_warnings():
            # Of there being no fonts, and of a subsetter that is not used here.
            warnings.simplefilter("ignore")
            import weasyprint
    except OSError as error:
        hint = "install Pango, for instance: apt install libpango-1.0-0 libpangoft2-1.0-0"
        said = f"cannot make PDF files: {str(error).partition(':')[0]}"
        raise UnreadableError(said, hint=hint) from None
    module: ModuleType = weasyprint
    return module


@cache
def _styles() -> tuple[Any, Any]:
    """The fonts and the style sheet, read once a process."""
    weasyprint = _weasyprint()
    from weasyprint.text.fonts import FontConfiguration

    with _own_fonts_only():
        configuration = FontConfiguration()
        text = fonts.css() + (files("exgen") / "render" / "sheet.css").read_text("utf-8")
        sheet = weasyprint.CSS(string=text, font_config=configuration, url_fetcher=_fetcher())
    return configuration, sheet


@contextmanager
def _own_fonts_only() -> Iterator[None]:
    """Fontconfig reads this variable whenever a configuration is made."""
    before = os.environ.get("FONTCONFIG_FILE")
    with as_file(files("exgen") / "render" / "fonts.conf") as path:
        os.environ["FONTCONFIG_FILE"] = str(path)
        try:
            yield
        finally:
            if before is None:
                del os.environ["FONTCONFIG_FILE"]
            else:
                os.environ["FONTCONFIG_FILE"] = before


@contextmanager
def _collecting_later() -> Iterator[None]:
    """A document is one great web of boxes until it is written: looking for garbage finds none
    and takes a tenth of the time.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@cache
def _fetcher() -> Any:
    from weasyprint.urls import URLFetcher, URLFetcherResponse

    class Fetcher(URLFetcher):  # type: ignore[misc]  # WeasyPrint has no annotations
        def fetch(self, url: str, headers: object = None) -> Any:  # noqa: ARG002  # WeasyPrint's
            """Our font files; nothing from the disk or the network, whatever a page says."""
            for face in fonts.FACES:
                if url == fonts.SCHEME + face.file:
                    return URLFetcherResponse(url, face.data, {"Content-Type": "font/ttf"})
            raise ExgenError(f"a booklet may not load {url!r}")

    return Fetcher()
