"""How much is read: beyond any class, below what fills a machine."""

from __future__ import annotations

from exgen.errors import UnreadableError

MAX_TEXT = 100_000_000  # bytes of a CSV
MAX_TREE = 20_000_000  # bytes of a JSON or YAML file
MAX_PDF = 50_000_000
MAX_UNPACKED = 200_000_000  # bytes of everything in a zip or a workbook
MAX_FILES = 10_000  # in a folder or a zip
MAX_ROWS = 200_000  # of a table: 5,000 students with 40 answers each, one a line
MAX_COLUMNS = 2_000
MAX_CELL = 20_000  # characters of an answer
MAX_RECORD = 400_000  # characters of a record of a lab, which is an object of JSON
MAX_NOTICES = 500


def answer(text: str) -> int:
    """How long an answer that begins like this may be."""
    return MAX_RECORD if text.lstrip()[:1] == "{" else MAX_CELL


def size(data: bytes, most: int, name: str) -> None:
    """Raises UnreadableError for a file that is too large for its kind."""
    if len(data) > most:
        raise UnreadableError(
            f"{len(data) / 1e6:,.0f} MB; at most {most // 1_000_000} MB are read", path=name
        )
