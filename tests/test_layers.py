"""Who may know whom: arrows never point up, and heavy libraries stay where they belong.

Every import statement counts, also those inside functions and those for the type checker only.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from functools import cache
from graphlib import TopologicalSorter
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from exgen import problem_set
from exgen.key import encode

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent

# From the top down. A folder stands for all its modules, unless one of them has a line of its own.
LAYERS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("names, calls, prints", ("__main__", "cli", "commands")),
    (
        "files in, files out, texts for people",
        (
            "build", "catalogue", "columns", "coverage", "lint", "measure", "press", "preview", "render", "report",
            "skeleton", "submissions", "terminal",
        ),
    ),
    (
        "data to data: sets, exercises, keys, marks",
        (
            "counting", "derivation", "exercise", "freeze", "grading", "key", "lab", "measure.formula",
            "measure.record", "measure.statistics", "measure.verdict", "problem_set", "review", "set_file",
            "submissions.submission",
        ),
    ),
    (
        "data to data: pages, laws, draws, units",
        (
            "draw", "errors", "expression", "files", "grids", "lab.names", "library", "outline", "solved", "solving",
            "ranking", "tables", "template", "toml", "units", "values", "wording",
        ),
    ),
)  # fmt: skip

COMMANDS = tuple(
    f"commands.{name}"
    for name in ("checking", "grading", "judging", "labs", "making", "shared", "showing")
)
NEVER = ("torch", "triton", "gpu_checks", "tests")
ONLY_IN = {
    "weasyprint": ("render.pdf",),
    "typst": ("render.math",),
    "sympy": ("expression.algebra",),
    "lark": ("expression.parse",),
    "pint": ("units",),
    "jinja2": ("measure.report", "render.page", "report.page"),
    "click": ("cli", *COMMANDS),
    "random": (),
    "socket": (),
}
WITHOUT_SYMPY = (
    "grading",
    "key",
    "expression.evaluate",
    "expression.parse",
    "submissions",
    "render",
    "report",
)


def _name(path: Path) -> str:
    parts = path.relative_to(ROOT / "exgen").with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


MODULES = {_name(path): path for path in sorted((ROOT / "exgen").rglob("*.py"))}


def layer(module: str) -> int | None:
    """The number of a module's layer, 0 at the bottom; its own line counts before its folder's."""
    for name in (module, module.partition(".")[0]):
        for height, (_, names) in enumerate(reversed(LAYERS)):
            if name in names:
                return height
    return None


@cache
def tree(module: str) -> ast.Module:
    return ast.parse(MODULES[module].read_text("utf-8"))


def imported(node: ast.AST) -> Iterator[str]:
    """Full names of what one statement imports: modules, or names out of them."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        assert node.level == 0, "imports are absolute here"
        yield from (f"{node.module}.{alias.name}" for alias in node.names)


def imports(module: str) -> set[str]:
    return {name for node in ast.walk(tree(module)) for name in imported(node)}


def own(name: str) -> str | None:
    """The module of exgen that a full name lies in: `key` for `exgen.key.Part`."""
    top, _, rest = name.partition(".")
    if top != "exgen":
        return None
    if rest in MODULES:
        return rest
    return rest.rpartition(".")[0]


def arrows(module: str) -> set[str]:
    found = {own(name) for name in imports(module)}
    return {name for name in found if name}  # `from exgen import __version__` is nobody's arrow


NAMED = [module for module in MODULES if module]


@pytest.mark.parametrize("module", NAMED)
def test_every_module_has_a_layer(module: str) -> None:
    assert layer(module) is not None, (
        f"say in LAYERS of {Path(__file__).name} where {module} stands"
    )


def test_the_table_has_no_line_for_what_is_not_there() -> None:
    folders = {module.partition(".")[0] for module in MODULES}
    lines = {name for _, names in LAYERS for name in names}
    assert lines <= MODULES.keys() | folders


@pytest.mark.parametrize("module", NAMED)
def test_arrows_never_point_up(module: str) -> None:
    here = layer(module)
    assert here is not None
    up = {name for name in arrows(module) if (layer(name) or 0) > here}
    assert not up, f"{module} knows {', '.join(sorted(up))}, which stand above it"


