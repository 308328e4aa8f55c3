"""Judging without a key: judge."""

from __future__ import annotations

import sys
from typing import Any

import click

from exgen.commands.shared import echo_json, plain


@click.command(context_settings={"ignore_unknown_options": True})  # -3 ms is an answer
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
    echo_json(plain(verdict)) if as_json else click.echo(case_words.said(verdict))
