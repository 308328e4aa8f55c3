"""Where pages and set files lie: a folder listing is the registry.

Pages come from the first folder that has them: `templates/` where the command runs, then the
templates that came with exgen.
"""

from __future__ import annotations

import os.path
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from exgen import files, toml
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


def checks() -> Path:
    """The counts and measurements that came with exgen, likewise."""
    inside = Path(__file__).parent / "gpu_checks"
    return inside if inside.is_dir() else Path(__file__).parent.parent / "gpu_checks"


def folders(extra: Path | None = None) -> list[Path]:
    """Where to look, first match wins; a folder named by the user comes before all."""
    here = Path("templates")
    wanted = [extra, here, shipped()]
    found = [folder for folder in wanted if folder is not None and os.path.isdir(folder)]
    if extra is not None and extra not in found:
        raise UsageError(f"no folder {str(extra)!r}")
    unique = {folder.resolve(): folder for folder in reversed(found)}
    return list(reversed(unique.values()))


def pages(where: Sequence[Path]) -> dict[str, Path]:
    """Template id -> page, sorted by id."""
    found: dict[str, Path] = {}
    for folder in reversed(where):
        for path in folder.glob("*/*.md"):
            found[_id(path)] = path
    return dict(sorted(found.items()))


def _id(path: Path) -> str:
    """The topic and name of a page, from where it lies."""
    place = os.path.abspath(path.with_suffix(""))  # links are not followed
    folder, _, name = place.rpartition(os.sep)
    id = f"{os.path.basename(folder)}/{name}"
    if not id.isprintable():
        raise UnreadableError(f"not a name for a page: {id!a}")
    return id


def find(name: str, where: Sequence[Path]) -> tuple[str, Path]:
    """The page of `decode/tpot_bound`, of a bare `tpot_bound`, or of a path to a page."""
    path = Path(name)
    if path.suffix == ".md":
        return _id(path), path
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
    """A page or set file as text. Raises UnreadableError, never OSError."""
    return files.text(path, MAX_BYTES)


@lru_cache(maxsize=512)
def load(id: str, path: Path) -> Template:
    """A page, read. Raises ExgenError."""
    from exgen import template  # not needed, and not loaded, for a mere list

    return template.read(id, str(path), text(path))


def set_file(name: str, where: Sequence[Path]) -> Path:
    """The file of a set: by name, or a path to a .toml."""
    if not name.isprintable():
        raise UsageError(f"not the name of a set: {name!a}")
    if name.endswith(".toml"):
        return Path(name)
    known = {
        path.stem: path for folder in reversed(where) for path in folder.glob(f"{SETS}/*.toml")
    }
    if name not in known:
        raise UsageError(f"no set {name!r}", hint=did_you_mean(name, known))
    return known[name]


def headings(where: Sequence[Path]) -> tuple[dict[str, dict[str, object]], list[ExgenError]]:
    """Template id -> its TOML block, unchecked, for a list; and what could not be read."""
    found: dict[str, dict[str, object]] = {}
    errors: list[ExgenError] = []
    for id, path in pages(where).items():
        try:
            block = text(path).replace("\r\n", "\n").partition("\n```")[0].partition("\n")[2]
            found[id] = toml.read(block, first_line=2)
        except ExgenError as error:
            errors.append(error.at(str(path)))
    return found, errors
