"""Read the published events in tests/data/tiebreaks (and the larger set next to the project, if it is there)."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tournaments.standings import ByeKind, ByeResult, EntrantLine, GameResult

OURS = Path(__file__).parents[1] / "data" / "tiebreaks"
SHARED = Path(__file__).parents[3] / "shared" / "cases" / "tiebreaks"

HALF_POINTS = {"1": 2, "=": 1, "0": 0, "+": 2, "-": 0, "U": 2, "F": 2, "H": 1, "Z": 0}


@dataclass(frozen=True)
class PublishedEvent:
    name: str
    system: str
    players: list[dict[str, Any]]
    entrants: list[EntrantLine]
    games: list[GameResult]
    byes: list[ByeResult]
    win_points: int  # what the source counts for a win; we count 1

    def numbers(self, source: str, code: str) -> dict[int, float]:
        """The event's own values of a tie-break: by player number, from e.g. "computed_2026"."""
        return {p["no"]: p[source][code] for p in self.players if code in p.get(source, {})}


def events() -> list[Path]:
    """All event files, ours first; an event in both places is taken once."""
    ours = sorted(OURS.glob("*.json"))
    known = {path.name for path in ours}
    return ours + [path for path in sorted(SHARED.glob("*.json")) if path.name not in known]


def read_event(path: Path) -> PublishedEvent:
    """TRF-like rounds: per player and round [opponent, colour or "-", result]; opponent 0 is a bye."""
    data = json.loads(path.read_text())
    players = data["players"]
    rounds = {p["no"]: p["rounds"] for p in players}
    games, byes = [], []
    for no, played in rounds.items():
        for index, (opponent, colour, result) in enumerate(played):
            if not opponent:
                kind = ByeKind.PAIRING if result in "UF" else ByeKind.REQUESTED
                byes.append(ByeResult(index + 1, no, HALF_POINTS[result], kind))
            elif colour == "w" or (colour == "-" and no < opponent):
                games.append(_game(rounds, data["system"], no, index))
    entrants = [EntrantLine(p["no"], p["no"], p["rating"]) for p in players]
    return PublishedEvent(
        path.stem, data["system"].replace("-", "_"), players, entrants, games, byes, data["scoring"][0]
    )


def _game(rounds: dict[int, list[Any]], system: str, no: int, index: int) -> GameResult:
    opponent, _colour, result = rounds[no][index]
    if system == "swiss":
        theirs = rounds[opponent][index]
        assert theirs[0] == no
    else:  # listed in table order: no round numbers in the source
        (theirs,) = [entry for entry in rounds[opponent] if entry[0] == no]
    return GameResult(
        round_no=index + 1,
        match=min(no, opponent) * 1000 + max(no, opponent),
        white=no,
        black=opponent,
        white_points=HALF_POINTS[result],
        black_points=HALF_POINTS[theirs[2]],
        white_forfeited=result == "-",
        black_forfeited=theirs[2] == "-",
    )
