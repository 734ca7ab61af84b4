"""Every link of the documentation leads somewhere: files exist, headings exist."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from urllib.parse import unquote

from .traces import ROOT, tracked_files

LINK = re.compile(r"!?\[[^\]]*\]\(\s*<?([^)>\s]+)>?(?:\s+[\"'][^)]*)?\)|^\[[^\]]+\]:\s*(\S+)", re.MULTILINE)
CODE = re.compile(r"^(```|~~~).*?^\1|`[^`\n]*`", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#{1,6}\s+(.*?)\s*#*$", re.MULTILINE)
OUTSIDE = re.compile(r"^[a-z][a-z0-9+.-]*:", re.IGNORECASE)


def links(text: str) -> list[str]:
    """Return the targets of the links in a Markdown text; what stands in code is none."""
    return [first or second for first, second in LINK.findall(CODE.sub("", text))]


def anchors(text: str) -> set[str]:
    """Return the anchors of the headings of a Markdown text, as code hosts write them."""
    seen: dict[str, int] = {}
    result = set()
    for heading in HEADING.findall(re.sub(r"^(```|~~~).*?^\1", "", text, flags=re.MULTILINE | re.DOTALL)):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").lower()
        anchor = re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")
        count = seen.get(anchor, 0)
        seen[anchor] = count + 1
        result.add(f"{anchor}-{count}" if count else anchor)
    return result


def broken_links(path: Path, known: set[Path]) -> list[str]:
    """Return what is wrong with the links of one file. ``known``: the files a fresh clone has."""
    problems = []
    for link in links(path.read_text()):
        if OUTSIDE.match(link):
            continue
        name, _, anchor = unquote(link).partition("#")
        target = (path.parent / name).resolve() if name else path
        if target not in known and not any(target in file.parents for file in known):
            problems.append(f"{link}: there is no such file")
        elif anchor and target.suffix == ".md" and anchor not in anchors(target.read_text()):
            problems.append(f"{link}: there is no such heading")
    return problems


def main() -> int:
    known = set(tracked_files())
    found = 0
    for path in sorted(file for file in known if file.suffix == ".md"):
        for problem in broken_links(path, known):
            sys.stderr.write(f"{path.relative_to(ROOT)}: {problem}\n")
            found += 1
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
