"""Follow an event from its record and compare: the same standings, and the same round from every pairing run?"""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.models import Tournament
from tournaments.selectors.record import record_differences, run_differences


class Command(BaseCommand):
    """Prints ``same``, or what differs; the exit code is 1 then."""

    help = "Follow an event from its record alone and compare it with the tables."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", type=int, metavar="ID", help="number of the event, as in its address")

    def handle(self, *args: Any, event: int, **options: Any) -> None:
        try:
            tournament = Tournament.objects.get(pk=event)
        except Tournament.DoesNotExist:
            raise CommandError(f"There is no event {event}.") from None
        found = record_differences(tournament) + run_differences(tournament)
        for line in found:
            self.stdout.write(line)
        if found:
            raise CommandError(f"{len(found)} differences")
        self.stdout.write("same")
