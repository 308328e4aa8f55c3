"""TOML text -> plain data, with numbers kept as written and every mistake placed."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from exgen.errors import ExgenError

_PLACE = re.compile(r" \(at line (\d+), column (\d+)\)")


def read(text: str, first_line: int = 1) -> dict[str, Any]:
    """The table; decimals stay text, so that 0.9 is nine tenths. Raises ExgenError with its line.

    `first_line` is the line of the text's first line in its file.
    """
    try:
        return tomllib.loads(text, parse_float=str)
    except tomllib.TOMLDecodeError as error:
        where = _PLACE.search(str(error))
        line = int(where[1]) if where else 1 + text.rstrip("\n").count("\n")
        column = f" in column {where[2]}" if where else ""
        message = _PLACE.sub("", str(error)).replace("\n", " ")
        raise ExgenError(f"TOML: {message}{column}", line=first_line + line - 1) from None
    except RecursionError:
        raise ExgenError("TOML: nested too deeply", line=first_line) from None
    except ValueError:  # Python refuses whole numbers of thousands of digits
        raise ExgenError("TOML: a number is too long", line=first_line) from None


def line_of(text: str, key: str) -> int:
    """The line that first assigns the key, else 1."""
    for number, line in enumerate(text.split("\n"), start=1):
        if re.search(rf"(^|[{{,\s]){re.escape(key)}\s*=", line):
            return number
    return 1
