"""Rounds with the pairing that another program gives, ours and the larger set next to the project."""

from pathlib import Path

from tournaments.exchange.trf import read_trf
from tournaments.exchange.trf_event import start_numbers, swiss_event
from tournaments.pairing.swiss.dutch import pair_dutch
from tournaments.pairing.swiss.result import NoLegalRound

OURS = Path(__file__).parents[2] / "data" / "pairing"
SHARED = Path(__file__).parents[4] / "shared" / "cases" / "pairing"


def cases(folder: Path) -> list[Path]:
    """All rounds in a folder that have an expected pairing; none when there is no such folder."""
    return sorted(path for path in folder.glob("*.trf") if path.with_suffix(".pairs").exists())


def expected(path: Path) -> list[str]:
    """The lines that the other program prints."""
    return path.with_suffix(".pairs").read_text().split("\n")[:-1]


def ours(path: Path) -> list[str]:
    """The same from us."""
    document = read_trf(path.read_bytes())
    numbers = start_numbers(document) | {0: 0}
    try:
        rows = pair_dutch(swiss_event(document)).plain()
    except NoLegalRound:
        return ["IMPOSSIBLE"]
    return [str(len(rows)), *(f"{numbers[white]} {numbers[black]}" for white, black in rows)]


def differences(paths: list[Path]) -> list[str]:
    return [path.stem for path in paths if ours(path) != [line.strip() for line in expected(path)]]
