"""The engine stands alone, and what its documents show is true."""

import ast
import doctest
import importlib
import pkgutil
import sys
from pathlib import Path

import pytest

import engine

ENGINE = Path(engine.__file__).parent
FILES = sorted(ENGINE.rglob("*.py"))


def run_time(path: Path) -> ast.Module:
    """The syntax tree of a file without what only type checkers and the compiler read."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            node.body = [ast.Pass()]
    return tree


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ENGINE)))
def test_it_imports_the_standard_library_and_itself_only(path: Path) -> None:
    for node in ast.walk(run_time(path)):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names = [node.module or ""]
        for name in names:
            assert name.split(".")[0] in sys.stdlib_module_names, (path, name)


def test_the_core_imports_nothing_but_types_and_itself() -> None:
    for path in (ENGINE / "core").glob("*.py"):
        for node in ast.walk(run_time(path)):
            assert not isinstance(node, ast.Import)
            if isinstance(node, ast.ImportFrom):
                assert node.level == 1 or node.module in ("typing", "collections.abc"), (path, node.module)


def test_examples_in_docstrings() -> None:
    tried = 0
    for module in pkgutil.walk_packages([str(ENGINE)], "engine."):
        if not module.name.endswith("__main__"):
            tried += doctest.testmod(importlib.import_module(module.name), raise_on_error=False).attempted
            assert doctest.testmod(importlib.import_module(module.name)).failed == 0
    assert tried > 5


def test_examples_in_the_readme() -> None:
    result = doctest.testfile(str(ENGINE / "README.md"), module_relative=False)
    assert result.failed == 0
    assert result.attempted > 15
