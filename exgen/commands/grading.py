"""Commands about answers and marks: read, grade, regrade, diff."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from exgen.commands.shared import echo_json, plain, read_key

if TYPE_CHECKING:
    from collections.abc import Callable

    from exgen import key
    from exgen.grading import by_hand, results
    from exgen.submissions.submission import Collected


def reading_options(command: Callable[..., None]) -> Callable[..., None]:
    """The options of every command that reads a class's answers; `_collected` takes them."""
    file = click.Path(path_type=Path)
    for option in (
        click.option("--roster", type=file, help="The class, CSV or XLSX: finds unknown students."),
        click.option("--columns", type=file, help='TOML that names columns: "Response 3" = "1b".'),
        click.option("--sheet", default="", help="The sheet of a workbook."),
        click.option(
            "--keep", type=click.Choice(["last", "first"]), default="last", show_default=True,
            help="Which of several submissions in time counts.",
        ),
        click.option("--due", default="", help="The deadline: 2026-05-12T23:59+02:00 (or UTC)."),
        click.argument("answers", type=file),
    ):  # fmt: skip
        command = option(command)
    return command


def _collected(
    answers: Path, due: str, keep: Any, sheet: str, columns: Path | None, roster: Path | None
) -> Collected:
    from exgen.submissions import against, read
    from exgen.submissions import columns as names

    wish = read.Wish(due, keep, sheet, names.read(columns) if columns else {})
    found = read.read(answers, wish)
    return against.roster(found, roster) if roster else found


@click.command("read")
@reading_options
@click.option(
    "--key", "key_path", type=click.Path(path_type=Path), help="Also note what is not in it."
)
@click.option("--json", "as_json", is_flag=True, help="Machine-readable.")
def read_(key_path: Path | None, as_json: bool, **how: Any) -> None:
    """Show what ANSWERS holds: a CSV, XLSX, JSON, YAML, filled PDF or zip, or a folder of them."""
    from exgen.submissions import against, listing

    found = _collected(**how)
    found = against.key(found, read_key(key_path)) if key_path else found
    echo_json(listing.plain(found)) if as_json else click.echo(listing.text(found))


def result_options(command: Callable[..., None]) -> Callable[..., None]:
    """What `grade` and `regrade` read and write beside the table; `_write` takes them."""
    file = click.Path(path_type=Path)
    for option in (
        click.option("--json", "as_json", is_flag=True, help="Machine-readable."),
        click.option("--marked", type=file, help="A marking sheet that came back: CSV or XLSX."),
        click.option("--to-mark", type=file, help="Write what a person must look at as CSV."),
        click.option("--report", type=file, help="Write a folder of pages and gradebooks."),
        click.option("--results", "results_path", type=file, help="Write a file to regrade."),
        click.option("-o", "--out", type=file, help="Write the marks as CSV."),
        click.option("--key", "key_path", required=True, type=file, help="What build wrote."),
    ):  # fmt: skip
        command = option(command)
    return command


@click.command()
@reading_options
@result_options
def grade(key_path: Path, marked: Path | None, as_json: bool, answers: Path, **how: Any) -> None:
    """Mark a class: ANSWERS is a CSV, XLSX, JSON, YAML, filled PDF or zip, or a folder of them."""
    from exgen.grading.by_hand import merge
    from exgen.grading.grade import grade as grade_class
    from exgen.report import listing
    from exgen.submissions import against

    key = read_key(key_path)
    outputs = {name: how.pop(name) for name in ("out", "results_path", "report", "to_mark")}
    results = grade_class(key, against.code(_collected(answers, **how), key).counting())
    results = merge(results, _marked(marked, results))
    for notice in results.notices:
        click.echo(f"{answers}: {notice}", err=True)
    _write(results, key, **outputs)
    echo_json(plain(results)) if as_json else click.echo(listing.text(results))


@click.command()
@click.argument("results", type=click.Path(path_type=Path))
@result_options
@click.option("--allow-lower", is_flag=True, help="A mark may fall; without this it is kept.")
def regrade(
    results: Path, key_path: Path, marked: Path | None, allow_lower: bool, as_json: bool,
    **outputs: Any,
) -> None:  # fmt: skip
    """Mark RESULTS again by a corrected key: exgen regrade OLD --key KEY --results NEW."""
    from exgen.grading import moves
    from exgen.grading.regrade import regrade as regrade_class
    from exgen.report import difference

    key, old = read_key(key_path), _results(results)
    new = regrade_class(old, key, allow_lower, _marked(marked, old))
    _write(new, key, **outputs)
    if not any(outputs.values()):
        click.echo("nothing is written; --results NEW keeps the new marks", err=True)
    echo_json(plain(new)) if as_json else click.echo(difference.text(moves.difference(old, new)))


@click.command()
@click.argument("old", type=click.Path(path_type=Path))
@click.argument("new", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Machine-readable.")
def diff(old: Path, new: Path, as_json: bool) -> None:
    """List who moves from one results file to another, by how much and why."""
    from exgen.grading import moves
    from exgen.report import difference

    found = moves.difference(_results(old), _results(new))
    echo_json(plain(found)) if as_json else click.echo(difference.text(found))


def _results(path: Path) -> results.Results:
    from exgen import files
    from exgen.grading import results

    return results.decode(files.read(path, results.MAX_BYTES), str(path))


def _marked(path: Path | None, graded: results.Results) -> dict[by_hand.Place, by_hand.Given]:
    from exgen import files
    from exgen.report import marking_sheet
    from exgen.submissions import limits

    if path is None:
        return {}
    return marking_sheet.read(files.read(path, limits.MAX_TEXT), str(path), graded)


def _write(
    graded: results.Results, key: key.Key, out: Path | None, results_path: Path | None,
    report: Path | None, to_mark: Path | None,
) -> None:  # fmt: skip
    """All that was asked for, or nothing."""
    from exgen import build as building
    from exgen.errors import UsageError
    from exgen.grading import results
    from exgen.report import marking_sheet, marks_csv

    named = [path.absolute() for path in (out, results_path, to_mark) if path]
    if len(set(named)) < len(named):
        raise UsageError("two files of one name are asked for")
    files: dict[Path, bytes] = {}
    if out:
        files[out] = marks_csv.text(graded).encode()
    if results_path:
        files[results_path] = results.encode(graded)
    if to_mark:
        files[to_mark] = marking_sheet.text(graded).encode("utf-8-sig")
    if report:
        from exgen.report import folder

        files |= folder.files(graded, key, report)
    building.write(files)
