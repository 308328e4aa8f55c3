"""What the commands share: options, reading a key, JSON, a progress bar."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Callable

    from exgen import key

MAX_SEED = 100


def one_line(_context: click.Context, _option: click.Parameter, seed: str | None) -> str | None:
    """Any text of one line; what cannot be stored in a key is refused."""
    if seed is not None and not (seed.isprintable() and len(seed) <= MAX_SEED):
        raise click.BadParameter(
            f"one line of at most {MAX_SEED} printable characters, not {seed[:20]!a}"
        )
    return seed


folder_option = click.option(
    "--templates",
    "folder",
    type=click.Path(path_type=Path),
    help="A folder of templates to look in first.",
)


def read_key(path: Path) -> key.Key:
    from exgen import files, key

    return key.decode(files.read(path, key.MAX_BYTES), str(path))


def plain(value: object) -> dict[str, Any]:
    import msgspec

    plain: dict[str, Any] = msgspec.to_builtins(value)
    return plain


def echo_json(value: object) -> None:
    import msgspec

    click.echo(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


class Progress:
    """A bar on stderr when that is a terminal, otherwise nothing."""

    def __init__(self, total: int, label: str) -> None:
        self._bar = click.progressbar(
            length=total, label=label, file=sys.stderr, item_show_func=lambda item: item or "",
            hidden=not sys.stderr.isatty(),
        )  # fmt: skip

    def __enter__(self) -> Callable[[str], None]:
        self._bar.__enter__()
        return lambda item: self._bar.update(1, item)

    def __exit__(self, *error: object) -> None:
        self._bar.__exit__(None, None, None)
