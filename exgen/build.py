"""Files to their places: the booklets and the key, all of them or none.

Everything is made in memory first, then written beside its place and moved there.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from exgen import key as keys
from exgen.errors import UnreadableError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from exgen.key import Key


def places(key: Key, files: Mapping[str, bytes], out: Path, key_folder: Path) -> dict[Path, bytes]:
    """Where each file goes: `out/<set>-<code>/…` and `<key folder>/<set>-<code>.json`."""
    name = f"{key.set}-{key.code}"
    placed = {out / name / file: data for file, data in files.items()}
    placed[key_folder / f"{name}.json"] = keys.encode(key)
    return placed


def write(files: Mapping[Path, bytes]) -> None:
    """All files, or none of them and what was there before. Raises UnreadableError."""
    waiting: dict[Path, Path] = {}
    made: list[Path] = []
    place = Path()
    try:
        for place, data in files.items():
            made += _make_folder(place.parent)
            waiting[place] = _beside(place, data)
        _move(waiting)
    except BaseException as error:  # an interruption leaves no half files either
        for temporary in waiting.values():
            temporary.unlink(missing_ok=True)
        for folder in reversed(made):
            with contextlib.suppress(OSError):
                folder.rmdir()
        if isinstance(error, OSError):
            raise _unwritable(place, error) from None
        raise


def _unwritable(place: Path, error: OSError) -> UnreadableError:
    reason = error.strerror or str(error)
    return UnreadableError(
        f"cannot write {place.name}: {reason}", path=str(place), hint="nothing was written"
    )


def _move(waiting: Mapping[Path, Path]) -> None:
    """Every temporary file to its place; if one cannot, those before are put back as they were."""
    before: dict[Path, Path] = {}
    done: list[Path] = []
    place = Path()
    try:
        for place, temporary in waiting.items():
            if place.is_file():
                before[place] = place.rename(place.with_name(f"{temporary.name}.old"))
            temporary.replace(place)
            done.append(place)
    except BaseException as error:
        for each in dict.fromkeys([*before, *done]):
            if each in before:
                before[each].replace(each)
            else:
                each.unlink()
        if isinstance(error, OSError):
            raise _unwritable(place, error) from None
        raise
    for old in before.values():
        old.unlink()


def _make_folder(folder: Path) -> list[Path]:
    """The folders that had to be made, outermost first."""
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    return list(reversed(missing))


def _beside(place: Path, data: bytes) -> Path:
    """The data in a hidden file in the same folder, flushed to the disk."""
    handle, name = tempfile.mkstemp(prefix=f".{place.name}.", dir=place.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(0o666 & ~_umask())
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    return temporary


def _umask() -> int:
    """The process's file mode mask; reading it means setting it for a moment."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
