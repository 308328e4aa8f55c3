"""The command for students of a lab: hand-in."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("hand-in")
@click.argument("record", type=click.Path(path_type=Path))
@click.option("--student", required=True, help="Your student id.")
@click.option("--part", required=True, help="Number and letter on the sheet: 1d.")
@click.option("--set", "code", default="", help="The code on the sheet, if it has one.")
@click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path),
    help="The file to write, else handed-in-PART.json beside the record.",
)
def hand_in(record: Path, student: str, part: str, code: str, out: Path | None) -> None:
    """Pack a RECORD that `exgen check` wrote into the file that a lab asks for."""
    from exgen import build, files
    from exgen.lab import claims, packing

    packed = packing.pack(files.read(record, claims.MOST), str(record), (student, part, code))
    place = out or record.with_name(f"handed-in-{packed.part}.json")
    build.write({place: packed.data})
    for claim in packed.claims:
        click.echo(f"{claim.id}: {'holds' if claim.holds else claim.says}", err=True)
    click.echo(click.format_filename(place))
