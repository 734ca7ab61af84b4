"""The crosstable: who met whom, with the games of every pair. Pure; points are half points."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.side import Side
from tournaments.tiebreaks.inputs import EntrantLine, GameResult, Scoring
from tournaments.tiebreaks.matches import matches_of


@dataclass(frozen=True, slots=True)
class CellGame:
    """A game as the entrant of the row sees it; ``points`` is None while it is not finished."""

    ref: int | None
    round_no: int
    number: int
    side: Side
    points: int | None
    forfeit: bool
    decider: bool = False

    @property
    def finished(self) -> bool:
        return self.points is not None


@dataclass(frozen=True, slots=True)
class Cell:
    """All games of the row's entrant against the column's, in the order they are played.

    ``match_points`` are half points from the matches that are finished, None if there are
    none or games are scored.
    """

    opponent: int
    games: tuple[CellGame, ...] = ()
    diagonal: bool = False
    match_points: int | None = None

    @property
    def points(self) -> int | None:
        """Half points of the row's entrant from the finished games without deciders; None if there are none."""
        finished = [game.points for game in self.games if game.points is not None and not game.decider]
        return sum(finished) if finished else None


@dataclass(frozen=True, slots=True)
class CrosstableRow:
    """One entrant's line; the cells are in the order of the rows."""

    entrant: EntrantLine
    cells: tuple[Cell, ...]


def crosstable(
    entrants: Sequence[EntrantLine], results: Iterable[GameResult], match_scoring: Scoring | None = None
) -> list[CrosstableRow]:
    """The square grid of ``entrants``, given in the order they are to stand in (by rank).

    With ``match_scoring`` the cells also have match points.
    """
    matches = matches_of(sorted(results, key=lambda result: (result.round_no, result.match, result.number)))
    games: dict[tuple[int, int], list[CellGame]] = defaultdict(list)
    points: dict[tuple[int, int], int] = defaultdict(int)
    for match in matches:
        for result in match.games:
            games[result.white, result.black].append(_seen_by(result, Side.WHITE))
            games[result.black, result.white].append(_seen_by(result, Side.BLACK))
        if match_scoring and match.finished:
            first, second = match.slots(match_scoring)
            points[match.first, match.second] += first.points
            points[match.second, match.first] += second.points
    return [
        CrosstableRow(
            row,
            tuple(
                Cell(
                    column.id,
                    tuple(games.get((row.id, column.id), ())),
                    diagonal=row.id == column.id,
                    match_points=points.get((row.id, column.id)),
                )
                for column in entrants
            ),
        )
        for row in entrants
    ]


def _seen_by(result: GameResult, side: Side) -> CellGame:
    points = result.white_points if side is Side.WHITE else result.black_points
    return CellGame(result.ref, result.round_no, result.number, side, points, not result.played, result.decider)
