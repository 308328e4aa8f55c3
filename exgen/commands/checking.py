"""The command about evidence: check counts the laws, measures what they predict, and judges."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from exgen.commands.shared import echo_json, folder_option, plain

if TYPE_CHECKING:
    from exgen.measure.folder import Findings
    from exgen.measure.record import Plan


@click.command()
@click.argument("templates", nargs=-1)
@folder_option
@click.option("--device", type=click.Choice(["cuda", "cpu"]), default="cpu", show_default=True)
@click.option("--minutes", type=click.FloatRange(0.1, 600), default=10.0, show_default=True)
@click.option(
    "--seeds",
    type=click.IntRange(1, 1000),
    default=5,
    show_default=True,
    help="Draws of a template to count.",
)
@click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path),
    default=Path("out/checks"),
    show_default=True,
    help="Folder for records and report.",
)
@click.option(
    "--plan",
    "plan_path",
    type=click.Path(path_type=Path),
    help="Only write the plan: for gpu_checks/run.py on another machine.",
)
@click.option(
    "--read",
    "records",
    type=click.Path(path_type=Path),
    help="Judge the records that lie in this folder.",
)
@click.option(
    "--report", "witnesses", is_flag=True, help="List every template with its three witnesses."
)
@click.option("--json", "as_json", is_flag=True, help="Machine-readable.")
def check(
    templates: tuple[str, ...], folder: Path | None, device: str, minutes: float, seeds: int,
    out: Path, plan_path: Path | None, records: Path | None, witnesses: bool, as_json: bool,
) -> None:  # fmt: skip
    r"""Confirm the laws: count them exactly, and measure what they predict.

    \b
    exgen check --device cpu                      this machine, under two minutes
    exgen check --plan plan.json --device cuda    predictions, written first
    python gpu_checks/run.py plan.json -o DIR     on the machine with the GPU
    exgen check --read DIR                        verdicts from the samples
    """
    from exgen import library
    from exgen.measure import folder as records_in
    from exgen.measure import listing, report
    from exgen.measure import witnesses as evidence

    where = library.folders(folder)
    if witnesses:
        rows = evidence.rows(library.pages(where), records)
        echo_json([plain(row) for row in rows]) if as_json else click.echo(listing.witnesses(rows))
        return
    if records is None:
        plan = _write_plan(templates, device, seeds, where, plan_path or out / "plan.json")
        if plan_path is not None:
            click.echo(click.format_filename(plan_path))
            click.echo(f"{len(plan.draws)} draws to count, {len(plan.checks)} checks", err=True)
            return
        _run(out / "plan.json", out, device, minutes)
    read = records or out
    if not read.is_dir():
        from exgen.errors import UsageError

        raise UsageError(f"no folder {str(read)!r}")
    findings = records_in.read(read)
    report.write(findings, read)
    echo_json(plain(findings)) if as_json else click.echo(listing.findings(findings))
    click.echo(click.format_filename(read / "report.html"), err=True)
    _end(findings)


def _write_plan(
    templates: tuple[str, ...], device: str, seeds: int, where: list[Path], path: Path
) -> Plan:
    from datetime import UTC, datetime

    from exgen import build
    from exgen.measure import plan as planning
    from exgen.measure import record

    written_at = datetime.now(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
    plan = planning.write(templates, device, seeds, written_at, where)
    build.write({path: record.encode(plan)})
    return plan


def _run(plan: Path, out: Path, device: str, minutes: float) -> None:
    """The checks in a process of their own: only that one needs torch. Its talk goes to stderr."""
    from importlib.util import find_spec

    from exgen import library
    from exgen.errors import UsageError

    if find_spec("torch") is None:
        raise UsageError(
            "counting and measuring need torch, which is not installed",
            hint="pip install 'exgen[checks]'; or exgen check --plan plan.json, and run "
            "gpu_checks/run.py on a machine that has it",
        )
    runner = str(library.checks() / "run.py")
    command = [sys.executable, runner, str(plan), "-o", str(out)]
    command += ["--device", device, "--minutes", str(minutes)]
    ended = subprocess.run(command, stdout=sys.stderr.fileno(), check=False)  # noqa: S603 - our own runner, paths as given
    if ended.returncode == 2:
        raise UsageError("nothing was measured", hint="see the line above")


def _end(findings: Findings) -> None:
    """Exit code 1 where a witness disagrees."""
    if findings.bad:
        sys.exit(1)
