"""Run every check and say which failed. ``python -m hive_site.checks [NAME ...]`` runs only the named ones."""

from __future__ import annotations

import os
import subprocess
import sys
import time

from .traces import ROOT

PYTHON = sys.executable
TOOL = [PYTHON, "-m"]
# No server is asked; only the settings are judged.
PRODUCTION = {
    "DJANGO_SETTINGS_MODULE": "hive_site.settings.production",
    "SECRET_KEY": "a-key-only-for-the-check-0123456789-abcdefghijklmnopqrstuvwxyz",
    "DATABASE_URL": "postgres://bikupa@localhost/bikupa",
    "REDIS_URL": "redis://localhost:6379/0",
    "SITE_URL": "https://hive.example",
    "EMAIL_URL": "smtp://localhost:25",
}
TESTS = {"DJANGO_SETTINGS_MODULE": "hive_site.settings.test"}

Check = tuple[list[str], dict[str, str]]
CHECKS: dict[str, Check] = {
    "lint": ([*TOOL, "ruff", "check", "."], {}),
    "format": ([*TOOL, "ruff", "format", "--check", "-q", "."], {}),
    "types": ([*TOOL, "mypy"], TESTS),
    "imports": ([PYTHON, "-c", "from importlinter.cli import lint_imports_command as c; c()"], TESTS),
    "templates": ([*TOOL, "djlint", "templates", "--lint", "--quiet"], {}),
    "migrations": ([PYTHON, "manage.py", "makemigrations", "--check", "--dry-run"], TESTS),
    "deploy": ([PYTHON, "manage.py", "check", "--deploy", "--fail-level", "WARNING"], PRODUCTION),
    "traces": ([*TOOL, "hive_site.checks.traces"], {}),
    "docs": ([*TOOL, "hive_site.checks.docs"], {}),
    "lock": ([*TOOL, "hive_site.checks.lock", "check"], {}),
}


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in CHECKS]
    if unknown:
        sys.stderr.write(f"There is no check {', '.join(unknown)}. There are: {', '.join(CHECKS)}.\n")
        return 2
    failed = [name for name in names or CHECKS if not passes(name)]
    if failed:
        sys.stderr.write(f"Failed: {', '.join(failed)}\n")
    return 1 if failed else 0


def passes(name: str) -> bool:
    """Run one check; what it has to say is shown only when it fails or the check could not be made."""
    command, environment = CHECKS[name]
    began = time.monotonic()
    done = subprocess.run(  # noqa: S603
        command, cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True
    )
    verdict = "failed" if done.returncode else "ok"
    sys.stdout.write(f"{name:<12}{verdict:<8}{time.monotonic() - began:5.1f} s\n")
    if done.returncode or name == "lock":
        sys.stdout.write(done.stdout + done.stderr)
    sys.stdout.flush()
    return not done.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
