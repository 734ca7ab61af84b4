"""The standings of a TRF file, for comparison with other programs."""

import csv
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.exchange.trf import TrfError, read_trf
from tournaments.exchange.trf_fields import show_tenths
from tournaments.exchange.trf_standings import HALF, standings_input
from tournaments.standings import Edition, System, TiebreakValue, standings
from tournaments.tiebreaks import TiebreakError
from tournaments.tiebreaks.names import code_of

BAD_FILE = 3
EDITIONS = {"2024": Edition.FIDE_2024, "2026": Edition.FIDE_2026}


class Command(BaseCommand):
    help = "Print the standings of an event in TRF as CSV, with one column for each tie-break asked for."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a TRF16, TRF(x), TRF(bx) or TRF26 file")
        parser.add_argument("--tiebreaks", default="BH/C1,BH,SB,WIN", help="codes, in order, separated by commas")
        parser.add_argument("--edition", choices=EDITIONS, default="2026", help="year of FIDE's tie-break rules")
        parser.add_argument(
            "--system", choices=[system.value for system in System], help="instead of what the file says"
        )

    def handle(self, *args: Any, file: Path, tiebreaks: str, edition: str, system: str | None, **options: Any) -> None:
        names = [name.strip() for name in tiebreaks.split(",") if name.strip()]
        codes = {name: code_of(name) for name in names}
        try:
            event = standings_input(read_trf(file.read_bytes()))
            rows = standings(
                event.entrants,
                event.games,
                event.scoring,
                ["PTS", *(code for code in codes.values() if code != "PTS")],
                system or event.system,
                byes=event.byes,
                edition=EDITIONS[edition],
            )
        except OSError as error:
            raise CommandError(f"Cannot read {file}: {error.strerror}.", returncode=BAD_FILE) from error
        except TrfError as error:
            raise CommandError(f"{file}: {error}", returncode=BAD_FILE) from error
        except TiebreakError as error:
            raise CommandError(str(error)) from error
        writer = csv.writer(self.stdout, lineterminator="\n")
        writer.writerow(["rank", "start number", "points", *names])
        for row in rows:
            values = [show_value(row.value(codes[name])) for name in names]
            writer.writerow([row.rank, row.entrant.seed, show_tenths(row.points * HALF), *values])


def show_value(value: TiebreakValue) -> str:
    """A value as a plain decimal, two places at most; nothing where the tie-break says nothing."""
    if value.code == "TPN" and value.value is not None:
        return str(-value.value)
    return "" if value.decimal is None else format(value.decimal, "f")
