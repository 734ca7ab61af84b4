"""The crosstable: who met whom, with the games of every pair. Pure; points are half points."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.side import Side
from tournaments.tiebreaks.inputs import EntrantLine, GameResult


@dataclass(frozen=True, slots=True)
class CellGame:
    """A game as the entrant of the row sees it; ``points`` is None while it is not finished."""

    ref: int | None
    round_no: int
    number: int
    side: Side
    points: int | None
    forfeit: bool

    @property
    def finished(self) -> bool:
        return self.points is not None


@dataclass(frozen=True, slots=True)
class Cell:
    """All games of the row's entrant against the column's, in the order they are played."""

    opponent: int
    games: tuple[CellGame, ...] = ()
    diagonal: bool = False

    @property
    def points(self) -> int | None:
        """Half points of the row's entrant from the finished games; None if there are none."""
        finished = [game.points for game in self.games if game.points is not None]
        return sum(finished) if finished else None


@dataclass(frozen=True, slots=True)
class CrosstableRow:
    """One entrant's line; the cells are in the order of the rows."""

    entrant: EntrantLine
    cells: tuple[Cell, ...]


def crosstable(entrants: Sequence[EntrantLine], results: Iterable[GameResult]) -> list[CrosstableRow]:
    """The square grid of ``entrants``, given in the order they are to stand in (by rank)."""
    games: dict[tuple[int, int], list[CellGame]] = defaultdict(list)
    for result in sorted(results, key=lambda result: (result.round_no, result.match, result.number)):
        games[result.white, result.black].append(_seen_by(result, Side.WHITE))
        games[result.black, result.white].append(_seen_by(result, Side.BLACK))
    return [
        CrosstableRow(
            row,
            tuple(
                Cell(column.id, tuple(games.get((row.id, column.id), ())), diagonal=row.id == column.id)
                for column in entrants
            ),
        )
        for row in entrants
    ]


def _seen_by(result: GameResult, side: Side) -> CellGame:
    points = result.white_points if side is Side.WHITE else result.black_points
    return CellGame(result.ref, result.round_no, result.number, side, points, forfeit=not result.played)
