"""Feed one target with atheris until something is raised, memory runs away or a minute is up; run by hand.

    python -m venv /tmp/fuzz && /tmp/fuzz/bin/pip install atheris
    /tmp/fuzz/bin/python -m tests.engine.fuzz.run snapshot /tmp/fuzz/snapshot [-max_total_time=3600 ...]

The second argument is a folder for what is found interesting; it is filled with true inputs first. Further
arguments go to libFuzzer. Needs a Python for which there is an atheris (3.11 to 3.13).
"""

import os
import sys
from pathlib import Path

os.environ["ENGINE_BUILD"] = "pure"  # what is compiled cannot be watched

import atheris

with atheris.instrument_imports(include=["engine"]):
    from tests.engine.fuzz.targets import TARGETS, seeds

LIMITS = ["-max_total_time=60", "-rss_limit_mb=1024", "-timeout=10", "-max_len=20000"]


def main() -> None:
    """Fill the folder with seeds and begin."""
    if len(sys.argv) < 3 or sys.argv[1] not in TARGETS:
        sys.exit(f"{__doc__}\nTargets: {', '.join(TARGETS)}")
    folder = Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(seeds(sys.argv[1])):
        (folder / f"seed-{number:04}").write_bytes(seed)
    atheris.Setup([sys.argv[0], *LIMITS, *sys.argv[3:], str(folder)], TARGETS[sys.argv[1]])
    atheris.Fuzz()


if __name__ == "__main__":
    main()
