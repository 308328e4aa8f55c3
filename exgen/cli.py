"""The command line: the table of commands, and the one place where errors end.

Data goes to stdout, talk to stderr. Exit codes: 0 fine, 1 findings, 2 usage, 3 unreadable input.
A command names its options, calls one function and prints; it imports what it needs when it runs,
so that `exgen --help` loads click and nothing else.
"""

from __future__ import annotations

import os
import sys
from typing import Any

import click

from exgen import __version__
from exgen.commands import checking, grading, judging, labs, making, showing


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


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="exgen")
def main() -> None:
    """Worked exercises on AI-systems performance: made, printed, solved and graded."""


for _command in (
    showing.list_,
    showing.show,
    showing.catalogue,
    showing.catalogue,
    making.solve,
    making.new,
    making.lint,
    making.build,
    grading.read_,
    grading.grade,
    grading.regrade,
    grading.diff,
    judging.judge,
    checking.check,
    labs.hand_in,
):
    main.add_command(_command)
