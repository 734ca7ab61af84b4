"""No committed file may hold an address of a package index or a path of the machine it was written on."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent

# Split, so that this file does not find itself.
TRACES = {
    "an option that names a package index": re.compile(
        r"--(?:extra-)?" r"index-url[ =]|--find" r"-links[ =]|--default" r"-index[ =]|(?:UV|PIP)_(?:EXTRA_)?IND" r"EX"
    ),
    "the address of a package index": re.compile(r"pypi\.(?:org|python\.org)/" r"simple|files\.python" r"hosted\.org"),
    "a path of one machine": re.compile(r"(?<![\w.$}/~-])/(?:ho" r"me|Us" r"ers|ro" r"ot|wo" r"rk)/[\w.-]+"),
}
# Vendored files are kept as their authors wrote them.
SKIPPED = ("static/vendor/", "tests/browser/vendor/")


def tracked_files() -> list[Path]:
    """Return the files git knows, below the root of the project."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)  # noqa: S607
    names = [name for name in listed.stdout.decode().split("\0") if name]
    return [ROOT / name for name in names if not name.startswith(SKIPPED) and (ROOT / name).is_file()]


def traces_in(text: str) -> list[tuple[int, str]]:
    """Return the line number and the kind of every trace in a text."""
    return [
        (number, kind)
        for number, line in enumerate(text.splitlines(), 1)
        for kind, pattern in TRACES.items()
        if pattern.search(line)
    ]


def main() -> int:
    found = 0
    for path in tracked_files():
        try:
            text = path.read_text()
        except UnicodeDecodeError:
            continue
        for number, kind in traces_in(text):
            sys.stderr.write(f"{path.relative_to(ROOT)}:{number}: {kind}\n")
            found += 1
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
