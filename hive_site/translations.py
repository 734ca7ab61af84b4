"""Makes the catalogues Django reads (``.mo``) from those people write (``.po``), without any program but Python.

``python -m hive_site.translations`` compiles those that are older than their source; ``./bikupa`` calls it.
"""

from __future__ import annotations

from pathlib import Path

import polib

LOCALE = Path(__file__).resolve().parent.parent / "locale"


def sources() -> list[Path]:
    """Return the catalogues of all languages, as people write them."""
    return sorted(LOCALE.glob("*/LC_MESSAGES/*.po"))


def compile_stale() -> int:
    """Compile every catalogue that is newer than its compiled form, and return how many were."""
    done = 0
    for source in sources():
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime >= source.stat().st_mtime:
            continue
        # Written aside and moved, so that a process that starts meanwhile never reads half a file.
        aside = target.with_suffix(".mo.new")
        polib.pofile(str(source)).save_as_mofile(str(aside))
        aside.replace(target)
        done += 1
    return done


if __name__ == "__main__":
    compile_stale()
