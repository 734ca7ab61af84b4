"""Compile the engine's hot modules ahead of time: ``python -m engine.build``.

Needs a C compiler and, in the interpreter that runs this, mypy and setuptools. The result lies in
``engine/__compiled__`` and is used from the next start on (see ``engine.compiled``). Exit code 0 if there is
a build that fits now, 1 if none could be made; the reason is on standard error.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from .compiled import BUILDS, MODULES, PACKAGE, SUFFIX, key

# mypyc prints what the C compiler prints; of a failure the end tells most.
_TOLD = 2000


class CannotBuild(Exception):
    """The compiler is missing or refused; the text is its own."""


def build() -> Path:
    """Return the folder of the build that fits this source, made now if it is not there yet.

    Two that build at once do not disturb each other; older builds for this interpreter are removed.

    :raises CannotBuild: mypyc, setuptools or a C compiler is missing, or one of them failed.
    """
    name = key()
    folder = BUILDS / name
    if folder.is_dir():
        return folder
    BUILDS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=BUILDS, prefix="making-") as text:
        made = Path(text) / "made"
        _compile(Path(text), made)
        if key() != name:
            raise CannotBuild("the source was changed meanwhile: try again")
        try:
            made.rename(folder)
        except OSError:
            if not folder.is_dir():  # otherwise another one was quicker
                raise
    for old in BUILDS.iterdir():
        if old.name != name and any(old.glob(f"*{SUFFIX}")):
            shutil.rmtree(old, ignore_errors=True)
    return folder


def _compile(folder: Path, made: Path) -> None:
    """Compile a copy of the package below ``folder`` and gather the results in ``made``."""
    shutil.copytree(PACKAGE, folder / PACKAGE.name, ignore=shutil.ignore_patterns("__*__"))
    sources = [f"{PACKAGE.name}/{name.replace('.', '/')}.py" for name in MODULES]
    environment = {**os.environ, "MYPYC_OPT_LEVEL": "3", "MYPYC_DEBUG_LEVEL": "0", "ENGINE_BUILD": "pure"}
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-m", "mypyc", "--config-file=", "--cache-dir=cache", *sources],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise CannotBuild((done.stdout + done.stderr).strip()[-_TOLD:])
    made.mkdir()
    for library in folder.glob(f"*__mypyc{SUFFIX}"):
        library.rename(made / library.name)
    for name in MODULES:
        part = folder / PACKAGE.name / f"{name.replace('.', '/')}{SUFFIX}"
        part.rename(made / f"{name}{SUFFIX}")


def main() -> int:
    """Build, and say where the build lies or why there is none."""
    try:
        folder = build()
    except (CannotBuild, OSError) as error:
        sys.stderr.write(f"The engine runs as plain Python; it could not be compiled:\n{error}\n")
        return 1
    sys.stdout.write(f"{folder}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