def _runs(node: ast.AST) -> Iterator[ast.AST]:
    """All statements below a node but those under `if TYPE_CHECKING`."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
            continue
        yield child
        yield from _runs(child)


def test_no_two_modules_need_each_other() -> None:
    graph = {
        module: {own(name) for node in _runs(tree(module)) for name in imported(node)}
        - {None, module, ""}
        for module in NAMED
    }
    TopologicalSorter(graph).prepare()  # raises CycleError, which names them


@pytest.mark.parametrize("module", NAMED)
def test_libraries_stay_in_their_place(module: str) -> None:
    roots = {name.partition(".")[0] for name in imports(module)}
    assert not roots & set(NEVER), f"exgen never imports {NEVER}"
    for library, places in ONLY_IN.items():
        assert library not in roots or module in places, (
            f"{library} belongs in {places}, not {module}"
        )


PRINTERS = re.compile(
    r"print|pprint|input|(click\.)?(echo|secho)|sys\.(stdout|stderr|stdin|exit)\b.*"
)


@pytest.mark.parametrize(
    "module", [module for module in NAMED if module != "cli" and module not in COMMANDS]
)
def test_only_the_command_line_prints(module: str) -> None:
    used = {
        ast.unparse(node)
        for node in ast.walk(tree(module))
        if isinstance(node, ast.Name | ast.Attribute)
    }
    prints = {text for text in used if PRINTERS.fullmatch(text)}
    assert not prints, (
        f"{module} uses {', '.join(sorted(prints))}; printing is for cli and commands/"
    )


def loaded(code: str) -> set[str]:
    """Top-level names in `sys.modules` after `code` has run in a new interpreter."""
    report = "import sys; print(*sys.modules, file=sys.stderr)"
    words = [sys.executable, "-c", f"{code}\n{report}"]
    run = subprocess.run(words, check=False, capture_output=True, text=True, cwd=ROOT)
    assert run.returncode == 0, run.stderr
    return {name.partition(".")[0] for name in run.stderr.splitlines()[-1].split()}


def _under(names: tuple[str, ...]) -> list[str]:
    return [m for m in NAMED if m in names or m.partition(".")[0] in names]


def test_a_key_is_graded_and_printed_without_algebra() -> None:
    names = _under(WITHOUT_SYMPY)
    assert len(names) > len(WITHOUT_SYMPY)
    assert "sympy" not in loaded("\n".join(f"import exgen.{name}" for name in names))


def _command(*words: str) -> str:
    return f"from exgen.cli import main\nmain({list(words)!r}, standalone_mode=False)"


@pytest.mark.parametrize("command", [("--help",), ("--version",), ("list",), ("list", "--json")])
def test_light_commands_load_nothing_heavy(command: tuple[str, ...]) -> None:
    assert not loaded(_command(*command)) & {
        "sympy",
        "weasyprint",
        "typst",
        "pint",
        "jinja2",
        "lark",
    }


def test_grade_loads_neither_algebra_nor_pdf(tmp_path: Path) -> None:
    key, answers = tmp_path / "key.json", tmp_path / "answers.csv"
    where, wish = [ROOT / "templates"], problem_set.Wish()
    chosen, name = problem_set.choose("interview", wish, where)
    key.write_bytes(encode(problem_set.make(name, chosen, "1", wish, where, lambda _: None)))
    answers.write_text(
        "student,exercise,part,answer\nA,1,a,2 L\nA,1,b,3 MB\nA,2,T,41 ms\n", "utf-8"
    )
    modules = loaded(_command("grade", str(answers), "--key", str(key)))
    assert "exgen" in modules
    assert not modules & {"sympy", "weasyprint", "typst"}


def test_dependencies_are_what_is_imported() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    declared = {re.split(r"[<>=;\[ ]", text)[0] for text in project["dependencies"]}
    provided = packages_distributions()
    roots = {name.partition(".")[0] for module in NAMED for name in imports(module)}
    foreign = roots - set(sys.stdlib_module_names) - {"exgen"}
    needed = {provided[root][0].lower().replace("_", "-") for root in foreign}
    fonts = {name for name in declared if name.startswith("font-")}  # found by name, not imported
    assert declared - fonts == needed
