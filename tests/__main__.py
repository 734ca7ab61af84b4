"""``./bikupa test``: all on SQLite, and what needs PostgreSQL on PostgreSQL. Arguments go to one pytest run.

The two run side by side: the first needs the processors, the second mostly waits for clocks to run out. At the
end the tests of the engine run once more on its compiled build, where there is a C compiler.
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
COMPILED = [*EVERYTHING, "tests/engine"]


def main(arguments: list[str]) -> int:
    if arguments:
        return subprocess.call([*PYTEST, *arguments])
    result = on_both_databases()
    return on_the_compiled_engine() or result


def on_both_databases() -> int:
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
                try:
                    second.wait(60)
                except subprocess.TimeoutExpired:  # started where nobody listens to SIGINT
                    second.kill()
            output.seek(0)
            say(output.read())
    return result or second.returncode


def on_the_compiled_engine() -> int:
    built = subprocess.run([sys.executable, "-m", "engine.build"], capture_output=True, text=True)
    if built.returncode:
        say(f"{built.stderr.strip()}\nThe tests of the compiled engine did not run.")
        return int(REQUIRED)
    say("On the compiled engine:")
    return subprocess.call([*PYTEST, *COMPILED], env={**os.environ, "ENGINE_BUILD": "compiled"})


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
