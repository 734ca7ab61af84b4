"""Pair the next round of a TRF file, for comparison with other pairing programs."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.exchange.trf import TrfDocument, TrfError, read_trf
from tournaments.exchange.trf_event import start_numbers, swiss_event
from tournaments.exchange.trf_matches import double_swiss_event
from tournaments.pairing.swiss import double_swiss, dutch
from tournaments.pairing.swiss.result import EDITION, NoLegalRound, SwissPairing

NO_ROUND = 1
BAD_FILE = 3


class Command(BaseCommand):
    help = (
        "Print the pairs of the next round of an event in TRF: how many there are, then “white black” a line in board "
        "order, 0 for the pairing-allocated bye. Exit code 1: no legal round exists; 3: the file cannot be used."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a TRF16, TRF(x), TRF(bx) or TRF26 file")
        parser.add_argument("--edition", choices=[EDITION], default=EDITION, help="year of FIDE's Swiss rules")
        systems = [dutch.SYSTEM, double_swiss.SYSTEM]
        parser.add_argument("--system", choices=systems, help="instead of what the file says")
        parser.add_argument("--explain", action="store_true", help="say on stderr how each bracket came out")

    def handle(self, *args: Any, file: Path, edition: str, system: str | None, explain: bool, **options: Any) -> None:
        try:
            document = read_trf(file.read_bytes())
            pairing = pair_document(document, system)
        except OSError as error:
            raise CommandError(f"Cannot read {file}: {error.strerror}.", returncode=BAD_FILE) from error
        except TrfError as error:
            raise CommandError(f"{file}: {error}", returncode=BAD_FILE) from error
        except NoLegalRound as error:
            raise CommandError(str(error), returncode=NO_ROUND) from error
        numbers = start_numbers(document) | {0: 0}
        rows = pairing.plain()
        self.stdout.write(str(len(rows)))
        for white, black in rows:
            self.stdout.write(f"{numbers[white]} {numbers[black]}")
        if explain:
            self.explain(pairing, numbers)

    def explain(self, pairing: SwissPairing, numbers: dict[int, int]) -> None:
        for bracket in pairing.brackets:
            floats = ", ".join(f"{numbers[one.no]} floats ({one.cause})" for one in bracket.floaters)
            broken = ", ".join(f"{name}: {times}" for name, times in bracket.broken.items())
            self.stderr.write(
                f"bracket {bracket.score / 10}: {len(bracket.moved_down)} from elsewhere, {len(bracket.residents)} "
                f"residents, {len(bracket.pairs)} pairs; {floats or 'no floaters'}; not kept: {broken or 'nothing'}"
            )
        if pairing.bye:
            barred = ", ".join(f"{numbers[no]} {why}" for no, why in pairing.bye.barred.items())
            self.stderr.write(
                f"bye: {numbers[pairing.bye.no]} at {pairing.bye.score / 10}; barred: {barred or 'nobody'}"
            )
        for note in pairing.notes:
            self.stderr.write(f"note: {note}")


def pair_document(document: TrfDocument, system: str | None = None) -> SwissPairing:
    """The next round of the event in a file, by ``system`` or else by the one the file names.

    :raises TrfError: the file does not give what pairing needs, or names a system we do not have.
    :raises NoLegalRound: nobody can pair this.
    """
    if (system or system_of(document)) == double_swiss.SYSTEM:
        return double_swiss.pair_double_swiss(double_swiss_event(document))
    return dutch.pair_dutch(swiss_event(document))


def system_of(document: TrfDocument) -> str:
    """The Swiss system that record 192 names; Dutch if it names none.

    :raises TrfError: it names another one.
    """
    name = document.system.upper()
    if not name or name.startswith("FIDE_DUTCH"):
        return dutch.SYSTEM
    if name.startswith("FIDE_DOUBLESWISS"):
        return double_swiss.SYSTEM
    raise TrfError(1, 1, f"the file is for {document.system}; we pair by dutch or double_swiss, chosen with --system")
