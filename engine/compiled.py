"""Which build of the engine runs: the plain source, or its hot modules compiled ahead of time.

``python -m engine.build`` makes the compiled build; this file finds and loads it. The environment variable
``ENGINE_BUILD`` chooses: ``auto`` (the compiled build if there is one, the default), ``pure``, or
``compiled`` (an ImportError if there is none). A build belongs to the exact text of the core's source and to
one interpreter: after any change it is not found any more, so a stale one never runs.
"""

import hashlib
import importlib
import os
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType

PACKAGE = Path(__file__).resolve().parent
BUILDS = PACKAGE / "__compiled__"
SUFFIX = EXTENSION_SUFFIXES[0]

# What is compiled. The rest is the edge, where plain Python is as good, and ``core.perft``, which must hear
# Ctrl-C: compiled code does not. ``core.integers`` says what an ``i64`` is to an interpreter.
MODULES = (
    "core.tables",
    "core.position",
    "core.reach",
    "core.generate",
    "core.judge",
    "core.paths",
    "core.evaluate",
    "core.search",
)


class _Finder(MetaPathFinder):
    """Finds the modules of one build before their source is looked for."""

    def __init__(self, files: dict[str, Path]) -> None:
        self.files = files

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return where a compiled module lies, None for every other."""
        file = self.files.get(fullname)
        if file is None:
            return None
        return spec_from_file_location(fullname, file, loader=ExtensionFileLoader(fullname, str(file)))


def key() -> str:
    """Return the name of the build that fits this source and this interpreter.

    What is compiled uses nothing outside ``engine.core``, so that only changes there make a build stale.
    """
    digest = hashlib.sha256(SUFFIX.encode())
    for path in [*sorted((PACKAGE / "core").glob("*.py")), PACKAGE / "compiled.py", PACKAGE / "build.py"]:
        digest.update(b"\0%s\0" % path.relative_to(PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:24]


def activate() -> bool:
    """Let the compiled build be imported, where ``ENGINE_BUILD`` allows it and there is one; say whether.

    Must be called before the first import of a module that may be compiled.

    :raises ImportError: ``ENGINE_BUILD`` asks for a compiled build and none can be loaded, or is no choice.
    """
    choice = os.environ.get("ENGINE_BUILD") or "auto"
    if choice not in ("auto", "pure", "compiled"):
        raise ImportError(f"ENGINE_BUILD is {choice!r}: write auto, pure or compiled")
    if choice == "pure":
        return False
    problem = _load(BUILDS / key()) if BUILDS.is_dir() else "there is none"
    if problem and choice == "compiled":
        raise ImportError(f"no compiled build of this engine ({problem}): run ENGINE_BUILD=auto python -m engine.build")
    return not problem


def _load(folder: Path) -> str:
    """Make the modules of a build importable; return what is wrong with it, "" if nothing."""
    package = __name__.rpartition(".")[0]
    files = {f"{package}.{name}": folder / f"{name}{SUFFIX}" for name in MODULES}
    libraries = list(folder.glob(f"*__mypyc{SUFFIX}"))
    if len(libraries) != 1 or not all(file.is_file() for file in files.values()):
        return "none was made of this source by this Python"
    library = libraries[0].name.removesuffix(SUFFIX)
    finder = _Finder({**files, library: libraries[0]})
    sys.meta_path.insert(0, finder)
    try:
        importlib.import_module(library)
    except ImportError as error:  # made on another system
        sys.meta_path.remove(finder)
        return str(error)
    return ""


def _activate_or_tell() -> bool:
    try:
        return activate()
    except ImportError as error:
        # So far Python has only looked for the module that ``python -m engine`` names: a person waits for the answer.
        if sys.argv[:1] == ["-m"]:
            raise SystemExit(f"python -m {PACKAGE.name}: {error}") from None
        raise


COMPILED = _activate_or_tell()
