"""Reading a file that somebody named: regular files of a sane size, and never an OSError."""

from __future__ import annotations

import stat
from typing import TYPE_CHECKING

from exgen.errors import UnreadableError

if TYPE_CHECKING:
    from pathlib import Path


def read(path: Path, at_most: int) -> bytes:
    """The file's bytes. Raises UnreadableError for what is missing, no file, or too long.

    A pipe or a device could be read for ever, so only regular files (and links to them) are.
    """
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            kind = "a folder" if stat.S_ISDIR(status.st_mode) else "no regular file"
            raise UnreadableError(f"this is {kind}", path=str(path))
        if status.st_size > at_most:
            raise UnreadableError(
                f"the file has {status.st_size} bytes; at most {at_most} are read", path=str(path)
            )
        return path.read_bytes()
    except OSError as error:
        raise UnreadableError(error.strerror or str(error), path=str(path)) from None
    except ValueError:  # a zero byte in the name
        raise UnreadableError("not a file name", path=ascii(str(path))) from None


def text(path: Path, at_most: int) -> str:
    """The file as UTF-8 text, without the byte order mark that some editors write."""
    data = read(path, at_most)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise UnreadableError("the file is not UTF-8", path=str(path), line=line) from None
