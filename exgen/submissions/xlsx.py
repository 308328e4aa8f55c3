"""A sheet of an XLSX workbook -> a table, cell by cell, so that gaps cost nothing.

The parser is openpyxl's own of its read-only mode, used directly: only so do a superscript, a
hidden row and a formula without a value show. `<row>` after `<row>`, nothing is kept.
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

from exgen.errors import UnreadableError, did_you_mean
from exgen.submissions import archive, header, limits, table, xlsx_cell
from exgen.submissions.submission import Notice

if TYPE_CHECKING:
    from collections.abc import Iterator

_SHEETS = ("answers", "responses", "submissions", "antworten")
_MAX_CELLS = 5_000_000


def read(data: bytes, name: str, wanted: str = "") -> table.Table:
    """The table on the wanted sheet, else on the first visible one with a student column, those
    called Answers or Responses before others. Raises UnreadableError.
    """
    archive.opened(data, name).close()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of styles and extensions that hold no answers
        try:
            return _choose(_workbook(data), name, wanted)
        except UnreadableError:
            raise
        except Exception as error:  # noqa: BLE001 - openpyxl raises whatever a malformed part leads to
            raise UnreadableError(f"a damaged XLSX file: {_short(error)}", path=name) from None


def _workbook(data: bytes) -> Any:
    import io

    import openpyxl

    return openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True, rich_text=True)


def _choose(book: Any, name: str, wanted: str) -> table.Table:
    sheets = [
        sheet
        for sheet in book.worksheets
        if sheet.sheet_state == "visible" or sheet.title == wanted
    ]
    if wanted and wanted not in [sheet.title for sheet in sheets]:
        titles = [sheet.title for sheet in book.worksheets]
        raise UnreadableError(f"no sheet {wanted!r}", path=name, hint=did_you_mean(wanted, titles))
    if wanted:
        sheets = [sheet for sheet in sheets if sheet.title == wanted]
    sheets.sort(key=lambda sheet: header.fold(sheet.title) not in _SHEETS)
    failed: list[UnreadableError] = []
    for sheet in sheets:
        try:
            found = _table(book, sheet, name)
        except UnreadableError as error:
            failed.append(error)
        else:
            if len(book.worksheets) > 1:
                others = ", ".join(each.title for each in book.worksheets if each is not sheet)
                found.notices.append(Notice(f"sheet {sheet.title} used; not read: {others}"))
            return found
    raise failed[0] if failed else UnreadableError("no visible sheet", path=name)


def _table(book: Any, sheet: Any, name: str) -> table.Table:
    """Rows arrive when they are asked for; remarks and notices of a row are then in the table."""
    remarks: dict[tuple[int, int], str] = {}
    notices: list[Notice] = []
    found = table.begin(name, "xlsx", _guarded(_rows(book, sheet, name, remarks, notices), name))
    notices[:0] = found.notices
    found.notices, found.remarks, found.ragged = notices, remarks, False
    return found


def _guarded(rows: Iterator[table.Row], name: str) -> Iterator[table.Row]:
    """The rows; whatever a malformed cell leads to in openpyxl is said in one line."""
    last = 0
    try:
        for row in rows:
            last = row[0]
            yield row
    except UnreadableError:
        raise
    except Exception as error:  # noqa: BLE001 - see read
        raise UnreadableError(
            f"damaged after row {last}: {_short(error)}", path=name, line=last + 1
        ) from None


def _rows(
    book: Any, sheet: Any, name: str, remarks: dict[tuple[int, int], str], notices: list[Notice]
) -> Iterator[table.Row]:
    formats = _number_formats(book)
    count = 0
    with sheet._get_source() as source:
        parser = _parser(book, sheet, source)
        for line, found in parser.parse():
            count += len(found)
            if count > _MAX_CELLS:
                raise UnreadableError(f"more than {_MAX_CELLS:,} cells", path=name, line=line)
            cells = _cells(line, found, formats, remarks, name)
            if cells:
                if parser.row_dimensions.pop(str(line), {}).get("hidden") in ("1", "true"):
                    notices.append(Notice(f"row {line} is hidden but was read", line))
                yield line, cells


def _cells(
    line: int, found: list[Any], formats: list[str], remarks: dict[tuple[int, int], str], name: str
) -> list[str]:
    """The texts of a row up to its last, [] for a row without any."""
    cells: list[str] = []
    for cell in found:
        text, remark = xlsx_cell.text(cell, formats)
        if not text.strip():
            continue
        at = cell["column"] - 1
        if at >= limits.MAX_COLUMNS:
            most = f"at most {limits.MAX_COLUMNS:,} are read"
            raise UnreadableError(f"text in column {at + 1:,}; {most}", path=name, line=line)
        cells += [""] * (at + 1 - len(cells))
        cells[at] = text
        if remark:
            remarks[line, at] = remark
    return cells


def _parser(book: Any, sheet: Any, source: Any) -> Any:
    from openpyxl.worksheet._reader import FORMULA_TAG, WorkSheetParser

    class Cells(WorkSheetParser):
        """Gives the text of a formula whose value the file does not hold."""

        def parse_cell(self, element: Any) -> Any:
            cell = super().parse_cell(element)
            if cell["value"] is None and element.find(FORMULA_TAG) is not None:
                formula = self.parse_formula(element)  # type: ignore[no-untyped-call]
                cell["value"], cell["data_type"] = formula, "f"
            return cell

    return Cells(
        source, sheet._shared_strings, data_only=True, rich_text=True, epoch=book.epoch,
        date_formats=book._date_formats, timedelta_formats=book._timedelta_formats,
    )  # fmt: skip


def _number_formats(book: Any) -> list[str]:
    """The format of each cell style, for ids that show zeros in front."""
    from openpyxl.styles.numbers import BUILTIN_FORMATS

    own = list(book._number_formats)
    return [
        BUILTIN_FORMATS.get(style.numFmtId, "") if style.numFmtId < 164
        else own[style.numFmtId - 164] if style.numFmtId - 164 < len(own) else ""
        for style in book._cell_styles
    ]  # fmt: skip


def _short(error: Exception) -> str:
    return " ".join(str(error).split())[:120] or type(error).__name__
