"""``./bikupa test``: all on SQLite, then what needs PostgreSQL on PostgreSQL. Arguments go to one pytest run."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.services import POSTGRES, REQUIRED, postgres_url

PYTEST = [sys.executable, "-m", "pytest"]
# Two workers: on two cores more only get into each other's way.
EVERYTHING = ["-n", "2", "--dist", "loadgroup", "-q"]
NO_TESTS = 5


def main(arguments: list[str]) -> int:
    if arguments:
        return subprocess.call([*PYTEST, *arguments])
    say("On SQLite")
    result = subprocess.call([*PYTEST, *EVERYTHING])
    if postgres_url() is None:
        say(f"PostgreSQL does not answer at {POSTGRES}: its tests did not run.")
        return result or int(REQUIRED)
    say("On PostgreSQL")
    second = subprocess.call([*PYTEST, *EVERYTHING, "-m", "postgres"], env={**os.environ, "DATABASE_URL": POSTGRES})
    return result or (0 if second == NO_TESTS else second)


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
