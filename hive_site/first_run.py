"""The first start of a copy of the site: tables, then the demo championship.

A marker file stands from the beginning to the end of it. If it is found at a later start, the first one was cut
short, before anybody could play, and everything begins again. One start at a time prepares, the others wait.
"""

from __future__ import annotations

import contextlib
import fcntl
from collections.abc import Callable, Iterator
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import connection

Say = Callable[[str], None]


def prepare(*, demo: bool, say: Say) -> bool:
    """Bring the database up to date; on the first start also load the demo, unless ``demo`` is False.

    Returns whether the demo was loaded now; its accounts have then been printed.
    """
    database = Path(settings.DATABASES["default"]["NAME"])
    marker = settings.VAR / "first-run"
    with alone(settings.VAR / "starting"):
        if marker.exists():
            say("The first start was interrupted; beginning again.")
            remove(database)
        first = not database.exists()
        if first:
            marker.touch()
        call_command("migrate", verbosity=0)
        loading = first and demo
        if loading:
            say("First start: replaying the demo championship. This happens once.")
            call_command("load_demo")
        connection.close()
        marker.unlink(missing_ok=True)
    return loading


@contextlib.contextmanager
def alone(path: Path) -> Iterator[None]:
    """Wait until no other process is here. The system ends the claim of a process that dies."""
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def remove(database: Path) -> None:
    """Remove an SQLite database with its journal files."""
    for suffix in ("", "-wal", "-shm", "-journal"):
        database.with_name(database.name + suffix).unlink(missing_ok=True)


def demo_accounts() -> str:
    """Return the lines about the demo accounts that ``load_demo`` left, or nothing."""
    path = settings.VAR / "demo-accounts.txt"
    return path.read_text() if path.exists() else ""
