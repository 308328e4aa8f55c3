"""The one error an author or a student can cause: data first, text second.

Everything that can go wrong with a page, a data file, a key or a command line is an
`ExgenError` (or a list of them in `Findings`). They travel up to `cli.py`, which alone
prints them and picks the exit code. Nothing below the command line prints.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

FINDINGS = 1
USAGE = 2
UNREADABLE = 3


class ExgenError(Exception):
    """A mistake somebody can mend: where it is, what is wrong, what would help.

    `path` and `line` are None where the mistake is not in a file; `exit_code` is what the
    command line returns (1 findings, 2 usage, 3 unreadable input).
    """

    exit_code = FINDINGS

    def __init__(
        self, message: str, *, path: str | None = None, line: int | None = None, hint: str = ""
    ) -> None:
        super().__init__(message)
        self.message, self.path, self.line, self.hint = message, path, line, hint

    def __str__(self) -> str:
        """`path:line: message (hint)`, so that an editor can jump to it."""
        place = f"{self.path}:{self.line or 1}: " if self.path else ""
        return f"{place}{self.message}" + (f" ({self.hint})" if self.hint else "")

    def at(self, path: str | None, line: int | None = None) -> ExgenError:
        """The same error, placed; a place that is already known is kept."""
        return type(self)(
            self.message, path=self.path or path, line=self.line or line, hint=self.hint
        )


class UsageError(ExgenError):
    """The command was called with words that make no sense together."""

    exit_code = USAGE


class UnreadableError(ExgenError):
    """A file that could not be read at all: missing, truncated, of another kind or version."""

    exit_code = UNREADABLE


class InfeasibleError(ExgenError):
    """These values make no exercise: a `require` fails, a quotient is by zero, a slip coincides."""


class Findings(ExgenError):
    """Several errors found in one go; prints one a line, in order."""

    def __init__(self, errors: Sequence[ExgenError]) -> None:
        super().__init__("\n".join(str(error) for error in errors))
        self.errors = tuple(errors)
        self.exit_code = max(error.exit_code for error in errors)

    def at(self, path: str | None, line: int | None = None) -> Findings:
        """The same errors, each placed where it has no place of its own."""
        return Findings([error.at(path, line) for error in self.errors])


def raise_all(errors: Sequence[ExgenError]) -> None:
    """Raise nothing, the one error, or all of them together."""
    if len(errors) == 1:
        raise errors[0]
    if errors:
        raise Findings(errors)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A hint for a misspelt word, or what there is to choose from; empty if nothing is known."""
    names = sorted(known)
    close = get_close_matches(word, names, n=1, cutoff=0.6)
    if close:
        return f"did you mean {close[0]!r}?"
    return f"known: {', '.join(names[:12])}{', …' if len(names) > 12 else ''}" if names else ""
