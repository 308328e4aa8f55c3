"""Commands that show what there is: list, show, catalogue."""

from __future__ import annotations

from pathlib import Path

import click

from exgen.commands.shared import Progress, echo_json, folder_option, plain


@click.command("list")
@click.option("--level", "levels", multiple=True, help="Only of this level; may be repeated.")
@click.option("--topic", "topics", multiple=True, help="Only on this topic; may be repeated.")
@folder_option
@click.option("--json", "as_json", is_flag=True, help="Machine-readable.")
def list_(
    levels: tuple[str, ...], topics: tuple[str, ...], folder: Path | None, as_json: bool
) -> None:
    """List the templates by topic, with level, minutes, kinds of part and witnesses.

    Algebra: the laws are solved exactly. Count: the answers are also counted without the laws.
    Plan: what the laws predict can be measured; once it was, the device stands there instead.
    """
    from exgen import columns, library, outline
    from exgen.errors import raise_all

    heads, errors = library.headings(library.folders(folder))
    every = (outline.outline(id, head, library.checks()) for id, head in heads.items())
    found = outline.chosen(every, levels, topics)
    echo_json([plain(each) for each in found]) if as_json else click.echo(columns.listing(found))
    raise_all(errors)


@click.command()
@click.argument("name")
@folder_option
@click.option("--json", "as_json", is_flag=True, help="Machine-readable.")
def show(name: str, folder: Path | None, as_json: bool) -> None:
    """Show a data entry (h100_sxm, llama-3-70b) or a template (decode/tpot_bound)."""
    from exgen import library, preview, tables, terminal

    row = tables.find(name)
    if row is not None:
        fields = {"table": row.table, "key": row.key, **row.fields}
        echo_json(fields) if as_json else click.echo(terminal.entry(row))
        return
    template = library.load(*_find(name, folder))
    if as_json:
        head = plain(template.head)
        echo_json({"id": template.id, "path": template.path, **head, "text": template.text})
        return
    click.echo(preview.page(template, preview.sample(template)))


def _find(name: str, folder: Path | None) -> tuple[str, Path]:
    """A template by name; the hint also knows the data entries."""
    from exgen import library, tables
    from exgen.errors import UsageError, did_you_mean

    where = library.folders(folder)
    try:
        return library.find(name, where)
    except UsageError as error:
        entries = [key for table in tables.table_names() for key in tables.table(table)]
        known = [
            *entries,
            *library.pages(where),
            *[id.partition("/")[2] for id in library.pages(where)],
        ]
        raise UsageError(error.message, hint=did_you_mean(name, known)) from None


@click.command()
@click.option(
    "-o", "--out", type=click.Path(path_type=Path), default=Path("docs"), show_default=True
)
@click.option(
    "--map",
    "map_path",
    type=click.Path(path_type=Path),
    help="A TOML file: which passage of a course is served by which templates.",
)
@folder_option
def catalogue(out: Path, map_path: Path | None, folder: Path | None) -> None:
    """Write pages that show a problem of every template: OUT/catalogue.md, OUT/catalogue/*.md."""
    from exgen import build, coverage, library
    from exgen import catalogue as cataloguing
    from exgen.errors import raise_all

    where = library.folders(folder)
    found, errors = cataloguing.outlines(where)
    with Progress(len(found), "catalogue") as step:
        made, wrong = cataloguing.pages(found, where, step)
    files = {out / name: text for name, text in made.items()}
    errors += wrong
    if map_path is not None:
        chart = coverage.read(map_path)
        files[out / f"{map_path.stem}.md"] = coverage.page(chart, found)
        errors += coverage.check(chart, found, map_path)
    build.write({path: text.encode() for path, text in files.items()})
    for path in files:
        click.echo(click.format_filename(path))
    raise_all(errors)
