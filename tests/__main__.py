"""``./bikupa test``: all on SQLite, and what needs PostgreSQL on PostgreSQL. Arguments go to one pytest run.

The two run side by side: the first needs the processors, the second mostly waits for clocks to run out.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile

from tests.services import POSTGRES, REQUIRED, postgres_url

PYTEST = [sys.executable, "-m", "pytest"]
# Two workers: on two cores more only get into each other's way. Which tests share one stands in tests/grouping.py.
EVERYTHING = ["-n", "2", "-q"]
ON_POSTGRES = [*EVERYTHING, "-m", "postgres"]


def main(arguments: list[str]) -> int:
    if arguments:
        return subprocess.call([*PYTEST, *arguments])
    if postgres_url() is None:
        result = subprocess.call([*PYTEST, *EVERYTHING])
        say(f"PostgreSQL does not answer at {POSTGRES}: its tests did not run.")
        return result or int(REQUIRED)
    with tempfile.TemporaryFile("w+") as output:
        environment = {**os.environ, "DATABASE_URL": POSTGRES}
        second = subprocess.Popen([*PYTEST, *ON_POSTGRES], env=environment, stdout=output, stderr=output)
        try:
            result = subprocess.call([*PYTEST, *EVERYTHING])
            say("On PostgreSQL:")
            second.wait()
        finally:
            if second.poll() is None:
                second.send_signal(signal.SIGINT)  # so that it stops the sites it has started
                second.wait()
            output.seek(0)
            say(output.read())
    return result or second.returncode


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
