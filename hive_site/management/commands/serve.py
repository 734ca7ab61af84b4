"""The whole site in one process: pages, API, live streams, tasks and schedule."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from hive_site import local_pool
from hive_site.celery import app
from hive_site.first_run import demo_accounts, prepare
from hive_site.scheduler import Scheduler
from hive_site.server import LAST_PORT, NO_SUCH_PORT, NoSuchPort, PortTaken, open_port, serve_until_told

# With the server's own grace and the start of Python's exit this stays below three seconds.
TASK_GRACE = 1.0


class Command(BaseCommand):
    help = "Serve the whole site from this one process until Ctrl-C."
    requires_system_checks = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--no-demo", action="store_true", help="begin with an empty site")

    def handle(self, *args: Any, port: int, host: str, no_demo: bool, **options: Any) -> None:
        if settings.BROKER != "local":
            raise CommandError("serve is for the one-process settings; production starts its processes itself.")
        try:
            listener = open_port(host, port)
        except NoSuchPort:
            raise CommandError(NO_SUCH_PORT.format(port=port, command="run")) from None
        except PortTaken:
            raise CommandError(
                f"Port {port} is taken by another program. Stop it, or choose another port: "
                f"./bikupa run --port {port + 1 if port < LAST_PORT else 8000}"
            ) from None
        except OSError as error:
            raise CommandError(f"Cannot listen on {host}, port {port}: {error}") from None
        port = listener.getsockname()[1]
        address = f"http://{host}:{port}"
        if "BIKUPA_URL" not in os.environ:
            # Addresses in mails lead to this very process.
            settings.SITE_URL = address
        try:
            accounts_told = prepare(demo=not no_demo, say=self.say)
        except KeyboardInterrupt:
            raise CommandError("Stopped before the site was ready; the next start begins again.") from None
        scheduler = Scheduler(app, settings.CELERY_BEAT_SCHEDULE)
        scheduler.start()
        self.greet(address, accounts="" if accounts_told else demo_accounts())
        serve_until_told(listener)
        scheduler.stop()
        ended = local_pool.stop(TASK_GRACE)
        self.say("Stopped." if ended else "Stopped; an unfinished task is taken up at the next start.")

    def greet(self, address: str, accounts: str) -> None:
        self.say(f"\nBikupa is at {address}  (Ctrl-C stops it)")
        if accounts:
            self.say(accounts.strip())
        self.say(f"Everything it keeps lies in {settings.VAR}, the mail it would send in {settings.VAR / 'mail'}.\n")

    def say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()
