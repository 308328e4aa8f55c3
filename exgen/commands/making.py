"""Commands that make something of templates: solve, new, lint, build."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from exgen.commands.shared import Progress, echo_json, folder_option, one_line, plain

if TYPE_CHECKING:
    from exgen import key


@click.command()
@click.argument("template")
@click.argument("pins", nargs=-1, metavar="[NAME=VALUE]...")
@folder_option
@click.option(
    "--seed",
    callback=one_line,
    help="Draw the givens that are not pinned; else each takes its default.",
)
@click.option("--slips", is_flag=True, help="Also what the known mistakes would give.")
@click.option("--json", "as_json", is_flag=True, help="Machine-readable.")
def solve(
    template: str,
    pins: tuple[str, ...],
    folder: Path | None,
    seed: str | None,
    slips: bool,
    as_json: bool,
) -> None:
    """Use a template as a calculator: exgen solve kv_cache_size model=llama-3-70b c=8192."""
    from exgen import exercise, freeze, library, solving, terminal

    solved = solving.solve(library.load(*library.find(template, library.folders(folder))))
    pinned = _pins(pins)
    drawn = (
        exercise.make(solved, seed, pinned)
        if seed is not None
        else exercise.calculate(solved, pinned)
    )
    for reason in drawn.rejected[:1] if seed is None else ():
        click.echo(f"some givens are not at their defaults, which are {reason}", err=True)
    frozen = freeze.freeze(drawn, 1)
    echo_json(plain(frozen)) if as_json else click.echo(terminal.worked(frozen, slips))


def _pins(words: tuple[str, ...]) -> dict[str, str]:
    from exgen.errors import UsageError

    pins = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise UsageError(
                f"{word!r} is not name=value", hint="for instance gpu=h100_sxm or c=8192"
            )
        pins[name.strip()] = value.strip()
    return pins


@click.command()
@click.argument("name", metavar="TOPIC/NAME")
@click.option(
    "--templates",
    "folder",
    type=click.Path(path_type=Path),
    default=Path("templates"),
    show_default=True,
)
def new(name: str, folder: Path) -> None:
    """Start a template: a working page to change, templates/TOPIC/NAME.md."""
    from exgen import build, skeleton

    path = skeleton.place(name, folder)
    build.write({path: skeleton.page(name).encode()})
    click.echo(click.format_filename(path))
    click.echo(f"Change it, then: exgen lint {name}   exgen solve {name} --slips", err=True)


@click.command()
@click.argument("templates", nargs=-1)
@folder_option
@click.option(
    "--seeds",
    default=200,
    show_default=True,
    type=click.IntRange(1, 100_000),
    help="Draws a template.",
)
def lint(templates: tuple[str, ...], folder: Path | None, seeds: int) -> None:
    """Prove that templates are right for every seed; all of them, or those named."""
    from exgen import library, terminal
    from exgen import lint as linting

    where = library.folders(folder)
    pages = [library.find(name, where) for name in templates] or list(library.pages(where).items())
    found = 0
    with Progress(len(pages) * seeds, "lint") as step:
        for id, path in pages:
            report = linting.lint(id, path, seeds, lambda: step(""))
            found += len(report.findings)
            for finding in report.findings:
                click.echo(str(finding))
            click.echo(terminal.lint_line(report), err=True)
    if found:
        sys.exit(1)


@click.command()
@click.option(
    "--seed",
    required=True,
    callback=one_line,
    help="Any text; the same seed gives the same bytes.",
)
@click.option(
    "--set",
    "set_name",
    default=None,
    help="A set in templates/sets/ or a .toml file.  [default: workshop]",
)
@click.option(
    "--level", "levels", multiple=True, help="Only problems of this level; may be repeated."
)
@click.option(
    "--topic", "topics", multiple=True, help="Only problems on this topic; may be repeated."
)
@click.option("--problems", type=click.IntRange(1, 200), help="So many problems.")
@click.option("--minutes", type=click.IntRange(1, 10_000), help="Problems for so many minutes.")
@click.option(
    "--as",
    "as_",
    type=click.Choice(["problem", "review"]),
    help="Every problem as a review: a colleague's solution with one slip to find.",
)
@click.option(
    "-o", "--out", type=click.Path(path_type=Path), default=Path("out"), show_default=True
)
@click.option(
    "--keys", type=click.Path(path_type=Path), default=Path("answer_keys"), show_default=True
)
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
@folder_option
def build(
    seed: str, set_name: str | None, levels: tuple[str, ...], topics: tuple[str, ...],
    problems: int | None, minutes: int | None, as_: str | None, out: Path, keys: Path, paper: str,
    folder: Path | None,
) -> None:  # fmt: skip
    """Make a problem set, its solutions and its key."""
    from exgen import build as building
    from exgen import library, press, problem_set
    from exgen.lab import handout

    where = library.folders(folder)
    wish = problem_set.Wish(levels, topics, problems, minutes, as_)
    chosen, name = problem_set.choose(set_name, wish, where)
    total = len(chosen.problem) + len(chosen.booklets)
    with press.press(chosen.booklets, paper) as print_all, Progress(total, "build") as step:
        key = _witnessed(problem_set.make(name, chosen, seed, wish, where, step))
        files = building.places(key, {**print_all(key, step), **handout.of_key(key)}, out, keys)
        building.write(files)
    for path in files:
        click.echo(click.format_filename(path))


def _witnessed(made: key.Key) -> key.Key:
    """The key with the measurements that confirm it, where any are on record."""
    from exgen import library

    if not (library.checks() / "records").is_dir():
        return made
    from exgen.measure import witnesses  # loads numpy, which a build does not need otherwise

    return witnesses.add(made)
