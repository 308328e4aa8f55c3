"""Where pages and set files lie: a folder listing is the registry.

Pages come from the first folder that has them: `templates/` where the command runs, then the
templates that came with exgen.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from exgen.errors import ExgenError, UnreadableError, UsageError, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Sequence

    from exgen.template import Template

SETS = "sets"
MAX_BYTES = 240_000  # of any file; no page or set comes near it


def shipped() -> Path:
    """The templates that came with exgen: inside the package, or beside it in a checkout."""
    inside = Path(__file__).parent / "templates"
    return inside if inside.is_dir() else Path(__file__).parent.parent / "templates"


def folders(extra: Path | None = None) -> list[Path]:
    """Where to look, first match wins; a folder named by the user comes before all."""
    here = Path("templates")
    wanted = [extra, here, shipped()]
    found = [folder for folder in wanted if folder is not None and folder.is_dir()]
    if extra is not None and not extra.is_dir():
        raise UsageError(f"no folder {str(extra)!r}")
    unique = {folder.resolve(): folder for folder in reversed(found)}
    return list(reversed(unique.values()))


def pages(where: Sequence[Path]) -> dict[str, Path]:
    """Template id -> page, sorted by id."""
    found: dict[str, Path] = {}
    for folder in reversed(where):
        for path in folder.glob("*/*.md"):
            found[f"{path.parent.name}/{path.stem}"] = path
    return dict(sorted(found.items()))


def find(name: str, where: Sequence[Path]) -> tuple[str, Path]:
    """The page of `decode/tpot_bound`, of a bare `tpot_bound`, or of a path to a page."""
    path = Path(name)
    if path.suffix == ".md":
        return f"{path.resolve().parent.name}/{path.stem}", path
    known = pages(where)
    matches = [id for id in known if id == name or id.rpartition("/")[2] == name]
    if len(matches) > 1:
        raise UsageError(f"{name!r} is ambiguous: {', '.join(matches)}")
    if not matches:
        short = {id.rpartition("/")[2] for id in known}
        hint = did_you_mean(name, set(known) if "/" in name else short)
        raise UsageError(f"no template {name!r}", hint=hint)
    return matches[0], known[matches[0]]


def text(path: Path) -> str:
    """A file as text. Raises UnreadableError, never OSError."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise UnreadableError("the file is too long for a page", path=str(path))
        return path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise UnreadableError("the file is not UTF-8", path=str(path), line=line) from None
    except OSError as error:
        raise UnreadableError(error.strerror or str(error), path=str(path)) from None


@lru_cache(maxsize=512)
def load(id: str, path: Path) -> Template:
    """A page, read. Raises ExgenError."""
    from exgen import template  # not needed, and not loaded, for a mere list

    return template.read(id, str(path), text(path))


def set_file(name: str, where: Sequence[Path]) -> Path:
    """The file of a set: by name, or a path to a .toml."""
    if name.endswith(".toml"):
        return Path(name)
    known = {path.stem: path for folder in reversed(where) for path in folder.glob(f"{SETS}/*.toml")}
    if name not in known:
        raise UsageError(f"no set {name!r}", hint=did_you_mean(name, known))
    return known[name]


def heading(path: Path) -> dict[str, object]:
    """Only the TOML block of a page, unchecked: enough for a list. Raises ExgenError."""
    block = text(path).replace("\r\n", "\n").partition("\n```")[0].partition("\n")[2]
    try:
        return tomllib.loads(block)
    except tomllib.TOMLDecodeError as error:
        raise ExgenError(f"TOML: {error}", path=str(path)) from None
