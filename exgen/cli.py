"""The command line: names its options, calls one function, prints. Errors end here.

Data goes to stdout, talk to stderr. Exit codes: 0 fine, 1 findings, 2 usage, 3 unreadable input.
Imports stand inside the commands, so that `exgen --help` loads click and nothing else.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from exgen import __version__

if TYPE_CHECKING:
    from collections.abc import Callable

    from exgen import key
    from exgen.grading import by_hand, results
    from exgen.submissions.submission import Collected

MAX_SEED = 100


class _Commands(click.Group):
    """Turns an ExgenError into its lines on stderr and its exit code, in one place."""

    def invoke(self, ctx: click.Context) -> Any:
        from exgen.errors import UNREADABLE, ExgenError

        try:
            return super().invoke(ctx)
        except ExgenError as error:
            click.echo(f"{error}", err=True)
            ctx.exit(error.exit_code)
        except BrokenPipeError:
            ctx.exit(0)  # the reader, `head` for instance, has seen enough
        except OSError as error:  # files are opened elsewhere, so this is the output
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # no second try at exit
            click.echo(f"cannot print: {error.strerror}", err=True)
            ctx.exit(UNREADABLE)


def _seed(_context: click.Context, _option: click.Parameter, seed: str | None) -> str | None:
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


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="exgen")
def main() -> None:
    """Worked exercises on AI-systems performance: made, printed, solved and graded."""


@main.command("list")
@folder_option
@click.option("--json", "as_json", is_flag=True, help="Machine-readable.")
def list_(folder: Path | None, as_json: bool) -> None:
    """List the templates by topic."""
    from exgen import columns, library
    from exgen.errors import raise_all

    headings, errors = library.headings(library.folders(folder))
    if as_json:
        rows = [
            {"id": id, **{k: h.get(k) for k in ("title", "level", "topics", "minutes")}}
            for id, h in headings.items()
        ]
        _echo_json(rows)
    else:
        click.echo(columns.listing(headings))
    raise_all(errors)


@main.command()
@click.argument("name")
@folder_option
@click.option("--json", "as_json", is_flag=True, help="Machine-readable.")
def show(name: str, folder: Path | None, as_json: bool) -> None:
    """Show a data entry (h100_sxm, llama-3-70b) or a template (decode/tpot_bound)."""
    from exgen import library, tables, terminal
    from exgen.errors import ExgenError

    row = tables.find(name)
    if row is not None:
        _echo_json({"table": row.table, "key": row.key, **row.fields}) if as_json else click.echo(
            terminal.entry(row)
        )
        return
    template = library.load(*_find(name, folder))
    try:
        _echo_json(
            {"id": template.id, "path": template.path, **_plain(template.head)}
        ) if as_json else click.echo(terminal.page(template))
    except ExgenError as error:  # a law that cannot be read
        raise error.at(template.path) from None


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


@main.command()
@click.argument("template")
@click.argument("pins", nargs=-1, metavar="[NAME=VALUE]...")
@folder_option
@click.option(
    "--seed",
    callback=_seed,
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
    _echo_json(_plain(frozen)) if as_json else click.echo(terminal.worked(frozen, slips))


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


@main.command()
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


@main.command()
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
    with _Progress(len(pages) * seeds, "lint") as step:
        for id, path in pages:
            report = linting.lint(id, path, seeds, lambda: step(""))
            found += len(report.findings)
            for finding in report.findings:
                click.echo(str(finding))
            click.echo(terminal.lint_line(report), err=True)
    if found:
        sys.exit(1)


@main.command()
@click.option(
    "--seed", required=True, callback=_seed, help="Any text; the same seed gives the same bytes."
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
    "-o", "--out", type=click.Path(path_type=Path), default=Path("out"), show_default=True
)
@click.option(
    "--keys", type=click.Path(path_type=Path), default=Path("answer_keys"), show_default=True
)
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
@folder_option
def build(
    seed: str, set_name: str | None, levels: tuple[str, ...], topics: tuple[str, ...],
    problems: int | None, minutes: int | None, out: Path, keys: Path, paper: str,
    folder: Path | None,
) -> None:  # fmt: skip
    """Make a problem set, its solutions and its key."""
    from exgen import build as building
    from exgen import library, press, problem_set

    where = library.folders(folder)
    wish = problem_set.Wish(levels, topics, problems, minutes)
    chosen, name = problem_set.choose(set_name, wish, where)
    total = len(chosen.problem) + len(chosen.booklets)
    with press.press(chosen.booklets, paper) as print_all, _Progress(total, "build") as step:
        key = problem_set.make(name, chosen, seed, wish, where, step)
        files = building.places(key, print_all(key, step), out, keys)
        building.write(files)
    for path in files:
        click.echo(click.format_filename(path))


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


@main.command("read")
@reading_options
@click.option(
    "--key", "key_path", type=click.Path(path_type=Path), help="Also note what is not in it."
)
@click.option("--json", "as_json", is_flag=True, help="Machine-readable.")
def read_(key_path: Path | None, as_json: bool, **how: Any) -> None:
    """Show what ANSWERS holds: a CSV, XLSX, JSON, YAML, filled PDF or zip, or a folder of them."""
    from exgen.submissions import against, listing

    found = _collected(**how)
    found = against.key(found, _key(key_path)) if key_path else found
    _echo_json(listing.plain(found)) if as_json else click.echo(listing.text(found))


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


@main.command()
@reading_options
@result_options
def grade(key_path: Path, marked: Path | None, as_json: bool, answers: Path, **how: Any) -> None:
    """Mark a class: ANSWERS is a CSV, XLSX, JSON, YAML, filled PDF or zip, or a folder of them."""
    from exgen.grading.by_hand import merge
    from exgen.grading.grade import grade as grade_class
    from exgen.report import listing
    from exgen.submissions import against

    key = _key(key_path)
    outputs = {name: how.pop(name) for name in ("out", "results_path", "report", "to_mark")}
    results = grade_class(key, against.code(_collected(answers, **how), key).counting())
    results = merge(results, _marked(marked, results))
    for notice in results.notices:
        click.echo(f"{answers}: {notice}", err=True)
    _write(results, key, **outputs)
    _echo_json(_plain(results)) if as_json else click.echo(listing.text(results))


@main.command()
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

    key, old = _key(key_path), _results(results)
    new = regrade_class(old, key, allow_lower, _marked(marked, old))
    _write(new, key, **outputs)
    if not any(outputs.values()):
        click.echo("nothing is written; --results NEW keeps the new marks", err=True)
    _echo_json(_plain(new)) if as_json else click.echo(difference.text(moves.difference(old, new)))


@main.command()
@click.argument("old", type=click.Path(path_type=Path))
@click.argument("new", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Machine-readable.")
def diff(old: Path, new: Path, as_json: bool) -> None:
    """List who moves from one results file to another, by how much and why."""
    from exgen.grading import moves
    from exgen.report import difference

    found = moves.difference(_results(old), _results(new))
    _echo_json(_plain(found)) if as_json else click.echo(difference.text(found))


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


@main.command(context_settings={"ignore_unknown_options": True})  # -3 ms is an answer
@click.argument("answer", required=False)
@click.option(
    "--right", help='The right answer: "41.8 ms"; "2*S*H" with --vars; "B" with --options.'
)
@click.option(
    "--tolerance",
    default="2%",
    show_default=True,
    help='"1%", "0.5" (in the unit), "3 figures", "exact".',
)
@click.option("--unit", help="The unit asked for, if --right has none.")
@click.option("--vars", "names", help="The names that a formula may hold: S,H.")
@click.option("--options", help="The letters of a choice: A,B,C.")
@click.option(
    "--kind",
    type=click.Choice(["units", "symbolic", "choice", "multiple", "ranking"]),
    help="If not clear.",
)
@click.option(
    "--unit-assumed", is_flag=True, help="A bare number is in the unit printed beside the box."
)
@click.option("--decimal-comma", is_flag=True, help="The sheet writes 41,8 and 3.000.")
@click.option(
    "--jsonl", is_flag=True, help="Many: cases from stdin, one JSON line each; so are the verdicts."
)
@click.option("--json", "as_json", is_flag=True, help="Machine-readable.")
def judge(
    answer: str | None,
    unit_assumed: bool,
    decimal_comma: bool,
    jsonl: bool,
    as_json: bool,
    **how: Any,
) -> None:
    """Judge ANSWER without a key: exgen judge --right "41.8 ms" --tolerance 1% "0.0418 s"."""
    from exgen.errors import UsageError
    from exgen.grading import case_words, judge_lines
    from exgen.grading.case import Sheet

    sheet = Sheet(unit_assumed, "," if decimal_comma else ".")
    if jsonl:
        out = sys.stdout.buffer
        for lines in judge_lines.judge_chunks(judge_lines.chunks(sys.stdin.buffer), sheet):
            out.write(lines)
            out.flush()
        return
    if answer is None or how["right"] is None:
        raise UsageError(
            "judge needs an answer and --right, or --jsonl",
            hint='exgen judge --right "41.8 ms" "0.0418 s"',
        )
    verdict = judge_lines.judge_case(case_words.case(answer, case_words.Words(**how)), sheet)
    _echo_json(_plain(verdict)) if as_json else click.echo(case_words.said(verdict))


def _key(path: Path) -> key.Key:
    from exgen import files, key

    return key.decode(files.read(path, key.MAX_BYTES), str(path))


def _plain(value: object) -> dict[str, Any]:
    import msgspec

    plain: dict[str, Any] = msgspec.to_builtins(value)
    return plain


def _echo_json(value: object) -> None:
    import msgspec

    click.echo(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


class _Progress:
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
