"""The requirement files: made from pyproject.toml, with exact versions and hashes, and without an index address.

python -m hive_site.checks.lock check    exit 1 when they are stale
python -m hive_site.checks.lock write    make them anew, keeping every version that still fits
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
UV = ROOT / ".uv" / "bin"
OPTIONS = ["--universal", "--generate-hashes", "--no-emit-index-url", "--no-header", "-q"]
FILES = {
    "run.txt": ["pyproject.toml"],
    "dev.txt": ["pyproject.toml", "--group", "dev", "-c", "requirements/run.txt"],
    "build.txt": ["--group", "build", "-c", "requirements/dev.txt"],
}


class CannotCompile(Exception):
    """uv refused; its own words are the message."""


def compile_in(folder: Path) -> None:
    """Bring the requirement files below ``folder`` up to date with its pyproject.toml.

    :raises CannotCompile: the index does not answer, or the requirements contradict each other.
    """
    for name, sources in FILES.items():
        command = [
            str(UV / "uv"),
            "pip",
            "compile",
            *sources,
            *OPTIONS,
            "-p",
            str(UV / "python"),
            "-o",
            f"requirements/{name}",
        ]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True)  # noqa: S603
        if done.returncode:
            raise CannotCompile(done.stderr.strip())


def stale_files() -> list[str]:
    """Return the requirement files that no longer say what pyproject.toml asks for."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copy(ROOT / "pyproject.toml", folder)
        shutil.copytree(ROOT / "requirements", folder / "requirements")
        compile_in(folder)
        return [file for file in FILES if read(folder, file) != read(ROOT, file)]


def read(folder: Path, file: str) -> str:
    return (folder / "requirements" / file).read_text()


def main(argument: str) -> int:
    try:
        if argument == "write":
            compile_in(ROOT)
            return 0
        stale = stale_files()
    except CannotCompile as problem:
        # Without the index nothing can be said about the lock; where the result counts, that is a failure.
        sys.stderr.write(f"The lock could not be compared; is the package index reachable?\n{problem}\n")
        return 1 if argument == "write" or os.environ.get("BIKUPA_CI") == "1" else 0
    if stale:
        sys.stderr.write(f"Stale: {', '.join(stale)}. Run ./bikupa lock and commit the result.\n")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "check"))
