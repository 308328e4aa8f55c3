"""What the students of a lab are handed beside their sheet: files by name. No answer is in them."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

from exgen.lab import json_parsing
from exgen.lab.names import DATA, JSON_PARSING

if TYPE_CHECKING:
    from exgen.key import Exercise, Key, Part

_PATHS = '''"""Your two paths. `lab.parse()` gives the objects of the file, `lab.use(objects)` their
count and checksum. `kept` is a dict that lives through all 30 iterations of a path.

Each function is one iteration and returns what `lab.use` returns.
"""


def baseline(lab, kept):
    """Parses the file in every iteration."""
    raise NotImplementedError("write me: paths.py, baseline")


def contender(lab, kept):
    """Parses the file once and uses the same objects in every iteration."""
    raise NotImplementedError("write me: paths.py, contender")
'''
_PREDICTION = """# What do you expect on this machine? Fill in first, then: python run.py lock
parse_ms  =    # parsing the whole file once
use_ms    =    # counting the objects and adding up their checksum once
saving_ms =    # what the contender saves in all, over 30 iterations
why       =    # which calls disappear, and how many
"""
_CONCLUSION = """# Worked out from timings.json (which has nanoseconds)
student             =
name                =
baseline_median_ms  =    # median of the 30 iterations of the baseline
contender_median_ms =    # median of the 30 iterations of the contender
parse_ms            =    # median of parsing alone
saving_ms           =    # sum of all baseline iterations less sum of all contender iterations
verdict             =    # supported or rejected: is the saving within a quarter of 29 parses?
"""


def of_key(key: Key) -> dict[str, bytes]:
    """All files for all labs of a set: `lab-1d/run.py` and so on."""
    return {
        f"lab-{exercise.number}{part.label}/{name}": data
        for exercise in key.exercises
        for part in exercise.parts
        for name, data in _files(key.code, exercise, part).items()
    }


def _files(code: str, exercise: Exercise, part: Part) -> dict[str, bytes]:
    if part.lab is None or part.lab.name != JSON_PARSING:
        return {}  # a check needs no files: exgen itself measures
    number = next(given.value for given in exercise.givens if given.name == DATA)
    runner = (files("exgen") / "lab" / "json_parsing_run.txt").read_text("utf-8")
    return {
        "data.jsonl": json_parsing.data(number),
        "run.py": runner.replace("@SET@", code)
        .replace("@FIELD@", f"{exercise.number}{part.label}")
        .encode(),
        "paths.py": _PATHS.encode(),
        "prediction.txt": _PREDICTION.encode(),
        "conclusion.txt": _CONCLUSION.encode(),
    }
