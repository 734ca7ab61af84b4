"""A site of real processes on a database and a Redis of its own, each of which a test may kill and start again."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest

from hive_site import processes
from tests.services import free_port, redis_server, require

ROOT = Path(__file__).resolve().parent.parent.parent
PASSWORD = "a long password for tests"
# Only so that a broken site does not hang the tests; nothing is measured by it.
PATIENCE = 120.0


def wait_until(what: str, condition: Callable[[], bool], seconds: float = PATIENCE, pause: float = 0.2) -> None:
    """Ask again and again until the condition holds.

    :raises AssertionError: it never did; the message says what was waited for.
    """
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, f"waited {seconds:g} s in vain: {what}"
        time.sleep(pause)


class Site:
    """Web, worker and beat, started one by one.

    ``database`` and ``redis`` are addresses; logs and files of the site lie in ``folder``.
    """

    def __init__(self, folder: Path, database: str, redis: str) -> None:
        self.folder = folder
        self.database = database
        self.port = free_port()
        self.environment = {
            **{key: value for key, value in os.environ.items() if not key.startswith(("COV_", "PYTEST_"))},
            "DJANGO_SETTINGS_MODULE": "hive_site.settings.stack",
            "BIKUPA_VAR": str(folder),
            "BIKUPA_URL": f"http://127.0.0.1:{self.port}",
            "DATABASE_URL": database,
            "REDIS_URL": redis,
            "FLAG_SWEEP_SECONDS": "1",
        }
        self.commands = {
            "web": processes.live("--port", str(self.port)),
            "worker": processes.worker(),
            "beat": processes.beat(folder),
        }
        self.running: dict[str, subprocess.Popen[bytes]] = {}
        self.kills: list[str] = []

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self, *names: str) -> None:
        """Start processes; with the web server among them, wait until it answers."""
        for name in names:
            log = (self.folder / f"{name}.log").open("ab")
            self.running[name] = subprocess.Popen(
                self.commands[name],
                cwd=ROOT,
                env=self.environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
            log.close()
        if "web" in names:
            wait_until("the web server answers", self.answers)

    def answers(self) -> bool:
        process = self.running.get("web")
        assert process is None or process.poll() is None, "the web server ended by itself"
        with contextlib.suppress(OSError), urllib.request.urlopen(f"{self.address}/healthz", timeout=5) as answer:
            return bool(answer.status == 200)
        return False

    def kill(self, name: str) -> None:
        """Kill a process and all it started, as ``kill -9`` does: it gets no chance to put anything in order."""
        process = self.running.pop(name)
        assert process.poll() is None, f"{name} ended by itself"
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        self.kills.append(name)

    def stop(self) -> None:
        for process in self.running.values():
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        self.running.clear()

    def manage(self, *arguments: str) -> str:
        """Run a command of Django's and return what it wrote."""
        command = [sys.executable, "manage.py", *arguments]
        done = subprocess.run(command, cwd=ROOT, env=self.environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def run(self, script: str) -> str:
        """Run a few lines of Python inside the site."""
        return self.manage("shell", "-v0", "-c", script)

    def rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """Look into the database past the site, so that looking changes nothing."""
        with psycopg.connect(self.database) as connection:
            return connection.execute(sql, values).fetchall()

    def value(self, sql: str, *values: Any) -> Any:
        return self.rows(sql, *values)[0][0]

    def logs(self) -> str:
        return "\n".join(f"--- {path.name}\n{path.read_text()[-6000:]}" for path in sorted(self.folder.glob("*.log")))


class Answer:
    """What the API answered."""

    def __init__(self, status: int, body: Any) -> None:
        self.status = status
        self.body = body

    @property
    def code(self) -> str:
        return str(self.body.get("code", "")) if isinstance(self.body, dict) else ""

    @property
    def come_again(self) -> bool:
        """The server could not say: it is starting, or another process died while it worked on this request."""
        return self.status in (502, 503) or self.code == "request_in_progress"

    def __repr__(self) -> str:
        return f"{self.status} {str(self.body)[:500]}"


class Program:
    """A program that plays: one player's token, and the patience of a client that knows servers restart.

    A request whose answer got lost is sent again with the same Idempotency-Key, so that it is done once.
    """

    def __init__(self, site: Site, name: str) -> None:
        self.site = site
        self.name = name
        self.token = ""
        self.repeated = 0
        self.token = self.post("auth/login/", {"login": name, "password": PASSWORD}, expect=200).body["token"]

    def get(self, path: str) -> Answer:
        return self.send("GET", path, None, expect=200)

    def post(self, path: str, body: Any = None, expect: int | None = None) -> Answer:
        return self.send("POST", path, body or {}, expect)

    def send(self, method: str, path: str, body: Any, expect: int | None) -> Answer:
        """Send until there is an answer. ``expect``: the status it must have.

        :raises AssertionError: another status, or no answer for :data:`PATIENCE` seconds.
        """
        key = str(uuid.uuid4())
        until = time.monotonic() + PATIENCE
        while True:
            try:
                answer = self._send(method, path, body, key)
            except (OSError, ConnectionError, json.JSONDecodeError):
                answer = None
                self.repeated += 1
            if answer is not None and not answer.come_again:
                assert expect is None or answer.status == expect, f"{self.name} {method} {path}: {answer}"
                return answer
            assert time.monotonic() < until, f"{self.name} {method} {path}: no answer"
            time.sleep(0.2)

    def _send(self, method: str, path: str, body: Any, key: str) -> Answer:
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if self.token:
            headers["Authorization"] = f"Token {self.token}"
        if method != "GET" and self.token:
            headers["Idempotency-Key"] = key
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            f"{self.site.address}/api/v1/{path}", data=data, headers=headers, method=method
        )
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return Answer(answer.status, json.load(answer))
        except urllib.error.HTTPError as error:
            return Answer(error.code, json.load(error))


MAKE_PLAYERS = """
from allauth.account.models import EmailAddress
from accounts.models import User
for name in {names!r}:
    user = User.objects.create_user(name, name + "@example.org", {password!r})
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
"""


def make_players(site: Site, names: list[str]) -> None:
    """Create players with a confirmed address; how a person signs up is another test's matter."""
    site.run(MAKE_PLAYERS.format(names=names, password=PASSWORD))


@contextlib.contextmanager
def fresh_database() -> Iterator[str]:
    """Make an empty PostgreSQL database and remove it afterwards; yields its address."""
    server = require("postgres")
    name = f"bikupa_e2e_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
        try:
            yield urlsplit(server)._replace(path=f"/{name}").geturl()
        finally:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


@contextlib.contextmanager
def running_site(folder: Path) -> Iterator[Site]:
    """Yield a migrated site of which nothing runs yet; shows its logs if the test fails."""
    (folder / "redis").mkdir()
    with fresh_database() as database, redis_server(folder / "redis") as redis:
        site = Site(folder, database, redis)
        try:
            site.manage("migrate", "-v0")
            yield site
        except BaseException:
            sys.stderr.write(site.logs())
            raise
        finally:
            site.stop()


def e2e(test: Any) -> Any:
    """Mark a test that starts a whole site."""
    return pytest.mark.postgres(pytest.mark.redis(test))
