"""Fill an empty site with the demo championship."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from accounts.models import User
from hive_site import local_pool
from hive_site.demo.championship import load
from hive_site.demo.people import accounts_text


class Command(BaseCommand):
    help = "Replay the demo championship into an empty site and print its accounts."

    def handle(self, *args: Any, **options: Any) -> None:
        if User.objects.exists():
            raise CommandError("This site has players already. The demo only fills an empty one.")
        broker, settings.BROKER = settings.BROKER, "held"
        try:
            # The story runs in the past: tasks would read today's clock. What they do, the replay does itself.
            load(now=timezone.now(), say=lambda line: self.stdout.write(line))
        finally:
            settings.BROKER = broker
            local_pool.drop_held()
        settings.VAR.mkdir(parents=True, exist_ok=True)
        (settings.VAR / "demo-accounts.txt").write_text(accounts_text())
        self.stdout.write(accounts_text())
