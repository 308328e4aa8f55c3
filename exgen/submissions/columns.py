"""A file that says which column is which question: TOML, `"Response 3" = "1b"`."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING

from exgen.errors import UnreadableError

if TYPE_CHECKING:
    from pathlib import Path


def read(path: Path) -> dict[str, str]:
    """Column, by its header or by the name it was given -> field. Raises UnreadableError."""
    name = str(path)
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise UnreadableError(f"cannot be read: {error.strerror}", path=name) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UnreadableError(f"not TOML: {error}", path=name) from None
    wrong = next((key for key, value in found.items() if not isinstance(value, str)), None)
    if wrong is not None:
        raise UnreadableError(f"{wrong} names no field", path=name, hint='"Response 3" = "1b"')
    taken = list(found.values())
    twice = next((field for field in taken if taken.count(field) > 1), None)
    if twice is not None:
        raise UnreadableError(f"two columns are called {twice}", path=name)
    return {key.strip(): value.strip() for key, value in found.items()}
