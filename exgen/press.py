"""Key -> booklets as PDF, on two cores where there are two.

Making the booklets is the long part of a build. The longest one is left to a second process, which
loads its libraries while the key is still being drawn. The bytes do not depend on who makes them.
"""

from __future__ import annotations

import os
import signal
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from typing import TYPE_CHECKING

from exgen.errors import ExgenError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from exgen.key import Key

LONGEST = "solutions"


@contextmanager
def press(
    names: Sequence[str], paper: str
) -> Iterator[Callable[[Key, Callable[[str], None]], dict[str, bytes]]]:
    """A function from a key to file name -> bytes; it calls `step` with the name of each file.

    Entering starts the second process. Leaving early does not wait for what it is doing.
    """
    if LONGEST not in names or len(names) < 2 or _cores() < 2:
        yield lambda key, step: {_file(name, step): booklet(name, key, paper) for name in names}
        return
    # spawn, not fork: Typst keeps threads, and a forked child of such a process can hang
    pool = ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=_warm_up)
    try:
        pool.submit(os.getpid)  # a first task starts the process
        yield lambda key, step: _side_by_side(pool, names, key, paper, step)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _side_by_side(
    pool: ProcessPoolExecutor,
    names: Sequence[str],
    key: Key,
    paper: str,
    step: Callable[[str], None],
) -> dict[str, bytes]:
    longest = pool.submit(booklet, LONGEST, key, paper)
    made = {_file(name, step): booklet(name, key, paper) for name in names if name != LONGEST}
    made[_file(LONGEST, step)] = longest.result()
    return {f"{name}.pdf": made[f"{name}.pdf"] for name in names}


def booklet(name: str, key: Key, paper: str) -> bytes:
    """One booklet: problems, solutions or interviewer."""
    from exgen.render import page, pdf

    html = {
        "problems": page.problems_html,
        "solutions": page.solutions_html,
        "interviewer": page.interviewer_html,
    }[name]
    return pdf.pdf(html(key, paper))


def _file(name: str, step: Callable[[str], None]) -> str:
    step(f"{name}.pdf")
    return f"{name}.pdf"


def _cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _warm_up() -> None:
    """In the second process: load what takes long; Ctrl-C is for the first process to answer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    from exgen.render import pdf

    with suppress(ExgenError):  # the first booklet raises it again, where it can be reported
        pdf.load()
